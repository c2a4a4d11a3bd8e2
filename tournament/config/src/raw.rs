//! The configuration as it is written: the TOML keys and their types, and which of them ends a match.
//!
//! Every key is optional here, so that a missing one is reported by [`super::resolve`] in the tournament's own words.
//! Unknown keys are refused everywhere: a misspelt key that is silently ignored voids a tournament unnoticed.

use std::collections::BTreeMap;

use match_stats::sprt::Model;
use match_stats::{Sprt, StopRule};
use openings::{Order, TextEncoding, Variant};
use serde::Deserialize;

use crate::error::{KeyProblem, KeyResult, between};
use crate::rules::{DrawRule, OpeningPolicy, PgnConfig, ResignRule, ScoreSide};

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(
    deny_unknown_fields,
    expecting = "a configuration: the tables [run], [limits], [[engine]] and others"
)]
pub(super) struct RawConfig {
    #[serde(default)]
    pub(super) run: RawRun,
    pub(super) limits: Option<RawLimits>,
    pub(super) sprt: Option<RawSprt>,
    pub(super) stop_when: Option<RawStopWhen>,
    #[serde(default)]
    pub(super) timeouts: RawTimeouts,
    #[serde(default)]
    pub(super) openings: RawOpenings,
    #[serde(default)]
    pub(super) adjudication: RawAdjudication,
    #[serde(default)]
    pub(super) pgn: PgnConfig,
    #[serde(default, rename = "time_control")]
    pub(super) time_controls: Vec<RawTimeControl>,
    #[serde(default, rename = "engine")]
    pub(super) engines: Vec<RawEngine>,
}

