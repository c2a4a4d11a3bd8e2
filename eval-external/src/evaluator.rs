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
use engine_core::tables::evaluations::Evaluations;

use crate::instance::{Instance, REMAINDER, VALUE};
use crate::library::{Library, LibraryInstance};
use crate::pipe::PipeProgram;
use crate::replica::{Replica, by_default};
use crate::source::{OnFailure, Origin, Source, Start};
use crate::term::{ExternalTerm, rules_seen, shortened};
use crate::{ExternalError, Spec};

/// The exit status of a process whose evaluation failed during a search.
pub const FAILURE_STATUS: i32 = 3;

/// An evaluation from outside.
///
/// A failure during a search (a value out of range, two values of one position, a program that ends) has the effect that
/// [`Start::on_failure`] states. A copy has its own instance: another one of the library, or the program started again.
pub struct ExternalEvaluator {
    origin: Origin,
    start: Start,
    info: EvaluatorInfo,
    options: Vec<OptionInfo>,
    /// An instance and the values that it had lately. They are kept here and not by the search
    /// ([`Evaluator::IS_COSTLY`]), whose tree is then that of a built-in evaluator with the same values.
    instance: Mutex<(Instance, Evaluations)>,
    /// The first failure, of this one or a copy.
    failure: Arc<OnceLock<ExternalError>>,
}

impl ExternalEvaluator {
    /// Loads or starts the evaluation. Fails if it cannot be loaded or started.
    pub fn open(spec: &Spec, start: Start) -> Result<ExternalEvaluator, ExternalError> {
        let origin = match spec {
            Spec::Library(path) => {
                let folder = start.folder.as_deref().unwrap_or(Path::new(""));
                Origin::Library(Library::open(&folder.join(path))?)
            }
            Spec::Pipe(words) => Origin::Pipe(words.clone()),
        };
        let mut source = origin.source(&start)?;
        let (name, scale, options) = match &mut source {
            Source::Library(LibraryInstance { library, .. }) => (library.name()?, library.scale()?, library.options()?),
            Source::Pipe(PipeProgram { name, greeting, .. }) => {
                (*name, greeting.scale, std::mem::take(&mut greeting.options))
            }
        };
        let measured = |centipawns| EvalScale { centipawns, measured: "by its author" };
        let info = EvaluatorInfo {
            name,
            title: name,
            document: shortened(&spec.to_string(), name)?,
            year: None,
            margin_scale: MarginScale::UNMEASURED,
            eval_scale: scale.map_or(EvalScale::UNMEASURED, measured),
        };
        let mut instance = Instance::new(Ok(source));
        let replica = start.confirms.then(|| origin.source(&start)).transpose()?;
        instance.replica = replica.map(|source| Arc::new(Mutex::new(Replica::new(source))));
        Ok(ExternalEvaluator { origin, start, info, options, instance: cached(instance), failure: Arc::default() })
    }

    /// The same under another name in messages, which is also its document's: `./mine.so` of a program that has loaded it.
    /// Fails if there are too many names.
    pub fn named(mut self, spec: &str) -> Result<ExternalEvaluator, ExternalError> {
        self.info.document = shortened(spec, self.info.name)?;
        Ok(self)
    }

    /// Gives it another factor on the margins of a search, above 0.
    pub fn set_margin_scale(&mut self, ratio: f64) {
        self.info.margin_scale = MarginScale { ratio, measured: "given" };
    }

    /// The value of an option: its default, unless it was set. Fails if there is no such option.
    pub fn value_of(&self, name: &str) -> Result<String, OptionError> {
        let option = self.option(name)?;
        let settings = &self.instance().0.settings;
        let set = settings.iter().find(|(of, ..)| of.name == option.name);
        Ok(set.map_or_else(|| by_default(option).1, |(_, value, _)| value.clone()))
    }

    fn option(&self, name: &str) -> Result<&OptionInfo, OptionError> {
        let mut options = self.options.iter();
        options.find(|option| option.name.eq_ignore_ascii_case(name)).ok_or_else(|| {
            let options = self.options.iter().map(|option| option.name).collect();
            OptionError::Unknown { name: name.to_owned(), options }
        })
    }

