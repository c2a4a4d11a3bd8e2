//! A limit that several engines share.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::LimitKind;

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

/// Durations as whole microseconds.
mod microseconds {
    use std::time::Duration;

    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(time: &Duration, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_u64(u64::try_from(time.as_micros()).unwrap_or(u64::MAX))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Duration, D::Error> {
        u64::deserialize(from).map(Duration::from_micros)
    }
}
