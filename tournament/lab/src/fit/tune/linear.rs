//! The numbers that an evaluator offers, the change of a value with each as rows that can be fitted, and the ridge,
//! loosened until the prediction of held-out games no longer improves.

use std::collections::HashSet;

use anyhow::bail;
use engine_core::game::Game;
use engine_core::options::{OptionInfo, OptionKind, matches};
use rayon::prelude::*;
use uci_client::did_you_mean;

use super::{Step, TunedNumber, average, is_held_back, refused, text};
use crate::fit::logistic::{Ridge, fit, fit_freely, fit_with_errors};
use crate::fit::{Data, turn};
use crate::positions::Position;
use evaluators::AnyEvaluator;

const PREFIX: &str = "weight.";
/// The least size that a number is taken to have, in the units of its option: the document may be wrong about a 0, too.
const MIN_SIZE: f64 = 5.0;

/// A number that can be set, in the units of its option.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Number {
    pub(super) option: &'static str,
    pub(super) document: f64,
    least: f64,
    most: f64,
    /// Tenths that the option takes: 10 is whole numbers only.
    tenths: i32,
}

impl Number {
    /// Its size, for a ridge that is as strong for each.
    fn size(&self) -> f64 {
        self.document.abs().max(MIN_SIZE)
    }

    /// The nearest that the option takes.
    fn settled(&self, value: f64) -> f64 {
        let grain = f64::from(self.tenths) / 10.0;
        ((value / grain).round() * grain).clamp(self.least, self.most)
    }

    /// The numbers above and below `at` by which differences are taken: near, but not so near that the tenths to
    /// which values are rounded count.
    fn around(&self, at: f64) -> [f64; 2] {
        let step = self.settled((at.abs() / 4.0).clamp(2.0, 10.0));
        [(at + step).min(self.most), (at - step).max(self.least)]
    }
}

/// The numbers among `options` that match one of `patterns`; without any, all but weights, which scale other numbers.
pub(super) fn numbers(options: Vec<OptionInfo>, name: &str, patterns: &[String]) -> anyhow::Result<Vec<Number>> {
    let all = options.into_iter().filter_map(|option| {
        let (default, min, max, tenths) = match option.kind {
            OptionKind::Number { default, min, max } => (10 * default, 10 * min, 10 * max, 10),
            OptionKind::Tenths { default, min, max } => (default, min, max, 1),
            _ => return None,
        };
        let [document, least, most] = [default, min, max].map(|tenths| f64::from(tenths) / 10.0);
        Some(Number { option: option.name, document, least, most, tenths })
    });
    let all: Vec<Number> = all.collect();
    if all.is_empty() {
        bail!(
            "{name} offers no number as an option, so there is nothing to tune; `evalarena accuracy --terms` shows the best \
             factor on each of its terms"
        );
    }
    let fits = |pattern: &str| all.iter().any(|number| matches(pattern, number.option));
    if let Some(pattern) = patterns.iter().find(|pattern| !fits(pattern)) {
        const SHOWN: usize = 8;
        let known: Vec<String> = all.iter().map(|number| number.option.to_owned()).collect();
        let shown = known[..known.len().min(SHOWN)].join(", ");
        let more = known.len().checked_sub(SHOWN).filter(|more| *more > 0);
        bail!(
            "--params {pattern}: no number of {name} is called so{}; a * stands for any text, and there are {shown}{}",
            did_you_mean(pattern, &known),
            more.map_or(String::new(), |more| format!(" and {more} more"))
        );
    }
    let is_wanted = |number: &Number| match patterns {
        [] => !number.option.starts_with(PREFIX),
        _ => patterns.iter().any(|pattern| matches(pattern, number.option)),
    };
    Ok(all.into_iter().filter(is_wanted).collect())
}

/// The size of a block of positions: an evaluator with another number stays in the cache for one.
const TOGETHER: usize = 64;
const FAMILY: usize = 64;
/// The number of positions on which a number is tested for an effect on incremental state: some, since it is much work.
const ASKED: usize = 100;
/// Values are rounded to tenths, so differences of differences up to this, in centipawns, are none.
const ROUNDING: f64 = 0.25;

/// The value of a position and its slopes, in centipawns from White's side.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Slopes {
    value: f64,
    /// Numbers that make a difference, by their places in order, and how much one unit more of each makes.
    slopes: Vec<(usize, f64)>,
}

