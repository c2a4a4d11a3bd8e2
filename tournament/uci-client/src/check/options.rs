//! Checks of a program's options.

use super::Test::{By, Offers, Ready};
use super::session::Session;
use super::{Check, CheckResult};

pub(super) const CHECKS: &[Check] = &[
    Check("offers options that can be read", By(readable)),
    Check("has defaults in their ranges", By(in_ranges)),
    Check("offers no option twice", By(once_each)),
    Check("offers Hash", Offers("Hash", "its table cannot be made equal to others'")),
    Check("offers Threads", Offers("Threads", "the number of threads that it uses is unknown")),
    Check("takes every option at its default", By(at_defaults)),
    Check("takes Hash at its least and at 16", By(hash)),
    Check("takes names of options in any case", By(any_case)),
    Check(
        "passes over options that it does not have",
        Ready("setoption name No Such Option value 1\nsetoption name No Such Button"),
    ),
    Check("passes over values out of range", By(nonsense)),
];

/// An option as it was written.
struct OptionLine<'t> {
    line: &'t str,
    name: String,
    kind: &'t str,
    default: Option<String>,
    min: Option<i64>,
    max: Option<i64>,
    vars: Vec<String>,
}

/// The option of a line; `None` if it cannot be read.
fn read(line: &str) -> Option<OptionLine<'_>> {
    const KEYS: [&str; 5] = ["type", "default", "min", "max", "var"];
    let words: Vec<&str> = line.split_whitespace().collect();
    let ["option", "name", rest @ ..] = &words[..] else {
        return None;
    };
    let at = rest.iter().position(|&word| word == "type")?;
    let mut offer = OptionLine {
        line,
        name: rest[..at].join(" "),
        kind: rest.get(at + 1)?,
        default: None,
        min: None,
        max: None,
        vars: Vec::new(),
    };
    let mut rest = &rest[at + 2..];
    while let [key, after @ ..] = rest {
        let end = after.iter().position(|word| KEYS.contains(word));
        let (value, next) = after.split_at(end.unwrap_or(after.len()));
        let value = value.join(" ");
        match *key {
            "default" => offer.default = Some(value),
            "min" => offer.min = Some(value.parse().ok()?),
            "max" => offer.max = Some(value.parse().ok()?),
            "var" => offer.vars.push(value),
            _ => return None,
        }
        rest = next;
    }
    let known = ["check", "spin", "combo", "button", "string"];
    (!offer.name.is_empty() && known.contains(&offer.kind)).then_some(offer)
}

fn readable(session: &mut Session<'_>) -> Result<CheckResult, String> {
    if let Some(line) = session.offers().find(|line| read(line).is_none()) {
        return Ok(CheckResult::Failed(line.to_owned()));
    }
    let count = session.offers().count();
    Ok(CheckResult::Passed(format!("{count} options")))
}

fn in_ranges(session: &mut Session<'_>) -> Result<CheckResult, String> {
    let mut offers = session.offers().filter_map(read);
    let wrong = offers.find(|offer| !in_range(offer));
    let wrong = wrong.map(|offer| CheckResult::Noted(offer.line.to_owned()));
    Ok(wrong.unwrap_or_else(CheckResult::passed))
}

fn in_range(offer: &OptionLine<'_>) -> bool {
    let default = offer.default.as_deref().unwrap_or_default();
    match offer.kind {
        "check" => ["true", "false"].contains(&default),
        "spin" => {
            let (low, high) = (offer.min.unwrap_or(i64::MIN), offer.max.unwrap_or(i64::MAX));
            default.parse().is_ok_and(|default| (low..=high).contains(&default))
        }
        "combo" => offer.vars.iter().any(|text| text == default),
        _ => true,
    }
}

fn once_each(session: &mut Session<'_>) -> Result<CheckResult, String> {
    let mut names: Vec<String> = Vec::new();
    for offer in session.offers().filter_map(read) {
        let name = offer.name.to_lowercase();
        if names.contains(&name) {
            let twice = format!("{:?} is there twice", offer.name);
            return Ok(CheckResult::Noted(twice));
        }
        names.push(name);
    }
    Ok(CheckResult::passed())
}

/// The option of a name, in any case.
fn find<'t>(session: &'t Session<'_>, name: &str) -> Option<OptionLine<'t>> {
    let mut offers = session.offers().filter_map(read);
    offers.find(|offer| offer.name.eq_ignore_ascii_case(name))
}

/// It offers the option, or this is noted.
pub(super) fn offered(session: &Session<'_>, name: &str, otherwise: &str) -> CheckResult {
    match find(session, name) {
        Some(offer) => CheckResult::Passed(offer.line.to_owned()),
        None => CheckResult::Noted(otherwise.to_owned()),
    }
}

fn at_defaults(session: &mut Session<'_>) -> Result<CheckResult, String> {
    let offers = session.offers().filter_map(read);
    let set = offers.filter_map(|offer| {
        // A text that is empty may name a file, and some programs then write one of that name.
        let value = offer.default.filter(|text| !text.is_empty() && text != "<empty>")?;
        (offer.kind != "button").then(|| format!("setoption name {} value {value}", offer.name))
    });
    for line in set.collect::<Vec<_>>() {
        session.ready_after(&line).map_err(|detail| format!("{line}: {detail}"))?;
    }
    // A program that has received nothing.
    session.close();
    Ok(CheckResult::passed())
}

fn hash(session: &mut Session<'_>) -> Result<CheckResult, String> {
    let Some(least) = find(session, "Hash").and_then(|offer| offer.min) else {
        return Ok(CheckResult::Noted("it offers none".to_owned()));
    };
    for size in [least, i64::max(least, 16)] {
        session.ready_after(&format!("setoption name Hash value {size}"))?;
        session.search("startpos", "go movetime 50", super::session::SEARCH)?;
    }
    session.close();
    Ok(CheckResult::passed())
}

/// Options set by hand may be mistyped; in tournaments they are not.
fn nonsense(session: &mut Session<'_>) -> Result<CheckResult, String> {
    for value in ["-7", "many"] {
        let line = format!("setoption name Hash value {value}");
        if let Err(detail) = session.ready_after(&line) {
            session.close();
            return Ok(CheckResult::Noted(format!("{line}: {detail}")));
        }
    }
    Ok(CheckResult::passed())
}

fn any_case(session: &mut Session<'_>) -> Result<CheckResult, String> {
    let lines = session.ready_after("setoption name hASH value 1")?;
    session.close();
    let complaint = lines.into_iter().next();
    Ok(complaint.map_or_else(CheckResult::passed, CheckResult::Noted))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read_as_the_protocol_writes_them() {
        let spin = read("option name Move Overhead type spin default 10 min 0 max 5000").unwrap();
        assert_eq!((spin.name.as_str(), spin.kind), ("Move Overhead", "spin"));
        assert!(in_range(&spin));
        let combo = "option name Style type combo default Very Solid var Normal var Very Solid";
        assert!(in_range(&read(combo).unwrap()));
        for wrong in [
            "option name Style type combo default Wild var Normal",
            "option name A type spin default 0 min 1 max 2",
            "option name A type check default yes",
        ] {
            assert!(!in_range(&read(wrong).unwrap()), "{wrong}");
        }
        for wrong in ["option name A", "option name A type slider", "option type check"] {
            assert!(read(wrong).is_none(), "{wrong}");
        }
    }
}
