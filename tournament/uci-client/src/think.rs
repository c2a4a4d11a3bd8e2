//! From `position` and `go` to `bestmove`.

use std::io::{PipeWriter, pipe};
use std::sync::mpsc::channel;
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

use engine_core::notation::{fen_of, uci_move, uci_move_960};
use shakmaty::san::San;
use shakmaty::uci::UciMove;
use shakmaty::{Chess, Color, Move, Position};

use crate::connection::{Connection, Owed, answer, as_text};
use crate::info::{InfoSoFar, Line};
use crate::launch::{CHESS960, Launch, Timeouts};
use crate::log::{Failure, FailureKind, printable};
use crate::player::{Info, Reply, Request};

/// The answers of programs that have no move.
const NULL_MOVES: [&str; 4] = ["0000", "(none)", "NULL", "none"];

/// The line that a program owes after `stop`.
fn after_stop(timeouts: &Timeouts) -> Owed {
    Owed::or_hang("bestmove after stop", timeouts.ready)
}

/// Has the program think, and waits for its move; `observer` receives its best line. One that is late is stopped.
pub(crate) fn think(
    connection: &mut Connection,
    pondered: Option<Pondered>,
    task: &Request<'_>,
    launch: &Launch,
    observer: &mut dyn FnMut(&Info),
) -> Result<Reply, Failure> {
    let commands = &commands(task, launch.is_on(CHESS960));
    let before = connection.unasked - pondered.as_ref().map_or(0, |pondered| pondered.moves);
    let position = task.game.position();
    let mut search = Search {
        position,
        timeouts: &launch.timeouts,
        observer,
        started: Instant::now(),
        heard: Heard::of(task, launch),
    };
    let is_hit = search.is_hit(connection, pondered, commands)?;
    search.started = Instant::now();
    let mut found = search.follow(connection, if is_hit { "ponderhit\n" } else { commands }, task)?;
    // The answer may be one to another `go`: the program usually prints something first, and has not.
    if !search.heard.has_output && connection.informs && connection.unasked == 0 {
        found = search.settled(connection)?.unwrap_or(found);
    }
    connection.informs |= search.heard.has_output;
    let (text, arrived) = found;
    let best = best_move(&text, position).map_err(|kind| {
        let shown = printable(&text[..text.len().min(80)]);
        connection.failed(kind, format!("bestmove{shown}"))
    })?;
    let info = &search.heard.info.best;
    Ok(Reply {
        best: Some(best),
        ponder: expected_answer(&text, best, position),
        line: expected_line(best, info.line.as_deref().unwrap_or_default(), position),
        score: info.score,
        expected: info.expected,
        depth: info.depth.unwrap_or(0),
        selective_depth: info.selective_depth,
        nodes: info.nodes.unwrap_or(0),
        time: arrived.duration_since(search.started),
        processor_time: None,
        unasked: connection.unasked - before,
    })
}

/// A program that ponders, and the thread that listens to it: one whose output nobody reads is held up by its full pipe.
#[derive(Debug)]
pub(crate) struct Pondering {
    /// The number of its process.
    pub(crate) process: u32,
    /// Closed, it ends the thread.
    pub(crate) release: PipeWriter,
    /// The thread, which has the connection.
    pub(crate) listener: JoinHandle<Option<(Connection, Pondered)>>,
}

/// What has come of pondering.
#[derive(Debug)]
pub(crate) struct Pondered {
    /// The command that set the position up.
    position: String,
    heard: Heard,
    /// Moves of one that could not wait.
    moves: u64,
}

/// Has the program ponder; nothing if it does not listen, or if there is no thread for it.
pub(crate) fn ponder(place: &mut Option<Connection>, task: &Request<'_>, launch: &Launch) -> Option<Pondering> {
    /// Longer than any game.
    const LONG: Duration = Duration::from_hours(10_000);
    let connection = place.as_mut()?;
    let commands = commands(task, launch.is_on(CHESS960)).replace("\ngo", "\ngo ponder");
    let (released, release) = pipe().ok()?;
    let mut pondered =
        Pondered { position: commands.lines().next()?.to_owned(), heard: Heard::of(task, launch), moves: 0 };
    let (hand_over, handed) = channel::<Connection>();
    let thread = Builder::new().name("listener".to_owned());
    let listener = thread.spawn(move || {
        let (mut connection, end) = (handed.recv().ok()?, Instant::now() + LONG);
        connection.process.release_by(Some(released));
        pondered.moves = connection.listen(|| end, |line| pondered.heard.read(line));
        Some((connection, pondered))
    });
    let listener = listener.ok()?;
    connection.take_pending(|_| {});
    connection.send(&commands, Instant::now() + launch.timeouts.ready).ok()?;
    let process = connection.process.id();
    hand_over.send(place.take()?).ok()?;
    Some(Pondering { process, release, listener })
}

