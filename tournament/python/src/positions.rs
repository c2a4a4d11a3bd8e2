//! Positions as Python has them, and work on many of them by all cores.

use std::borrow::Cow;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread::{Builder, available_parallelism, scope};

use engine_core::game::{Game, GameError};
use engine_core::notation::{fen_of, printable};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString};

/// The forms of a position, as a remedy.
const FORMS: &str = "give a FEN, `startpos moves e2e4 ...`, `fen FEN moves ...` or a python-chess Board";

/// The reason that something is no position.
pub(crate) enum Fault {
    /// Its kind is right and its contents are not.
    Value(String),
    /// It is something else.
    Kind(String),
    /// What Python has raised while it was asked.
    Raised(PyErr),
}

impl From<PyErr> for Fault {
    fn from(error: PyErr) -> Fault {
        Fault::Raised(error)
    }
}

impl Fault {
    /// The exception, with the place of what is no position.
    pub(crate) fn at(self, place: &str) -> PyErr {
        let message = |reason: &str| {
            let reason = shortened(&printable(reason));
            let remedy = if reason.contains("write a FEN") { String::new() } else { format!("; {FORMS}") };
            format!("cannot read {place}: {reason}{remedy}")
        };
        match self {
            Fault::Value(reason) => PyValueError::new_err(message(&reason)),
            Fault::Kind(reason) => PyTypeError::new_err(message(&reason)),
            Fault::Raised(error) => error,
        }
    }
}

/// A text without its middle, if it is one that nobody would read.
fn shortened(text: &str) -> String {
    match text.char_indices().nth(300).zip(text.char_indices().nth_back(300)) {
        Some(((start, _), (end, _))) if start < end => format!("{} ... {}", &text[..start], &text[end..]),
        _ => text.to_owned(),
    }
}

/// A position as Python gave it, to be read while Python does something else.
pub(crate) struct Given<'t> {
    /// A text for [`Game::parse`].
    text: Cow<'t, str>,
    /// The FEN of a board with moves, which have to lead to it.
    now: Option<String>,
}

impl<'t> Given<'t> {
    /// A text or a board of python-chess.
    pub(crate) fn new(object: &'t Bound<'_, PyAny>) -> Result<Given<'t>, Fault> {
        if let Ok(text) = object.cast::<PyString>() {
            let text = text.to_str().map_err(|error| Fault::Value(error.to_string()))?;
            return Ok(Given { text: text.into(), now: None });
        }
        if object.hasattr("move_stack")? && object.hasattr("root")? && object.hasattr("fen")? {
            return of_board(object);
        }
        Err(Fault::Kind(format!("it is of type {}", object.get_type().name()?)))
    }

    /// The game that leads to the position.
    pub(crate) fn game(&self) -> Result<Game, Fault> {
        let fault = |error: GameError| Fault::Value(error.to_string());
        let Some(now) = &self.now else {
            return Game::parse(&self.text).map_err(fault);
        };
        let stack = "of its move stack (board.copy(stack=False) has none)";
        let played = Game::parse(&self.text).map_err(|error| Fault::Value(format!("{error}, {stack}")))?;
        let [led, now] = [&played, &Game::parse(now).map_err(fault)?].map(|game| fen_of(game.position()));
        if led.split(' ').take(4).ne(now.split(' ').take(4)) {
            return Err(Fault::Value(format!("\"{led}\" and not \"{now}\" is the end {stack}")));
        }
        Ok(played)
    }
}

/// What python-chess has: the position at the beginning of its move stack, and the moves.
fn of_board(board: &Bound<'_, PyAny>) -> Result<Given<'static>, Fault> {
    // Boards of other libraries have no such name.
    if let Some(variant) = board.getattr_opt("uci_variant")? {
        let variant = variant.str()?.to_string();
        if variant != "chess" {
            return Err(Fault::Value(format!("it is a board of {variant}, and evaluations know chess and Chess960")));
        }
    }
    let fen = |board: &Bound<'_, PyAny>| -> Result<String, Fault> {
        let settings = PyDict::new(board.py());
        settings.set_item("en_passant", "fen")?;
        Ok(board.call_method("fen", (), Some(&settings))?.extract()?)
    };
    let now = fen(board)?;
    let moves = board.getattr("move_stack")?;
    if !moves.is_truthy()? {
        return Ok(Given { text: now.into(), now: None });
    }
    let mut text = format!("fen {} moves", fen(&board.call_method0("root")?)?);
    for mv in moves.try_iter()? {
        text.push(' ');
        text += mv?.call_method0("uci")?.cast::<PyString>().map_err(PyErr::from)?.to_str()?;
    }
    Ok(Given { text: text.into(), now: Some(now) })
}

