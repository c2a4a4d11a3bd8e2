//! What all evaluators say of one position, side by side.

use std::fmt::Write as _;

use engine_core::evaluation::Evaluation;
use engine_core::evaluator::Evaluator;
use engine_core::explain::centipawns;
use engine_core::game::Game;
use engine_core::options::Configure;
use serde::Serialize;

use crate::registry::{self, Visitor};
use crate::scale;

/// Terms named for the widest disagreement.
const NAMED: usize = 3;

/// Evaluations of one position.
#[derive(Debug, Serialize)]
pub struct Comparison {
    /// In the order of the registry.
    pub evaluations: Vec<Evaluation>,
    /// Their totals in Michniewski centipawns, in the same order.
    pub michniewski_totals: Vec<i32>,
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
    /// How far their totals are apart, in Michniewski centipawns.
    pub gap: i32,
    /// What each term adds to the gap, in Michniewski centipawns, the greatest first.
    pub terms: Vec<(&'static str, f64)>,
}

/// Asks every evaluator of `names`.
#[must_use]
pub fn compare(names: &[&str], game: &Game) -> Comparison {
    let all = names
        .iter()
        .filter_map(|name| registry::with(name, Evaluate(game)));
    let (evaluations, scales): (Vec<Evaluation>, Vec<f64>) = all.unzip();
    Comparison {
        michniewski_totals: totals(&evaluations, &scales),
        disagreement: disagreement(&evaluations, &scales),
        evaluations,
    }
}

/// The totals in Michniewski centipawns.
fn totals(evaluations: &[Evaluation], scales: &[f64]) -> Vec<i32> {
    let both = evaluations.iter().zip(scales);
    both.map(|(evaluation, &scale)| scale::in_michniewskis(evaluation.total, scale))
        .collect()
}

struct Evaluate<'g>(&'g Game);

impl Visitor for Evaluate<'_> {
    type Output = (Evaluation, f64);

    fn visit<E: Evaluator + Configure + Clone>(self, evaluator: E) -> Self::Output {
        let scale = scale::of(&evaluator.info());
        (Evaluation::of(&evaluator, self.0), scale)
    }
}

fn disagreement(evaluations: &[Evaluation], scales: &[f64]) -> Option<Disagreement> {
    let totals = totals(evaluations, scales);
    let at_high = (0..totals.len()).max_by_key(|&at| totals[at])?;
    let at_low = (0..totals.len()).min_by_key(|&at| totals[at])?;
    let (high, low) = (&evaluations[at_high], &evaluations[at_low]);
    let worth = |at: usize, name| {
        let tenths = difference(&evaluations[at], name).unwrap_or(0);
        f64::from(tenths) / 10.0 / scales[at]
    };
    let mut terms: Vec<(&'static str, f64)> = names(&[high, low])
        .into_iter()
        .map(|name| {
            let change = worth(at_high, name) - worth(at_low, name);
            (name, (10.0 * change).round() / 10.0)
        })
        .filter(|&(_, change)| change != 0.0)
        .collect();
    terms.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()));
    let gap = totals[at_high] - totals[at_low];
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
            .max("in Michniewski centipawns".len());
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
        row(
            "in Michniewski centipawns",
            self.michniewski_totals
                .iter()
                .map(ToString::to_string)
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
            "\n{high} likes White's position {gap} Michniewski centipawns better than {low} does; \
             most of it from {}",
            named.join(", ")
        )
        .ok();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A knight in the corner for a bishop: tables and values pull apart.
    fn evaluations() -> Vec<Evaluation> {
        let game = Game::parse("k7/8/8/8/8/8/8/K5Nb w - - 0 1").unwrap();
        compare(&["material", "michniewski", "otter"], &game).evaluations
    }

    #[test]
    fn the_widest_gap_is_explained_by_its_terms() {
        let evaluations = evaluations();
        let totals: Vec<i32> = evaluations.iter().map(|e| e.total).collect();
        assert_eq!(totals, [-10, -30, -20]);
        let widest = disagreement(&evaluations, &[1.0; 3]).unwrap();
        assert_eq!(
            (widest.high, widest.low, widest.gap),
            ("material", "michniewski", 20)
        );
        assert_eq!(widest.terms[0], ("pst_knight", 40.0));
        let sum: f64 = widest.terms.iter().map(|(_, change)| change).sum();
        assert_eq!(sum, 20.0);
    }

    #[test]
    fn who_disagrees_is_told_in_michniewskis_centipawns() {
        // Where two of the second and a quarter of the third are worth one of Michniewski's, the totals
        // are -10, -15 and -80.
        let evaluations = evaluations();
        let widest = disagreement(&evaluations, &[1.0, 2.0, 0.25]).unwrap();
        assert_eq!(
            (widest.high, widest.low, widest.gap),
            ("material", "otter", 70)
        );
        let sum: f64 = widest.terms.iter().map(|(_, change)| change).sum();
        assert_eq!(sum, 70.0);
        let comparison = Comparison {
            michniewski_totals: totals(&evaluations, &[1.0, 2.0, 0.25]),
            disagreement: Some(widest),
            evaluations,
        };
        assert_eq!(comparison.michniewski_totals, [-10, -15, -80]);
        let text = comparison.text();
        assert!(
            text.contains("material likes White's position 70 Michniewski centipawns better"),
            "{text}"
        );
        let row = "in Michniewski centipawns           -10          -15          -80\n";
        assert!(text.contains(row), "{text}");
    }

    #[test]
    fn equal_totals_are_no_disagreement() {
        let comparison = compare(&["material", "michniewski"], &Game::default());
        assert!(comparison.disagreement.is_none());
        assert!(comparison.text().contains("All agree."));
    }
}
