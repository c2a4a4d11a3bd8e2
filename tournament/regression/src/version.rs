//! One program of the archive, its record, and its signature: the output of its `bench`.

use std::io;
use std::path::Path;
use std::time::Duration;

use config::{NOT_SCALAR, is_scalar};
use eval_external::Spec;
use serde::{Deserialize, Serialize};
use uci_client::{Executable, Launch};

use crate::git::short;

/// One program and its record.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
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
    /// A version that is not archived yet, without source and options.
    pub(crate) fn new(name: String, engine: &str, date: String) -> Version {
        Version { name, engine: engine.to_owned(), date, margin_scale: 1.0, ..Version::default() }
    }

    /// The same, with what the program's `bench` prints, if it is a program and has one.
    pub fn of(program: &Path, name: String, engine: &str, date: String) -> io::Result<Version> {
        let version = Version::new(name, engine, date);
        let bench = if is_evaluation(program) { None } else { run_bench(program)? };
        let Some(Bench { nodes, margin_scale, eval_scale }) = bench else { return Ok(version) };
        Ok(Version { bench: Some(nodes), margin_scale, eval_scale, ..version })
    }

    /// A text that is equal for versions that play the same: the tree and the options, or the program and the options.
    pub fn identity(&self) -> String {
        let source = match (&self.tree, &self.build) {
            (Some(tree), Some(build)) => format!("tree {tree} by {build}"),
            (Some(tree), None) => format!("tree {tree}"),
            (None, _) => format!("sha256 {}", self.sha256),
        };
        with_params(source, &self.params)
    }

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

    /// The commit in short, with a plus sign if there are changes: `1a2b3c4d5e+`; empty if it is not known.
    pub fn commit_text(&self) -> String {
        let commit = self.commit.as_deref().map(short).unwrap_or_default();
        format!("{commit}{}", if self.changed { "+" } else { "" })
    }
}

/// True if the file is the shared library of an evaluation, and not a program.
pub(crate) fn is_evaluation(file: &Path) -> bool {
    Spec::is_one(&file.to_string_lossy())
}

pub(crate) fn with_params(source: String, params: &toml::Table) -> String {
    if params.is_empty() {
        return source;
    }
    let params: toml::Table =
        config::sorted(params).into_iter().map(|(name, value)| (name.clone(), value.clone())).collect();
    format!("{source} with {params}")
}

/// A program that is not done by then has no `bench`: ours take seconds.
const PATIENCE: Duration = Duration::from_secs(600);
/// A program that prints more bytes has none either: ours print some thousand.
const MAX_BYTES: usize = 1 << 20;

/// The output of a program's `bench`, as a version has it.
#[derive(Debug, PartialEq)]
struct Bench {
    nodes: u64,
    margin_scale: f64,
    eval_scale: Option<f64>,
}

const MARGIN_SCALE: &str = "margin scale ";
const EVAL_SCALE: &str = "evaluation scale ";
/// The mark after an unmeasured number, which is ignored.
const UNMEASURED: &str = "(measured: not yet)";

/// Runs `PROGRAM bench`; `None` if it prints no line with `N nodes` and `M nps`, which may have other words, and no
/// `Nodes searched: N`. That is how OpenBench reads it; some engines print to standard error.
fn run_bench(program: &Path) -> io::Result<Option<Bench>> {
    let mut launch = Launch::new(Executable::Path(program.to_owned()));
    launch.args.push("bench".to_owned());
    let text = uci_client::output(&launch, PATIENCE, MAX_BYTES)?;
    Ok(text.and_then(|text| parse(&String::from_utf8_lossy(&text))))
}

fn parse(text: &str) -> Option<Bench> {
    Some(Bench {
        nodes: text.lines().rev().find_map(nodes)?,
        margin_scale: positive(text, MARGIN_SCALE).unwrap_or(1.0),
        eval_scale: positive(text, EVAL_SCALE),
    })
}

fn nodes(line: &str) -> Option<u64> {
    let words: Vec<String> = line
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_ascii_lowercase)
        .collect();
    let before = |unit: &str| {
        let mut pairs = words.windows(2).filter(|pair| pair[1] == unit);
        pairs.find_map(|pair| pair[0].parse().ok())
    };
    match words.as_slice() {
        [nodes, searched, number] if nodes == "nodes" && searched == "searched" => number.parse().ok(),
        _ => before("nodes").filter(|_: &u64| before("nps").is_some()),
    }
}

/// The number after `key` on the first line that begins with it, if it was measured.
fn positive(text: &str, key: &str) -> Option<f64> {
    let rest = text.lines().find_map(|line| line.strip_prefix(key))?;
    let rest = Some(rest).filter(|rest| !rest.ends_with(UNMEASURED))?;
    let number = rest.split_whitespace().next()?.parse().ok();
    number.filter(|&number: &f64| number.is_finite() && number > 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_line_is_the_signature() {
        let after = "  12 nodes  e2e4\n1764914 nodes 4200000 nps\n\n";
        let bench = |margin_scale, eval_scale| Some(Bench { nodes: 1_764_914, margin_scale, eval_scale });
        let read = |lines: &str| parse(&format!("{lines}{after}"));
        let margin_scale = "margin scale 4.25 (measured: 2026-11-20)\n";
        let both = format!("{margin_scale}evaluation scale 391.5 (measured: 2026-11-22)\n");
        assert_eq!(read(&both), bench(4.25, Some(391.5)));
        assert_eq!(read(margin_scale), bench(4.25, None));
        let unmeasured = "margin scale 1 (measured: not yet)\nevaluation scale 214.8 centipawns (measured: not yet)\n";
        assert_eq!(read(unmeasured), bench(1.0, None));
        for wrong in [" 0", " -3", " inf", " of K", "s 3"] {
            assert_eq!(read(&format!("evaluation scale{wrong}\n")), bench(1.0, None), "{wrong}");
        }
        assert_eq!(read(""), bench(1.0, None));
        for other in ["", "uciok", "x nodes 1 nps", "7 nodes"] {
            assert_eq!(parse(other), None, "{other}");
        }
        // Weiss's and Stockfish's.
        for other in [
            "[# 1] 12 cp e2e4 5 nodes 2301932 nps\nOVERALL:  4481 ms   77 nodes   2322775 nps\nbye",
            "Total time (ms) : 2\nNodes searched  : 77\nNodes/second    : 35",
        ] {
            assert_eq!(parse(other).map(|bench| bench.nodes), Some(77), "{other}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn programs_without_one() {
        assert_eq!(run_bench(Path::new("/bin/echo")).unwrap(), None);
        assert_eq!(run_bench(Path::new("/bin/false")).unwrap(), None);
        assert!(run_bench(Path::new("/no/such/program")).is_err());
        let folder = tempfile::tempdir().unwrap();
        let endless = folder.path().join("endless");
        std::fs::write(&endless, "#!/bin/sh\nexec yes\n").unwrap();
        let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        std::fs::set_permissions(&endless, mode).unwrap();
        // Long before the time is over that a bench may take.
        assert_eq!(run_bench(&endless).unwrap(), None);
    }
}
