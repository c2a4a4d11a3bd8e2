//! The output of a session: lines in the notation of UCI, chances at a score, the board as a picture, and the pace of lines. They go
//! to standard output, or to another file in its place.

use std::fs::File;
use std::io::{Write, stdout};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use engine_core::choice::Substitution;
use engine_core::evaluator::EvalScale;
use engine_core::key::Key;
use engine_core::notation::{fen_of, uci_move, uci_move_960};
use engine_core::rule::Rule;
use engine_core::score::Score;
use engine_core::search::Report;
use engine_core::tables::transposition::Bound;
use shakmaty::{Chess, Color, Move, Position, Rank, Square};

static IN_ITS_PLACE: OnceLock<Mutex<File>> = OnceLock::new();

/// Writes the lines of this process's sessions to `file` in place of standard output, where foreign code in the process
/// may write. The first call counts.
pub fn redirect(file: File) {
    IN_ITS_PLACE.set(Mutex::new(file)).ok();
}

/// Writes a line; a GUI that is gone is noticed at the end of its input.
pub(crate) fn write_line(line: &str) {
    let Some(file) = IN_ITS_PLACE.get() else {
        let mut out = stdout().lock();
        writeln!(out, "{line}").and_then(|()| out.flush()).ok();
        return;
    };
    let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
    // In one piece: each write is a call of the system.
    file.write_all(format!("{line}\n").as_bytes()).ok();
}

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Style {
    pub(crate) chess960: bool,
    /// Scores come with chances: the evaluator's scale, and how empty the board is.
    pub(crate) wdl: Option<(EvalScale, f64)>,
}

impl Style {
    pub(crate) fn mv(&self, mv: Move) -> String {
        if self.chess960 { uci_move_960(mv) } else { uci_move(mv) }
    }

    pub(crate) fn info(&self, report: &Report) -> String {
        let &Report { depth, selective_depth, rank, nodes, time, table_permille, .. } = report;
        let selective = selective_depth.max(depth as usize);
        let score = score(report.score);
        let bound = match report.bound {
            Bound::Exact => "",
            Bound::Lower => " lowerbound",
            Bound::Upper => " upperbound",
        };
        let wdl = self.wdl.map_or_else(String::new, |(scale, emptiness)| {
            let [win, draw, loss] = permille(report.score, scale, emptiness);
            format!(" wdl {win} {draw} {loss}")
        });
        let (nps, ms) = (speed(nodes, time), time.as_millis());
        let moves: Vec<String> = report.line.iter().map(|&mv| self.mv(mv)).collect();
        let pv = if moves.is_empty() { "" } else { " pv " };
        format!(
            "info depth {depth} seldepth {selective} multipv {rank} score {score}{bound}{wdl} nodes {nodes} nps {nps} \
             hashfull {table_permille} time {ms}{pv}{}",
            moves.join(" ")
        )
    }

    /// The `info string` line of a move that the evaluator plays in place of the best one.
    pub(crate) fn chosen(&self, chosen: Substitution, line: &[Move]) -> String {
        let mv = line.first().map_or_else(|| "none".to_owned(), |&mv| self.mv(mv));
        let (Rule { name: rule, .. }, over) = (chosen.rule, self.mv(chosen.over));
        format!("info string {rule}: {mv} in place of {over}")
    }

    /// The `bestmove` line; without a legal move it is the null move, `0000`.
    pub(crate) fn best_move(&self, outcome: &Report) -> String {
        let Some(best) = outcome.best() else {
            return "bestmove 0000".to_owned();
        };
        match outcome.line.get(1) {
            Some(&ponder) => format!("bestmove {} ponder {}", self.mv(best), self.mv(ponder)),
            None => format!("bestmove {}", self.mv(best)),
        }
    }
}

/// A score as UCI writes it: `cp` or `mate`, from the side to move.
pub(crate) fn score(score: Score) -> String {
    match (score.cp(), score.mate_moves()) {
        (Some(cp), _) => format!("cp {cp}"),
        (None, mate) => format!("mate {}", mate.unwrap_or(0)),
    }
}

