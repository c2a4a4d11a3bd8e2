//! Openings of one's own: lines of sensible moves that end in level positions.
//!
//! Each move is drawn among those that a search finds little worse than the best, the better ones more
//! often; a deeper search then judges where the line ends. Positions are searched alone, without the
//! game before them, and what is found is kept: lines share their beginnings.

mod line;
mod pgn;
mod searches;

use std::collections::HashSet;
use std::ops::RangeInclusive;

use engine_core::game::Game;
use engine_core::key::Key;

use super::error::GenerateError;
use super::parallel::Players;
use config::EngineConfig;

use line::Draw;
pub use pgn::write_pgn;
pub(super) use searches::Purpose;
pub use searches::Searches;

/// What openings to make.
#[derive(Clone, Debug)]
pub struct Recipe {
    /// How many.
    pub count: usize,
    /// Half-moves of each, drawn evenly; at least 1.
    pub plies: RangeInclusive<u32>,
    /// Seed of all that is drawn.
    pub seed: u64,
    /// How much a move may be worse than the best, in centipawns.
    pub margin: i32,
    /// A move that is so many centipawns worse than another is drawn e times less often; above 0.
    pub temperature: f64,
    /// The largest score of either side where a line ends, in the judge's centipawns.
    pub balance: i32,
    /// How positions are searched.
    pub search: Search,
}

/// How positions are searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Search {
    /// Nodes of the search that proposes moves, a position, after the first four half-moves.
    pub nodes: u64,
    /// How many moves it proposes; at least 1.
    pub moves: usize,
    /// Nodes of the search that proposes the first four half-moves, and judges where a line ends.
    pub judge_nodes: u64,
}

/// So many lines in a row without a new opening, and there are no more to be found.
const PATIENCE: usize = 20_000;

/// Makes the openings by searches of `engine`, on `threads` workers; all reach different positions.
/// The same recipe and engine make the same openings on any number of threads if the engine finds
/// the same in the same position, as ours do and UCI programs with one thread usually do. `added` is
/// told of each that is found.
///
/// # Errors
/// If there are not so many, if the engine fails, or if the searches cannot be kept.
pub fn generate(
    recipe: &Recipe,
    engine: &EngineConfig,
    threads: usize,
    searches: &Searches,
    mut added: impl FnMut(),
) -> Result<Vec<Game>, GenerateError> {
    let mut players = Players::new(engine, threads)?;
    let mut found: Vec<Option<Game>> = vec![None; recipe.count];
    let mut seen = HashSet::new();
    let (mut attempt, mut in_vain) = (0, 0);
    loop {
        let open: Vec<usize> = (0..recipe.count).filter(|&n| found[n].is_none()).collect();
        if open.is_empty() {
            return Ok(found.into_iter().flatten().collect());
        }
        if in_vain >= PATIENCE {
            return Err(GenerateError::Exhausted {
                found: recipe.count - open.len(),
                wanted: recipe.count,
            });
        }
        // How many are new does not depend on the order in which they come; which ones does.
        let mut told = seen.clone();
        let lines = players.each(
            open.len(),
            |player, job| {
                let mut draw = Draw::new(recipe, open[job], attempt);
                draw.line(&mut |position, purpose| {
                    searches.find(player, position, purpose, &engine.name)
                })
            },
            |line: &Option<Game>| {
                if line
                    .as_ref()
                    .is_some_and(|game| told.insert(Key::of(game.position())))
                {
                    added();
                }
            },
        )?;
        let before = seen.len();
        for (number, line) in open.iter().zip(lines) {
            found[*number] = line.filter(|game| seen.insert(Key::of(game.position())));
        }
        in_vain = if seen.len() > before {
            0
        } else {
            in_vain + open.len()
        };
        attempt += 1;
    }
}

#[cfg(test)]
mod tests;
