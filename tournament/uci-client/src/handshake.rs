//! From `uci` to the first `readyok`.

use std::io;
use std::time::{Duration, Instant};

use super::connection::{Connection, Silence, Trouble, as_text, is_move};
use super::log::printable;
use super::options::{Offers, OptionFault};
use crate::failure::{Failure, FailureKind};
use crate::launch::{Launch, Timeouts};
use crate::system::is_shortage;

#[derive(Debug)]
pub(super) struct Ready {
    pub(super) connection: Connection,
    pub(super) id_name: Option<String>,
    pub(super) offers: Offers,
}

/// The reason that a program is not ready.
#[derive(Debug, thiserror::Error)]
pub enum NotReady {
    /// It could not be started, or failed.
    #[error("{}", .0.detail)]
    Failed(#[from] Failure),
    /// It runs, but does not take an option.
    #[error("option {0}")]
    Option(Box<OptionFault>),
    /// The machine has no room for another process: nothing that the program did.
    #[error("{0}")]
    Shortage(io::Error),
}

pub(super) fn open(launch: &Launch) -> Result<Connection, NotReady> {
    Connection::open(launch).map_err(|error| {
        if is_shortage(&error) {
            return NotReady::Shortage(error);
        }
        NotReady::Failed(Failure {
            kind: FailureKind::FailedStart,
            detail: error.to_string(),
            log: Vec::new(),
        })
    })
}

/// Greets the program that was started, and sets its options.
pub(super) fn greet(mut connection: Connection, launch: &Launch) -> Result<Ready, NotReady> {
    let (id_name, offers) = introduce(&mut connection, launch.timeouts.start)?;
    let mut commands = String::new();
    for (name, value) in &launch.options {
        let command = offers.command(name, value);
        commands += &command.map_err(|fault| NotReady::Option(Box::new(fault)))?;
    }
    commands += "isready\n";
    await_ready(&mut connection, &commands, launch.timeouts.ready)?;
    Ok(Ready { connection, id_name, offers })
}

/// Greets the program, and reads its name and options.
fn introduce(
    connection: &mut Connection,
    patience: Duration,
) -> Result<(Option<String>, Offers), Failure> {
    let silence = Silence { kind: FailureKind::NoUciok, owed: "uciok", patience };
    let deadline = Instant::now() + patience;
    let mut id_name = None;
    let mut offers = Offers::default();
    let mut exchange = || -> Result<(), Trouble> {
        connection.send(b"uci\n", deadline)?;
        loop {
            let line = connection.receive(deadline)?.trim_ascii();
            if line == b"uciok" {
                return Ok(());
            }
            if let Some(name) = line.strip_prefix(b"id name ") {
                id_name = Some(printable(name.trim_ascii()));
            } else if let Some(line) = as_text(line) {
                offers.read(line);
            }
        }
    };
    match exchange() {
        Ok(()) => Ok((id_name, offers)),
        Err(trouble) => Err(connection.failure(&trouble, silence)),
    }
}

pub(super) fn new_game(connection: &mut Connection, timeouts: &Timeouts) -> Result<(), Failure> {
    await_ready(connection, "ucinewgame\nisready\n", timeouts.newgame)
}

/// Sets options by `commands`, each with its line end.
pub(super) fn set_options(
    connection: &mut Connection,
    commands: &str,
    timeouts: &Timeouts,
) -> Result<(), Failure> {
    await_ready(connection, &format!("{commands}isready\n"), timeouts.ready)
}

/// Waits until all pending output of the program has been read: moves that come before the answer are those
/// without a request.
pub(super) fn settle(connection: &mut Connection, timeouts: &Timeouts) -> Result<(), Failure> {
    await_ready(connection, "isready\n", timeouts.ready)
}

/// Sends `commands`, the last of which is `isready`, and waits for the answer.
fn await_ready(
    connection: &mut Connection,
    commands: &str,
    patience: Duration,
) -> Result<(), Failure> {
    let silence = Silence { kind: FailureKind::NoReadyok, owed: "readyok", patience };
    let deadline = Instant::now() + patience;
    let mut exchange = || -> Result<(), Trouble> {
        connection.send(commands.as_bytes(), deadline)?;
        loop {
            let line = connection.receive(deadline)?;
            if line.trim_ascii() == b"readyok" {
                return Ok(());
            }
            if is_move(line) {
                connection.count_unasked();
            }
        }
    };
    exchange().map_err(|trouble| connection.failure(&trouble, silence))
}
