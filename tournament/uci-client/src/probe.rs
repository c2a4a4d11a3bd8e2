//! A trial of a program before its games, and one that is run to its end for what it prints.

use std::io;
use std::process::ExitStatus;
use std::time::{Duration, Instant};

use crate::check::MIDDLEGAME;
use crate::connection::{Connection, Trouble};
use crate::handshake::{self, NotReady};
use crate::info::Line;
use crate::launch::Launch;
use crate::system::Process;

/// A fixed search that every program answers within [`PATIENCE`], if it keeps to such limits at all.
const NODES: u64 = 1000;
const DEPTH: u8 = 3;
/// The longest wait for the answer, on a machine with much to do.
const PATIENCE: Duration = Duration::from_secs(5);
/// The longest time for a program to obey `stop`, or to notice that its time is over.
const STOP: Duration = Duration::from_secs(1);

/// A limit by which programs are compared that have no clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FixedLimit {
    /// Nodes per move.
    Nodes(u64),
    /// Plies per move.
    Depth(u8),
}

impl FixedLimit {
    /// The search by which it is tried: no longer than those that will be requested.
    fn go(self) -> String {
        match self {
            Self::Nodes(nodes) => format!("go nodes {}", nodes.min(NODES)),
            Self::Depth(depth) => format!("go depth {}", depth.min(DEPTH)),
        }
    }
}

/// The findings of a trial.
#[derive(Debug, Clone, PartialEq)]
pub struct ProbeReport {
    /// The name that it gives itself, if any.
    pub id_name: Option<String>,
    /// A fixed search that it did not end: it continued until `stop`.
    pub unkept: Option<String>,
    /// A doubt about a fixed search, in words that go on from the program's name.
    pub doubt: Option<String>,
}

/// Starts a program once and lets it end again, to know that it can play before it has to. A short search by
/// the limit of its games is tried: some programs take a fixed limit for none.
/// Fails if it cannot be started, fails before it is ready, or does not take its options. What goes wrong in the
/// search is left to its games, but for the contents of [`ProbeReport`].
pub fn probe(launch: &Launch, limit: Option<FixedLimit>) -> Result<ProbeReport, NotReady> {
    let mut ready = handshake::greet(handshake::open(launch)?, launch)?;
    let (mut unkept, mut doubt) = (None, None);
    if let Some(limit) = limit {
        let go = limit.go();
        match answer(&mut ready.connection, &go, PATIENCE.min(launch.timeouts.hang)) {
            Answer::InTime(reported) => doubt = limit.doubt(&go, &reported),
            Answer::AfterStop => unkept = Some(go),
            Answer::None => {
                let hang = launch.timeouts.hang.as_secs();
                doubt = Some(format!(
                    "answered `{go}` neither in time nor after `stop`: every move may take the timeout `hang`, {hang} s; \
                     another limit may be one that it keeps"
                ));
            }
            Answer::Trouble => {}
        }
    }
    ready.connection.quit(launch.timeouts.quit);
    Ok(ProbeReport { id_name: ready.id_name, unkept, doubt })
}

/// The largest numbers that a program reports of a search.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
struct SearchTotals {
    nodes: u64,
    depth: u64,
}

impl SearchTotals {
    /// Takes in the text after the word `info`.
    fn read(&mut self, line: &[u8]) {
        let Line { nodes, depth, .. } = Line::parse(line, false);
        let number = |number: Option<i64>| number.and_then(|n| u64::try_from(n).ok()).unwrap_or(0);
        self.nodes = self.nodes.max(number(nodes));
        self.depth = self.depth.max(number(depth));
    }
}

impl FixedLimit {
    /// A doubt about the answer to `go`: it reports no search of that size, so it may have made another one, or none.
    fn doubt(self, go: &str, reported: &SearchTotals) -> Option<String> {
        let SearchTotals { nodes, depth } = reported;
        let (is_less, seen) = match self {
            // Positions are counted in more than one way.
            Self::Nodes(limit) => (10 * nodes < limit.min(NODES), format!("{nodes} nodes")),
            Self::Depth(limit) => (*depth < u64::from(limit.min(DEPTH)), format!("depth {depth}")),
        };
        is_less.then(|| {
            format!(
                "answered `{go}` at once and reported {seen}: it may not know this limit, and play without a search; look at \
                 its moves, or use a clock (--tc)"
            )
        })
    }
}

enum Answer {
    /// Within the patience, with what it reported.
    InTime(SearchTotals),
    /// Later, and then at `stop`.
    AfterStop,
    /// Not even then.
    None,
    /// The program is in trouble of another kind.
    Trouble,
}

