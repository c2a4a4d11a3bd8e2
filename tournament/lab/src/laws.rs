//! The laws of an evaluation, checked on positions of all kinds.
//!
//! A search takes for granted that a position has one value, whenever it is given and from whichever side, and that it is
//! within a range; an explanation and a tuning that terms add up to it and that options are what they are set to. A law
//! that is broken is reported with the position and the values. A speed is none, and is measured beside them.

use std::fmt::Display;
use std::time::{Duration, Instant};

use engine_core::explain::{centipawns, rounded};
use engine_core::game::{Game, mirrored};
use engine_core::notation::fen_of;
use engine_core::options::{Configure, OptionInfo, OptionKind};
use eval_external::ExternalEvaluator;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position as _};
use uci_client::check::{Finding, Outcome};

const MAX_POSITIONS: usize = 2000;
/// The time for the first values, after which no more positions are taken.
const FIRST_PASS: Duration = Duration::from_secs(5);
/// The time for each measurement of speed.
const MEASURED: Duration = Duration::from_millis(500);
/// The failures of an evaluation in a check after which it goes no further: each may take as long as a program may be
/// silent.
const MAX_ERRORS: usize = 3;

/// An outcome and its detail, which may be empty if it is passed; an error is one that failed.
type LawVerdict = Result<(Outcome, String), String>;
/// The part and the name of a law or a measurement, and its judge.
type Law = (&'static str, &'static str, fn(&mut Examination<'_>) -> LawVerdict);

/// In the order in which they are checked; the first one has the values for all others.
const LAWS: [Law; 9] = [
    ("values", "has a value within ±30,000 in every position", first),
    ("values", "has the same value when a position is given again", |own| {
        compared(own, |game, subject| {
            let value = subject.value(game)?;
            Ok(Some((value, format!("{value} when it is given again"))))
        })
    }),
    ("values", "has the same values when it is started again and many positions are sent ahead", elsewhere),
    ("values", "has the same value from the side to move when colours are flipped", |own| {
        compared(own, |game, subject| {
            let other = Game::new(mirrored(game.position()));
            let (value, fen) = (subject.value(&other)?, fen_of(other.position()));
            Ok(Some((value, format!("with colours flipped (\"{fen}\") {value}"))))
        })
    }),
    ("values", "has the same value whatever the clocks are", |own| {
        let verdict = compared(own, |game, subject| {
            let Some(later) = later(game.position()).map(Game::new) else { return Ok(None) };
            let value = subject.value(&later)?;
            Ok(Some((value, format!("\"{}\" {value}", fen_of(later.position())))))
        });
        // The search plays on, by the value that it met first.
        noted(verdict, "the search keeps a value for all clocks")
    }),
    ("terms", "has terms that add up to the value", add_up),
    ("options", "has the values of before when its options are back at their defaults", come_back),
    ("speed", "values positions one by one", |own| {
        measured(own, |subject, games| games.iter().try_for_each(|game| subject.value(game).map(|_| ())))
    }),
    ("speed", "values positions sent ahead", |own| measured(own, |subject, games| subject.values(games).map(|_| ()))),
];

/// A position with its value in centipawns from the side to move.
struct Sample {
    game: Game,
    value: i32,
}

struct Examination<'e> {
    subject: Subject<'e>,
    given: Vec<Game>,
    /// The positions whose value is known.
    samples: Vec<Sample>,
    /// True if it fails so often that no other law can be checked.
    is_hopeless: bool,
}

/// The number of findings.
pub fn laws() -> usize {
    LAWS.len()
}

/// Checks the laws on `games` and on some positions at the edges of chess; `report` receives each finding as it is made.
/// Of many games some thousand are taken, and fewer if the evaluation is slow.
pub fn check(evaluator: &ExternalEvaluator, games: &[Game], mut report: impl FnMut(&Finding)) -> Vec<Finding> {
    let mut examination = Examination {
        subject: Subject { original: evaluator, running: evaluator.clone() },
        given: chosen(games),
        samples: Vec::new(),
        is_hopeless: false,
    };
    let findings = LAWS.iter().map(|&(part, name, judge)| {
        let (outcome, detail) = if examination.is_hopeless {
            (Outcome::Noted, "not checked".to_owned())
        } else {
            judge(&mut examination).unwrap_or_else(|fault| (Outcome::Failed, fault))
        };
        let finding = Finding { part, name, outcome, detail };
        report(&finding);
        finding
    });
    findings.collect()
}

/// Positions at the edges of chess: bare kings, many queens, no pawns, promotions, checks, en passant, castling in
/// Chess960.
const EDGES: [&str; 12] = [
    "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
    "8/8/8/3k4/8/8/4Q3/4K3 b - - 99 140",
    "6rk/6pp/8/8/8/8/QQQQ4/KQQQQQ2 w - - 0 1",
    "rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w KQkq - 0 1",
    "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
    "8/PPPPk3/8/8/8/8/3Kpppp/8 b - - 0 1",
    "4k3/8/8/8/7b/8/8/4K3 w - - 0 1",
    "4k3/4r3/8/8/7b/8/8/4K3 w - - 0 1",
    "4k3/8/8/8/2pP4/8/8/4K2R b K d3 0 1",
    "8/8/8/8/k7/8/p7/K7 w - - 0 1",
    "bnrbkrnq/pppppppp/8/8/8/8/PPPPPPPP/BNRBKRNQ w FCfc - 0 1",
    "1r3k1r/p6p/8/8/8/8/P6P/1R3K1R b HBhb - 0 1",
];

/// The edges, and positions of `games` from all of their range.
fn chosen(games: &[Game]) -> Vec<Game> {
    let edges = EDGES.map(|fen| Game::parse(fen).expect("the positions are legal"));
    let step = games.len().div_ceil(MAX_POSITIONS).max(1);
    // Those that are left out when the time is up come from all of them, too.
    let (even, odd): (Vec<_>, Vec<_>) = games.iter().step_by(step).enumerate().partition(|(index, _)| index % 2 == 0);
    let games = even.into_iter().chain(odd).map(|(_, game)| game.clone());
    edges.into_iter().chain(games).collect()
}

/// The judgement of a law that some positions break, with the first of the faults.
fn judged(faults: &[String], positions: usize, passed: String) -> LawVerdict {
    match faults {
        [] => Ok((Outcome::Passed, passed)),
        [only] => Err(only.clone()),
        [first, ..] => Err(format!("{first}; {} of {positions} positions", faults.len())),
    }
}

/// A fault that harms nothing, with the reason.
fn noted(verdict: LawVerdict, reason: &str) -> LawVerdict {
    verdict.or_else(|fault| Ok((Outcome::Noted, format!("{fault}; {reason}"))))
}

/// The speed at which `values` takes positions, some at a time.
fn measured(
    examination: &mut Examination<'_>,
    mut values: impl FnMut(&mut Subject<'_>, &[Game]) -> Result<(), String>,
) -> LawVerdict {
    const AT_A_TIME: usize = 256;
    let Examination { subject, samples, .. } = examination;
    let games: Vec<Game> = samples.iter().map(|sample| sample.game.clone()).collect();
    let started = Instant::now();
    let mut count = 0;
    for games in games.chunks(AT_A_TIME).cycle() {
        values(subject, games)?;
        count += games.len();
        if started.elapsed() >= MEASURED {
            break;
        }
    }
    let rate = count as f64 / started.elapsed().as_secs_f64();
    Ok((Outcome::Passed, format!("{rate:.0} positions a second")))
}

/// An evaluation, started again after each failure.
struct Subject<'e> {
    original: &'e ExternalEvaluator,
    running: ExternalEvaluator,
}

impl Subject<'_> {
    /// In centipawns from the side to move.
    fn value(&mut self, game: &Game) -> Result<i32, String> {
        self.ask(Some(game), |own| own.try_value(&own.try_node(game)?))
    }

    /// The values of many positions, sent ahead.
    fn values(&mut self, games: &[Game]) -> Result<Vec<i32>, String> {
        self.ask(None, |own| {
            own.try_values(&games.iter().map(|game| own.try_node(game)).collect::<Result<Vec<_>, _>>()?)
        })
    }

    fn set(&mut self, option: &str, value: &str) -> Result<(), String> {
        self.ask(None, |own| own.set(option, value))
    }

    /// The answer; after an error, which is returned with the position, it is started again.
    fn ask<T, E: Display>(
        &mut self,
        at: Option<&Game>,
        question: impl FnOnce(&mut ExternalEvaluator) -> Result<T, E>,
    ) -> Result<T, String> {
        question(&mut self.running).map_err(|error| {
            self.running = self.original.clone();
            let error = error.to_string();
            match at.map(|game| fen_of(game.position())) {
                Some(fen) if !error.contains(&fen) => format!("at \"{fen}\": {error}"),
                _ => error,
            }
        })
    }
}

