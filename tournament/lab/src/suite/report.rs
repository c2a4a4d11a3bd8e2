//! The results of engines on a suite, in numbers: the JSON that programs read, from which the table is
//! made too.

use std::time::Duration;

use engine_core::notation::uci_move;
use match_stats::{Interval, wilson};
use serde::Serialize;

use super::mates::Mates;
use super::moves::san;
use super::reader::TestPosition;
use super::solve::Attempt;
use config::{EngineConfig, LimitKind};
use players::player::GivenScore;
use report::interval_fields::Share;

/// The results on a suite.
#[derive(Debug, Clone, Serialize)]
pub struct SuiteReport {
    /// The files, as they were given, separated by commas.
    pub file: String,
    /// The number of positions.
    pub positions: usize,
    /// The limit of each position; `None` if the engines have different ones.
    pub limit: Option<LimitKind>,
    /// With one engine: the number of positions that it solved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solved: Option<usize>,
    /// With one engine, and points: the points that it earned.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<u64>,
    /// The points to be earned; `None` if the suite gives none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_points: Option<u64>,
    /// In the order in which they were named.
    pub engines: Vec<EngineReport>,
}

/// The results of one engine on a suite.
#[derive(Debug, Clone, Serialize)]
pub struct EngineReport {
    /// Its name.
    pub name: String,
    /// Its limit.
    pub limit: LimitKind,
    /// The number of positions tried.
    pub positions: usize,
    /// The number of positions solved.
    pub solved: usize,
    /// Their share, 0 to 1; the interval is Wilson's.
    #[serde(flatten, with = "Share")]
    pub share: Interval,
    /// Points; `None` if the suite gives none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<u64>,
    /// Points that there are; `None` if the suite gives none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_points: Option<u64>,
    /// Mates that it announced; `None` if the suite has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mates: Option<Mates>,
    /// Nodes searched at all positions.
    pub nodes: u64,
    /// Time thought at all positions, in seconds.
    pub seconds: f64,
    /// Nodes a second; `None` if none were counted.
    pub nps: Option<f64>,
    /// Nodes to the solution, the mean of the solved positions; `None` if there are none.
    pub mean_nodes_to_solution: Option<f64>,
    /// The median of the same.
    pub median_nodes_to_solution: Option<f64>,
    /// Time to the solution in seconds, the mean of the solved positions; `None` if there are none.
    pub mean_seconds_to_solution: Option<f64>,
    /// Positions at which it failed (by crashing, for example).
    pub failures: usize,
    /// Position by position, in the order of the files.
    pub results: Vec<PositionReport>,
}

/// The result of one engine in one position.
#[derive(Debug, Clone, Serialize)]
pub struct PositionReport {
    /// The `id` in the file; empty if there is none.
    pub id: String,
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The position.
    pub fen: String,
    /// The goal: `bm Nf3`, `dm 3`.
    pub goal: String,
    /// The move at the end in SAN; `None` if there is none.
    #[serde(rename = "move")]
    pub san: Option<String>,
    /// The same in UCI.
    pub uci: Option<String>,
    /// True if the move solves the position.
    pub solved: bool,
    /// The points earned; `None` if the position gives no points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<u32>,
    /// The most that a move earns; on the same terms.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_points: Option<u32>,
    /// From the side to move; `None` if the engine gave none.
    pub score: Option<ScoreText>,
    /// Plies of the last finished iteration.
    pub depth: i32,
    /// Nodes searched.
    pub nodes: u64,
    /// Time thought, in seconds.
    pub seconds: f64,
    /// Plies of the iteration from which on the move stayed right; `None` if it is not solved.
    pub depth_to_solution: Option<i32>,
    /// Nodes until then.
    pub nodes_to_solution: Option<u64>,
    /// Seconds until then.
    pub seconds_to_solution: Option<f64>,
    /// The failure of the engine, if it failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failure: Option<String>,
}

/// A score from the side to move: centipawns, or full moves to mate, negative if the side to move is
/// mated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum ScoreText {
    /// Centipawns.
    Cp(i32),
    /// A mate.
    Mate {
        /// Full moves.
        mate: i32,
    },
}

impl From<GivenScore> for ScoreText {
    fn from(score: GivenScore) -> Self {
        match score {
            GivenScore::Mate(mate) => Self::Mate { mate },
            GivenScore::Cp(cp) => Self::Cp(cp),
        }
    }
}

