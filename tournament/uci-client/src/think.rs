//! From `go` to `bestmove`.

use std::time::{Duration, Instant};

use shakmaty::uci::UciMove;
use shakmaty::{Chess, Move, Position};

use crate::connection::{Connection, Silence, Trouble, as_text, is_move};
use crate::failure::{Failure, FailureKind};
use crate::handshake;
use crate::info::InfoSoFar;
use crate::launch::{Launch, Timeouts};
use crate::log::printable;
use crate::position::{self, PositionText};
use crate::task::{Info, Reply, Request};

/// The line that a program owes after `stop`.
const AFTER_STOP: &str = "bestmove after stop";
/// The answers of programs that have no move.
const NULL_MOVES: [&str; 4] = ["0000", "(none)", "NULL", "none"];

/// The time when the program is sent `stop`, after `go`; `None` where no clock runs.
fn stop(task: &Request<'_>) -> Option<Duration> {
    let clock = task.limits.clock.map(|clock| clock.remaining);
    let time = task.limits.move_time.or(clock);
    time.map(|time| time + task.margin)
}

/// Has the program think, and waits for its move; `observer` receives its best line on the way. A program that is late is
/// stopped; the game decides if it has lost on time. Returns the points that it expects beside the reply.
pub(super) fn think(
    connection: &mut Connection,
    position: &mut PositionText,
    pondering: Option<String>,
    task: &Request<'_>,
    launch: &Launch,
    observer: &mut dyn FnMut(&Info),
) -> Result<(Reply, Option<f64>), Failure> {
    let commands = position.commands(task);
    let before = connection.unasked();
    let timeouts = &launch.timeouts;
    let mut search = Search::new(launch, task, observer);
    let is_hit = search.is_hit(connection, pondering, commands, timeouts)?;
    let commands = if is_hit { "ponderhit\n" } else { commands };
    search.begin();
    let outcome = connection
        .send(commands.as_bytes(), search.deadline)
        .and_then(|()| search.follow(connection));
    let answer = match outcome {
        Ok(answer) => answer,
        // Bytes that are not text, and then nothing: that was to be the answer.
        Err(Trouble::TimedOut) if search.garbled => {
            let detail = "an answer that is not text".to_owned();
            return Err(connection.failed(FailureKind::NotUtf8, detail));
        }
        Err(trouble) => return Err(connection.failure(&trouble, search.silence(timeouts))),
    };
    let mut time = connection.arrived().duration_since(search.started);
    let mut answer = answer;
    if search.is_doubtful(connection) {
        let settled = search.settled(connection, timeouts);
        if let Some((later, took)) =
            settled.map_err(|trouble| connection.failure(&trouble, search.silence(timeouts)))?
        {
            (answer, time) = (later, took);
        }
    }
    if search.has_output {
        connection.informs();
    }
    let best = best_move(&answer, task.game.position());
    let best = best.map_err(|(kind, detail)| connection.failed(kind, detail))?;
    let reply = Reply {
        best: Some(best),
        ponder: expected_answer(&answer, best, task.game.position()),
        line: expected(best, &search.info.line, task.game.position()),
        score: search.info.score,
        depth: search.info.depth,
        selective_depth: search.info.selective_depth,
        nodes: search.info.nodes,
        time,
        processor_time: None,
        unasked: connection.unasked() - before,
    };
    Ok((reply, search.info.expected))
}

/// Has the program ponder by these commands; returns the first of them, or nothing if it does not listen.
pub(super) fn ponder(
    connection: &mut Connection,
    commands: &str,
    timeouts: &Timeouts,
) -> Option<String> {
    let (position, go) = commands.split_once('\n')?;
    let limits = go.strip_prefix("go")?;
    connection.discard();
    let commands = format!("{position}\ngo ponder{limits}");
    let sent = connection.send(commands.as_bytes(), Instant::now() + timeouts.ready);
    sent.is_ok().then(|| position.to_owned())
}

/// Stops the program's pondering. The move that it then prints is ignored.
pub(super) fn stop_pondering(
    connection: &mut Connection,
    timeouts: &Timeouts,
) -> Result<(), Failure> {
    let now = Instant::now();
    let deadline = now + timeouts.ready;
    let mut stop = || -> Result<(), Trouble> {
        // One that could not wait has nothing to stop.
        while let Ok(line) = connection.receive(now) {
            if is_move(line) {
                connection.count_unasked();
                return Ok(());
            }
        }
        connection.send(b"stop\n", deadline)?;
        while !is_move(connection.receive(deadline)?) {}
        Ok(())
    };
    let silence = Silence { kind: FailureKind::Hang, owed: AFTER_STOP, patience: timeouts.ready };
    stop().map_err(|trouble| connection.failure(&trouble, silence))
}

