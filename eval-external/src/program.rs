//! A running program: lines to it and from it, each within a limit of time, and in bounded memory.
//!
//! The thread that waits reads the pipe itself, with `poll` for the limit: a thread for the reading would cost a second
//! wake-up for each answer.

use std::io::{self, ErrorKind, Read, Write};
use std::ops::Range;
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{Errno, ioctl_fionbio};

use crate::{ExternalError, quoted};

/// The longest line of a program, in bytes.
const MAX_LINE: usize = 1 << 16;
/// The size of a read from the pipe; a pipe holds 64 kB on Linux.
const CHUNK: usize = 16 << 10;
/// The time that a program has to end after its input was closed.
const ENDING: Duration = Duration::from_millis(200);
/// The interval at which the end of a program is polled.
const LOOK: Duration = Duration::from_millis(1);

/// A running program. Dropping it closes its input, and kills it if it does not end.
#[derive(Debug)]
pub(crate) struct Program {
    child: Child,
    stdin: Option<ChildStdin>,
    stdout: ChildStdout,
    /// Bytes read.
    buffer: Vec<u8>,
    /// So many of them are taken.
    taken: usize,
}

impl Program {
    /// Starts the program of these words, in `folder` if that is given; its standard error is this process's.
    pub(crate) fn start(words: &[String], folder: Option<&Path>) -> Result<Program, ExternalError> {
        let (program, arguments) = words.split_first().unwrap_or((const { &String::new() }, &[]));
        let failed = |error: io::Error| ExternalError(format!("cannot start {program}: {error}"));
        let mut command = Command::new(program);
        command.args(arguments);
        if let Some(folder) = folder {
            command.current_dir(folder);
        }
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().map_err(failed)?;
        let pipes = (child.stdin.take(), child.stdout.take());
        let (Some(stdin), Some(stdout)) = pipes else {
            return Err(failed(io::Error::other("it has no pipes")));
        };
        // This end only: the program's is not changed.
        ioctl_fionbio(&stdin, true).map_err(|error| failed(error.into()))?;
        Ok(Program { child, stdin: Some(stdin), stdout, buffer: Vec::new(), taken: 0 })
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
            while more && let Some(place) = self.line() {
                let line = str::from_utf8(&self.buffer[place]);
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
        let rest = &self.buffer[self.taken..];
        (!rest.is_empty()).then(|| quoted(&String::from_utf8_lossy(rest)))
    }

    /// The place in the buffer of the next line without its end, if it is there.
    fn line(&mut self) -> Option<Range<usize>> {
        let (from, rest) = (self.taken, &self.buffer[self.taken..]);
        let length = rest.iter().position(|byte| *byte == b'\n')?;
        let has_return = rest[..length].ends_with(b"\r");
        self.taken += length + 1;
        Some(from..from + length - usize::from(has_return))
    }

    /// Writes what the pipe has room for; returns the number of bytes.
    fn write(&mut self, bytes: &[u8], waiting: &str) -> Result<usize, ExternalError> {
        if bytes.is_empty() {
            return Ok(0);
        }
        let stdin = self.stdin.as_mut();
        stdin.map_or(Ok(0), |stdin| stdin.write(bytes)).or_else(|error| match error.kind() {
            ErrorKind::WouldBlock | ErrorKind::Interrupted => Ok(0),
            _ => Err(self.ended(waiting)),
        })
    }

    /// Waits until it has printed something, or has room for input if that `is_awaited`; reads what it has printed. False
    /// if there is nothing by `deadline`.
    fn poll(&mut self, is_awaited: bool, deadline: Instant, waiting: &str) -> Result<bool, ExternalError> {
        let mut pipes = Vec::with_capacity(2);
        pipes.push(PollFd::new(&self.stdout, PollFlags::IN));
        let stdin = self.stdin.as_ref().filter(|_| is_awaited);
        pipes.extend(stdin.map(|stdin| PollFd::new(stdin, PollFlags::OUT)));
        if !ready(&mut pipes, deadline).unwrap_or(false) {
            return Ok(false);
        }
        if pipes[0].revents().is_empty() {
            return Ok(true);
        }
        self.buffer.drain(..self.taken);
        self.taken = 0;
        let end = self.buffer.len();
        if end >= MAX_LINE {
            return Err(ExternalError(format!("a line of more than {MAX_LINE} bytes")));
        }
        self.buffer.resize(end + CHUNK, 0);
        let read = self.stdout.read(&mut self.buffer[end..]);
        self.buffer.truncate(end + *read.as_ref().unwrap_or(&0));
        match read {
            Ok(1..) => Ok(true),
            Err(error) if error.kind() == ErrorKind::Interrupted => Ok(true),
            _ => Err(self.ended(waiting)),
        }
    }

    /// The error of a program whose pipe is closed.
    fn ended(&mut self, waiting: &str) -> ExternalError {
        let status = self.await_end().map(|status| format!("ended ({status})"));
        let how = status.unwrap_or("closed its output".to_owned());
        ExternalError(format!("the program {how} while {waiting} was awaited"))
    }

    fn await_end(&mut self) -> Option<ExitStatus> {
        let deadline = Instant::now() + ENDING;
        loop {
            if let Some(status) = self.child.try_wait().ok()? {
                return Some(status);
            }
            if Instant::now() >= deadline {
                return None;
            }
            sleep(LOOK);
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.stdin = None;
        if self.await_end().is_none() {
            self.child.kill().ok();
            self.child.wait().ok();
        }
    }
}

/// Waits for one of the pipes; false if none is ready by `deadline`.
fn ready(pipes: &mut [PollFd<'_>], deadline: Instant) -> io::Result<bool> {
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        let left =
            Timespec { tv_sec: i64::try_from(left.as_secs()).unwrap_or(i64::MAX), tv_nsec: left.subsec_nanos().into() };
        match poll(pipes, Some(&left)) {
            Ok(count) => return Ok(count > 0),
            Err(Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
}
