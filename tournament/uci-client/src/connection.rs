//! A conversation with a program from its start on, line by line, that never waits without a limit.

use std::io::{self, ErrorKind};
use std::str;
use std::time::{Duration, Instant};

use crate::launch::{Launch, Offers, OptionFault};
use crate::log::{Failure, FailureKind, Transcript, printable};
use crate::system::{Process, ending, is_shortage};

/// A program whose pipe is closed ends by then, and one that prints without a request is done by then, or never.
const ENDING: Duration = Duration::from_millis(500);

/// A program that was started, and what is known of it.
#[derive(Debug)]
pub(crate) struct Connection {
    pub(crate) process: Process,
    output: LineBuffer,
    complaints: LineBuffer,
    pub(crate) transcript: Transcript,
    /// The time when the last bytes were read.
    arrived: Instant,
    pub(crate) is_greeted: bool,
    pub(crate) id_name: Option<String>,
    pub(crate) offers: Offers,
    pub(crate) shows_wdl: bool,
    /// Moves that came without a request.
    pub(crate) unasked: u64,
    /// True if it ever printed something between its move and the next `go`.
    pub(crate) prints_late: bool,
    /// True if it ever printed something before it moved.
    pub(crate) informs: bool,
}

impl Connection {
    /// Starts the program.
    pub(crate) fn open(launch: &Launch) -> Result<Connection, NotReady> {
        let process = launch.command().and_then(Process::start).map_err(|error| {
            if is_shortage(&error) { NotReady::Shortage(error) } else { Failure::to_start(error.to_string()).into() }
        })?;
        Ok(Connection {
            process,
            output: LineBuffer::default(),
            complaints: LineBuffer::default(),
            transcript: Transcript::default(),
            arrived: Instant::now(),
            is_greeted: false,
            id_name: None,
            offers: Offers::default(),
            shows_wdl: false,
            unasked: 0,
            prints_late: false,
            informs: false,
        })
    }

    /// Starts the program, greets it and sets its options.
    pub(crate) fn open_ready(launch: &Launch) -> Result<Connection, NotReady> {
        let mut connection = Connection::open(launch)?;
        connection.greet(launch)?;
        Ok(connection)
    }

