//! What all evaluators say of one position, side by side.

use std::fmt::Write as _;

use engine_core::evaluation::{Evaluation, centipawns};
use engine_core::evaluator::Evaluator;
use engine_core::game::Game;
use engine_core::options::Configure;
use serde::Serialize;

use crate::registry::{self, Visitor};

/// Terms named for the widest disagreement.
const NAMED: usize = 3;

/// Evaluations of one position.
#[derive(Debug, Serialize)]
pub struct Comparison {
    /// In the order of the registry.
    pub evaluations: Vec<Evaluation>,
    /// Between which two the totals are furthest apart; `None` if all agree.
    pub disagreement: Option<Disagreement>,
}

/// The two evaluators that are furthest apart, and what makes the difference.
#[derive(Debug, Serialize)]
pub struct Disagreement {
    /// The one that likes White's position most.
    pub high: &'static str,
    /// The one that likes it least.
    pub low: &'static str,
    /// How far their totals are apart, in centipawns.
    pub gap: i32,
    /// What each term adds to the gap, in centipawns, the greatest first.
    pub terms: Vec<(&'static str, f64)>,
}

/// Asks every evaluator of `names`.
#[must_use]
pub fn compare(names: &[&str], game: &Game) -> Comparison {
    let evaluations: Vec<Evaluation> = names
        .iter()
        .filter_map(|name| registry::with(name, Evaluate(game)))
        .collect();
    Comparison {
        disagreement: disagreement(&evaluations),
        evaluations,
    }
}

struct Evaluate<'g>(&'g Game);

impl Visitor for Evaluate<'_> {
    type Output = Evaluation;

    fn visit<E: Evaluator + Configure + Clone>(self, evaluator: E) -> Evaluation {
        Evaluation::of(&evaluator, self.0)
    }
}

fn disagreement(evaluations: &[Evaluation]) -> Option<Disagreement> {
    let high = evaluations
        .iter()
        .max_by_key(|evaluation| evaluation.total)?;
    let low = evaluations
        .iter()
        .min_by_key(|evaluation| evaluation.total)?;
    let gap = high.total - low.total;
    let mut terms: Vec<(&'static str, f64)> = names(&[high, low])
        .into_iter()
        .map(|name| {
            let tenths = difference(high, name).unwrap_or(0) - difference(low, name).unwrap_or(0);
            (name, f64::from(tenths) / 10.0)
        })
        .filter(|&(_, change)| change != 0.0)
        .collect();
    terms.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()));
    (gap > 0).then_some(Disagreement {
        high: high.evaluator,
        low: low.evaluator,
        gap,
        terms,
    })
}

/// The names of all terms, in the order in which they come up.
fn names(evaluations: &[&Evaluation]) -> Vec<&'static str> {
    let mut names = Vec::new();
    for term in evaluations
        .iter()
        .flat_map(|evaluation| evaluation.breakdown.terms())
    {
        if (term.white, term.black) != (0, 0) && !names.contains(&term.rule.0) {
            names.push(term.rule.0);
        }
    }
    names
}

/// White's value of a term less Black's, in tenths of a centipawn.
fn difference(evaluation: &Evaluation, name: &str) -> Option<i32> {
    let mut terms = evaluation.breakdown.terms().iter();
    let term = terms.find(|term| term.rule.0 == name && (term.white, term.black) != (0, 0))?;
    Some(term.white - term.black)
}

impl Comparison {
    /// For people: each evaluator term by term, then all side by side, then where they disagree.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::new();
        for evaluation in &self.evaluations {
            text.push_str(&evaluation.table());
            text.push('\n');
        }
        self.side_by_side(&mut text);
        self.widest(&mut text);
        text
    }

    fn side_by_side(&self, text: &mut String) {
        let all: Vec<&Evaluation> = self.evaluations.iter().collect();
        let names = names(&all);
        let width = names
            .iter()
            .map(|name| name.len())
            .max()
            .unwrap_or(0)
            .max(5);
        let mut row = |name: &str, cells: Vec<String>| {
            let cells: String = cells.iter().map(|cell| format!(" {cell:>12}")).collect();
            writeln!(text, "{name:width$} {}", cells.trim_end()).ok();
        };
        row("White less Black", Vec::new());
        row(
            "term",
            all.iter()
                .map(|evaluation| evaluation.evaluator.to_owned())
                .collect(),
        );
        for name in names {
            let cell = |evaluation: &&Evaluation| {
                difference(evaluation, name).map_or_else(|| "-".to_owned(), centipawns)
            };
            row(name, all.iter().map(cell).collect());
        }
        row(
            "total",
            all.iter()
                .map(|evaluation| evaluation.total.to_string())
                .collect(),
        );
    }

    fn widest(&self, text: &mut String) {
        let Some(widest) = &self.disagreement else {
            writeln!(text, "\nAll agree.").ok();
            return;
        };
        let Disagreement {
            high,
            low,
            gap,
            terms,
            ..
        } = widest;
        let named: Vec<String> = terms
            .iter()
            .take(NAMED)
            .map(|(name, change)| format!("{name} {change:+}"))
            .collect();
        writeln!(
            text,
            "\n{high} likes White's position {gap} centipawns better than {low} does; most of it \
             from {}",
            named.join(", ")
        )
        .ok();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_widest_gap_is_explained_by_its_terms() {
        // A knight in the corner for a bishop: tables and values pull apart.
        let game = Game::parse("k7/8/8/8/8/8/8/K5Nb w - - 0 1").unwrap();
        let comparison = compare(&["material", "michniewski", "otter"], &game);
        let totals: Vec<i32> = comparison.evaluations.iter().map(|e| e.total).collect();
        assert_eq!(totals, [-10, -30, -20]);
        let widest = comparison.disagreement.as_ref().unwrap();
        assert_eq!(
            (widest.high, widest.low, widest.gap),
            ("material", "michniewski", 20)
        );
        assert_eq!(widest.terms[0], ("pst_knight", 40.0));
        let sum: f64 = widest.terms.iter().map(|(_, change)| change).sum();
        assert_eq!(sum, 20.0);
        assert!(
            comparison
                .text()
                .contains("material likes White's position 20 centipawns better")
        );
    }

    #[test]
    fn equal_totals_are_no_disagreement() {
        let comparison = compare(&["material", "michniewski"], &Game::default());
        assert!(comparison.disagreement.is_none());
        assert!(comparison.text().contains("All agree."));
    }
}
