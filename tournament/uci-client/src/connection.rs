//! A conversation with a program, line by line, that never waits without a limit.

use std::io::{self, ErrorKind};
use std::process::ExitStatus;
use std::str;
use std::time::{Duration, Instant};

use crate::failure::{Failure, FailureKind};
use crate::launch::Launch;
use crate::log::{EngineLog, LineSource, Transcript, printable};
use crate::system::{Process, ReadableStreams, WaitTimes, describe, was_killed};

#[derive(Debug)]
pub(super) enum Trouble {
    TimedOut,
    /// The pipe is closed; how the program ended, unless it still runs.
    Closed(Option<ExitStatus>),
    EndlessLine,
}

#[derive(Debug)]
pub(super) struct Connection {
    process: Process,
    output: LineBuffer,
    complaints: LineBuffer,
    transcript: Transcript,
    /// The time when the last bytes were read.
    arrived: Instant,
    unasked: u64,
    /// True if it prints something before it moves.
    informs: bool,
}

impl Connection {
    pub(super) fn open(launch: &Launch) -> io::Result<Connection> {
        Ok(Connection {
            process: Process::start(launch)?,
            output: LineBuffer::default(),
            complaints: LineBuffer::default(),
            transcript: Transcript::default(),
            arrived: Instant::now(),
            unasked: 0,
            informs: false,
        })
    }

    pub(super) fn copy_to(&mut self, log: Option<EngineLog>) {
        self.transcript.copy_to(log);
    }

    /// Sends whole lines, all at once.
    pub(super) fn send(&mut self, lines: &[u8], deadline: Instant) -> Result<(), Trouble> {
        for line in lines.strip_suffix(b"\n").unwrap_or(lines).split(|&b| b == b'\n') {
            self.transcript.add(LineSource::Arena, line);
        }
        let written = self.process.write(lines, deadline);
        written.map_err(|error| match error.kind() {
            ErrorKind::TimedOut => Trouble::TimedOut,
            _ => self.closed(),
        })
    }

    /// The next line, without its end; [`Connection::arrived`] is its time.
    pub(super) fn receive(&mut self, deadline: Instant) -> Result<&[u8], Trouble> {
        while !self.output.has_line() {
            // A program that prints too much too late is late, too.
            if self.arrived > deadline {
                return Err(Trouble::TimedOut);
            }
            self.fill(deadline)?;
        }
        let line = self.output.line().unwrap_or_default();
        self.transcript.add(LineSource::Program, line);
        Ok(line)
    }

    fn fill(&mut self, deadline: Instant) -> Result<(), Trouble> {
        let readable = self.process.wait(deadline);
        let readable = readable.map_err(|error| match error.kind() {
            ErrorKind::TimedOut => Trouble::TimedOut,
            _ => self.closed(),
        })?;
        if readable.complaints {
            self.take_complaints();
        }
        if readable.output {
            let room = self.output.room();
            let room = room.map_err(|EndlessLine| Trouble::EndlessLine)?;
            let count = self.process.read(room).unwrap_or(0);
            self.arrived = Instant::now();
            if count == 0 {
                return Err(self.closed());
            }
            self.output.filled(count);
        }
        Ok(())
    }

    fn take_complaints(&mut self) {
        let Ok(room) = self.complaints.room() else {
            // No reader wants a complaint of a megabyte.
            self.complaints = LineBuffer::default();
            return;
        };
        let count = self.process.read_complaints(room);
        self.complaints.filled(count);
        while let Some(line) = self.complaints.line() {
            self.transcript.add(LineSource::Complaint, line);
        }
    }

    /// The trouble behind a closed pipe: usually its program has ended.
    fn closed(&mut self) -> Trouble {
        let status = self.process.ended();
        let now = Instant::now();
        // Its last words may hold the reason.
        while self.process.wait(now).is_ok_and(|readable| readable.complaints) {
            self.take_complaints();
        }
        Trouble::Closed(status)
    }

    /// Drops lines that have come without a request; a fault of the program is found out when it is needed.
    pub(super) fn discard(&mut self) {
        loop {
            while let Some(line) = self.output.line() {
                self.unasked += u64::from(is_move(line));
                self.transcript.add(LineSource::Program, line);
            }
            let now = Instant::now();
            match self.process.wait(now) {
                Ok(ReadableStreams { output: true, .. }) if self.fill(now).is_ok() => {}
                _ => return,
            }
        }
    }

    /// Notes that it printed something before a move.
    pub(super) fn informs(&mut self) {
        self.informs = true;
    }

    /// True if it ever did.
    pub(super) fn is_informing(&self) -> bool {
        self.informs
    }

    pub(super) fn unasked(&self) -> u64 {
        self.unasked
    }

    pub(super) fn count_unasked(&mut self) {
        self.unasked += 1;
    }

    /// The time so far that its threads have waited for a processor.
    pub(super) fn waited(&self) -> Option<WaitTimes> {
        WaitTimes::of_process(self.process.id())
    }

    /// The time of the line that [`Connection::receive`] returned last.
    pub(super) fn arrived(&self) -> Instant {
        self.arrived
    }

