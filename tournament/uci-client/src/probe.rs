//! A trial of a program before its games, and one that is run to its end for what it prints.

use std::io;
use std::process::ExitStatus;
use std::time::{Duration, Instant};

use crate::check::MIDDLEGAME;
use crate::connection::{Connection, ENDING, Owed, answer};
use crate::failure::{Failure, FailureKind};
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

/// The findings of a trial.
#[derive(Debug, Clone, Default, PartialEq)]
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
    let mut connection = handshake::open_ready(launch)?;
    let mut report = ProbeReport { id_name: connection.id_name.take(), ..ProbeReport::default() };
    if let Some(limit) = limit {
        limit.probe(&mut connection, launch.timeouts.hang, &mut report);
    }
    connection.quit(launch.timeouts.quit);
    Ok(report)
}

impl FixedLimit {
    /// Tries a search that is no longer than those that will be requested.
    fn probe(self, connection: &mut Connection, hang: Duration, report: &mut ProbeReport) {
        let go = match self {
            Self::Nodes(nodes) => format!("go nodes {}", nodes.min(NODES)),
            Self::Depth(depth) => format!("go depth {}", depth.min(DEPTH)),
        };
        let is_silent = |failure: &Failure| failure.kind == FailureKind::Hang;
        // No book has a move for it.
        let commands = format!("ucinewgame\nposition {MIDDLEGAME}\n{go}\n");
        match reported(connection, &commands, PATIENCE.min(hang)) {
            Ok((nodes, depth)) => report.doubt = self.doubt(&go, nodes, depth),
            Err(failure) if is_silent(&failure) => match reported(connection, "stop\n", STOP) {
                Ok(_) => report.unkept = Some(go),
                Err(failure) if is_silent(&failure) => {
                    report.doubt = Some(format!(
                        "answered `{go}` neither in time nor after `stop`: every move may take the timeout `hang`, {} s; \
                         another limit may be one that it keeps",
                        hang.as_secs()
                    ));
                }
                Err(_) => {}
            },
            Err(_) => {}
        }
    }

    /// A doubt about the answer to `go`: it reports no search of that size, so it may have made another one, or none.
    fn doubt(self, go: &str, nodes: u64, depth: u64) -> Option<String> {
        let (is_less, seen) = match self {
            // Positions are counted in more than one way.
            Self::Nodes(limit) => (10 * nodes < limit.min(NODES), format!("{nodes} nodes")),
            Self::Depth(limit) => (depth < u64::from(limit.min(DEPTH)), format!("depth {depth}")),
        };
        is_less.then(|| {
            format!(
                "answered `{go}` at once and reported {seen}: it may not know this limit, and play without a search; look at \
                 its moves, or use a clock (--tc)"
            )
        })
    }
}

/// Sends `lines` and waits for a move; the most nodes and the largest depth that are reported before it.
fn reported(
    connection: &mut Connection,
    lines: &str,
    patience: Duration,
) -> Result<(u64, u64), Failure> {
    let (mut nodes, mut depth) = (0, 0);
    connection.exchange(lines, Owed::or_hang("bestmove", patience), |line, _| {
        if let Some(info) = line.trim_ascii_start().strip_prefix(b"info ") {
            let info = Line::parse(info, false);
            nodes = nodes.max(info.nodes.unwrap_or(0));
            depth = depth.max(info.depth.unwrap_or(0));
        }
        answer(line).map(|_| ())
    })?;
    Ok((nodes.unsigned_abs(), depth.unsigned_abs()))
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
    Ok(process.await_end(Instant::now() + ENDING).filter(ExitStatus::success).map(|_| text))
}
