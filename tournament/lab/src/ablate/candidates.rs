//! The candidates for leaving out: rules or groups of an evaluator that fire often enough.

use engine_core::game::Game;
use engine_core::options::matches;
use engine_core::rule::DeclaredRule;
use uci_client::did_you_mean;

use super::AblateError;
use crate::activity::RuleActivity;
use crate::fit::bootstrap::Estimate;
use crate::fit::multipliers;
use crate::positions::Position;
use config::EvaluatorConfig;
use players::player::configured;

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
    /// The factor on its terms that predicts results best ([`multipliers`]). `None` if it posts nothing or too seldom.
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
    /// The rules or groups of the evaluator that `config` configures.
    ///
    /// # Errors
    /// If the evaluator cannot be configured so, or a pattern matches nothing.
    pub fn of(
        engine: &str,
        config: &EvaluatorConfig,
        question: &Question<'_>,
    ) -> Result<Candidates, AblateError> {
        let whole = configured(engine, &config.unchanged())?;
        let evaluator = configured(engine, config)?;
        let activity = RuleActivity::of(&*evaluator, question.positions)?;
        let (inseparable, separable) = sorted(whole.rules());
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
            let per_mille = || activity.per_mille(&candidate.rules);
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

/// The rules that cannot be left out, with the reason, and those that can.
fn sorted(rules: Vec<DeclaredRule>) -> (Vec<(&'static str, &'static str)>, Vec<DeclaredRule>) {
    let reasons = rules.iter();
    let reasons = reasons.filter_map(|declared| Some((declared.rule.name, declared.inseparable?)));
    let inseparable = reasons.collect();
    let separable = rules.into_iter();
    let separable = separable.filter(|declared| declared.inseparable.is_none());
    (inseparable, separable.collect())
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

/// Keeps those whose names match one of the patterns.
fn choose(
    all: &mut Vec<Candidate>,
    patterns: &[String],
    inseparable: &[(&'static str, &'static str)],
) -> Result<(), AblateError> {
    for pattern in patterns {
        if let Some(&(rule, why)) = inseparable.iter().find(|(rule, _)| rule == pattern) {
            return Err(AblateError::Inseparable { rule, why });
        }
        if !all.iter().any(|candidate| matches(pattern, &candidate.name)) {
            let known: Vec<String> = all.iter().map(|candidate| candidate.name.clone()).collect();
            return Err(AblateError::Nothing {
                pattern: pattern.clone(),
                meant: did_you_mean(pattern, &known),
                known,
            });
        }
    }
    if !patterns.is_empty() {
        let is_chosen = |name: &str| patterns.iter().any(|pattern| matches(pattern, name));
        all.retain(|candidate| is_chosen(&candidate.name));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use config::{EngineConfig, EngineKind};

    fn candidates(evaluator: &str, patterns: &[&str], groups: bool) -> Result<Candidates, String> {
        let engine = EngineConfig::of_evaluator(evaluator, 1);
        let EngineKind::Evaluator(config) = &engine.kind else {
            panic!("an evaluator");
        };
        let patterns: Vec<String> = patterns.iter().map(|&pattern| pattern.into()).collect();
        let positions = ["startpos", "startpos moves g1f3 g8f6 e2e3 e7e6 f1e2 f8e7 e1g1 a7a6"];
        let positions = positions.map(|text| Game::parse(text).unwrap());
        let question = Question {
            patterns: &patterns,
            groups,
            rare: 5.0,
            positions: &positions,
            labelled: &[],
        };
        Candidates::of("x", config, &question).map_err(|error| error.to_string())
    }

    fn names(candidates: &[Candidate]) -> Vec<&str> {
        candidates.iter().map(|candidate| candidate.name.as_str()).collect()
    }

    #[test]
    fn rules_of_an_evaluator_without_switches_are_those_it_posts() {
        let all = candidates("michniewski", &[], false).unwrap();
        assert!(names(&all.playing).contains(&"pst_knight"));
        assert_eq!(names(&all.rare), ["pst_rook"]);
        let groups = candidates("michniewski", &[], true).unwrap();
        assert_eq!(names(&groups.playing), ["material", "pawns", "pieces", "king"]);
        assert_eq!(groups.playing[2].rules.len(), 4);
        let chosen = candidates("michniewski", &["pst_k*", "material"], false).unwrap();
        assert_eq!(names(&chosen.playing), ["material", "pst_knight", "pst_king"]);
    }

    #[test]
    fn what_stands_in_place_of_others_is_refused_by_its_name_and_told_otherwise() {
        let all = candidates("chessbin", &[], true).unwrap();
        assert_eq!(all.inseparable[0].0, "terminal");
        assert!(all.playing.iter().all(|group| !group.rules.contains(&"terminal")));
        let error = candidates("chessbin", &["terminal"], false).unwrap_err();
        assert!(error.contains("terminal") && error.contains("in place of"), "{error}");
        let error = candidates("otter", &["pst_nkight"], false).unwrap_err();
        assert!(error.contains("pst_knight"), "{error}");
    }

    #[test]
    fn the_compendium_has_its_headings_its_claims_and_rules_that_post_nothing() {
        let all = candidates("compendium", &[], false).unwrap();
        let every: Vec<&Candidate> = all.playing.iter().chain(&all.rare).collect();
        let claims: Vec<u16> = every.iter().filter_map(|candidate| candidate.claim).collect();
        assert_eq!((claims.len(), claims.iter().sum::<u16>()), (10, 195));
        assert!(all.playing.iter().any(|candidate| candidate.per_mille.is_none()));
        let groups = candidates("compendium", &["King*"], true).unwrap();
        let both: Vec<&Candidate> = groups.playing.iter().chain(&groups.rare).collect();
        assert_eq!(both.len(), 2);
    }
}
