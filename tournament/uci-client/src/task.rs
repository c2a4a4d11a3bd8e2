//! Requests to a player, its replies, scores, and what it does wrong.

use std::fmt;
use std::time::Duration;

use engine_core::game::Game;
use engine_core::limits::{Clock, Limits};
use engine_core::score::Score;
use shakmaty::Move;

/// A request for a move.
#[derive(Clone, Copy, Debug)]
pub struct Request<'g> {
    /// The game, in whose position the player is to move.
    pub game: &'g Game,
    /// The limits of the search.
    pub limits: &'g Limits,
    /// The other side's clock, if that side has one.
    pub opponent: Option<Clock>,
    /// The time beyond the limit before it loses on time.
    pub margin: Duration,
    /// True if the line that it expects is wanted.
    pub line: bool,
}

impl<'g> Request<'g> {
    /// A request by a side whose opponent has no clock, and that has no use for the line.
    pub fn new(game: &'g Game, limits: &'g Limits, margin: Duration) -> Self {
        let (opponent, line) = (None, false);
        Request { game, limits, opponent, margin, line }
    }
}

/// A player's answer.
#[derive(Clone, Debug)]
pub struct Reply {
    /// The move; `None` if the player has none to offer.
    pub best: Option<Move>,
    /// The answer that it would like to think about while the other side does; legal after `best`.
    pub ponder: Option<Move>,
    /// The line that it expects, the move first; may be empty.
    pub line: Vec<Move>,
    /// From the side to move; `None` if the player gives none.
    pub score: Option<GivenScore>,
    /// Plies of the last finished iteration.
    pub depth: i32,
    /// The longest line that it looked at, in plies; `None` if the player gives none.
    pub selective_depth: Option<i32>,
    /// Nodes searched.
    pub nodes: u64,
    /// Time used, measured where the player thinks.
    pub time: Duration,
    /// Processor time used, which no other work on the machine adds to; `None` of a player in another process.
    pub processor_time: Option<Duration>,
    /// Moves received without a request since the move before.
    pub unasked: u64,
}

impl Reply {
    /// The measure of speed: processor time where it is known, else the time used.
    pub fn work(&self) -> Duration {
        self.processor_time.unwrap_or(self.time)
    }
}

/// The best line of a player at some moment of its search.
#[derive(Clone, Copy, Debug)]
pub struct Info {
    /// The move.
    pub best: Move,
    /// From the side to move; `None` if the player gives none.
    pub score: Option<GivenScore>,
    /// Plies.
    pub depth: i32,
    /// Nodes searched so far.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
}

/// A score from the side to move, as the player gave it: the output of other programs is not bound to what a
/// [`Score`] of our own search can hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GivenScore {
    /// Centipawns.
    Cp(i32),
    /// Full moves to mate: positive if the side to move gives it, negative if it is mated. Never 0: a side
    /// that has a move to make is not mated yet.
    Mate(i32),
}

impl GivenScore {
    /// A mate in this many full moves, negative if the side to move is mated. `mate 0`, by which the protocol
    /// means that the side to move is mated, is -1 where that side still has a move to make.
    pub fn mate(moves: i32) -> GivenScore {
        GivenScore::Mate(if moves == 0 { -1 } else { moves })
    }

    /// Centipawns from the side to move; `None` for a mate.
    pub fn cp(self) -> Option<i32> {
        match self {
            GivenScore::Cp(cp) => Some(cp),
            GivenScore::Mate(_) => None,
        }
    }

    /// Full moves to mate, negative if the side to move is mated; `None` if it is not a mate.
    pub fn mate_moves(self) -> Option<i32> {
        match self {
            GivenScore::Cp(_) => None,
            GivenScore::Mate(moves) => Some(moves),
        }
    }

    /// The same score from the other side.
    pub fn reversed(self) -> GivenScore {
        match self {
            GivenScore::Cp(cp) => GivenScore::Cp(cp.saturating_neg()),
            GivenScore::Mate(moves) => GivenScore::Mate(moves.saturating_neg()),
        }
    }
}

impl From<Score> for GivenScore {
    fn from(score: Score) -> GivenScore {
        match (score.cp(), score.mate_moves()) {
            (Some(cp), _) => GivenScore::Cp(cp),
            (None, moves) => GivenScore::mate(moves.unwrap_or(0)),
        }
    }
}

