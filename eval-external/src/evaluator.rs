//! An evaluation from outside as an evaluator of the search.

use std::fmt;
use std::path::Path;
use std::process::exit;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use engine_core::evaluator::{EvalScale, Evaluator, EvaluatorInfo, MarginScale};
use engine_core::explain::Ledger;
use engine_core::game::Game;
use engine_core::node::Node;
use engine_core::options::{Configure, OptionError, OptionInfo, OptionKind, matches};
use engine_core::position::Position;
use engine_core::rule::DeclaredRule;
use engine_core::score::Value;

use crate::Spec;
use crate::failure::ExternalError;
use crate::instance::{CachedInstance, Instance, OnFailure, REMAINDER, Start, VALUE};
use crate::library::Library;
use crate::term::{ExternalTerm, rules_seen, shortened};

/// The exit status of a process whose evaluation failed during a search.
pub const FAILURE_STATUS: i32 = 3;

/// An evaluation from outside.
///
/// A failure during a search (a value out of range, two values of one position, a program that ends) has the effect that
/// [`Start::on_failure`] states. A copy has its own instance: another one of the library, or the program started again.
pub struct ExternalEvaluator {
    spec: Spec,
    start: Start,
    info: EvaluatorInfo,
    library: Option<Library>,
    options: Vec<OptionInfo>,
    /// The options that were set, in order, each with its value and that as a number.
    settings: Vec<(OptionInfo, String, i32)>,
    instance: Mutex<CachedInstance>,
    /// The first failure, of this one or a copy.
    failure: Arc<OnceLock<ExternalError>>,
}

impl ExternalEvaluator {
    /// Loads or starts the evaluation.
    ///
    /// # Errors
    /// If it cannot be loaded or started.
    pub fn open(spec: &Spec, start: Start) -> Result<ExternalEvaluator, ExternalError> {
        let library = match spec {
            Spec::Library(path) => {
                let folder = start.folder.as_deref().unwrap_or(Path::new(""));
                Some(Library::open(&folder.join(path))?)
            }
            Spec::Pipe(_) => None,
        };
        let instance = Instance::new(spec, library.as_ref(), &start)?;
        let (name, scale, options) = match (&instance, &library, spec) {
            (_, Some(library), _) => (library.name()?, library.scale()?, library.options()?),
            (Instance::Pipe(program), _, Spec::Pipe(words)) => {
                let name = program.name().map_or_else(|| short_name(words), Ok)?;
                (name, program.scale(), program.options().to_vec())
            }
            _ => return Err(ExternalError::NoInstance),
        };
        Ok(ExternalEvaluator {
            info: info(name, spec, scale)?,
            spec: spec.clone(),
            library,
            options,
            settings: Vec::new(),
            instance: Mutex::new(CachedInstance::new(instance)),
            failure: Arc::default(),
            start,
        })
    }

    /// The same under another name in messages, which is also its document's: `./mine.so` of a program that has loaded it.
    ///
    /// # Errors
    /// If there are too many names.
    pub fn named(mut self, spec: &str) -> Result<ExternalEvaluator, ExternalError> {
        self.info.document = shortened(spec, self.info.name)?;
        Ok(self)
    }

    /// Gives it another factor on the margins of a search, above 0.
    pub fn set_margin_scale(&mut self, ratio: f64) {
        self.info.margin_scale = MarginScale { ratio, measured: "given" };
    }

    /// The value of an option: its default, unless it was set.
    ///
    /// # Errors
    /// If there is no such option.
    pub fn value_of(&self, name: &str) -> Result<String, OptionError> {
        let option = self.option(name)?;
        let set = self.settings.iter().find(|(of, ..)| of.name == option.name);
        Ok(match (set, &option.kind) {
            (Some((_, value, _)), _) => value.clone(),
            (None, OptionKind::Flag { default }) => default.to_string(),
            (None, OptionKind::Number { default, .. }) => default.to_string(),
            (None, _) => String::new(),
        })
    }

