//! The output of the engine.

use std::time::Duration;

use engine_core::notation::{uci_move, uci_move_960};
use shakmaty::Move;

use engine_core::choice::Substitution;
use engine_core::evaluator::EvalScale;
use engine_core::rule::Rule;
use engine_core::score::Score;
use engine_core::search::{Report, SearchResult};
use engine_core::tables::transposition::Bound;

use crate::wdl::MODEL;

/// The notation of moves and scores.
#[derive(Clone, Copy, Debug, Default)]
pub struct Style {
    /// Castling is king takes rook.
    pub chess960: bool,
    /// Scores come with chances: the evaluator's scale, and how empty the board is
    /// ([`wdl::emptiness`](crate::wdl::emptiness)).
    pub wdl: Option<(EvalScale, f64)>,
}

impl Style {
    /// A move.
    #[must_use]
    pub fn mv(&self, mv: Move) -> String {
        if self.chess960 { uci_move_960(mv) } else { uci_move(mv) }
    }

    fn line(&self, moves: &[Move]) -> String {
        let moves: Vec<String> = moves.iter().map(|&mv| self.mv(mv)).collect();
        moves.join(" ")
    }

    fn score(&self, of: Score, bound: Bound) -> String {
        let mut text = score(of);
        text.push_str(match bound {
            Bound::Exact => "",
            Bound::Lower => " lowerbound",
            Bound::Upper => " upperbound",
        });
        if let Some((scale, emptiness)) = self.wdl {
            let [win, draw, loss] = MODEL.permille(of, scale, emptiness);
            text.push_str(&format!(" wdl {win} {draw} {loss}"));
        }
        text
    }

    /// The `info` line of a report.
    #[must_use]
    pub fn info(&self, report: &Report) -> String {
        let depth = [report.depth as usize, report.selective_depth];
        let score = self.score(report.score, report.bound);
        let work = work(report.nodes, report.time, report.table_permille);
        self.info_line(depth, report.rank, &score, &work, &report.line)
    }

    /// The `info` line at the end of a search: what it has used by now.
    #[must_use]
    pub fn last_info(&self, outcome: &SearchResult) -> String {
        let depth = [outcome.depth as usize, outcome.selective_depth];
        let score = self.score(outcome.score, Bound::Exact);
        let work = work(outcome.nodes, outcome.time, outcome.table_permille);
        self.info_line(depth, 1, &score, &work, &outcome.line)
    }

    fn info_line(
        &self,
        [depth, selective]: [usize; 2],
        rank: usize,
        score: &str,
        work: &str,
        line: &[Move],
    ) -> String {
        let selective = selective.max(depth);
        let mut text =
            format!("info depth {depth} seldepth {selective} multipv {rank} score {score} {work}");
        if !line.is_empty() {
            text.push_str(" pv ");
            text.push_str(&self.line(line));
        }
        text
    }

    /// The `info string` line of a move that the evaluator plays in place of the best one.
    #[must_use]
    pub fn chosen(&self, chosen: Substitution, line: &[Move]) -> String {
        let mv = line.first().map_or_else(|| "none".to_owned(), |&mv| self.mv(mv));
        let (Rule { name: rule, .. }, over) = (chosen.rule, self.mv(chosen.over));
        format!("info string {rule}: {mv} in place of {over}")
    }

    /// The `bestmove` line; without a legal move it is the null move, `0000`.
    #[must_use]
    pub fn best_move(&self, outcome: &SearchResult) -> String {
        let Some(best) = outcome.best else {
            return "bestmove 0000".to_owned();
        };
        match outcome.line.get(1) {
            Some(&ponder) => format!("bestmove {} ponder {}", self.mv(best), self.mv(ponder)),
            None => format!("bestmove {}", self.mv(best)),
        }
    }
}

/// A score as UCI writes it: `cp` or `mate`, from the side to move.
pub fn score(score: Score) -> String {
    match (score.cp(), score.mate_moves()) {
        (Some(cp), _) => format!("cp {cp}"),
        (None, mate) => format!("mate {}", mate.unwrap_or(0)),
    }
}

/// Nodes a second.
pub fn speed(nodes: u64, time: Duration) -> u64 {
    (nodes as f64 / time.as_secs_f64().max(1e-6)) as u64
}

fn work(nodes: u64, time: Duration, table_permille: usize) -> String {
    let (speed, time) = (speed(nodes, time), time.as_millis());
    format!("nodes {nodes} nps {speed} hashfull {table_permille} time {time}")
}
