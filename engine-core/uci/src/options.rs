//! The options that every engine has, whatever its evaluator: a table of them makes the `option` lines, the
//! help and what sets them.

use engine_core::notation::did_you_mean;
use engine_core::options::{OptionInfo, families};

/// The values that an option takes, and what sets it in an `S`.
pub(crate) enum Kind<S> {
    /// The least, the default and the greatest.
    Number([u64; 3], fn(&mut S, u64)),
    /// Off unless it is set.
    Flag(fn(&mut S, bool)),
    Button(fn(&mut S)),
}

pub(crate) struct EngineOption<S> {
    pub(crate) name: &'static str,
    pub(crate) kind: Kind<S>,
    pub(crate) help: &'static str,
}

pub(crate) fn lines<S>(own: &[EngineOption<S>], of_evaluator: &[OptionInfo]) -> Vec<String> {
    let own = own.iter().map(|option| {
        let kind = match option.kind {
            Kind::Number([min, default, max], _) => {
                format!("spin default {default} min {min} max {max}")
            }
            Kind::Flag(_) => "check default false".to_owned(),
            Kind::Button(_) => "button".to_owned(),
        };
        format!("option name {} type {kind}", option.name)
    });
    let others = of_evaluator.iter().map(|option| format!("option name {} {}", option.name, option.kind));
    own.chain(others).collect()
}

/// The most options that do the same and still have a line each.
const LINES_ALIKE: usize = 8;

/// The help of each option, a line each; many that do the same have one line.
pub(crate) fn help<S>(own: &[EngineOption<S>], of_evaluator: &[OptionInfo]) -> String {
    let own = own.iter().map(|option| (option.name.to_owned(), option.help));
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

/// Sets one of the options in `target`; `None` if there is none of this name.
pub(crate) fn set<S>(own: &[EngineOption<S>], target: &mut S, name: &str, value: &str) -> Option<Result<(), String>> {
    let option = own.iter().find(|option| option.name.eq_ignore_ascii_case(name))?;
    let takes = |what: &str| Some(Err(format!("{} takes {what}, not \"{value}\"", option.name)));
    match option.kind {
        Kind::Number([min, _, max], set) => match value.parse::<u64>() {
            Ok(number) if (min..=max).contains(&number) => set(target, number),
            _ => return takes(&format!("a number from {min} to {max}")),
        },
        Kind::Flag(set) => match value {
            "true" => set(target, true),
            "false" => set(target, false),
            _ => return takes("true or false"),
        },
        Kind::Button(press) => press(target),
    }
    Some(Ok(()))
}

/// That there is no such option, and which there are.
pub(crate) fn unknown<S>(own: &[EngineOption<S>], name: &str, of_evaluator: &[OptionInfo]) -> String {
    let own = own.iter().map(|option| option.name);
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

    const OWN: [EngineOption<()>; 1] = [EngineOption { name: "Own", kind: Kind::Button(|()| ()), help: "" }];

    #[test]
    fn many_options_that_do_the_same_have_one_line_of_help() {
        const SQUARES: [&str; 9] =
            ["pst.a1", "pst.b1", "pst.c1", "pst.d1", "pst.e1", "pst.f1", "pst.g1", "pst.h1", "pst.a2"];
        let option = |name, help| OptionInfo { name, kind: OptionKind::Flag { default: true }, help };
        let squares = SQUARES.map(|name| option(name, "A piece there."));
        let of_evaluator = [&squares[..], &[option("tempo.x", "A piece there.")]].concat();
        let text = help(&OWN, &of_evaluator);
        assert!(text.contains("pst.*  ") && text.contains("tempo.x  "), "{text}");
        assert!(!text.contains("pst.a1"), "{text}");
        let text = help(&OWN, &of_evaluator[1..]);
        assert!(text.contains("pst.b1  ") && text.contains("pst.a2  "), "{text}");
        assert_eq!(lines(&OWN, &of_evaluator).len(), 11);
        let error = unknown(&OWN, "pst.b9", &of_evaluator);
        assert!(error.contains("did you mean \"pst.b1\"?"), "{error}");
        assert!(error.ends_with("there are Own, pst.*, tempo.x"), "{error}");
    }
}
