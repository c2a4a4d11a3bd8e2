//! Blunders in the games of a run: moves after which the mover's own score fell, and of which a
//! deeper search says that they lose as much against the best one.

use std::path::Path;

use engine_core::game::{Game, position_from_fen};
use engine_core::limits::Limits;
use engine_core::score::Score;
use rayon::ThreadPoolBuilder;
use rayon::prelude::*;
use serde::Serialize;
use shakmaty::uci::UciMove;
use shakmaty::{Chess, Color, Move, Position};

use super::book::{Blunder, key};
use super::error::BlunderError;
use crate::arena::STACK;
use crate::config::{Config, EngineConfig};
use crate::player::{Player, PlayerError, Task, player};
use crate::record::{Failure, GameRecord, MoveScore, Termination};
use crate::store::Store;
use crate::suite::moves::san;
use crate::suite::{SuiteError, limits};

/// Scores beyond this count as this many centipawns: what is won stays won, and what is lost cannot
/// be lost again.
const DECIDED: i32 = 2000;

/// A move after which the mover's own score fell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suspect {
    /// The game's number in the run, from 1.
    pub game: usize,
    /// The half-move of the game, from 1, the opening's included.
    pub ply: usize,
    /// The engine, as an index into the configuration.
    pub engine: usize,
    /// The position before it.
    pub position: Chess,
    /// The move.
    pub played: Move,
    /// The mover's own score with the move, from its side, in centipawns within 2000.
    pub before: i32,
    /// Its own score at its next move; mated, it is -2000.
    pub after: i32,
}

/// A blunder that a judge has confirmed.
#[derive(Debug, Clone, Serialize)]
pub struct Finding {
    /// The game's number in the run, from 1.
    pub game: usize,
    /// The half-move of the game, from 1, the opening's included.
    pub ply: usize,
    /// Who played it.
    pub engine: String,
    /// The position: a FEN.
    pub position: String,
    /// The move in SAN.
    pub played: String,
    /// The mover's own score with it, in centipawns within 2000.
    pub before: i32,
    /// Its own score at its next move.
    pub after: i32,
    /// The moves that the judge does not call blunders, the best first, in SAN.
    pub best: Vec<String>,
    /// What the judge says of the best move, from the mover's side, in centipawns within 2000.
    pub judge_best: i32,
    /// What it says of the move that was played.
    pub judge_played: i32,
    /// What the book is to keep of it.
    #[serde(skip)]
    pub blunder: Blunder,
}

/// Who says what a move is worth.
#[derive(Debug, Clone)]
pub struct Judge {
    /// The engine with its limit.
    pub engine: EngineConfig,
    /// How much a move must lose to be a blunder, in centipawns.
    pub drop: i32,
}

/// The suspects of a run's games, those of the engine `only` if it is named, and the run's
/// configuration.
///
/// # Errors
/// If there is no run in the folder, it is damaged, or there is no such engine.
pub fn suspects(
    folder: &Path,
    only: Option<&str>,
    drop: i32,
) -> Result<(Config, Vec<Suspect>), BlunderError> {
    let broken = |detail: String| BlunderError::Run {
        path: folder.to_owned(),
        detail,
    };
    let store = Store::open_read_only(folder)?;
    let config = Config::from_canonical(&store.info().configuration);
    let config =
        config.map_err(|error| broken(format!("its configuration is damaged: {error}")))?;
    let names = config.engines.iter().map(|engine| engine.name.clone());
    if let Some(given) = only.filter(|only| !names.clone().any(|name| name == *only)) {
        return Err(BlunderError::NoSuchEngine {
            given: given.to_owned(),
            known: names.collect(),
        });
    }
    let wanted = |engine: usize| {
        let engine = config.engines.get(engine);
        engine.is_some_and(|engine| only.is_none_or(|only| only == engine.name))
    };
    let mut found = Vec::new();
    store.visit::<BlunderError>(|record| {
        let suspects = in_game(&record, drop);
        let suspects =
            suspects.ok_or_else(|| broken(format!("game {} is damaged", record.index + 1)))?;
        found.extend(
            suspects
                .into_iter()
                .filter(|suspect| wanted(suspect.engine)),
        );
        Ok(())
    })?;
    Ok((config, found))
}

/// The suspects of one game; `None` if its moves cannot be played.
fn in_game(record: &GameRecord, drop: i32) -> Option<Vec<Suspect>> {
    let mut position = match &record.start_fen {
        Some(fen) => position_from_fen(fen).ok()?,
        None => Chess::default(),
    };
    for uci in &record.book_moves {
        position.play_unchecked(legal(uci, &position)?);
    }
    let mut suspects = Vec::new();
    for (index, mv) in record.moves.iter().enumerate() {
        let mover = position.turn();
        let played = legal(&mv.uci, &position)?;
        let before = mv.score.map(|score| own(score, mover));
        let after = match record.moves.get(index + 2) {
            Some(next) => next.score.map(|score| own(score, mover)),
            // The other side's answer was mate.
            None => (index + 2 == record.moves.len()
                && record.termination == Termination::Checkmate)
                .then_some(-DECIDED),
        };
        if let (Some(before), Some(after)) = (before, after)
            && before - after >= drop
        {
            suspects.push(Suspect {
                game: record.index + 1,
                ply: record.book_moves.len() + index + 1,
                engine: mover.fold_wb(record.white, record.black),
                position: position.clone(),
                played,
                before,
                after,
            });
        }
        position.play_unchecked(played);
    }
    Some(suspects)
}

