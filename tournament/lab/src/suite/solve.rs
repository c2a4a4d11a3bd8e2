//! Engines at a suite's positions, many at a time.
//!
//! Each position is a new game: tables are cleared before it. Under fixed nodes or depth what an
//! evaluator answers depends on nothing but the position, not on the threads, nor on what was
//! tried before.

use engine_core::limits::{Clock, Limits};
use openings::moves::san;

use super::TestPosition;
use super::report::{PositionReport, SuiteReport};
use crate::error::LabError;
use config::{EngineConfig, LimitKind};
use players::player::{Info, Player, Probe, Reply, Request};
use players::pool::Pool;

/// Has each engine try each position, on `threads` workers; `observer` receives the engine's number after each, and if it
/// has solved it. An engine that fails at a position is not an error: it has not solved it.
pub fn solve(
    positions: &[TestPosition],
    probed: &[(EngineConfig, Probe)],
    threads: usize,
    mut observer: impl FnMut(usize, bool),
) -> Result<SuiteReport, LabError> {
    let engines: Vec<EngineConfig> = probed.iter().map(|(engine, _)| engine.clone()).collect();
    let jobs = positions.len() * engines.len();
    let pool = Pool::new(&engines, threads.min(jobs))?;
    // All of an engine's together, so that few programs run.
    let engine_of = |job: usize| job / positions.len();
    let results = pool.each(
        jobs,
        engine_of,
        |player, job| {
            let position = &positions[job % positions.len()];
            Ok::<_, LabError>(attempt(player, &engines[engine_of(job)], position))
        },
        |job, result| observer(engine_of(job), result.solved),
    )?;
    Ok(SuiteReport::new(positions, probed, results))
}

fn attempt(player: &mut dyn Player, engine: &EngineConfig, test: &TestPosition) -> PositionReport {
    let mut findings: Vec<Info> = Vec::new();
    let limits = limits(engine.limit);
    let task = Request { line: true, ..Request::new(&test.game, &limits, engine.margin) };
    let ready = player.new_game();
    let thought =
        ready.and_then(|()| player.think_aloud(&task, &mut |finding| findings.push(*finding)));
    match thought {
        Ok(thought) => judged(test, &findings, &thought),
        Err(failure) => {
            PositionReport { failure: Some(failure.to_string()), ..PositionReport::new(test) }
        }
    }
}

fn judged(test: &TestPosition, findings: &[Info], thought: &Reply) -> PositionReport {
    let &Reply { score, depth, nodes, time, .. } = thought;
    // The last finding is what the engine plays.
    let last = thought.best.map(|best| Info { best, score, depth, nodes, time });
    let mut solution = None;
    for finding in findings.iter().chain(&last) {
        if test.goal.is_reached(finding.best, finding.score) {
            solution.get_or_insert(finding);
        } else {
            solution = None;
        }
    }
    let solution = solution.filter(|_| last.is_some());
    let unsolved = PositionReport::new(test);
    let earned = thought.best.map_or(0, |best| test.goal.points_of(best));
    PositionReport {
        san: thought.best.map(|mv| san(mv, test.position())),
        solved: solution.is_some(),
        points: unsolved.points.map(|_| earned),
        score,
        depth,
        nodes,
        seconds: time.as_secs_f64(),
        depth_to_solution: solution.map(|solution| solution.depth),
        nodes_to_solution: solution.map(|solution| solution.nodes),
        seconds_to_solution: solution.map(|solution| solution.time.as_secs_f64()),
        work: thought.work(),
        ..unsolved
    }
}

/// The limits of one search; a clock stands at its full time.
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
    use std::time::Duration;

    use super::*;
    use crate::suite::{moves, parse};
    use players::player::GivenScore;

    /// The result of a search that held these moves to be best, one a ply, the last at its end.
    fn judged_of(line: &str, held: &[&str]) -> PositionReport {
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
            assert_eq!(attempt.nodes_to_solution, nodes, "{held:?}");
            assert_eq!(attempt.solved, nodes.is_some());
        }
        let none = judged_of("4k3/8/8/8/8/8/4P3/4K3 w - - am e4;", &[]);
        assert!(!none.solved, "no move at all");
        // The scores are mates in 5, 4, 3 and 2.
        let line = "4k3/8/8/8/8/8/4P3/4K3 w - - dm 3;";
        let mate = judged_of(line, &["e4", "Kd1", "e4", "e4"]);
        assert_eq!(mate.depth_to_solution, Some(3));
    }
}
