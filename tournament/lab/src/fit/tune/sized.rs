//! Margin scale and evaluation scale after tuning: the document's, times the change by the new numbers.
//!
//! Numbers that were fitted make values larger or smaller as a whole, and the margins of the search and the thresholds
//! of the arena would no longer mean what they did. So both sizes are measured twice in the same way, with the
//! document's numbers and with the tuned ones, and their ratio is what counts.

use rayon::prelude::*;
use serde::Serialize;

use super::{TuneError, TuningReport, refused};
use crate::fit::accuracy::values_by;
use crate::fit::data::Data;
use crate::fit::logistic::{Ridge, fit};
use crate::fit::{FitError, rounded};
use crate::positions::Position;
use evaluators::{AnyEvaluator, EvaluationError};

/// The sizes of a tuned evaluator's values.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Sizes {
    /// Its margin scale: the amount by which a search moves its values, relative to Michniewski's.
    pub margin_scale: f64,
    /// K: this many of its centipawns make an expected score of 73 %.
    pub eval_scale: f64,
}

impl TuningReport {
    /// Measures the sizes of what was tuned, which is `evaluator` with other numbers: the margin scale by `change`, which returns by how many of its
    /// centipawns searches change an evaluator's values, the evaluation scale on the positions that it was tuned on.
    ///
    /// # Errors
    /// If values mean nothing, or an evaluation from outside fails.
    pub fn measure_sizes(
        &mut self,
        evaluator: &dyn AnyEvaluator,
        change: impl Fn(&dyn AnyEvaluator) -> Result<f64, EvaluationError>,
        positions: &[Position],
    ) -> Result<(), TuneError> {
        let both = [evaluator.boxed(), self.applied(evaluator.boxed())?];
        let [before, after] = both.each_ref().map(|one| change(&**one));
        let (before, after) = (before?, after?);
        let scales = both.each_ref().map(|one| eval_scale(&**one, positions));
        let [of_document, of_tuned] = scales;
        let (Some(of_document), Some(of_tuned)) = (of_document?, of_tuned?) else {
            let engine = self.evaluator.clone();
            return Err(FitError::NoScale { engine }.into());
        };
        let ratio = if before > 0.0 { after / before } else { 1.0 };
        let info = evaluator.info();
        self.sizes = Some(Sizes {
            margin_scale: rounded(info.margin_scale.ratio * ratio, 100.0),
            eval_scale: rounded(info.eval_scale.centipawns * of_tuned / of_document, 10.0),
        });
        Ok(())
    }

    fn applied(
        &self,
        mut evaluator: Box<dyn AnyEvaluator>,
    ) -> Result<Box<dyn AnyEvaluator>, TuneError> {
        let mut changed = self.numbers.iter().filter(|number| number.is_changed());
        let set = changed.try_for_each(|number| evaluator.set(number.option, &number.set_text()));
        set.map_err(|source| refused(&self.evaluator, source))?;
        Ok(evaluator)
    }
}

/// K, in centipawns, fitted to all positions; `None` if values mean nothing.
fn eval_scale(
    evaluator: &dyn AnyEvaluator,
    positions: &[Position],
) -> Result<Option<f64>, EvaluationError> {
    let data = Data::of_values(&values_by(evaluator, positions.par_iter())?, positions);
    let slope = fit(&data, &Ridge::none(2), &[0.0; 2])[0];
    Ok((slope > 0.0).then(|| 100.0 / slope))
}
