//! All evaluators on one position, side by side. Terms have other names in each, so they are lined up by their [`Aspect`];
//! and a centipawn is worth something else in each, so values are given in Michniewski's too.

use std::cmp::Ordering;

use engine_core::evaluation::Evaluation;
use engine_core::rule::{Aspect, Rule};
use evaluators::scale;
use serde::Serialize;

/// Evaluations of one position, in the order in which they were named; lists of numbers are in the same order. In
/// Michniewski's centipawns numbers are rounded to tenths, up or down so that they add up as exact ones do.
#[derive(Debug, Serialize)]
#[allow(missing_docs, reason = "the names say what the other fields are")]
pub struct Comparison {
    pub evaluations: Vec<Evaluation>,
    /// The number of centipawns of each that are worth one of Michniewski's.
    pub scales: Vec<f64>,
    pub michniewski_totals: Vec<f64>,
    pub aspects: Vec<AspectRow>,
    /// The two evaluators whose totals are furthest apart; `None` if all agree.
    pub disagreement: Option<Disagreement>,
}

/// The values of one aspect by all evaluators, from White's side: in each evaluator's own centipawns and in
/// Michniewski's, both of which add up to the totals.
#[derive(Debug, PartialEq, Serialize)]
#[allow(missing_docs, reason = "the names say what the other fields are")]
pub struct AspectRow {
    pub aspect: Aspect,
    pub centipawns: Vec<f64>,
    pub michniewski: Vec<f64>,
    /// Those that are not 0 in all evaluations, in the order in which they come up.
    pub terms: Vec<TermRow>,
}

/// A term of an aspect by all evaluators that have one of this name there, in their own centipawns, White's less Black's;
/// `None` where it is 0 for both.
#[derive(Debug, PartialEq, Serialize)]
#[allow(missing_docs, reason = "the names say what the fields are")]
pub struct TermRow {
    pub name: &'static str,
    pub centipawns: Vec<Option<f64>>,
}

/// The two evaluators that are furthest apart, and what makes the difference, in Michniewski centipawns.
#[derive(Debug, Serialize)]
pub struct Disagreement {
    /// The one that likes White's position most.
    pub high: &'static str,
    /// The one that likes it least.
    pub low: &'static str,
    /// The difference of their totals.
    pub gap: f64,
    /// The part of each aspect in the gap, the greatest first.
    pub aspects: Vec<(Aspect, f64)>,
    /// The one or two aspects that make most of the gap.
    pub mostly: Vec<Aspect>,
    /// The part of each term in the gap, the greatest first; those of an aspect add up to its part.
    pub terms: Vec<(&'static str, Aspect, f64)>,
    /// The places of the two among the evaluations: the high one and the low one.
    #[serde(skip)]
    pub places: (usize, usize),
}

impl Comparison {
    /// The comparison of these evaluations of one position, by the scales of their evaluators.
    pub fn of(evaluations: Vec<Evaluation>) -> Comparison {
        let scales: Vec<f64> = evaluations.iter().map(|e| scale::of(&e.info)).collect();
        let mut rows = Aspect::ALL.map(|aspect| AspectRow::of(aspect, &evaluations));
        let mut totals = Vec::new();
        for (at, (evaluation, scale)) in evaluations.iter().zip(&scales).enumerate() {
            let total = in_tenths(f64::from(evaluation.total) / scale);
            let parts: Vec<f64> = rows.iter().map(|row| row.centipawns[at] / scale).collect();
            for (row, part) in rows.iter_mut().zip(add_up(&parts, total)) {
                row.michniewski.push(part);
            }
            totals.push(total);
        }
        let mut comparison =
            Comparison { evaluations, scales, michniewski_totals: totals, aspects: rows.into(), disagreement: None };
        comparison.disagreement = comparison.widest_disagreement();
        comparison
    }