/// The fault of a position whose `first` value is not the one found elsewhere, as `other` describes it.
fn fault(game: &Game, first: i32, value: i32, other: &str) -> Option<String> {
    let fen = || fen_of(game.position());
    (first != value).then(|| format!("\"{}\" has the value {first}, and {other}", fen()))
}

fn first(examination: &mut Examination<'_>) -> LawVerdict {
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
    let passed = range.map_or(String::new(), |(least, most)| format!("{positions} positions, from {least} to {most}"));
    // Without a value there is nothing to compare.
    examination.is_hopeless = faults.len() == MAX_ERRORS || positions == 0;
    judged(&faults, positions + faults.len(), passed)
}

/// Started again, with many positions sent ahead.
fn elsewhere(examination: &mut Examination<'_>) -> LawVerdict {
    let Examination { subject, samples, .. } = examination;
    subject.running = subject.original.clone();
    let games: Vec<Game> = samples.iter().rev().map(|sample| sample.game.clone()).collect();
    let values = subject.values(&games)?;
    let both = samples.iter().zip(values.into_iter().rev());
    let faults = both.filter_map(|(Sample { game, value: first }, value)| {
        fault(game, *first, value, &format!("{value} when it is started again"))
    });
    judged(&faults.collect::<Vec<_>>(), samples.len(), String::new())
}