    pub(super) fn transcript(&self) -> Vec<String> {
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

    /// The failure behind `trouble`; a silence is reported as `silence`.
    pub(super) fn failure(&self, trouble: &Trouble, silence: Silence) -> Failure {
        let (kind, detail) = match trouble {
            Trouble::TimedOut => (silence.kind, silence.detail()),
            Trouble::EndlessLine => {
                (FailureKind::EndlessLine, format!("a line of more than {MAX_LINE} bytes"))
            }
            Trouble::Closed(None) => {
                (FailureKind::ClosedPipe, "it closed its pipe and went on running".to_owned())
            }
            Trouble::Closed(Some(status)) => {
                let kind = if was_killed(*status) { FailureKind::Crash } else { FailureKind::Exit };
                (kind, describe(*status))
            }
        };
        self.failed(kind, detail)
    }

    pub(super) fn failed(&self, kind: FailureKind, detail: String) -> Failure {
        Failure { kind, detail, log: self.transcript() }
    }

    pub(super) fn close_input(&mut self) {
        self.process.close_input();
    }

    /// True if it ends by itself, by `deadline`; its output meanwhile is not kept.
    pub(super) fn ends_by(&mut self, deadline: Instant) -> bool {
        while let Ok(_) | Err(Trouble::EndlessLine) = self.receive(deadline) {
            self.output = LineBuffer::default();
        }
        self.process.ended_by(deadline)
    }

    pub(super) fn quit(self, patience: Duration) {
        self.process.quit(Instant::now() + patience);
    }
}

/// The failure of a program that is silent for too long.
#[derive(Debug, Clone, Copy)]
pub(super) struct Silence {
    pub(super) kind: FailureKind,
    /// The line that it owed.
    pub(super) owed: &'static str,
    pub(super) patience: Duration,
}

impl Silence {
    fn detail(self) -> String {
        format!("no {} for {} ms", self.owed, self.patience.as_millis())
    }
}

pub(super) fn is_move(line: &[u8]) -> bool {
    let word = line.trim_ascii_start().split(u8::is_ascii_whitespace).next();
    word == Some(b"bestmove")
}

/// Text, or nothing if the bytes are none.
pub(super) fn as_text(line: &[u8]) -> Option<&str> {
    str::from_utf8(line).ok()
}

/// A longer line is not a line of UCI: the longest are variations of a few thousand characters.
const MAX_LINE: usize = 1 << 20;
/// The size of a read from the pipe; a pipe holds 64 kB on Linux.
const CHUNK: usize = 16 << 10;

/// A line is longer than [`MAX_LINE`].
#[derive(Debug, PartialEq, Eq)]
pub(super) struct EndlessLine;

/// Bytes that have come and have not been taken yet.
#[derive(Debug, Default)]
struct LineBuffer {
    bytes: Vec<u8>,
    /// The start of the first line that has not been taken.
    start: usize,
    /// The end of the bytes searched for a line's end.
    scanned: usize,
    /// The end of the bytes received.
    end: usize,
}

impl LineBuffer {
    pub(super) fn room(&mut self) -> Result<&mut [u8], EndlessLine> {
        if self.start == self.end {
            (self.start, self.scanned, self.end) = (0, 0, 0);
        }
        if self.bytes.len() < self.end + CHUNK {
            self.bytes.copy_within(self.start..self.end, 0);
            self.end -= self.start;
            self.scanned -= self.start;
            self.start = 0;
            if self.end > MAX_LINE {
                return Err(EndlessLine);
            }
            if self.bytes.len() < self.end + CHUNK {
                self.bytes.resize(self.end + 2 * CHUNK, 0);
            }
        }
        Ok(&mut self.bytes[self.end..])
    }

    pub(super) fn filled(&mut self, count: usize) {
        self.end += count;
    }

    pub(super) fn has_line(&mut self) -> bool {
        let unseen = &self.bytes[self.scanned..self.end];
        let length = unseen.iter().position(|&byte| byte == b'\n');
        self.scanned += length.unwrap_or(unseen.len());
        length.is_some()
    }

    /// Takes the next whole line out, without its end.
    pub(super) fn line(&mut self) -> Option<&[u8]> {
        if !self.has_line() {
            return None;
        }
        let line = &self.bytes[self.start..self.scanned];
        self.scanned += 1;
        self.start = self.scanned;
        Some(line.strip_suffix(b"\r").unwrap_or(line))
    }

    pub(super) fn rest(&self) -> &[u8] {
        &self.bytes[self.start..self.end]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fill(buffer: &mut LineBuffer, bytes: &[u8]) -> Result<(), EndlessLine> {
        for piece in bytes.chunks(CHUNK) {
            buffer.room()?[..piece.len()].copy_from_slice(piece);
            buffer.filled(piece.len());
        }
        Ok(())
    }

    #[test]
    fn lines_however_they_come() {
        let text = b"one\ntwo\r\n\nthree\xff\n";
        for size in 1..text.len() {
            let mut buffer = LineBuffer::default();
            let mut lines = Vec::new();
            for piece in text.chunks(size) {
                fill(&mut buffer, piece).unwrap();
                while let Some(line) = buffer.line() {
                    lines.push(line.to_vec());
                }
            }
            assert_eq!(lines, [&b"one"[..], b"two", b"", b"three\xff"], "{size}");
            assert_eq!(buffer.rest(), b"");
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
        assert!(buffer.bytes.len() < 8 * CHUNK, "{}", buffer.bytes.len());
        let long = vec![b'x'; MAX_LINE + 2 * CHUNK];
        assert_eq!(fill(&mut buffer, &long), Err(EndlessLine));
        assert!(buffer.bytes.len() < MAX_LINE + 4 * CHUNK);
    }
}
