//! Players, requests to them, their replies and scores.

use std::io;
use std::time::Duration;

use engine_core::game::Game;
use engine_core::limits::{Clock, Limits};
use engine_core::score::Score;
use shakmaty::Move;

use crate::log::{EngineLog, Failure, FailureKind};
use crate::system::WaitTimes;

/// A player, which answers requests for moves.
pub trait Player: Send {
    /// Makes sure that it can be set up here: a program is started if it does not run.
    /// Fails if the machine has no room for another process, which is not a failure of the player's.
    fn start(&mut self) -> io::Result<()> {
        Ok(())
    }

    /// True if [`Player::start`] has nothing to do.
    fn is_started(&self) -> bool {
        true
    }

    /// A new game begins: forget the last one. A player that failed in the last one is set up again.
    fn new_game(&mut self) -> Result<(), Failure>;

    /// Thinks about the position within the limits of `task`. Time forfeits are detected by the game.
    fn think(&mut self, task: &Request<'_>) -> Result<Reply, Failure> {
        self.think_aloud(task, &mut |_| {})
    }

    /// As [`Player::think`], and passes its findings to `observer`: a program's only if the task wants its line.
    fn think_aloud(&mut self, task: &Request<'_>, observer: &mut dyn FnMut(&Info)) -> Result<Reply, Failure>;

    /// Thinks about the position of `task` while the other side does, if it ponders, until [`Player::think`] is called.
    fn ponder(&mut self, _task: &Request<'_>) {}

    /// Stops pondering, if it does.
    fn stop_pondering(&mut self) {}

    /// The score for the side to move, which must have a legal move, of a search of some `nodes` with an empty table.
    fn judge(&mut self, game: &Game, nodes: u64) -> Result<Judgement, Failure> {
        self.new_game()?;
        judged(self, game, nodes)
    }

    /// The number of this player's centipawns worth one of Michniewski's.
    fn scale(&self) -> f64;

    /// The time that it has waited for a processor so far; `None` if the system does not report it.
    fn waited(&self) -> Option<WaitTimes> {
        None
    }

    /// Releases resources that others may need, as it will not play for a while.
    fn rest(&mut self) {}

    /// Copies the exchange with it to `log` from now on, or nowhere; there is none with a player in this process.
    fn log_to(&mut self, _log: Option<EngineLog>) {}

    /// The last lines exchanged with it, oldest first, if it is one to exchange lines with.
    fn transcript(&self) -> Vec<String> {
        Vec::new()
    }
}

/// The score of a position by a search of about `nodes` nodes.
pub(crate) fn judged<P: Player + ?Sized>(player: &mut P, game: &Game, nodes: u64) -> Result<Judgement, Failure> {
    let limits = Limits::nodes(nodes);
    let Reply { score, expected, .. } = player.think(&Request::new(game, &limits, Duration::ZERO))?;
    score.map(|score| Judgement::new(score, expected)).ok_or_else(|| Failure {
        kind: FailureKind::UnparsableMove,
        detail: "it gave no score; give it more nodes".to_owned(),
        log: player.transcript(),
    })
}

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
}

impl<'g> Request<'g> {
    /// A request by a side whose opponent has no clock.
    pub fn new(game: &'g Game, limits: &'g Limits, margin: Duration) -> Self {
        Request { game, limits, opponent: None, margin }
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
    /// The points that it expects by its own account of wins, draws and losses, from 0 to 1; `None` if it gives none.
    pub expected: Option<f64>,
    /// Plies of the last finished iteration.
    pub depth: i32,
    /// The longest line that it looked at, in plies; `None` if the player gives none.
    pub selective_depth: Option<i32>,
    /// Nodes searched.
    pub nodes: u64,
    /// Time used, measured where the player thinks.
    pub time: Duration,
    /// The measure of speed: processor time, which no other work on the machine adds to, of a program that of its process and
    /// the children of it since the move before. `None` if the system does not report it.
    pub processor_time: Option<Duration>,
    /// Moves received without a request since the move before.
    pub unasked: u64,
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

/// A score from the side to move, as the player gave it: that of a program need not fit into a [`Score`] of ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GivenScore {
    /// Centipawns.
    Cp(i32),
    /// Full moves to mate, negative if the side to move is mated. Never 0: a side to move is not mated yet.
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
