//! Evaluators behind a pointer: the interface that the arena and the laboratory use for all of them.
//!
//! The search, the sum and the recording of an evaluator are compiled here, once for each; the calls through the
//! pointer are one a position or one a search, so they cost nothing.

use std::hint::black_box;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use engine_core::evaluation::Evaluation;
use engine_core::evaluator::{Evaluator, EvaluatorInfo};
use engine_core::explain::{Breakdown, Ledger, Recording, Sum};
use engine_core::game::Game;
use engine_core::limits::Limits;
use engine_core::node::Node;
use engine_core::options::{Configure, OptionError, OptionInfo, matches};
use engine_core::params::Params;
use engine_core::rule::{DeclaredRule, Statement};
use engine_core::rule_mask::RuleMask;
use engine_core::search::{Report, Search};
use engine_core::tables::transposition::Transposition;

/// An evaluator, whichever it is.
///
/// Values come from a process of its own if it is an evaluation from outside: these can fail.
pub trait AnyEvaluator: Send + Sync {
    /// Its description.
    fn info(&self) -> EvaluatorInfo;

    /// Its rules in the document's order.
    fn rules(&self) -> Vec<DeclaredRule>;

    /// The rule of this name in words; `None` if it is not stated.
    fn statement(&self, rule: &str) -> Option<Statement>;

    /// The failure after which its values mean nothing; `None` of a built-in evaluator.
    fn failure(&self) -> Option<EvaluationError> {
        None
    }

    /// A copy that has not failed: an evaluation from outside is started anew.
    fn renewed(&self) -> Box<dyn AnyEvaluator> {
        self.boxed()
    }

    /// True if a disabled rule is not computed.
    fn saves_time(&self) -> bool;

    /// Its options.
    fn options(&self) -> Vec<OptionInfo>;

    /// Sets an option. Fails if there is no such option, or it cannot have this value.
    fn set(&mut self, option: &str, value: &str) -> Result<(), OptionError>;

    /// A copy.
    fn boxed(&self) -> Box<dyn AnyEvaluator>;

    /// A copy without the rules that match one of `patterns`, in which `*` stands for any text: switched off by the
    /// evaluator itself, or masked. No rule can be taken from a masked copy. Fails if a pattern matches no rule, or a
    /// rule cannot be left out.
    fn without(&self, patterns: &[&str]) -> Result<Box<dyn AnyEvaluator>, OptionError>;

    /// The static value of the game's position in tenths of a centipawn from White's side. Fails if an evaluation from
    /// outside fails.
    fn tenths(&self, game: &Game) -> Result<i32, EvaluationError>;

    /// The static value in centipawns from the side to move, as the search has it. Fails if an evaluation from outside
    /// fails.
    fn evaluate(&self, game: &Game) -> Result<i32, EvaluationError>;

    /// The evaluation as it is posted, call by call. Fails if an evaluation from outside fails.
    fn record(&self, game: &Game) -> Result<Recording, EvaluationError>;

    /// The nanoseconds of processor time that an evaluation takes: a move of one of these games is made, with what is
    /// kept from move to move, and the position after it evaluated, for each legal move. `None` if there is no clock of
    /// processor time, or if the evaluation is in another process.
    fn nanoseconds(&self, games: &[&Game], clock: Clock) -> Option<f64>;

    /// The evaluator with each of these options set to another value, one at a time. `samples` show whether an option
    /// changes the incremental values. Fails if it does not take one of the values.
    fn variants(&self, settings: &[(&str, String)], samples: &[&Game]) -> Result<Box<dyn Variants>, OptionError>;

    /// A search with a table of two to this power entries.
    fn searcher(&self, table: u32) -> Box<dyn Searcher>;
}

impl dyn AnyEvaluator + '_ {
    /// The evaluation of the game's position term by term. Fails if an evaluation from outside fails.
    pub fn explain(&self, game: &Game) -> Result<Evaluation, EvaluationError> {
        let breakdown = Breakdown::from(&self.record(game)?);
        Ok(Evaluation::new(self.info(), game, breakdown))
    }
}

/// An evaluator and others that differ from it in an option each.
pub trait Variants: Send + Sync {
    /// The values of these positions in tenths of a centipawn from White's side: the evaluator's own, then those of
    /// each variant. An evaluator stays in the processor's cache for all positions, so few hundred at a time are best.
    /// Fails if an evaluation from outside fails.
    fn tenths(&self, games: &[&Game]) -> Result<Vec<Vec<i32>>, EvaluationError>;
}

