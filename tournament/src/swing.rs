//! How far an evaluator's static value moves over quiet moves.
//!
//! The margins of the search (how much is enough, how much is hopeless) are written for
//! Michniewski's evaluation. An evaluator whose values move twice as far from one quiet move to the
//! next needs margins twice as wide, whatever its pawn is worth. This module measures that factor.
//!
//! The positions are those of games from the built-in openings, every one of [`EVERY`] plies,
//! outside check. In each, every legal move that neither captures nor promotes, and neither gives
//! check nor ends the game, is one observation: the absolute change of the static value, seen from
//! one side. The mean of the observations between the tenth and the ninetieth percentile is the
//! measure: unlike a median it is not rounded to the five centipawns in which some evaluators
//! count, and unlike a mean it is not ruled by the few moves that hang a queen.

use engine_core::evaluator::{Evaluator, EvaluatorInfo, Swing};
use engine_core::game::Game;
use engine_core::limits::Limits;
use engine_core::movegen::{Generator, checkers};
use engine_core::node::Node;
use engine_core::options::Configure;
use engine_core::search::Search;
use engine_core::tables::transposition::Transposition;
use rayon::prelude::*;
use serde::Serialize;
use shakmaty::{Chess, Position};

use crate::openings::Opening;
use crate::registry::{self, Visitor};

/// Plies between two positions of a game.
pub const EVERY: usize = 6;
/// Nodes for each move of the games.
pub const NODES: u64 = 1_000;
/// The longest game, in plies.
pub const PLIES: usize = 160;
/// Observations in the outer tenths do not count.
const TRIM: f64 = 0.1;

/// What was measured of one evaluator.
#[derive(Clone, Debug, Serialize)]
pub struct Measured {
    /// Its name.
    pub evaluator: &'static str,
    /// Quiet moves looked at.
    pub moves: usize,
    /// The trimmed mean of the absolute change of its value, in its centipawns.
    pub change: f64,
    /// That change relative to Michniewski's.
    pub ratio: f64,
    /// The ratio by which its margins are scaled now.
    pub stored: f64,
    /// When that was measured.
    pub stored_date: &'static str,
}

/// The positions that are looked at, with the moves that led to them: games of Michniewski's
/// evaluation against itself from `openings`. `progress` is told of every finished game.
pub fn positions(openings: &[Opening], progress: impl Fn() + Sync) -> Vec<Game> {
    let games = openings.par_iter().map(|opening| {
        let positions = positions_of_a_game(opening);
        progress();
        positions
    });
    games.flatten().collect()
}

fn positions_of_a_game(opening: &Opening) -> Vec<Game> {
    let table = Transposition::with_bits(14);
    let mut search = Search::new(eval_simplified::michniewski(), table);
    let mut game = Game::new(opening.start.clone());
    opening.moves.iter().for_each(|&mv| game.play(mv));
    let mut positions = Vec::new();
    for ply in 0..PLIES {
        let outcome = search.go(&game, &Limits::nodes(NODES), |_| {});
        let Some(best) = outcome.best.filter(|_| goes_on(game.position())) else {
            break;
        };
        if ply % EVERY == 0 && checkers(game.position()).is_empty() {
            positions.push(game.clone());
        }
        game.play(best);
    }
    positions
}

fn goes_on(position: &Chess) -> bool {
    position.halfmoves() < 100 && !position.is_insufficient_material()
}

/// Measures every evaluator of `names` over `positions`; Michniewski's is measured for comparison.
pub fn measure(names: &[&'static str], positions: &[Game]) -> Vec<Measured> {
    let change = |name| registry::with(name, Changes(positions));
    let reference = change("michniewski").map_or(f64::NAN, |(_, _, change)| change);
    let measured = names.iter().filter_map(|name| {
        let (info, moves, change) = change(name)?;
        let Swing { ratio, measured } = info.swing;
        Some(Measured {
            evaluator: info.name,
            moves,
            change,
            ratio: change / reference,
            stored: ratio,
            stored_date: measured,
        })
    });
    measured.collect()
}

struct Changes<'g>(&'g [Game]);

impl Visitor for Changes<'_> {
    type Output = (EvaluatorInfo, usize, f64);

    fn visit<E: Evaluator + Configure + Clone>(self, evaluator: E) -> Self::Output {
        let mut changes: Vec<i32> = self
            .0
            .par_iter()
            .flat_map_iter(|game| changes(&evaluator, game))
            .collect();
        changes.sort_unstable();
        (evaluator.info(), changes.len(), trimmed_mean(&changes))
    }
}

/// The absolute change of the value over each quiet move.
fn changes<E: Evaluator>(evaluator: &E, game: &Game) -> Vec<i32> {
    let (node, mut line) = Node::root(evaluator, game);
    let mut scratch = E::Scratch::default();
    let before = evaluator.evaluate(&node, &mut scratch).cp();
    let mut changes = Vec::new();
    for mv in game.legal_moves() {
        if mv.is_capture() || mv.is_promotion() {
            continue;
        }
        let child = node.play(evaluator, mv, &mut line);
        let goes_on = Generator::new(child.position(), child.checkers()).has_legal_move();
        if !child.is_check() && goes_on {
            let after = -evaluator.evaluate(&child, &mut scratch).cp();
            changes.push((after - before).abs());
        }
    }
    changes
}

/// The mean without the outer tenths of `sorted`; 0 if there is nothing.
fn trimmed_mean(sorted: &[i32]) -> f64 {
    let cut = (sorted.len() as f64 * TRIM) as usize;
    let kept = &sorted[cut..sorted.len() - cut];
    if kept.is_empty() {
        return 0.0;
    }
    kept.iter().map(|&change| f64::from(change)).sum::<f64>() / kept.len() as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine_core::game::Game;

    #[test]
    fn the_outer_tenths_do_not_count() {
        let sorted: Vec<i32> = [vec![-1000; 1], (1..=8).collect(), vec![9999; 1]].concat();
        assert_eq!(trimmed_mean(&sorted), 4.5);
        assert_eq!(trimmed_mean(&[]), 0.0);
    }

    #[test]
    fn quiet_moves_change_tables_and_not_material() {
        let games = [Game::parse("startpos moves e2e4 e7e5 g1f3").unwrap()];
        let measured = measure(&["material", "michniewski"], &games);
        assert_eq!(measured[0].change, 0.0);
        assert_eq!(measured[1].ratio, 1.0);
        // All 29 legal moves are quiet, and none gives check.
        assert_eq!(measured[1].moves, 29);
    }

    #[test]
    fn a_change_is_seen_from_one_side() {
        // A king move from e1 to d1 or f1 costs nothing or little; the side to move changes, and
        // with it the sign, but not what the move is worth.
        let game = Game::parse("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").unwrap();
        let all = changes(&eval_simplified::michniewski(), &game);
        assert!(all.iter().all(|&change| change < 60), "{all:?}");
        assert_eq!(all.len(), game.legal_moves().len());
    }
}
