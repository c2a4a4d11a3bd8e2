//! The Python package `evalarena`: the evaluations, the search and the statistics of the workspace, which are called here
//! and nowhere computed again.
//!
//! `positions` reads what Python has for a position, `statistics` counts matches; values, terms and searches are here. What
//! people read about each function is its documentation here, and its types are in evalarena.pyi.

use std::collections::HashMap;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, OnceLock};
use std::thread::{Builder, scope};
use std::time::Duration;

use engine_core::evaluator::EvaluatorInfo;
use engine_core::explain::{Breakdown, Term, rounded};
use engine_core::game::Game;
use engine_core::limits::Limits;
use engine_core::notation::{did_you_mean, uci_move};
use engine_core::options::OptionError;
use engine_core::rule::Rule;
use engine_core::search::{Report, STACK};
use evaluators::registry::{NAMES, evaluator, kind};
use evaluators::{AnyEvaluator, EvaluationError, Searcher};
use pyo3::exceptions::{PyImportError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyByteArray, PyDict, PyList, PyString};
use shakmaty::Position;

/// A dict of Python with these names.
macro_rules! dict {
    ($py:expr, $($key:ident: $value:expr),+ $(,)?) => {{
        let dict = pyo3::types::PyDict::new($py);
        $(dict.set_item(stringify!($key), $value)?;)+
        dict
    }};
}

mod positions;
mod statistics;

use positions::{Given, Positions, Source};
use statistics::Count;

/// Ten published hand-crafted chess evaluations: their values, their terms, their search, and the statistics of matches.
///
///     import evalarena
///     evalarena.evaluate("pesto", "startpos moves e2e4")             # centipawns from White's side
///     evalarena.evaluate_many("compendium", open("positions.fen").read())
///
/// A position is a str or a python-chess Board. As str it is a FEN (of chess or Chess960), a line of EPD, `startpos
/// moves e2e4 ...` or `fen FEN moves ...`. A Board brings its move stack as the position's past.
///
/// A FEN has no past. chessbin, slate-atkin, turochamp and both compendiums ask who has castled, which pieces have
/// moved and what the last move was; by a FEN nobody has castled. After 1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. Bxf7+ Kxf7
/// chessbin has -235 centipawns with the moves and -305 without. The others look at the board alone.
///
/// Whatever cannot be read is a ValueError or a TypeError, which names the place and what is accepted.
#[pyo3::pymodule]
mod evalarena {
    #[pymodule_export]
    use super::statistics::{elo, sprt};
    #[pymodule_export]
    use super::{all_evaluators, evaluate, evaluate_many, search, terms, terms_many};

