//! Players: whoever can be asked for a move. The one place where the arena uses `dyn`.

mod in_process;

use std::time::Duration;

use engine_core::evaluator::Evaluator;
use engine_core::game::Game;
use engine_core::limits::Limits;
use engine_core::options::{Configure, OptionError};
use engine_core::score::Score;
use shakmaty::Move;

use crate::config::EngineConfig;
use crate::registry::{self, Visitor};
use in_process::InProcess;

/// A player's answer.
#[derive(Clone, Debug)]
pub struct Thought {
    /// The move; `None` if the player has none to offer.
    pub best: Option<Move>,
    /// The line that it expects, the move first; may be empty.
    pub line: Vec<Move>,
    /// From the side to move.
    pub score: Score,
    /// Plies of the last finished iteration.
    pub depth: i32,
    /// Nodes searched.
    pub nodes: u64,
    /// Time used, measured where the player thinks.
    pub time: Duration,
}

/// Somebody who can be asked for a move.
pub trait Player: Send {
    /// A new game begins: forget the last one.
    fn new_game(&mut self);

    /// Thinks about the game's position within `limits`.
    fn think(&mut self, game: &Game, limits: &Limits) -> Thought;

    /// How far this player's scores swing, relative to Michniewski's.
    fn swing(&self) -> f64;
}

/// Why an engine of the configuration cannot play.
#[derive(Debug, thiserror::Error)]
pub enum PlayerError {
    /// There is no such evaluator.
    #[error("engine \"{engine}\": there is no evaluator \"{evaluator}\"")]
    Evaluator {
        /// The engine.
        engine: String,
        /// As configured.
        evaluator: String,
    },
    /// A parameter that the evaluator does not take.
    #[error("engine \"{engine}\", params: {source}")]
    Param {
        /// The engine.
        engine: String,
        /// What the evaluator says.
        source: OptionError,
    },
    /// A parameter that is neither a word nor a flag nor a number.
    #[error("engine \"{engine}\", params: {name} must be a text, true, false or a number")]
    ParamType {
        /// The engine.
        engine: String,
        /// The parameter.
        name: String,
    },
    /// Rules that cannot be switched off.
    #[error("engine \"{engine}\", disable: {source}")]
    Disable {
        /// The engine.
        engine: String,
        /// What the evaluator says.
        source: OptionError,
    },
}

/// The player that `config` describes.
///
/// # Errors
/// If the evaluator does not exist or cannot be set up so; the message names the engine.
pub fn player(config: &EngineConfig) -> Result<Box<dyn Player>, PlayerError> {
    let missing = || PlayerError::Evaluator {
        engine: config.name.clone(),
        evaluator: config.evaluator.clone(),
    };
    registry::with(&config.evaluator, Make(config)).ok_or_else(missing)?
}

struct Make<'c>(&'c EngineConfig);

impl Visitor for Make<'_> {
    type Output = Result<Box<dyn Player>, PlayerError>;

    fn visit<E: Evaluator + Configure + Clone>(self, mut evaluator: E) -> Self::Output {
        let config = self.0;
        let engine = || config.name.clone();
        for (name, value) in &config.params {
            let value = match value {
                toml::Value::String(text) => text.clone(),
                toml::Value::Boolean(_) | toml::Value::Integer(_) | toml::Value::Float(_) => {
                    value.to_string()
                }
                _ => {
                    return Err(PlayerError::ParamType {
                        engine: engine(),
                        name: name.clone(),
                    });
                }
            };
            let set = evaluator.set(name, &value);
            set.map_err(|source| PlayerError::Param {
                engine: engine(),
                source,
            })?;
        }
        let patterns: Vec<&str> = config.disable.iter().map(String::as_str).collect();
        let disabled = evaluator.disable(&patterns);
        disabled.map_err(|source| PlayerError::Disable {
            engine: engine(),
            source,
        })?;
        Ok(Box::new(InProcess::new(evaluator, u32::from(config.table))))
    }
}
