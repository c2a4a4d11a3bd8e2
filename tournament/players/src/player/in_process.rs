//! A player inside this process: no pipe, no other program, only a search.

use std::time::Duration;

use config::EvaluatorConfig;
use engine_core::search::SearchResult;

use super::{Info, Player, PlayerError, Reply, Request, SearchNumbers, WaitTimes, configured};
use crate::processor_time::processor_time;
use crate::record::{Failure, FailureKind};
use crate::scale;
use evaluators::{EvaluationError, Searcher};

/// A search that plays. It takes memory only from its first move, or the one after a rest, on.
pub(super) struct InProcess {
    make: Box<dyn Fn() -> Box<dyn Searcher> + Send>,
    search: Option<Box<dyn Searcher>>,
    scale: f64,
}

impl InProcess {
    /// A player that uses the search of `config`; `engine` is for messages.
    pub(super) fn new(engine: &str, config: &EvaluatorConfig) -> Result<InProcess, PlayerError> {
        let evaluator = configured(engine, config)?;
        let scale = scale::of_evaluator(config, &evaluator.info());
        let numbers = SearchNumbers::of(engine, config)?;
        let table = config.table.into();
        Ok(InProcess {
            make: Box::new(move || numbers.searcher(&*evaluator, table)),
            search: None,
            scale,
        })
    }

    fn search(&mut self) -> &mut dyn Searcher {
        &mut **self.search.get_or_insert_with(|| (self.make)())
    }
}

impl Player for InProcess {
    fn new_game(&mut self) -> Result<(), Failure> {
        self.search().clear();
        Ok(())
    }

    fn think_aloud(
        &mut self,
        task: &Request<'_>,
        observer: &mut dyn FnMut(&Info),
    ) -> Result<Reply, Failure> {
        let before = processor_time();
        let outcome = self.search().go(task.game, task.limits, &mut |report| {
            if report.is_result()
                && let Some(&best) = report.line.first()
            {
                observer(&Info {
                    best,
                    score: Some(report.score.into()),
                    depth: report.depth,
                    nodes: report.nodes,
                    time: report.time,
                });
            }
        });
        outcome.map(|outcome| thought(outcome, before)).map_err(|error| failed(&error))
    }

    fn waited(&self) -> Option<WaitTimes> {
        WaitTimes::of_this_thread()
    }

    fn scale(&self) -> f64 {
        self.scale
    }

    fn rest(&mut self) {
        self.search = None;
    }
}

/// A failure of an evaluation from outside, which does not play here.
fn failed(error: &EvaluationError) -> Failure {
    Failure { kind: FailureKind::Crash, detail: error.to_string(), log: Vec::new() }
}

/// `before` is the processor time at its beginning.
fn thought(outcome: SearchResult, before: Option<Duration>) -> Reply {
    let now = processor_time();
    Reply {
        best: outcome.best,
        ponder: None,
        line: outcome.line,
        score: Some(outcome.score.into()),
        depth: outcome.depth,
        selective_depth: i32::try_from(outcome.selective_depth)
            .ok()
            .map(|longest| longest.max(outcome.depth)),
        nodes: outcome.nodes,
        time: outcome.time,
        processor_time: now.zip(before).map(|(now, before)| now.saturating_sub(before)),
        unasked: 0,
    }
}