/// The slopes around the numbers at `at`, which `evaluator` has, called `name`; `None` if it was stopped.
pub(super) fn slopes(
    (name, evaluator): (&str, &dyn AnyEvaluator),
    numbers: &[Number],
    at: &[f64],
    positions: &[Position],
    notify: impl Fn(usize) + Sync,
    stopped: impl Fn() -> bool + Sync,
) -> anyhow::Result<Option<Vec<Slopes>>> {
    let around: Vec<[f64; 2]> = numbers.iter().zip(at).map(|(number, &at)| number.around(at)).collect();
    let both = numbers.iter().zip(&around);
    let settings = both.flat_map(|(number, both)| both.map(|value| (number.option, text(value))));
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
    let parts: anyhow::Result<Option<Vec<Vec<Slopes>>>> = parts.collect();
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
    if (up - whole * above).abs() <= ROUNDING && (down - whole * below).abs() <= ROUNDING {
        return whole;
    }
    let [a, b] = [(up, above), (down, below)].map(|(difference, by)| match by {
        0.0 => f64::INFINITY,
        _ => difference / by,
    });
    if a.abs() <= b.abs() { a } else { b }
}

/// A number that makes a difference in fewer games is not fitted.
const MIN_GAMES: usize = 20;
/// Columns before those of the numbers: the value with the document's numbers, and whose move it is.
const BEFORE: usize = 2;

/// The value as a linear function of the numbers' distances from the document's, each in units of the number's size.
pub(super) struct LinearModel {
    all: Data,
    fitted_on: Data,
    columns: Vec<usize>,
    /// The share of positions in which each of these fires.
    fires: Vec<f64>,
}

impl LinearModel {
    pub(super) fn of(taken: &[Slopes], numbers: &[Number], at: &[f64], positions: &[Position]) -> LinearModel {
        let mut games = vec![HashSet::new(); numbers.len()];
        let mut fired = vec![0_usize; numbers.len()];
        for (slopes, position) in taken.iter().zip(positions) {
            for &(number, _) in &slopes.slopes {
                games[number].insert(position.number);
                fired[number] += 1;
            }
        }
        let mut places = vec![None; numbers.len()];
        let mut columns = Vec::new();
        for number in (0..numbers.len()).filter(|&number| games[number].len() >= MIN_GAMES) {
            places[number] = Some(BEFORE + columns.len());
            columns.push(number);
        }
        let mut all = Data::new(BEFORE + columns.len());
        let mut row = vec![0.0; BEFORE + columns.len()];
        for (slopes, position) in taken.iter().zip(positions) {
            row.fill(0.0);
            let mut base = slopes.value;
            for &(number, slope) in &slopes.slopes {
                if let Some(place) = places[number] {
                    base -= slope * (at[number] - numbers[number].document);
                    row[place] = slope * numbers[number].size() / 100.0;
                }
            }
            (row[0], row[1]) = (base / 100.0, turn(position));
            all.push_position(&row, position);
        }
        let count = taken.len().max(1) as f64;
        LinearModel {
            fitted_on: all.part(|game| !is_held_back(game)),
            all,
            fires: columns.iter().map(|&number| fired[number] as f64 / count).collect(),
            columns,
        }
    }

    /// The numbers of these coefficients, as options take them; the others stay as they are `at`.
    pub(super) fn set(&self, numbers: &[Number], at: &[f64], b: &[f64]) -> Vec<f64> {
        let mut set = at.to_vec();
        for (place, &number) in self.columns.iter().enumerate() {
            let moved = numbers[number].size() * b[BEFORE + place] / b[0];
            set[number] = numbers[number].settled(numbers[number].document + moved);
        }
        set
    }

    /// The numbers fitted to all games with the best ridge, and the options that are not fitted.
    pub(super) fn tuned(
        &self,
        numbers: &[Number],
        at: &[f64],
        best: &BestRidge,
    ) -> (Vec<TunedNumber>, Vec<&'static str>) {
        let fitted = fit_with_errors(&self.all, &best.ridge, &best.fitted);
        let set = self.set(numbers, at, &fitted.coefficients);
        let tuned = self.columns.iter().enumerate().map(|(place, &number)| {
            let own = &numbers[number];
            let (moved, error) = fitted.ratio(BEFORE + place, fitted.covariance[BEFORE + place][0]);
            TunedNumber {
                option: own.option,
                document: own.document,
                tuned: own.document + own.size() * moved,
                error: own.size() * error,
                set: set[number],
                fires: self.fires[place],
            }
        });
        let silent = (0..numbers.len()).filter(|number| !self.columns.contains(number));
        let silent = silent.map(|number| numbers[number].option);
        (tuned.collect(), silent.collect())
    }
}

/// The strengths, the strongest first: standard deviations of the numbers around the document's from a hundredth
/// of their size to thirty times.
const STRENGTHS: [f64; 15] =
    [10_000.0, 3_000.0, 1_000.0, 300.0, 100.0, 30.0, 10.0, 3.0, 1.0, 0.3, 0.1, 0.03, 0.01, 0.003, 0.001];

