//! A running program: lines to it and from it, each within a limit of time, and in bounded memory.

use std::io::ErrorKind;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use uci_client::{Executable, LineBuffer, MAX_LINE, Process, command};

use crate::{ExternalError, quoted};

/// The time that a program has to end after its input was closed.
const ENDING: Duration = Duration::from_millis(200);

/// A running program. Dropping it closes its input, and kills what of its group has not ended then.
#[derive(Debug)]
pub(crate) struct Program {
    process: Process,
    output: LineBuffer,
}

impl Program {
    /// Starts the program of these words, in `folder` if that is given; its standard error is this process's.
    pub(crate) fn start(words: &[String], folder: Option<&Path>) -> Result<Program, ExternalError> {
        let (program, arguments) = words.split_first().unwrap_or((const { &String::new() }, &[]));
        let is_path = program.contains('/');
        let path = || Executable::Path(folder.unwrap_or(Path::new("")).join(program));
        let executable = if is_path { path() } else { Executable::Name(program.clone()) };
        let started = executable.file().and_then(|file| {
            let mut command = command(&file);
            command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
            folder.map(|folder| command.current_dir(folder));
            Process::start(command)
        });
        let process = started.map_err(|error| ExternalError(format!("cannot start {program}: {error}")))?;
        Ok(Program { process, output: LineBuffer::default() })
    }

    /// Sends `bytes` and takes lines, both as they are possible, until all is sent and `take` returns false, which it
    /// does at the last line. The limit is for each line, and `waiting` says what they are in an error.
    pub(crate) fn exchange(
        &mut self,
        mut bytes: &[u8],
        (waiting, limit): (&'static str, Duration),
        mut take: impl FnMut(&str) -> Result<bool, ExternalError>,
    ) -> Result<(), ExternalError> {
        let (mut more, mut deadline) = (true, Instant::now() + limit);
        while more || !bytes.is_empty() {
            bytes = &bytes[self.write(bytes, waiting)?..];
            while more && let Some(line) = self.output.line() {
                let line = str::from_utf8(line);
                let not_text = |_| ExternalError("a line that is not UTF-8 text".to_owned());
                more = take(line.map_err(not_text)?)?;
                deadline = Instant::now() + limit;
            }
            if (more || !bytes.is_empty()) && !self.poll(!bytes.is_empty(), deadline, waiting)? {
                let seconds = limit.as_secs_f64();
                return Err(ExternalError(format!(
                    "{waiting} did not come within {seconds} s; a program flushes each line that it prints (in Python: flush=True)"
                )));
            }
        }
        Ok(())
    }

    /// The start of its output that was read and not taken, for an error.
    pub(crate) fn rest(&self) -> Option<String> {
        let rest = self.output.rest();
        (!rest.is_empty()).then(|| quoted(&String::from_utf8_lossy(rest)))
    }

    /// Writes what the pipe has room for; returns the number of bytes.
    fn write(&mut self, bytes: &[u8], waiting: &str) -> Result<usize, ExternalError> {
        if bytes.is_empty() {
            return Ok(0);
        }
        self.process.write_some(bytes).map_err(|_| self.ended(waiting))
    }

    /// Waits until it has printed something, or has room for input if that `is_awaited`; reads what it has printed. False
    /// if there is nothing by `deadline`.
    fn poll(&mut self, is_awaited: bool, deadline: Instant, waiting: &str) -> Result<bool, ExternalError> {
        match self.process.wait(is_awaited, deadline) {
            Ok(ready) if !ready.output => return Ok(true),
            Ok(_) => {}
            Err(error) if error.kind() == ErrorKind::TimedOut => return Ok(false),
            Err(_) => return Err(self.ended(waiting)),
        }
        match self.output.fill(|room| self.process.read(room)) {
            Ok(1..) => Ok(true),
            Err(error) if error.kind() == ErrorKind::FileTooLarge => {
                Err(ExternalError(format!("a line of more than {MAX_LINE} bytes")))
            }
            _ => Err(self.ended(waiting)),
        }
    }

    /// The error of a program whose pipe is closed.
    fn ended(&mut self, waiting: &str) -> ExternalError {
        let status = self.process.await_end(Instant::now() + ENDING);
        let how = status.map_or("closed its output".to_owned(), |status| format!("ended ({status})"));
        ExternalError(format!("the program {how} while {waiting} was awaited"))
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.process.close_input();
        self.process.await_end(Instant::now() + ENDING);
    }
}
