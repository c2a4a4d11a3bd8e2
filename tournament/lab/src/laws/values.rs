//! The laws of values, of the terms that they are made of, and of the options that change them.

use std::time::Instant;

use engine_core::explain::{centipawns, rounded};
use engine_core::game::{Game, mirrored};
use engine_core::notation::fen_of;
use engine_core::options::{Configure as _, OptionInfo, OptionKind};
use shakmaty::{Chess, EnPassantMode, Position, Setup};
use uci_client::check::Outcome;

use super::{Examination, FIRST_PASS, LawVerdict, MAX_ERRORS, Sample, Subject, fault, judged};

pub(super) fn first(examination: &mut Examination<'_>) -> LawVerdict {
    let started = Instant::now();
    let mut faults = Vec::new();
    for game in std::mem::take(&mut examination.given) {
        match examination.subject.value(&game) {
            Ok(value) => examination.samples.push(Sample { game, value }),
            Err(error) => faults.push(error),
        }
        if faults.len() == MAX_ERRORS || started.elapsed() >= FIRST_PASS {
            break;
        }
    }
    let values = examination.samples.iter().map(|sample| sample.value);
    let range = values.clone().min().zip(values.max());
    let positions = examination.samples.len();
    let passed = range.map_or(String::new(), |(least, most)| {
        format!("{positions} positions, from {least} to {most}")
    });
    // Without a value there is nothing to compare.
    examination.is_hopeless = faults.len() == MAX_ERRORS || positions == 0;
    judged(&faults, positions + faults.len(), passed)
}

pub(super) fn again(examination: &mut Examination<'_>) -> LawVerdict {
    compared(examination, |Sample { game, value: first }, subject| {
        let value = subject.value(game)?;
        Ok(fault(game, *first, value, || format!("{value} when it is given again")))
    })
}

/// Started again, with many positions sent ahead.
pub(super) fn elsewhere(examination: &mut Examination<'_>) -> LawVerdict {
    let Examination { subject, samples, .. } = examination;
    subject.restart();
    let games: Vec<Game> = samples.iter().rev().map(|sample| sample.game.clone()).collect();
    let values = match subject.values(&games) {
        Ok(values) => values,
        Err(error) => return (Outcome::Failed, error),
    };
    let both = samples.iter().zip(values.into_iter().rev());
    let faults = both.filter_map(|(Sample { game, value: first }, value)| {
        fault(game, *first, value, || format!("{value} when it is started again"))
    });
    judged(&faults.collect::<Vec<_>>(), samples.len(), String::new())
}

pub(super) fn flipped(examination: &mut Examination<'_>) -> LawVerdict {
    compared(examination, |Sample { game, value: first }, subject| {
        let other = Game::new(mirrored(game.position()));
        let value = subject.value(&other)?;
        Ok(fault(game, *first, value, || {
            format!("with colours flipped (\"{}\") {value}", fen_of(other.position()))
        }))
    })
}

/// Each position later in a game, and long after the last capture.
pub(super) fn at_other_clocks(examination: &mut Examination<'_>) -> LawVerdict {
    let verdict = compared(examination, |Sample { game, value: first }, subject| {
        let Some(later) = later(game.position()).map(Game::new) else { return Ok(None) };
        let value = subject.value(&later)?;
        Ok(fault(game, *first, value, || format!("\"{}\" {value}", fen_of(later.position()))))
    });
    match verdict {
        // The search plays on, by the value that it met first.
        (Outcome::Failed, detail) => {
            (Outcome::Noted, format!("{detail}; the search keeps a value for all clocks"))
        }
        passed => passed,
    }
}

/// The position with 60 plies since the last capture, and 40 moves later.
fn later(position: &Chess) -> Option<Chess> {
    let mut setup: Setup = position.to_setup(EnPassantMode::Legal);
    // The capture is possible at once or not at all.
    if setup.ep_square.is_some() {
        return None;
    }
    setup.halfmoves = if setup.halfmoves == 60 { 0 } else { 60 };
    setup.fullmoves = setup.fullmoves.saturating_add(40);
    let mode = shakmaty::CastlingMode::detect(&setup);
    setup.position(mode).ok()
}

/// The judgement of `compare`, from the last position to the first, which returns a fault if there is one.
fn compared(
    examination: &mut Examination<'_>,
    compare: impl Fn(&Sample, &mut Subject<'_>) -> Result<Option<String>, String>,
) -> LawVerdict {
    let Examination { subject, samples, .. } = examination;
    let (mut faults, mut errors) = (Vec::new(), Vec::new());
    for sample in samples.iter().rev() {
        match compare(sample, subject) {
            Ok(fault) => faults.extend(fault),
            Err(error) => errors.push(error),
        }
        if errors.len() == MAX_ERRORS {
            break;
        }
    }
    // The first position comes first: the edges of chess have few pieces.
    errors.extend(faults.into_iter().rev());
    judged(&errors, samples.len(), String::new())
}

pub(super) fn add_up(examination: &mut Examination<'_>) -> LawVerdict {
    let Examination { subject, samples, .. } = examination;
    let (mut errors, mut remainders) = (Vec::new(), Vec::new());
    let mut rules = Vec::new();
    for sample in samples.iter() {
        if errors.len() == MAX_ERRORS {
            break;
        }
        let terms = match subject.terms(&sample.game) {
            Ok(terms) => terms,
            Err(error) => {
                errors.push(error);
                continue;
            }
        };
        let position = sample.game.position();
        let white = position.turn().fold_wb(sample.value, -sample.value);
        let sum: i32 = terms.iter().map(|term| term.white - term.black).sum();
        if !terms.is_empty() && rounded(sum) != white {
            let (fen, sum) = (fen_of(position), centipawns(sum));
            remainders.push(format!(
                "\"{fen}\" has the value {white} from White's side, and its terms add up to {sum}"
            ));
        }
        for term in terms {
            if !rules.contains(&term.rule) {
                rules.push(term.rule);
            }
        }
    }
    if !errors.is_empty() {
        return judged(&errors, samples.len(), String::new());
    }
    if rules.is_empty() {
        let detail = "it has no terms: explanations show the value alone";
        return (Outcome::Noted, detail.to_owned());
    }
    match judged(&remainders, samples.len(), format!("{} terms", rules.len())) {
        (Outcome::Failed, detail) => (
            Outcome::Noted,
            format!("{detail}; explanations list what is left as \"not in the terms\""),
        ),
        passed => passed,
    }
}

const TRIED: usize = 200;

/// Each option, at the ends of its range and back at its default: the values are those of before. Those that change
/// nothing are noted, and defaults that are not what the evaluation starts with.
pub(super) fn come_back(examination: &mut Examination<'_>) -> LawVerdict {
    let Examination { subject, samples, .. } = examination;
    let options = subject.original.options();
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
    for (sample, &value) in samples.zip(&values) {
        let other = || format!("{value} when all options are set to their defaults");
        if let Some(detail) = fault(&sample.game, sample.value, value, other) {
            return (Outcome::Noted, detail);
        }
    }
    if idle.is_empty() {
        let names: Vec<&str> = options.iter().map(|option| option.name).collect();
        return (Outcome::Passed, names.join(", "));
    }
    let (idle, tried) = (idle.join(", "), games.len());
    let detail = format!("in {tried} positions no value depends on {idle}");
    (Outcome::Noted, detail)
}

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
        for ((game, &first), value) in games.iter().zip(before).zip(subject.values(games)?) {
            let other = || format!("{value} when {name} was changed and is {default} again");
            fault(game, first, value, other).map_or(Ok(()), Err)?;
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
