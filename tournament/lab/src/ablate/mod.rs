//! The worth of rules: an evaluator without one of its rules, or a group of them, plays the whole one.
//!
//! [`Candidates`] lists the rules and selects those that fire often enough for games; an
//! [`Ablation`] plays them, by a [`Race`](match_stats::race::Race) that spends games on those that are not clear yet;
//! its [`AblationRow`]s are the results. It is an ordinary run, a gauntlet of the whole against the others, whose games are
//! stored as those of every run: the same command resumes it.

mod ablation;
mod rows;

use std::collections::BTreeMap;

use engine_core::explain::{Ledger, LedgerCall, Recording, Sum};
use engine_core::game::Game;
use engine_core::options::matches;
use engine_core::rule::DeclaredRule;
use evaluators::{AnyEvaluator, EvaluationError};
use rayon::prelude::*;
use serde::Serialize;
use uci_client::did_you_mean;

use crate::error::{LabError, message};
use crate::fit::data::Estimate;
use crate::fit::multipliers;
use crate::positions::Position;
pub use ablation::{Ablation, AblationEvent};
use config::EvaluatorConfig;
use players::player::configured;
pub use rows::{AblationRow, verdict_word};

/// A rule or a group that is left out at a time.
#[derive(Debug, Clone, PartialEq, Serialize)]
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
        let mut separable = whole.rules();
        let mut inseparable = Vec::new();
        separable.retain(|declared| {
            inseparable.extend(declared.inseparable.map(|reason| (declared.rule.name, reason)));
            declared.inseparable.is_none()
        });
        let mut all = candidates(&separable, question.groups);
        choose(&mut all, question.patterns, &inseparable)?;
        let sets: Vec<&[&str]> = all.iter().map(|own| own.rules.as_slice()).collect();
        let multipliers = multipliers::of_sets(&*evaluator, question.labelled, &sets)?;
        for (candidate, multiplier) in all.iter_mut().zip(multipliers) {
            let mut own = separable.iter().filter(|of| candidate.rules.contains(&of.rule.name));
            let posts = own.any(|declared| declared.posts);
            candidate.per_mille = posts.then(|| per_mille(&firing, &candidate.rules));
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
    let firing = positions.par_iter().map(|game| Ok(firing(&evaluator.record(game)?)));
    firing.collect()
}

/// The number of positions per thousand in which one of `rules` fires; 0 without positions.
fn per_mille(firing: &[Vec<&str>], rules: &[&str]) -> f64 {
    let fires = |firing: &&Vec<&str>| firing.iter().any(|rule| rules.contains(rule));
    1000.0 * firing.iter().filter(fires).count() as f64 / firing.len().max(1) as f64
}

fn firing(recording: &Recording) -> Vec<&'static str> {
    let mut amounts: BTreeMap<&str, [i32; 2]> = BTreeMap::new();
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
        let amount = amounts.entry(rule.name).or_default();
        *amount = [amount[0] + white, amount[1] + black];
    }
    amounts.retain(|_, amount| *amount != [0, 0]);
    amounts.into_keys().collect()
}

/// The rules, or their groups in the order of their first rules.
fn candidates(rules: &[DeclaredRule], groups: bool) -> Vec<Candidate> {
    let mut candidates: Vec<Candidate> = Vec::new();
    for declared in rules {
        let (name, claim) =
            if groups { (declared.group, None) } else { (declared.rule.name, declared.claim) };
        match candidates.iter_mut().find(|known| groups && known.name == name) {
            Some(group) => group.rules.push(declared.rule.name),
            None => candidates.push(Candidate {
                name: name.to_owned(),
                rules: vec![declared.rule.name],
                claim,
                per_mille: None,
                multiplier: None,
            }),
        }
    }
    candidates
}

fn choose(
    all: &mut Vec<Candidate>,
    patterns: &[String],
    inseparable: &[(&'static str, &'static str)],
) -> Result<(), LabError> {
    for pattern in patterns {
        if let Some(&(rule, why)) = inseparable.iter().find(|(rule, _)| rule == pattern) {
            return Err(message!("rule {rule:?} cannot be measured: {why}; name others"));
        }
        if !all.iter().any(|candidate| matches(pattern, &candidate.name)) {
            let known: Vec<String> = all.iter().map(|candidate| candidate.name.clone()).collect();
            return Err(message!(
                "no rule or group matches {pattern:?}{}; there are {}",
                did_you_mean(pattern, &known),
                known.join(", ")
            ));
        }
    }
    if !patterns.is_empty() {
        let is_chosen = |name: &str| patterns.iter().any(|pattern| matches(pattern, name));
        all.retain(|candidate| is_chosen(&candidate.name));
    }
    Ok(())
}
