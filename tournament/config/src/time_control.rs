//! Time controls as they are written for match managers.

use std::time::Duration;

use crate::limit::LimitKind;

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
                return Err(
                    "gives time for 0 moves; write how many, as in 40/60, or leave them out",
                );
            }
            let (mut time, increment) = (time_of(time)?, time_of(increment)?);
            if time.is_zero() {
                time = increment;
            }
            if time.is_zero() {
                return Err(
                    "leaves no time to play; write one of more than a millisecond, as in 10+0.1",
                );
            }
            Ok(Self::Clock { time, increment, moves_to_go })
        };
        read().map_err(|fault| format!("{text:?} {fault}"))
    }
}

const UNREADABLE: &str = "is not a time control; write seconds, or minutes and seconds, as in 10+0.1, 1:30+1 or 40/60+0.6";

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
    const UNITS: [(&str, f64); 7] = [
        ("ms", 0.001),
        ("min", 60.0),
        ("sec", 1.0),
        ("s", 1.0),
        ("m", 60.0),
        ("h", 3600.0),
        ("", 1.0),
    ];
    let parts: Vec<&str> = text.split(':').collect();
    if let [alone] = parts[..] {
        let lower = alone.to_ascii_lowercase();
        let read =
            UNITS.iter().find_map(|(unit, worth)| Some(number(lower.strip_suffix(unit)?)? * worth));
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
