//! Players, and the records of their games.
//!
//! [`player`] plays a move, in the process or as a UCI program; [`external`] is an engine with an evaluation from outside;
//! [`identity`] identifies an engine independent of its name; [`record`] is the record of one game; [`scale`] has the
//! worth of an evaluator's centipawns; [`known_positions`] are built in; [`pool`] has players do many jobs at a time, on
//! threads with room for any search.

pub mod external;
pub mod identity;
pub mod player;
pub mod pool;
pub mod record;

/// The worth of engines' centipawns ([`evaluators::scale`]). The scales of programs are unknown, and their scores count
/// as reported.
pub mod scale {
    use engine_core::evaluator::EvaluatorInfo;
    use eval_simplified::MICHNIEWSKI_SCALE;
    use evaluators::{registry, scale};

    use config::{EngineConfig, EngineKind, EvaluatorConfig};

    /// The number of centipawns of this engine worth one of Michniewski's; 1 for a program.
    pub fn of_engine(engine: &EngineConfig) -> f64 {
        match &engine.kind {
            EngineKind::Evaluator(own) => {
                let info = registry::info(&own.evaluator);
                let info = info.filter(|_| own.external.is_none());
                info.map_or_else(|| given(own).unwrap_or(1.0), |info| of_evaluator(own, &info))
            }
            EngineKind::Program(_) => 1.0,
        }
    }

    /// The same for an evaluator with this configuration and `info`.
    pub fn of_evaluator(config: &EvaluatorConfig, info: &EvaluatorInfo) -> f64 {
        given(config).unwrap_or_else(|| scale::of(info))
    }

    /// The same by the evaluation scale of the configuration, if it has one.
    fn given(config: &EvaluatorConfig) -> Option<f64> {
        let centipawns = config.eval_scale?;
        Some(centipawns / MICHNIEWSKI_SCALE.centipawns)
    }
}

/// Built-in games, the same for all users, and positions from them.
pub mod known_positions {
    use engine_core::game::Game;
    use openings::{OpeningError, UnusableGame, WholeGame};

    /// The games between all evaluators of the workspace, packed PGN: moves and results.
    const KNOWN_GAMES: &[u8] = include_bytes!("../../../configs/lab/scale.pgn.gz");

    /// Hands over the games between all evaluators of the workspace (configs/lab/scale.toml) in their order.
    pub fn visit_games(visit: impl FnMut(Result<WholeGame, UnusableGame>)) -> Result<(), OpeningError> {
        openings::games_gz("the games for scales", KNOWN_GAMES, visit)
    }

    /// Plies from one position of all kinds to the next.
    const STRIDE: usize = 12;

    /// Positions of the same games as they come, quiet or not: the one after every twelfth ply.
    pub fn of_all_kinds() -> Result<Vec<Game>, OpeningError> {
        let mut positions = Vec::new();
        visit_games(|whole| {
            let Ok(whole) = whole else {
                return;
            };
            let mut game = Game::new(whole.opening.start.clone());
            for (played, &mv) in (1..).zip(&whole.opening.moves) {
                game.play(mv);
                if played % STRIDE == 0 {
                    positions.push(game.clone());
                }
            }
        })?;
        Ok(positions)
    }
}
