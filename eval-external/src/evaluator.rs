//! An evaluation from outside as an evaluator of the search.

use std::fmt;
use std::process::exit;
use std::sync::{Mutex, MutexGuard, PoisonError};

use engine_core::evaluator::{EvalScale, Evaluator, EvaluatorInfo, MarginScale};
use engine_core::explain::{DeclaredRule, Ledger, Rule};
use engine_core::game::Game;
use engine_core::node::Node;
use engine_core::options::{Configure, OptionError, OptionInfo, OptionKind};
use engine_core::position::Position;
use engine_core::score::{EVAL_MAX, Value};
use engine_core::tables::evaluations::Evaluations;

use crate::failure::ExternalError;
use crate::library::{Library, LibraryInstance};
use crate::names;
use crate::pipe::{Patience, PipeProgram};
use crate::position::fen;
use crate::spec::Spec;
use crate::term::ExternalTerm;
use crate::uci_eval::{OutputFormat, UciEngine};

/// The exit status of a process whose evaluation failed during a search.
pub const FAILURE_STATUS: i32 = 3;

/// The rule of a value without terms.
const VALUE: Rule = Rule::other("value");
/// The rule of what the terms leave of the value.
const REMAINDER: Rule = Rule::other("not in the terms");

/// The number of values after which one is remembered, and after as many more it is computed again.
const BETWEEN_REPEATS: u64 = 512;

/// The settings with which an evaluation is started.
#[derive(Clone, Debug, Default)]
pub struct Start {
    /// The format of a UCI engine's output; without it that of its preset.
    pub format: Option<OutputFormat>,
    /// Options by name and value.
    pub options: Vec<(String, String)>,
    /// The time that a program has.
    pub patience: Patience,
}

/// An evaluation from outside.
///
/// A failure during a search (a value out of range, two values of one position, a program that ends) ends the process
/// with a message on standard error and [`FAILURE_STATUS`]. A copy has its own instance: another one of the library, or
/// the program started again.
pub struct ExternalEvaluator {
    spec: Spec,
    start: Start,
    info: EvaluatorInfo,
    library: Option<Library>,
    options: Vec<OptionInfo>,
    /// The options that were set, in order.
    settings: Vec<(&'static str, i32)>,
    evaluation: Mutex<CachedInstance>,
}

/// An instance of one of the three kinds.
#[derive(Debug)]
enum Instance {
    Library(LibraryInstance),
    Pipe(PipeProgram),
    UciEval(UciEngine),
}

impl Instance {
    #[inline]
    fn value(&mut self, position: &Position) -> Result<i32, ExternalError> {
        match self {
            Instance::Library(instance) => Ok(instance.value(position)),
            Instance::Pipe(program) => program.value(position),
            Instance::UciEval(engine) => engine.value(position),
        }
    }

    fn terms(&mut self, position: &Position) -> Result<Vec<ExternalTerm>, ExternalError> {
        match self {
            Instance::Library(instance) => instance.terms(position),
            Instance::Pipe(program) => program.terms(position).map(|(_, terms)| terms),
            Instance::UciEval(_) => Ok(Vec::new()),
        }
    }
}

/// An instance whose values are checked.
#[derive(Debug)]
struct CheckedInstance {
    instance: Instance,
    values: u64,
    remembered: Option<(Position, i32)>,
}

impl CheckedInstance {
    fn new(instance: Instance) -> CheckedInstance {
        CheckedInstance {
            instance,
            values: 0,
            remembered: None,
        }
    }

    #[inline]
    fn value(&mut self, position: &Position) -> Result<i32, ExternalError> {
        let value = self.instance.value(position)?;
        if value.unsigned_abs() > EVAL_MAX as u32 {
            let (value, fen) = (value.into(), fen(position));
            return Err(ExternalError::Range { value, fen });
        }
        if self.values.is_multiple_of(BETWEEN_REPEATS) {
            self.repeat(position, value)?;
        }
        self.values += 1;
        Ok(value)
    }