fn legal(uci: &str, position: &Chess) -> Option<Move> {
    let uci: UciMove = uci.parse().ok()?;
    uci.to_move(position).ok()
}

/// A stored score from the mover's side.
fn own(score: MoveScore, mover: Color) -> i32 {
    let white = match score {
        MoveScore::Cp(cp) => cp.clamp(-DECIDED, DECIDED),
        MoveScore::Mate { mate } if mate < 0 => -DECIDED,
        MoveScore::Mate { .. } => DECIDED,
    };
    mover.fold_wb(white, -white)
}

/// Asks judges about suspects, on `threads` workers, and tells `observer` of each that is done.
/// `judges` has a judge for each engine of the run; `run` is what the book calls the run. A judge
/// that fails confirms nothing.
///
/// # Errors
/// If a judge cannot be set up, or the workers cannot be started.
pub fn confirmed(
    suspects: &[Suspect],
    judges: &[Judge],
    (run, config): (&str, &Config),
    threads: usize,
    observer: impl Fn() + Sync,
) -> Result<Vec<Finding>, BlunderError> {
    let pool = ThreadPoolBuilder::new()
        .num_threads(threads)
        .stack_size(STACK)
        .build()
        .map_err(|error| SuiteError::Threads {
            threads,
            message: error.to_string(),
        })?;
    let judged = pool.install(|| {
        let judged = suspects.par_iter().map(|suspect| {
            let finding = judges[suspect.engine].finding(suspect, run, config);
            observer();
            finding
        });
        judged.collect::<Result<Vec<_>, PlayerError>>()
    })?;
    Ok(judged.into_iter().flatten().collect())
}

impl Judge {
    /// What is to be kept of a suspect; `None` if it is no blunder.
    fn finding(
        &self,
        suspect: &Suspect,
        run: &str,
        config: &Config,
    ) -> Result<Option<Finding>, PlayerError> {
        let mut player = player(&self.engine)?;
        let verdict = self.verdict(player.as_mut(), &suspect.position, suspect.played);
        // A program that fails has said nothing.
        let Some(verdict) = verdict.ok().flatten() else {
            return Ok(None);
        };
        let position = &suspect.position;
        let Suspect {
            game,
            ply,
            before,
            after,
            ..
        } = *suspect;
        let engine = config.engines[suspect.engine].name.clone();
        let (judge_best, judge_played) = (verdict.best, verdict.played);
        let played = san(suspect.played, position);
        let note = format!(
            "{engine} played {played}, from {before} to {after}; {} at {}: {judge_best} and \
             {judge_played}",
            self.engine.name, self.engine.limit
        );
        Ok(Some(Finding {
            game,
            ply,
            engine,
            position: engine_core::game::fen_of(position),
            played,
            before,
            after,
            best: verdict.good.iter().map(|&mv| san(mv, position)).collect(),
            judge_best,
            judge_played,
            blunder: Blunder {
                position: position.clone(),
                best: verdict.good,
                avoid: vec![suspect.played],
                id: format!("{run} game {game} ply {ply}"),
                note: Some(note),
                score: (judge_best.abs() < DECIDED).then_some(judge_best),
            },
        }))
    }

    /// What the judge says of a move; `None` if it does not lose enough.
    fn verdict(
        &self,
        player: &mut dyn Player,
        position: &Chess,
        played: Move,
    ) -> Result<Option<Verdict>, Failure> {
        let game = Game::new(position.clone());
        let (best_move, score) = self.think(player, &game)?;
        let (Some(best_move), best) = (best_move, score) else {
            return Ok(None);
        };
        let played_score = self.after(player, position, played)?;
        if best_move == played || best - played_score < self.drop {
            return Ok(None);
        }
        let mut others = Vec::new();
        for mv in position.legal_moves() {
            if mv != best_move && mv != played {
                let score = self.after(player, position, mv)?;
                others.extend((best - score < self.drop).then_some((score, mv)));
            }
        }
        others.sort_by_key(|&(score, _)| -score);
        let mut good = vec![best_move];
        good.extend(others.into_iter().map(|(_, mv)| mv));
        Ok(Some(Verdict {
            best,
            played: played_score,
            good,
        }))
    }

    /// What a move is worth for who plays it: the other side's score after it.
    fn after(&self, player: &mut dyn Player, position: &Chess, mv: Move) -> Result<i32, Failure> {
        let mut after = position.clone();
        after.play_unchecked(mv);
        if after.is_checkmate() {
            return Ok(DECIDED);
        }
        if after.is_stalemate() {
            return Ok(0);
        }
        let (_, score) = self.think(player, &Game::new(after))?;
        Ok(-score)
    }

