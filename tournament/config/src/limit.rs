//! The limits of searches, of one engine and of several, with their margins, and timeouts.

use std::fmt;
use std::mem::discriminant;
use std::ops::RangeInclusive;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use uci_client::Timeouts;

use crate::error::{KeyProblem, KeyResult, between, within};

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
    pub fn is_deterministic(self) -> bool {
        matches!(self, Self::Nodes(_) | Self::Depth(_))
    }

    /// True if both are nodes, both plies, both times or both clocks.
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
        /// The time, at least 1.
        #[serde(rename = "at-speed")]
        microseconds: u64,
    },
}

impl SharedLimit {
    /// The limit of an engine of this speed, in nodes a second; `None` if the limit goes by speed and it is unknown.
    pub fn of(self, speed: Option<f64>) -> Option<LimitKind> {
        match self {
            Self::Same(limit) => Some(limit),
            Self::AtSpeed { microseconds } => {
                let nodes = (speed? * Duration::from_micros(microseconds).as_secs_f64()).round();
                Some(LimitKind::Nodes((nodes as u64).clamp(1, u64::MAX / 2)))
            }
        }
    }

    /// True if it goes by the speeds of engines.
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
            Self::AtSpeed { microseconds } => {
                let ms = Duration::from_micros(*microseconds).as_secs_f64() * 1000.0;
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

/// The margin of a move time: an engine that uses all of it answers a little later.
const MOVETIME_MARGIN: Duration = Duration::from_millis(100);

/// The times of a limit that goes by speed, in milliseconds.
const AT_SPEED: RangeInclusive<f64> = 0.001..=86_400_000.0;

/// A table `limits`, as it is written.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table with a limit, such as { nodes = 5000 }")]
pub(super) struct RawLimits {
    pub(super) nodes: Option<u64>,
    depth: Option<u8>,
    movetime: Option<u64>,
    tc: Option<String>,
    ms_at_speed: Option<f64>,
    margin: Option<u64>,
}

impl RawLimits {
    /// The kinds of limit: a search obeys exactly one of them.
    pub(super) const KINDS: [&str; 5] = ["nodes", "depth", "movetime", "tc", "ms_at_speed"];

    /// The kinds that are given, as written.
    pub(super) fn given(&self) -> Vec<&'static str> {
        let given = [
            self.nodes.is_some(),
            self.depth.is_some(),
            self.movetime.is_some(),
            self.tc.is_some(),
            self.ms_at_speed.is_some(),
        ];
        let kinds = Self::KINDS.into_iter().zip(given);
        kinds.filter_map(|(kind, is)| is.then_some(kind)).collect()
    }

    fn limit(&self) -> KeyResult<Option<SharedLimit>> {
        let given = self.given();
        if let [_, second, ..] = given[..] {
            let problem = format!("{} exclude each other; keep one of them", given.join(" and "));
            return Err(KeyProblem::new(second, problem));
        }
        Ok(Some(SharedLimit::Same(if let Some(nodes) = self.nodes {
            within("nodes", nodes, 1..=u64::MAX / 2)?;
            LimitKind::Nodes(nodes)
        } else if let Some(depth) = self.depth {
            within("depth", depth, 1..=LimitKind::MAX_DEPTH.into())?;
            LimitKind::Depth(depth)
        } else if let Some(time) = self.movetime {
            LimitKind::MoveTime(time_within("movetime", time, 1)?)
        } else if let Some(text) = &self.tc {
            LimitKind::parse_tc(text).map_err(|fault| KeyProblem::new("tc", fault))?
        } else if let Some(ms) = self.ms_at_speed {
            between("ms_at_speed", ms, AT_SPEED)?;
            return Ok(Some(SharedLimit::AtSpeed { microseconds: (ms * 1000.0).round() as u64 }));
        } else {
            return Ok(None);
        })))
    }

    /// The one limit and the margin, as far as they are given; other than an absent table this one has something in it.
    pub(super) fn resolve(
        raw: Option<&Self>,
    ) -> KeyResult<(Option<SharedLimit>, Option<Duration>)> {
        let Some(raw) = raw else {
            return Ok((None, None));
        };
        let margin = || raw.margin.map(|time| time_within("margin", time, 0)).transpose();
        let both = raw.limit().and_then(|limit| Ok((limit, margin()?)));
        match both.map_err(|error| error.below("limits"))? {
            (None, None) => Err(no_limit()),
            both => Ok(both),
        }
    }
}

/// The problem of a search without a limit.
pub(super) fn no_limit() -> KeyProblem {
    let kinds = RawLimits::KINDS.join(", ");
    KeyProblem::new("limits", format!("no limit for the search; give one of: {kinds}"))
}

/// The time margin where none is given.
pub(super) fn default_margin(limit: impl Into<SharedLimit>) -> Duration {
    match limit.into() {
        SharedLimit::Same(LimitKind::MoveTime(_)) => MOVETIME_MARGIN,
        _ => Duration::ZERO,
    }
}

/// A table `timeouts`, in milliseconds.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table of milliseconds, as below [timeouts]")]
pub(super) struct RawTimeouts {
    start: Option<u64>,
    ready: Option<u64>,
    newgame: Option<u64>,
    hang: Option<u64>,
    quit: Option<u64>,
}

impl RawTimeouts {
    /// The timeouts; those that are not given are the ones of `default`.
    pub(super) fn resolve(&self, mut default: Timeouts) -> KeyResult<Timeouts> {
        for (key, given, time) in [
            ("timeouts.start", self.start, &mut default.start),
            ("timeouts.ready", self.ready, &mut default.ready),
            ("timeouts.newgame", self.newgame, &mut default.newgame),
            ("timeouts.hang", self.hang, &mut default.hang),
            ("timeouts.quit", self.quit, &mut default.quit),
        ] {
            if let Some(given) = given {
                *time = time_within(key, given, 1)?;
            }
        }
        Ok(default)
    }
}

/// A time from `least` milliseconds to a day.
fn time_within(key: &str, given: u64, least: u64) -> KeyResult<Duration> {
    within(key, given, least..=LimitKind::MAX_TIME.as_secs() * 1000)?;
    Ok(Duration::from_millis(given))
}