enum LineKind {
    /// The text after `bestmove`.
    Answer(Vec<u8>),
    /// A score, and the line that it is about.
    News,
    /// Anything else.
    Nothing,
}

struct Search<'s> {
    position: &'s Chess,
    observer: &'s mut dyn FnMut(&Info),
    started: Instant,
    /// The time when something has to be done about the program.
    deadline: Instant,
    /// The time it has to answer `stop`; `None` if no clock runs, or it was sent.
    stop: Option<Duration>,
    was_stopped: bool,
    info: InfoSoFar,
    /// A line was not text.
    garbled: bool,
    /// True if the program printed something before the move.
    has_output: bool,
}

impl<'s> Search<'s> {
    fn new(launch: &Launch, task: &Request<'s>, observer: &'s mut dyn FnMut(&Info)) -> Search<'s> {
        let (stop, timeouts) = (stop(task), &launch.timeouts);
        let is_reversed = launch.scores_from_white && task.game.position().turn().is_black();
        let started = Instant::now();
        Search {
            position: task.game.position(),
            observer,
            started,
            deadline: started + stop.unwrap_or(timeouts.hang),
            stop: stop.map(|_| timeouts.ready),
            was_stopped: false,
            info: InfoSoFar::new(task.line, is_reversed),
            garbled: false,
            has_output: false,
        }
    }

    /// Its time runs from now on.
    fn begin(&mut self) {
        let now = Instant::now();
        self.deadline = now + (self.deadline - self.started);
        self.started = now;
    }

    /// True if the program has pondered on the position of `commands`. Else it is ready to be sent them.
    fn is_hit(
        &mut self,
        connection: &mut Connection,
        pondering: Option<String>,
        commands: &str,
        timeouts: &Timeouts,
    ) -> Result<bool, Failure> {
        if let Some(position) = pondering {
            if commands.lines().next() != Some(&position) {
                stop_pondering(connection, timeouts)?;
            } else if self.has_pondered(connection) {
                return Ok(true);
            }
        }
        connection.discard();
        if connection.unasked() > 0 {
            // One that has sent a move too many may do so again, and that one would be taken for the next.
            handshake::settle(connection, timeouts)?;
        }
        Ok(false)
    }

    /// Reads the output of pondering; true if it still ponders. One that has moved already is sent `go` again.
    fn has_pondered(&mut self, connection: &mut Connection) -> bool {
        let now = Instant::now();
        while let Ok(line) = connection.receive(now) {
            if let LineKind::Answer(_) = self.read(line) {
                connection.count_unasked();
                (self.info, self.has_output) = (self.info.anew(), false);
                return false;
            }
        }
        true
    }

    /// Reads until `bestmove`, and returns what follows that word.
    fn follow(&mut self, connection: &mut Connection) -> Result<Vec<u8>, Trouble> {
        loop {
            match connection.receive(self.deadline) {
                Ok(line) => match self.read(line) {
                    LineKind::Answer(answer) => return Ok(answer),
                    LineKind::News => self.report_best(connection.arrived()),
                    LineKind::Nothing => {}
                },
                Err(Trouble::TimedOut) if self.stop.is_some() => {
                    let patience = self.stop.take().unwrap_or_default();
                    self.was_stopped = true;
                    self.deadline = Instant::now() + patience;
                    connection.send(b"stop\n", self.deadline)?;
                }
                Err(trouble) => return Err(trouble),
            }
        }
    }

    /// True if the answer may be one to another `go`: the program usually prints something first, and has not.
    fn is_doubtful(&self, connection: &Connection) -> bool {
        !self.has_output && connection.is_informing() && connection.unasked() == 0
    }

    /// A later answer before the program is ready, and its time: then the first one was to the `go` before.
    fn settled(
        &mut self,
        connection: &mut Connection,
        timeouts: &Timeouts,
    ) -> Result<Option<(Vec<u8>, Duration)>, Trouble> {
        let deadline = Instant::now() + timeouts.ready;
        connection.send(b"isready\n", deadline)?;
        let mut later = None;
        loop {
            let line = connection.receive(deadline)?;
            if line.trim_ascii() == b"readyok" {
                return Ok(later);
            }
            if let LineKind::Answer(answer) = self.read(line) {
                connection.count_unasked();
                let took = connection.arrived().duration_since(self.started);
                later = Some((answer, took));
            }
        }
    }

    fn read(&mut self, line: &[u8]) -> LineKind {
        let line = line.trim_ascii_start();
        if let Some(rest) = line.strip_prefix(b"bestmove") {
            return LineKind::Answer(rest.to_vec());
        }
        if let Some(rest) = line.strip_prefix(b"info ") {
            self.has_output = true;
            if self.info.read(rest) {
                return LineKind::News;
            }
        } else if as_text(line).is_none() {
            self.garbled = true;
        }
        LineKind::Nothing
    }

    /// Passes the observer the program's best line, if it begins with a legal move.
    fn report_best(&mut self, arrived: Instant) {
        let first = self.info.line.split_ascii_whitespace().next();
        let Some(best) = first.and_then(|word| position::legal(word, self.position)) else {
            return;
        };
        (self.observer)(&Info {
            best,
            score: self.info.score,
            depth: self.info.depth,
            nodes: self.info.nodes,
            time: arrived.duration_since(self.started),
        });
    }

    fn silence(&self, timeouts: &Timeouts) -> Silence {
        let (owed, patience) = if self.was_stopped {
            (AFTER_STOP, timeouts.ready)
        } else {
            ("bestmove", timeouts.hang)
        };
        Silence { kind: FailureKind::Hang, owed, patience }
    }
}

