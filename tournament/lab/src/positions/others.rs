//! Positions with scores as other programs write them: Stockfish's tools (`.plain`) and lichess's evaluations (`.jsonl`).

use std::io;
use std::iter::{Peekable, from_fn};

use anyhow::{Context as _, anyhow, bail};
use engine_core::game::{Game, position_from_fen};
use openings::pgn::{GivenScore, GivenValue};
use serde::Deserialize;
use shakmaty::Position as _;

use super::{Position, PositionScore};

/// Lines, and of Stockfish's tools the lines of each position as one.
pub(super) fn records<L: Iterator<Item = io::Result<(usize, String)>>>(
    mut lines: Peekable<L>,
) -> impl Iterator<Item = io::Result<(usize, String)>> {
    /// Lines of a position in `.plain` are shorter together.
    const RECORD: usize = 4096;
    /// The words that begin them.
    const MORE: [&str; 5] = ["move", "score", "ply", "result", "e"];
    from_fn(move || {
        let (number, mut text) = match lines.next()? {
            Ok(line) => line,
            error => return Some(error),
        };
        let is_more = |line: &io::Result<(usize, String)>| {
            let text = line.as_ref().map_or("", |(_, line)| line);
            text.split_whitespace().next().is_some_and(|word| MORE.contains(&word))
        };
        while is_plain(&text)
            && text.len() < RECORD
            && !text.ends_with("\ne")
            && let Some(Ok((_, line))) = lines.next_if(is_more)
        {
            text = text + "\n" + line.trim();
        }
        Some(Ok((number, text)))
    })
}

/// True of the first line of a position of Stockfish's tools.
pub(super) fn is_plain(line: &str) -> bool {
    line.starts_with("fen ")
}

/// A position as Stockfish's tools write it: a word and a value a line, score and result from the side to move.
pub(super) fn plain(record: &str) -> anyhow::Result<Position> {
    let value = |name: &str| {
        let of = record.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' ').map(str::trim));
        of.with_context(|| format!("{name} is missing; a position has lines for fen, move, score, ply, result and e"))
    };
    if !record.ends_with("\ne") {
        bail!("it does not end with a line that has e alone");
    }
    let game = Game::new(position_from_fen(value("fen")?)?);
    let points = ["-1", "0", "1"].iter().position(|known| value("result").is_ok_and(|text| text == *known));
    let points = points.context("the result is not 1, 0 or -1, that of the side to move")? as u8;
    let white = game.position().turn().fold_wb(points, 2 - points);
    let score = PositionScore { centipawns: centipawns(value("score")?)?, nodes: None, depth: None };
    Ok(Position { game, number: 0, white_half_points: Some(white), score: Some(score) })
}

/// A line of lichess's evaluations.
#[derive(Deserialize)]
struct Evaluations {
    fen: String,
    evals: Vec<Evaluation>,
}

#[derive(Deserialize)]
struct Evaluation {
    pvs: Vec<Variation>,
    knodes: u64,
    depth: u32,
}

/// The score is White's.
#[derive(Deserialize)]
struct Variation {
    cp: Option<i32>,
    mate: Option<i32>,
}

/// A position as lichess publishes its evaluations, with the score of the deepest; there is no result.
pub(super) fn evaluated(line: &str) -> anyhow::Result<Position> {
    let read: Evaluations = serde_json::from_str(line).map_err(|error| {
        anyhow!("{error}; expected {{\"fen\": ..., \"evals\": [{{\"pvs\": [{{\"cp\": ...}}], \"knodes\": ..., \"depth\": ...}}]}}")
    })?;
    let game = Game::new(position_from_fen(&read.fen)?);
    let deepest = read.evals.iter().max_by_key(|of| (of.depth, of.knodes));
    let (of, best) = deepest.and_then(|of| Some((of, of.pvs.first()?))).context("it has no evaluation")?;
    let mate = best.mate.map(GivenValue::Mate);
    let white = mate.or(best.cp.map(GivenValue::Centipawns)).context("its first line has neither cp nor mate")?;
    let value = game.position().turn().fold_wb(white, white.negated());
    let nodes = Some(of.knodes.saturating_mul(1000));
    let score = GivenScore { value, depth: Some(of.depth), nodes, side_supposed: false };
    Ok(Position { game, number: 0, white_half_points: None, score: Some(score.into()) })
}

/// Centipawns whose negative is in range, too.
pub(super) fn centipawns(text: &str) -> anyhow::Result<i32> {
    let centipawns = text.parse().ok().filter(|cp: &i32| cp.checked_neg().is_some());
    centipawns.with_context(|| {
        format!(
            "{text:?} is not a score; write whole centipawns, in ce from the side to move, between bars from White's \
             side, or leave it out"
        )
    })
}
