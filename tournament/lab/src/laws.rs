//! The laws of an evaluation, checked on positions of all kinds.
//!
//! A search takes for granted that a position has one value, whenever it is given and from whichever side, and that it is
//! within a range; an explanation and a tuning that terms add up to it and that options are what they are set to. A law
//! that is broken is reported with the position and the values. A speed is none, and is measured beside them.

mod values;

use std::time::{Duration, Instant};

use engine_core::game::Game;
use engine_core::notation::fen_of;
use engine_core::options::Configure;
use engine_core::position::Position;
use eval_external::{ExternalEvaluator, ExternalTerm};
use uci_client::check::{Finding, Outcome};

const MAX_POSITIONS: usize = 2000;
/// The time for the first values, after which no more positions are taken.
const FIRST_PASS: Duration = Duration::from_secs(5);
/// The time for each measurement of speed.
const MEASURED: Duration = Duration::from_millis(500);
/// The failures of an evaluation in a check after which it goes no further: each may take as long as a program may be
/// silent.
const MAX_ERRORS: usize = 3;

/// An outcome and its detail, which may be empty if it is passed.
type LawVerdict = (Outcome, String);
/// The part and the name of a law or a measurement, and its judge.
type Law = (&'static str, &'static str, fn(&mut Examination<'_>) -> LawVerdict);

/// In the order in which they are checked; the first one has the values for all others.
const LAWS: [Law; 9] = [
    ("values", "has a value within ±30,000 in every position", values::first),
    ("values", "has the same value when a position is given again", values::again),
    (
        "values",
        "has the same values when it is started again and many positions are sent ahead",
        values::elsewhere,
    ),
    (
        "values",
        "has the same value from the side to move when colours are flipped",
        values::flipped,
    ),
    ("values", "has the same value whatever the clocks are", values::at_other_clocks),
    ("terms", "has terms that add up to the value", values::add_up),
    (
        "options",
        "has the values of before when its options are back at their defaults",
        values::come_back,
    ),
    ("speed", "values positions one by one", one_by_one),
    ("speed", "values positions sent ahead", sent_ahead),
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
pub fn check(
    evaluator: &ExternalEvaluator,
    games: &[Game],
    mut report: impl FnMut(&Finding),
) -> Vec<Finding> {
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
            judge(&mut examination)
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
    let (even, odd): (Vec<_>, Vec<_>) =
        games.iter().step_by(step).enumerate().partition(|(index, _)| index % 2 == 0);
    let games = even.into_iter().chain(odd).map(|(_, game)| game.clone());
    edges.into_iter().chain(games).collect()
}

/// The judgement of a law that some positions break, with the first of the faults.
fn judged(faults: &[String], positions: usize, passed: String) -> LawVerdict {
    match faults {
        [] => (Outcome::Passed, passed),
        [only] => (Outcome::Failed, only.clone()),
        [first, ..] => {
            (Outcome::Failed, format!("{first}; {} of {positions} positions", faults.len()))
        }
    }
}

fn one_by_one(examination: &mut Examination<'_>) -> LawVerdict {
    measured(examination, |subject, games| {
        games.iter().try_for_each(|game| subject.value(game).map(|_| ()))
    })
}

fn sent_ahead(examination: &mut Examination<'_>) -> LawVerdict {
    measured(examination, |subject, games| subject.values(games).map(|_| ()))
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
        if let Err(error) = values(subject, games) {
            return (Outcome::Failed, error);
        }
        count += games.len();
        if started.elapsed() >= MEASURED {
            break;
        }
    }
    let rate = count as f64 / started.elapsed().as_secs_f64();
    (Outcome::Passed, format!("{rate:.0} positions a second"))
}

/// An evaluation, started again after each failure.
struct Subject<'e> {
    original: &'e ExternalEvaluator,
    running: ExternalEvaluator,
}

impl Subject<'_> {
    /// Starts it again, with its options as they were.
    fn restart(&mut self) {
        self.running = self.original.clone();
    }

    /// In centipawns from the side to move.
    fn value(&mut self, game: &Game) -> Result<i32, String> {
        let found = self.running.try_value(&game.position().into());
        found.map_err(|error| self.failed(&error.to_string(), Some(game)))
    }

    /// The values of many positions, sent ahead.
    fn values(&mut self, games: &[Game]) -> Result<Vec<i32>, String> {
        let positions: Vec<Position> = games.iter().map(|game| game.position().into()).collect();
        let found = self.running.try_values(&positions);
        found.map_err(|error| self.failed(&error.to_string(), None))
    }

    /// The terms; none if it has none.
    fn terms(&mut self, game: &Game) -> Result<Vec<ExternalTerm>, String> {
        let found = self.running.try_terms(&game.position().into());
        found.map_err(|error| self.failed(&error.to_string(), Some(game)))
    }

    fn set(&mut self, option: &str, value: &str) -> Result<(), String> {
        let set = self.running.set(option, value);
        set.map_err(|error| self.failed(&error.to_string(), None))
    }

    /// Starts it again; returns the error with the position.
    fn failed(&mut self, error: &str, at: Option<&Game>) -> String {
        self.restart();
        match at.map(|game| fen_of(game.position())) {
            Some(fen) if !error.contains(&fen) => format!("at \"{fen}\": {error}"),
            _ => error.to_owned(),
        }
    }
}

/// The fault of a position whose `first` value is not the one found elsewhere, as `other` describes it.
fn fault(game: &Game, first: i32, value: i32, other: impl FnOnce() -> String) -> Option<String> {
    let fen = || fen_of(game.position());
    (first != value).then(|| format!("\"{}\" has the value {first}, and {}", fen(), other()))
}
