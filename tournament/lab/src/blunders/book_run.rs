//! Trials of the book: positions that are solved, still lost, or back again.

use std::fmt;
use std::time::{SystemTime, UNIX_EPOCH};

use engine_core::limits::Limits;
use engine_core::notation::uci_move;
use engine_uci::bench;
use report::Document;
use serde::Serialize;

use super::book::key;
use super::history::{History, Trial, Tried};
use crate::suite::moves::san;
use crate::suite::{Attempt, TestPosition};
use config::{EngineConfig, EngineKind, LimitKind};
use players::identity::software;
use players::player::{PlayerError, Probe, Request, player};
use report::pgn::date;

/// Plies of the search that identifies an evaluator.
const SIGNATURE_DEPTH: i32 = 6;

/// The verdict on a blunder.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum TrialVerdict {
    /// The engine's move is right.
    Solved,
    /// It is wrong, and was in every earlier run at this limit.
    Lost,
    /// It is wrong, and was right in an earlier run at this limit.
    BackAgain,
}

impl fmt::Display for TrialVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Solved => "solved",
            Self::Lost => "still lost",
            Self::BackAgain => "back again",
        })
    }
}

/// The result of one engine on the book, beside its history.
#[derive(Debug, Clone, Serialize)]
pub struct EngineTrial {
    /// Its name.
    pub engine: String,
    /// Its name and version; for an evaluator the version of the arena.
    pub version: String,
    /// The nodes that identify an evaluator; `None` for a program.
    pub signature: Option<u64>,
    /// The limit.
    pub limit: LimitKind,
    /// The number of positions.
    pub positions: usize,
    /// The number of positions solved.
    pub solved: usize,
    /// The number of positions still lost.
    pub lost: usize,
    /// The number of positions back again.
    pub back_again: usize,
    /// Position by position.
    pub results: Vec<TrialRow>,
}

/// The result of one engine in one position.
#[derive(Debug, Clone, Serialize)]
pub struct TrialRow {
    /// The `id` in the book.
    pub id: String,
    /// The position: a FEN without its clocks.
    pub position: String,
    /// The goal.
    pub goal: String,
    /// The engine's move in SAN; `None` if it failed.
    #[serde(rename = "move")]
    pub san: Option<String>,
    /// The verdict.
    pub verdict: TrialVerdict,
    /// True if an earlier run of this engine at this limit tried it.
    pub tried_before: bool,
    /// The last of them that solved it: its date, version and signature; `None` if none did.
    pub solved_before: Option<String>,
    /// The failure of the engine, if it failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failure: Option<String>,
}

/// Compares the attempts of an engine with its earlier ones; also returns what is to be added to the
/// history.
///
/// # Errors
/// If the engine cannot be set up.
pub fn compare(
    (engine, probe): &(EngineConfig, Probe),
    positions: &[TestPosition],
    attempts: &[Attempt],
    history: &History,
) -> Result<(EngineTrial, Trial), PlayerError> {
    let rows: Vec<TrialRow> = positions
        .iter()
        .zip(attempts)
        .map(|(test, attempt)| row(engine, test, attempt, history))
        .collect();
    let count = |verdict| rows.iter().filter(|row| row.verdict == verdict).count();
    let version = match &engine.kind {
        EngineKind::Evaluator(_) => software(),
        EngineKind::Program(_) => probe.version.clone().unwrap_or_default(),
    };
    let outcome = EngineTrial {
        engine: engine.name.clone(),
        version,
        signature: signature(engine)?,
        limit: engine.limit,
        positions: positions.len(),
        solved: count(TrialVerdict::Solved),
        lost: count(TrialVerdict::Lost),
        back_again: count(TrialVerdict::BackAgain),
        results: rows,
    };
    let trial = Trial {
        date: today(),
        engine: outcome.engine.clone(),
        version: outcome.version.clone(),
        signature: outcome.signature,
        limit: outcome.limit,
        results: outcome
            .results
            .iter()
            .zip(attempts)
            .map(|(row, attempt)| Tried {
                position: row.position.clone(),
                goal: row.goal.clone(),
                mv: attempt.best.map(uci_move),
                solved: attempt.solved,
            })
            .collect(),
    };
    Ok((outcome, trial))
}

fn row(
    engine: &EngineConfig,
    test: &TestPosition,
    attempt: &Attempt,
    history: &History,
) -> TrialRow {
    let position = key(test.position());
    let goal = test.goal.text(test.position());
    let (tried_before, solved_before) =
        history.earlier(&engine.name, engine.limit, &position, &goal);
    TrialRow {
        id: test.name(),
        san: attempt.best.map(|mv| san(mv, test.position())),
        verdict: match (attempt.solved, solved_before.is_some()) {
            (true, _) => TrialVerdict::Solved,
            (false, false) => TrialVerdict::Lost,
            (false, true) => TrialVerdict::BackAgain,
        },
        position,
        goal,
        tried_before,
        solved_before: solved_before.map(Trial::label),
        failure: attempt.failure.as_ref().map(ToString::to_string),
    }
}

/// The nodes that an evaluator's search of the bench positions takes; `None` for a program.
fn signature(engine: &EngineConfig) -> Result<Option<u64>, PlayerError> {
    if let EngineKind::Program(_) = engine.kind {
        return Ok(None);
    }
    let mut player = player(engine)?;
    let limits = Limits::depth(SIGNATURE_DEPTH);
    let nodes = bench::positions().map(|game| {
        let task = Request::new(&game, &limits, engine.margin);
        // A built-in evaluator does not fail.
        let thought = player.new_game().and_then(|()| player.think(&task));
        thought.map_or(0, |thought| thought.nodes)
    });
    Ok(Some(nodes.sum()))
}

fn today() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    let milliseconds = since.map_or(0, |since| since.as_millis() as u64);
    date(milliseconds).replace('.', "-")
}

/// The results on the book as a table; solved positions are only counted.
pub fn table(book: &str, outcomes: &[EngineTrial]) -> Document {
    let mut to = Document::new();
    for outcome in outcomes {
        let EngineTrial { engine, positions, solved, lost, back_again, .. } = outcome;
        let limit = outcome.limit.to_string().replace(" a move", " a position");
        to.sentence(format!(
            "{engine}, {limit}: {solved} of {positions} solved, {lost} still lost, \
             {back_again} back again ({book})"
        ));
        let wrong = || outcome.results.iter().filter(|row| row.verdict != TrialVerdict::Solved);
        for row in wrong() {
            let TrialRow { id, goal, verdict, .. } = row;
            let played = row.san.as_deref().or(row.failure.as_deref()).unwrap_or("-");
            let earlier = row.solved_before.as_ref();
            let earlier = earlier.map_or(String::new(), |earlier| format!("; solved on {earlier}"));
            to.sentence(format!("  {verdict}: {id}: {goal}, and it plays {played}{earlier}"));
        }
    }
    to
}