    /// The failure after which its values mean nothing, if there was one ([`OnFailure::Keep`]).
    pub fn failure(&self) -> Option<&ExternalError> {
        self.failure.get()
    }

    /// The value of the position in centipawns from the side to move.
    /// Fails if the evaluation fails, or has failed before.
    pub fn try_value(&self, position: &Position) -> Result<i32, ExternalError> {
        self.working()?.0.value(position)
    }

    /// The values of many positions, as [`ExternalEvaluator::try_value`] has them; a program is sent many ahead.
    /// Fails if the evaluation fails, or has failed before.
    pub fn try_values(&self, positions: &[Position]) -> Result<Vec<i32>, ExternalError> {
        self.working()?.0.values(positions)
    }

    /// The terms of the position, none if the evaluation has none. Fails if the evaluation fails, or has failed before.
    pub fn try_terms(&self, position: &Position) -> Result<Vec<ExternalTerm>, ExternalError> {
        self.working()?.0.terms(position, None)
    }

    /// A copy that does not share the failures of this one: its values count again.
    pub fn renewed(&self) -> ExternalEvaluator {
        self.copy(Arc::default())
    }

    /// Another one with an instance of its own, and this cell for its failures.
    fn copy(&self, failure: Arc<OnceLock<ExternalError>>) -> ExternalEvaluator {
        let source = self.another();
        let fault = source.as_ref().err().cloned();
        let (mut instance, (own, _)) = (Instance::new(source), &*self.instance());
        instance.disabled.clone_from(&own.disabled);
        instance.settings.clone_from(&own.settings);
        instance.replica.clone_from(&own.replica);
        let copy = ExternalEvaluator {
            origin: self.origin.clone(),
            start: self.start.clone(),
            info: self.info,
            options: self.options.clone(),
            instance: cached(instance),
            failure,
        };
        if let Some(fault) = fault {
            copy.fail(fault);
        }
        copy
    }

    fn instance(&self) -> MutexGuard<'_, (Instance, Evaluations)> {
        self.instance.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Forgets the values of before: another option has others.
    fn forget(&self) {
        let (instance, lately) = &mut *self.instance();
        instance.forget();
        lately.clear();
    }

    fn working(&self) -> Result<MutexGuard<'_, (Instance, Evaluations)>, ExternalError> {
        self.failure.get().map_or_else(|| Ok(self.instance()), |error| Err(error.clone()))
    }

    /// Another source, with the same options.
    fn another(&self) -> Result<Source, ExternalError> {
        let mut source = self.origin.source(&self.start)?;
        for (option, value, number) in &self.instance().0.settings {
            if !source.set(option, value, *number) {
                let fault = format!("was set to {value}, and cannot be any more");
                return Err(ExternalError::of_option(option.name, fault));
            }
        }
        Ok(source)
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

fn cached(instance: Instance) -> Mutex<(Instance, Evaluations)> {
    Mutex::new((instance, Evaluations::new(true)))
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
            let posts = self.instance().0.posts(position);
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
        let mut cached = self.instance();
        let (instance, lately) = &mut *cached;
        lately.get(node.key().0, || Value::clamped(self.expect(instance.value(node.position()), 0)))
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
            OptionKind::Flag { .. } => (value.parse::<bool>().ok().map(i32::from), "true or false".to_owned()),
            OptionKind::Number { min, max, .. } => {
                let number = value.parse().ok().filter(|number| (min..=max).contains(&number));
                (number, format!("a whole number from {min} to {max}"))
            }
            _ => (None, "nothing".to_owned()),
        };
        let takes_it =
            |number: &i32| self.instance().0.source().is_ok_and(|source| source.set(&option, value, *number));
        let Some(number) = number.filter(|number| takes_it(number)) else {
            return Err(OptionError::Value { name: option.name, value: value.to_owned(), takes });
        };
        self.forget();
        let settings = &mut self.instance().0.settings;
        settings.retain(|(of, ..)| of.name != option.name);
        settings.push((option, value.to_owned(), number));
        Ok(())
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
        self.instance().0.disabled = patterns.collect();
        self.forget();
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
        f.debug_tuple("ExternalEvaluator").field(&self.info.document).finish()
    }
}