/// The strength of the pull on the scale towards that of the document's numbers, a standard deviation of a tenth of it:
/// if every number is fitted, results do not determine how large all of them are together, and this does.
const SCALE: f64 = 100.0;

/// The number of ridges in a row worse than the best that ends the path.
const WORSE: u32 = 2;

pub(super) struct BestRidge {
    pub(super) strength: f64,
    ridge: Ridge,
    /// The coefficients of the games that are fitted on.
    pub(super) fitted: Vec<f64>,
    pub(super) losses: Vec<f64>,
}

/// Loosens the ridge from step to step, until predictions get worse or it is `stopped`. `measure` returns the losses of
/// the evaluator itself in the held-out games, with the numbers of some coefficients: it is not linear, and how
/// far the slopes can be trusted shows there alone.
pub(super) fn loosened(
    linear: &LinearModel,
    measure: impl Fn(&[f64]) -> anyhow::Result<Vec<f64>>,
    notify: impl Fn(Step),
    stopped: impl Fn() -> bool,
) -> anyhow::Result<Option<BestRidge>> {
    let columns = linear.fitted_on.columns;
    let unpulled = scale(&linear.fitted_on);
    let unit = unpulled[0] * unpulled[0];
    let mut start = unpulled.clone();
    let mut best: Option<BestRidge> = None;
    let (mut least, mut worse) = (f64::INFINITY, 0);
    for strength in STRENGTHS {
        let mut ridge = Ridge::none(columns);
        // Strengths are meant for numbers, which are coefficients relative to the value's.
        ridge.pulls[BEFORE..].fill(strength / unit);
        (ridge.pulls[0], ridge.towards[0]) = (SCALE / unit, unpulled[0]);
        let fitted = fit(&linear.fitted_on, &ridge, &start);
        start.clone_from(&fitted);
        let losses = measure(&fitted)?;
        let loss = average(&losses);
        notify(Step::Ridge(strength, loss));
        if best.is_some() && loss >= least {
            worse += u32::from(loss > least);
        } else {
            (least, worse) = (loss, 0);
            best = Some(BestRidge { strength, ridge, fitted, losses });
        }
        if worse >= WORSE || stopped() {
            break;
        }
    }
    Ok(best)
}

/// The coefficients with all numbers at the document's.
fn scale(data: &Data) -> Vec<f64> {
    let mut base = Data::new(BEFORE);
    for at in 0..data.results.len() {
        base.push(&data.row(at)[..BEFORE], data.results[at], data.games[at]);
    }
    let mut b = fit_freely(&base);
    b.resize(data.columns, 0.0);
    b
}

#[cfg(test)]
mod tests {
    use super::*;
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

    /// Two pawns and a knight ahead: the slopes are their numbers; and all that is tried can be set.
    #[test]
    fn a_pawn_more_is_one_unit_of_the_pawns_value() {
        let compendium = registry::evaluator("compendium").unwrap();
        let of = |patterns: &[String]| numbers(compendium.options(), "compendium", patterns);
        let weights = of(&["weight.*".to_owned()]).unwrap();
        assert!(weights.len() > 10 && weights.iter().all(|weight| weight.document == 100.0));
        let numbers = of(&[]).unwrap();
        assert!(numbers.len() > 300 && !numbers.iter().any(|of| of.option.starts_with(PREFIX)));
        let at: Vec<f64> = numbers.iter().map(|number| number.document).collect();
        for number in &numbers {
            let mut evaluator = compendium.boxed();
            assert!(!number.around(number.document).contains(&number.document), "{number:?}");
            let value = number.settled(number.document + 1.2345);
            evaluator.set(number.option, &text(value)).unwrap();
        }
        let positions = ["8/5k2/8/8/3PP3/8/4KN2/8 w - - 0 1", "8/5k2/8/8/3PP3/8/4K3/8 b - - 0 1"];
        let positions = positions.map(|fen| Position {
            game: Game::parse(fen).unwrap(),
            number: 1,
            white_half_points: Some(1),
            score: None,
        });
        let of = ("compendium", &*compendium);
        let found = slopes(of, &numbers, &at, &positions, |_| (), || false).unwrap().unwrap();
        for (position, piece, expected) in [(0, "pawn", 2.0), (0, "knight", 1.0), (1, "knight", 0.0)] {
            let option = format!("intro.piece-values.{piece}");
            let place = numbers.iter().position(|number| number.option == option).unwrap();
            let mut slopes = found[position].slopes.iter();
            let slope = slopes.find(|(at, _)| *at == place).map_or(0.0, |(_, slope)| *slope);
            assert!((slope - expected).abs() < 0.05, "{piece}: {found:?}");
        }
        let stopped = slopes(of, &numbers, &at, &positions, |_| (), || true);
        assert_eq!(stopped.unwrap(), None);
    }
}