impl SuiteReport {
    /// The report on `attempts`, which [`super::solve`] made of the same positions and engines.
    #[must_use]
    pub fn new(
        positions: &[TestPosition],
        engines: &[EngineConfig],
        attempts: &[Vec<Attempt>],
    ) -> SuiteReport {
        let mut files: Vec<&str> = positions.iter().map(|test| test.file.as_str()).collect();
        files.dedup();
        let engines: Vec<EngineReport> = engines
            .iter()
            .zip(attempts)
            .map(|(engine, attempts)| EngineReport::new(engine, positions, attempts))
            .collect();
        let limit = engines.first().map(|engine| engine.limit);
        let alone = <&[EngineReport; 1]>::try_from(engines.as_slice()).ok();
        SuiteReport {
            file: files.join(", "),
            positions: positions.len(),
            limit: limit.filter(|limit| engines.iter().all(|engine| engine.limit == *limit)),
            solved: alone.map(|[engine]| engine.solved),
            points: alone.and_then(|[engine]| engine.points),
            max_points: engines.first().and_then(|engine| engine.max_points),
            engines,
        }
    }
}

impl EngineReport {
    fn new(engine: &EngineConfig, positions: &[TestPosition], attempts: &[Attempt]) -> Self {
        let solved = attempts.iter().filter(|attempt| attempt.solved).count();
        let interval = wilson::interval(solved as u64, attempts.len() as u64);
        // With no attempts the share is unknown.
        let share = interval.unwrap_or(Interval { value: 0.0, low: 0.0, high: 1.0 });
        let max_points = max_points(positions);
        let points = || attempts.iter().map(|attempt| u64::from(attempt.points)).sum();
        let nodes = attempts.iter().map(|attempt| attempt.nodes).sum();
        let sum = |of: fn(&Attempt) -> Duration| attempts.iter().map(of).sum::<Duration>();
        let seconds = sum(|attempt| attempt.time).as_secs_f64();
        let work = sum(|attempt| attempt.work).as_secs_f64();
        let solutions = || attempts.iter().filter_map(|attempt| attempt.solution);
        let mut to_solution: Vec<u64> = solutions().map(|solution| solution.nodes).collect();
        to_solution.sort_unstable();
        let times: Vec<f64> = solutions().map(|s| s.time.as_secs_f64()).collect();
        Self {
            name: engine.name.clone(),
            limit: engine.limit,
            positions: positions.len(),
            solved,
            share,
            points: max_points.map(|_| points()),
            max_points,
            mates: Mates::of(positions, attempts),
            nodes,
            seconds,
            nps: (nodes > 0 && work > 0.0).then(|| nodes as f64 / work),
            mean_nodes_to_solution: mean(to_solution.iter().map(|&nodes| nodes as f64)),
            median_nodes_to_solution: median(&to_solution),
            mean_seconds_to_solution: mean(times.into_iter()),
            failures: attempts.iter().filter(|a| a.failure.is_some()).count(),
            results: positions
                .iter()
                .zip(attempts)
                .map(|(test, attempt)| PositionReport::new(test, attempt))
                .collect(),
        }
    }
}

impl PositionReport {
    fn new(test: &TestPosition, attempt: &Attempt) -> Self {
        let max_points = test.goal.max_points();
        let solution = attempt.solution;
        Self {
            id: test.id.clone(),
            file: test.file.clone(),
            line: test.line,
            fen: engine_core::notation::fen_of(test.position()),
            goal: test.goal.text(test.position()),
            san: attempt.best.map(|mv| san(mv, test.position())),
            uci: attempt.best.map(uci_move),
            solved: attempt.solved,
            points: max_points.map(|_| attempt.points),
            max_points,
            score: attempt.score.map(ScoreText::from),
            depth: attempt.depth,
            nodes: attempt.nodes,
            seconds: attempt.time.as_secs_f64(),
            depth_to_solution: solution.map(|solution| solution.depth),
            nodes_to_solution: solution.map(|solution| solution.nodes),
            seconds_to_solution: solution.map(|solution| solution.time.as_secs_f64()),
            failure: attempt.failure.as_ref().map(ToString::to_string),
        }
    }
}

/// All the points that a suite has; `None` if it gives none.
fn max_points(positions: &[TestPosition]) -> Option<u64> {
    let points: Vec<u32> = positions.iter().filter_map(|test| test.goal.max_points()).collect();
    (!points.is_empty()).then(|| points.into_iter().map(u64::from).sum())
}

fn mean(numbers: impl ExactSizeIterator<Item = f64>) -> Option<f64> {
    let count = numbers.len();
    (count > 0).then(|| numbers.sum::<f64>() / count as f64)
}

/// The median of sorted numbers.
fn median(sorted: &[u64]) -> Option<f64> {
    let middle = sorted.len() / 2;
    match sorted.len() {
        0 => None,
        odd if odd % 2 == 1 => Some(sorted[middle] as f64),
        _ => Some((sorted[middle - 1] as f64 + sorted[middle] as f64) / 2.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_and_medians() {
        assert_eq!((mean([].into_iter()), median(&[])), (None, None));
        assert_eq!(mean([1.0, 2.0, 6.0].into_iter()), Some(3.0));
        assert_eq!((median(&[1, 2, 6]), median(&[1, 2, 6, 9])), (Some(2.0), Some(4.0)));
    }
}
