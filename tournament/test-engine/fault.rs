//! The faults of the engine on request.

use std::io::{self, Write};
use std::process::{abort, exit};
use std::str::FromStr;
use std::thread::{park, sleep};
use std::time::Duration;

use super::board::Board;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fault {
    Abort,
    Exit,
    Illegal,
    Unparsable,
    Null,
    Hang,
    Late,
    ClosedPipe,
    EndlessLine,
    NotUtf8,
    EndlessSearch,
    NoUciok,
    NoReadyok,
}

impl FromStr for Fault {
    type Err = String;

    fn from_str(text: &str) -> Result<Fault, String> {
        Ok(match text {
            "abort" => Fault::Abort,
            "exit" => Fault::Exit,
            "illegal" => Fault::Illegal,
            "unparsable" => Fault::Unparsable,
            "null" => Fault::Null,
            "hang" => Fault::Hang,
            "late" => Fault::Late,
            "closed-pipe" => Fault::ClosedPipe,
            "endless-line" => Fault::EndlessLine,
            "not-utf8" => Fault::NotUtf8,
            "endless-search" => Fault::EndlessSearch,
            "no-uciok" => Fault::NoUciok,
            "no-readyok" => Fault::NoReadyok,
            _ => return Err(format!("{text} is no fault")),
        })
    }
}

impl Fault {
    pub(crate) fn answers(self) -> bool {
        matches!(self, Fault::Late | Fault::EndlessSearch | Fault::NoUciok | Fault::NoReadyok)
    }

    /// Commits the fault, instead of an answer or before one.
    pub(crate) fn commit(
        self,
        board: &Board,
        time: Duration,
        output: &mut impl Write,
    ) -> io::Result<()> {
        match self {
            Fault::Abort => {
                eprintln!("about to abort");
                abort()
            }
            Fault::Exit => exit(3),
            Fault::Illegal => writeln!(output, "bestmove {}", board.illegal_move()),
            Fault::Unparsable => writeln!(output, "bestmove castles"),
            Fault::Null => writeln!(output, "bestmove 0000"),
            Fault::Hang => loop {
                park();
            },
            Fault::Late => {
                sleep(time);
                Ok(())
            }
            Fault::ClosedPipe => close_pipe(),
            Fault::EndlessLine => {
                output.write_all(b"info string ")?;
                // Twice the arena's limit of a line.
                let kilobyte = [b'x'; 1024];
                (0..2048).try_for_each(|_| output.write_all(&kilobyte))
            }
            Fault::NotUtf8 => output.write_all(b"info string \xff\xfe\nbestmove e2e4\xff\xfe\n"),
            Fault::EndlessSearch | Fault::NoUciok | Fault::NoReadyok => Ok(()),
        }
    }
}

/// Closes standard output and keeps running.
fn close_pipe() -> ! {
    // There is no safe way to close it; the process is replaced by a shell that has closed it.
    let closed = "exec >&-; while :; do sleep 1; done";
    let error = std::os::unix::process::CommandExt::exec(
        std::process::Command::new("sh").args(["-c", closed]),
    );
    eprintln!("test-engine: no shell: {error}");
    exit(1)
}
