//! The options that every engine has, whatever its evaluator: one table makes the `option` lines, the
//! help and what sets them.

use std::time::Duration;

use engine_core::limits;
use engine_core::options::{OptionInfo, families};
use engine_core::text::did_you_mean;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Change<'v> {
    /// In MiB.
    Hash(usize),
    ClearHash,
    Threads(usize),
    /// The number of lines that are reported.
    Lines(usize),
    /// Nothing changes: it is the GUI that lets an engine ponder.
    Ponder,
    Overhead(Duration),
    Chess960(bool),
    ShowWdl(bool),
    /// True if rules of choice are off.
    Analyse(bool),
    /// The folders of tablebases, divided as in PATH; empty for none.
    Syzygy(&'v str),
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    /// A number between two others.
    Number {
        default: u64,
        min: u64,
        max: u64,
        set: fn(u64) -> Change<'static>,
    },
    /// On or off; off unless it is set.
    Flag(fn(bool) -> Change<'static>),
    Button(Change<'static>),
    /// Empty unless it is set.
    Text(for<'v> fn(&'v str) -> Change<'v>),
}

#[derive(Debug)]
struct EngineOption {
    name: &'static str,
    kind: Kind,
    help: &'static str,
}

const fn option(name: &'static str, kind: Kind, help: &'static str) -> EngineOption {
    EngineOption { name, kind, help }
}

const fn number([min, default, max]: [u64; 3], set: fn(u64) -> Change<'static>) -> Kind {
    Kind::Number { default, min, max, set }
}

/// In MiB.
pub(super) const HASH: u64 = 16;
const OVERHEAD: u64 = limits::OVERHEAD.as_millis() as u64;

const TABLE: [EngineOption; 10] = [
    option(
        "Hash",
        number([1, HASH, 65_536], |megabytes| Change::Hash(megabytes as usize)),
        "the size of the table, in MiB",
    ),
    option("Clear Hash", Kind::Button(Change::ClearHash), "forgets what was searched"),
    option(
        "Threads",
        number([1, 1, 256], |threads| Change::Threads(threads as usize)),
        "how many threads search together",
    ),
    option(
        "MultiPV",
        number([1, 1, 256], |lines| Change::Lines(lines as usize)),
        "the number of best lines reported; with more than one the move with the best score is played",
    ),
    option(
        "Ponder",
        Kind::Flag(|_| Change::Ponder),
        "whether the GUI may let it think on the other side's time; it plays the same",
    ),
    option(
        "Move Overhead",
        number([0, OVERHEAD, 10_000], |ms| Change::Overhead(Duration::from_millis(ms))),
        "the time to keep back for GUI and machine, in milliseconds a move",
    ),
    option(
        "UCI_Chess960",
        Kind::Flag(Change::Chess960),
        "castling is written as king takes rook; it is read either way",
    ),
    option(
        "UCI_ShowWDL",
        Kind::Flag(Change::ShowWdl),
        "scores come with the chances of a win, a draw and a loss, in thousandths",
    ),
    option(
        "UCI_AnalyseMode",
        Kind::Flag(Change::Analyse),
        "the move with the best score is played, whatever else the evaluation prefers",
    ),
    option(
        "SyzygyPath",
        Kind::Text(|paths| Change::Syzygy(paths)),
        "the folders of Syzygy tablebases, divided as in PATH; leave it empty in comparisons",
    ),
];

pub(super) fn lines(of_evaluator: &[OptionInfo]) -> Vec<String> {
    let own = TABLE.iter().map(|option| {
        let kind = match option.kind {
            Kind::Number { default, min, max, .. } => {
                format!("spin default {default} min {min} max {max}")
            }
            Kind::Flag(_) => "check default false".to_owned(),
            Kind::Button(_) => "button".to_owned(),
            Kind::Text(_) => "string default <empty>".to_owned(),
        };
        format!("option name {} type {kind}", option.name)
    });
    let others =
        of_evaluator.iter().map(|option| format!("option name {} {}", option.name, option.kind));
    own.chain(others).collect()
}

/// The most options that do the same and still have a line each.
const LINES_ALIKE: usize = 8;

/// The help of each option, a line each; many that do the same have one line.
pub(super) fn help(of_evaluator: &[OptionInfo]) -> String {
    let own = TABLE.iter().map(|option| (option.name.to_owned(), option.help));
    let stem = |option: &OptionInfo| option.name.rsplit_once('.').map(|(stem, _)| stem);
    let alike = of_evaluator.chunk_by(|a, b| a.help == b.help && stem(a) == stem(b));
    let others = alike.flat_map(|alike| match (alike, alike.first().and_then(stem)) {
        ([first, ..], Some(stem)) if alike.len() > LINES_ALIKE => {
            vec![(format!("{stem}.*"), first.help)]
        }
        _ => {
            let each = alike.iter();
            each.map(|option| (option.name.to_owned(), option.help)).collect()
        }
    });
    let lines = own.chain(others);
    lines.map(|(name, help)| format!("{name:<20}  {help}\n")).collect()
}

/// Reads a value for an option of the engine itself; `None` if there is none of this name.
pub(super) fn change<'v>(name: &str, value: &'v str) -> Option<Result<Change<'v>, String>> {
    let option = TABLE.iter().find(|option| option.name.eq_ignore_ascii_case(name))?;
    let takes = |what: String| Err(format!("{} takes {what}, not \"{value}\"", option.name));
    Some(match option.kind {
        Kind::Number { min, max, set, .. } => match value.parse::<u64>() {
            Ok(number) if (min..=max).contains(&number) => Ok(set(number)),
            _ => takes(format!("a number from {min} to {max}")),
        },
        Kind::Flag(set) => match value {
            "true" => Ok(set(true)),
            "false" => Ok(set(false)),
            _ => takes("true or false".to_owned()),
        },
        Kind::Button(change) => Ok(change),
        Kind::Text(set) if value == "<empty>" => Ok(set("")),
        Kind::Text(set) => Ok(set(value)),
    })
}

