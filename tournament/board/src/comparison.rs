//! All evaluators on one position, side by side. Terms have other names in each, so they are lined up by their [`Aspect`];
//! and a centipawn is worth something else in each, so values are given in Michniewski's too.

use engine_core::evaluation::Evaluation;
use engine_core::rule::Aspect;
use evaluators::scale;
use serde::Serialize;

/// Evaluations of one position, in the order in which they were named; lists of numbers are in the same order.
#[derive(Debug, Serialize)]
#[allow(missing_docs, reason = "the names say what the other fields are")]
pub struct Comparison {
    pub evaluations: Vec<Evaluation>,
    /// The number of centipawns of each that are worth one of Michniewski's.
    pub scales: Vec<f64>,
    pub michniewski_totals: Vec<i32>,
    pub aspects: Vec<AspectRow>,
    /// The two evaluators whose totals are furthest apart; `None` if all agree.
    pub disagreement: Option<Disagreement>,
}

/// The values of one aspect by all evaluators, from White's side: in each evaluator's own centipawns, which add up to its
/// total before it is rounded, and in Michniewski's, rounded to tenths.
#[derive(Debug, PartialEq, Serialize)]
#[allow(missing_docs, reason = "the names say what the fields are")]
pub struct AspectRow {
    pub aspect: Aspect,
    pub centipawns: Vec<f64>,
    pub michniewski: Vec<f64>,
}

/// The two evaluators that are furthest apart, and what makes the difference, in Michniewski centipawns.
#[derive(Debug, Serialize)]
pub struct Disagreement {
    /// The one that likes White's position most.
    pub high: &'static str,
    /// The one that likes it least.
    pub low: &'static str,
    /// The difference of their totals.
    pub gap: i32,
    /// The part of each aspect in the gap, the greatest first.
    pub aspects: Vec<(Aspect, f64)>,
    /// The part of each term in the gap, the greatest first.
    pub terms: Vec<(&'static str, f64)>,
    /// The places of the two among the evaluations: the high one and the low one.
    #[serde(skip)]
    pub places: (usize, usize),
}

impl Comparison {
    /// The comparison of these evaluations of one position, by the scales of their evaluators.
    pub fn of(evaluations: Vec<Evaluation>) -> Comparison {
        let scales: Vec<f64> = evaluations.iter().map(|e| scale::of(&e.info)).collect();
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
        let worth = |at: usize, name| f64::from(difference(evaluation(at), name).unwrap_or(0)) / 10.0 / self.scales[at];
        let both = [evaluation(at_high), evaluation(at_low)];
        let names = Aspect::ALL.into_iter().flat_map(|aspect| names_of(aspect, &both));
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

/// The names of the terms of one aspect that are not 0 in all evaluations, in the order in which they come up.
pub fn names_of(aspect: Aspect, evaluations: &[&Evaluation]) -> Vec<&'static str> {
    let mut names = Vec::new();
    let all = evaluations.iter().flat_map(|e| e.breakdown.terms());
    for term in all.filter(|term| term.rule.aspect == aspect) {
        if (term.white, term.black) != (0, 0) && !names.contains(&term.rule.name) {
            names.push(term.rule.name);
        }
    }
    names
}

/// White's value of a term less Black's, in tenths of a centipawn; `None` where it is 0 for both.
pub fn difference(evaluation: &Evaluation, name: &str) -> Option<i32> {
    let mut terms = evaluation.breakdown.terms().iter();
    let term = terms.find(|term| term.rule.name == name && (term.white, term.black) != (0, 0))?;
    Some(term.white - term.black)
}
