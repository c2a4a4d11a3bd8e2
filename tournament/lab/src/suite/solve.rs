//! Engines at a suite's positions, many at a time.
//!
//! Each position is a new game: tables are cleared before it. Under fixed nodes or depth what an
//! evaluator answers depends on nothing but the position, not on the threads, nor on what was
//! tried before.

use std::time::Duration;

use engine_core::limits::{Clock, Limits};
use shakmaty::Move;

use super::reader::TestPosition;
use config::{EngineConfig, LimitKind};
use players::player::{GivenScore, Info, Player, Reply, Request};
use players::pool::{Pool, PoolError};
use players::record::Failure;

/// The result of an engine in a position.
#[derive(Debug, Clone, Default)]
pub struct Attempt {
    /// Its move at the end; `None` if it failed.
    pub best: Option<Move>,
    /// True if that move solves the position.
    pub solved: bool,
    /// The points earned; 0 if the position gives no points.
    pub points: u32,
    /// From the side to move; `None` if it gave none.
    pub score: Option<GivenScore>,
    /// Plies of the last finished iteration.
    pub depth: i32,
    /// Nodes searched.
    pub nodes: u64,
    /// Time thought.
    pub time: Duration,
    /// The measure of speed, as [`Reply::work`].
    pub work: Duration,
    /// The moment from which its move was right until the end; `None` if there is none.
    pub solution: Option<Solution>,
    /// The reason that it gave no move.
    pub failure: Option<Failure>,
}

/// The moment from which on an engine held a right move to be best until the end of its search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Solution {
    /// Plies of the iteration that found it.
    pub depth: i32,
    /// Nodes searched until then.
    pub nodes: u64,
    /// Time thought until then.
    pub time: Duration,
}

/// Has each engine try each position, on `threads` workers, and passes every attempt to `observer`:
/// the engine's number and the attempt. The attempts are returned engine by engine, in the order
/// of the positions.
///
/// # Errors
/// If an engine cannot be set up, or the workers cannot be started. An engine that fails at a
/// position is not an error: it has not solved it.
pub fn solve(
    positions: &[TestPosition],
    engines: &[EngineConfig],
    threads: usize,
    mut observer: impl FnMut(usize, &Attempt),
) -> Result<Vec<Vec<Attempt>>, PoolError> {
    let jobs = positions.len() * engines.len();
    let pool = Pool::new(engines, threads.min(jobs))?;
    // All of an engine's together, so that few programs run.
    let engine_of = |job: usize| job / positions.len();
    let attempts = pool.each(
        jobs,
        engine_of,
        |player, job| {
            let position = &positions[job % positions.len()];
            Ok::<_, PoolError>(attempt(player, &engines[engine_of(job)], position))
        },
        |job, attempt| observer(engine_of(job), attempt),
    )?;
    Ok(attempts.chunks(positions.len().max(1)).map(<[_]>::to_vec).collect())
}

/// Has `player` try a position, with nothing remembered.
fn attempt(player: &mut dyn Player, engine: &EngineConfig, test: &TestPosition) -> Attempt {
    let mut findings: Vec<Info> = Vec::new();
    let limits = limits(engine.limit);
    let task = Request { line: true, ..Request::new(&test.game, &limits, engine.margin) };
    let ready = player.new_game();
    let thought =
        ready.and_then(|()| player.think_aloud(&task, &mut |finding| findings.push(*finding)));
    match thought {
        Ok(thought) => judged(test, &findings, &thought),
        Err(failure) => Attempt { failure: Some(failure), ..Attempt::default() },
    }
}

fn judged(test: &TestPosition, findings: &[Info], thought: &Reply) -> Attempt {
    let last = thought.best.map(|best| Info {
        best,
        score: thought.score,
        depth: thought.depth,
        nodes: thought.nodes,
        time: thought.time,
    });
    let mut solution = None;
    for finding in findings.iter().chain(&last) {
        if test.goal.is_reached(finding.best, finding.score) {
            solution.get_or_insert(Solution {
                depth: finding.depth,
                nodes: finding.nodes,
                time: finding.time,
            });
        } else {
            solution = None;
        }
    }
    Attempt {
        best: thought.best,
        // The last finding is what the engine plays.
        solved: solution.is_some() && last.is_some(),
        points: thought.best.map_or(0, |best| test.goal.points_of(best)),
        score: thought.score,
        depth: thought.depth,
        nodes: thought.nodes,
        time: thought.time,
        work: thought.work(),
        solution: solution.filter(|_| last.is_some()),
        failure: None,
    }
}

/// The limits of one search; a clock stands at its full time.
#[must_use]
pub fn limits(limit: LimitKind) -> Limits {
    match limit {
        LimitKind::Nodes(nodes) => Limits::nodes(nodes),
        LimitKind::Depth(depth) => Limits::depth(i32::from(depth)),
        LimitKind::MoveTime(time) => Limits { move_time: Some(time), ..Limits::default() },
        LimitKind::Clock { time, increment, moves_to_go } => Limits {
            clock: Some(Clock { remaining: time, increment, moves_to_go }),
            ..Limits::default()
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::moves;
    use crate::suite::reader::parse;

    /// The attempt of a search that held these moves to be best, one a ply, the last at its end.
    fn judged_of(line: &str, held: &[&str]) -> Attempt {
        let test = &parse("s.epd", line.as_bytes()).unwrap()[0];
        let mut findings: Vec<Info> = held
            .iter()
            .enumerate()
            .map(|(index, mv)| Info {
                best: moves::read(mv, test.position()).unwrap(),
                score: Some(GivenScore::Mate(5 - index as i32)),
                depth: index as i32 + 1,
                nodes: 100 * (index as u64 + 1),
                time: Duration::from_millis(index as u64),
            })
            .collect();
        let last = findings.pop();
        let thought = Reply {
            best: last.map(|finding| finding.best),
            ponder: None,
            line: Vec::new(),
            score: last.and_then(|finding| finding.score),
            depth: held.len() as i32,
            selective_depth: None,
            nodes: 100 * held.len() as u64,
            time: Duration::from_secs(1),
            processor_time: None,
            unasked: 0,
        };
        judged(test, &findings, &thought)
    }

    #[test]
    fn the_solution_is_where_the_move_begins_to_stay() {
        let line = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4 e3;";
        for (held, nodes) in [
            (&["e4", "Kd1", "e4", "e3", "e4"][..], Some(300)),
            (&["e4", "e3"], Some(100)),
            (&["Kd1", "Kf1", "e4"], Some(300)),
            (&["e4", "e4", "Kd1"], None),
        ] {
            let attempt = judged_of(line, held);
            assert_eq!(attempt.solution.map(|s| s.nodes), nodes, "{held:?}");
            assert_eq!(attempt.solved, nodes.is_some());
        }
        let none = judged_of("4k3/8/8/8/8/8/4P3/4K3 w - - am e4;", &[]);
        assert!(!none.solved, "no move at all");
        // The scores are mates in 5, 4, 3 and 2.
        let line = "4k3/8/8/8/8/8/4P3/4K3 w - - dm 3;";
        let mate = judged_of(line, &["e4", "Kd1", "e4", "e4"]);
        assert_eq!(mate.solution.map(|solution| solution.depth), Some(3));
    }
}