    /// Asks again for the value that is remembered, and remembers this one; the very first is asked for again at once.
    #[cold]
    fn repeat(&mut self, position: &Position, value: i32) -> Result<(), ExternalError> {
        let (before, first) = self
            .remembered
            .take()
            .unwrap_or_else(|| (position.clone(), value));
        let second = self.instance.value(&before)?;
        if first != second {
            let fen = fen(&before);
            return Err(ExternalError::Unstable { fen, first, second });
        }
        self.remembered = Some((position.clone(), value));
        Ok(())
    }
}

/// An instance and the values that it had lately, by position. They are kept here and not by the search
/// ([`Evaluator::IS_COSTLY`]), whose tree is then that of a built-in evaluator with the same values.
#[derive(Debug)]
struct CachedInstance {
    checked: CheckedInstance,
    lately: Evaluations,
}

impl CachedInstance {
    fn new(instance: Instance) -> Mutex<CachedInstance> {
        Mutex::new(CachedInstance {
            checked: CheckedInstance::new(instance),
            lately: Evaluations::new(true),
        })
    }
}

impl ExternalEvaluator {
    /// Loads or starts the evaluation, and sets the options.
    ///
    /// # Errors
    /// If it cannot be loaded or started, or does not take an option.
    pub fn open(spec: &Spec, start: Start) -> Result<ExternalEvaluator, ExternalError> {
        let mut library = None;
        let mut options = Vec::new();
        let (name, scale, instance) = match spec {
            Spec::Library(path) => {
                let opened = Library::open(path)?;
                options = opened.options()?;
                let instance = Instance::Library(opened.instance()?);
                library = Some(opened);
                (opened.name()?, opened.scale()?, instance)
            }
            Spec::Pipe(words) => {
                let program = PipeProgram::start(words, start.patience)?;
                let name = program.name().map_or_else(|| short_name(words), Ok)?;
                (name, program.scale(), Instance::Pipe(program))
            }
            Spec::UciEval(words) => {
                let engine = uci_engine(words, &start)?;
                (engine.name(), None, Instance::UciEval(engine))
            }
        };
        let mut evaluator = ExternalEvaluator {
            info: info(name, spec, scale)?,
            spec: spec.clone(),
            library,
            options,
            settings: Vec::new(),
            evaluation: CachedInstance::new(instance),
            start,
        };
        evaluator.set_all()?;
        Ok(evaluator)
    }

    /// The value of the position in centipawns from the side to move.
    ///
    /// # Errors
    /// If the evaluation fails.
    pub fn try_value(&self, position: &Position) -> Result<i32, ExternalError> {
        self.evaluation().checked.value(position)
    }

    /// The terms of the position, none if the evaluation has none.
    ///
    /// # Errors
    /// If the evaluation fails.
    pub fn try_terms(&self, position: &Position) -> Result<Vec<ExternalTerm>, ExternalError> {
        self.evaluation().checked.instance.terms(position)
    }

    fn evaluation(&self) -> MutexGuard<'_, CachedInstance> {
        self.evaluation
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets the options of the start; a UCI engine has them already.
    fn set_all(&mut self) -> Result<(), ExternalError> {
        if matches!(self.spec, Spec::UciEval(_)) {
            return Ok(());
        }
        for (name, value) in self.start.options.clone() {
            self.set(&name, &value)
                .map_err(|error| ExternalError::Option {
                    fault: format!("cannot be set: {error}"),
                    name,
                })?;
        }
        Ok(())
    }

    /// Another instance, with the same options.
    fn another(&self) -> Result<Instance, ExternalError> {
        match (&self.spec, &self.library) {
            (Spec::UciEval(words), _) => Ok(Instance::UciEval(uci_engine(words, &self.start)?)),
            (Spec::Pipe(words), _) => Ok(Instance::Pipe(PipeProgram::start(
                words,
                self.start.patience,
            )?)),
            (Spec::Library(_), None) => Err(ExternalError::NoInstance),
            (Spec::Library(_), Some(library)) => {
                let mut instance = library.instance()?;
                for (name, value) in &self.settings {
                    if !instance.set(name, *value) {
                        let (name, fault) = (
                            (*name).to_owned(),
                            format!("was set to {value}, and cannot be any more"),
                        );
                        return Err(ExternalError::Option { name, fault });
                    }
                }
                Ok(Instance::Library(instance))
            }
        }
    }

    /// The result, or the end of the process.
    #[inline]
    fn expect<T>(&self, result: Result<T, ExternalError>) -> T {
        result.unwrap_or_else(|error| self.fail(&error))
    }

    /// Ends the process: a search has no use for an evaluation that has failed.
    #[cold]
    fn fail(&self, error: &ExternalError) -> ! {
        eprintln!("error: the evaluation {} failed: {error}", self.spec);
        exit(FAILURE_STATUS);
    }

    /// Posts the terms, and what they leave of the value.
    fn post_terms<L: Ledger>(&self, position: &Position, ledger: &mut L) {
        let value = self.expect(self.try_value(position));
        let terms = self.expect(self.try_terms(position));
        let white = position.turn().fold_wb(value, -value);
        if terms.is_empty() {
            ledger.post_centipawns(VALUE, [white, 0]);
            return;
        }
        let mut sum = 0;
        for term in &terms {
            ledger.post(term.rule, term.white, term.black);
            sum += term.balance();
        }
        if engine_core::explain::rounded(sum) != white {
            ledger.post(REMAINDER, 10 * white - sum, 0);
        }
    }
}

fn uci_engine(words: &[String], start: &Start) -> Result<UciEngine, ExternalError> {
    UciEngine::start(words, start.format.clone(), &start.options, start.patience)
}

/// The last part of the path of a command's last word, which is the program itself or the script that it runs.
fn short_name(words: &[String]) -> Result<&'static str, ExternalError> {
    let last = words.last().map_or("", String::as_str);
    let name = last.rsplit('/').next().unwrap_or(last);
    names::shortened(name, "program")
}

fn info(
    name: &'static str,
    spec: &Spec,
    scale: Option<f64>,
) -> Result<EvaluatorInfo, ExternalError> {
    Ok(EvaluatorInfo {
        name,
        title: name,
        document: names::shortened(&spec.to_string(), name)?,
        year: 0,
        margin_scale: MarginScale::UNMEASURED,
        eval_scale: scale.map_or(EvalScale::UNMEASURED, |centipawns| EvalScale {
            centipawns,
            measured: "by its author",
        }),
    })
}

