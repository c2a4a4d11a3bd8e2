//! An evaluator taken apart into what its options `weight.*` weigh.
//!
//! What stands under one weight is the difference that it makes at 100 to all weights at 0. What is
//! left with all of them at 0 is the base: the material, as a rule. Where rules add up the base and the
//! parts add up to the whole; a rule that reads the score of others reads another one here, and
//! [`Parts::gap`] says how much that makes.
//!
//! A verdict on a position as a whole scales the score or lifts it, so the result there is the verdict's
//! as much as the parts'. Such positions have none, unless [`Verdicts::Scaling`] is asked for: then those
//! whose score is scaled have the parts of the score before that.

use engine_core::evaluator::Evaluator;
use engine_core::explain::{Ledger, Meta, Rule, Sum};
use engine_core::node::Node;
use engine_core::options::{Configure, OptionError, OptionKind};
use rayon::prelude::*;

use crate::positions::Position;

/// Options whose names begin so are weights.
pub const PREFIX: &str = "weight.";
/// The fact by which an evaluator says that a verdict on the position scaled the score, or lifted it.
const VERDICT: &str = "scale_rule";

/// Which verdicts a position may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdicts {
    /// None.
    None,
    /// One that scales the score, as if it were silent.
    Scaling,
}

/// A weight that can be set.
#[derive(Debug, Clone, PartialEq)]
pub struct Weight {
    /// The option.
    pub option: &'static str,
    /// The least that it can be, in percent.
    pub least: i32,
    /// The most, in percent.
    pub most: i32,
}

/// What a position is made of, in centipawns from White's side.
#[derive(Debug, Clone, PartialEq)]
pub struct Parts {
    /// The value with all weights at 100.
    pub whole: f64,
    /// The value with all weights at 0.
    pub base: f64,
    /// What each weight at 100 adds to the base.
    pub parts: Vec<f64>,
}

impl Parts {
    /// How far base and parts are from adding up to the whole, in centipawns.
    #[must_use]
    pub fn gap(&self) -> f64 {
        (self.base + self.parts.iter().sum::<f64>() - self.whole).abs()
    }
}

/// The weights that an evaluator has.
pub fn weights(evaluator: &impl Configure) -> Vec<Weight> {
    let options = evaluator.options().into_iter();
    let weights = options.filter(|option| option.name.starts_with(PREFIX));
    weights
        .filter_map(|option| match option.kind {
            OptionKind::Number { min, max, .. } => Some(Weight {
                option: option.name,
                least: min,
                most: max,
            }),
            _ => None,
        })
        .collect()
}

/// The evaluator with its weights set so, in percent.
///
/// # Errors
/// If it does not take them.
pub fn weighted<E: Configure + Clone>(
    evaluator: &E,
    weights: &[Weight],
    percent: impl Fn(usize) -> i32,
) -> Result<E, OptionError> {
    let mut evaluator = evaluator.clone();
    for (index, weight) in weights.iter().enumerate() {
        let percent = percent(index).clamp(weight.least, weight.most);
        evaluator.set(weight.option, &percent.to_string())?;
    }
    Ok(evaluator)
}

/// Takes every position apart, in parallel; `None` where a verdict speaks that it may not have, be it
/// to the whole, the base or a part. `progress` is told of each position.
///
/// # Errors
/// If the evaluator does not take its own weights.
pub fn take_apart<E: Evaluator + Configure + Clone>(
    evaluator: &E,
    weights: &[Weight],
    positions: &[Position],
    verdicts: Verdicts,
    progress: impl Fn() + Sync,
) -> Result<Vec<Option<Parts>>, OptionError> {
    let whole = weighted(evaluator, weights, |_| 100)?;
    let base = weighted(evaluator, weights, |_| 0)?;
    let alone = |own| {
        weighted(
            evaluator,
            weights,
            move |other| if other == own { 100 } else { 0 },
        )
    };
    let alone: Vec<E> = (0..weights.len()).map(alone).collect::<Result<_, _>>()?;
    let parts = positions.par_iter().map(|position| {
        // A weight says how much rules count, not what is remembered from move to move: one node
        // serves all.
        let (node, _) = Node::root(&whole, &position.game);
        let value = |evaluator: &E| -> Option<f64> {
            let mut heard = Listener::default();
            evaluator.post(&node, &mut heard);
            heard
                .is_usable(verdicts)
                .then(|| f64::from(heard.sum.total()) / 10.0)
        };
        let (whole, base) = (value(&whole)?, value(&base)?);
        let parts = alone.iter().map(|alone| Some(value(alone)? - base));
        Some(Parts {
            whole,
            base,
            parts: parts.collect::<Option<_>>()?,
        })
    });
    let told = parts.map(|parts| {
        progress();
        parts
    });
    Ok(told.collect())
}

/// A ledger that sums what is posted and hears which verdict speaks; it scales nothing.
#[derive(Default)]
struct Listener {
    sum: Sum,
    scaled: bool,
    other: bool,
}

impl Listener {
    fn is_usable(&self, verdicts: Verdicts) -> bool {
        !self.other && (!self.scaled || verdicts == Verdicts::Scaling)
    }
}

impl Ledger for Listener {
    fn post(&mut self, rule: Rule, white: i32, black: i32) {
        self.sum.post(rule, white, black);
    }

    fn total(&self) -> i32 {
        self.sum.total()
    }

    fn scale(&mut self, _rule: Rule, _sixteenths: i32) {
        self.scaled = true;
    }

    fn note(&mut self, name: &'static str, value: impl FnOnce() -> Meta) {
        if name == VERDICT {
            self.other |= !matches!(value(), Meta::Word(None));
        }
    }
}

#[cfg(test)]
mod tests {
    use engine_core::game::Game;

    use super::*;

    fn position(text: &str) -> Position {
        Position {
            game: Game::parse(text).unwrap(),
            number: 1,
            white_half_points: 1,
            score: None,
        }
    }

    #[test]
    fn the_parts_of_the_compendium_add_up() {
        let compendium = eval_compendium::compendium();
        let weights = weights(&compendium);
        assert!(weights.len() > 10);
        let positions = [
            position("startpos moves e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 c2c3 d7d6 e1g1 g8f6"),
            position("r1bq1rk1/pp3ppp/2n1pn2/3p4/1b1P4/2NBPN2/PP3PPP/R1BQ1RK1 w - - 0 9"),
        ];
        let taken = take_apart(&compendium, &weights, &positions, Verdicts::None, || {}).unwrap();
        for (position, taken) in positions.iter().zip(&taken) {
            let parts = taken.as_ref().unwrap();
            assert!(
                parts.gap() <= 1.0 + 0.1 * weights.len() as f64,
                "{position:?} {parts:?}"
            );
            assert!(parts.parts.iter().any(|part| *part != 0.0));
        }
    }

    #[test]
    fn an_evaluator_without_weights_has_none() {
        assert_eq!(weights(&eval_simplified::otter()), []);
    }
}