    fn widest_disagreement(&self) -> Option<Disagreement> {
        let totals = &self.michniewski_totals;
        let at_high = (0..totals.len()).max_by(|&a, &b| totals[a].total_cmp(&totals[b]))?;
        let at_low = (0..totals.len()).min_by(|&a, &b| totals[a].total_cmp(&totals[b]))?;
        let gap = |of: &[f64]| in_tenths(of[at_high] - of[at_low]);
        if gap(totals) == 0.0 {
            return None;
        }
        let (mut aspects, mut terms) = (Vec::new(), Vec::new());
        for row in &self.aspects {
            let part = gap(&row.michniewski);
            aspects.push((row.aspect, part));
            let worth = |term: &TermRow, at: usize| term.centipawns[at].map(|centipawns| centipawns / self.scales[at]);
            let both = row.terms.iter().map(|term| (term.name, worth(term, at_high), worth(term, at_low)));
            let both: Vec<_> = both.filter(|(_, high, low)| high.or(*low).is_some()).collect();
            let parts = both.iter().map(|(_, high, low)| high.unwrap_or(0.0) - low.unwrap_or(0.0));
            let parts = add_up(&parts.collect::<Vec<_>>(), part);
            terms.extend(both.iter().zip(parts).map(|((name, ..), part)| (*name, row.aspect, part)));
        }
        greatest_first(&mut aspects, |&(_, part)| part);
        greatest_first(&mut terms, |&(.., part)| part);
        Some(Disagreement {
            high: self.evaluations[at_high].evaluator,
            low: self.evaluations[at_low].evaluator,
            gap: gap(totals),
            mostly: mostly(&aspects),
            aspects,
            terms,
            places: (at_high, at_low),
        })
    }
}

impl AspectRow {
    fn of(aspect: Aspect, evaluations: &[Evaluation]) -> AspectRow {
        let mut terms: Vec<TermRow> = Vec::new();
        for (at, evaluation) in evaluations.iter().enumerate() {
            for (_, term) in evaluation.breakdown.posted().filter(|(_, term)| term.rule.aspect == aspect) {
                let name = term.rule.name;
                let place = terms.iter().position(|row| row.name == name).unwrap_or(terms.len());
                if place == terms.len() {
                    terms.push(TermRow { name, centipawns: vec![None; evaluations.len()] });
                }
                terms[place].centipawns[at] = Some(f64::from(term.white - term.black) / 10.0);
            }
        }
        let sums = evaluations.iter().map(|evaluation| f64::from(evaluation.breakdown.of_aspect(aspect)) / 10.0);
        AspectRow { aspect, centipawns: sums.collect(), michniewski: Vec::new(), terms }
    }
}

impl Disagreement {
    /// The terms by the names that tell them from each other.
    pub fn named(&self) -> impl Iterator<Item = (String, f64)> {
        let rules = || self.terms.iter().map(|&(name, aspect, _)| Rule::of(aspect, name));
        rules().zip(&self.terms).map(move |(rule, &(.., part))| (rule.name_among(rules()).into_owned(), part))
    }
}

/// The first, and the second if it goes the same way and is at least a quarter of that: others hardly matter.
fn mostly(aspects: &[(Aspect, f64)]) -> Vec<Aspect> {
    let mut helping: Vec<_> = aspects.iter().filter(|(_, part)| *part > 0.0).take(2).collect();
    let greatest = helping.first().map_or(0.0, |(_, part)| *part);
    helping.retain(|(_, part)| 4.0 * part >= greatest);
    helping.into_iter().map(|(aspect, _)| *aspect).collect()
}

/// Leaves out those that are nothing; the greatest of the others come first.
fn greatest_first<T>(parts: &mut Vec<T>, part: impl Fn(&T) -> f64) {
    parts.retain(|of| part(of) != 0.0);
    parts.sort_by(|a, b| part(b).abs().total_cmp(&part(a).abs()));
}

fn in_tenths(number: f64) -> f64 {
    // Adding nothing makes a positive zero of a negative one.
    (10.0 * number).round() / 10.0 + 0.0
}

/// These numbers in tenths that add up to `sum`: rounded, and those that are nearest to it the other way if need be.
/// What is nothing stays so, unless there is nothing else.
fn add_up(numbers: &[f64], sum: f64) -> Vec<f64> {
    let exact: Vec<f64> = numbers.iter().map(|number| 10.0 * number).collect();
    let mut tenths: Vec<f64> = exact.iter().map(|number| number.round()).collect();
    let mut rest = (10.0 * sum).round() - tenths.iter().sum::<f64>();
    while rest != 0.0 && !exact.is_empty() {
        let lag = |&at: &usize| (exact[at] != 0.0, rest.signum() * (exact[at] - tenths[at]));
        let next = (0..exact.len()).max_by(|a, b| lag(a).partial_cmp(&lag(b)).unwrap_or(Ordering::Equal));
        tenths[next.unwrap_or(0)] += rest.signum();
        rest -= rest.signum();
    }
    tenths.into_iter().map(|tenths| tenths / 10.0 + 0.0).collect()
}
