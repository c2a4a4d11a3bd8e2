//! The worth of rules: an evaluator without one of its rules, or a group of them, plays the whole one.
//!
//! [`Candidates`] lists the rules and selects those that fire often enough for games; an
//! [`Ablation`] plays them, by a [`Race`](match_stats::race::Race) that spends games on those that are not clear yet;
//! its [`AblationRow`]s are the results. It is an ordinary run, a gauntlet of the whole against the others, whose games are
//! stored as those of every run: the same command resumes it.

mod ablation;

use std::collections::BTreeMap;

use anyhow::bail;
use engine_core::explain::{Ledger, LedgerCall, Recording, Sum};
use engine_core::game::Game;
use engine_core::options::matches;
use engine_core::rule::DeclaredRule;
use match_stats::Interval;
use match_stats::differences::{Measurement, false_discovery, holm, shrunk};
use match_stats::race::RaceVerdict;
use rayon::prelude::*;
use serde::{Serialize, Serializer};
use uci_client::did_you_mean;

use crate::fit::Estimate;
use crate::fit::multipliers;
use crate::positions::Position;
pub use ablation::{Ablation, AblationEvent};
use config::EvaluatorConfig;
use players::player::confirmed;
use report::numbers::{Elo, ShrunkElo};

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
    /// The factor on its terms that predicts results best, all other rules as they are: 1 if its numbers are right,
    /// below 0 if they mislead. `None` if it posts nothing or too seldom.
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

/// A rule that cannot be left out, and why.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[allow(missing_docs, reason = "the names say what the fields are")]
pub struct Inseparable {
    pub name: &'static str,
    pub why: &'static str,
}

/// The rules or groups to leave out, and those that are not played.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Candidates {
    /// Those that play.
    pub playing: Vec<Candidate>,
    /// Those that are too rare for games.
    pub rare: Vec<Candidate>,
    /// Rules that cannot be left out.
    pub inseparable: Vec<Inseparable>,
    /// True if a rule that is left out is not computed, so that it costs no time.
    pub saves_time: bool,
}

