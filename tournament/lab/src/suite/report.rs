//! Engines at a suite's positions, many at a time, and their results in numbers: the JSON that programs read, from which
//! the table is made too.
//!
//! Each position is a new game: tables are cleared before it. Under fixed nodes or depth what an
//! evaluator answers depends on nothing but the position, not on the threads, nor on what was
//! tried before.

use std::time::Duration;

use engine_core::game::Game;
use engine_core::limits::{Clock, Limits};
use engine_core::notation::fen_of;
use match_stats::Interval;
use openings::moves::san;
use serde::{Serialize, Serializer};

use super::TestPosition;
use crate::error::LabError;
use config::{EngineConfig, EngineKind, LimitKind};
use players::identity::software;
use players::player::{GivenScore, Info, Player, Probe, Reply, Request};
use players::pool::Pool;
use players::record::Failure;
use report::numbers::Share;

/// The results on a suite.
#[derive(Debug, Clone, Serialize)]
pub struct SuiteReport {
    /// The files, as they were given, separated by commas.
    pub(super) file: String,
    pub(super) positions: usize,
    /// The limit of each position; `None` if the engines have different ones.
    pub(super) limit: Option<LimitKind>,
    pub(super) engines: Vec<EngineReport>,
}

#[derive(Debug, Clone, Serialize)]
pub(super) struct EngineReport {
    pub(super) name: String,
    /// Its name and version; of an evaluator the arena's.
    pub(super) version: String,
    pub(super) limit: LimitKind,
    pub(super) solved: usize,
    /// The share that is solved, 0 to 1; the interval is Wilson's.
    #[serde(flatten, with = "Share")]
    pub(super) share: Interval,
    /// Points earned; `None` if the suite gives none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) points: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) max_points: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) mates: Option<Mates>,
    /// Positions not solved that an earlier run solved; `None` without a history.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) lost_again: Option<usize>,
    pub(super) nodes: u64,
    pub(super) seconds: f64,
    pub(super) nps: Option<f64>,
    pub(super) mean_nodes_to_solution: Option<f64>,
    pub(super) median_nodes_to_solution: Option<f64>,
    pub(super) failures: usize,
    pub(super) results: Vec<PositionReport>,
}

#[derive(Debug, Clone, Default, Serialize)]
pub(super) struct PositionReport {
    pub(super) id: String,
    pub(super) file: String,
    pub(super) line: usize,
    pub(super) fen: String,
    pub(super) goal: String,
    #[serde(rename = "move")]
    pub(super) san: Option<String>,
    pub(super) solved: bool,
    /// The date and version of the last earlier run that solved it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) solved_before: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) points: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) max_points: Option<u32>,
    #[serde(serialize_with = "score")]
    pub(super) score: Option<GivenScore>,
    pub(super) depth: i32,
    pub(super) nodes: u64,
    pub(super) seconds: f64,
    /// Of the iteration from which on the move stayed right; `None` if it is not solved.
    pub(super) depth_to_solution: Option<i32>,
    pub(super) nodes_to_solution: Option<u64>,
    pub(super) seconds_to_solution: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) failure: Option<String>,
    /// The time that speed is measured by, as [`Reply::work`](players::player::Reply::work).
    #[serde(skip)]
    pub(super) work: Duration,
}

/// Centipawns, or an object with the full moves to mate.
fn score<S: Serializer>(score: &Option<GivenScore>, to: S) -> Result<S::Ok, S::Error> {
    match *score {
        None => to.serialize_none(),
        Some(GivenScore::Cp(cp)) => to.serialize_i32(cp),
        Some(GivenScore::Mate(mate)) => to.collect_map([("mate", mate)]),
    }
}

impl SuiteReport {
    /// The report on `results`, which are those of the first engine, then those of the next, and so on.
    pub(super) fn new(
        positions: &[TestPosition],
        engines: &[(EngineConfig, Probe)],
        mut results: Vec<PositionReport>,
    ) -> SuiteReport {
        let mut files: Vec<&str> = positions.iter().map(|test| test.file.as_str()).collect();
        files.dedup();
        let limit = engines.first().map(|(engine, _)| engine.limit);
        let engines_of = engines.iter().map(|engine| {
            let own = results.drain(..positions.len()).collect();
            EngineReport::new(engine, positions, own)
        });
        SuiteReport {
            file: files.join(", "),
            positions: positions.len(),
            engines: engines_of.collect(),
            limit: limit.filter(|limit| engines.iter().all(|(engine, _)| engine.limit == *limit)),
        }
    }

    /// True if an engine no longer solves what it solved before.
    pub fn is_worse(&self) -> bool {
        self.engines.iter().any(|engine| engine.lost_again.is_some_and(|lost| lost > 0))
    }
}