/// Stops the program's pondering. The move that it then prints is ignored.
pub(crate) fn stop_pondering(
    connection: &mut Connection,
    pondered: &Pondered,
    timeouts: &Timeouts,
) -> Result<(), Failure> {
    // One that could not wait has nothing to stop.
    if connection.take_pending(|_| {}) || pondered.moves > 0 {
        return Ok(());
    }
    connection.exchange("stop\n", after_stop(timeouts), |line, _| answer(line).map(|_| ()))
}

/// What follows the word `bestmove`, and its time.
type Answer = (Vec<u8>, Instant);

struct Search<'s> {
    position: &'s Chess,
    timeouts: &'s Timeouts,
    observer: &'s mut dyn FnMut(&Info),
    started: Instant,
    heard: Heard,
}

/// What a program has printed about a search.
#[derive(Debug)]
struct Heard {
    info: InfoSoFar,
    /// A line was not text.
    is_garbled: bool,
    /// True if the program printed something before the move.
    has_output: bool,
}

impl Heard {
    /// The state before the search of a task.
    fn of(task: &Request<'_>, launch: &Launch) -> Heard {
        let is_reversed = launch.scores_from_white && task.game.position().turn().is_black();
        Heard { info: InfoSoFar::new(is_reversed), is_garbled: false, has_output: false }
    }

    /// Takes in a line that is not the answer; true if it has a score, and the line that it is about.
    fn read(&mut self, line: &[u8]) -> bool {
        let line = line.trim_ascii_start();
        if let Some(rest) = line.strip_prefix(b"info ") {
            self.has_output = true;
            return self.info.read(rest);
        }
        self.is_garbled |= as_text(line).is_none();
        false
    }
}

impl Search<'_> {
    /// True if the program has pondered on the position of `commands`. Else it is ready to be sent them.
    fn is_hit(
        &mut self,
        connection: &mut Connection,
        pondered: Option<Pondered>,
        commands: &str,
    ) -> Result<bool, Failure> {
        if let Some(mut pondered) = pondered {
            if commands.lines().next() != Some(&pondered.position) {
                stop_pondering(connection, &pondered, self.timeouts)?;
            } else if !connection.take_pending(|line| pondered.heard.read(line)) && pondered.moves == 0 {
                self.heard = pondered.heard;
                return Ok(true);
            }
            // One that has moved already is sent `go` again.
        }
        let mut is_late = false;
        connection.take_pending(|_| is_late = true);
        connection.prints_late |= is_late;
        if connection.unasked > 0 || connection.prints_late {
            // One that has printed something too late may do so again, and that would be taken for the next answer.
            connection.await_ready("", self.timeouts.ready)?;
        }
        Ok(false)
    }

    /// Sends `commands` and reads until the answer. Where a clock runs, a program that is late is stopped.
    fn follow(&mut self, connection: &mut Connection, commands: &str, task: &Request<'_>) -> Result<Answer, Failure> {
        let timeouts = self.timeouts;
        let clock = task.limits.clock.filter(|_| task.limits.clock_nodes.is_none()).map(|clock| clock.remaining);
        let time = task.limits.move_time.or(clock).map(|time| time + task.margin);
        let mut take = |line: &[u8], arrived: Instant| {
            if let Some(answer) = answer(line) {
                return Some((answer.to_vec(), arrived));
            }
            if self.heard.read(line) {
                self.report_best(arrived);
            }
            None
        };
        let owed = Owed::or_hang("bestmove", time.unwrap_or(timeouts.hang));
        let mut found = connection.exchange(commands, owed, &mut take);
        let is_late = |failure: &Failure| failure.kind == FailureKind::Hang;
        if time.is_some() && found.as_ref().is_err_and(is_late) {
            found = connection.exchange("stop\n", after_stop(timeouts), take);
        }
        match found {
            // Bytes that are not text, and then nothing: that was to be the answer.
            Err(failure) if is_late(&failure) && self.heard.is_garbled => {
                let detail = "an answer that is not text".to_owned();
                Err(Failure { kind: FailureKind::NotUtf8, detail, ..failure })
            }
            found => found,
        }
    }

    /// A later answer before the program is ready: then the first one was to the `go` before.
    fn settled(&mut self, connection: &mut Connection) -> Result<Option<Answer>, Failure> {
        let owed = Owed::or_hang("bestmove", self.timeouts.ready);
        let (mut later, mut unasked) = (None, 0);
        connection.exchange("isready\n", owed, |line, arrived| {
            if let Some(answer) = answer(line) {
                unasked += 1;
                later = Some((answer.to_vec(), arrived));
            }
            self.heard.read(line);
            (line.trim_ascii() == b"readyok").then_some(())
        })?;
        connection.unasked += unasked;
        Ok(later)
    }

    /// Passes the observer the program's best line, if it begins with a legal move.
    fn report_best(&mut self, arrived: Instant) {
        let Line { score, depth, nodes, line, .. } = &self.heard.info.best;
        let first = line.as_deref().and_then(|line| line.split_ascii_whitespace().next());
        let Some(best) = first.and_then(|word| legal(word, self.position)) else {
            return;
        };
        let (depth, nodes) = (depth.unwrap_or(0), nodes.unwrap_or(0));
        let time = arrived.duration_since(self.started);
        (self.observer)(&Info { best, score: *score, depth, nodes, time });
    }
}