    #[pymodule_export]
    #[allow(non_upper_case_globals)]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}

/// A table of 2^20 entries is one of 16 MiB, with which the engine programs begin.
const TABLE: u32 = 20;

/// Time between two looks at Python's signals during a search.
const LOOK: Duration = Duration::from_millis(50);

/// The evaluator of this name, made once.
fn documented(name: &str) -> PyResult<Arc<dyn AnyEvaluator>> {
    static ALL: [OnceLock<Option<Arc<dyn AnyEvaluator>>>; NAMES.len()] = [const { OnceLock::new() }; NAMES.len()];
    let at = NAMES.iter().position(|known| *known == name);
    let made = at.and_then(|at| ALL[at].get_or_init(|| evaluator(name).map(Arc::from)).clone());
    made.ok_or_else(|| {
        let meant = did_you_mean(name, NAMES);
        PyValueError::new_err(format!("there is no evaluator {name:?}{meant}; there are {}", NAMES.join(", ")))
    })
}

/// The evaluator with these options, and without the rules that one of the patterns in `disable` matches.
fn chosen(name: &str, options: Settings<'_, '_>, disable: Patterns<'_, '_>) -> PyResult<Arc<dyn AnyEvaluator>> {
    let mut chosen = documented(name)?;
    let refused = |error: OptionError| PyValueError::new_err(format!("{name}: {error}"));
    if let Some(options) = options {
        let mut changed = chosen.boxed();
        // A copy: what is asked for its text may change the dict.
        for pair in options.items() {
            let (option, value): (String, Bound<'_, PyAny>) = pair.extract()?;
            let text = value.str()?.to_str()?.to_owned();
            let text = if value.is_instance_of::<PyBool>() { text.to_lowercase() } else { text };
            changed.set(&option, &text).map_err(refused)?;
        }
        chosen = changed.into();
    }
    let patterns: Vec<String> = match disable {
        None => Vec::new(),
        Some(one) if one.is_instance_of::<PyString>() => vec![one.extract()?],
        Some(all) => all.extract()?,
    };
    if !patterns.is_empty() {
        let patterns: Vec<&str> = patterns.iter().map(String::as_str).collect();
        chosen = chosen.without(&patterns).map_err(refused)?.into();
    }
    Ok(chosen)
}

type Settings<'a, 'py> = Option<&'a Bound<'py, PyDict>>;
type Patterns<'a, 'py> = Option<&'a Bound<'py, PyAny>>;

/// The one game of a position.
fn game_of(position: &Bound<'_, PyAny>) -> PyResult<Game> {
    Given::new(position).and_then(|given| given.game()).map_err(|fault| fault.at("the position"))
}

/// Only an evaluation from outside can fail, and there is none.
fn failed(error: &EvaluationError) -> PyErr {
    PyRuntimeError::new_err(error.to_string())
}

/// Centipawns from White's side, or from the side to move.
fn value(evaluator: &dyn AnyEvaluator, game: &Game, relative: bool) -> PyResult<i32> {
    let white = rounded(evaluator.tenths(game).map_err(|error| failed(&error))?);
    Ok(if relative { game.position().turn().fold_wb(white, -white) } else { white })
}

/// The evaluators: a list of dicts, ready for pandas.DataFrame.
///
/// name; title; document and year (None if it is not known) of what it reproduces; kind, its knowledge in a word or two;
/// eval_scale, the number of its centipawns that make an expected score of 73 % (1 / (1 + 1/e)), by which values of two
/// evaluators are compared; margin_scale, the factor on the search's margins, 1 for michniewski.
#[pyfunction]
#[pyo3(name = "evaluators")]
fn all_evaluators(py: Python<'_>) -> PyResult<Bound<'_, PyList>> {
    let all = PyList::empty(py);
    for name in NAMES {
        let EvaluatorInfo { title, document, year, margin_scale, eval_scale, .. } = documented(name)?.info();
        all.append(dict!(
            py, name: name, title: title, document: document, year: year, kind: kind(name),
            eval_scale: eval_scale.centipawns, margin_scale: margin_scale.ratio,
        ))?;
    }
    Ok(all)
}

/// The static value of a position: centipawns from White's side, or from the side to move if relative.
///
/// options has the evaluator's options by name, as `{"value.pawn": 90}`; disable names rules to go without, `*` standing
/// for any text, as `["mobility*"]`. A wrong name is answered with those that there are.
#[pyfunction]
#[pyo3(signature = (name, position, *, relative=false, options=None, disable=None))]
fn evaluate(
    name: &str,
    position: &Bound<'_, PyAny>,
    relative: bool,
    options: Settings<'_, '_>,
    disable: Patterns<'_, '_>,
) -> PyResult<i32> {
    let evaluator = chosen(name, options, disable)?;
    value(&*evaluator, &game_of(position)?, relative)
}

/// The terms of a position by rule: (White's, Black's), in centipawns from the owner's side, so a penalty is negative.
///
/// White's less Black's add up to the value: what the verdict on an ending does to the sum is the term `scale`, and what
/// rounding changes `rounding`. Terms are exact to a tenth of a centipawn; those that are 0 for both sides are left out.
#[pyfunction]
#[pyo3(signature = (name, position, *, options=None, disable=None))]
fn terms<'py>(
    py: Python<'py>,
    name: &str,
    position: &Bound<'py, PyAny>,
    options: Settings<'_, 'py>,
    disable: Patterns<'_, 'py>,
) -> PyResult<Bound<'py, PyDict>> {
    let evaluator = chosen(name, options, disable)?;
    let by_rule = PyDict::new(py);
    for (rule, term) in breakdown(&*evaluator, &game_of(position)?)?.posted() {
        by_rule.set_item(rule, (in_centipawns(term.white), in_centipawns(term.black)))?;
    }
    Ok(by_rule)
}

fn breakdown(evaluator: &dyn AnyEvaluator, game: &Game) -> PyResult<Breakdown> {
    Ok(Breakdown::from(&evaluator.record(game).map_err(|error| failed(&error))?).settled())
}

fn in_centipawns(tenths: i32) -> f64 {
    f64::from(tenths) / 10.0
}

/// The static values of many positions as a numpy array of int32: centipawns from White's side, or from the side to
/// move if relative.
///
/// positions is an iterable of positions, or a str or bytes with one a line, whose blank lines are left out. All cores
/// work on it, and other Python threads run meanwhile. If one cannot be read, the error names the first such index
/// or line, and there is no array. options and disable are those of evaluate.
#[pyfunction]
#[pyo3(signature = (name, positions, *, relative=false, options=None, disable=None))]
fn evaluate_many<'py>(
    py: Python<'py>,
    name: &str,
    positions: &Bound<'py, PyAny>,
    relative: bool,
    options: Settings<'_, 'py>,
    disable: Patterns<'_, 'py>,
) -> PyResult<Bound<'py, PyAny>> {
    let evaluator = chosen(name, options, disable)?;
    let numpy = numpy(py)?;
    let source = Source::new(positions)?;
    let positions = source.positions()?;
    let mut values = Vec::with_capacity(positions.given.len());
    let work = |game: &Game| value(&*evaluator, game, relative);
    positions.each(py, work, |_, found| {
        values.push(found?);
        Ok(())
    })?;
    array(&numpy, "int32", &values, i32::to_ne_bytes)
}