fn answer(connection: &mut Connection, go: &str, patience: Duration) -> Answer {
    // No book has a move for it.
    let commands = format!("ucinewgame\nposition {MIDDLEGAME}\n{go}\n");
    match best_move(connection, &commands, patience) {
        Ok(reported) => return Answer::InTime(reported),
        Err(Trouble::TimedOut) => {}
        Err(_) => return Answer::Trouble,
    }
    match best_move(connection, "stop\n", STOP) {
        Ok(_) => Answer::AfterStop,
        Err(Trouble::TimedOut) => Answer::None,
        Err(_) => Answer::Trouble,
    }
}

/// Sends `lines` and waits for a move.
fn best_move(
    connection: &mut Connection,
    lines: &str,
    patience: Duration,
) -> Result<SearchTotals, Trouble> {
    let deadline = Instant::now() + patience;
    connection.send(lines.as_bytes(), deadline)?;
    let mut reported = SearchTotals::default();
    loop {
        let line = connection.receive(deadline)?.trim_ascii_start();
        if line.starts_with(b"bestmove") {
            return Ok(reported);
        }
        if let Some(line) = line.strip_prefix(b"info ") {
            reported.read(line);
        }
    }
}

/// The output of a program until it ends by itself, with what it prints to standard error; it gets no input. `None` if it fails, prints more than
/// `most` bytes, or is not done within `patience`: then it is killed, as it is by
/// [`kill_all`](crate::kill_all).
pub fn output(launch: &Launch, patience: Duration, most: usize) -> io::Result<Option<Vec<u8>>> {
    let deadline = Instant::now() + patience;
    let mut process = Process::start(launch)?;
    process.close_input();
    let mut text = Vec::new();
    let mut room = [0; 16 << 10];
    loop {
        let Ok(readable) = process.wait(deadline) else {
            return Ok(None);
        };
        if readable.complaints {
            let count = process.read_complaints(&mut room);
            text.extend_from_slice(&room[..count]);
        }
        if readable.output {
            match process.read(&mut room)? {
                0 => break,
                count => text.extend_from_slice(&room[..count]),
            }
        }
        if text.len() > most {
            return Ok(None);
        }
    }
    Ok(process.ended().filter(ExitStatus::success).map(|_| text))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn launch(answer: &str) -> Launch {
        let engine = format!(
            r#"while read -r line; do case "$line" in
        uci) echo 'id name Tried'; echo uciok;;
        isready) echo readyok;;
        {answer}
        quit) exit;;
        esac; done"#
        );
        let mut launch = Launch::shell(engine);
        launch.timeouts.hang = Duration::from_millis(300);
        launch
    }

    fn unkept(answer: &str, fixed: FixedLimit) -> Option<String> {
        let probed = probe(&launch(answer), Some(fixed)).unwrap();
        assert_eq!(probed.id_name.as_deref(), Some("Tried"));
        probed.unkept
    }

    #[test]
    fn a_program_that_searches_until_stop_ignores_the_limit() {
        let stopped = "stop) echo bestmove e2e4;;";
        let nodes = FixedLimit::Nodes(70_000);
        assert_eq!(unkept(stopped, nodes).as_deref(), Some("go nodes 1000"));
        assert_eq!(unkept(stopped, FixedLimit::Depth(2)).as_deref(), Some("go depth 2"));
        // One that keeps to depth alone.
        let depth = "'go depth 3') echo bestmove e2e4;; stop) echo bestmove e2e4;;";
        assert_eq!(unkept(depth, FixedLimit::Depth(8)), None);
        assert_eq!(unkept(depth, nodes).as_deref(), Some("go nodes 1000"));
        // One that waits for more words of the limit than there are.
        let waits = probe(&launch("go*) read -r x;;"), Some(nodes)).unwrap();
        assert_eq!(waits.unkept, None);
        assert!(waits.doubt.unwrap().contains("neither in time nor after"));
        // One that takes the unknown limit for no time, and one that searches.
        let doubt = |answer: &str, fixed| {
            let probed = probe(&launch(answer), Some(fixed)).unwrap();
            probed.doubt
        };
        let at_once = doubt("go*) echo bestmove e2e4;;", nodes).unwrap();
        assert!(at_once.contains("reported 0 nodes"), "{at_once}");
        let searches = "go*) echo info depth 3 nodes 990 pv e2e4; echo bestmove e2e4;;";
        assert_eq!(doubt(searches, nodes), None);
        assert_eq!(doubt(searches, FixedLimit::Depth(3)), None);
        let shallow = "go*) echo info depth 1 nodes 20; echo bestmove e2e4;;";
        assert!(doubt(shallow, FixedLimit::Depth(4)).is_some());
        // Without a fixed limit nothing is tried.
        assert_eq!(probe(&launch(stopped), None).unwrap().unkept, None);
    }

    #[test]
    fn a_program_that_does_not_answer_passes_the_trial() {
        for answer in ["go*) exit 1;;", "go*) : ;;", "go*) echo bestmove a1a1;;"] {
            assert_eq!(unkept(answer, FixedLimit::Nodes(50)), None, "{answer}");
        }
    }
}
