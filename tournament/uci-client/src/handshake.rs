//! From the start of a program to its first `readyok`.

use std::io;

use crate::connection::{Connection, Owed, as_text};
use crate::failure::{Failure, FailureKind};
use crate::launch::Launch;
use crate::log::printable;
use crate::options::{Offers, OptionFault};
use crate::system::is_shortage;

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

impl From<NotReady> for Failure {
    fn from(fault: NotReady) -> Failure {
        match fault {
            NotReady::Failed(failure) => failure,
            // The message quotes the program.
            other => Failure::to_start(printable(other.to_string().as_bytes())),
        }
    }
}

/// Starts the program.
pub(crate) fn open(launch: &Launch) -> Result<Connection, NotReady> {
    Connection::open(launch).map_err(|error| {
        if is_shortage(&error) {
            NotReady::Shortage(error)
        } else {
            Failure::to_start(error.to_string()).into()
        }
    })
}

/// Starts the program, greets it and sets its options.
pub(crate) fn open_ready(launch: &Launch) -> Result<Connection, NotReady> {
    let mut connection = open(launch)?;
    greet(&mut connection, launch)?;
    Ok(connection)
}

/// Greets the program that was started, reads its name and options, and sets these.
pub(crate) fn greet(connection: &mut Connection, launch: &Launch) -> Result<(), NotReady> {
    let patience = launch.timeouts.start;
    let owed = Owed { kind: FailureKind::NoUciok, line: "uciok", patience };
    let (mut id_name, mut offers) = (None, Offers::default());
    connection.exchange("uci\n", owed, |line, _| {
        let line = line.trim_ascii();
        if let Some(name) = line.strip_prefix(b"id name ") {
            id_name = Some(printable(name.trim_ascii()));
        } else if let Some(line) = as_text(line) {
            offers.read(line);
        }
        (line == b"uciok").then_some(())
    })?;
    let mut commands = String::new();
    for (name, value) in &launch.options {
        let command = offers.command(name, value);
        commands += &command.map_err(|fault| NotReady::Option(Box::new(fault)))?;
    }
    connection.await_ready(&commands, launch.timeouts.ready)?;
    (connection.id_name, connection.offers, connection.is_greeted) = (id_name, offers, true);
    Ok(())
}
