//! The change of a value with each number.

use engine_core::game::Game;
use rayon::prelude::*;

use super::numbers::Number;
use super::{TuneError, refused};
use crate::positions::Position;
use evaluators::AnyEvaluator;

/// The size of a block of positions: an evaluator with another number stays in the cache for one.
const TOGETHER: usize = 64;
/// The number of values that one thread sets.
const FAMILY: usize = 64;
/// The number of positions on which a number is tested for an effect on incremental state: some, since it is much work.
const ASKED: usize = 100;
/// Values are rounded to tenths, so differences of differences up to this, in centipawns, are none.
const ROUNDING: f64 = 0.25;

/// The value of a position and its slopes, in centipawns from White's side.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Slopes {
    /// The value.
    pub(super) value: f64,
    /// Numbers that make a difference, by their places in order, and how much one unit more of each makes.
    pub(super) slopes: Vec<(usize, f64)>,
}

/// The slopes around the numbers at `at`, which `evaluator` has, called `name`; `None` if it was stopped.
pub(super) fn slopes(
    (name, evaluator): (&str, &dyn AnyEvaluator),
    numbers: &[Number],
    at: &[f64],
    positions: &[Position],
    notify: impl Fn(usize) + Sync,
    stopped: impl Fn() -> bool + Sync,
) -> Result<Option<Vec<Slopes>>, TuneError> {
    let around = numbers.iter().zip(at).map(|(number, &at)| number.around(at));
    let around: Vec<[f64; 2]> = around.collect();
    let settings = numbers.iter().zip(&around);
    let settings =
        settings.flat_map(|(number, both)| both.map(|value| (number.option, number.text(value))));
    let settings: Vec<(&str, String)> = settings.collect();
    let some = positions.iter().step_by((positions.len() / ASKED).max(1));
    let samples: Vec<&Game> = some.map(|position| &position.game).collect();
    let families = settings.par_chunks(FAMILY).map(|some| evaluator.variants(some, &samples));
    let families = families.collect::<Result<Vec<_>, _>>();
    let families = families.map_err(|source| refused(name, source))?;
    let parts = positions.par_chunks(TOGETHER).map(|positions| {
        if stopped() {
            return Ok(None);
        }
        let games: Vec<&Game> = positions.iter().map(|position| &position.game).collect();
        let (mut own, mut moved) = (Vec::new(), Vec::new());
        for family in &families {
            let mut values = family.tenths(&games)?.into_iter();
            own = values.next().unwrap_or_default();
            moved.extend(values);
        }
        let found = (0..games.len()).map(|place| {
            let value = centipawns(own[place]);
            let slope_of = |index: usize| {
                let differences = [0, 1].map(|side| {
                    let change = centipawns(moved[2 * index + side][place]) - value;
                    (change, around[index][side] - at[index])
                });
                (index, slope(differences))
            };
            let slopes = (0..numbers.len()).map(slope_of);
            Slopes { value, slopes: slopes.filter(|(_, slope)| *slope != 0.0).collect() }
        });
        let found: Vec<Slopes> = found.collect();
        notify(positions.len());
        Ok(Some(found))
    });
    let parts: Result<Option<Vec<Vec<Slopes>>>, TuneError> = parts.collect();
    Ok(parts?.map(|parts| parts.into_iter().flatten().collect()))
}

fn centipawns(tenths: i32) -> f64 {
    f64::from(tenths) / 10.0
}

/// The slope of two differences, each with the distance by which the number was moved. Where they disagree a kink or a
/// jump is near, and the smaller of the two claims no more than is certain.
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
    use super::*;
    use crate::fit::tune::numbers::numbers;
    use evaluators::registry;

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
        let compendium = registry::evaluator("compendium").unwrap();
        let patterns = ["intro.piece-values.*".to_owned()];
        let numbers = numbers(compendium.options(), "compendium", &patterns).unwrap();
        let at: Vec<f64> = numbers.iter().map(|number| number.document).collect();
        let positions = ["8/5k2/8/8/3PP3/8/4KN2/8 w - - 0 1", "8/5k2/8/8/3PP3/8/4K3/8 b - - 0 1"];
        let positions = positions.map(|fen| Position {
            game: Game::parse(fen).unwrap(),
            number: 1,
            white_half_points: 1,
            score: None,
        });
        let found =
            slopes(("compendium", &*compendium), &numbers, &at, &positions, |_| (), || false);
        let found = found.unwrap().unwrap();
        let place = |name: &str| numbers.iter().position(|n| n.option.ends_with(name)).unwrap();
        let slope = |of: usize, name| {
            let mut slopes = found[of].slopes.iter();
            slopes.find(|(at, _)| *at == place(name)).map_or(0.0, |(_, slope)| *slope)
        };
        assert!((slope(0, "pawn") - 2.0).abs() < 0.05, "{found:?}");
        assert!((slope(0, "knight") - 1.0).abs() < 0.05, "{found:?}");
        assert_eq!(slope(1, "knight"), 0.0);
        let stopped =
            slopes(("compendium", &*compendium), &numbers, &at, &positions, |_| (), || true);
        assert_eq!(stopped.unwrap(), None);
    }
}
