//! The distance of a search's score from an evaluator's static value.
//!
//! The margins of the search (for pruning and reductions) are bets on the distance between the static value and the
//! score of a search of some plies. They are written for Michniewski's evaluation. An evaluator whose values are twice
//! as far from the scores of a search needs margins twice as wide, whatever its pawn is worth. This module measures
//! that factor. The worth of a value in results is independent of it: that is the [`scale`](players::scale).
//!
//! The positions are those of games from the built-in openings, every one of `EVERY` plies,
//! outside check. In each, the evaluator's own search of `DEPTH` plies is one observation: the
//! absolute difference of its score and the static value, unless it is a mate. The mean of the
//! observations between the tenth and the ninetieth percentile is the measure: unlike a median it
//! is not rounded to the five centipawns in which some evaluators count, and unlike a mean it is
//! not ruled by the few positions in which a queen hangs.
//!
//! The change of the value over single quiet moves looks similar, but is not a substitute: where an evaluator counts
//! hanging pieces it is dominated by moves that no search would choose.

use engine_core::game::Game;
use engine_core::limits::Limits;
use engine_core::params::Params;
use openings::Opening;
use rayon::prelude::*;
use shakmaty::Position;

use crate::error::LabError;
use evaluators::{AnyEvaluator, EvaluationError, Searcher, registry};
use runner::drawn::builtin_openings;

/// The table of a search, two to this power entries.
const TABLE: u32 = 14;
/// Plies between two positions of a game.
const EVERY: usize = 6;
/// Plies of the search that the static value is compared with: as deep as the margins reach.
const DEPTH: i32 = 4;
/// Nodes for each move of the games.
const NODES: u64 = 1_000;
/// The longest game, in plies.
const PLIES: usize = 160;
/// Observations in the outer tenths do not count.
const TRIM: f64 = 0.1;

/// The positions that are searched, with the moves that led to them: from games of Michniewski's evaluation against
/// itself, one from each of the first `games` built-in openings, of which there are 10,000. `progress` is called after
/// each game.
pub fn positions(games: usize, progress: impl Fn() + Sync) -> Result<Vec<Game>, LabError> {
    let mut openings = builtin_openings(None)?;
    openings.truncate(games);
    let games = openings.par_iter().map(|opening| {
        let positions = collect_positions(opening);
        progress();
        positions
    });
    let games = games.collect::<Result<Vec<_>, EvaluationError>>()?;
    Ok(games.into_iter().flatten().collect())
}

/// A search that measures the evaluator alone, and not what the search learns of it.
fn searcher(evaluator: &dyn AnyEvaluator) -> Box<dyn Searcher> {
    let mut search = evaluator.searcher(TABLE);
    search.set_params(Params::MICHNIEWSKI.uncorrected());
    search
}

fn collect_positions(opening: &Opening) -> Result<Vec<Game>, EvaluationError> {
    let mut search = searcher(&*registry::michniewski());
    let mut game = Game::new(opening.start.clone());
    opening.moves.iter().for_each(|&mv| game.play(mv));
    let mut positions = Vec::new();
    for ply in 0..PLIES {
        let outcome = search.go(&game, &Limits::nodes(NODES), &mut |_| {})?;
        let position = game.position();
        let goes_on = position.halfmoves() < 100 && !position.is_insufficient_material();
        let Some(best) = outcome.best().filter(|_| goes_on) else { break };
        if ply % EVERY == 0 && !game.position().is_check() {
            positions.push(game.clone());
        }
        game.play(best);
    }
    Ok(positions)
}

/// The margin scale of `evaluator`, measured on `positions`: by how much a search changes its values, relative to
/// Michniewski's; and the number of positions in which its search found no mate.
pub(super) fn margin_scale(
    evaluator: &dyn AnyEvaluator,
    positions: &[Game],
) -> Result<(f64, usize), EvaluationError> {
    let reference = change_of(&*registry::michniewski(), positions)?;
    let changes = changes(evaluator, positions)?;
    Ok((trimmed_mean(&changes) / reference, changes.len()))
}

/// The trimmed mean change of `evaluator`'s values by a search, in its centipawns; 0 without a position.
pub fn change_of(evaluator: &dyn AnyEvaluator, positions: &[Game]) -> Result<f64, EvaluationError> {
    Ok(trimmed_mean(&changes(evaluator, positions)?))
}

/// The absolute differences of search and static value but for mates, sorted.
fn changes(evaluator: &dyn AnyEvaluator, positions: &[Game]) -> Result<Vec<i32>, EvaluationError> {
    let searched = positions.par_iter();
    let changes = searched.map_init(
        || searcher(evaluator),
        |search, game| {
            let value = evaluator.evaluate(game)?;
            search.clear();
            let found = search.go(game, &Limits::depth(DEPTH), &mut |_| {})?;
            let score = found.score.cp().filter(|_| !found.score.is_mate());
            Ok(score.map(|score| (score - value).abs()))
        },
    );
    let changes: Vec<Option<i32>> = changes.collect::<Result<_, _>>()?;
    let mut changes: Vec<i32> = changes.into_iter().flatten().collect();
    changes.sort_unstable();
    Ok(changes)
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

    #[test]
    fn the_outer_tenths_do_not_count() {
        let sorted: Vec<i32> = [vec![-1000; 1], (1..=8).collect(), vec![9999; 1]].concat();
        assert_eq!(trimmed_mean(&sorted), 4.5);
        assert_eq!(trimmed_mean(&[]), 0.0);
    }

    #[test]
    fn a_capture_that_is_there_is_the_difference_and_mates_do_not_count() {
        // The queen hangs, and nothing else is on the board but kings.
        let hanging = Game::parse("4k3/8/8/3q4/8/8/3R4/3K4 w - - 0 1").unwrap();
        let mate = Game::parse("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1").unwrap();
        let michniewski = registry::michniewski();
        let changes = changes(&*michniewski, &[mate.clone(), hanging]).unwrap();
        assert!(matches!(changes[..], [800..1100]), "{changes:?}");
        let games = [mate, Game::parse("startpos moves e2e4 e7e5 g1f3").unwrap()];
        assert_eq!(margin_scale(&*michniewski, &games).unwrap(), (1.0, 1));
    }
}
