//! What other processes send: requests to the server, the output of UCI programs, and the output of evaluations over a
//! pipe.
//!
//! The first line's digits are the kind of message, and of a program the position that it is sent and its task. The rest is
//! the message. A program is this one, started again: a [`parrot`].

#![no_main]
#![forbid(unsafe_code)]

use std::env;
use std::fs;
use std::io::{self, BufRead, Write};
use std::time::Duration;

use engine_core::game::Game;
use engine_core::limits::Limits;
use engine_core::options::{Configure, OptionKind};
use engine_core::score::EVAL_MAX;
use eval_external::pipe::Patience;
use eval_external::{ExternalEvaluator, Spec, Start};
use uci_client::{Executable, Failure, Launch, NotReady, Player, Program, Reply, Request, probe};
use web::{Head, NoHead};

/// The words before the file of a parrot's output, in its arguments.
const UCI: &str = "--uci-parrot-of=";
const EVALUATION: &str = "--evaluating-parrot-of=";
/// Longer than anything takes here.
const PATIENCE: Duration = Duration::from_secs(5);
/// The longest head of a request, in bytes.
const MAX_HEAD: usize = 16 << 10;
const POSITIONS: [&str; 4] = [
    "startpos",
    "startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6",
    "fen 3r1n2/2P1P3/8/8/8/k7/8/4K2R w K - 0 1",
    "fen 7k/8/8/8/8/8/5q2/3R3K w - - 99 70",
];

libfuzzer_sys::fuzz_target!(init: parrot(), |input: &[u8]| check(input));

/// Reads the input as one of them.
fn check(input: &[u8]) {
    let ([kind, position, task], message) = reading::choices(input);
    let game = Game::parse(POSITIONS[position % POSITIONS.len()]).expect("a position of the list");
    match kind % 3 {
        0 => of_a_guest(message),
        1 => of_a_program(message, &game, task),
        _ => of_an_evaluation(message, &game),
    }
}

/// The head of a request is read as it comes, in pieces of any length; once the result is known, later bytes do not
/// change it.
fn of_a_guest(input: &[u8]) {
    let whole = Head::parse(input);
    if input.len() >= MAX_HEAD {
        assert_ne!(whole, Ok(None), "a head without an end");
    }
    if let Ok(Some(head)) = &whole {
        assert!(!head.target.contains(['\r', '\n', ' ']));
    }
    let mut known: Option<Result<Option<Head>, NoHead>> = None;
    for length in (0..=input.len().min(MAX_HEAD - 1)).step_by(1 + input.len() / 64) {
        let part = Head::parse(&input[..length]);
        if let Some(known) = &known {
            assert_eq!(&part, known, "{length}");
        }
        if part != Ok(None) {
            known = Some(part);
        }
    }
}

/// In the process that is a program: prints what it is given, and ends.
fn parrot() {
    let mut arguments = env::args();
    let talked = arguments.find_map(|word| {
        word.strip_prefix(UCI).map(talk_uci).or_else(|| word.strip_prefix(EVALUATION).map(evaluate))
    });
    // Problems of the pipe are the reader's to notice.
    if talked.is_some() {
        std::process::exit(0);
    }
}

/// The text up to a line that begins so, that line included, and the rest; all is rest if there is none.
fn parts<'t>(text: &'t [u8], last: &[u8]) -> (&'t [u8], &'t [u8]) {
    let mut end = 0;
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        end += line.len();
        if line.starts_with(last) && line.ends_with(b"\n") {
            return text.split_at(end);
        }
    }
    text.split_at(0)
}

fn talk_uci(words: &str) -> io::Result<()> {
    let text = fs::read(words)?;
    let (greeting, thoughts) = parts(&text, b"uciok");
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        match line?.split_whitespace().next() {
            Some("uci") => out.write_all(&[greeting, b"\nuciok\n"].concat())?,
            Some("isready") => out.write_all(b"readyok\n")?,
            Some("go") => out.write_all(&[thoughts, b"\nbestmove 0000\n"].concat())?,
            Some("quit") => break,
            _ => {}
        }
        out.flush()?;
    }
    Ok(())
}

