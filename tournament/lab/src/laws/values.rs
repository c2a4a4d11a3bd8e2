//! The laws of values.

use std::time::Instant;

use engine_core::game::{Game, mirrored};
use engine_core::notation::fen_of;
use shakmaty::{Chess, EnPassantMode, Position, Setup};
use uci_client::check::Outcome;

use super::{Examination, FIRST_PASS, LawVerdict, MOST_ERRORS, Sample, judged};

/// The values of all positions, one by one.
pub(super) fn first(examination: &mut Examination<'_>) -> LawVerdict {
    let started = Instant::now();
    let mut faults = Vec::new();
    for game in std::mem::take(&mut examination.given) {
        match examination.subject.value(&game) {
            Ok(value) => examination.samples.push(Sample { game, value }),
            Err(error) => faults.push(error),
        }
        if faults.len() == MOST_ERRORS {
            examination.is_hopeless = true;
            break;
        }
        if started.elapsed() >= FIRST_PASS {
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
    examination.is_hopeless |= positions == 0;
    judged(&faults, positions + faults.len(), passed)
}

/// The same positions in the opposite order.
pub(super) fn again(examination: &mut Examination<'_>) -> LawVerdict {
    compared(examination, |sample, subject| {
        let value = subject.value(&sample.game)?;
        Ok((value != sample.value).then(|| {
            let (fen, first) = (fen_of(sample.game.position()), sample.value);
            format!("\"{fen}\" has the value {first}, and {value} when it is given again")
        }))
    })
}

/// All positions at a time, with the evaluation started again.
pub(super) fn elsewhere(examination: &mut Examination<'_>) -> LawVerdict {
    let Examination { subject, samples, .. } = examination;
    subject.restart();
    let games: Vec<Game> = samples.iter().rev().map(|sample| sample.game.clone()).collect();
    let values = match subject.values(&games) {
        Ok(values) => values,
        Err(error) => return (Outcome::Failed, error),
    };
    let both = samples.iter().rev().zip(values);
    let others = both.filter(|(sample, value)| sample.value != *value);
    let mut faults: Vec<String> = others
        .map(|(Sample { game, value: first }, value)| {
            let fen = fen_of(game.position());
            format!("\"{fen}\" has the value {first}, and {value} when it is started again")
        })
        .collect();
    faults.reverse();
    judged(&faults, samples.len(), String::new())
}

/// Each position with ranks and colours swapped.
pub(super) fn flipped(examination: &mut Examination<'_>) -> LawVerdict {
    compared(examination, |sample, subject| {
        let other = mirrored(sample.game.position());
        let fens = [fen_of(sample.game.position()), fen_of(&other)];
        let value = subject.value(&Game::new(other))?;
        let first = sample.value;
        Ok((value != first).then(|| {
            let [fen, other] = fens;
            format!(
                "\"{fen}\" has the value {first}, and with colours flipped (\"{other}\") {value}"
            )
        }))
    })
}

/// Each position later in a game, and long after the last capture.
pub(super) fn at_other_clocks(examination: &mut Examination<'_>) -> LawVerdict {
    let (outcome, detail) = compared(examination, |sample, subject| {
        let Some(later) = later(sample.game.position()) else {
            return Ok(None);
        };
        let fen = fen_of(&later);
        let value = subject.value(&Game::new(later))?;
        let first = sample.value;
        Ok((value != first).then(|| {
            let other = fen_of(sample.game.position());
            format!("\"{other}\" has the value {first}, and \"{fen}\" {value}")
        }))
    });
    if outcome == Outcome::Failed {
        // The search plays on, by the value that it met first.
        let detail = format!("{detail}; the search keeps a value for all clocks");
        return (Outcome::Noted, detail);
    }
    (outcome, detail)
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
    compare: impl Fn(&Sample, &mut super::Subject<'_>) -> Result<Option<String>, String>,
) -> LawVerdict {
    let Examination { subject, samples, .. } = examination;
    let (mut faults, mut errors) = (Vec::new(), Vec::new());
    for sample in samples.iter().rev() {
        match compare(sample, subject) {
            Ok(fault) => faults.extend(fault),
            Err(error) => errors.push(error),
        }
        if errors.len() == MOST_ERRORS {
            break;
        }
    }
    // The first position comes first: the edges of chess have few men.
    errors.extend(faults.into_iter().rev());
    judged(&errors, samples.len(), String::new())
}
