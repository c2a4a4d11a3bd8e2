//! Both numbers of one evaluator, measured beside Michniewski's.

use openings::{OpeningError, WholeGame};
use serde::Serialize;

use super::games::games;
use super::{Measurement, values};
use crate::config::EngineConfig;
use crate::endings;
use crate::fit::FitError;
use crate::fit::accuracy::scales;
use crate::player::PlayerError;
use crate::positions::{Drawer, Recipe};
use crate::run::builtin_openings;
use crate::swing;
use eval_simplified::MICHNIEWSKI_SCALE;

/// Whose numbers are the measure.
const UNIT: &str = "michniewski";
/// Who plays the games for the scale: neither who is measured nor who is the measure, since whoever chose the
/// moves thinks too well of them, and its values then look as if they were worth less.
const PLAYERS: [&str; 2] = ["slate-atkin", "otter"];
/// Positions from one game.
const PER_GAME: usize = 6;

/// How much is measured on.
#[derive(Debug, Clone, Copy)]
pub struct Plan {
    /// Games from whose positions the swing is measured.
    pub swing_games: u32,
    /// Games that are played for the scale, an even number.
    pub games: u32,
    /// Nodes for each of their moves.
    pub nodes: u64,
}

/// What is going on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// A game was played for the swing.
    Swing,
    /// A game was played for the scale.
    Scale,
}

/// What was found.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Found {
    /// The evaluator.
    pub evaluator: &'static str,
    /// How far a search moves its values, relative to Michniewski's.
    pub swing: f64,
    /// Positions on which that was measured.
    pub swing_positions: usize,
    /// K: so many of its centipawns make an expected score of 73 %, where Michniewski's is as in its source.
    pub scale: f64,
    /// Its standard error, by games.
    pub scale_error: f64,
    /// Games that were played for it.
    pub games: usize,
    /// Positions of these games on which it was measured.
    pub scale_positions: usize,
    /// What the evaluator says of some positions, as a key.
    pub values: String,
}

/// Why nothing was found.
#[derive(Debug, thiserror::Error)]
pub enum MeasureError {
    /// The openings.
    #[error(transparent)]
    Openings(#[from] OpeningError),
    /// A player.
    #[error(transparent)]
    Player(#[from] PlayerError),
    /// The fit.
    #[error(transparent)]
    Fit(#[from] FitError),
    /// A search does not change its values.
    #[error(
        "{evaluator}: a search does not change its values; look at its terms with `tournament explain`"
    )]
    NoSwing {
        /// The evaluator.
        evaluator: &'static str,
    },
}

/// Measures the evaluator called `evaluator`, which is registered: first its swing, then its scale on games
/// of two others. The same plan finds the same numbers. `progress` is
/// told of every finished game.
///
/// # Errors
/// If its values mean nothing, or there are too few games.
pub fn measure(
    evaluator: &'static str,
    plan: Plan,
    progress: impl Fn(Stage) + Sync,
) -> Result<Found, MeasureError> {
    let openings = builtin_openings(None)?;
    let some = |count: u32| &openings[..openings.len().min(count as usize)];
    let positions = swing::positions(some(plan.swing_games), || progress(Stage::Swing));
    let measured = swing::measure(&[evaluator], &positions);
    let swing = measured.first().filter(|of| of.ratio > 0.0);
    let swing = swing.ok_or(MeasureError::NoSwing { evaluator })?;
    let engines = |names: [&str; 2]| names.map(|name| endings::engine(name, plan.nodes));
    let players = engines(PLAYERS);
    let games = games(&players, some(plan.games / 2), || progress(Stage::Scale))?;
    let (scale, error, counts) = scale(&engines([evaluator, UNIT]), &games)?;
    Ok(Found {
        evaluator,
        swing: rounded(swing.ratio, 100.0),
        swing_positions: swing.positions,
        scale: rounded(MICHNIEWSKI_SCALE.centipawns * scale, 10.0),
        scale_error: rounded(MICHNIEWSKI_SCALE.centipawns * error, 10.0),
        games: counts.0,
        scale_positions: counts.1,
        values: values(evaluator)?.unwrap_or_default(),
    })
}

/// What is kept has no more digits than mean something, so that it can be typed.
fn rounded(number: f64, parts: f64) -> f64 {
    (number * parts).round() / parts
}

/// The first engine's scale over the second one's on positions of `games`, its standard error, and how many
/// games and positions are behind it.
fn scale(
    engines: &[EngineConfig; 2],
    games: &[WholeGame],
) -> Result<(f64, f64, (usize, usize)), MeasureError> {
    let mut drawer = Drawer::new(Recipe {
        per_game: PER_GAME,
        seed: 1,
    });
    let mut positions = Vec::new();
    for (number, game) in games.iter().enumerate() {
        positions.extend(drawer.draw(number, game));
    }
    let (ratio, error) = scales(engines, &positions)?;
    Ok((ratio, error, (games.len(), positions.len())))
}

impl Found {
    /// As it is kept.
    #[must_use]
    pub fn measurement(&self, date: &str) -> Measurement {
        Measurement {
            swing: self.swing,
            scale: self.scale,
            measured: format!(
                "{date}, {} games of {} and {}",
                self.games, PLAYERS[0], PLAYERS[1]
            ),
            values: self.values.clone(),
        }
    }
}
