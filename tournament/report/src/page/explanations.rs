//! Explanations: the terms of the evaluators in the positions of the games with the largest turning points.

use std::collections::BTreeMap;

use serde::Serialize;

use super::PageError;
use super::explained::explained;
use super::terms::{EngineTerms, position, values};
use super::turning_point::Turn;
use config::Config;
use players::record::GameRecord;

/// Games whose terms are in the page: those with the largest turning points. `serve` computes the others.
const SELECTED: usize = 150;
/// With more engines than these, only the two of a game are evaluated: the page would be too large.
const MOST_ENGINES: usize = 8;

/// A selected game: its row in the list, and its moves.
#[derive(Debug, Clone)]
struct Selected {
    row: usize,
    game: GameRecord,
    turn: Turn,
}

/// The games with the largest turning points.
#[derive(Debug, Default)]
pub(super) struct Selection(Vec<Selected>);

/// The terms of a position: one row per evaluator, by the index of its engine.
#[derive(Debug, Serialize)]
pub(super) struct Reasons {
    /// Moves played before it.
    ply: usize,
    /// The kind: `opening`, `turn` or `end`.
    what: &'static str,
    /// The evaluation of each engine that is an evaluator.
    evaluations: Vec<EngineTerms>,
}

impl Selection {
    /// Adds a game, with its row in the list.
    pub(super) fn add(&mut self, row: usize, game: &GameRecord, turn: Turn) {
        self.0.push(Selected { row, game: game.clone(), turn });
        if self.0.len() >= 2 * SELECTED {
            self.keep_best();
        }
    }

    fn keep_best(&mut self) {
        self.0.sort_by(|a, b| {
            let by_points = b.turn.points.total_cmp(&a.turn.points);
            by_points.then(a.row.cmp(&b.row))
        });
        self.0.truncate(SELECTED);
    }

    /// The terms of the selected games, by their rows.
    pub(super) fn reasons(
        &mut self,
        config: &Config,
    ) -> Result<BTreeMap<usize, Vec<Reasons>>, PageError> {
        self.keep_best();
        let mut places = Vec::new();
        let mut positions = Vec::new();
        for selected in &self.0 {
            for (what, ply) in moments(&selected.game, selected.turn) {
                places.push((selected, what, ply));
                positions.push(position(&selected.game, ply)?);
            }
        }
        let mut evaluations: Vec<Vec<EngineTerms>> = vec![Vec::new(); places.len()];
        for (index, engine) in config.engines.iter().enumerate() {
            let all = explained(engine, &positions)?.into_iter().flatten();
            for (at, evaluation) in all.enumerate() {
                let game = &places[at].0.game;
                let plays = index == game.white || index == game.black;
                if plays || config.engines.len() <= MOST_ENGINES {
                    evaluations[at].push((index, evaluation.total, values(&evaluation)));
                }
            }
        }
        let mut reasons: BTreeMap<usize, Vec<Reasons>> = BTreeMap::new();
        for ((selected, what, ply), evaluations) in places.into_iter().zip(evaluations) {
            if !evaluations.is_empty() {
                let of_game = reasons.entry(selected.row).or_default();
                of_game.push(Reasons { ply, what, evaluations });
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
        let least = all.0.iter().map(|s| s.turn.points).fold(1.0, f64::min);
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
