//! What an engine says of positions, many at a time.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

use engine_core::game::Game;
use engine_core::notation::fen_of;
use rayon::ThreadPool;
use rayon::prelude::*;
use shakmaty::{CastlingMode, EnPassantMode, Position as _};
use uci_client::CHESS960;

use super::Position;
use super::error::PositionsError;
use super::score::{PositionScore, centipawns};
use crate::suite::limits;
use config::{EngineConfig, EngineKind};
use players::player::{Player, PlayerError, Request, interrupted, player};
use players::workers::workers;

/// An engine that says nothing of so many positions in a row will say nothing of the others.
const ROW: usize = 20;
/// So many positions for each thread are worth being handed over together: few threads then wait for the last.
const BATCH: usize = 64;

/// A position of which the engine said nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unscored {
    /// The position: a FEN.
    pub fen: String,
    /// Why.
    pub reason: String,
}

/// Asks an engine.
pub struct Scorer {
    engine: EngineConfig,
    plays_chess960: bool,
    threads: usize,
    pool: ThreadPool,
    /// Players that nobody asks at present.
    idle: Mutex<Vec<Box<dyn Player>>>,
    /// Failures since the last score.
    row: AtomicUsize,
}

impl Scorer {
    /// One that asks this engine within its limit, at so many positions at the same time.
    ///
    /// # Errors
    /// If the engine cannot be set up, or there are no threads.
    pub fn new(engine: EngineConfig, threads: usize) -> Result<Scorer, PositionsError> {
        player(&engine)?;
        Ok(Scorer {
            plays_chess960: plays_chess960(&engine.kind),
            engine,
            threads,
            pool: workers(threads)?,
            idle: Mutex::default(),
            row: AtomicUsize::new(0),
        })
    }

    /// How many positions are to be scored together.
    #[must_use]
    pub fn batch(&self) -> usize {
        BATCH * self.threads
    }

    /// The positions with their scores, in their order, each searched with nothing remembered from the others, by the
    /// moves that led to it if they are known. `tell` hears of each that is done.
    ///
    /// # Errors
    /// If a program cannot be started for want of something, or the engine fails again and again.
    pub fn score(
        &self,
        positions: Vec<Position>,
        tell: impl Fn() + Sync,
    ) -> Result<Vec<Result<Position, Unscored>>, PositionsError> {
        let scored = self.pool.install(|| {
            let each = positions.into_par_iter().with_max_len(1);
            let scored = each.map(|position| {
                let scored = self.scored(position);
                tell();
                scored
            });
            scored.collect()
        });
        // Programs are killed when the process ends: what they did then does not count.
        if interrupted() {
            Err(PositionsError::Interrupted)
        } else {
            scored
        }
    }

    fn scored(&self, position: Position) -> Result<Result<Position, Unscored>, PositionsError> {
        let mut player = match self.idle().pop() {
            Some(player) => player,
            None => player(&self.engine)?,
        };
        player.start().map_err(|source| PlayerError::Shortage {
            engine: self.engine.name.clone(),
            source,
        })?;
        let said = self.ask(player.as_mut(), &position.game);
        self.idle().push(player);
        match said {
            Ok(score) => {
                self.row.store(0, Relaxed);
                Ok(Ok(Position {
                    score: Some(score),
                    ..position
                }))
            }
            Err(reason) if self.row.fetch_add(1, Relaxed) + 1 >= ROW => {
                Err(self.failing(ROW, reason))
            }
            Err(reason) => Ok(Err(Unscored {
                fen: fen_of(position.game.position()),
                reason,
            })),
        }
    }

    /// What is to be said of an engine that gave no score at so many positions in a row.
    #[must_use]
    pub fn failing(&self, row: usize, reason: String) -> PositionsError {
        PositionsError::Failing {
            engine: self.engine.name.clone(),
            row,
            reason,
        }
    }

    fn ask(&self, player: &mut dyn Player, game: &Game) -> Result<PositionScore, String> {
        if !self.plays_chess960 && is_chess960(game) {
            return Err(UNTOLD.to_owned());
        }
        let task = Request {
            game,
            limits: &limits(self.engine.limit),
            opponent: None,
            margin: self.engine.margin,
            line: false,
        };
        let thought = player.new_game().and_then(|()| player.think(&task));
        let thought = thought.map_err(|failure| failure.to_string())?;
        let score = thought.score.ok_or("a move without a score")?;
        Ok(PositionScore {
            centipawns: centipawns(score),
            nodes: Some(thought.nodes),
            depth: u32::try_from(thought.depth).ok(),
        })
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Box<dyn Player>>> {
        // A panic cannot leave half a list.
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A program would take such castling rights for those of chess.
const UNTOLD: &str = "Chess960, which the program was not told to play: name it as FILE.toml:NAME, with options = \
                      { UCI_Chess960 = true }";

fn plays_chess960(kind: &EngineKind) -> bool {
    match kind {
        EngineKind::Evaluator(_) => true,
        EngineKind::Program(program) => program.options.iter().any(|(name, value)| {
            name.eq_ignore_ascii_case(CHESS960) && value.as_bool() == Some(true)
        }),
    }
}

/// Whether a king or a rook may castle from elsewhere than in chess.
fn is_chess960(game: &Game) -> bool {
    let start = game.start().to_setup(EnPassantMode::Legal);
    CastlingMode::detect(&start).is_chess960()
}