    /// Greets the program that was started, reads its name and options, and sets these.
    pub(crate) fn greet(&mut self, launch: &Launch) -> Result<(), NotReady> {
        let patience = launch.timeouts.start;
        let owed = Owed { kind: FailureKind::NoUciok, line: "uciok", patience };
        let (mut id_name, mut offers) = (None, Offers::default());
        self.exchange("uci\n", owed, |line, _| {
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
        self.await_ready(&commands, launch.timeouts.ready)?;
        (self.id_name, self.offers, self.is_greeted) = (id_name, offers, true);
        Ok(())
    }

    /// Sends `commands`, and reads lines with their times until `take` makes something of one.
    pub(crate) fn exchange<T>(
        &mut self,
        commands: &str,
        owed: Owed,
        mut take: impl FnMut(&[u8], Instant) -> Option<T>,
    ) -> Result<T, Failure> {
        let deadline = Instant::now() + owed.patience;
        let mut taken = || -> io::Result<T> {
            self.send(commands, deadline)?;
            loop {
                let (line, arrived) = self.receive(deadline)?;
                if let Some(taken) = take(line, arrived) {
                    return Ok(taken);
                }
            }
        };
        taken().map_err(|error| self.failure(&error, owed))
    }

    /// Sends `commands`, and waits until the program is ready. Moves meanwhile are those without a request.
    pub(crate) fn await_ready(&mut self, commands: &str, patience: Duration) -> Result<(), Failure> {
        let owed = Owed { kind: FailureKind::NoReadyok, line: "readyok", patience };
        let mut unasked = 0;
        self.exchange(&format!("{commands}isready\n"), owed, |line, _| {
            unasked += u64::from(answer(line).is_some());
            (line.trim_ascii() == b"readyok").then_some(())
        })?;
        self.unasked += unasked;
        Ok(())
    }

    /// Sends whole lines, all at once.
    pub(crate) fn send(&mut self, lines: &str, deadline: Instant) -> io::Result<()> {
        for line in lines.lines() {
            self.transcript.add('>', line.as_bytes());
        }
        self.process.write(lines.as_bytes(), deadline)
    }

    /// The next line, without its end, and the time when it came.
    pub(crate) fn receive(&mut self, deadline: Instant) -> io::Result<(&[u8], Instant)> {
        while !self.output.has_line() {
            // A program that prints too much too late is late, too.
            if self.arrived > deadline {
                return Err(ErrorKind::TimedOut.into());
            }
            self.fill(deadline)?;
        }
        let line = self.output.line().unwrap_or_default();
        self.transcript.add('<', line);
        Ok((line, self.arrived))
    }

    fn fill(&mut self, deadline: Instant) -> io::Result<()> {
        let readable = self.process.wait(false, deadline)?;
        if readable.complaints {
            self.take_complaints();
            // One that complains without a pause is late all the same.
            if !readable.output && Instant::now() > deadline {
                return Err(ErrorKind::TimedOut.into());
            }
        }
        if readable.output {
            let count = self.output.fill(|room| self.process.read(room))?;
            self.arrived = Instant::now();
            if count == 0 {
                return Err(ErrorKind::UnexpectedEof.into());
            }
        }
        Ok(())
    }

    fn take_complaints(&mut self) {
        if self.complaints.fill(|room| Ok(self.process.read_complaints(room))).is_err() {
            // No reader wants a complaint of a megabyte.
            self.complaints = LineBuffer::default();
        }
        while let Some(line) = self.complaints.line() {
            self.transcript.add('!', line);
        }
    }

    /// Hands over the lines that have come without a request; true if there was a move among them, which is counted.
    pub(crate) fn take_pending<T>(&mut self, read: impl FnMut(&[u8]) -> T) -> bool {
        // One that prints without a pause is not listened to for ever.
        let limit = Instant::now() + ENDING;
        self.listen(|| Instant::now().min(limit), read) > 0
    }

    /// Hands over lines until none has come by `deadline`; the number of moves among them.
    pub(crate) fn listen<T>(&mut self, deadline: impl Fn() -> Instant, mut read: impl FnMut(&[u8]) -> T) -> u64 {
        let mut moves = 0;
        while let Ok((line, _)) = self.receive(deadline()) {
            moves += u64::from(answer(line).is_some());
            read(line);
        }
        self.unasked += moves;
        moves
    }

    pub(crate) fn transcript(&self) -> Vec<String> {
        let mut lines = self.transcript.lines();
        for (mark, buffer) in [('<', &self.output), ('!', &self.complaints)] {
            let rest = buffer.rest();
            if !rest.is_empty() {
                let beginning = printable(&rest[..rest.len().min(100)]);
                let length = rest.len();
                lines.push(format!("{mark} {beginning} [{length} bytes without a line's end]"));
            }
        }
        lines
    }

    /// The failure behind an error while a line was owed.
    pub(crate) fn failure(&mut self, error: &io::Error, owed: Owed) -> Failure {
        let (kind, detail) = match error.kind() {
            ErrorKind::TimedOut => (owed.kind, format!("no {} for {} ms", owed.line, owed.patience.as_millis())),
            ErrorKind::FileTooLarge => (FailureKind::EndlessLine, format!("a line of more than {MAX_LINE} bytes")),
            // The pipe is closed: usually its program has ended.
            _ => {
                let status = self.process.await_end(Instant::now() + ENDING);
                let now = Instant::now();
                // Its last words may hold the reason.
                while self.process.wait(false, now).is_ok_and(|readable| readable.complaints) {
                    self.take_complaints();
                }
                let lives = "it closed its pipe and went on running";
                status.map_or_else(|| (FailureKind::ClosedPipe, lives.to_owned()), ending)
            }
        };
        self.failed(kind, detail)
    }

    pub(crate) fn failed(&self, kind: FailureKind, detail: String) -> Failure {
        Failure { kind, detail, log: self.transcript() }
    }

    /// Lets it end, and kills it if it has not within `patience`.
    pub(crate) fn quit(mut self, patience: Duration) {
        let deadline = Instant::now() + patience;
        self.process.write(b"quit\n", deadline).ok();
        self.process.close_input();
        self.process.end_by(deadline);
    }
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

impl From<NotReady> for Failure {
    fn from(fault: NotReady) -> Failure {
        match fault {
            NotReady::Failed(failure) => failure,
            // The message quotes the program.
            other => Failure::to_start(printable(other.to_string().as_bytes())),
        }
    }
}

/// A line that a program owes us.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Owed {
    /// The failure of one that is silent for longer than `patience`.
    pub(crate) kind: FailureKind,
    pub(crate) line: &'static str,
    pub(crate) patience: Duration,
}

impl Owed {
    /// A move, or another answer without which nothing goes on.
    pub(crate) fn or_hang(line: &'static str, patience: Duration) -> Owed {
        Owed { kind: FailureKind::Hang, line, patience }
    }
}

/// The text after `bestmove`, if a line begins so.
pub(crate) fn answer(line: &[u8]) -> Option<&[u8]> {
    line.trim_ascii_start().strip_prefix(b"bestmove")
}

/// Text, or nothing if the bytes are none.
pub(crate) fn as_text(line: &[u8]) -> Option<&str> {
    str::from_utf8(line).ok()
}

/// A longer line is none of a program: the longest are variations of a few thousand characters.
pub const MAX_LINE: usize = 1 << 20;
/// The size of a read from the pipe; a pipe holds 64 kB on Linux.
const CHUNK: usize = 16 << 10;

/// Bytes that have come and have not been taken yet.
#[derive(Debug, Default)]
pub struct LineBuffer {
    /// For what is read next: kept, since filling it with zeros takes longer than most reads.
    room: Vec<u8>,
    bytes: Vec<u8>,
    /// The start of the first line that has not been taken.
    start: usize,
    /// The end of the bytes searched for a line's end.
    scanned: usize,
}

impl LineBuffer {
    /// Adds what `read` writes into the room for it; its size. An error if no end of a line is in sight.
    pub fn fill(&mut self, read: impl FnOnce(&mut [u8]) -> io::Result<usize>) -> io::Result<usize> {
        self.bytes.drain(..self.start);
        self.scanned -= self.start;
        self.start = 0;
        if self.bytes.len() > MAX_LINE {
            return Err(ErrorKind::FileTooLarge.into());
        }
        self.room.resize(CHUNK, 0);
        let count = read(&mut self.room)?;
        self.bytes.extend_from_slice(&self.room[..count]);
        Ok(count)
    }

    /// What has come and has not been taken.
    pub fn rest(&self) -> &[u8] {
        &self.bytes[self.start..]
    }

    fn has_line(&mut self) -> bool {
        let unseen = &self.bytes[self.scanned..];
        let length = unseen.iter().position(|&byte| byte == b'\n');
        self.scanned += length.unwrap_or(unseen.len());
        length.is_some()
    }

    /// Takes the next whole line out, without its end.
    pub fn line(&mut self) -> Option<&[u8]> {
        if !self.has_line() {
            return None;
        }
        let line = &self.bytes[self.start..self.scanned];
        self.scanned += 1;
        self.start = self.scanned;
        Some(line.strip_suffix(b"\r").unwrap_or(line))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fill(buffer: &mut LineBuffer, bytes: &[u8]) -> io::Result<()> {
        for piece in bytes.chunks(CHUNK) {
            buffer.fill(|room| {
                room[..piece.len()].copy_from_slice(piece);
                Ok(piece.len())
            })?;
        }
        Ok(())
    }

    #[test]
    fn lines_however_they_come() {
        let text = b"one\ntwo\r\n\nthree\xff\n";
        for size in 1..text.len() {
            let (mut buffer, mut lines) = (LineBuffer::default(), Vec::new());
            for piece in text.chunks(size) {
                fill(&mut buffer, piece).unwrap();
                while let Some(line) = buffer.line() {
                    lines.push(line.to_vec());
                }
            }
            assert_eq!(lines, [&b"one"[..], b"two", b"", b"three\xff"], "{size}");
            assert_eq!(buffer.start, buffer.bytes.len(), "{size}");
        }
    }

    #[test]
    fn memory_stays_bounded() {
        let mut buffer = LineBuffer::default();
        for _ in 0..1000 {
            fill(&mut buffer, &[b'x'; 4000]).unwrap();
            fill(&mut buffer, b"\ny").unwrap();
            assert!(buffer.line().is_some_and(|line| line.len() >= 4000));
        }
        assert!(buffer.bytes.capacity() < 8 * CHUNK, "{}", buffer.bytes.capacity());
        let error = fill(&mut buffer, &vec![b'x'; MAX_LINE + 2 * CHUNK]).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::FileTooLarge);
        assert!(buffer.bytes.len() < MAX_LINE + 4 * CHUNK);
    }
}