    fn option(&self, name: &str) -> Result<&OptionInfo, OptionError> {
        let mut options = self.options.iter();
        let option = options.find(|option| option.name.eq_ignore_ascii_case(name));
        option.ok_or_else(|| OptionError::Unknown {
            name: name.to_owned(),
            options: self.options.iter().map(|option| option.name).collect(),
        })
    }

    /// The failure after which its values mean nothing, if there was one ([`OnFailure::Keep`]).
    #[must_use]
    pub fn failure(&self) -> Option<&ExternalError> {
        self.failure.get()
    }

    /// The value of the position in centipawns from the side to move.
    ///
    /// # Errors
    /// If the evaluation fails, or has failed before.
    pub fn try_value(&self, position: &Position) -> Result<i32, ExternalError> {
        self.check_failure()?;
        self.instance().checked.value(position)
    }

    /// The values of many positions, as [`ExternalEvaluator::try_value`] has them; a program is sent many ahead.
    ///
    /// # Errors
    /// If the evaluation fails, or has failed before.
    pub fn try_values(&self, positions: &[Position]) -> Result<Vec<i32>, ExternalError> {
        self.check_failure()?;
        self.instance().checked.values(positions)
    }

    /// The terms of the position, none if the evaluation has none.
    ///
    /// # Errors
    /// If the evaluation fails, or has failed before.
    pub fn try_terms(&self, position: &Position) -> Result<Vec<ExternalTerm>, ExternalError> {
        self.check_failure()?;
        self.instance().checked.instance.terms(position)
    }

    /// A copy that does not share the failures of this one: its values count again.
    #[must_use]
    pub fn renewed(&self) -> ExternalEvaluator {
        self.copy(Arc::default())
    }

    /// Another one with an instance of its own, and this cell for its failures.
    fn copy(&self, failure: Arc<OnceLock<ExternalError>>) -> ExternalEvaluator {
        let (instance, fault) = match self.another() {
            Ok(instance) => (instance, None),
            Err(error) => (Instance::Failed(error.clone()), Some(error)),
        };
        let mut instance = CachedInstance::new(instance);
        let disabled = &self.instance().checked.disabled;
        instance.checked.disabled.clone_from(disabled);
        let copy = ExternalEvaluator {
            spec: self.spec.clone(),
            start: self.start.clone(),
            info: self.info,
            library: self.library,
            options: self.options.clone(),
            settings: self.settings.clone(),
            instance: Mutex::new(instance),
            failure,
        };
        if let Some(fault) = fault {
            copy.fail(fault);
        }
        copy
    }

    fn instance(&self) -> MutexGuard<'_, CachedInstance> {
        self.instance.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn instance_mut(&mut self) -> &mut CachedInstance {
        let instance = self.instance.get_mut();
        instance.unwrap_or_else(PoisonError::into_inner)
    }

    fn check_failure(&self) -> Result<(), ExternalError> {
        self.failure.get().cloned().map_or(Ok(()), Err)
    }

    /// Another instance, with the same options.
    fn another(&self) -> Result<Instance, ExternalError> {
        let mut instance = Instance::new(&self.spec, self.library.as_ref(), &self.start)?;
        for (option, value, number) in &self.settings {
            if !instance.set(option, value, *number) {
                return Err(ExternalError::Option {
                    name: option.name.to_owned(),
                    fault: format!("was set to {value}, and cannot be any more"),
                });
            }
        }
        Ok(instance)
    }

    /// The result, or `otherwise` after a failure that does not end the process.
    #[inline]
    fn expect<T>(&self, result: Result<T, ExternalError>, otherwise: T) -> T {
        result.unwrap_or_else(|error| {
            self.fail(error);
            otherwise
        })
    }

    #[cold]
    fn fail(&self, error: ExternalError) {
        match self.start.on_failure {
            OnFailure::EndProcess => {
                eprintln!("error: the evaluation {} failed: {error}", self.info.document);
                exit(FAILURE_STATUS);
            }
            OnFailure::Keep => {
                self.failure.get_or_init(|| error);
            }
        }
    }
}

