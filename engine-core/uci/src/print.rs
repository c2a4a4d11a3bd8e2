//! What the engine says.

use std::time::Duration;

use engine_core::notation::uci_move;
use shakmaty::Move;

use engine_core::choice::Chosen;
use engine_core::explain::Rule;
use engine_core::score::Score;
use engine_core::search::{Report, SearchResult};

/// A score as UCI writes it: `cp` or `mate`, from the side to move.
pub fn score(score: Score) -> String {
    match (score.cp(), score.mate_moves()) {
        (Some(cp), _) => format!("cp {cp}"),
        (None, mate) => format!("mate {}", mate.unwrap_or(0)),
    }
}

/// Nodes a second.
pub fn speed(nodes: u64, time: Duration) -> u64 {
    (nodes as f64 / time.as_secs_f64().max(1e-6)) as u64
}

fn line(moves: &[Move]) -> String {
    let moves: Vec<String> = moves.iter().map(|&mv| uci_move(mv)).collect();
    moves.join(" ")
}

/// The `info` line of a finished iteration.
pub fn info(report: &Report) -> String {
    format!(
        "info depth {} seldepth {} score {} nodes {} nps {} hashfull {} time {} pv {}",
        report.depth,
        report.selective_depth.max(report.depth as usize),
        score(report.score),
        report.nodes,
        speed(report.nodes, report.time),
        report.table_permille,
        report.time.as_millis(),
        line(&report.line),
    )
}

/// The `info string` line of a move that the evaluator plays in place of the best one.
pub fn chosen(chosen: Chosen, line: &[Move]) -> String {
    let mv = line
        .first()
        .map_or_else(|| "none".to_owned(), |&mv| uci_move(mv));
    let (Rule { name: rule, .. }, over) = (chosen.rule, uci_move(chosen.over));
    format!("info string {rule}: {mv} in place of {over}")
}

/// The `info` line of an iteration that was broken off: what the search has used by now.
pub fn last_info(outcome: &SearchResult) -> String {
    format!(
        "info depth {} score {} nodes {} nps {} time {} pv {}",
        outcome.depth,
        score(outcome.score),
        outcome.nodes,
        speed(outcome.nodes, outcome.time),
        outcome.time.as_millis(),
        line(&outcome.line),
    )
}

/// The `bestmove` line; without a legal move it is the null move, `0000`.
pub fn best_move(outcome: &SearchResult) -> String {
    let Some(best) = outcome.best else {
        return "bestmove 0000".to_owned();
    };
    match outcome.line.get(1) {
        Some(&ponder) => format!("bestmove {} ponder {}", uci_move(best), uci_move(ponder)),
        None => format!("bestmove {}", uci_move(best)),
    }
}
