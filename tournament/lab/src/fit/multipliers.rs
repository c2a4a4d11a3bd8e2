//! The factors by which each term of an evaluator should be multiplied.
//!
//! The multiplier of a term is the factor on it that predicts results best while all other terms stay as they
//! are: with value v and term p the expected score is `1 / (1 + exp(-(v + (m - 1) p + t) / K))`, and m, t and K are
//! fitted together, for each term by itself. 1: its numbers are right; 0: it carries no information; negative: it
//! misleads. What a verdict scales is scaled with it, since its terms count no more than that; what it changes is the
//! term `scale`. A rule that reads the score of others is not affected by a factor on them.
//!
//! All games are fitted on. Errors are the sandwich's, by games, and the interval reaches 1.96 of them (delta method).

use std::collections::{BTreeMap, HashMap, HashSet};

use engine_core::explain::Ledger;
use engine_core::rule::{Aspect, Rule};
use rayon::prelude::*;
use serde::Serialize;

use super::logistic::{Ridge, fit_freely, fit_with_errors};
use super::{Data, Estimate};
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
pub(super) fn terms(evaluator: &dyn AnyEvaluator, positions: &[Position]) -> Result<Vec<Term>, EvaluationError> {
    let parts = Decomposition::of(evaluator, positions)?;
    let count = positions.len() as f64;
    let terms = parts.columns.par_iter().map(|column| {
        let sum: f64 = column.fired.values().map(|worth| worth.abs()).sum();
        Term {
            term: column.rule.name,
            aspect: column.rule.aspect,
            fires: column.fired.len() as f64 / count,
            size: sum / count,
            size_where_it_fires: sum / column.fired.len() as f64,
            games: column.games(&parts.base.games),
            multiplier: parts.multiplier(column),
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
        parts.multiplier(&column)
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
    fn of(evaluator: &dyn AnyEvaluator, positions: &[Position]) -> Result<Decomposition, EvaluationError> {
        let taken = positions.par_iter().map(|position| {
            let mut ledger = TermLedger::default();
            evaluator.record(&position.game)?.replay(&mut ledger);
            Ok(ledger)
        });
        let taken = taken.collect::<Result<Vec<TermLedger>, EvaluationError>>()?;
        let values: Vec<f64> = taken.iter().map(|taken| f64::from(taken.total) / 10.0).collect();
        let base = Data::of_values(&values, positions);
        Ok(Decomposition { columns: columns(&taken), start: fit_freely(&base), base })
    }

    fn multiplier(&self, column: &Column) -> Option<Estimate> {
        let base = &self.base;
        if column.games(&base.games) < MIN_GAMES {
            return None;
        }
        let mut data = Data::new(3);
        let mut rest = 0.0;
        for (at, (&result, &game)) in base.results.iter().zip(&base.games).enumerate() {
            let worth = column.fired.get(&at).map_or(0.0, |worth| worth / 100.0);
            let row = base.row(at);
            rest += (row[0] - worth).abs();
            data.push(&[row[0], row[1], worth], result, game);
        }
        // With no other term the scale absorbs every factor.
        if rest <= 0.001 * base.results.len() as f64 {
            return None;
        }
        let start = [self.start[0], self.start[1], 0.0];
        let fitted = fit_with_errors(&data, &Ridge::none(3), &start);
        let (ratio, error) = fitted.ratio(2, fitted.covariance[0][2]);
        let value = 1.0 + ratio;
        let is_known = fitted.coefficients[0] > 0.0 && value.is_finite() && error.is_finite();
        let reach = REACH * error;
        let estimate = Estimate { value, error, low: value - reach, high: value + reach };
        is_known.then_some(estimate)
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
    /// Positions in which it fires, and centipawns from White's side there.
    fired: BTreeMap<usize, f64>,
}

impl Column {
    fn and(mut self, other: Column) -> Column {
        for (at, worth) in other.fired {
            *self.fired.entry(at).or_default() += worth;
        }
        self
    }

    /// The number of games in which it makes a difference, of those of all positions.
    fn games(&self, games: &[usize]) -> usize {
        let differs = self.fired.iter().filter(|(_, worth)| **worth != 0.0);
        differs.map(|(at, _)| games[*at]).collect::<HashSet<usize>>().len()
    }
}

fn columns(taken: &[TermLedger]) -> Vec<Column> {
    let mut places: HashMap<&'static str, usize> = HashMap::new();
    let mut columns: Vec<Column> = Vec::new();
    let mut add = |rule: Rule, at: usize, tenths: f64| {
        let place = *places.entry(rule.name).or_insert_with(|| {
            columns.push(Column { rule, fired: BTreeMap::new() });
            columns.len() - 1
        });
        // A rule may post twice for one position.
        *columns[place].fired.entry(at).or_default() += tenths / 10.0;
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

#[cfg(test)]
mod tests {
    use super::*;
    use engine_core::game::Game;
    use evaluators::registry;

    #[test]
    fn terms_add_up_to_the_value_after_verdicts() {
        let compendium = registry::evaluator("compendium").unwrap();
        // Verdicts scale the first ones, to nothing and to a part.
        let positions = [
            "7k/8/8/8/7P/3B4/8/6K1 w - - 0 1",
            "8/8/8/8/p7/2kr4/BR4P1/2K5 w - - 7 55",
            "startpos moves e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4 g8f6 b1c3",
        ];
        let positions = positions.map(|text| Position {
            game: Game::parse(text).unwrap(),
            number: 1,
            white_half_points: Some(1),
            score: None,
        });
        let parts = Decomposition::of(&*compendium, &positions).unwrap();
        for (at, position) in positions.iter().enumerate() {
            let value = f64::from(compendium.tenths(&position.game).unwrap()) / 10.0;
            let columns = parts.columns.iter().filter(|column| column.rule != SCALE);
            let fired = columns.flat_map(|column| &column.fired);
            let own = fired.filter(|(place, _)| **place == at);
            let sum: f64 = own.map(|(_, worth)| worth).sum();
            assert!((sum - value).abs() <= 0.1, "{sum} {value} {position:?}");
            assert_eq!(parts.base.row(at)[0], value / 100.0);
        }
        assert!(parts.columns.iter().any(|column| column.rule == SCALE));
    }
}
