//! The evaluators of the page. One from outside that has failed is started anew at the next question.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use config::EvaluatorConfig;
use engine_core::evaluator::{EvalScale, EvaluatorInfo};

use crate::calibration::measured::Measurements;
use evaluators::{AnyEvaluator, EvaluationError};
use players::player::{PlayerError, configured};

/// The least time between two starts: a program that ends at once is not started with every question.
const PAUSE: Duration = Duration::from_secs(3);

/// An evaluator that is shown.
pub struct ShownEvaluator {
    /// Its name on the page.
    pub(super) label: String,
    /// True if the run or the user named it; false if it is built in.
    pub(super) is_given: bool,
    info: EvaluatorInfo,
    /// The scales of its configuration, if it has them.
    eval_scale: Option<f64>,
    margin_scale: Option<f64>,
    running: Mutex<Running>,
}

struct Running {
    evaluator: Arc<dyn AnyEvaluator>,
    since: Instant,
}

impl Running {
    fn new(evaluator: Box<dyn AnyEvaluator>) -> Self {
        Self { evaluator: Arc::from(evaluator), since: Instant::now() }
    }
}

impl ShownEvaluator {
    /// A built-in evaluator, as its document has it.
    pub(super) fn built_in(evaluator: Box<dyn AnyEvaluator>) -> Self {
        let info = evaluator.info();
        Self {
            label: info.title.to_owned(),
            is_given: false,
            info,
            eval_scale: None,
            margin_scale: None,
            running: Mutex::new(Running::new(evaluator)),
        }
    }

    /// The evaluator of a configuration.
    ///
    /// # Errors
    /// If it cannot be set up.
    pub fn given(label: &str, config: &EvaluatorConfig) -> Result<Self, PlayerError> {
        Ok(Self {
            label: label.to_owned(),
            is_given: true,
            eval_scale: config.eval_scale,
            margin_scale: config.margin_scale,
            ..Self::built_in(configured(label, config)?)
        })
    }

    /// The evaluator, started anew if it has failed.
    ///
    /// # Errors
    /// Its failure, if it was started shortly before.
    pub(super) fn evaluator(&self) -> Result<Arc<dyn AnyEvaluator>, EvaluationError> {
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(failure) = running.evaluator.failure() {
            if running.since.elapsed() < PAUSE {
                return Err(failure);
            }
            *running = Running::new(running.evaluator.renewed());
        }
        Ok(Arc::clone(&running.evaluator))
    }

    /// Its description, with the scales of its configuration, or else the measured ones.
    pub(super) fn info(&self, measured: &Measurements) -> EvaluatorInfo {
        let mut info = measured.applied_to(self.info);
        if let Some(centipawns) = self.eval_scale {
            info.eval_scale = EvalScale { centipawns, measured: "configured" };
        }
        if let Some(ratio) = self.margin_scale {
            info.margin_scale.ratio = ratio;
        }
        info
    }
}
