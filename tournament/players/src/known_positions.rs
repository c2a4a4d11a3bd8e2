//! Built-in games, the same for all users, and positions from them.

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