/// The largest score of a [`Judgement`], in centipawns; mates have it too.
pub const LARGEST_SCORE: i32 = 2000;

/// The score of a position for the side to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judgement {
    /// In centipawns within [`LARGEST_SCORE`].
    pub score: i32,
    /// The points expected by the player's own account of wins, draws and losses, from 0 to 1; `None` if it gives none.
    pub expected: Option<f64>,
}

impl Judgement {
    /// A score as a search gives it.
    pub fn new(score: GivenScore, expected: Option<f64>) -> Judgement {
        let score = match score {
            GivenScore::Cp(cp) => cp.clamp(-LARGEST_SCORE, LARGEST_SCORE),
            GivenScore::Mate(moves) => LARGEST_SCORE * moves.signum(),
        };
        Judgement { score, expected }
    }
}

/// A failure of a player, with what led to it. It costs the game, or a draw if the opponent cannot mate at all.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct Failure {
    /// The kind.
    pub kind: FailureKind,
    /// The particulars, such as `signal 11 (SIGSEGV)`; possibly empty.
    pub detail: String,
    /// The last lines exchanged with the player, oldest first; possibly none.
    pub log: Vec<String>,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (phrase, detail) = (self.kind.phrase(), &self.detail);
        if detail.is_empty() { f.write_str(phrase) } else { write!(f, "{phrase} ({detail})") }
    }
}

impl Failure {
    /// That of a program that does not run.
    pub(crate) fn to_start(detail: String) -> Failure {
        Failure { kind: FailureKind::FailedStart, detail, log: Vec::new() }
    }

    /// What the program wrote last on its standard error, at most three lines on one; `None` if it wrote nothing there.
    pub fn last_words(&self) -> Option<String> {
        const LINES: usize = 3;
        let complaints = self.log.iter().filter_map(|line| line.strip_prefix("! "));
        let complaints: Vec<&str> = complaints.filter(|line| !line.trim().is_empty()).collect();
        let last = &complaints[complaints.len().saturating_sub(LINES)..];
        (!last.is_empty()).then(|| last.join(" / "))
    }
}

/// The kinds of failures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FailureKind {
    /// It overstepped its time. The caller decides that, not this crate.
    TimeForfeit,
    /// It made a move that is not legal.
    IllegalMove,
    /// Its move, or a move in its output, cannot be read.
    UnparsableMove,
    /// It made no move where it had one.
    NullMove,
    /// Its answer is not text.
    NotUtf8,
    /// Its line has no end.
    EndlessLine,
    /// It did not answer.
    Hang,
    /// It was ended by a signal.
    Crash,
    /// It ended.
    Exit,
    /// It closed its pipe and went on running.
    ClosedPipe,
    /// It could not be started.
    FailedStart,
    /// It did not answer `uci`.
    NoUciok,
    /// It did not answer `isready`.
    NoReadyok,
}

use FailureKind::*;

/// Each kind, in the order of their declaration, with its name and its phrase.
const WORDS: [(FailureKind, &str, &str); 13] = [
    (TimeForfeit, "time-forfeit", "loss on time"),
    (IllegalMove, "illegal-move", "an illegal move"),
    (UnparsableMove, "unparsable-move", "a move that cannot be read"),
    (NullMove, "null-move", "a null move"),
    (NotUtf8, "not-utf8", "invalid UTF-8"),
    (EndlessLine, "endless-line", "an overlong line"),
    (Hang, "hang", "an engine stall"),
    (Crash, "crash", "a crash"),
    (Exit, "exit", "an engine exit"),
    (ClosedPipe, "closed-pipe", "a closed pipe"),
    (FailedStart, "failed-start", "an engine that failed to start"),
    (NoUciok, "no-uciok", "no answer to uci"),
    (NoReadyok, "no-readyok", "no answer to isready"),
];

impl FailureKind {
    /// All of them, in the order in which tables list them.
    pub const ALL: [Self; WORDS.len()] = {
        let mut all = [TimeForfeit; WORDS.len()];
        let mut place = 0;
        while place < all.len() {
            all[place] = WORDS[place].0;
            place += 1;
        }
        all
    };

    /// The name in files: `illegal-move`.
    pub fn name(self) -> &'static str {
        WORDS[self as usize].1
    }

    /// The kind in plain English, to stand alone or after "it lost by".
    pub fn phrase(self) -> &'static str {
        WORDS[self as usize].2
    }
}
