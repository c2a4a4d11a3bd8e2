//! The evaluators by name. A new evaluator is a new crate and one line here.

use engine_core::evaluator::{Evaluator, EvaluatorInfo};
use engine_core::options::Configure;

use crate::{AnyEvaluator, boxed};

/// An operation on any evaluator that [`AnyEvaluator`] has no method for. The code is compiled for each evaluator.
pub trait Visitor {
    /// The result of the visit.
    type Output;

    /// Does it.
    fn visit<E: Evaluator + Configure + Clone>(self, evaluator: E) -> Self::Output;
}

macro_rules! evaluators {
    ($($name:literal => $evaluator:expr,)*) => {
        /// The names of all evaluators, in the order in which tables list them.
        pub const NAMES: &[&str] = &[$($name),*];

        /// Hands the evaluator of this name, as its document has it, to `visitor`; `None` if there is none.
        pub fn with<V: Visitor>(name: &str, visitor: V) -> Option<V::Output> {
            match name {
                $($name => Some(visitor.visit($evaluator)),)*
                _ => None,
            }
        }
    };
}

evaluators! {
    "material" => eval_simplified::material(),
    "michniewski" => eval_simplified::michniewski(),
    "otter" => eval_simplified::otter(),
    "chessbin" => eval_chessbin::chessbin(),
    "slate-atkin" => eval_slate_atkin::slate_atkin(),
    "compendium" => eval_compendium::compendium(),
    "compendium-in-proportion" => eval_compendium::in_proportion(),
    "shannon" => eval_classics::shannon(),
    "turochamp" => eval_classics::turochamp(),
    "pesto" => eval_classics::pesto(),
    "kaufman" => eval_classics::kaufman(),
}

/// The kind of knowledge of the evaluator of this name, in a word or two; `None` if it is not described.
pub fn kind(name: &str) -> Option<&'static str> {
    Some(match name {
        "material" => "piece values",
        "michniewski" | "otter" => "piece-square tables",
        "chessbin" => "tables, attacks, pawns",
        "slate-atkin" => "mobility, pawns, king",
        "compendium" | "compendium-in-proportion" => "376 rules",
        "shannon" => "mobility, pawns",
        "turochamp" => "mobility, safety, pawns",
        "pesto" => "tapered tables",
        "kaufman" => "imbalances and tables",
        _ => return None,
    })
}

/// The evaluator of this name, as its document has it.
pub fn evaluator(name: &str) -> Option<Box<dyn AnyEvaluator>> {
    struct BoxVisitor;
    impl Visitor for BoxVisitor {
        type Output = Box<dyn AnyEvaluator>;

        fn visit<E: Evaluator + Configure + Clone>(self, evaluator: E) -> Self::Output {
            boxed(evaluator)
        }
    }
    with(name, BoxVisitor)
}

/// Michniewski's evaluator, in whose centipawns the arena counts.
pub fn michniewski() -> Box<dyn AnyEvaluator> {
    boxed(eval_simplified::michniewski())
}

/// The description of the evaluator of this name.
pub fn info(name: &str) -> Option<EvaluatorInfo> {
    evaluator(name).map(|evaluator| evaluator.info())
}
