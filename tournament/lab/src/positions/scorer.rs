//! Scores of positions by an engine, many at a time.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use engine_core::game::Game;
use engine_core::notation::fen_of;
use shakmaty::{CastlingMode, EnPassantMode, Position as _};
use uci_client::CHESS960;

use super::{Position, PositionScore, centipawns};
use crate::error::{LabError, message};
use crate::suite::ask;
use config::{EngineConfig, EngineKind};
use players::player::Player;
use players::pool::Pool;

/// The number of positions in a row without a score after which the engine has failed.
const ROW: usize = 20;
/// Positions for each thread in a batch: with this many few threads wait for the last.
const BATCH: usize = 64;

/// A position with its score; or its FEN, and the reason that it has none.
pub type ScoreResult = Result<Position, (String, String)>;

/// A scorer of positions by an engine.
pub struct Scorer {
    engine: EngineConfig,
    plays_chess960: bool,
    threads: usize,
    pool: Pool,
    row: AtomicUsize,
}

impl Scorer {
    /// A scorer that uses this engine within its limit, on this many positions in parallel.
    /// Fails if the engine cannot be set up, or there are no threads.
    pub fn new(engine: EngineConfig, threads: usize) -> Result<Scorer, LabError> {
        Ok(Scorer {
            plays_chess960: plays_chess960(&engine.kind),
            pool: Pool::new(std::slice::from_ref(&engine), threads)?,
            engine,
            threads,
            row: AtomicUsize::new(0),
        })
    }

    /// The number of positions to score together.
    pub fn batch(&self) -> usize {
        BATCH * self.threads
    }

    /// The positions with their scores, in their order, each searched with nothing remembered from the others, by the
    /// moves that led to it if they are known. `notify` receives each that is done.
    /// Fails if a program cannot be started for lack of resources, or the engine fails again and again.
    pub fn score(
        &self,
        positions: Vec<Position>,
        mut notify: impl FnMut(),
    ) -> Result<Vec<ScoreResult>, LabError> {
        let scores = self.pool.each(
            positions.len(),
            |_| 0,
            |player, job| self.scored(player, &positions[job]),
            |_, _| notify(),
        )?;
        let both = positions.into_iter().zip(scores);
        Ok(both.map(|(of, score)| Ok(Position { score: Some(score?), ..of })).collect())
    }

    fn scored(
        &self,
        player: &mut dyn Player,
        position: &Position,
    ) -> Result<Result<PositionScore, (String, String)>, LabError> {
        match self.ask(player, &position.game) {
            Ok(score) => {
                self.row.store(0, Relaxed);
                Ok(Ok(score))
            }
            Err(reason) if self.row.fetch_add(1, Relaxed) + 1 >= ROW => {
                Err(self.failing(ROW, &reason))
            }
            Err(reason) => Ok(Err((fen_of(position.game.position()), reason))),
        }
    }

    /// The error of an engine that gave no score for `row` positions in a row.
    pub fn failing(&self, row: usize, reason: &str) -> LabError {
        message!(
            "engine \"{}\" gave no score at {row} positions in a row, the last time by {reason}; `evalarena check` lists \
             what it cannot do",
            self.engine.name
        )
    }

    fn ask(&self, player: &mut dyn Player, game: &Game) -> Result<PositionScore, String> {
        if !self.plays_chess960 && is_chess960(game) {
            return Err(NOT_SET.to_owned());
        }
        let thought = ask(player, &self.engine, game, &mut |_| {});
        let thought = thought.map_err(|failure| failure.to_string())?;
        let score = thought.score.ok_or("a move without a score")?;
        Ok(PositionScore {
            centipawns: centipawns(score),
            nodes: Some(thought.nodes),
            depth: u32::try_from(thought.depth).ok(),
        })
    }
}

/// A program would take such castling rights for those of chess.
const NOT_SET: &str = "Chess960, which the program is not set to play: name it as FILE.toml:NAME, with options = \
                      { UCI_Chess960 = true }";

fn plays_chess960(kind: &EngineKind) -> bool {
    let EngineKind::Program(program) = kind else { return true };
    let mut set = program.options.iter().filter(|(_, value)| value.as_bool() == Some(true));
    set.any(|(name, _)| name.eq_ignore_ascii_case(CHESS960))
}

/// True if a king or a rook may castle from elsewhere than in chess.
fn is_chess960(game: &Game) -> bool {
    let start = game.start().to_setup(EnPassantMode::Legal);
    CastlingMode::detect(&start).is_chess960()
}