/// The line that the program expects: its last one, as far as that is legal and begins with the move.
fn expected(best: Move, text: &str, position: &Chess) -> Vec<Move> {
    let mut position = position.clone();
    let mut line = Vec::new();
    for word in text.split_ascii_whitespace() {
        let Some(mv) = position::legal(word, &position) else {
            break;
        };
        if line.is_empty() && mv != best {
            break;
        }
        position.play_unchecked(mv);
        line.push(mv);
    }
    if line.is_empty() {
        line.push(best);
    }
    line
}

/// The move that follows the word `bestmove`, if it is a legal one.
fn best_move(answer: &[u8], position: &Chess) -> Result<Move, (FailureKind, String)> {
    let shown = || format!("bestmove{}", printable(&answer[..answer.len().min(80)]));
    let Some(text) = as_text(answer) else {
        return Err((FailureKind::NotUtf8, shown()));
    };
    let Some(word) = text.split_ascii_whitespace().next() else {
        return Err((FailureKind::UnparsableMove, shown()));
    };
    if NULL_MOVES.iter().any(|null| null.eq_ignore_ascii_case(word)) {
        return Err((FailureKind::NullMove, shown()));
    }
    // Some programs write promotions with a capital letter.
    let uci: UciMove =
        word.to_ascii_lowercase().parse().map_err(|_| (FailureKind::UnparsableMove, shown()))?;
    if uci == UciMove::Null {
        return Err((FailureKind::NullMove, shown()));
    }
    let legal = uci.to_move(position);
    legal.map_err(|_| (FailureKind::IllegalMove, shown()))
}

/// The answer that the program expects, as it stands behind its move, if that is legal.
fn expected_answer(answer: &[u8], best: Move, position: &Chess) -> Option<Move> {
    let mut words = as_text(answer)?.split_ascii_whitespace().skip(1);
    let word = words.next().filter(|&word| word == "ponder").and(words.next())?;
    let mut position = position.clone();
    position.play_unchecked(best);
    position::legal(word, &position)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_expected_line_begins_with_the_move_and_is_legal() {
        let position = Chess::default();
        let best = best_move(b" e2e4", &position).unwrap();
        for (text, plies) in [
            ("e2e4 E7E5 g1f3", 3),
            ("e2e4 e7e5 e4e5 b8c6", 2),
            ("e2e4 nonsense", 1),
            ("d2d4 d7d5", 1),
            ("", 1),
        ] {
            let line = expected(best, text, &position);
            assert_eq!((line[0], line.len()), (best, plies), "{text}");
        }
    }

    #[test]
    fn moves_and_what_is_none() {
        use FailureKind::{IllegalMove, NotUtf8, NullMove, UnparsableMove};
        let position = Chess::default();
        for (answer, expected) in [
            (&b" e2e4"[..], None),
            (b" e2e4 ponder e7e5", None),
            (b" E2E4", None),
            (b" e2e5", Some(IllegalMove)),
            (b" e7e8q", Some(IllegalMove)),
            (b" P@e4", Some(IllegalMove)),
            (b"", Some(UnparsableMove)),
            (b" e4", Some(UnparsableMove)),
            (b" e2-e4", Some(UnparsableMove)),
            (b" 0000", Some(NullMove)),
            (b" (none)", Some(NullMove)),
            (b" e2e4\xff", Some(NotUtf8)),
        ] {
            let fault = best_move(answer, &position).err().map(|(kind, _)| kind);
            assert_eq!(fault, expected, "{}", printable(answer));
        }
        let (_, detail) = best_move(b" e9\x00", &position).unwrap_err();
        assert_eq!(detail, "bestmove e9\\u{0}");
    }
}
