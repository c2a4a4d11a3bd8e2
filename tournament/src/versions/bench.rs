//! The signature of a program: what its `bench` says.

use std::fs::File;
use std::io::{self, Read, Seek};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// A program that is not done by then has no `bench`: ours take seconds.
const PATIENCE: Duration = Duration::from_secs(600);
/// How often it is looked whether it is done.
const LOOK: Duration = Duration::from_millis(10);

/// What a program's `bench` says.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bench {
    /// The nodes of its fixed search.
    pub nodes: u64,
    /// How far its scores swing, relative to Michniewski's; 1 if it does not say.
    pub swing: f64,
}

/// Runs `PROGRAM bench`; `None` if its last line is not `N nodes M nps`.
///
/// # Errors
/// If the program cannot be started.
pub fn run(program: &Path) -> io::Result<Option<Bench>> {
    // A file, not a pipe: nobody has to read while it runs.
    let mut output = tempfile::tempfile()?;
    let mut child = Command::new(program)
        .arg("bench")
        .stdin(Stdio::null())
        .stdout(output.try_clone()?)
        .stderr(Stdio::null())
        .spawn()?;
    let end = Instant::now() + PATIENCE;
    let status = loop {
        match child.try_wait()? {
            Some(status) => break status,
            None if Instant::now() >= end => {
                child.kill()?;
                break child.wait()?;
            }
            None => sleep(LOOK),
        }
    };
    if !status.success() {
        return Ok(None);
    }
    Ok(parse(&written(&mut output)?))
}

fn written(file: &mut File) -> io::Result<String> {
    let mut bytes = Vec::new();
    file.rewind()?;
    file.read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn parse(text: &str) -> Option<Bench> {
    let last = text.lines().rfind(|line| !line.trim().is_empty())?;
    let words: Vec<&str> = last.split_whitespace().collect();
    let [nodes, "nodes", _, "nps"] = words[..] else {
        return None;
    };
    let swing = text.lines().find_map(|line| line.strip_prefix("swing "));
    let swing = swing.and_then(|rest| rest.split_whitespace().next()?.parse().ok());
    Some(Bench {
        nodes: nodes.parse().ok()?,
        swing: swing
            .filter(|&swing: &f64| swing.is_finite() && swing > 0.0)
            .unwrap_or(1.0),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_line_is_the_signature() {
        let text =
            "swing 4.25 (measured: 2026-11-20)\n  12 nodes  e2e4\n1764914 nodes 4200000 nps\n\n";
        let bench = Bench {
            nodes: 1_764_914,
            swing: 4.25,
        };
        assert_eq!(parse(text), Some(bench));
        assert_eq!(parse("7 nodes 1 nps").map(|bench| bench.swing), Some(1.0));
        for other in ["", "uciok", "x nodes 1 nps", "7 nodes 1 nps\nbye"] {
            assert_eq!(parse(other), None, "{other}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn programs_without_one() {
        assert_eq!(run(Path::new("/bin/echo")).unwrap(), None);
        assert_eq!(run(Path::new("/bin/false")).unwrap(), None);
        assert!(run(Path::new("/no/such/program")).is_err());
    }
}
