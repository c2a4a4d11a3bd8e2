//! What a value does if a number changes.

use engine_core::evaluator::Evaluator;
use engine_core::explain::{Ledger, Sum};
use engine_core::node::Node;
use engine_core::options::{Configure, OptionError};
use rayon::prelude::*;

use super::numbers::{Number, set};
use crate::positions::Position;

/// Positions that go together: an evaluator with another number stays in the cache for so many.
const TOGETHER: usize = 64;
/// Positions that are asked whether a number counts in what is kept from move to move.
const ASKED: usize = 100;
/// Values are rounded to tenths, so differences of differences up to this, in centipawns, are none.
const ROUNDING: f64 = 0.25;

/// What an evaluator says of a position, in centipawns from White's side.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Slopes {
    /// The value.
    pub(super) value: f64,
    /// Numbers that make a difference, by their places in order, and how much one unit more of each makes.
    pub(super) slopes: Vec<(usize, f64)>,
}

/// An evaluator with another number.
struct Moved<E> {
    evaluator: E,
    /// What the number was moved by.
    by: f64,
    /// Whether what is kept from move to move is another, too.
    is_kept: bool,
}

impl<E: Evaluator> Moved<E> {
    fn value(&self, position: &Position, node: &Node<E::State>) -> f64 {
        if self.is_kept {
            return value(
                &self.evaluator,
                &Node::root(&self.evaluator, &position.game).0,
            );
        }
        value(&self.evaluator, node)
    }
}

/// Whether a number counts in what is kept from move to move: asked of some positions, since it is much work.
fn is_kept<E: Evaluator>(evaluator: &E, moved: &E, positions: &[Position]) -> bool {
    let mut some = positions.iter().step_by((positions.len() / ASKED).max(1));
    some.any(|position| {
        let [own, other] = [evaluator, moved].map(|of| Node::root(of, &position.game).0);
        value(moved, &own) != value(moved, &other)
    })
}

/// The slopes around the numbers at `at`, which `evaluator` has; `None` if it was stopped.
pub(super) fn slopes<E: Evaluator + Configure + Clone>(
    evaluator: &E,
    numbers: &[Number],
    at: &[f64],
    positions: &[Position],
    tell: impl Fn(usize) + Sync,
    stopped: impl Fn() -> bool + Sync,
) -> Result<Option<Vec<Slopes>>, OptionError> {
    let moved = |index: usize, value: f64| {
        let mut other = evaluator.clone();
        set(&mut other, &numbers[index], value)?;
        Ok(Moved {
            is_kept: is_kept(evaluator, &other, positions),
            evaluator: other,
            by: value - at[index],
        })
    };
    let moved = (0..numbers.len()).into_par_iter().map(|index| {
        let [up, down] = numbers[index].around(at[index]);
        Ok([moved(index, up)?, moved(index, down)?])
    });
    let moved: Vec<[Moved<E>; 2]> = moved.collect::<Result<_, _>>()?;
    let parts = positions.par_chunks(TOGETHER).map(|positions| {
        if stopped() {
            return None;
        }
        let nodes = positions
            .iter()
            .map(|position| Node::root(evaluator, &position.game).0);
        let nodes: Vec<_> = nodes.collect();
        let found = nodes.iter().map(|node| Slopes {
            value: value(evaluator, node),
            slopes: Vec::new(),
        });
        let mut found: Vec<Slopes> = found.collect();
        for (index, both) in moved.iter().enumerate() {
            for ((position, node), found) in positions.iter().zip(&nodes).zip(&mut found) {
                let differences = both
                    .each_ref()
                    .map(|moved| (moved.value(position, node) - found.value, moved.by));
                let slope = slope(differences);
                if slope != 0.0 {
                    found.slopes.push((index, slope));
                }
            }
        }
        tell(positions.len());
        Some(found)
    });
    let parts: Option<Vec<Vec<Slopes>>> = parts.collect();
    Ok(parts.map(|parts| parts.into_iter().flatten().collect()))
}

fn value<E: Evaluator>(evaluator: &E, node: &Node<E::State>) -> f64 {
    let mut sum = Sum::default();
    evaluator.post(node, &mut sum);
    f64::from(sum.total()) / 10.0
}

/// The slope of two differences, each with what the number was moved by. Where they disagree a kink or a jump is near, and
/// the smaller of the two says no more than is sure.
fn slope([(up, above), (down, below)]: [(f64, f64); 2]) -> f64 {
    if above == below {
        return 0.0;
    }
    let whole = (up - down) / (above - below);
    let of_line = |by: f64| whole * by;
    if (up - of_line(above)).abs() <= ROUNDING && (down - of_line(below)).abs() <= ROUNDING {
        return whole;
    }
    let one_sided = [(up, above), (down, below)].map(|(difference, by)| match by {
        0.0 => f64::INFINITY,
        _ => difference / by,
    });
    let [a, b] = one_sided;
    if a.abs() <= b.abs() { a } else { b }
}

#[cfg(test)]
mod tests {
    use engine_core::game::Game;

    use super::*;
    use crate::fit::tune::numbers::numbers;

    #[test]
    fn slopes_of_lines_kinks_and_jumps() {
        assert_eq!(slope([(20.0, 10.0), (-20.0, -10.0)]), 2.0);
        // Rounded to tenths.
        assert!((slope([(3.3, 10.0), (-3.4, -10.0)]) - 0.335).abs() < 1e-9);
        assert_eq!(slope([(20.0, 10.0), (0.0, -10.0)]), 0.0);
        assert_eq!(slope([(500.0, 10.0), (-20.0, -10.0)]), 2.0);
        // At the end of what an option takes.
        assert_eq!(slope([(0.0, 0.0), (-20.0, -10.0)]), 2.0);
    }

    #[test]
    fn a_pawn_more_is_one_unit_of_the_pawns_value() {
        let compendium = eval_compendium::compendium();
        let patterns = ["intro.piece-values.*".to_owned()];
        let numbers = numbers(&compendium, "compendium", &patterns).unwrap();
        let at: Vec<f64> = numbers.iter().map(|number| number.document).collect();
        let positions = [
            "8/5k2/8/8/3PP3/8/4KN2/8 w - - 0 1",
            "8/5k2/8/8/3PP3/8/4K3/8 b - - 0 1",
        ];
        let positions = positions.map(|fen| Position {
            game: Game::parse(fen).unwrap(),
            number: 1,
            white_half_points: 1,
            score: None,
        });
        let found = slopes(&compendium, &numbers, &at, &positions, |_| (), || false);
        let found = found.unwrap().unwrap();
        let place = |name: &str| {
            numbers
                .iter()
                .position(|n| n.option.ends_with(name))
                .unwrap()
        };
        let slope = |of: usize, name| {
            let mut slopes = found[of].slopes.iter();
            slopes
                .find(|(at, _)| *at == place(name))
                .map_or(0.0, |(_, slope)| *slope)
        };
        assert!((slope(0, "pawn") - 2.0).abs() < 0.05, "{found:?}");
        assert!((slope(0, "knight") - 1.0).abs() < 0.05, "{found:?}");
        assert_eq!(slope(1, "knight"), 0.0);
        let stopped = slopes(&compendium, &numbers, &at, &positions, |_| (), || true);
        assert_eq!(stopped.unwrap(), None);
    }
}
