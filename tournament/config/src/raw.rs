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
use crate::limit::{RawLimits, RawTimeouts};
use crate::rules::{DrawRule, OpeningPolicy, PgnConfig, ResignRule, ScoreSide};

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(
    deny_unknown_fields,
    default,
    expecting = "a configuration: the tables [run], [limits], [[engine]] and others"
)]
pub(super) struct RawConfig {
    pub(super) run: RawRun,
    pub(super) limits: Option<RawLimits>,
    pub(super) sprt: Option<RawSprt>,
    pub(super) stop_when: Option<RawStopWhen>,
    pub(super) timeouts: RawTimeouts,
    pub(super) openings: RawOpenings,
    pub(super) adjudication: RawAdjudication,
    pub(super) pgn: PgnConfig,
    #[serde(rename = "time_control")]
    pub(super) time_controls: Vec<RawTimeControl>,
    #[serde(rename = "engine")]
    pub(super) engines: Vec<RawEngine>,
}

impl RawConfig {
    /// The rule that ends a match before all of its games are played, and its table.
    pub(super) fn stop_rule(&self) -> KeyResult<Option<(StopRule, &'static str)>> {
        Ok(Some(match (&self.sprt, &self.stop_when) {
            (None, None) => return Ok(None),
            (Some(sprt), None) => {
                let test = Sprt::new((sprt.elo0, sprt.elo1), (sprt.alpha, sprt.beta), sprt.model);
                let test = test.map_err(|error| KeyProblem::new("sprt", error.to_string()))?;
                (StopRule::Sprt(test), "sprt")
            }
            (None, Some(stop)) => {
                between("stop_when.elo_width", stop.elo_width, 0.1..=2_000.0)?;
                (StopRule::FixedWidth(stop.elo_width), "stop_when")
            }
            (Some(_), Some(_)) => {
                let problem = "[sprt] and [stop_when] both end the match; keep one of them";
                return Err(KeyProblem::new("stop_when", problem));
            }
        }))
    }
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "a table of keys, as below [run]")]
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
    #[serde(default)]
    pub(super) error: f64,
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

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "a table of keys, as below [[time_control]]")]
pub(super) struct RawTimeControl {
    pub(super) name: Option<String>,
    pub(super) limits: RawLimits,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "a table of keys, as below [openings]")]
pub(super) struct RawOpenings {
    pub(super) variant: Variant,
    pub(super) numbers: Option<String>,
    pub(super) file: Option<String>,
    pub(super) order: Option<Order>,
    pub(super) policy: Option<OpeningPolicy>,
    pub(super) plies: Option<u32>,
    pub(super) start: Option<u32>,
    pub(super) encoding: Option<TextEncoding>,
    pub(super) skip_bad: bool,
    pub(super) wrap: bool,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "a table of rules, as below [adjudication]")]
pub(super) struct RawAdjudication {
    pub(super) draw: Option<DrawRule>,
    pub(super) resign: Option<ResignRule>,
    pub(super) syzygy: Option<String>,
    pub(super) max_moves: Option<u32>,
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
#[serde(deny_unknown_fields, default, expecting = "a table of keys, as below [[engine]]")]
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

/// The kinds of engines.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum RawKind {
    Evaluator,
    Evaluation,
    Program,
}

impl RawKind {
    /// The key that makes an engine one of this kind, and what it is then.
    fn key_and_text(self) -> (&'static str, &'static str) {
        match self {
            RawKind::Evaluator => ("evaluator", "an evaluator of the arena"),
            RawKind::Evaluation => ("evaluation", "an evaluation from outside"),
            RawKind::Program => ("command", "a UCI program"),
        }
    }
}

/// The problem of an engine that names neither an evaluator nor a program.
pub(super) const NO_ENGINE: &str =
    "missing; add evaluator = \"material\", or command = \"...\" for a UCI program";

impl RawEngine {
    /// The kind of engine that its keys describe, the most particular of them first; an error if others have no place.
    pub(super) fn engine_kind(&self) -> KeyResult<RawKind> {
        use RawKind::{Evaluation, Evaluator, Program};
        const SEARCH: &[RawKind] = &[Evaluator, Evaluation];
        const OUTSIDE: &[RawKind] = &[Evaluation, Program];
        let kind = match (&self.command, &self.evaluation, &self.evaluator) {
            (Some(_), _, _) => Program,
            (None, Some(_), _) => Evaluation,
            (None, None, Some(_)) => Evaluator,
            (None, None, None) => return Err(KeyProblem::new("evaluator", NO_ENGINE)),
        };
        let keys: [(&str, &[RawKind], bool); 14] = [
            ("evaluator", &[Evaluator], self.evaluator.is_some()),
            ("params", SEARCH, self.params.is_some()),
            ("disable", SEARCH, self.disable.is_some()),
            ("hash", SEARCH, self.hash.is_some()),
            ("margin_scale", SEARCH, self.margin_scale.is_some()),
            ("eval_scale", SEARCH, self.eval_scale.is_some()),
            ("search", SEARCH, self.search.is_some()),
            ("evaluation", &[Evaluation], self.evaluation.is_some()),
            ("args", &[Program], self.args.is_some()),
            ("dir", &[Program], self.dir.is_some()),
            ("env", &[Program], self.env.is_some()),
            ("options", OUTSIDE, self.options.is_some()),
            ("scores", &[Program], self.scores.is_some()),
            ("timeouts", OUTSIDE, self.timeouts.is_some()),
        ];
        for (key, kinds, is_given) in keys {
            if is_given && !kinds.contains(&kind) {
                let belongs: Vec<&str> = kinds.iter().map(|kind| kind.key_and_text().1).collect();
                let (own, text) = kind.key_and_text();
                let problem = format!(
                    "{key} is for {}, and this engine is {text} (it has `{own}`); remove one of the two",
                    belongs.join(" or ")
                );
                return Err(KeyProblem::new(key, problem));
            }
        }
        Ok(kind)
    }
}