/// The position with 60 plies since the last capture, and 40 moves later.
fn later(position: &Chess) -> Option<Chess> {
    let mut setup = position.to_setup(EnPassantMode::Legal);
    // The capture is possible at once or not at all.
    if setup.ep_square.is_some() {
        return None;
    }
    setup.halfmoves = if setup.halfmoves == 60 { 0 } else { 60 };
    setup.fullmoves = setup.fullmoves.saturating_add(40);
    let mode = CastlingMode::detect(&setup);
    setup.position(mode).ok()
}

/// The judgement of `compare`, from the last position to the first, which returns another value that should be the same,
/// and words for it.
fn compared(
    examination: &mut Examination<'_>,
    compare: impl Fn(&Game, &mut Subject<'_>) -> Result<Option<(i32, String)>, String>,
) -> LawVerdict {
    let Examination { subject, samples, .. } = examination;
    let (mut faults, mut errors) = (Vec::new(), Vec::new());
    for Sample { game, value: first } in samples.iter().rev() {
        match compare(game, subject) {
            Ok(Some((value, other))) => faults.extend(fault(game, *first, value, &other)),
            Ok(None) => {}
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

fn add_up(examination: &mut Examination<'_>) -> LawVerdict {
    let Examination { subject, samples, .. } = examination;
    let (mut errors, mut remainders) = (Vec::new(), Vec::new());
    let mut rules = Vec::new();
    for sample in samples.iter() {
        if errors.len() == MAX_ERRORS {
            break;
        }
        let position = sample.game.position();
        let terms = subject.ask(Some(&sample.game), |own| own.try_terms(&own.try_node(&sample.game)?));
        let terms = terms.unwrap_or_else(|error| {
            errors.push(error);
            Vec::new()
        });
        let white = position.turn().fold_wb(sample.value, -sample.value);
        let sum: i32 = terms.iter().map(|term| term.white - term.black).sum();
        if !terms.is_empty() && rounded(sum) != white {
            let (fen, sum) = (fen_of(position), centipawns(sum));
            remainders
                .push(format!("\"{fen}\" has the value {white} from White's side, and its terms add up to {sum}"));
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
        return Ok((Outcome::Noted, detail.to_owned()));
    }
    let verdict = judged(&remainders, samples.len(), format!("{} terms", rules.len()));
    noted(verdict, "explanations list what is left as \"not in the terms\"")
}

const TRIED: usize = 200;

/// Each option, at the ends of its range and back at its default: the values are those of before. Those that change
/// nothing are noted, and defaults that are not what the evaluation starts with.
fn come_back(examination: &mut Examination<'_>) -> LawVerdict {
    let Examination { subject, samples, .. } = examination;
    let options = subject.original.options();
    if options.is_empty() {
        return Ok((Outcome::Noted, "it has no options".to_owned()));
    }
    let samples = samples.iter().take(TRIED);
    let games: Vec<Game> = samples.clone().map(|sample| sample.game.clone()).collect();
    let mut find = || {
        for option in &options {
            if let [.., default] = &settings(&option.kind)[..] {
                subject.set(option.name, default)?;
            }
        }
        let values = subject.values(&games)?;
        let idle = idle(subject, &options, &games, &values)?;
        Ok::<_, String>((values, idle))
    };
    let found = find();
    subject.running = subject.original.clone();
    let (values, idle) = found?;
    for (sample, &value) in samples.zip(&values) {
        let other = format!("{value} when all options are set to their defaults");
        if let Some(detail) = fault(&sample.game, sample.value, value, &other) {
            return Ok((Outcome::Noted, detail));
        }
    }
    if idle.is_empty() {
        let names: Vec<&str> = options.iter().map(|option| option.name).collect();
        return Ok((Outcome::Passed, names.join(", ")));
    }
    let (idle, tried) = (idle.join(", "), games.len());
    let detail = format!("in {tried} positions no value depends on {idle}");
    Ok((Outcome::Noted, detail))
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
            let other = format!("{value} when {name} was changed and is {default} again");
            fault(game, first, value, &other).map_or(Ok(()), Err)?;
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
        OptionKind::Tenths { default, min, max } => [min, max, default].map(|tenths| centipawns(*tenths)).into(),
        OptionKind::Choice { default, choices } => {
            let all = choices.iter().chain([default]);
            all.map(|choice| (*choice).to_owned()).collect()
        }
        OptionKind::Patterns => Vec::new(),
    }
}
