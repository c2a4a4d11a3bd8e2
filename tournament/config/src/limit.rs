//! The limits of searches, of one engine and of several, with their margins; time controls as they are written for match
//! managers; and timeouts.

use std::fmt;
use std::mem::discriminant;
use std::num::NonZeroU32;
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
        /// The nodes that count as a millisecond, whatever time they take: deterministic. `None`: time is time.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clock_nodes: Option<NonZeroU32>,
    },
}

impl LimitKind {
    /// The greatest depth of a limit, in plies.
    pub const MAX_DEPTH: u8 = 100;
    /// The longest time of a limit, a move or a clock: a day.
    pub const MAX_TIME: Duration = Duration::from_secs(24 * 60 * 60);

    /// True if the same position always gets the same move, whatever the machine is doing.
    pub fn is_deterministic(self) -> bool {
        matches!(self, Self::Nodes(_) | Self::Depth(_)) || self.clock_nodes().is_some()
    }

    /// The nodes that count as a millisecond of its clock; `None` without a clock, and where time is time.
    pub fn clock_nodes(self) -> Option<NonZeroU32> {
        match self {
            Self::Clock { clock_nodes, .. } => clock_nodes,
            _ => None,
        }
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
            Self::Clock { time, increment, moves_to_go, clock_nodes } => {
                if let Some(moves) = moves_to_go {
                    write!(f, "{moves}/")?;
                }
                write!(f, "{}", time.as_secs_f64())?;
                if !increment.is_zero() {
                    write!(f, "+{}", increment.as_secs_f64())?;
                }
                write!(f, " s")?;
                clock_nodes.map_or(Ok(()), |nodes| write!(f, " of {nodes} nodes a ms"))
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

/// No machine searches as many nodes in a millisecond, and no program takes more for one.
const MAX_CLOCK_NODES: u64 = 10_000;

/// A table `limits`, as it is written.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table with a limit, such as { nodes = 5000 }")]
pub(super) struct RawLimits {
    pub(super) nodes: Option<u64>,
    depth: Option<u8>,
    movetime: Option<u64>,
    tc: Option<String>,
    clock_nodes: Option<u32>,
    ms_at_speed: Option<f64>,
    margin: Option<u64>,
}

impl RawLimits {
    /// The kinds of limit: a search obeys exactly one of them.
    pub(super) const KINDS: [&str; 5] = ["nodes", "depth", "movetime", "tc", "ms_at_speed"];

    /// The limits that are given, each with its kind.
    pub(super) fn given(&self) -> Vec<(&'static str, KeyResult<SharedLimit>)> {
        let nodes = |nodes| {
            within("nodes", nodes, 1..=u64::MAX / 2)?;
            Ok(LimitKind::Nodes(nodes))
        };
        let depth = |depth| {
            within("depth", depth, 1..=LimitKind::MAX_DEPTH.into())?;
            Ok(LimitKind::Depth(depth))
        };
        let tc = |text| LimitKind::parse_tc(text).map_err(|fault| KeyProblem::new("tc", fault));
        let limits = [
            self.nodes.map(nodes),
            self.depth.map(depth),
            self.movetime.map(|time| time_within("movetime", time, 1).map(LimitKind::MoveTime)),
            self.tc.as_deref().map(tc),
        ];
        let same = limits.map(|limit| Some(limit?.map(SharedLimit::Same)));
        let at_speed = self.ms_at_speed.map(|ms| {
            between("ms_at_speed", ms, AT_SPEED)?;
            Ok(SharedLimit::AtSpeed { microseconds: (ms * 1000.0).round() as u64 })
        });
        let kinds = Self::KINDS.into_iter().zip(same.into_iter().chain([at_speed]));
        kinds.filter_map(|(kind, limit)| Some((kind, limit?))).collect()
    }

    fn limit(&self) -> KeyResult<Option<SharedLimit>> {
        let mut given = self.given();
        if let [_, (second, _), ..] = given[..] {
            let kinds: Vec<_> = given.iter().map(|(kind, _)| *kind).collect();
            let problem = format!("{} exclude each other; keep one of them", kinds.join(" and "));
            return Err(KeyProblem::new(second, problem));
        }
        let limit = given.pop().map(|(_, limit)| limit).transpose()?;
        let Some(nodes) = self.clock_nodes else { return Ok(limit) };
        within("clock_nodes", nodes, 1..=MAX_CLOCK_NODES)?;
        let Some(SharedLimit::Same(LimitKind::Clock { time, increment, moves_to_go, .. })) = limit else {
            let problem =
                "counts nodes as milliseconds of a clock, and there is none; add one, such as tc = \"1+0.01\"";
            return Err(KeyProblem::new("clock_nodes", problem));
        };
        let clock_nodes = NonZeroU32::new(nodes);
        Ok(Some(LimitKind::Clock { time, increment, moves_to_go, clock_nodes }.into()))
    }

    /// The one limit and the margin, as far as they are given; other than an absent table this one has something in it.
    pub(super) fn resolve(raw: Option<&Self>) -> KeyResult<(Option<SharedLimit>, Option<Duration>)> {
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

impl LimitKind {
    /// Reads a time control as it is written for match managers: `10`, `10+0.1`, `40/60+0.6` (60 seconds for
    /// every 40 moves, and 0.6 seconds for each move). Times are in seconds, or with colons in minutes and
    /// seconds, or hours, minutes and seconds (`1:30+1`, `1:00:00`), or with a unit (`3m+2s`, `500ms`).
    /// Without any time but the increment, the increment is there for the first move, too: `0+0.1` is
    /// `0.1+0.1`. Times are kept to the millisecond.
    /// Fails if the text is anything else, or cannot be played; the message has the remedy.
    pub fn parse_tc(text: &str) -> Result<Self, String> {
        let compact: String = text.chars().filter(|c| !c.is_whitespace()).collect();
        if matches!(&*compact.to_ascii_lowercase(), "inf" | "infinite" | "-" | "∞") {
            return Err(format!(
                "{text:?} sets no limit to the time; name nodes, a depth or a time for each move (movetime) instead"
            ));
        }
        if let Some(first) = first_of_several(&compact) {
            return Err(format!(
                "{text:?} has several periods, and one can be played, again and again; write it alone: {first}"
            ));
        }
        let (moves, rest) = match compact.split_once('/') {
            Some((moves, rest)) => (Some(whole(moves).ok_or(UNREADABLE)), rest),
            None => (None, &*compact),
        };
        let (time, increment) = rest.split_once('+').unwrap_or((rest, "0"));
        let read = || {
            let moves_to_go = moves.transpose()?;
            if moves_to_go == Some(0) {
                return Err("gives time for 0 moves; write how many, as in 40/60, or leave them out");
            }
            let (mut time, increment) = (time_of(time)?, time_of(increment)?);
            if time.is_zero() {
                time = increment;
            }
            if time.is_zero() {
                return Err("leaves no time to play; write one of more than a millisecond, as in 10+0.1");
            }
            Ok(Self::Clock { time, increment, moves_to_go, clock_nodes: None })
        };
        read().map_err(|fault| format!("{text:?} {fault}"))
    }
}

const UNREADABLE: &str =
    "is not a time control; write seconds, or minutes and seconds, as in 10+0.1, 1:30+1 or 40/60+0.6";

/// The first period if there are several: a stroke stands in a later one, or more than two digits follow a colon.
fn first_of_several(text: &str) -> Option<&str> {
    let (before, after) = text.split_once('/')?;
    let next = after.split('/').next()?;
    if after.contains('/') {
        // What stands before the second stroke begins with a time and ends with the moves of a period.
        let end = next.rfind([':', ',', ';'])?;
        return Some(&text[..before.len() + 1 + end]);
    }
    let (first, last) = after.rsplit_once([':', ',', ';'])?;
    let digits = last.bytes().take_while(u8::is_ascii_digit).count();
    (digits > 2 && !first.is_empty()).then(|| &text[..before.len() + 1 + first.len()])
}

/// A whole number: digits only, so that `+40` does not pass.
fn whole(text: &str) -> Option<u32> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| digits)
}

/// A time to the millisecond.
fn time_of(text: &str) -> Result<Duration, &'static str> {
    let seconds = seconds(text)?;
    let time = Duration::try_from_secs_f64((seconds * 1000.0).round() / 1000.0);
    match time {
        Ok(time) if time <= LimitKind::MAX_TIME => Ok(time),
        _ => Err("is longer than a day; choose a shorter time"),
    }
}

/// Seconds of a plain number, of one with a unit, or of up to three with colons between them.
fn seconds(text: &str) -> Result<f64, &'static str> {
    const UNITS: [(&str, f64); 7] =
        [("ms", 0.001), ("min", 60.0), ("sec", 1.0), ("s", 1.0), ("m", 60.0), ("h", 3600.0), ("", 1.0)];
    let parts: Vec<&str> = text.split(':').collect();
    if let [alone] = parts[..] {
        let lower = alone.to_ascii_lowercase();
        let read = UNITS.iter().find_map(|(unit, worth)| Some(number(lower.strip_suffix(unit)?)? * worth));
        return read.ok_or(UNREADABLE);
    }
    let (first, below) = parts.split_first().ok_or(UNREADABLE)?;
    if below.len() > 2 {
        return Err(UNREADABLE);
    }
    let mut total = f64::from(whole(first).filter(|_| !first.is_empty()).ok_or(UNREADABLE)?);
    for (index, part) in below.iter().enumerate() {
        let value = number(part).ok_or(UNREADABLE)?;
        let digits = part.split('.').next().unwrap_or_default().len();
        if value >= 60.0 || digits != 2 {
            return Err(
                "needs two digits up to 59 behind a colon, minutes or seconds, as in 1:05; a period of its own cannot be played",
            );
        }
        if part.contains('.') && index + 1 < below.len() {
            return Err(UNREADABLE);
        }
        total = total * 60.0 + value;
    }
    Ok(total)
}

/// A number with an optional fraction.
fn number(text: &str) -> Option<f64> {
    // f64's own parser would also take "inf", "nan" and "1e3".
    let plain = text.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    text.parse().ok().filter(|_| plain)
}
