//! Whether a program can play, before it has to.

use std::time::{Duration, Instant};

use crate::connection::{Connection, Trouble};
use crate::handshake::{self, NotReady};
use crate::launch::Launch;

/// A fixed search that every program answers within [`PATIENCE`], if it keeps to such limits at all.
const NODES: u64 = 1000;
/// The same.
const DEPTH: u8 = 3;
/// How long the answer may take, on a machine with much to do.
const PATIENCE: Duration = Duration::from_secs(5);
/// How long a program that goes on searching may take to obey `stop`.
const STOP: Duration = Duration::from_secs(1);

/// A limit by which programs are compared that have no clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fixed {
    /// So many nodes a move.
    Nodes(u64),
    /// So many plies a move.
    Depth(u8),
}

impl Fixed {
    /// The search by which it is tried: no longer than those that will be asked for.
    fn go(self) -> String {
        match self {
            Self::Nodes(nodes) => format!("go nodes {}", nodes.min(NODES)),
            Self::Depth(depth) => format!("go depth {}", depth.min(DEPTH)),
        }
    }
}

/// What a program shows when it is tried.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Probed {
    /// What it calls itself, if it says.
    pub id_name: Option<String>,
    /// A fixed search that it did not end: it went on until it was told to stop.
    pub unkept: Option<String>,
}

/// Starts a program once and lets it end again, to know that it can play before it has to. If all its
/// searches will be `fixed`, a short one is tried, since some programs take such a limit for none.
///
/// # Errors
/// If it cannot be started, fails before it is ready, or does not take its options. What goes wrong in the
/// search is left to its games, but for a limit that it does not keep.
pub fn probe(launch: &Launch, fixed: Option<Fixed>) -> Result<Probed, NotReady> {
    let mut ready = handshake::greet(handshake::open(launch)?, launch)?;
    let patience = PATIENCE.min(launch.timeouts.hang);
    let go = fixed.map(Fixed::go);
    let unkept = go.filter(|go| goes_on(&mut ready.connection, go, patience));
    ready.connection.quit(launch.timeouts.quit);
    Ok(Probed {
        id_name: ready.id_name,
        unkept,
    })
}

/// Whether the program searches on after `patience`, and obeys `stop`: one that does not is in trouble of
/// another kind.
fn goes_on(connection: &mut Connection, go: &str, patience: Duration) -> bool {
    let asked = format!("ucinewgame\nposition startpos\n{go}\n");
    let late = matches!(
        best_move(connection, &asked, patience),
        Err(Trouble::TimedOut)
    );
    late && best_move(connection, "stop\n", STOP).is_ok()
}

/// Says `lines` and waits for a move.
fn best_move(connection: &mut Connection, lines: &str, patience: Duration) -> Result<(), Trouble> {
    let deadline = Instant::now() + patience;
    connection.send(lines.as_bytes(), deadline)?;
    while !connection
        .receive(deadline)?
        .trim_ascii_start()
        .starts_with(b"bestmove")
    {}
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::launch::Executable;

    /// A program that answers `go` by `answer`.
    fn launch(answer: &str) -> Launch {
        let engine = format!(
            r#"while read -r line; do case "$line" in
            uci) echo 'id name Tried'; echo uciok;;
            isready) echo readyok;;
            {answer}
            quit) exit;;
            esac; done"#
        );
        let mut launch = Launch::new(Executable::Name("sh".to_owned()));
        launch.args = vec!["-c".to_owned(), engine];
        launch.timeouts.hang = Duration::from_millis(300);
        launch
    }

    fn unkept(answer: &str, fixed: Fixed) -> Option<String> {
        let probed = probe(&launch(answer), Some(fixed)).unwrap();
        assert_eq!(probed.id_name.as_deref(), Some("Tried"));
        probed.unkept
    }

    #[test]
    fn who_searches_until_it_is_stopped_does_not_keep_to_nodes() {
        let stopped = "stop) echo bestmove e2e4;;";
        let nodes = Fixed::Nodes(70_000);
        assert_eq!(unkept(stopped, nodes).as_deref(), Some("go nodes 1000"));
        assert_eq!(
            unkept(stopped, Fixed::Depth(2)).as_deref(),
            Some("go depth 2")
        );
        // One that keeps to depth alone.
        let depth = "'go depth 3') echo bestmove e2e4;; stop) echo bestmove e2e4;;";
        assert_eq!(unkept(depth, Fixed::Depth(8)), None);
        assert_eq!(unkept(depth, nodes).as_deref(), Some("go nodes 1000"));
        // Without a fixed limit nothing is tried.
        assert_eq!(probe(&launch(stopped), None).unwrap().unkept, None);
    }

    #[test]
    fn whoever_does_not_answer_at_all_is_left_to_its_games() {
        for answer in ["go*) exit 1;;", "go*) : ;;", "go*) echo bestmove a1a1;;"] {
            assert_eq!(unkept(answer, Fixed::Nodes(50)), None, "{answer}");
        }
    }
}
