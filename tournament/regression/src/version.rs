//! One program of the archive, and its record.

use std::path::Path;

use config::{NOT_SCALAR, is_scalar};
use eval_external::Spec;
use eval_simplified::MICHNIEWSKI_SCALE;
use serde::{Deserialize, Serialize};

use crate::git::short;

/// One program and its record.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Version {
    /// Its name, which is also its folder's.
    pub name: String,
    /// The engine of which it is a version.
    pub engine: String,
    /// The commit time of its source or, where that is unknown, the time of archiving: UTC, as in
    /// `2026-11-21T03:45:00Z`.
    pub date: String,
    /// The commit that it was built from, or on which its changes are based.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
    /// True if it has uncommitted changes.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub changed: bool,
    /// The identity of the source: git's hash of its tree.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tree: Option<String>,
    /// The command that built it, with variables that choose compilers and the file that it made; `None` for cargo's
    /// program, or one that was added.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub build: Option<String>,
    /// The nodes of its `bench`; `None` if it has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bench: Option<u64>,
    /// The extent to which a search moves its values, relative to Michniewski's, as its `bench` prints; 1 if it does
    /// not.
    pub margin_scale: f64,
    /// K: the number of its centipawns for an expected score of 73 %, as its `bench` prints; `None` if it does not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub eval_scale: Option<f64>,
    /// The program's file in the version's folder.
    pub file: String,
    /// The SHA-256 of that file, in hexadecimal digits.
    pub sha256: String,
    /// The UCI options with which it plays.
    #[serde(default, skip_serializing_if = "toml::Table::is_empty")]
    pub params: toml::Table,
}

impl Version {
    /// A text that is equal for versions that play the same: the tree and the options, or the
    /// program and the options.
    #[must_use]
    pub fn identity(&self) -> String {
        let source = match (&self.tree, &self.build) {
            (Some(tree), Some(build)) => format!("tree {tree} by {build}"),
            (Some(tree), None) => format!("tree {tree}"),
            (None, _) => format!("sha256 {}", self.sha256),
        };
        with_params(source, &self.params)
    }

    /// True if the file is the shared library of an evaluation, and not a program.
    #[must_use]
    pub fn is_evaluation(file: &Path) -> bool {
        Spec::is_one(&file.to_string_lossy())
    }

    /// The number of its centipawns worth one of Michniewski's; by its margin scale if its evaluation scale is unknown.
    #[must_use]
    pub fn scale_ratio(&self) -> f64 {
        self.eval_scale.map_or(self.margin_scale, |k| k / MICHNIEWSKI_SCALE.centipawns)
    }

    /// The fault that prevents comparing it, if any.
    pub(crate) fn fault(&self) -> Option<String> {
        let scales = [("margin_scale", Some(self.margin_scale)), ("eval_scale", self.eval_scale)];
        for (name, number) in scales {
            if let Some(wrong) = number.filter(|n| !(n.is_finite() && *n > 0.0)) {
                return Some(format!("{name} is {wrong} and must be finite and above 0"));
            }
        }
        let strange = self.params.iter().find(|(_, value)| !is_scalar(value));
        strange.map(|(name, _)| format!("params.{name} {NOT_SCALAR}"))
    }

    /// The commit in short, with a plus sign if there are changes: `1a2b3c4d5e+`; empty if it is
    /// not known.
    #[must_use]
    pub fn commit_text(&self) -> String {
        let commit = self.commit.as_deref().map(short).unwrap_or_default();
        format!("{commit}{}", if self.changed { "+" } else { "" })
    }
}

/// An identity of something with these options.
pub(crate) fn with_params(source: String, params: &toml::Table) -> String {
    if params.is_empty() {
        return source;
    }
    let params: toml::Table = config::sorted(params)
        .into_iter()
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect();
    format!("{source} with {params}")
}