/// The processor time of the running thread so far; `None` if the system does not report it.
pub type Clock = fn() -> Option<Duration>;

/// The failure of an evaluation from outside.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("the evaluation {evaluation} failed: {reason}")]
pub struct EvaluationError {
    /// Its name.
    pub evaluation: String,
    /// What went wrong.
    pub reason: String,
}

/// A search with an evaluator, whichever it is.
pub trait Searcher: Send {
    /// Forgets everything: a new game begins.
    fn clear(&mut self);

    /// Other numbers than those in use, with margins for Michniewski's evaluation. The search should be cleared
    /// afterwards.
    fn set_params(&mut self, params: Params);

    /// Another factor on the margins than the evaluator's own. The search should be cleared afterwards.
    fn set_margin_scale(&mut self, ratio: f64);

    /// A flag: while it is up, searches end at once.
    fn stop(&self) -> Arc<AtomicBool>;

    /// Searches the game's position within `limits`; `observer` gets every line as in [`Search::go`]. Fails if an
    /// evaluation from outside fails.
    fn go(
        &mut self,
        game: &Game,
        limits: &Limits,
        observer: &mut dyn FnMut(&Report),
    ) -> Result<Report, EvaluationError>;
}

impl<E: Evaluator> Searcher for Search<E> {
    fn clear(&mut self) {
        self.clear();
    }

    fn set_params(&mut self, params: Params) {
        self.set_params(params);
    }

    fn set_margin_scale(&mut self, ratio: f64) {
        self.set_margin_scale(ratio);
    }

    fn stop(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    fn go(
        &mut self,
        game: &Game,
        limits: &Limits,
        observer: &mut dyn FnMut(&Report),
    ) -> Result<Report, EvaluationError> {
        Ok(self.go(game, limits, observer))
    }
}

/// The evaluator behind a pointer.
pub fn boxed<E>(evaluator: E) -> Box<dyn AnyEvaluator>
where
    E: Evaluator + Configure + Clone,
{
    let without = if E::SWITCHES { switched } else { masked };
    Box::new(TypedEvaluator { evaluator, without })
}

/// An evaluator of which the compiler knows which it is.
#[derive(Clone)]
struct TypedEvaluator<E> {
    evaluator: E,
    /// Takes rules from it: not a method, as a mask of a mask of a mask would be compiled without end.
    without: DisableFn<E>,
}

type DisableFn<E> = fn(&E, &[&str]) -> Result<Box<dyn AnyEvaluator>, OptionError>;

fn switched<E>(evaluator: &E, patterns: &[&str]) -> Result<Box<dyn AnyEvaluator>, OptionError>
where
    E: Evaluator + Configure + Clone,
{
    let mut evaluator = evaluator.clone();
    evaluator.disable(patterns)?;
    Ok(boxed(evaluator))
}

fn masked<E>(evaluator: &E, patterns: &[&str]) -> Result<Box<dyn AnyEvaluator>, OptionError>
where
    E: Evaluator + Configure + Clone,
{
    let known = evaluator.rules().into_iter().map(|declared| declared.rule.name);
    let known: Vec<&'static str> = known.collect();
    if let Some(pattern) = patterns.iter().find(|pattern| !known.iter().any(|rule| matches(pattern, rule))) {
        return Err(OptionError::Pattern {
            pattern: (*pattern).to_owned(),
            families: known.iter().map(|&rule| rule.to_owned()).collect(),
        });
    }
    let is_off = |rule: &&str| patterns.iter().any(|pattern| matches(pattern, rule));
    let evaluator = RuleMask::new(evaluator.clone(), known.into_iter().filter(is_off).collect())?;
    Ok(Box::new(TypedEvaluator { evaluator, without: |_, _| Err(OptionError::NoRules) }))
}

impl<E: Evaluator + Configure + Clone> AnyEvaluator for TypedEvaluator<E> {
    fn info(&self) -> EvaluatorInfo {
        self.evaluator.info()
    }

    fn rules(&self) -> Vec<DeclaredRule> {
        self.evaluator.rules()
    }

    fn statement(&self, rule: &str) -> Option<Statement> {
        self.evaluator.statement(rule)
    }

    fn saves_time(&self) -> bool {
        E::SWITCHES
    }

    fn options(&self) -> Vec<OptionInfo> {
        self.evaluator.options()
    }