pub(crate) fn speed(nodes: u64, time: Duration) -> u64 {
    (nodes as f64 / time.as_secs_f64().max(1e-6)) as u64
}

/// The material of both sides at the start of a game: 78 with pawn 1, minor pieces 3, rook 5, queen 9.
const FULL: f64 = 78.0;

// Slope and margin are the value with all pieces on the board, and what is added to it for bare kings. They were fitted on
// 2026-11-24, by logistic regressions of wins and of losses, to 588 games of all evaluators, which no adjudication ended:
// `results/own-nodes-played-out.toml` with 14 pairs and seed 23.
/// The slope of the chances over the score.
const SLOPE: [f64; 2] = [1.300, 0.203];
/// The distance, in logistic units, by which a win at a score of 0 is less likely than not.
const MARGIN: [f64; 2] = [0.193, 2.499];

/// UCI's `wdl` for the side to move in thousandths, together 1000. A mate is certain.
///
/// The side to move wins with the probability 1 / (1 + exp(m - s x)) and loses with 1 / (1 + exp(m + s x)), where x is
/// the score in units of the evaluator's [`EvalScale`], so that one model serves all of them: a logistic model of
/// ordered results (McCullagh 1980, "Regression models for ordinal data"). The slope s and the margin m of a draw
/// depend on the material that is gone, as in Stockfish's model (<https://github.com/official-stockfish/WDL_model>): in
/// straight lines on the cube of its share, since draws become likely only when little is left.
fn permille(score: Score, scale: EvalScale, emptiness: f64) -> [u32; 3] {
    let Some(centipawns) = score.cp() else {
        let wins = score > Score::DRAW;
        return [1000 * u32::from(wins), 0, 1000 * u32::from(!wins)];
    };
    let scaled = f64::from(centipawns) / scale.centipawns;
    let [slope, margin] = [SLOPE, MARGIN].map(|[full, gone]| full + gone * emptiness);
    let thousandths = |x: f64| (1000.0 / (1.0 + (-x).exp())).round() as u32;
    let [win, loss] = [slope * scaled - margin, -slope * scaled - margin].map(thousandths);
    [win, 1000_u32.saturating_sub(win + loss), loss.min(1000 - win)]
}

/// The cube of the share of all material that is gone: 0 at the start, 1 for bare kings.
pub(crate) fn emptiness(position: &Chess) -> f64 {
    let material = |color| {
        let pieces = position.board().material_side(color);
        let minor = pieces.knight + pieces.bishop;
        f64::from(pieces.pawn + 3 * minor + 5 * pieces.rook + 9 * pieces.queen)
    };
    let sum: f64 = Color::ALL.into_iter().map(material).sum();
    (1.0 - sum / FULL).max(0.0).powi(3)
}

/// The position for people, its FEN, its key, and who gives check.
pub(crate) fn board(position: &Chess) -> String {
    const RULE: &str = " +---+---+---+---+---+---+---+---+\n";
    let mut picture = RULE.to_owned();
    for rank in Rank::ALL.into_iter().rev() {
        for file in shakmaty::File::ALL {
            let piece = position.board().piece_at(Square::from_coords(file, rank));
            picture.extend([' ', '|', ' ', piece.map_or(' ', shakmaty::Piece::char)]);
        }
        picture += &format!(" | {}\n{RULE}", rank.char());
    }
    let checkers = position.checkers().into_iter().map(|square| square.to_string());
    format!(
        "{picture}   a   b   c   d   e   f   g   h\n\nFen: {}\nKey: {:016X}\nCheckers: {}",
        fen_of(position),
        Key::of(position).0,
        checkers.collect::<Vec<_>>().join(" ")
    )
}

/// The most lines at once.
const BURST: f64 = 60.0;
/// Lines a second after them.
const A_SECOND: f64 = 20.0;

