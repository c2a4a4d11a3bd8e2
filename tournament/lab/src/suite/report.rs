//! Engines at a suite's positions, many at a time, and their results in numbers: the JSON that programs read, from which
//! the table is made too; and those of earlier runs.
//!
//! Each position is a new game: tables are cleared before it. Under fixed nodes or depth what an evaluator answers
//! depends on nothing but the position, not on the threads, nor on what was tried before.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use engine_core::notation::fen_of;
use match_stats::Interval;
use openings::moves::san;
use serde::{Deserialize, Serialize, Serializer};

use super::TestPosition;
use super::add::{unwritable, without_clocks};
use crate::positions::ask;
use config::{EngineConfig, EngineKind, LimitKind, disk};
use players::identity::software;
use players::player::{GivenScore, Info, Player, Probe, Reply};
use players::pool::Pool;
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
    /// The mate to be found, in full moves from the side to move, negative if it is mated.
    #[serde(skip)]
    mate: Option<i32>,
    /// The time that speed is measured by, [`Reply::processor_time`](players::player::Reply::processor_time).
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
    /// True if an engine no longer solves what it solved before, or failed in every position.
    pub fn is_worse(&self) -> bool {
        let is_worse = |engine: &EngineReport| {
            engine.lost_again.is_some_and(|lost| lost > 0) || engine.failures == engine.results.len()
        };
        self.engines.iter().any(is_worse)
    }
}

