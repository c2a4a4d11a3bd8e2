//! Evaluators by name, behind one interface, with the scales by which their centipawns are compared.
//!
//! There is no process, thread, configuration, file or clock here, so that it runs wherever Rust does: what needs
//! these is above, in `players`.

mod evaluator;
pub mod registry;
pub mod scale;

pub use evaluator::{AnyEvaluator, Clock, EvaluationError, Searcher, Variants, boxed};
