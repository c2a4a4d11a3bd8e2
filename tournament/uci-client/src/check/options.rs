//! Checks of a program's options.

use super::talk::Talk;
use super::{Check, Said};

pub(super) const CHECKS: &[Check] = &[
    Check {
        name: "offers options that can be read",
        run: readable,
    },
    Check {
        name: "has defaults in their ranges",
        run: |talk| Ok(all(talk, in_range)),
    },
    Check {
        name: "offers no option twice",
        run: |talk| Ok(once_each(talk)),
    },
    Check {
        name: "offers Hash",
        run: |talk| {
            Ok(offered(
                talk,
                "Hash",
                "its table cannot be made equal to others'",
            ))
        },
    },
    Check {
        name: "offers Threads",
        run: |talk| Ok(offered(talk, "Threads", "how many it takes cannot be said")),
    },
    Check {
        name: "takes every option at its default",
        run: at_defaults,
    },
    Check {
        name: "takes Hash at its least and at 16",
        run: hash,
    },
    Check {
        name: "takes names of options in any case",
        run: any_case,
    },
    Check {
        name: "passes over options that it does not have",
        run: |talk| {
            let line = "setoption name No Such Option value 1\nsetoption name No Such Button";
            talk.ready_after(line).map(|_| Said::well())
        },
    },
    Check {
        name: "passes over values out of range",
        run: |talk| Ok(nonsense(talk)),
    },
];

/// An option as it was written.
struct Offer<'t> {
    line: &'t str,
    name: String,
    kind: &'t str,
    default: Option<String>,
    min: Option<i64>,
    max: Option<i64>,
    vars: Vec<String>,
}

/// The option of a line; `None` if it cannot be read.
fn read(line: &str) -> Option<Offer<'_>> {
    const KEYS: [&str; 5] = ["type", "default", "min", "max", "var"];
    let words: Vec<&str> = line.split_whitespace().collect();
    let ["option", "name", rest @ ..] = &words[..] else {
        return None;
    };
    let at = rest.iter().position(|&word| word == "type")?;
    let mut offer = Offer {
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

fn readable(talk: &mut Talk<'_>) -> Result<Said, String> {
    if let Some(line) = talk.offers().find(|line| read(line).is_none()) {
        return Ok(Said::Failed(line.to_owned()));
    }
    Ok(Said::Passed(format!("{} options", talk.offers().count())))
}

/// Failed with the first line that does not pass.
fn all(talk: &Talk<'_>, passes: fn(&Offer<'_>) -> bool) -> Said {
    match talk.offers().filter_map(read).find(|offer| !passes(offer)) {
        Some(offer) => Said::Noted(offer.line.to_owned()),
        None => Said::well(),
    }
}

fn in_range(offer: &Offer<'_>) -> bool {
    let default = offer.default.as_deref().unwrap_or_default();
    match offer.kind {
        "check" => ["true", "false"].contains(&default),
        "spin" => {
            let (low, high) = (offer.min.unwrap_or(i64::MIN), offer.max.unwrap_or(i64::MAX));
            default
                .parse()
                .is_ok_and(|default| (low..=high).contains(&default))
        }
        "combo" => offer.vars.iter().any(|text| text == default),
        _ => true,
    }
}

fn once_each(talk: &Talk<'_>) -> Said {
    let mut names: Vec<String> = Vec::new();
    for offer in talk.offers().filter_map(read) {
        let name = offer.name.to_lowercase();
        if names.contains(&name) {
            return Said::Noted(format!("{:?} is there twice", offer.name));
        }
        names.push(name);
    }
    Said::well()
}

/// The option of a name, in any case.
fn find<'t>(talk: &'t Talk<'_>, name: &str) -> Option<Offer<'t>> {
    let mut offers = talk.offers().filter_map(read);
    offers.find(|offer| offer.name.eq_ignore_ascii_case(name))
}

fn offered(talk: &Talk<'_>, name: &str, otherwise: &str) -> Said {
    match find(talk, name) {
        Some(offer) => Said::Passed(offer.line.to_owned()),
        None => Said::Noted(otherwise.to_owned()),
    }
}

fn at_defaults(talk: &mut Talk<'_>) -> Result<Said, String> {
    let offers = talk.offers().filter_map(read);
    let set = offers.filter_map(|offer| {
        // A text that is empty may name a file, and some programs then write one of that name.
        let value = offer
            .default
            .filter(|text| !text.is_empty() && text != "<empty>")?;
        (offer.kind != "button").then(|| format!("setoption name {} value {value}", offer.name))
    });
    for line in set.collect::<Vec<_>>() {
        talk.ready_after(&line)
            .map_err(|detail| format!("{line}: {detail}"))?;
    }
    // A program that has received nothing.
    talk.close();
    Ok(Said::well())
}

fn hash(talk: &mut Talk<'_>) -> Result<Said, String> {
    let Some(least) = find(talk, "Hash").and_then(|offer| offer.min) else {
        return Ok(Said::Noted("it offers none".to_owned()));
    };
    for size in [least, i64::max(least, 16)] {
        talk.ready_after(&format!("setoption name Hash value {size}"))?;
        talk.search("startpos", "go movetime 50", super::talk::SEARCH)?;
    }
    talk.close();
    Ok(Said::well())
}

/// Options set by hand may be mistyped; in tournaments they are not.
fn nonsense(talk: &mut Talk<'_>) -> Said {
    for value in ["-7", "many"] {
        let line = format!("setoption name Hash value {value}");
        if let Err(detail) = talk.ready_after(&line) {
            talk.close();
            return Said::Noted(format!("{line}: {detail}"));
        }
    }
    Said::well()
}

fn any_case(talk: &mut Talk<'_>) -> Result<Said, String> {
    let said = talk.ready_after("setoption name hASH value 1")?;
    talk.close();
    let complaint = said.into_iter().next();
    Ok(complaint.map_or_else(Said::well, Said::Noted))
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
        for wrong in [
            "option name A",
            "option name A type slider",
            "option type check",
        ] {
            assert!(read(wrong).is_none(), "{wrong}");
        }
    }
}