    fn set(&mut self, option: &str, value: &str) -> Result<(), OptionError> {
        self.evaluator.set(option, value)
    }

    fn boxed(&self) -> Box<dyn AnyEvaluator> {
        Box::new(self.clone())
    }

    fn without(&self, patterns: &[&str]) -> Result<Box<dyn AnyEvaluator>, OptionError> {
        (self.without)(&self.evaluator, patterns)
    }

    fn tenths(&self, game: &Game) -> Result<i32, EvaluationError> {
        Ok(tenths(&self.evaluator, &Node::root(&self.evaluator, game).0))
    }

    fn evaluate(&self, game: &Game) -> Result<i32, EvaluationError> {
        Ok(self.evaluator.evaluate(&Node::root(&self.evaluator, game).0).cp())
    }

    fn record(&self, game: &Game) -> Result<Recording, EvaluationError> {
        Ok(self.evaluator.record(&Node::root(&self.evaluator, game).0))
    }

    fn nanoseconds(&self, games: &[&Game], clock: Clock) -> Option<f64> {
        // Other load on the machine can only add: the least of some passes is the nearest.
        let passes: Option<Vec<f64>> = (0..PASSES).map(|_| pass(&self.evaluator, games, clock)).collect();
        let least = passes?.into_iter().min_by(f64::total_cmp)?;
        Some(least).filter(|nanoseconds| nanoseconds.is_finite())
    }

    fn variants(&self, settings: &[(&str, String)], samples: &[&Game]) -> Result<Box<dyn Variants>, OptionError> {
        let variant = |(option, value): &(&str, String)| {
            let mut evaluator = self.evaluator.clone();
            evaluator.set(option, value)?;
            Ok(Variant { is_kept: is_kept(&self.evaluator, &evaluator, samples), evaluator })
        };
        let variants = settings.iter().map(variant);
        Ok(Box::new(Family { variants: variants.collect::<Result<_, _>>()?, evaluator: self.evaluator.clone() }))
    }

    fn searcher(&self, table: u32) -> Box<dyn Searcher> {
        let table = Transposition::with_bits(table);
        Box::new(Search::new(self.evaluator.clone(), table))
    }
}

/// The number of times that positions are evaluated for their time.
const PASSES: usize = 5;

/// Nanoseconds of processor time for each move of these games that is made and evaluated.
fn pass<E: Evaluator>(evaluator: &E, games: &[&Game], clock: Clock) -> Option<f64> {
    let (mut time, mut evaluations) = (Duration::ZERO, 0_u64);
    for game in games {
        let (node, mut line) = Node::root(evaluator, game);
        let moves = game.legal_moves();
        let before = clock()?;
        for &mv in &moves {
            let child = node.play(evaluator, mv, &mut line);
            black_box(evaluator.evaluate(&child));
        }
        time += clock()?.saturating_sub(before);
        evaluations += moves.len() as u64;
    }
    Some(time.as_nanos() as f64 / evaluations as f64)
}

struct Family<E> {
    evaluator: E,
    variants: Vec<Variant<E>>,
}

/// The evaluator with another option.
struct Variant<E> {
    evaluator: E,
    /// True if the incremental values differ, too.
    is_kept: bool,
}

/// True if an option affects the incremental values.
fn is_kept<E: Evaluator>(evaluator: &E, other: &E, samples: &[&Game]) -> bool {
    samples.iter().any(|game| {
        let [own, another] = [evaluator, other].map(|of| Node::root(of, game).0);
        tenths(other, &own) != tenths(other, &another)
    })
}

impl<E: Evaluator> Variants for Family<E> {
    fn tenths(&self, games: &[&Game]) -> Result<Vec<Vec<i32>>, EvaluationError> {
        let nodes = games.iter().map(|game| Node::root(&self.evaluator, game).0);
        let nodes: Vec<_> = nodes.collect();
        let own = nodes.iter().map(|node| tenths(&self.evaluator, node));
        let mut all = vec![own.collect()];
        for Variant { evaluator, is_kept } in &self.variants {
            let values = games.iter().zip(&nodes).map(|(game, node)| {
                if *is_kept { tenths(evaluator, &Node::root(evaluator, game).0) } else { tenths(evaluator, node) }
            });
            all.push(values.collect());
        }
        Ok(all)
    }
}

fn tenths<E: Evaluator>(evaluator: &E, node: &Node<E::State>) -> i32 {
    let mut sum = Sum::default();
    evaluator.post(node, &mut sum);
    sum.total()
}