/// The terms of many positions: a dict of numpy arrays of float64, two for each rule that counts in one of the positions
/// at least, `"mobility.white"` and `"mobility.black"`, in the order of the document; pandas.DataFrame takes it as it is.
///
/// Each is in centipawns from the owner's side, one entry a position, 0 where the rule does not count. White's less
/// Black's add up to the values of evaluate_many. Positions, options and disable are as there, rules as in terms.
#[pyfunction]
#[pyo3(signature = (name, positions, *, options=None, disable=None))]
fn terms_many<'py>(
    py: Python<'py>,
    name: &str,
    positions: &Bound<'py, PyAny>,
    options: Settings<'_, 'py>,
    disable: Patterns<'_, 'py>,
) -> PyResult<Bound<'py, PyDict>> {
    let evaluator = chosen(name, options, disable)?;
    let numpy = numpy(py)?;
    let source = Source::new(positions)?;
    let columns = columns(py, &*evaluator, &source.positions()?)?;
    let by_rule = PyDict::new(py);
    let rules: Vec<Rule> = columns.iter().map(|(rule, _)| *rule).collect();
    for (rule, sides) in columns {
        let rule = rule.name_among(rules.iter().copied());
        for (side, tenths) in ["white", "black"].iter().zip(sides) {
            let column = array(&numpy, "float64", &tenths, |tenths| in_centipawns(tenths).to_ne_bytes())?;
            by_rule.set_item(format!("{rule}.{side}"), column)?;
        }
    }
    Ok(by_rule)
}

/// For each rule that counts somewhere, tenths of a centipawn by position, White's and Black's.
type Column = (Rule, [Vec<i32>; 2]);

fn columns(py: Python<'_>, evaluator: &dyn AnyEvaluator, positions: &Positions<'_>) -> PyResult<Vec<Column>> {
    let declared = evaluator.rules().into_iter().map(|declared| declared.rule);
    let order: HashMap<Rule, usize> = declared.zip(0..).collect();
    let mut places: HashMap<Rule, usize> = HashMap::new();
    let mut columns: Vec<Column> = Vec::new();
    let work = |game: &Game| {
        let counts = |term: &&Term| (term.white, term.black) != (0, 0);
        breakdown(evaluator, game).map(|of| of.terms().iter().filter(counts).copied().collect::<Vec<_>>())
    };
    positions.each(py, work, |at, terms| {
        for Term { rule, white, black } in terms? {
            let place = *places.entry(rule).or_insert_with(|| {
                columns.push((rule, [(); 2].map(|()| vec![0; positions.given.len()])));
                columns.len() - 1
            });
            let (_, [whites, blacks]) = &mut columns[place];
            (whites[at], blacks[at]) = (white, black);
        }
        Ok(())
    })?;
    // What is done to the sum comes last.
    columns.sort_by_key(|(rule, _)| order.get(rule).copied().unwrap_or(usize::MAX));
    Ok(columns)
}