fn evaluate(words: &str) -> io::Result<()> {
    let text = fs::read(words)?;
    let (greeting, answers) = parts(&text, b"evaluation");
    let mut out = io::stdout().lock();
    out.write_all(if greeting.is_empty() { b"evaluation 1 terms\n" } else { greeting })?;
    out.flush()?;
    let mut answers = answers.split(|&byte| byte == b'\n').cycle();
    for line in io::stdin().lock().lines() {
        if !line?.starts_with("setoption ") {
            out.write_all(&[answers.next().unwrap_or_default(), b"\n"].concat())?;
            out.flush()?;
        }
    }
    Ok(())
}

fn of_a_program(text: &[u8], game: &Game, task: usize) {
    let own = env::current_exe().expect("a program has a path");
    let mut launch = Launch::new(Executable::Path(own));
    launch.args = vec![format!("{UCI}{}", reading::file("words", text).display())];
    (launch.timeouts.hang, launch.timeouts.start) = (PATIENCE, PATIENCE);
    match probe(&launch, None) {
        Ok(probed) => probed.id_name.iter().for_each(|name| readable(name)),
        Err(NotReady::Failed(failure)) => return readable_failure(&failure),
        Err(other) => return drop(other.to_string()),
    }
    let mut program = Program::new(launch);
    let done = program.new_game().and_then(|()| match task % 2 {
        0 => play(&mut program, game).map(|reply| sound(game, &reply)),
        _ => program.judge(game, 1000).map(|judgement| {
            assert!(judgement.expected.is_none_or(|points| (0.0..=1.0).contains(&points)));
        }),
    });
    if let Err(failure) = done {
        readable_failure(&failure);
    }
}

fn play(program: &mut Program, game: &Game) -> Result<Reply, Failure> {
    let limits = Limits::nodes(1000);
    let task = Request::new(game, &limits, Duration::ZERO);
    program.think_aloud(&task, &mut |info| {
        assert!(game.legal_moves().contains(&info.best), "{info:?}");
    })
}

/// A reply can be played, and its line too.
fn sound(game: &Game, reply: &Reply) {
    assert_eq!(reply.best, reply.line.first().copied(), "{reply:?}");
    let mut game = game.clone();
    for &mv in &reply.line {
        assert!(game.legal_moves().contains(&mv), "{reply:?}");
        game.play(mv);
    }
}

/// Options can be set to the ends of their ranges, and values and amounts are within theirs.
fn of_an_evaluation(text: &[u8], game: &Game) {
    let path = reading::file("evaluation", text);
    let own = env::current_exe().expect("a program has a path");
    let words = [own.display().to_string(), format!("{EVALUATION}{}", path.display())];
    let patience = Patience { greeting: PATIENCE, answer: PATIENCE };
    let start = Start { patience, ..Start::default() };
    let mut evaluator = match ExternalEvaluator::open(&Spec::Pipe(words.into()), start) {
        Ok(evaluator) => evaluator,
        Err(error) => return readable(&error.to_string()),
    };
    for option in evaluator.options() {
        readable(option.name);
        let values = match option.kind {
            OptionKind::Flag { default } => vec![(!default).to_string()],
            OptionKind::Number { min, max, .. } => vec![min.to_string(), max.to_string()],
            other => panic!("{other:?} is not one of the protocol's"),
        };
        for value in values {
            let set = evaluator.set(option.name, &value);
            set.unwrap_or_else(|error| panic!("{}: {error}", option.name));
        }
    }
    let node = match evaluator.try_node(&game) {
        Ok(node) => node,
        Err(error) => return readable(&error.to_string()),
    };
    match evaluator.try_value(&node) {
        Ok(value) => assert!(value.abs() <= EVAL_MAX, "{value}"),
        Err(error) => return readable(&error.to_string()),
    }
    match evaluator.try_terms(&node) {
        Ok(terms) => terms.iter().for_each(|term| readable(term.rule.name)),
        Err(error) => readable(&error.to_string()),
    }
}

/// The text can be shown on a terminal.
fn readable(text: &str) {
    assert!(!text.contains(char::is_control), "{text:?}");
}

fn readable_failure(failure: &Failure) {
    failure.log.iter().chain([&failure.detail]).for_each(|text| readable(text));
}