/// That there is no such option, and which there are.
pub(super) fn unknown(name: &str, of_evaluator: &[OptionInfo]) -> String {
    let own = TABLE.iter().map(|option| option.name);
    let names = own.chain(of_evaluator.iter().map(|option| option.name));
    let names: Vec<&str> = names.collect();
    let meant = did_you_mean(name, &names);
    let families = families(names).join(", ");
    format!("there is no option \"{name}\"{meant}; there are {families}")
}

#[cfg(test)]
mod tests {
    use engine_core::options::OptionKind;

    use super::*;

    #[test]
    fn every_printed_default_can_be_set() {
        let change = |name: &str, value| change(name, value).map(|change| change.map(drop));
        let lines = lines(&[]);
        for (line, option) in lines.iter().zip(&TABLE) {
            let words: Vec<&str> = line.split(' ').collect();
            let default = words.iter().position(|word| *word == "default");
            let default = default.map_or("", |at| words[at + 1]);
            assert_eq!(change(option.name, default), Some(Ok(())), "{line}");
            assert!(change(&option.name.to_uppercase(), default).is_some());
        }
        for (name, value, range) in
            [("Hash", "0", "1 to 65536"), ("Ponder", "yes", "true or false")]
        {
            let error = change(name, value).unwrap().unwrap_err();
            assert!(error.contains(range), "{error}");
        }
        assert!(change("Moon", "full").is_none());
        assert!(unknown("Moon", &[]).contains("Hash, Clear Hash, Threads, MultiPV"));
    }

    #[test]
    fn many_options_that_do_the_same_have_one_line_of_help() {
        const SQUARES: [&str; 9] = [
            "pst.a1", "pst.b1", "pst.c1", "pst.d1", "pst.e1", "pst.f1", "pst.g1", "pst.h1",
            "pst.a2",
        ];
        let option =
            |name, help| OptionInfo { name, kind: OptionKind::Flag { default: true }, help };
        let squares = SQUARES.map(|name| option(name, "A piece there."));
        let of_evaluator = [&squares[..], &[option("tempo.x", "A piece there.")]].concat();
        let text = help(&of_evaluator);
        assert!(text.contains("pst.*  ") && text.contains("tempo.x  "), "{text}");
        assert!(!text.contains("pst.a1"), "{text}");
        let text = help(&of_evaluator[1..]);
        assert!(text.contains("pst.b1  ") && text.contains("pst.a2  "), "{text}");
        assert_eq!(lines(&of_evaluator).len(), lines(&[]).len() + 10);
        let error = unknown("pst.b9", &of_evaluator);
        assert!(error.contains("did you mean \"pst.b1\"?"), "{error}");
        assert!(error.ends_with("SyzygyPath, pst.*, tempo.x"), "{error}");
    }
}
