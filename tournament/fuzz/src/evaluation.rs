//! The protocol of evaluations over a pipe: a program whose output is the input.
//!
//! The program is this one, started again: an [`evaluating_parrot`]. The first line's digits are the first position that it
//! is sent, and how many others are sent ahead. The rest is its output: up to a line that begins with
//! `evaluation` its options and its greeting, if there is such a line, then its answers, a line each, over and over.
//!
//! Names of terms and options are kept as long as the process, and there is a most of them: new ones are errors after some
//! thousand inputs.

use std::env;
use std::fs;
use std::io::{self, BufRead, Write};
use std::sync::{LazyLock, Mutex, PoisonError};
use std::time::Duration;

use engine_core::game::Game;
use engine_core::options::{Configure, OptionKind};
use engine_core::position::Position;
use engine_core::score::EVAL_MAX;
use eval_external::pipe::Patience;
use eval_external::{ExternalEvaluator, Spec, Start};

/// The word before the file of the parrot's output, in its arguments.
const WORDS: &str = "--parrot-of=";
/// The greeting of a parrot without its own.
const GREETING: &[u8] = b"evaluation 1 terms\n";
/// Longer than anything takes here.
const PATIENCE: Duration = Duration::from_secs(5);
/// Positions that it is sent.
const POSITIONS: [&str; 4] = [
    "startpos",
    "startpos moves e2e4",
    "fen 3r1n2/2P1P3/8/8/8/k7/8/4K2R w K - 0 1",
    "fen 7k/8/8/8/8/8/5q2/3R3K w - - 99 70",
];

/// In the process that is the program: answers until its input ends, and ends.
pub fn evaluating_parrot() {
    let words = env::args().find_map(|word| word.strip_prefix(WORDS).map(str::to_owned));
    let Some(words) = words else { return };
    // Problems of the pipe are the evaluator's to notice.
    talk(&words).ok();
    std::process::exit(0);
}

fn talk(words: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(parts(&fs::read(words)?).0)?;
    out.flush()?;
    let mut answered = 0;
    for line in io::stdin().lock().lines() {
        if line?.starts_with("setoption ") {
            continue;
        }
        let text = fs::read(words)?;
        let mut answers = parts(&text).1.split(|&byte| byte == b'\n').cycle();
        let answer = answers.nth(answered % 16).unwrap_or_default();
        answered += 1;
        out.write_all(&[answer, b"\n"].concat())?;
        out.flush()?;
    }
    Ok(())
}

/// The lines up to the greeting, and the answers behind them.
fn parts(text: &[u8]) -> (&[u8], &[u8]) {
    let mut end = 0;
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        end += line.len();
        if line.starts_with(b"evaluation") && line.ends_with(b"\n") {
            return text.split_at(end);
        }
    }
    (GREETING, text)
}

/// Has the program evaluate.
pub fn check(input: &[u8]) {
    // A program that has greeted is used until it fails.
    static GREETED: LazyLock<Mutex<Option<ExternalEvaluator>>> = LazyLock::new(Mutex::default);
    let ([position, ahead], text) = crate::choices(input);
    let path = crate::scratch::file("evaluation", text);
    let own = env::current_exe().expect("a program has a path");
    let words = [own.display().to_string(), format!("{WORDS}{}", path.display())];
    let spec = Spec::Pipe(words.into());
    let start = || Start {
        patience: Patience { greeting: PATIENCE, answer: PATIENCE },
        ..Start::default()
    };
    let places: Vec<Position> = (0..=ahead % 8)
        .map(|index| {
            let text = POSITIONS[(position + index) % POSITIONS.len()];
            Game::parse(text).expect("a position of the list").position().into()
        })
        .collect();
    if parts(text).0 != GREETING {
        match ExternalEvaluator::open(&spec, start()) {
            Ok(mut evaluator) => {
                set_all(&mut evaluator);
                if let Err(error) = evaluated(&evaluator, &places) {
                    readable(&error);
                }
            }
            Err(error) => readable(&error.to_string()),
        }
        return;
    }
    let mut greeted = GREETED.lock().unwrap_or_else(PoisonError::into_inner);
    let evaluator = greeted.take().unwrap_or_else(|| {
        ExternalEvaluator::open(&spec, start()).expect("a parrot that greets as it should")
    });
    match evaluated(&evaluator, &places) {
        Ok(()) => *greeted = Some(evaluator),
        Err(error) => readable(&error),
    }
}

/// Sets each option to the ends of its range.
fn set_all(evaluator: &mut ExternalEvaluator) {
    for option in evaluator.options() {
        let values = match option.kind {
            OptionKind::Flag { default } => vec![(!default).to_string()],
            OptionKind::Number { default, min, max } => {
                assert!((min..=max).contains(&default), "{option:?}");
                vec![min.to_string(), max.to_string()]
            }
            other => panic!("{other:?} is none of the protocol's"),
        };
        readable(option.name);
        for value in values {
            let set = evaluator.set(option.name, &value);
            set.unwrap_or_else(|error| panic!("{}: {error}", option.name));
        }
    }
}

/// Values are within their range, and amounts of terms numbers of the size that terms have.
fn evaluated(evaluator: &ExternalEvaluator, positions: &[Position]) -> Result<(), String> {
    let values = match positions {
        [only] => evaluator.try_value(only).map(|value| vec![value]),
        ahead => evaluator.try_values(ahead),
    };
    let values = values.map_err(|error| error.to_string())?;
    assert_eq!(values.len(), positions.len());
    assert!(values.iter().all(|value| value.abs() <= EVAL_MAX), "{values:?}");
    let terms = evaluator.try_terms(&positions[0]);
    for term in terms.map_err(|error| error.to_string())? {
        readable(term.rule.name);
        let most = 10_000_000;
        assert!(term.white.abs() <= most && term.black.abs() <= most, "{term:?}");
    }
    Ok(())
}

/// The text can be shown on a terminal.
fn readable(text: &str) {
    assert!(!text.contains(char::is_control), "{text:?}");
}
