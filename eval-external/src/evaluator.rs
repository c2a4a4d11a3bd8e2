//! An evaluation from outside as an evaluator of the search.

use std::fmt;
use std::path::Path;
use std::process::exit;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use engine_core::encoded_move::EncodedMove;
use engine_core::evaluator::{EvalScale, Evaluator, EvaluatorInfo, MarginScale};
use engine_core::explain::Ledger;
use engine_core::game::Game;
use engine_core::node::Node;
use engine_core::options::{Configure, OptionError, OptionInfo, OptionKind, matches};
use engine_core::position::Position;
use engine_core::rule::DeclaredRule;
use engine_core::score::{EVAL_MAX, Value};
use engine_core::tables::evaluations::Evaluations;

use crate::instance::{BETWEEN_REPEATS, Instance, REMAINDER, VALUE};
use crate::interface::RawMove;
use crate::library::state::{LARGE, Place, SMALL, State};
use crate::library::{Handle, Library};
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
pub struct ExternalEvaluator<const WORDS: usize = LARGE> {
    origin: Origin,
    start: Start,
    info: EvaluatorInfo,
    options: Vec<OptionInfo>,
    /// An instance and the values that it had lately. They are kept here and not by the search
    /// ([`Evaluator::IS_COSTLY`]), whose tree is then that of a built-in evaluator with the same values.
    instance: Mutex<(Instance, Evaluations)>,
    /// The instance of a library, for what any thread may ask at any time.
    handle: Option<Arc<Handle>>,
    /// True if values are asked of it: the evaluation is light, and nothing is left out or confirmed.
    is_light: bool,
    /// The number of values that were asked of it.
    values: AtomicU64,
    state_size: usize,
    /// The first failure, of this one or a copy.
    failure: Arc<OnceLock<ExternalError>>,
}

impl ExternalEvaluator {
    /// Loads or starts the evaluation. Fails if it cannot be loaded or started.
    pub fn open(spec: &Spec, start: Start) -> Result<ExternalEvaluator, ExternalError> {
        let origin = match spec {
            Spec::Library { path, name } => {
                let folder = start.folder.as_deref().unwrap_or(Path::new(""));
                Origin::Library(Library::open(&folder.join(path), name.as_deref())?)
            }
            Spec::Pipe(words) => Origin::Pipe(words.clone()),
        };
        let mut source = origin.source(&start)?;
        let (name, [scale, margin_scale], options) = match &mut source {
            Source::Library(instance) => {
                let library = instance.library();
                (library.name()?, library.scales()?, library.options()?)
            }
            Source::Pipe(program) => {
                let greeting = &mut program.greeting;
                (program.name, [greeting.scale, greeting.margin_scale], std::mem::take(&mut greeting.options))
            }
        };
        const BY_AUTHOR: &str = "by its author";
        let info = EvaluatorInfo {
            name,
            title: name,
            document: shortened(&spec.to_string(), name)?,
            year: None,
            margin_scale: margin_scale
                .map_or(MarginScale::UNMEASURED, |ratio| MarginScale { ratio, measured: BY_AUTHOR }),
            eval_scale: scale.map_or(EvalScale::UNMEASURED, |centipawns| EvalScale { centipawns, measured: BY_AUTHOR }),
        };
        let mut instance = Instance::new(Ok(source));
        let replica = start.confirms.then(|| origin.source(&start)).transpose()?;
        instance.replica = replica.map(|source| Arc::new(Mutex::new(Replica::new(source))));
        Ok(ExternalEvaluator::of(instance, origin, start, info, options, Arc::default()))
    }

    /// The same with states that cost next to nothing to copy, for a search; itself if its states are larger.
    ///
    /// # Errors
    /// If its states are larger.
    pub fn small(self) -> Result<ExternalEvaluator<SMALL>, Box<ExternalEvaluator>> {
        if self.state_size > SMALL * size_of::<u64>() {
            return Err(Box::new(self));
        }
        let ExternalEvaluator { origin, start, info, options, instance, handle, is_light, values, state_size, failure } =
            self;
        Ok(ExternalEvaluator { origin, start, info, options, instance, handle, is_light, values, state_size, failure })
    }
}

