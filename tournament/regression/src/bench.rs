//! The signature of a program: the output of its `bench`.

use std::io;
use std::path::Path;
use std::time::Duration;

use uci_client::{Executable, Launch};

/// A program that is not done by then has no `bench`: ours take seconds.
const PATIENCE: Duration = Duration::from_secs(600);
/// A program that prints more bytes has none either: ours print some thousand.
const MOST: usize = 1 << 20;

/// The output of a program's `bench`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bench {
    /// The nodes of its fixed search.
    pub nodes: u64,
    /// The extent to which a search moves its values, relative to Michniewski's; 1 if not printed.
    pub margin_scale: f64,
    /// K: the number of its centipawns for an expected score of 73 %; `None` if not printed.
    pub eval_scale: Option<f64>,
}

/// The beginning of the line of the margin scale.
const MARGIN_SCALE: &str = "margin scale ";
/// The beginning of the line of the evaluation scale.
const EVAL_SCALE: &str = "evaluation scale ";
/// The mark after an unmeasured number, which is ignored.
const UNMEASURED: &str = "(measured: not yet)";

/// Runs `PROGRAM bench`; `None` if it prints no line with `N nodes` and `M nps`, which may have other words, and no
/// `Nodes searched: N`. That is how OpenBench reads it; some engines print to standard error.
///
/// # Errors
/// If the program cannot be started.
pub fn run(program: &Path) -> io::Result<Option<Bench>> {
    let mut launch = Launch::new(Executable::Path(program.to_owned()));
    launch.args.push("bench".to_owned());
    let text = uci_client::output(&launch, PATIENCE, MOST)?;
    Ok(text.and_then(|text| parse(&String::from_utf8_lossy(&text))))
}

fn parse(text: &str) -> Option<Bench> {
    Some(Bench {
        nodes: text.lines().rev().find_map(nodes)?,
        margin_scale: positive(text, MARGIN_SCALE).unwrap_or(1.0),
        eval_scale: positive(text, EVAL_SCALE),
    })
}

/// The number of nodes on a line that sums up a bench.
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
        [nodes, searched, number] if nodes == "nodes" && searched == "searched" => {
            number.parse().ok()
        }
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
        let bench =
            |margin_scale, eval_scale| Some(Bench { nodes: 1_764_914, margin_scale, eval_scale });
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
        assert_eq!(run(Path::new("/bin/echo")).unwrap(), None);
        assert_eq!(run(Path::new("/bin/false")).unwrap(), None);
        assert!(run(Path::new("/no/such/program")).is_err());
        let folder = tempfile::tempdir().unwrap();
        let endless = folder.path().join("endless");
        std::fs::write(&endless, "#!/bin/sh\nexec yes\n").unwrap();
        let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        std::fs::set_permissions(&endless, mode).unwrap();
        // Long before the time is over that a bench may take.
        assert_eq!(run(&endless).unwrap(), None);
    }
}
