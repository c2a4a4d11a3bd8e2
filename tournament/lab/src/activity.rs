//! The firing rates of an evaluator's rules.
//!
//! A rule fires in a position if what it posts there for White and Black is not both 0, or if it scales the score.

use engine_core::explain::{Ledger, LedgerCall, Recording, Sum};
use engine_core::game::Game;
use rayon::prelude::*;

use evaluators::{AnyEvaluator, EvaluationError};

/// The rules that fire, position by position.
#[derive(Debug, Default)]
pub struct RuleActivity(Vec<Vec<&'static str>>);

impl RuleActivity {
    /// The rules of the evaluator that fire in these positions.
    ///
    /// # Errors
    /// If an evaluation from outside fails.
    pub fn of(
        evaluator: &dyn AnyEvaluator,
        positions: &[Game],
    ) -> Result<RuleActivity, EvaluationError> {
        let recordings = positions.par_iter().map(|game| evaluator.record(game));
        let firing = recordings.map(|recording| recording.map(|recording| firing(&recording)));
        Ok(RuleActivity(firing.collect::<Result<_, _>>()?))
    }

    /// The number of positions per thousand in which one of `rules` fires; 0 without positions.
    #[must_use]
    pub fn per_mille(&self, rules: &[&str]) -> f64 {
        let fires = |firing: &&Vec<&str>| firing.iter().any(|rule| rules.contains(rule));
        let count = self.0.iter().filter(fires).count();
        1000.0 * count as f64 / self.0.len().max(1) as f64
    }
}

/// The rules that fire in one position.
fn firing(recording: &Recording) -> Vec<&'static str> {
    let mut posted: Vec<(&'static str, [i32; 2])> = Vec::new();
    let mut sum = Sum::default();
    for &call in recording.calls() {
        let (rule, white, black) = match call {
            LedgerCall::Post(rule, white, black) => {
                sum.post(rule, white, black);
                (rule, white, black)
            }
            LedgerCall::Scale(rule, sixteenths) => {
                let before = sum.total();
                sum.scale(rule, sixteenths);
                (rule, sum.total() - before, 0)
            }
            LedgerCall::Note(..) => continue,
        };
        match posted.iter_mut().find(|(name, _)| *name == rule.name) {
            Some((_, amounts)) => {
                amounts[0] += white;
                amounts[1] += black;
            }
            None => posted.push((rule.name, [white, black])),
        }
    }
    posted.retain(|(_, amounts)| *amounts != [0, 0]);
    posted.into_iter().map(|(name, _)| name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use evaluators::registry;

    #[test]
    fn a_rule_fires_where_it_posts_anything_but_0() {
        let games = ["startpos", "startpos moves g1f3 a7a6 f3e5 a6a5"];
        let games = games.map(|text| Game::parse(text).unwrap());
        let michniewski = registry::evaluator("michniewski").unwrap();
        let activity = RuleActivity::of(&*michniewski, &games).unwrap();
        assert_eq!(activity.per_mille(&["pst_rook"]), 0.0);
        assert_eq!(activity.per_mille(&["pst_knight"]), 1000.0);
        assert_eq!(activity.per_mille(&["pst_rook", "pst_knight"]), 1000.0);
        assert_eq!(activity.per_mille(&["no such rule"]), 0.0);
    }

    #[test]
    fn a_verdict_that_scales_fires() {
        // The wrong bishop for a rook's pawn.
        let drawn = Game::parse("fen 7k/8/8/8/7P/3B4/8/6K1 w - - 0 1").unwrap();
        let compendium = registry::evaluator("compendium").unwrap();
        let recording = compendium.record(&drawn).unwrap();
        let verdict = recording.calls().iter().find_map(|call| match call {
            LedgerCall::Scale(rule, 0..16) => Some(rule.name),
            _ => None,
        });
        let verdict = verdict.unwrap_or_else(|| panic!("nothing scales: {recording:?}"));
        let activity = RuleActivity::of(&*compendium, &[drawn]).unwrap();
        assert!(activity.0[0].contains(&verdict), "{verdict}");
    }
}
