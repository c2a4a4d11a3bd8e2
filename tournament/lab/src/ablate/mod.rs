//! The worth of rules: an evaluator without one of its rules, or a group of them, plays the whole one.
//!
//! [`Candidates`] lists the rules and selects those that fire often enough for games; an
//! [`Ablation`] plays them, by a [`Race`](match_stats::race::Race) that spends games on those that are not clear yet;
//! its [`AblationRow`]s are the results. It is an ordinary run, a gauntlet of the whole against the others, whose games are
//! stored as those of every run: the same command resumes it.

mod ablation;
mod rows;
#[cfg(test)]
mod tests;

use engine_core::explain::{Ledger, LedgerCall, Recording, Sum};
use engine_core::game::Game;
use engine_core::options::matches;
use engine_core::rule::DeclaredRule;
use evaluators::{AnyEvaluator, EvaluationError};
use rayon::prelude::*;
use uci_client::did_you_mean;

use crate::error::LabError;
use crate::fit::data::Estimate;
use crate::fit::multipliers;
use crate::positions::Position;
pub use ablation::{Ablation, AblationEvent};
use config::EvaluatorConfig;
use players::player::configured;
pub use rows::{AblationRow, verdict_word};

/// A rule or a group that is left out at a time.
#[derive(Debug, Clone, PartialEq)]
pub struct Candidate {
    /// The rule, or the group.
    pub name: String,
    /// The rules.
    pub rules: Vec<&'static str>,
    /// The Elo that the document claims for it; only of a single rule.
    pub claim: Option<u16>,
    /// The number of positions per thousand in which it fires; `None` if it fires in none and chooses moves.
    pub per_mille: Option<f64>,
    /// The factor on its terms that predicts results best. `None` if it posts nothing or too seldom.
    pub multiplier: Option<Estimate>,
}

/// A choice of rules, and the positions to judge them by.
#[derive(Debug, Clone)]
pub struct Question<'a> {
    /// Patterns of the names of rules or groups; none: all.
    pub patterns: &'a [String],
    /// Groups of rules in place of rules.
    pub groups: bool,
    /// The least firing rate per mille: rules that fire in fewer positions are too rare for games.
    pub rare: f64,
    /// The positions in which firing rates are counted.
    pub positions: &'a [Game],
    /// The positions on whose results multipliers are fitted.
    pub labelled: &'a [Position],
}

/// The rules or groups to leave out, and those that are not played.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Candidates {
    /// Those that play.
    pub playing: Vec<Candidate>,
    /// Those that are too rare for games.
    pub rare: Vec<Candidate>,
    /// Rules that cannot be left out, with the reason.
    pub inseparable: Vec<(&'static str, &'static str)>,
    /// True if a rule that is left out is not computed, so that it costs no time.
    pub saves_time: bool,
}

impl Candidates {
    /// The rules or groups of the evaluator that `config` configures. Fails if a pattern matches nothing.
    pub fn of(
        engine: &str,
        config: &EvaluatorConfig,
        question: &Question<'_>,
    ) -> Result<Candidates, LabError> {
        let whole = configured(engine, &config.unchanged())?;
        let evaluator = configured(engine, config)?;
        let firing = firing_rules(&*evaluator, question.positions)?;
        let rules = whole.rules();
        let inseparable = rules.iter();
        let inseparable =
            inseparable.filter_map(|declared| Some((declared.rule.name, declared.inseparable?)));
        let inseparable: Vec<_> = inseparable.collect();
        let separable: Vec<DeclaredRule> =
            rules.into_iter().filter(|declared| declared.inseparable.is_none()).collect();
        let mut all = if question.groups {
            groups(&separable)
        } else {
            separable.iter().map(single).collect()
        };
        choose(&mut all, question.patterns, &inseparable)?;
        for candidate in &mut all {
            let posts = |declared: &DeclaredRule| {
                declared.posts && candidate.rules.contains(&declared.rule.name)
            };
            let per_mille = || per_mille(&firing, &candidate.rules);
            candidate.per_mille = separable.iter().any(posts).then(per_mille);
        }
        let sets: Vec<&[&str]> = all.iter().map(|own| own.rules.as_slice()).collect();
        let found = multipliers::of_sets(&*evaluator, question.labelled, &sets)?;
        for (candidate, multiplier) in all.iter_mut().zip(found) {
            candidate.multiplier = multiplier;
        }
        let is_rare = |candidate: &Candidate| {
            (candidate.per_mille).is_some_and(|per_mille| per_mille < question.rare)
        };
        let (rare, playing) = all.into_iter().partition(is_rare);
        Ok(Candidates { playing, rare, inseparable, saves_time: evaluator.saves_time() })
    }
}

/// The rules of the evaluator that fire in each of these positions: what they post there for White and Black is not both
/// 0, or they scale the score.
fn firing_rules(
    evaluator: &dyn AnyEvaluator,
    positions: &[Game],
) -> Result<Vec<Vec<&'static str>>, EvaluationError> {
    let recordings = positions.par_iter().map(|game| evaluator.record(game));
    recordings.map(|recording| recording.map(|recording| firing(&recording))).collect()
}

/// The number of positions per thousand in which one of `rules` fires; 0 without positions.
fn per_mille(firing: &[Vec<&str>], rules: &[&str]) -> f64 {
    let fires = |firing: &&Vec<&str>| firing.iter().any(|rule| rules.contains(rule));
    1000.0 * firing.iter().filter(fires).count() as f64 / firing.len().max(1) as f64
}

fn firing(recording: &Recording) -> Vec<&'static str> {
    let mut posted: Vec<(&'static str, [i32; 2])> = Vec::new();
    let mut sum = Sum::default();
    for &call in &recording.calls {
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

fn single(declared: &DeclaredRule) -> Candidate {
    Candidate {
        name: declared.rule.name.to_owned(),
        rules: vec![declared.rule.name],
        claim: declared.claim,
        per_mille: None,
        multiplier: None,
    }
}

/// The groups in the order of their first rules.
fn groups(rules: &[DeclaredRule]) -> Vec<Candidate> {
    let mut groups: Vec<Candidate> = Vec::new();
    for declared in rules {
        match groups.iter_mut().find(|group| group.name == declared.group) {
            Some(group) => group.rules.push(declared.rule.name),
            None => groups.push(Candidate {
                name: declared.group.to_owned(),
                claim: None,
                ..single(declared)
            }),
        }
    }
    groups
}

fn choose(
    all: &mut Vec<Candidate>,
    patterns: &[String],
    inseparable: &[(&'static str, &'static str)],
) -> Result<(), LabError> {
    for pattern in patterns {
        if let Some(&(rule, why)) = inseparable.iter().find(|(rule, _)| rule == pattern) {
            return Err(LabError::Message(format!(
                "rule {rule:?} cannot be measured: {why}; name others"
            )));
        }
        if !all.iter().any(|candidate| matches(pattern, &candidate.name)) {
            let known: Vec<String> = all.iter().map(|candidate| candidate.name.clone()).collect();
            return Err(LabError::Message(format!(
                "no rule or group matches {pattern:?}{}; there are {}",
                did_you_mean(pattern, &known),
                known.join(", ")
            )));
        }
    }
    if !patterns.is_empty() {
        let is_chosen = |name: &str| patterns.iter().any(|pattern| matches(pattern, name));
        all.retain(|candidate| is_chosen(&candidate.name));
    }
    Ok(())
}