    fn think(&self, player: &mut dyn Player, game: &Game) -> Result<(Option<Move>, i32), Failure> {
        player.new_game()?;
        let limits: Limits = limits(self.engine.limit);
        let thought = player.think(&Task {
            game,
            limits: &limits,
            opponent: None,
            margin: self.engine.margin,
            line: false,
        })?;
        Ok((
            thought.best,
            centipawns(thought.score.unwrap_or(Score::DRAW)),
        ))
    }
}

/// What a judge says of a blunder, in centipawns from the mover's side.
struct Verdict {
    best: i32,
    played: i32,
    /// All moves that are no blunders, the best first.
    good: Vec<Move>,
}

fn centipawns(score: Score) -> i32 {
    match score.mate_moves() {
        Some(mate) if mate > 0 => DECIDED,
        Some(_) => -DECIDED,
        None => score.cp().unwrap_or(0).clamp(-DECIDED, DECIDED),
    }
}

/// Findings of the same position and move, which two games of a pair may share, once.
#[must_use]
pub fn without_repeats(findings: Vec<Finding>) -> Vec<Finding> {
    let mut kept: Vec<Finding> = Vec::new();
    let mut seen = std::collections::HashSet::new();
    for finding in findings {
        let place = (key(&finding.blunder.position), finding.played.clone());
        if seen.insert(place) {
            kept.push(finding);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::endings::engine;
    use crate::record::{MoveRecord, Outcome, SideStats};
    use crate::suite::moves::read;

    /// A game of the moves with their scores from White's side.
    fn game(
        start: Option<&str>,
        moves: &[(&str, Option<MoveScore>)],
        end: Termination,
    ) -> GameRecord {
        let record = |(uci, score): &(&str, Option<MoveScore>)| MoveRecord {
            uci: (*uci).to_owned(),
            score: *score,
            depth: 1,
            time: Duration::ZERO,
            nodes: 1,
            line: Vec::new(),
        };
        GameRecord {
            index: 6,
            white: 1,
            black: 0,
            pair: 3,
            opening: 3,
            opening_name: String::new(),
            eco: String::new(),
            start_fen: start.map(str::to_owned),
            book_moves: Vec::new(),
            moves: moves.iter().map(record).collect(),
            outcome: Outcome::BlackWins,
            termination: end,
            failure: None,
            overhead: Duration::ZERO,
            started: 0,
            white_stats: SideStats::default(),
            black_stats: SideStats::default(),
        }
    }

    fn cp(cp: i32) -> Option<MoveScore> {
        Some(MoveScore::Cp(cp))
    }

    fn found(record: &GameRecord, drop: i32) -> Vec<(usize, usize, i32, i32)> {
        let suspects = in_game(record, drop).unwrap();
        let numbers = |s: &Suspect| (s.ply, s.engine, s.before, s.after);
        suspects.iter().map(numbers).collect()
    }

    #[test]
    fn a_suspect_is_a_fall_of_the_movers_own_score() {
        let mate = Some(MoveScore::Mate { mate: -1 });
        let fool = [
            ("f2f3", cp(10)),
            ("e7e5", cp(-40)),
            ("g2g4", cp(-190)),
            ("d8h4", mate),
        ];
        let record = game(None, &fool, Termination::Checkmate);
        // The second is mated; the first cost exactly 200.
        assert_eq!(found(&record, 200), [(1, 1, 10, -190), (3, 1, -190, -2000)]);
        assert_eq!(found(&record, 201), [(3, 1, -190, -2000)]);
        assert_eq!(in_game(&record, 200).unwrap()[0].game, 7);
        let resigned = game(None, &fool, Termination::AdjudicatedWin);
        assert_eq!(found(&resigned, 300), []);
        // Black's scores are turned round; without a score there is no fall.
        let start = Some("4k3/4p3/8/8/8/8/4P3/4K3 b - - 0 1");
        let moves = [
            ("e8d8", cp(-150)),
            ("e1d1", None),
            ("d8e8", cp(3000)),
            ("d1e1", cp(0)),
        ];
        let record = game(start, &moves, Termination::MaxMoves);
        assert_eq!(found(&record, 200), [(1, 0, 150, -2000)]);
        let broken = game(None, &[("e2e5", cp(0))], Termination::MaxMoves);
        assert!(in_game(&broken, 200).is_none());
    }

    #[test]
    fn a_judge_confirms_what_loses_enough_and_names_what_does_not() {
        let judge = Judge {
            engine: engine("material", 3000),
            drop: 200,
        };
        let mut player = player(&judge.engine).unwrap();
        let position = position_from_fen("4k3/8/8/8/8/3q4/7P/3RK2R w K - 0 1").unwrap();
        let mut verdict = |played: &str| {
            let played = read(played, &position).unwrap();
            judge.verdict(player.as_mut(), &position, played).unwrap()
        };
        let lost = verdict("h4").unwrap();
        assert!(
            lost.best - lost.played >= 200,
            "{} {}",
            lost.best,
            lost.played
        );
        assert_eq!(lost.good, [read("Rxd3", &position).unwrap()]);
        assert!(verdict("Rxd3").is_none());
    }
}