/// The line that the program expects: its last one, as far as that is legal and begins with the move.
fn expected_line(best: Move, text: &str, position: &Chess) -> Vec<Move> {
    let mut position = position.clone();
    let mut line = Vec::new();
    for word in text.split_ascii_whitespace() {
        match legal(word, &position) {
            Some(mv) if mv == best || !line.is_empty() => {
                position.play_unchecked(mv);
                line.push(mv);
            }
            _ => break,
        }
    }
    if line.is_empty() {
        line.push(best);
    }
    line
}

/// The move that follows the word `bestmove`, if it is a legal one.
pub(crate) fn best_move(answer: &[u8], position: &Chess) -> Result<Move, FailureKind> {
    let text = as_text(answer).ok_or(FailureKind::NotUtf8)?;
    let word = text.split_ascii_whitespace().next().ok_or(FailureKind::UnparsableMove)?;
    if NULL_MOVES.iter().any(|null| null.eq_ignore_ascii_case(word)) {
        return Err(FailureKind::NullMove);
    }
    // Some programs write promotions with a capital letter.
    match word.to_ascii_lowercase().parse::<UciMove>() {
        Ok(UciMove::Null) => Err(FailureKind::NullMove),
        Ok(uci) => uci.to_move(position).map_err(|_| FailureKind::IllegalMove),
        Err(_) => Err(FailureKind::UnparsableMove),
    }
}

/// The answer that the program expects, as it stands behind its move, if that is legal.
fn expected_answer(answer: &[u8], best: Move, position: &Chess) -> Option<Move> {
    let mut words = as_text(answer)?.split_ascii_whitespace().skip(1);
    let word = words.next().filter(|&word| word == "ponder").and(words.next())?;
    let mut position = position.clone();
    position.play_unchecked(best);
    legal(word, &position)
}

/// `position ...` and `go ...` for `task`, with their line ends; to be sent in one piece.
fn commands(task: &Request<'_>, chess960: bool) -> String {
    let (game, limits) = (task.game, task.limits);
    let written = if chess960 { uci_move_960 } else { uci_move };
    let moves: String = game.moves().iter().map(|&mv| format!(" {}", written(mv))).collect();
    let moves = if moves.is_empty() { moves } else { format!(" moves{moves}") };
    let fen = fen_of(game.start());
    let is_usual = fen == fen_of(&Chess::default());
    let start = if is_usual { "startpos".to_owned() } else { format!("fen {fen}") };
    let mut words: Vec<(&str, u128)> = Vec::new();
    words.extend(limits.nodes.map(|nodes| ("nodes", nodes.into())));
    words.extend(limits.depth.map(|depth| ("depth", depth.unsigned_abs().into())));
    words.extend(limits.move_time.map(|time| ("movetime", time.as_millis())));
    if let Some(own) = limits.clock {
        let [white, black] = match game.position().turn() {
            Color::White => [Some(own), task.opponent],
            Color::Black => [task.opponent, Some(own)],
        };
        for (time, increment, clock) in [("wtime", "winc", white), ("btime", "binc", black)] {
            if let Some(clock) = clock {
                // To some programs, no time means no clock.
                words.push((time, clock.remaining.as_millis().max(1)));
                words.push((increment, clock.increment.as_millis()));
            }
        }
        words.extend(own.moves_to_go.map(|moves| ("movestogo", moves.into())));
    }
    let go: String = words.iter().map(|(name, number)| format!(" {name} {number}")).collect();
    format!("position {start}{moves}\ngo{go}\n")
}

/// The move that `word` means, if it is legal, in UCI notation of either case; castling also as king takes rook or `O-O`.
fn legal(word: &str, position: &Chess) -> Option<Move> {
    let uci: Option<UciMove> = word.to_ascii_lowercase().parse().ok();
    if let Some(uci) = uci {
        return uci.to_move(position).ok();
    }
    let castling = word.to_ascii_uppercase().replace('0', "O");
    let is_castling = castling == "O-O" || castling == "O-O-O";
    let san: San = castling.parse().ok().filter(|_| is_castling)?;
    san.to_move(position).ok()
}
