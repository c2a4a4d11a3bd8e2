//! All evaluators on one position, side by side.
//!
//! Terms have other names in each evaluator, so they are lined up by their
//! [`Aspect`]; and a centipawn is worth something else in each, so values are given in Michniewski's too.

mod text;

use engine_core::evaluation::Evaluation;
use engine_core::game::Game;
use engine_core::rule::Aspect;
use serde::Serialize;

use crate::calibration::measured::Measurements;
use evaluators::scale;
use evaluators::{AnyEvaluator, EvaluationError};

/// Evaluations of one position.
#[derive(Debug, Serialize)]
pub struct Comparison {
    /// In the order in which they were named.
    pub evaluations: Vec<Evaluation>,
    /// The number of centipawns of each that are worth one of Michniewski's, in the same order.
    pub scales: Vec<f64>,
    /// Their totals in Michniewski centipawns, in the same order.
    pub michniewski_totals: Vec<i32>,
    /// The values by aspect.
    pub aspects: Vec<AspectRow>,
    /// The two evaluators whose totals are furthest apart; `None` if all agree.
    pub disagreement: Option<Disagreement>,
}

/// The values of one aspect by all evaluators, from White's side, in the order of the evaluations.
#[derive(Debug, PartialEq, Serialize)]
pub struct AspectRow {
    /// The aspect.
    pub aspect: Aspect,
    /// In each evaluator's own centipawns; those of all aspects add up to its total, before it is rounded.
    pub centipawns: Vec<f64>,
    /// In Michniewski centipawns, rounded to tenths.
    pub michniewski: Vec<f64>,
}

/// The two evaluators that are furthest apart, and what makes the difference.
#[derive(Debug, Serialize)]
pub struct Disagreement {
    /// The one that likes White's position most.
    pub high: &'static str,
    /// The one that likes it least.
    pub low: &'static str,
    /// The difference of their totals, in Michniewski centipawns.
    pub gap: i32,
    /// The part of each aspect in the gap, in Michniewski centipawns, the greatest first.
    pub aspects: Vec<(Aspect, f64)>,
    /// The part of each term in the gap, in Michniewski centipawns, the greatest first.
    pub terms: Vec<(&'static str, f64)>,
    /// The places of the two among the evaluations: the high one and the low one.
    #[serde(skip)]
    pub places: (usize, usize),
}

/// Evaluates with each evaluator; the scale of one that declares none is in `measured`.
///
/// # Errors
/// If an evaluation from outside fails.
pub fn compare(
    evaluators: &[Box<dyn AnyEvaluator>],
    game: &Game,
    measured: &Measurements,
) -> Result<Comparison, EvaluationError> {
    let evaluations = evaluators.iter().map(|evaluator| evaluator.explain(game));
    let evaluations = evaluations.collect::<Result<_, _>>()?;
    let scales = evaluators.iter().map(|evaluator| {
        let info = measured.applied_to(evaluator.info());
        scale::of(&info)
    });
    Ok(Comparison::of(evaluations, scales.collect()))
}

impl Comparison {
    pub(crate) fn of(evaluations: Vec<Evaluation>, scales: Vec<f64>) -> Comparison {
        let both = || evaluations.iter().zip(&scales);
        let michniewski = both().map(|(e, &scale)| scale::in_michniewskis(e.total, scale));
        let aspects = Aspect::ALL.map(|aspect| AspectRow {
            aspect,
            centipawns: both().map(|(e, _)| e.aspect(aspect)).collect(),
            michniewski: both().map(|(e, scale)| in_tenths(e.aspect(aspect) / scale)).collect(),
        });
        let mut comparison = Comparison {
            michniewski_totals: michniewski.collect(),
            aspects: aspects.into(),
            disagreement: None,
            evaluations,
            scales,
        };
        comparison.disagreement = comparison.widest_disagreement();
        comparison
    }

    fn widest_disagreement(&self) -> Option<Disagreement> {
        let totals = &self.michniewski_totals;
        let at_high = (0..totals.len()).max_by_key(|&at| totals[at])?;
        let at_low = (0..totals.len()).min_by_key(|&at| totals[at])?;
        let gap = totals[at_high] - totals[at_low];
        if gap == 0 {
            return None;
        }
        let evaluation = |at: usize| &self.evaluations[at];
        let worth = |at: usize, name| {
            f64::from(difference(evaluation(at), name).unwrap_or(0)) / 10.0 / self.scales[at]
        };
        let names = names(&[evaluation(at_high), evaluation(at_low)]).into_iter();
        let terms = names.map(|name| (name, worth(at_high, name) - worth(at_low, name)));
        let aspect = |at: usize, aspect| evaluation(at).aspect(aspect) / self.scales[at];
        let aspects = Aspect::ALL.into_iter();
        let aspects = aspects.map(|a| (a, aspect(at_high, a) - aspect(at_low, a)));
        Some(Disagreement {
            high: evaluation(at_high).evaluator,
            low: evaluation(at_low).evaluator,
            gap,
            aspects: greatest_first(aspects),
            terms: greatest_first(terms),
            places: (at_high, at_low),
        })
    }
}

/// In tenths, those that are nothing left out, the greatest first.
fn greatest_first<T>(parts: impl Iterator<Item = (T, f64)>) -> Vec<(T, f64)> {
    let rounded = parts.map(|(of, change)| (of, in_tenths(change)));
    let mut parts: Vec<(T, f64)> = rounded.filter(|&(_, change)| change != 0.0).collect();
    parts.sort_by(|(_, a), (_, b)| b.abs().total_cmp(&a.abs()));
    parts
}

fn in_tenths(number: f64) -> f64 {
    // Adding nothing makes a positive zero of a negative one.
    (10.0 * number).round() / 10.0 + 0.0
}

/// The names of all terms by what they look at, otherwise in the order in which they come up.
fn names(evaluations: &[&Evaluation]) -> Vec<&'static str> {
    let of_aspect = |aspect| names_of(aspect, evaluations);
    Aspect::ALL.into_iter().flat_map(of_aspect).collect()
}

/// The names of the terms of one aspect that are not 0 in all evaluations.
fn names_of(aspect: Aspect, evaluations: &[&Evaluation]) -> Vec<&'static str> {
    let mut names = Vec::new();
    let all = evaluations.iter().flat_map(|e| e.breakdown.terms());
    for term in all.filter(|term| term.rule.aspect == aspect) {
        if (term.white, term.black) != (0, 0) && !names.contains(&term.rule.name) {
            names.push(term.rule.name);
        }
    }
    names
}

/// White's value of a term less Black's, in tenths of a centipawn.
fn difference(evaluation: &Evaluation, name: &str) -> Option<i32> {
    let mut terms = evaluation.breakdown.terms().iter();
    let term = terms.find(|term| term.rule.name == name && (term.white, term.black) != (0, 0))?;
    Some(term.white - term.black)
}

#[cfg(test)]
mod tests;