impl RawConfig {
    /// The rule that ends a match before all of its games are played, and its table.
    pub(super) fn stop_rule(&self) -> KeyResult<Option<(StopRule, &'static str)>> {
        Ok(Some(match (&self.sprt, &self.stop_when) {
            (None, None) => return Ok(None),
            (Some(sprt), None) => {
                let test = Sprt::new((sprt.elo0, sprt.elo1), (sprt.alpha, sprt.beta), sprt.model);
                let test = test.map_err(|error| KeyProblem::new(["sprt"], error.to_string()))?;
                (StopRule::Sprt(test), "sprt")
            }
            (None, Some(stop)) => {
                between(["stop_when", "elo_width"], stop.elo_width, 0.1..=2_000.0)?;
                (StopRule::FixedWidth(stop.elo_width), "stop_when")
            }
            (Some(_), Some(_)) => {
                let problem = "[sprt] and [stop_when] both end the match; keep one of them";
                return Err(KeyProblem::new(["stop_when"], problem));
            }
        }))
    }
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table of keys, as below [run]")]
pub(super) struct RawRun {
    pub(super) name: Option<String>,
    pub(super) format: Option<String>,
    pub(super) pairs: Option<u32>,
    pub(super) cycles: Option<u32>,
    pub(super) rounds: Option<u32>,
    pub(super) seeds: Option<u32>,
    pub(super) seed: Option<u64>,
    pub(super) anchor: Option<RawAnchors>,
    pub(super) hash: Option<u32>,
    #[serde(default)]
    pub(super) strict: bool,
}

/// `run.anchor`: a name or several, a rating or several.
#[derive(Debug, Clone, Deserialize)]
#[serde(
    untagged,
    expecting = "must be the name of an engine, a table such as { name = \"Toga II\", elo = 2800, error = 15 }, \
                 or several names or tables in brackets"
)]
pub(super) enum RawAnchors {
    Name(String),
    Names(Vec<String>),
    One(RawAnchor),
    Several(Vec<RawAnchor>),
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawAnchor {
    pub(super) name: String,
    pub(super) elo: f64,
    pub(super) error: Option<f64>,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table with a limit, such as { nodes = 5000 }")]
pub(super) struct RawLimits {
    pub(super) nodes: Option<u64>,
    pub(super) depth: Option<u8>,
    pub(super) movetime: Option<u64>,
    pub(super) tc: Option<String>,
    pub(super) ms_at_speed: Option<f64>,
    pub(super) margin: Option<u64>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table such as { elo_width = 20 }")]
pub(super) struct RawStopWhen {
    pub(super) elo_width: f64,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "a table such as { elo0 = 0, elo1 = 5 }")]
pub(super) struct RawSprt {
    pub(super) elo0: f64,
    pub(super) elo1: f64,
    pub(super) alpha: f64,
    pub(super) beta: f64,
    pub(super) model: Model,
}

impl Default for RawSprt {
    fn default() -> Self {
        Self { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05, model: Model::Logistic }
    }
}

/// `[timeouts]`, and an engine's own `timeouts`, in milliseconds.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table of milliseconds, as below [timeouts]")]
pub(super) struct RawTimeouts {
    pub(super) start: Option<u64>,
    pub(super) ready: Option<u64>,
    pub(super) newgame: Option<u64>,
    pub(super) hang: Option<u64>,
    pub(super) quit: Option<u64>,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table of keys, as below [[time_control]]")]
pub(super) struct RawTimeControl {
    pub(super) name: Option<String>,
    #[serde(default)]
    pub(super) limits: RawLimits,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table of keys, as below [openings]")]
pub(super) struct RawOpenings {
    #[serde(default)]
    pub(super) variant: Variant,
    pub(super) numbers: Option<String>,
    pub(super) file: Option<String>,
    pub(super) order: Option<Order>,
    pub(super) policy: Option<OpeningPolicy>,
    pub(super) plies: Option<u32>,
    pub(super) start: Option<u32>,
    pub(super) encoding: Option<TextEncoding>,
    #[serde(default)]
    pub(super) skip_bad: bool,
    #[serde(default)]
    pub(super) wrap: bool,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table of rules, as below [adjudication]")]
pub(super) struct RawAdjudication {
    pub(super) draw: Option<DrawRule>,
    pub(super) resign: Option<ResignRule>,
    pub(super) syzygy: Option<String>,
    pub(super) max_moves: Option<u32>,
    #[serde(default)]
    pub(super) insufficient_material: bool,
}

/// `params` of an `[[engine]]`: parameters, or a file of them.
#[derive(Debug, Clone, Deserialize)]
#[serde(
    untagged,
    expecting = "must be a table of parameters, or the name of a file of them, as `evalarena tune` writes it"
)]
pub(super) enum RawParams {
    Table(toml::Table),
    File(String),
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table of keys, as below [[engine]]")]
pub(super) struct RawEngine {
    pub(super) name: Option<String>,
    pub(super) evaluator: Option<String>,
    pub(super) evaluation: Option<String>,
    pub(super) params: Option<RawParams>,
    pub(super) disable: Option<Vec<String>>,
    pub(super) limits: Option<RawLimits>,
    pub(super) speed: Option<f64>,
    pub(super) year: Option<u16>,
    pub(super) kind: Option<String>,
    pub(super) source: Option<String>,
    pub(super) hash: Option<u32>,
    pub(super) margin_scale: Option<f64>,
    pub(super) eval_scale: Option<f64>,
    pub(super) search: Option<toml::Table>,
    pub(super) command: Option<String>,
    pub(super) args: Option<Vec<String>>,
    pub(super) dir: Option<String>,
    pub(super) env: Option<BTreeMap<String, String>>,
    pub(super) options: Option<toml::Table>,
    pub(super) scores: Option<ScoreSide>,
    pub(super) timeouts: Option<RawTimeouts>,
}

impl RawLimits {
    /// The kinds of limit: a search obeys exactly one of them.
    pub(super) const KINDS: [&str; 5] = ["nodes", "depth", "movetime", "tc", "ms_at_speed"];

    /// The kinds that are given, as written.
    pub(super) fn given(&self) -> Vec<&'static str> {
        let given = [
            self.nodes.is_some(),
            self.depth.is_some(),
            self.movetime.is_some(),
            self.tc.is_some(),
            self.ms_at_speed.is_some(),
        ];
        let kinds = Self::KINDS.into_iter().zip(given);
        kinds.filter_map(|(kind, is)| is.then_some(kind)).collect()
    }
}

impl RawEngine {
    /// The first key that an engine of this kind does not have, and the kinds that have it.
    pub(super) fn foreign_key(&self, kind: RawKind) -> Option<(&'static str, &'static [RawKind])> {
        use RawKind::{Evaluation, Evaluator, Program};
        const SEARCH: &[RawKind] = &[Evaluator, Evaluation];
        const OUTSIDE: &[RawKind] = &[Evaluation, Program];
        let keys: [(&str, &[RawKind], bool); 15] = [
            ("evaluator", &[Evaluator], self.evaluator.is_some()),
            ("params", SEARCH, self.params.is_some()),
            ("disable", SEARCH, self.disable.is_some()),
            ("hash", SEARCH, self.hash.is_some()),
            ("margin_scale", SEARCH, self.margin_scale.is_some()),
            ("eval_scale", SEARCH, self.eval_scale.is_some()),
            ("search", SEARCH, self.search.is_some()),
            ("evaluation", &[Evaluation], self.evaluation.is_some()),
            ("command", &[Program], self.command.is_some()),
            ("args", &[Program], self.args.is_some()),
            ("dir", &[Program], self.dir.is_some()),
            ("env", &[Program], self.env.is_some()),
            ("options", OUTSIDE, self.options.is_some()),
            ("scores", &[Program], self.scores.is_some()),
            ("timeouts", OUTSIDE, self.timeouts.is_some()),
        ];
        let mut given = keys.into_iter().filter(|&(_, _, given)| given);
        let foreign = given.find(|(_, kinds, _)| !kinds.contains(&kind));
        foreign.map(|(key, kinds, _)| (key, kinds))
    }

    /// The kind of engine that its keys describe, the most particular of them first.
    pub(super) fn engine_kind(&self) -> Option<RawKind> {
        let kinds = [
            (RawKind::Program, self.command.is_some()),
            (RawKind::Evaluation, self.evaluation.is_some()),
            (RawKind::Evaluator, self.evaluator.is_some()),
        ];
        kinds.into_iter().find_map(|(kind, is)| is.then_some(kind))
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RawKind {
    /// An evaluator of the arena.
    Evaluator,
    /// An evaluation from outside, under the arena's search.
    Evaluation,
    /// A UCI program.
    Program,
}

impl RawKind {
    /// The key that makes it this kind.
    pub(super) fn key(self) -> &'static str {
        match self {
            RawKind::Evaluator => "evaluator",
            RawKind::Evaluation => "evaluation",
            RawKind::Program => "command",
        }
    }

    pub(super) fn text(self) -> &'static str {
        match self {
            RawKind::Evaluator => "an evaluator of the arena",
            RawKind::Evaluation => "an evaluation from outside",
            RawKind::Program => "a UCI program",
        }
    }
}