impl Candidates {
    /// The rules or groups of the evaluator that `config` configures. Fails if a pattern matches nothing.
    pub fn of(engine: &str, config: &EvaluatorConfig, question: &Question<'_>) -> anyhow::Result<Candidates> {
        let whole = confirmed(engine, &config.unchanged())?;
        let evaluator = confirmed(engine, config)?;
        let positions = question.positions.par_iter();
        let firing = positions.map(|game| Ok(firing(&evaluator.record(game)?)));
        let firing = firing.collect::<anyhow::Result<Vec<_>>>()?;
        let mut separable = whole.rules();
        let mut inseparable = Vec::new();
        separable.retain(|declared| {
            let name = declared.rule.name;
            inseparable.extend(declared.inseparable.map(|why| Inseparable { name, why }));
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
        let is_rare = |candidate: &Candidate| (candidate.per_mille).is_some_and(|per_mille| per_mille < question.rare);
        let (rare, playing) = all.into_iter().partition(is_rare);
        Ok(Candidates { playing, rare, inseparable, saves_time: evaluator.saves_time() })
    }
}

/// The number of positions per thousand in which one of `rules` fires; 0 without positions.
fn per_mille(firing: &[Vec<&str>], rules: &[&str]) -> f64 {
    let fires = |firing: &&Vec<&str>| firing.iter().any(|rule| rules.contains(rule));
    1000.0 * firing.iter().filter(fires).count() as f64 / firing.len().max(1) as f64
}

/// The rules that fire in a position: what they post there for White and Black is not both 0, or they scale the score.
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
        let (name, claim) = if groups { (declared.group, None) } else { (declared.rule.name, declared.claim) };
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

fn choose(all: &mut Vec<Candidate>, patterns: &[String], inseparable: &[Inseparable]) -> anyhow::Result<()> {
    for pattern in patterns {
        if let Some(Inseparable { name, why }) = inseparable.iter().find(|of| of.name == pattern) {
            bail!("rule {name:?} cannot be measured: {why}; name others");
        }
        if !all.iter().any(|candidate| matches(pattern, &candidate.name)) {
            let known: Vec<String> = all.iter().map(|candidate| candidate.name.clone()).collect();
            bail!(
                "no rule or group matches {pattern:?}{}; there are {}",
                did_you_mean(pattern, &known),
                known.join(", ")
            );
        }
    }
    if !patterns.is_empty() {
        let is_chosen = |name: &str| patterns.iter().any(|pattern| matches(pattern, name));
        all.retain(|candidate| is_chosen(&candidate.name));
    }
    Ok(())
}

/// The verdict on a rule or a group as a word: the evaluator is stronger or weaker with it, its effect is smaller than the
/// margin asked about, or none of these is known.
pub const fn verdict_word(verdict: RaceVerdict) -> &'static str {
    match verdict {
        RaceVerdict::Above => "helps",
        RaceVerdict::Below => "harms",
        RaceVerdict::Small => "small",
        RaceVerdict::Open => "open",
    }
}

/// A rule or a group, and what it is worth.
#[derive(Debug, Clone, Serialize)]
pub struct AblationRow {
    /// The rule or the group, with its claim and its firing rate.
    #[serde(flatten)]
    pub candidate: Candidate,
    /// Elo of having it: the whole's against the evaluator without it. The interval is 95 %, all looks together.
    #[serde(flatten, with = "Elo")]
    pub elo: Interval<Option<f64>>,
    /// The number of games behind it.
    pub games: u64,
    /// The pairs of games by the whole's points in them: 0, 1/2, 1, 3/2, 2.
    penta: [u64; 5],
    /// The verdict on this row, regardless of the others.
    #[serde(serialize_with = "verdict_field")]
    pub verdict: RaceVerdict,
    /// The two-sided p-value of a difference from 0, all looks together; `None` without pairs.
    p: Option<f64>,
    /// The p-value adjusted for the number of rows, so that any verdict is wrong in 5 % at most (Holm).
    pub p_holm: Option<f64>,
    /// Adjusted so that at most a share of 5 % of the verdicts is expected to be wrong (Benjamini, Hochberg).
    pub p_false_discovery: Option<f64>,
    /// The Elo without the luck of the list: drawn towards the mean of all rows as far as their scatter is that of
    /// their errors; see [`match_stats::differences`]. `None` where there are few rows or the Elo is unbounded.
    #[serde(flatten, with = "ShrunkElo")]
    pub shrunk_elo: Interval<Option<f64>>,
    /// Nanoseconds a node that it costs; `None` if it is computed when it is left out, too, and after few games.
    #[serde(serialize_with = "cost_fields")]
    pub cost_ns: Option<Interval>,
    /// The whole's score, 0 to 1, by which rows are ranked.
    #[serde(skip)]
    score: f64,
    /// The 95 % interval of these games alone, without correction for interim looks.
    #[serde(skip)]
    of_one_look: Interval<Option<f64>>,
}

impl AblationRow {
    fn read_together(rows: &mut [AblationRow]) {
        let played: Vec<usize> = (0..rows.len()).filter(|&i| rows[i].p.is_some()).collect();
        let p: Vec<f64> = played.iter().filter_map(|&i| rows[i].p).collect();
        let adjusted = holm(&p).into_iter().zip(false_discovery(&p));
        for (&at, (family, share)) in played.iter().zip(adjusted) {
            (rows[at].p_holm, rows[at].p_false_discovery) = (Some(family), Some(share));
        }
        let bounded = |row: &AblationRow| {
            let elo = row.of_one_look.bounded()?;
            Some(Measurement { value: elo.value, standard_error: elo.standard_error() })
        };
        let measured: Vec<(usize, Measurement)> =
            (0..rows.len()).filter_map(|at| Some((at, bounded(&rows[at])?))).collect();
        let all: Vec<Measurement> = measured.iter().map(|&(_, one)| one).collect();
        for (&(at, _), elo) in measured.iter().zip(shrunk(&all).unwrap_or_default()) {
            rows[at].shrunk_elo = elo.map(Some);
        }
    }
}

fn verdict_field<S: Serializer>(verdict: &RaceVerdict, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(verdict_word(*verdict))
}

fn cost_fields<S: Serializer>(cost: &Option<Interval>, to: S) -> Result<S::Ok, S::Error> {
    match cost {
        Some(of) => to.collect_map([("value", of.value), ("low", of.low), ("high", of.high)]),
        None => to.serialize_none(),
    }
}
