//! How long an engine may think about a move.

use std::fmt;
use std::mem::discriminant;
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// What ends the search for a move. An engine has exactly one of these.
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
    /// The greatest depth that can be asked for, in plies.
    pub const MAX_DEPTH: u8 = 100;
    /// The longest time that can be asked for, a move or a clock: a day.
    pub const MAX_TIME: Duration = Duration::from_secs(24 * 60 * 60);

    /// Whether the same position always gets the same move, whatever the machine is doing.
    #[must_use]
    pub fn is_deterministic(self) -> bool {
        matches!(self, Self::Nodes(_) | Self::Depth(_))
    }

    /// Whether both are nodes, both plies, both times or both clocks.
    #[must_use]
    pub fn is_same_kind(self, other: Self) -> bool {
        discriminant(&self) == discriminant(&other)
    }

    /// Reads a time control as every match tool writes it, in seconds: `10`, `10+0.1`,
    /// `40/60+0.6` (60 seconds for every 40 moves, and 0.6 seconds for each move).
    ///
    /// Times are kept to the millisecond. `None` if the text is anything else, if there is no
    /// time at all, or more than [`LimitKind::MAX_TIME`].
    #[must_use]
    pub fn parse_tc(text: &str) -> Option<Self> {
        let (moves_to_go, rest) = match text.split_once('/') {
            Some((moves, rest)) => (Some(moves), rest),
            None => (None, text),
        };
        let (time, increment) = rest.split_once('+').unwrap_or((rest, "0"));
        let moves_to_go = match moves_to_go {
            Some(moves) => Some(whole(moves).filter(|&moves| moves >= 1)?),
            None => None,
        };
        Some(Self::Clock {
            time: seconds(time).filter(|time| !time.is_zero())?,
            increment: seconds(increment)?,
            moves_to_go,
        })
    }
}

/// A whole number: digits only, so that neither `+40` nor ` 40` passes.
fn whole(text: &str) -> Option<u32> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| digits)
}

/// Seconds with an optional fraction, to the millisecond.
fn seconds(text: &str) -> Option<Duration> {
    // f64's own parser would also take "inf", "nan" and "1e3".
    let plain = text.starts_with(|c: char| c.is_ascii_digit())
        && text.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    let seconds: f64 = text.parse().ok().filter(|_| plain)?;
    let time = Duration::try_from_secs_f64((seconds * 1000.0).round() / 1000.0).ok()?;
    (time <= LimitKind::MAX_TIME).then_some(time)
}

impl fmt::Display for LimitKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Nodes(1) => write!(f, "1 node a move"),
            Self::Nodes(nodes) => write!(f, "{nodes} nodes a move"),
            Self::Depth(depth) => write!(f, "depth {depth}"),
            Self::MoveTime(time) => write!(f, "{} ms a move", time.as_millis()),
            Self::Clock {
                time,
                increment,
                moves_to_go,
            } => {
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

/// Durations as whole milliseconds.
pub(super) mod milliseconds {
    use std::time::Duration;

    use serde::{Deserialize, Deserializer, Serializer};

    pub(in crate::config) fn serialize<S: Serializer>(
        time: &Duration,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        to.serialize_u64(u64::try_from(time.as_millis()).unwrap_or(u64::MAX))
    }

    pub(in crate::config) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Duration, D::Error> {
        u64::deserialize(from).map(Duration::from_millis)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(time: u64, increment: u64, moves_to_go: Option<u32>) -> LimitKind {
        LimitKind::Clock {
            time: Duration::from_millis(time),
            increment: Duration::from_millis(increment),
            moves_to_go,
        }
    }

    #[test]
    fn time_controls() {
        for (text, expected, shown) in [
            ("10", clock(10_000, 0, None), "10 s"),
            ("10+0.1", clock(10_000, 100, None), "10+0.1 s"),
            ("40/60+0.6", clock(60_000, 600, Some(40)), "40/60+0.6 s"),
            ("0.25+0", clock(250, 0, None), "0.25 s"),
        ] {
            let limit = LimitKind::parse_tc(text).unwrap();
            assert_eq!(limit, expected, "{text}");
            assert_eq!(limit.to_string(), shown);
        }
    }

    #[test]
    fn malformed_time_controls() {
        for text in [
            "",
            "0",
            "+1",
            "10+",
            "/10",
            "0/10",
            "x",
            "10s",
            "inf",
            "nan",
            "1e3",
            "-5",
            "10+-1",
            "40/40/10",
            "1:30",
            "10+1+1",
            "999999999",
            "+40/10",
            ".5",
        ] {
            assert_eq!(LimitKind::parse_tc(text), None, "{text:?}");
        }
    }

    #[test]
    fn json_and_back() {
        for limit in [
            LimitKind::Nodes(5000),
            LimitKind::Depth(8),
            LimitKind::MoveTime(Duration::from_millis(50)),
            clock(60_000, 600, Some(40)),
        ] {
            let text = serde_json::to_string(&limit).unwrap();
            assert_eq!(serde_json::from_str::<LimitKind>(&text).unwrap(), limit);
        }
        let text = serde_json::to_string(&LimitKind::MoveTime(Duration::from_millis(50))).unwrap();
        assert_eq!(text, r#"{"movetime":50}"#);
    }
}