fn numpy(py: Python<'_>) -> PyResult<Bound<'_, PyModule>> {
    py.import("numpy").map_err(|error| {
        PyImportError::new_err(format!("arrays need numpy ({error}); install it, as by `pip install numpy`"))
    })
}

/// A numpy array that may be written to.
fn array<'py, T: Copy, const N: usize>(
    numpy: &Bound<'py, PyModule>,
    kind: &str,
    numbers: &[T],
    bytes: impl Fn(T) -> [u8; N],
) -> PyResult<Bound<'py, PyAny>> {
    let memory = PyByteArray::new_with(numpy.py(), N * numbers.len(), |memory| {
        for (place, &number) in memory.chunks_exact_mut(N).zip(numbers) {
            place.copy_from_slice(&bytes(number));
        }
        Ok(())
    })?;
    match numbers {
        [] => numpy.call_method1("zeros", (0, kind)),
        _ => numpy.call_method1("frombuffer", (memory, kind)),
    }
}

/// A search of the position by this evaluation, to exactly so many nodes or until depth plies are done: a dict.
///
/// move and line are in UCI notation (castling as e1g1, in Chess960 as king takes rook); move is None if there is no
/// legal one. score is in centipawns from the side to move, or None if mate is a number: full moves to mate, negative when
/// the side to move is mated. depth is that of the last full iteration, in plies.
///
/// The same arguments give the same result: it is that of the engine program of the evaluation, in a new game, with its
/// table of 16 MiB. Ctrl-C ends it. options and disable are those of evaluate.
#[pyfunction]
#[pyo3(
    signature = (name, position, nodes=Count(100_000), *, depth=None, options=None, disable=None),
    text_signature = "(name, position, nodes=100_000, *, depth=None, options=None, disable=None)"
)]
fn search<'py>(
    py: Python<'py>,
    name: &str,
    position: &Bound<'py, PyAny>,
    nodes: Count,
    depth: Option<Count>,
    options: Settings<'_, 'py>,
    disable: Patterns<'_, 'py>,
) -> PyResult<Bound<'py, PyDict>> {
    let evaluator = chosen(name, options, disable)?;
    let game = game_of(position)?;
    let (nodes, depth) = (nodes.0, depth.map(|depth| i32::try_from(depth.0).unwrap_or(i32::MAX)));
    if nodes == 0 || depth == Some(0) {
        return Err(PyValueError::new_err("nodes and depth are 1 at least, as a move needs a look"));
    }
    let report = searched(py, &mut *evaluator.searcher(TABLE), &game, &Limits { depth, ..Limits::nodes(nodes) })?;
    let line: Vec<String> = report.line.iter().map(|&mv| uci_move(mv)).collect();
    let (mv, score) = (line.first(), report.score);
    Ok(dict!(
        py, move: mv, score: score.cp(), mate: score.mate_moves(), line: &line, depth: report.depth, nodes: report.nodes,
    ))
}

/// Searches in a thread of its own, which has the stack for it, so that this one can listen to Python's signals.
fn searched(py: Python<'_>, searcher: &mut dyn Searcher, game: &Game, limits: &Limits) -> PyResult<Report> {
    let stop = searcher.stop();
    let (sender, mut receiver) = channel();
    scope(|scope| {
        let search = move || sender.send(searcher.go(game, limits, &mut |_| {})).unwrap_or(());
        Builder::new().stack_size(STACK).spawn_scoped(scope, search).map_err(|error| {
            PyRuntimeError::new_err(format!("cannot start a thread for the search: {error}; end others"))
        })?;
        loop {
            let found = py.detach(|| {
                let receiver = &mut receiver;
                receiver.recv_timeout(LOOK)
            });
            match found {
                Ok(report) => return report.map_err(|error| failed(&error)),
                Err(RecvTimeoutError::Timeout) => py.check_signals().inspect_err(|_| stop.store(true, Relaxed))?,
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(PyRuntimeError::new_err("the search ended without a result"));
                }
            }
        }
    })
}
