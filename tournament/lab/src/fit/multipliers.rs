//! The factors by which each term of an evaluator should be multiplied.
//!
//! The multiplier of a term is the factor on it that predicts results best while all other terms stay as they
//! are: with value v and term p the expected score is `1 / (1 + exp(-(v + (m - 1) p + t) / K))`, and m, t and K are
//! fitted together, for each term by itself. 1: its numbers are right; 0: it carries no information; negative: it
//! misleads. What a verdict scales is scaled with it, since its terms count no more than that; what it changes is the
//! term `scale`. A rule that reads the score of others is not affected by a factor on them.
//!
//! All games are fitted on. Errors are the sandwich's, by games, and the interval reaches 1.96 of them (delta method).

use std::collections::HashMap;

use engine_core::explain::Ledger;
use engine_core::rule::{Aspect, Rule};
use rayon::prelude::*;
use serde::Serialize;

use super::data::{Data, Estimate};
use super::logistic::{Ridge, fit, fit_with_errors};
use crate::positions::Position;
use evaluators::{AnyEvaluator, EvaluationError};

/// A term that makes a difference in fewer games than this has no multiplier.
pub(super) const MIN_GAMES: usize = 20;
const REACH: f64 = 1.96;
/// The change that a verdict makes to the sum of the terms.
const SCALE: Rule = Rule::other("scale");

/// A term of an evaluator.
#[derive(Debug, Clone, Serialize)]
pub struct Term {
    pub(super) term: &'static str,
    aspect: Aspect,
    /// The share of the positions in which it fires, for either side, 0 to 1.
    pub(super) fires: f64,
    /// The mean change of the value over all positions, in the evaluator's centipawns.
    pub(super) size: f64,
    pub(super) size_where_it_fires: f64,
    games: usize,
    /// The factor; `None` in too few games, or where the evaluator has no other terms.
    pub(super) multiplier: Option<Estimate>,
}

/// The terms of an evaluator in positions: those that fire, the one that moves values most first.
pub(super) fn terms(
    evaluator: &dyn AnyEvaluator,
    positions: &[Position],
) -> Result<Vec<Term>, EvaluationError> {
    let parts = Decomposition::of(evaluator, positions)?;
    let terms = parts.columns.par_iter().map(|column| {
        let count = positions.len() as f64;
        let sum: f64 = column.fired.iter().map(|(_, worth)| worth.abs()).sum();
        Term {
            term: column.rule.name,
            aspect: column.rule.aspect,
            fires: column.fired.len() as f64 / count,
            size: sum / count,
            size_where_it_fires: sum / column.fired.len() as f64,
            games: column.games(positions),
            multiplier: parts.multiplier(column, positions),
        }
    });
    let mut terms: Vec<Term> = terms.collect();
    terms.sort_by(|a, b| b.size.total_cmp(&a.size).then(a.term.cmp(b.term)));
    Ok(terms)
}