impl<const WORDS: usize> ExternalEvaluator<WORDS> {
    fn of(
        mut instance: Instance,
        origin: Origin,
        start: Start,
        info: EvaluatorInfo,
        options: Vec<OptionInfo>,
        failure: Arc<OnceLock<ExternalError>>,
    ) -> ExternalEvaluator<WORDS> {
        let source = instance.source();
        let state_size = source.as_ref().map_or(0, |source| source.state_size());
        let handle = match source {
            Ok(Source::Library(instance)) => Some(Arc::clone(instance.handle())),
            _ => None,
        };
        let is_light = handle.as_ref().is_some_and(|handle| handle.light() != 0)
            && instance.disabled.is_empty()
            && instance.replica.is_none();
        let instance = Mutex::new((instance, Evaluations::new(!is_light)));
        let values = AtomicU64::new(0);
        ExternalEvaluator { origin, start, info, options, instance, handle, is_light, values, state_size, failure }
    }

    /// The same under another name in messages, which is also its document's: `./mine.so` of a program that has loaded it.
    /// Fails if there are too many names.
    pub fn named(mut self, spec: &str) -> Result<Self, ExternalError> {
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

    /// The bytes that it keeps from move to move; 0 if its values depend on positions alone.
    pub fn state_size(&self) -> usize {
        self.state_size
    }

    /// The state of the game's position. Fails if the evaluation fails, or has failed before.
    pub fn try_root(&self, game: &Game) -> Result<State<WORDS>, ExternalError> {
        let mut state = State::ZERO;
        if self.state_size > 0 {
            self.working()?.0.source()?.root(game, self.words(&mut state))?;
        }
        Ok(state)
    }

    /// Brings the parent's state up to date with a move.
    pub(crate) fn try_play(&self, state: &mut State<WORDS>, mv: &RawMove) -> Result<(), ExternalError> {
        self.working()?.0.source()?.play(self.words(state), mv)
    }

    /// The words that it keeps.
    #[inline]
    fn words<'s>(&self, state: &'s mut State<WORDS>) -> &'s mut [u64] {
        &mut state.words[..self.state_size / size_of::<u64>()]
    }

    #[inline]
    fn place<'n>(&self, node: &'n Node<State<WORDS>>) -> Place<'n> {
        Place { position: node.position(), state: &node.state().words[..self.state_size / size_of::<u64>()] }
    }

    /// The node of the game's position. Fails if the evaluation fails, or has failed before.
    pub fn try_node(&self, game: &Game) -> Result<Node<State<WORDS>>, ExternalError> {
        Ok(Node::for_value(game.position().into(), self.try_root(game)?))
    }

    /// The value of the position in centipawns from the side to move.
    /// Fails if the evaluation fails, or has failed before.
    pub fn try_value(&self, node: &Node<State<WORDS>>) -> Result<i32, ExternalError> {
        self.working()?.0.value(self.place(node))
    }

    /// The values of many positions, as [`ExternalEvaluator::try_value`] has them; a program is sent many ahead.
    /// Fails if the evaluation fails, or has failed before.
    pub fn try_values(&self, nodes: &[Node<State<WORDS>>]) -> Result<Vec<i32>, ExternalError> {
        let places: Vec<Place<'_>> = nodes.iter().map(|node| self.place(node)).collect();
        self.working()?.0.values(&places)
    }

    /// The terms of the position, none if the evaluation has none. Fails if the evaluation fails, or has failed before.
    pub fn try_terms(&self, node: &Node<State<WORDS>>) -> Result<Vec<ExternalTerm>, ExternalError> {
        self.working()?.0.terms(self.place(node), None)
    }

    /// A copy that does not share the failures of this one: its values count again.
    pub fn renewed(&self) -> Self {
        self.copy(Arc::default())
    }

    /// Another one with an instance of its own, and this cell for its failures.
    fn copy(&self, failure: Arc<OnceLock<ExternalError>>) -> Self {
        let source = self.another();
        let fault = source.as_ref().err().cloned();
        let (mut instance, (own, _)) = (Instance::new(source), &*self.instance());
        instance.disabled.clone_from(&own.disabled);
        instance.settings.clone_from(&own.settings);
        instance.replica.clone_from(&own.replica);
        let options = self.options.clone();
        let copy =
            ExternalEvaluator::of(instance, self.origin.clone(), self.start.clone(), self.info, options, failure);
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

impl<const WORDS: usize> ExternalEvaluator<WORDS> {
    /// The value of a light evaluation, asked of it at once.
    #[inline(always)]
    fn light_value(&self, handle: &Handle, node: &Node<State<WORDS>>) -> Value {
        let value = handle.light_value(self.place(node));
        // Only this thread counts: a number that is lost between two would do no harm.
        let values = self.values.load(Ordering::Relaxed);
        self.values.store(values + 1, Ordering::Relaxed);
        if values.is_multiple_of(BETWEEN_REPEATS) || value.unsigned_abs() > EVAL_MAX as u32 {
            return self.checked_value(node);
        }
        Value::clamped(value)
    }

    /// The value, by way of the checks.
    #[cold]
    fn checked_value(&self, node: &Node<State<WORDS>>) -> Value {
        let instance = &mut self.instance().0;
        let at = self.place(node);
        let value = instance.value(at).and_then(|value| instance.repeat(at, value).map(|()| value));
        Value::clamped(self.expect(value, 0))
    }

    #[inline(always)]
    fn advance(&self, state: &mut State<WORDS>, mv: &RawMove) {
        match &self.handle {
            // All its words are passed, of which the library has said how many it needs.
            Some(handle) => handle.play(&mut state.words, mv),
            None => self.advance_elsewhere(state, mv),
        }
    }

    #[cold]
    fn advance_elsewhere(&self, state: &mut State<WORDS>, mv: &RawMove) {
        self.expect(self.try_play(state, mv), ());
    }
}

impl<const WORDS: usize> Evaluator for ExternalEvaluator<WORDS> {
    type State = State<WORDS>;

    fn info(&self) -> EvaluatorInfo {
        self.info
    }

    /// The rules that post in some hundred positions of all kinds: no evaluation from outside declares them.
    fn rules(&self) -> Vec<DeclaredRule> {
        let seen = rules_seen(|game| self.try_terms(&self.try_node(game)?));
        let mut rules = self.expect(seen, Vec::new());
        rules.push(if rules.is_empty() { VALUE } else { REMAINDER });
        rules.into_iter().map(DeclaredRule::new).collect()
    }

    fn root(&self, game: &Game) -> State<WORDS> {
        self.expect(self.try_root(game), State::ZERO)
    }

    #[inline(always)]
    fn update(&self, state: &mut State<WORDS>, parent: &Node<State<WORDS>>, mv: EncodedMove, _after: &Position) {
        if self.state_size > 0 {
            self.advance(state, &RawMove::of(parent.position().turn(), mv));
        }
    }

    #[inline]
    fn null(&self, parent: &Node<State<WORDS>>, _after: &Position) -> State<WORDS> {
        let mut state = *parent.state();
        if self.state_size > 0 {
            self.advance(&mut state, &RawMove::pass(parent.position().turn()));
        }
        state
    }

    #[inline]
    fn state_key(&self, node: &Node<State<WORDS>>) -> u64 {
        node.state().key()
    }

    fn post<L: Ledger>(&self, node: &Node<State<WORDS>>, ledger: &mut L) {
        let turn = node.position().turn();
        if L::ITEMISED {
            let posts = self.instance().0.posts(self.place(node));
            for term in self.expect(posts, Vec::new()) {
                ledger.post(term.rule, term.white, term.black);
            }
            return;
        }
        let value = self.evaluate(node).cp();
        ledger.post_centipawns(VALUE, [turn.fold_wb(value, -value), 0]);
    }

    #[inline]
    fn evaluate(&self, node: &Node<State<WORDS>>) -> Value {
        if let Some(handle) = self.handle.as_deref().filter(|_| self.is_light) {
            return self.light_value(handle, node);
        }
        let mut cached = self.instance();
        let (instance, lately) = &mut *cached;
        let key = node.key().0 ^ node.state().key();
        lately.get(key, || Value::clamped(self.expect(instance.value(self.place(node)), 0)))
    }
}

impl<const WORDS: usize> Configure for ExternalEvaluator<WORDS> {
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
        let (instance, lately) = self.instance.get_mut().unwrap_or_else(PoisonError::into_inner);
        instance.disabled = patterns.collect();
        instance.forget();
        *lately = Evaluations::new(true);
        self.is_light = false;
        Ok(())
    }
}

impl<const WORDS: usize> Clone for ExternalEvaluator<WORDS> {
    fn clone(&self) -> Self {
        self.copy(Arc::clone(&self.failure))
    }
}

impl<const WORDS: usize> fmt::Debug for ExternalEvaluator<WORDS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ExternalEvaluator").field(&self.info.document).finish()
    }
}
