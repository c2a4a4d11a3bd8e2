//! Evaluators by name, behind one interface, with the scales by which their centipawns are compared.
//!
//! There is no process, thread, configuration, file or clock here, so that it runs wherever Rust does: what needs
//! these is above, in `players`.

mod evaluator;
pub mod registry;

pub use evaluator::{AnyEvaluator, Clock, EvaluationError, Searcher, Variants, boxed};

/// The worth of centipawns, so that evaluators can be compared.
///
/// A value of K centipawns makes an expected score of 73 %, and each evaluator has its own K (`fit::accuracy` in `lab`
/// measures it). Thresholds are Michniewski centipawns: a score s of an evaluator counts as s K(Michniewski) / K.
pub mod scale {
    use engine_core::evaluator::EvaluatorInfo;
    use eval_simplified::MICHNIEWSKI_SCALE;

    /// The number of an evaluator's centipawns worth one of Michniewski's.
    pub fn of(info: &EvaluatorInfo) -> f64 {
        info.eval_scale.per(MICHNIEWSKI_SCALE)
    }

    /// Centipawns of which `scale` are worth one of Michniewski's, in Michniewski's.
    pub fn in_michniewskis(centipawns: i32, scale: f64) -> i32 {
        (f64::from(centipawns) / scale).round() as i32
    }
}