/// Many positions: a list, or the lines of a text.
pub(crate) enum Source<'py> {
    List(Vec<Bound<'py, PyAny>>),
    Text(&'py str),
}

impl<'py> Source<'py> {
    pub(crate) fn new(positions: &'py Bound<'py, PyAny>) -> PyResult<Source<'py>> {
        if let Ok(text) = positions.cast::<PyString>() {
            return Ok(Source::Text(text.to_str()?));
        }
        if let Ok(bytes) = positions.cast::<PyBytes>() {
            let bytes = bytes.as_bytes();
            return str::from_utf8(bytes).map(Source::Text).map_err(|error| {
                let line = 1 + bytes[..error.valid_up_to()].iter().filter(|byte| **byte == b'\n').count();
                Fault::Value("it is not UTF-8 text".into()).at(&format!("line {line}"))
            });
        }
        let items = positions.try_iter().map_err(|_| {
            let kind = positions.get_type().name().map_or_else(|_| "another".to_owned(), |name| name.to_string());
            PyTypeError::new_err(format!("positions is of type {kind}; give a list, or a text with one a line"))
        })?;
        Ok(Source::List(items.collect::<PyResult<_>>()?))
    }

    /// The positions in their order, without the blank lines of a text.
    pub(crate) fn positions(&self) -> PyResult<Positions<'_>> {
        match self {
            Source::List(items) => {
                let given = |(at, item)| Given::new(item).map_err(|fault| fault.at(&format!("positions[{at}]")));
                let given = items.iter().enumerate().map(given).collect::<PyResult<_>>()?;
                Ok(Positions { given, lines: None })
            }
            Source::Text(text) => {
                let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
                let (lines, given) = lines.map(|(at, line)| (at, Given { text: line.into(), now: None })).unzip();
                Ok(Positions { given, lines: Some(lines) })
            }
        }
    }
}

/// Positions that are to be read.
pub(crate) struct Positions<'t> {
    pub(crate) given: Vec<Given<'t>>,
    /// The line of each, from 0, if they are from a text.
    lines: Option<Vec<usize>>,
}

/// Positions between two looks at Python's signals.
const CHUNK: usize = 1 << 13;
/// Positions that a thread takes at a time.
const BLOCK: usize = 64;

impl Positions<'_> {
    /// Does `work` on each position by all cores while Python may run, and hands the results to `take` in order.
    pub(crate) fn each<T: Send + Sync>(
        &self,
        py: Python<'_>,
        work: impl Fn(&Game) -> T + Sync,
        mut take: impl FnMut(usize, T) -> PyResult<()>,
    ) -> PyResult<()> {
        for (first, chunk) in (0..).step_by(CHUNK).zip(self.given.chunks(CHUNK)) {
            let results = py.detach(|| in_parallel(chunk, |given| given.game().map(|game| work(&game))));
            for (at, result) in (first..).zip(results) {
                take(at, result.map_err(|fault| fault.at(&self.place(at)))?)?;
            }
            py.check_signals()?;
        }
        Ok(())
    }

    fn place(&self, at: usize) -> String {
        match &self.lines {
            Some(lines) => format!("line {}", lines[at] + 1),
            None => format!("positions[{at}]"),
        }
    }
}

/// The results in order. Threads live no longer than the call, as those of a pool would be missing after a fork.
fn in_parallel<I: Sync, T: Send + Sync>(items: &[I], work: impl Fn(&I) -> T + Sync) -> Vec<T> {
    let blocks: Vec<(&[I], OnceLock<Vec<T>>)> = items.chunks(BLOCK).map(|block| (block, OnceLock::new())).collect();
    let next = AtomicUsize::new(0);
    let take_blocks = || {
        while let Some((block, done)) = blocks.get(next.fetch_add(1, Relaxed)) {
            done.set(block.iter().map(&work).collect()).unwrap_or(());
        }
    };
    let helpers = available_parallelism().map_or(1, usize::from).min(blocks.len()).saturating_sub(1);
    scope(|scope| {
        for _ in 0..helpers {
            // If the system has no more threads, the others do the work.
            Builder::new().spawn_scoped(scope, take_blocks).ok();
        }
        take_blocks();
    });
    blocks.into_iter().filter_map(|(_, done)| done.into_inner()).flatten().collect()
}