impl Evaluator for ExternalEvaluator {
    type State = ();

    fn info(&self) -> EvaluatorInfo {
        self.info
    }

    /// The rules that post in some positions of all kinds: no evaluation from outside declares them.
    fn rules(&self) -> Vec<DeclaredRule> {
        let mut rules: Vec<Rule> = Vec::new();
        for text in SAMPLES {
            let game = Game::parse(text).expect("the samples are legal");
            let terms = self.expect(self.try_terms(&game.position().into()));
            for term in terms {
                if !rules.contains(&term.rule) {
                    rules.push(term.rule);
                }
            }
        }
        rules.push(if rules.is_empty() { VALUE } else { REMAINDER });
        rules.into_iter().map(DeclaredRule::new).collect()
    }

    fn root(&self, _game: &Game) {}

    fn post<L: Ledger>(&self, node: &Node<()>, ledger: &mut L) {
        let position = node.position();
        if L::ITEMISED {
            return self.post_terms(position, ledger);
        }
        let value = self.evaluate(node).cp();
        ledger.post_centipawns(VALUE, [position.turn().fold_wb(value, -value), 0]);
    }

    #[inline]
    fn evaluate(&self, node: &Node<()>) -> Value {
        let CachedInstance { checked, lately } = &mut *self.evaluation();
        lately.get(node.key().0, || {
            Value::clamped(self.expect(checked.value(node.position())))
        })
    }
}

impl Configure for ExternalEvaluator {
    fn options(&self) -> Vec<OptionInfo> {
        self.options.clone()
    }

    fn apply(&mut self, option: &OptionInfo, value: &str) {
        self.set(option.name, value).ok();
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let option = self
            .options
            .iter()
            .find(|option| option.name.eq_ignore_ascii_case(name));
        let option = option.ok_or_else(|| OptionError::Unknown {
            name: name.to_owned(),
            options: self.options.iter().map(|option| option.name).collect(),
        })?;
        let (number, takes) = match &option.kind {
            OptionKind::Flag { .. } => (
                value.parse::<bool>().ok().map(i32::from),
                "true or false".to_owned(),
            ),
            OptionKind::Number { min, max, .. } => {
                let number = value
                    .parse()
                    .ok()
                    .filter(|number| (min..=max).contains(&number));
                (number, format!("a whole number from {min} to {max}"))
            }
            _ => (None, "nothing".to_owned()),
        };
        let refused = OptionError::Value {
            name: option.name,
            value: value.to_owned(),
            takes,
        };
        let Some(number) = number else {
            return Err(refused);
        };
        let evaluation = self
            .evaluation
            .get_mut()
            .unwrap_or_else(PoisonError::into_inner);
        let is_set = match &mut evaluation.checked.instance {
            Instance::Library(instance) => instance.set(option.name, number),
            Instance::Pipe(_) | Instance::UciEval(_) => false,
        };
        if !is_set {
            return Err(refused);
        }
        // The values of before are those of other options.
        evaluation.checked.remembered = None;
        evaluation.lately.clear();
        self.settings.push((option.name, number));
        Ok(())
    }
}

impl Clone for ExternalEvaluator {
    fn clone(&self) -> ExternalEvaluator {
        ExternalEvaluator {
            spec: self.spec.clone(),
            start: self.start.clone(),
            info: self.info,
            library: self.library,
            options: self.options.clone(),
            settings: self.settings.clone(),
            evaluation: CachedInstance::new(self.expect(self.another())),
        }
    }
}

impl fmt::Debug for ExternalEvaluator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ExternalEvaluator")
            .field(&self.spec)
            .finish()
    }
}

/// Positions in which rules show themselves: openings, middlegames, endgames, for either side.
const SAMPLES: [&str; 12] = [
    "startpos",
    "startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1",
    "startpos moves d2d4 g8f6 c2c4 g7g6 b1c3 f8g7 e2e4 d7d6 g1f3 e8g8 f1e2 e7e5",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r1bq1rk1/pp3ppp/2n1pn2/3p4/1bPP4/2NBPN2/PP3PPP/R1BQ1RK1 b - - 0 8",
    "4rrk1/pp1n3p/3q2pQ/2p1pb2/2PP4/2P3N1/P2B2PP/4RRK1 b - - 7 19",
    "3r1rk1/p4ppp/1p2b3/2p1P3/2P2P2/1P1q4/P2Q2PP/R4RK1 w - - 0 24",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "2k5/5pp1/p6p/1p2P3/1P3P2/P2K3P/6P1/8 w - - 0 34",
    "5k2/1R4p1/4pp1p/r7/4P3/5P1P/6PK/8 w - - 2 41",
    "8/8/1p1kp1p1/p1pr1n1p/P6P/1R1P2P1/2P2KB1/8 w - - 0 33",
    "6k1/5p1p/4p1p1/3b4/1P1B4/5P2/6PP/6K1 b - - 0 36",
];