/// The multiplier of each of `sets`: one factor on all terms of these names. `None` as for a single term, and of terms
/// that post nothing but scale.
pub(crate) fn of_sets(
    evaluator: &dyn AnyEvaluator,
    positions: &[Position],
    sets: &[&[&'static str]],
) -> Result<Vec<Option<Estimate>>, EvaluationError> {
    let parts = Decomposition::of(evaluator, positions)?;
    let sets = sets.par_iter().map(|names| {
        let columns = parts.columns.iter();
        let of_set = columns.filter(|column| names.contains(&column.rule.name));
        let column = of_set.cloned().reduce(Column::and)?;
        parts.multiplier(&column, positions)
    });
    Ok(sets.collect())
}

struct Decomposition {
    columns: Vec<Column>,
    /// The whole value, in pawns, and whose move it is.
    base: Data,
    start: Vec<f64>,
}

impl Decomposition {
    fn of(
        evaluator: &dyn AnyEvaluator,
        positions: &[Position],
    ) -> Result<Decomposition, EvaluationError> {
        let taken = positions.par_iter().map(|position| TermLedger::of(evaluator, position));
        let taken = taken.collect::<Result<Vec<TermLedger>, _>>()?;
        let values: Vec<f64> = taken.iter().map(|taken| f64::from(taken.total) / 10.0).collect();
        let base = Data::of_values(&values, positions);
        Ok(Decomposition {
            columns: columns(&taken),
            start: fit(&base, &Ridge::none(2), &[0.0; 2]),
            base,
        })
    }

    fn multiplier(&self, column: &Column, positions: &[Position]) -> Option<Estimate> {
        let enough = column.games(positions) >= MIN_GAMES;
        let fitted = enough.then(|| multiplier(&self.base, column, &self.start));
        fitted.flatten()
    }
}

/// A ledger that keeps what each rule was worth, after verdicts.
#[derive(Debug, Default)]
struct TermLedger {
    /// Rule, White's and Black's tenths.
    posted: Vec<(Rule, f64, f64)>,
    /// The change by scaling, if anything was scaled.
    scaled: Option<f64>,
    total: i32,
}

impl TermLedger {
    fn of(
        evaluator: &dyn AnyEvaluator,
        position: &Position,
    ) -> Result<TermLedger, EvaluationError> {
        let mut ledger = TermLedger::default();
        evaluator.record(&position.game)?.replay(&mut ledger);
        Ok(ledger)
    }
}

impl Ledger for TermLedger {
    fn post(&mut self, rule: Rule, white: i32, black: i32) {
        self.total += white - black;
        if white != 0 || black != 0 {
            self.posted.push((rule, f64::from(white), f64::from(black)));
        }
    }

    fn total(&self) -> i32 {
        self.total
    }

    fn scale(&mut self, _rule: Rule, sixteenths: i32) {
        let scaled = self.total * sixteenths / 16;
        *self.scaled.get_or_insert(0.0) += f64::from(scaled - self.total);
        self.total = scaled;
        for (_, white, black) in &mut self.posted {
            *white *= f64::from(sixteenths) / 16.0;
            *black *= f64::from(sixteenths) / 16.0;
        }
    }
}

#[derive(Clone)]
struct Column {
    rule: Rule,
    /// Positions in which it fires, in order, and centipawns from White's side there.
    fired: Vec<(usize, f64)>,
}

impl Column {
    fn and(mut self, other: Column) -> Column {
        self.fired.extend(other.fired);
        self.fired.sort_by_key(|(at, _)| *at);
        self.fired.dedup_by(|(at, worth), (before, sum)| {
            let same = at == before;
            *sum += if same { *worth } else { 0.0 };
            same
        });
        self
    }

    fn games(&self, positions: &[Position]) -> usize {
        let differs = self.fired.iter().filter(|(_, worth)| *worth != 0.0);
        let mut games: Vec<usize> = differs.map(|(at, _)| positions[*at].number).collect();
        games.sort_unstable();
        games.dedup();
        games.len()
    }
}

fn columns(taken: &[TermLedger]) -> Vec<Column> {
    let mut places: HashMap<&'static str, usize> = HashMap::new();
    let mut columns: Vec<Column> = Vec::new();
    let mut add = |rule: Rule, at: usize, tenths: f64| {
        let place = *places.entry(rule.name).or_insert_with(|| {
            columns.push(Column { rule, fired: Vec::new() });
            columns.len() - 1
        });
        let fired = &mut columns[place].fired;
        match fired.last_mut() {
            // Posted twice for one position.
            Some((last, worth)) if *last == at => *worth += tenths / 10.0,
            _ => fired.push((at, tenths / 10.0)),
        }
    };
    for (at, position) in taken.iter().enumerate() {
        for &(rule, white, black) in &position.posted {
            add(rule, at, white - black);
        }
        if let Some(change) = position.scaled {
            add(SCALE, at, change);
        }
    }
    columns
}

fn multiplier(base: &Data, column: &Column, start: &[f64]) -> Option<Estimate> {
    let mut data = Data::new(3);
    let mut fired = column.fired.iter().peekable();
    let mut rest = 0.0;
    for at in 0..base.len() {
        let worth =
            fired.next_if(|(place, _)| *place == at).map_or(0.0, |(_, worth)| worth / 100.0);
        let row = base.row(at);
        rest += (row[0] - worth).abs();
        data.push(&[row[0], row[1], worth], base.results()[at], base.games()[at]);
    }
    // With no other term the scale absorbs every factor.
    if rest <= 0.001 * base.len() as f64 {
        return None;
    }
    let fitted = fit_with_errors(&data, &Ridge::none(3), &[start[0], start[1], 0.0]);
    let (b, covariance) = (&fitted.coefficients, &fitted.covariance);
    let ratio = b[2] / b[0];
    let variance =
        covariance[2][2] - 2.0 * ratio * covariance[0][2] + ratio * ratio * covariance[0][0];
    let (value, error) = (1.0 + ratio, variance.max(0.0).sqrt() / b[0].abs());
    (b[0] > 0.0 && value.is_finite() && error.is_finite()).then_some(Estimate {
        value,
        error,
        low: value - REACH * error,
        high: value + REACH * error,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fit::simulated;
    use evaluators::registry;

    fn with(options: &[(&str, &str)]) -> Box<dyn AnyEvaluator> {
        let mut evaluator = registry::evaluator("slate-atkin").unwrap();
        for (name, value) in options {
            evaluator.set(name, value).unwrap();
        }
        evaluator
    }

    fn multiplier_of(terms: &[Term], name: &str) -> Estimate {
        let term = terms.iter().find(|term| term.term == name).unwrap();
        term.multiplier.unwrap()
    }

    #[test]
    fn a_term_that_was_doubled_has_one_half() {
        let right = with(&[("pawn_passed", "20"), ("bishop_pair", "60")]);
        let positions = simulated::positions(12_000, &*right, 60.0);
        let doubled =
            terms(&*with(&[("pawn_passed", "40"), ("bishop_pair", "60")]), &positions).unwrap();
        let found = multiplier_of(&doubled, "pawn_passed");
        assert!(found.low < 0.5 && 0.5 < found.high, "{found:?}");
        assert!(found.error < 0.05, "{found:?}");
        // As it is, it is right; turned round, it misleads.
        let as_it_is = terms(&*right, &positions).unwrap();
        let found = multiplier_of(&as_it_is, "pawn_passed");
        assert!(found.low < 1.0 && 1.0 < found.high, "{found:?}");
        let turned =
            terms(&*with(&[("pawn_passed", "20"), ("bishop_pair", "-60")]), &positions).unwrap();
        assert!(multiplier_of(&turned, "bishop_pair").high < 0.0);
        // One in twenty of the others may miss it.
        let known: Vec<Estimate> = as_it_is.iter().filter_map(|term| term.multiplier).collect();
        let hits = known.iter().filter(|found| found.low <= 1.0 && 1.0 <= found.high);
        assert!(known.len() > 10 && hits.count() >= known.len() - 2, "{as_it_is:?}");
    }

    #[test]
    fn a_set_has_the_multiplier_of_the_sum_of_its_terms() {
        let right = with(&[("pawn_passed", "20"), ("bishop_pair", "60")]);
        let positions = simulated::positions(12_000, &*right, 60.0);
        let doubled = with(&[("pawn_passed", "40"), ("bishop_pair", "120")]);
        let terms = terms(&*doubled, &positions).unwrap();
        let sets: [&[&str]; 4] = [
            &["pawn_passed"],
            &["pawn_passed", "bishop_pair"],
            &["nothing"],
            &["nothing", "bishop_pair"],
        ];
        let found = of_sets(&*doubled, &positions, &sets).unwrap();
        assert_eq!(found[0], Some(multiplier_of(&terms, "pawn_passed")));
        assert_eq!(found[2], None);
        assert_eq!(found[3], Some(multiplier_of(&terms, "bishop_pair")));
        let both = found[1].unwrap();
        assert!(both.low < 0.5 && 0.5 < both.high, "{both:?}");
        // It is surer than either alone, since both were doubled.
        assert!(both.error < found[0].unwrap().error.min(found[3].unwrap().error));
    }

    #[test]
    fn the_terms_add_up_to_the_value_and_say_how_often_and_how_much() {
        let compendium = registry::evaluator("compendium").unwrap();
        let mut positions = simulated::positions(200, &*compendium, 200.0);
        // A verdict scales this one.
        positions.push(Position {
            game: engine_core::game::Game::parse("4k3/8/8/8/8/8/2B5/4K2N b - - 0 1").unwrap(),
            ..positions[0].clone()
        });
        for position in &positions {
            let ledger = TermLedger::of(&*compendium, position).unwrap();
            let sum: f64 = ledger.posted.iter().map(|(_, white, black)| white - black).sum();
            assert!((sum - f64::from(ledger.total)).abs() <= 1.0, "{position:?}");
            assert_eq!(ledger.total, compendium.tenths(&position.game).unwrap());
        }
        let terms = terms(&*compendium, &positions).unwrap();
        assert!(terms.windows(2).all(|pair| pair[0].size >= pair[1].size));
        for term in &terms {
            assert!(term.fires > 0.0 && term.fires <= 1.0, "{term:?}");
            let size = term.fires * term.size_where_it_fires;
            assert!((size - term.size).abs() < 1e-9, "{term:?}");
            assert_eq!(term.multiplier.is_some(), term.games >= MIN_GAMES, "{term:?}");
        }
    }

    #[test]
    fn of_material_alone_every_factor_is_the_scales() {
        let material = registry::evaluator("material").unwrap();
        let positions = simulated::positions(100, &*material, 200.0);
        let terms = terms(&*material, &positions).unwrap();
        assert_eq!((terms[0].term, terms[0].multiplier), ("material", None));
    }
}
