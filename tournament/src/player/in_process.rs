//! A player inside this process: no pipe, no other program, only a search.

use engine_core::evaluator::Evaluator;
use engine_core::search::{Search, SearchResult};
use engine_core::tables::transposition::Transposition;

use super::{Info, Player, Reply, Request};
use crate::record::Failure;
use crate::scale;

/// A search that plays.
pub(super) struct InProcess<E: Evaluator> {
    search: Search<E>,
}

impl<E: Evaluator> InProcess<E> {
    /// A player with a table of 2^`table_bits` entries, and with this factor on the margins of its
    /// search; `None`: the evaluator's own.
    pub(super) fn new(evaluator: E, table_bits: u32, swing: Option<f64>) -> InProcess<E> {
        let mut search = Search::new(evaluator, Transposition::with_bits(table_bits));
        if let Some(swing) = swing {
            search.set_swing(swing);
        }
        InProcess { search }
    }
}

impl<E: Evaluator> Player for InProcess<E> {
    fn new_game(&mut self) -> Result<(), Failure> {
        self.search.clear();
        Ok(())
    }

    fn think(&mut self, task: &Request<'_>) -> Result<Reply, Failure> {
        let outcome = self.search.go(task.game, task.limits, |_| {});
        Ok(thought(outcome))
    }

    fn think_aloud(
        &mut self,
        task: &Request<'_>,
        observer: &mut dyn FnMut(&Info),
    ) -> Result<Reply, Failure> {
        let outcome = self.search.go(task.game, task.limits, |report| {
            if let Some(&best) = report.line.first() {
                observer(&Info {
                    best,
                    score: Some(report.score),
                    depth: report.depth,
                    nodes: report.nodes,
                    time: report.time,
                });
            }
        });
        Ok(thought(outcome))
    }

    fn scale(&self) -> f64 {
        scale::of(&self.search.evaluator().info())
    }
}

fn thought(outcome: SearchResult) -> Reply {
    Reply {
        best: outcome.best,
        line: outcome.line,
        score: Some(outcome.score),
        depth: outcome.depth,
        nodes: outcome.nodes,
        time: outcome.time,
        own_clock: None,
    }
}