impl EngineReport {
    fn new(
        (engine, probe): &(EngineConfig, Probe),
        positions: &[TestPosition],
        results: Vec<PositionReport>,
    ) -> Self {
        let solved = results.iter().filter(|result| result.solved).count();
        let interval = Interval::of_share(solved as u64, results.len() as u64);
        let sum = |of: fn(&PositionReport) -> Option<u32>| {
            results.iter().filter_map(of).map(u64::from).reduce(|a, b| a + b)
        };
        let nodes = results.iter().map(|result| result.nodes).sum();
        let work = results.iter().map(|result| result.work).sum::<Duration>().as_secs_f64();
        let solutions = results.iter().filter_map(|result| result.nodes_to_solution);
        let mut to_solution: Vec<f64> = solutions.map(|nodes| nodes as f64).collect();
        to_solution.sort_unstable_by(f64::total_cmp);
        let (total, count) = (to_solution.iter().sum::<f64>(), to_solution.len());
        let middle = |half: usize| to_solution.get(half / 2).copied();
        let median = middle(count.saturating_sub(1)).zip(middle(count));
        Self {
            name: engine.name.clone(),
            version: match &engine.kind {
                EngineKind::Evaluator(_) => software(),
                EngineKind::Program(_) => probe.version.clone().unwrap_or_default(),
            },
            limit: engine.limit,
            solved,
            // With no attempts the share is unknown.
            share: interval.unwrap_or(Interval { value: 0.0, low: 0.0, high: 1.0 }),
            points: sum(|result| result.points),
            max_points: sum(|result| result.max_points),
            mates: Mates::of(positions, &results),
            lost_again: None,
            nodes,
            seconds: results.iter().map(|result| result.seconds).sum(),
            nps: (nodes > 0 && work > 0.0).then(|| nodes as f64 / work),
            mean_nodes_to_solution: (count > 0).then(|| total / count as f64),
            median_nodes_to_solution: median.map(|(low, high)| (low + high) / 2.0),
            failures: results.iter().filter(|result| result.failure.is_some()).count(),
            results,
        }
    }
}

impl PositionReport {
    pub(super) fn new(test: &TestPosition) -> Self {
        let max_points = test.goal.max_points();
        Self {
            id: test.id.clone(),
            file: test.file.clone(),
            line: test.line,
            fen: fen_of(test.position()),
            goal: test.goal.text(test.position()),
            points: max_points.map(|_| 0),
            max_points,
            ..Self::default()
        }
    }

    pub(super) fn position(&self) -> String {
        without_clocks(&self.fen)
    }

    pub(super) fn name(&self) -> String {
        if self.id.is_empty() { format!("{}:{}", self.file, self.line) } else { self.id.clone() }
    }
}

/// The mates that an engine announced at the end of its search in positions whose mate is known, counted as by
/// matetrack (<https://github.com/vondele/matetrack>).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub(super) struct Mates {
    pub(super) positions: usize,
    /// A mate of the right side, in any number of moves.
    pub(super) found: usize,
    pub(super) best: usize,
    /// One in fewer moves: the suite or the engine is wrong.
    pub(super) shorter: usize,
    pub(super) wrong: usize,
}

impl Mates {
    fn of(positions: &[TestPosition], results: &[PositionReport]) -> Option<Self> {
        let mut mates = Self::default();
        for (test, result) in positions.iter().zip(results) {
            if let Some(known) = test.goal.mate {
                mates.add(known, result.score.and_then(GivenScore::mate_moves));
            }
        }
        (mates.positions > 0).then_some(mates)
    }

    /// One more position, with the full moves to mate from the side to move, negative if it is mated.
    fn add(&mut self, known: i32, announced: Option<i32>) {
        self.positions += 1;
        let Some(moves) = announced else { return };
        if moves.signum() != known.signum() {
            self.wrong += 1;
            return;
        }
        self.found += 1;
        self.best += usize::from(moves == known);
        self.shorter += usize::from(moves.unsigned_abs() < known.unsigned_abs());
    }
}

/// The identity of a position: its FEN without the clocks.
pub(super) fn without_clocks(fen: &str) -> String {
    let fields: Vec<&str> = fen.split(' ').take(4).collect();
    fields.join(" ")
}

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
    match ask(player, engine, &test.game, &mut |finding| findings.push(*finding)) {
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

/// Has an engine search a position as a new game, within its limit; a clock stands at its full time.
pub(crate) fn ask(
    player: &mut dyn Player,
    engine: &EngineConfig,
    game: &Game,
    notify: &mut dyn FnMut(&Info),
) -> Result<Reply, Failure> {
    let limits = match engine.limit {
        LimitKind::Nodes(nodes) => Limits::nodes(nodes),
        LimitKind::Depth(depth) => Limits::depth(i32::from(depth)),
        LimitKind::MoveTime(time) => Limits { move_time: Some(time), ..Limits::default() },
        LimitKind::Clock { time, increment, moves_to_go } => Limits {
            clock: Some(Clock { remaining: time, increment, moves_to_go }),
            ..Limits::default()
        },
    };
    player.new_game()?;
    let task = Request { line: true, ..Request::new(game, &limits, engine.margin) };
    player.think_aloud(&task, notify)
}