impl EngineReport {
    fn new((engine, probe): &(EngineConfig, Probe), results: Vec<PositionReport>) -> Self {
        let solved = results.iter().filter(|result| result.solved).count();
        let interval = Interval::of_share(solved as u64, results.len() as u64);
        let sum =
            |of: fn(&PositionReport) -> Option<u32>| results.iter().filter_map(of).map(u64::from).reduce(|a, b| a + b);
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
            mates: Mates::of(&results),
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
    fn position(&self) -> String {
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
    fn of(results: &[PositionReport]) -> Option<Self> {
        let mut mates = Self::default();
        for PositionReport { mate, score, .. } in results {
            let Some(known) = *mate else { continue };
            mates.positions += 1;
            let Some(moves) = score.and_then(GivenScore::mate_moves) else { continue };
            if moves.signum() != known.signum() {
                mates.wrong += 1;
                continue;
            }
            mates.found += 1;
            mates.best += usize::from(moves == known);
            mates.shorter += usize::from(moves.unsigned_abs() < known.unsigned_abs());
        }
        (mates.positions > 0).then_some(mates)
    }
}

/// Has each engine try each position, on `threads` workers; `observer` receives the engine's number after each, and if it
/// has solved it. An engine that fails at a position is not an error: it has not solved it.
pub fn solve(
    positions: &[TestPosition],
    probed: &[(EngineConfig, Probe)],
    threads: usize,
    mut observer: impl FnMut(usize, bool),
) -> anyhow::Result<SuiteReport> {
    let engines: Vec<EngineConfig> = probed.iter().map(|(engine, _)| engine.clone()).collect();
    let jobs = positions.len() * engines.len();
    let pool = Pool::new(&engines, threads.min(jobs))?;
    // All of an engine's together, so that few programs run.
    let engine_of = |job: usize| job / positions.len();
    let mut results = pool.each(
        jobs,
        engine_of,
        |player, job| {
            let position = &positions[job % positions.len()];
            Ok::<_, anyhow::Error>(attempt(player, &engines[engine_of(job)], position))
        },
        |job, result| observer(engine_of(job), result.solved),
    )?;
    let mut files: Vec<&str> = positions.iter().map(|test| test.file.as_str()).collect();
    files.dedup();
    let limit = engines.first().map(|engine| engine.limit);
    let reports = probed.iter();
    let reports = reports.map(|of| EngineReport::new(of, results.drain(..positions.len()).collect()));
    Ok(SuiteReport {
        file: files.join(", "),
        positions: positions.len(),
        engines: reports.collect(),
        limit: limit.filter(|limit| engines.iter().all(|engine| engine.limit == *limit)),
    })
}

fn attempt(player: &mut dyn Player, engine: &EngineConfig, test: &TestPosition) -> PositionReport {
    let (position, max_points) = (test.game.position(), test.goal.max_points());
    let report = PositionReport {
        id: test.id.clone(),
        file: test.file.clone(),
        line: test.line,
        fen: fen_of(position),
        goal: test.goal.text(position),
        points: max_points.map(|_| 0),
        max_points,
        mate: test.goal.mate,
        ..PositionReport::default()
    };
    let mut solution: Option<Info> = None;
    let mut judge = |finding: &Info| {
        let is_reached = test.goal.is_reached(finding.best, finding.score);
        solution = is_reached.then(|| solution.unwrap_or(*finding));
    };
    let thought = match ask(player, engine, &test.game, &mut judge) {
        Ok(thought) => thought,
        Err(failure) => return PositionReport { failure: Some(failure.to_string()), ..report },
    };
    let Reply { best, score, depth, nodes, time, .. } = thought;
    // The last finding is what the engine plays.
    match best {
        Some(best) => judge(&Info { best, score, depth, nodes, time }),
        None => solution = None,
    }
    PositionReport {
        san: best.map(|mv| san(mv, position)),
        solved: solution.is_some(),
        points: max_points.map(|_| best.map_or(0, |best| test.goal.points_of(best))),
        score,
        depth,
        nodes,
        seconds: time.as_secs_f64(),
        depth_to_solution: solution.map(|solution| solution.depth),
        nodes_to_solution: solution.map(|solution| solution.nodes),
        seconds_to_solution: solution.map(|solution| solution.time.as_secs_f64()),
        work: thought.processor_time.unwrap_or_default(),
        ..report
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Trial {
    /// The day, UTC, `2026-11-21`.
    date: String,
    engine: String,
    /// Its name and version; of an evaluator the arena's.
    version: String,
    limit: LimitKind,
    results: Vec<TrialResult>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct TrialResult {
    position: String,
    /// The goal at that time: with another one it is another position.
    goal: String,
    #[serde(rename = "move")]
    san: Option<String>,
    solved: bool,
}

/// The results of earlier runs: a file beside the suite, a line of JSON for each engine and run.
///
/// Lines are only ever added, each at once. A process that is killed can leave half of one, which the next reader passes
/// over.
#[derive(Debug, Clone, PartialEq)]
pub struct History {
    path: PathBuf,
    trials: Vec<Trial>,
    /// A warning for each line that cannot be read.
    pub warnings: Vec<String>,
}

impl History {
    /// Reads a history; there need not be one.
    pub fn load(path: &Path) -> anyhow::Result<History> {
        let text = match disk::positions(path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(unwritable(path, &error)),
        };
        let (mut trials, mut warnings, file) = (Vec::new(), Vec::new(), path.display());
        for (number, line) in (1..).zip(text.split(|&byte| byte == b'\n')) {
            match serde_json::from_slice(line) {
                Ok(trial) => trials.push(trial),
                Err(_) if line.trim_ascii().is_empty() => {}
                Err(_) => {
                    warnings.push(format!("{file}:{number}: this line is damaged and passed over"));
                }
            }
        }
        Ok(History { path: path.to_owned(), trials, warnings })
    }

    /// Enters in a report which positions were solved in an earlier run of the same engine at the same limit.
    pub fn compare(&self, report: &mut SuiteReport) {
        for engine in &mut report.engines {
            let own = |trial: &&Trial| trial.engine == engine.name && trial.limit == engine.limit;
            let own: Vec<&Trial> = self.trials.iter().rev().filter(own).collect();
            for row in &mut engine.results {
                let position = row.position();
                let is_it = |it: &TrialResult| it.solved && it.position == position && it.goal == row.goal;
                let last = own.iter().find(|trial| trial.results.iter().any(is_it));
                row.solved_before = last.map(|last| format!("{}, {}", last.date, last.version));
            }
            let is_lost_again = |row: &&PositionReport| !row.solved && row.solved_before.is_some();
            engine.lost_again = Some(engine.results.iter().filter(is_lost_again).count());
        }
    }

    /// Adds the run that a report is about to the file.
    pub fn append(&self, report: &SuiteReport) -> anyhow::Result<()> {
        let add = || -> io::Result<()> {
            let today = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
            let today = ::report::day(today.as_millis() as u64);
            let mut text = String::new();
            // Half a line that a killed process has left must not swallow the next one.
            if fs::read(&self.path).is_ok_and(|old| !old.is_empty() && !old.ends_with(b"\n")) {
                text.push('\n');
            }
            for engine in &report.engines {
                let results = engine.results.iter().map(|row| TrialResult {
                    position: row.position(),
                    goal: row.goal.clone(),
                    san: row.san.clone(),
                    solved: row.solved,
                });
                let trial = Trial {
                    date: today.clone(),
                    engine: engine.name.clone(),
                    version: engine.version.clone(),
                    limit: engine.limit,
                    results: results.collect(),
                };
                text += &serde_json::to_string(&trial)?;
                text.push('\n');
            }
            let mut file = File::options().create(true).append(true).open(&self.path)?;
            file.write_all(text.as_bytes())?;
            file.sync_data()
        };
        add().map_err(|error| unwritable(&self.path, &error))
    }
}
