//! The terms of the evaluators of a run, in positions of its games and in the games with the largest turning points.

use std::borrow::Cow;
use std::collections::BTreeMap;

use engine_core::evaluation::Evaluation;
use engine_core::game::Game;
use rayon::prelude::*;
use serde::Serialize;

use crate::ReportError;
use crate::played::{Turn, position};
use config::{Config, EngineKind};
use players::player::{PlayerError, confirmed};
use players::record::GameRecord;
use runner::run::Run;

/// The evaluations of positions by the engines of a run, each by its index, with its parameters and without the rules that it
/// disables; without programs, which have none, and evaluations from outside that fail: they may have lost their games by
/// that, and there is a page all the same. Fails if a built-in evaluator does not take its parameters.
fn explained<'c>(
    config: &'c Config,
    games: &'c [Game],
) -> impl Iterator<Item = Result<(usize, Vec<Evaluation>), PlayerError>> + 'c {
    config.engines.iter().enumerate().filter_map(move |(index, engine)| {
        let EngineKind::Evaluator(own) = &engine.kind else {
            return None;
        };
        let explained = || -> Result<(usize, Vec<Evaluation>), PlayerError> {
            let evaluator = confirmed(&engine.name, own)?;
            let explained = games.par_iter().map(|game| evaluator.explain(game));
            Ok((index, explained.collect::<Result<_, _>>()?))
        };
        Some(explained()).filter(|found| found.is_ok() || own.external.is_none())
    })
}