/// The lines that may be printed now, and those that wait for something newer or for the end.
#[derive(Debug)]
pub(crate) struct Pace {
    /// Lines that may still be printed.
    left: f64,
    as_of: Instant,
    kept: Vec<String>,
    /// True if the present iteration is reported.
    is_reported: bool,
}

impl Pace {
    pub(crate) fn new() -> Pace {
        Pace { left: BURST, as_of: Instant::now(), kept: Vec::new(), is_reported: false }
    }

    /// True if a line may be printed at `now`.
    fn may_send(&mut self, now: Instant) -> bool {
        let gained = now.duration_since(self.as_of).as_secs_f64() * A_SECOND;
        self.left = (self.left + gained).min(BURST);
        self.as_of = now;
        self.left >= 1.0
    }

    /// Sends `line` of an iteration's result, or keeps it. The lines of an iteration stay together: `first`
    /// begins them.
    pub(crate) fn result(&mut self, first: bool, line: String, now: Instant, send: impl FnOnce(&str)) {
        if first {
            self.is_reported = self.may_send(now);
            self.kept.clear();
        }
        if self.is_reported {
            self.left -= 1.0;
            send(&line);
        } else {
            self.kept.push(line);
        }
    }

    /// Sends `line`, which something newer is to follow, or forgets it.
    pub(crate) fn passing(&mut self, line: &str, now: Instant, send: impl FnOnce(&str)) {
        if self.may_send(now) {
            self.left -= 1.0;
            send(line);
        }
    }

    pub(crate) fn end(&mut self, send: impl FnMut(&String)) {
        self.kept.iter().for_each(send);
        self.kept.clear();
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn iterations_stay_whole_and_the_last_one_is_always_sent() {
        let mut pace = Pace::new();
        let start = pace.as_of;
        let mut sent = Vec::new();
        for depth in 0..100 {
            for rank in 0..3 {
                let line = format!("{depth} {rank}");
                pace.result(rank == 0, line, start, |line| sent.push(line.to_owned()));
            }
        }
        assert_eq!(sent.len(), 60);
        pace.passing("bound", start, |_| panic!("too many lines"));
        pace.end(|line| sent.push(line.clone()));
        assert_eq!(sent[60..], ["99 0", "99 1", "99 2"]);
        // A second later there is room again, and nothing is kept.
        let later = start + Duration::from_secs(1);
        pace.result(true, "new".to_owned(), later, |line| {
            sent.push(line.to_owned());
        });
        assert_eq!(sent[63], "new");
        pace.end(|_| panic!("nothing was kept"));
    }

    #[test]
    fn thousandths_add_up_and_grow_with_the_score() {
        let scale = EvalScale { centipawns: 100.0, measured: "" };
        for emptiness in [0.0, 0.3, 1.0] {
            let mut last = 0;
            for centipawns in (-3000..=3000).step_by(7) {
                let score = Score::DRAW.shifted(centipawns);
                let wdl = permille(score, scale, emptiness);
                let other = permille(-score, scale, emptiness);
                assert_eq!(wdl.iter().sum::<u32>(), 1000);
                assert_eq!([wdl[2], wdl[1], wdl[0]], other, "{centipawns}");
                assert!(wdl[0] >= last);
                last = wdl[0];
            }
            assert!(last > 990);
        }
        assert_eq!(permille(Score::mate_in(3), scale, 1.0), [1000, 0, 0]);
        assert_eq!(permille(Score::mated_in(2), scale, 1.0), [0, 0, 1000]);
    }

    #[test]
    fn a_board_is_emptied_from_the_start_to_bare_kings() {
        assert_eq!(emptiness(&Chess::default()), 0.0);
        let kings = engine_core::game::position_from_fen("k7/8/8/8/8/8/8/K7 w - - 0 1").unwrap();
        assert_eq!(emptiness(&kings), 1.0);
    }
}
