//! Scores of positions by an engine, many at a time.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use anyhow::anyhow;
use engine_core::game::Game;
use engine_core::limits::{Clock, Limits};
use engine_core::notation::fen_of;
use shakmaty::{CastlingMode, EnPassantMode, Position as _};
use uci_client::CHESS960;

use super::{Position, PositionScore, centipawns};
use config::{EngineConfig, EngineKind, LimitKind};
use players::player::{Info, Player, Reply, Request};
use players::pool::Pool;
use players::record::Failure;

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
    pub fn new(engine: EngineConfig, threads: usize) -> anyhow::Result<Scorer> {
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
    pub fn score(&self, positions: Vec<Position>, mut notify: impl FnMut()) -> anyhow::Result<Vec<ScoreResult>> {
        let scores = self.pool.each(
            positions.len(),
            |_| 0,
            |player, job| {
                let game = &positions[job].game;
                let score = self.ask(player, game);
                match &score {
                    Ok(_) => self.row.store(0, Relaxed),
                    Err(reason) if self.row.fetch_add(1, Relaxed) + 1 >= ROW => {
                        return Err(self.failing(ROW, reason));
                    }
                    Err(_) => {}
                }
                Ok(score.map_err(|reason| (fen_of(game.position()), reason)))
            },
            |_, _| notify(),
        )?;
        let both = positions.into_iter().zip(scores);
        Ok(both.map(|(of, score)| Ok(Position { score: Some(score?), ..of })).collect())
    }

    /// The error of an engine that gave no score for `row` positions in a row.
    pub fn failing(&self, row: usize, reason: &str) -> anyhow::Error {
        anyhow!(
            "engine \"{}\" gave no score at {row} positions in a row, the last time by {reason}; `evalarena check` lists \
             what it cannot do",
            self.engine.name
        )
    }

    fn ask(&self, player: &mut dyn Player, game: &Game) -> Result<PositionScore, String> {
        let start = game.start().to_setup(EnPassantMode::Legal);
        // A program would take castling rights from elsewhere than in chess for those of chess.
        if !self.plays_chess960 && CastlingMode::detect(&start).is_chess960() {
            return Err("Chess960, which the program is not set to play: name it as FILE.toml:NAME, with options = \
                        { UCI_Chess960 = true }"
                .to_owned());
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

fn plays_chess960(kind: &EngineKind) -> bool {
    let EngineKind::Program(program) = kind else { return true };
    let mut set = program.options.iter().filter(|(_, value)| value.as_bool() == Some(true));
    set.any(|(name, _)| name.eq_ignore_ascii_case(CHESS960))
}

/// Has an engine search a position as a new game, within its limit; a clock stands at its full time.
pub(crate) fn ask(
    player: &mut dyn Player,
    engine: &EngineConfig,
    game: &Game,
    notify: &mut dyn FnMut(&Info),
) -> Result<Reply, Failure> {
    let limits = match engine.limit {
        LimitKind::Nodes(nodes) => Limits::nodes(nodes),
        LimitKind::Depth(depth) => Limits::depth(i32::from(depth)),
        LimitKind::MoveTime(time) => Limits { move_time: Some(time), ..Limits::default() },
        LimitKind::Clock { time, increment, moves_to_go, clock_nodes } => {
            let clock = Some(Clock { remaining: time, increment, moves_to_go });
            Limits { clock, clock_nodes, ..Limits::default() }
        }
    };
    player.new_game()?;
    let task = Request::new(game, &limits, engine.margin);
    player.think_aloud(&task, notify)
}
