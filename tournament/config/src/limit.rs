//! The limits of searches: of one engine, and of several.

use std::fmt;
use std::mem::discriminant;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use uci_client::Timeouts;

/// The limit of a search. An engine has exactly one of these.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LimitKind {
    /// Exactly this many nodes a move, at least 1. Deterministic.
    Nodes(u64),
    /// Exactly this depth in plies, 1 to [`LimitKind::MAX_DEPTH`]. Deterministic.
    Depth(u8),
    /// This long a move, at least a millisecond.
    #[serde(rename = "movetime", with = "milliseconds")]
    MoveTime(Duration),
    /// A chess clock.
    Clock {
        /// Time on the clock at the start, and again after every `moves_to_go` moves.
        #[serde(with = "milliseconds")]
        time: Duration,
        /// Added after each move.
        #[serde(with = "milliseconds")]
        increment: Duration,
        /// Moves until `time` is added again; `None`: the first time is all there is.
        moves_to_go: Option<u32>,
    },
}

impl LimitKind {
    /// The greatest depth of a limit, in plies.
    pub const MAX_DEPTH: u8 = 100;
    /// The longest time of a limit, a move or a clock: a day.
    pub const MAX_TIME: Duration = Duration::from_secs(24 * 60 * 60);

    /// True if the same position always gets the same move, whatever the machine is doing.
    #[must_use]
    pub fn is_deterministic(self) -> bool {
        matches!(self, Self::Nodes(_) | Self::Depth(_))
    }

    /// True if both are nodes, both plies, both times or both clocks.
    #[must_use]
    pub fn is_same_kind(self, other: Self) -> bool {
        discriminant(&self) == discriminant(&other)
    }
}

impl fmt::Display for LimitKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Nodes(1) => write!(f, "1 node a move"),
            Self::Nodes(nodes) => write!(f, "{nodes} nodes a move"),
            Self::Depth(depth) => write!(f, "depth {depth}"),
            Self::MoveTime(time) => write!(f, "{} ms a move", time.as_millis()),
            Self::Clock { time, increment, moves_to_go } => {
                if let Some(moves) = moves_to_go {
                    write!(f, "{moves}/")?;
                }
                write!(f, "{}", time.as_secs_f64())?;
                if !increment.is_zero() {
                    write!(f, "+{}", increment.as_secs_f64())?;
                }
                write!(f, " s")
            }
        }
    }
}

/// The limit of a time control.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum SharedLimit {
    /// The same for all engines.
    Same(LimitKind),
    /// As many nodes a move as an engine of its speed searches in this time: equal time, and the same games on every
    /// machine.
    AtSpeed {
        /// The time, at least a microsecond.
        #[serde(rename = "at-speed", with = "microseconds")]
        time: Duration,
    },
}

impl SharedLimit {
    /// The limit of an engine of this speed, in nodes a second; `None` if the limit goes by speed and it is unknown.
    #[must_use]
    pub fn of(self, speed: Option<f64>) -> Option<LimitKind> {
        match self {
            Self::Same(limit) => Some(limit),
            Self::AtSpeed { time } => {
                let nodes = (speed? * time.as_secs_f64()).round();
                Some(LimitKind::Nodes((nodes as u64).clamp(1, u64::MAX / 2)))
            }
        }
    }

    /// True if it goes by the speeds of engines.
    #[must_use]
    pub fn is_at_speed(self) -> bool {
        matches!(self, Self::AtSpeed { .. })
    }
}

impl From<LimitKind> for SharedLimit {
    fn from(limit: LimitKind) -> Self {
        Self::Same(limit)
    }
}

impl fmt::Display for SharedLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Same(limit) => limit.fmt(f),
            Self::AtSpeed { time } => {
                let ms = time.as_secs_f64() * 1000.0;
                write!(f, "nodes of {ms} ms at each engine's speed")
            }
        }
    }
}

/// Durations as whole milliseconds.
pub(super) mod milliseconds {
    use std::time::Duration;

    use serde::{Deserialize, Deserializer, Serializer};

    pub(crate) fn serialize<S: Serializer>(time: &Duration, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_u64(u64::try_from(time.as_millis()).unwrap_or(u64::MAX))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Duration, D::Error> {
        u64::deserialize(from).map(Duration::from_millis)
    }
}

/// Durations as whole microseconds.
mod microseconds {
    use std::time::Duration;

    use serde::{Deserialize, Deserializer, Serializer};

    pub(crate) fn serialize<S: Serializer>(time: &Duration, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_u64(u64::try_from(time.as_micros()).unwrap_or(u64::MAX))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Duration, D::Error> {
        u64::deserialize(from).map(Duration::from_micros)
    }
}

/// [`Timeouts`] as whole milliseconds.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Timeouts")]
pub(super) struct TimeoutsInMilliseconds {
    #[serde(with = "milliseconds")]
    start: Duration,
    #[serde(with = "milliseconds")]
    ready: Duration,
    #[serde(with = "milliseconds")]
    newgame: Duration,
    #[serde(with = "milliseconds")]
    hang: Duration,
    #[serde(with = "milliseconds")]
    quit: Duration,
}