/// A term's value for each side, in centipawns: name, White, Black.
pub type TermValue = (Cow<'static, str>, f64, f64);

/// An engine's evaluation: its index, the total from White's side, its terms.
pub type EngineTerms = (usize, i32, Vec<TermValue>);

/// Evaluations of a position by the evaluators of a run: game number `game`, from 1, after `moves` moves. Empty if
/// there is no such game. Fails if the store or an evaluator cannot be read.
pub fn explain(run: &Run, game: usize, moves: usize) -> Result<Vec<EngineTerms>, ReportError> {
    let game = game.checked_sub(1).map(|index| run.store.game(index)).transpose()?;
    let Some(game) = game.flatten() else {
        return Ok(Vec::new());
    };
    let positions = [position(&game, moves)?];
    let terms = |(index, of): (usize, Vec<Evaluation>)| (index, of[0].total, values(&of[0]));
    let all = explained(&run.config, &positions);
    Ok(all.map(|found| found.map(terms)).collect::<Result<_, _>>()?)
}

/// The nonzero terms of an evaluation, the largest difference first.
fn values(evaluation: &Evaluation) -> Vec<TermValue> {
    let mut terms: Vec<_> = evaluation.breakdown.posted().collect();
    terms.sort_by_key(|(_, term)| -(term.white - term.black).abs());
    let centipawns = |tenths: i32| f64::from(tenths) / 10.0;
    let terms = terms.into_iter();
    terms.map(|(name, term)| (name, centipawns(term.white), centipawns(term.black))).collect()
}

/// Games whose terms are in the page: those with the largest turning points. `serve` computes the others.
const SELECTED: usize = 150;
/// With more engines than these, only the two of a game are evaluated: the page would be too large.
const MAX_ENGINES: usize = 8;

/// The games with the largest turning points, with their rows in the list.
#[derive(Debug, Default)]
pub(super) struct Selection(Vec<(usize, GameRecord, Turn)>);

/// The terms of a position: one row per evaluator, by the index of its engine.
#[derive(Debug, Serialize)]
pub(super) struct Reasons {
    ply: usize,
    /// The kind: `opening`, `turn` or `end`.
    what: &'static str,
    evaluations: Vec<EngineTerms>,
}

impl Selection {
    pub(super) fn add(&mut self, row: usize, game: &GameRecord, turn: Turn) {
        self.0.push((row, game.clone(), turn));
        if self.0.len() >= 2 * SELECTED {
            self.keep_best();
        }
    }

    fn keep_best(&mut self) {
        let points = |(_, _, turn): &(usize, GameRecord, Turn)| turn.points;
        self.0.sort_by(|a, b| points(b).total_cmp(&points(a)).then(a.0.cmp(&b.0)));
        self.0.truncate(SELECTED);
    }

    /// The game with the largest turning point of those in the first `rows`.
    pub(super) fn furthest(&mut self, rows: usize) -> Option<&(usize, GameRecord, Turn)> {
        self.keep_best();
        self.0.iter().find(|(row, _, turn)| *row < rows && turn.points > 0.0)
    }

    pub(super) fn reasons(&mut self, config: &Config) -> Result<BTreeMap<usize, Vec<Reasons>>, ReportError> {
        self.keep_best();
        let (mut places, mut positions) = (Vec::new(), Vec::new());
        for (row, game, turn) in &self.0 {
            for (what, ply) in moments(game, *turn) {
                places.push((*row, game, what, ply));
                positions.push(position(game, ply)?);
            }
        }
        let mut evaluations: Vec<Vec<EngineTerms>> = vec![Vec::new(); places.len()];
        for found in explained(config, &positions) {
            let (index, all) = found?;
            for (at, evaluation) in all.into_iter().enumerate() {
                let game = places[at].1;
                let plays = index == game.white || index == game.black;
                if plays || config.engines.len() <= MAX_ENGINES {
                    evaluations[at].push((index, evaluation.total, values(&evaluation)));
                }
            }
        }
        let mut reasons: BTreeMap<usize, Vec<Reasons>> = BTreeMap::new();
        for ((row, _, what, ply), evaluations) in places.into_iter().zip(evaluations) {
            if !evaluations.is_empty() {
                reasons.entry(row).or_default().push(Reasons { ply, what, evaluations });
            }
        }
        Ok(reasons)
    }
}

/// The positions to explain: the end of the opening, the turning point, and the end, without duplicates.
fn moments(game: &GameRecord, turn: Turn) -> Vec<(&'static str, usize)> {
    let book = game.book_moves.len();
    let all = [("turn", book + turn.ply), ("opening", book), ("end", book + game.moves.len())];
    let mut moments: Vec<(&'static str, usize)> = Vec::new();
    for moment in all {
        if moments.iter().all(|&(_, ply)| ply != moment.1) {
            moments.push(moment);
        }
    }
    moments
}

#[cfg(test)]
mod tests {
    use super::*;
    use players::record::GameResult;
    use runner::sample;

    fn selection(games: usize) -> Selection {
        let config = sample::config();
        let mut selection = Selection::default();
        for index in 0..games {
            let game = sample::game(&config, index % 18, GameResult::WhiteWins);
            let points = (index * 7 % games) as f64 / games as f64;
            selection.add(index, &game, Turn { ply: 1, points });
        }
        selection
    }

    #[test]
    fn the_games_that_turned_most_are_kept() {
        let mut all = selection(1000);
        all.keep_best();
        assert_eq!(all.0.len(), SELECTED);
        let least = all.0.iter().map(|(_, _, turn)| turn.points).fold(1.0, f64::min);
        assert!((least - 0.85).abs() < 1e-9, "{least}");
    }

    #[test]
    fn terms_of_the_positions_are_those_of_the_evaluators() {
        let config = sample::config();
        let reasons = selection(1).reasons(&config).unwrap();
        let whats: Vec<_> = reasons[&0].iter().map(|r| (r.what, r.ply)).collect();
        assert_eq!(whats, [("turn", 5), ("opening", 4), ("end", 7)]);
        // A pawn was captured by the mating queen; the material evaluator shows just that.
        let (engine, total, terms) = &reasons[&0][2].evaluations[1];
        assert_eq!((*engine, *total), (1, 100));
        assert_eq!(terms.len(), 1);
        assert_eq!(terms[0].1 - terms[0].2, 100.0);
    }
}
