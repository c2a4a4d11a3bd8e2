//! The law of options.

use engine_core::explain::centipawns;
use engine_core::game::Game;
use engine_core::notation::fen_of;
use engine_core::options::{OptionInfo, OptionKind};
use uci_client::check::Outcome;

use super::{Examination, LawVerdict, Subject};

/// The positions on which options are tried.
const TRIED: usize = 200;

/// Each option, at the ends of its range and back at its default: the values are those of before. Those that change
/// nothing are noted, and defaults that are not what the evaluation starts with.
pub(super) fn come_back(examination: &mut Examination<'_>) -> LawVerdict {
    let Examination { subject, samples, .. } = examination;
    let options = subject.options();
    if options.is_empty() {
        return (Outcome::Noted, "it has no options".to_owned());
    }
    let samples = samples.iter().take(TRIED);
    let games: Vec<Game> = samples.clone().map(|sample| sample.game.clone()).collect();
    let found = at_defaults(subject, &options, &games).and_then(|values| {
        let idle = idle(subject, &options, &games, &values)?;
        Ok((values, idle))
    });
    subject.restart();
    let (values, idle) = match found {
        Ok(found) => found,
        Err(fault) => return (Outcome::Failed, fault),
    };
    let mut both = samples.zip(&values);
    if let Some((sample, value)) = both.find(|(sample, value)| sample.value != **value) {
        let (fen, first) = (fen_of(sample.game.position()), sample.value);
        let detail = format!(
            "\"{fen}\" has the value {first}, and {value} when all options are set to their defaults"
        );
        return (Outcome::Noted, detail);
    }
    if idle.is_empty() {
        let names: Vec<&str> = options.iter().map(|option| option.name).collect();
        return (Outcome::Passed, names.join(", "));
    }
    let (idle, tried) = (idle.join(", "), games.len());
    let detail = format!("in {tried} positions no value depends on {idle}");
    (Outcome::Noted, detail)
}

/// The values with all options at their defaults.
fn at_defaults(
    subject: &mut Subject<'_>,
    options: &[OptionInfo],
    games: &[Game],
) -> Result<Vec<i32>, String> {
    for option in options {
        if let [.., default] = &settings(&option.kind)[..] {
            subject.set(option.name, default)?;
        }
    }
    subject.values(games)
}

/// The options on which none of the values depends, each at the ends of its range and back at its default.
fn idle(
    subject: &mut Subject<'_>,
    options: &[OptionInfo],
    games: &[Game],
    before: &[i32],
) -> Result<Vec<&'static str>, String> {
    let mut idle = Vec::new();
    for option in options {
        let settings = settings(&option.kind);
        let [ends @ .., default] = &settings[..] else {
            continue;
        };
        let name = option.name;
        let mut matters = false;
        for end in ends {
            subject.set(name, end)?;
            let values = subject.values(games);
            matters |= values.map_err(|error| format!("{name} = {end}: {error}"))? != before;
        }
        subject.set(name, default)?;
        let after = subject.values(games)?;
        let mut all = games.iter().zip(before).zip(after);
        if let Some(((game, first), value)) = all.find(|((_, first), value)| *first != value) {
            let fen = fen_of(game.position());
            return Err(format!(
                "\"{fen}\" has the value {first}, and {value} when {name} was changed and is {default} again"
            ));
        }
        if !matters {
            idle.push(name);
        }
    }
    Ok(idle)
}

/// Some values that the option takes, and the default behind them; none if there is nothing to try.
fn settings(kind: &OptionKind) -> Vec<String> {
    match kind {
        OptionKind::Flag { default } => vec![(!default).to_string(), default.to_string()],
        OptionKind::Number { default, min, max } => [min, max, default].map(i32::to_string).into(),
        OptionKind::Tenths { default, min, max } => {
            [min, max, default].map(|tenths| centipawns(*tenths)).into()
        }
        OptionKind::Choice { default, choices } => {
            let all = choices.iter().chain([default]);
            all.map(|choice| (*choice).to_owned()).collect()
        }
        OptionKind::Patterns => Vec::new(),
    }
}