/// The last part of the path of a command's last word, which is the program itself or the script that it runs.
fn short_name(words: &[String]) -> Result<&'static str, ExternalError> {
    let last = words.last().map_or("", String::as_str);
    let name = last.rsplit('/').next().unwrap_or(last);
    shortened(name, "program")
}

fn info(
    name: &'static str,
    spec: &Spec,
    scale: Option<f64>,
) -> Result<EvaluatorInfo, ExternalError> {
    Ok(EvaluatorInfo {
        name,
        title: name,
        document: shortened(&spec.to_string(), name)?,
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

    /// The rules that post in some hundred positions of all kinds: no evaluation from outside declares them.
    fn rules(&self) -> Vec<DeclaredRule> {
        let seen = rules_seen(|position| self.try_terms(position));
        let mut rules = self.expect(seen, Vec::new());
        rules.push(if rules.is_empty() { VALUE } else { REMAINDER });
        rules.into_iter().map(DeclaredRule::new).collect()
    }

    fn root(&self, _game: &Game) {}

    fn post<L: Ledger>(&self, node: &Node<()>, ledger: &mut L) {
        let position = node.position();
        if L::ITEMISED {
            let posts = self.instance().checked.posts(position);
            for term in self.expect(posts, Vec::new()) {
                ledger.post(term.rule, term.white, term.black);
            }
            return;
        }
        let value = self.evaluate(node).cp();
        ledger.post_centipawns(VALUE, [position.turn().fold_wb(value, -value), 0]);
    }

    #[inline]
    fn evaluate(&self, node: &Node<()>) -> Value {
        let mut instance = self.instance();
        instance.value(node.key().0, node.position(), |error| self.fail(error))
    }
}

impl Configure for ExternalEvaluator {
    const SWITCHES: bool = true;

    fn options(&self) -> Vec<OptionInfo> {
        self.options.clone()
    }

    fn apply(&mut self, option: &OptionInfo, value: &str) {
        self.set(option.name, value).ok();
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let option = self.option(name)?.clone();
        let (number, takes) = match &option.kind {
            OptionKind::Flag { .. } => {
                (value.parse::<bool>().ok().map(i32::from), "true or false".to_owned())
            }
            OptionKind::Number { min, max, .. } => {
                let number = value.parse().ok().filter(|number| (min..=max).contains(&number));
                (number, format!("a whole number from {min} to {max}"))
            }
            _ => (None, "nothing".to_owned()),
        };
        let instance = self.instance_mut();
        let mut takes_it = |number: &i32| instance.checked.instance.set(&option, value, *number);
        match number.filter(|number| takes_it(number)) {
            None => Err(OptionError::Value { name: option.name, value: value.to_owned(), takes }),
            Some(number) => {
                instance.forget();
                self.settings.retain(|(of, ..)| of.name != option.name);
                self.settings.push((option, value.to_owned(), number));
                Ok(())
            }
        }
    }

    /// Leaves out the terms that match. A pattern has to match a term of some hundred positions, or the remainder.
    fn disable(&mut self, patterns: &[&str]) -> Result<(), OptionError> {
        if patterns.is_empty() {
            return Ok(());
        }
        let known: Vec<&str> = self.rules().iter().map(|rule| rule.rule.name).collect();
        let is_known = |pattern: &&&str| known.iter().any(|name| matches(pattern, name));
        if let Some(pattern) = patterns.iter().find(|pattern| !is_known(pattern)) {
            return Err(OptionError::Pattern {
                pattern: (*pattern).to_owned(),
                families: known.iter().map(|&name| name.to_owned()).collect(),
            });
        }
        let patterns = patterns.iter().map(|&pattern| pattern.to_owned());
        let instance = self.instance_mut();
        instance.checked.disabled = patterns.collect();
        instance.forget();
        Ok(())
    }
}

impl Clone for ExternalEvaluator {
    fn clone(&self) -> ExternalEvaluator {
        self.copy(Arc::clone(&self.failure))
    }
}

impl fmt::Debug for ExternalEvaluator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ExternalEvaluator").field(&self.spec).finish()
    }
}
