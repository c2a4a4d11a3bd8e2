//! The positions that the program holds, the same for everybody: quiet ones, on which scales are fitted, and all kinds.

use engine_core::game::Game;
use openings::OpeningError;

use crate::positions::{Drawer, Position, Recipe};

/// What all evaluators of the house played against each other (configs/lab/scale.toml), moves and results.
const GAMES: &[u8] = include_bytes!("../../../configs/lab/scale.pgn.gz");

/// As `tournament positions` draws them if nothing else is asked for.
const RECIPE: Recipe = Recipe {
    per_game: 6,
    seed: 1,
    balanced: false,
    given_scores: None,
};

/// The quiet positions of these games.
///
/// # Errors
/// Never, unless the program was built with broken games.
pub fn positions() -> Result<Vec<Position>, OpeningError> {
    let mut drawer = Drawer::new(RECIPE);
    let mut positions = Vec::new();
    // Games that have none are not counted, as in a file of positions: the numbers say which half a game is of.
    let (mut game, mut counted) = (0, 0);
    openings::games_gz("the games for scales", GAMES, |whole| {
        game += 1;
        let drawn = whole.map(|whole| drawer.draw(game, &whole));
        let drawn = drawn.unwrap_or_default();
        counted += usize::from(!drawn.is_empty());
        positions.extend(drawn.into_iter().map(|position| Position {
            number: counted,
            ..position
        }));
    })?;
    Ok(positions)
}

/// Plies from one position of all kinds to the next.
const STRIDE: usize = 12;

/// Positions of the same games as they come, quiet or not: the one after every twelfth ply.
///
/// # Errors
/// Never, unless the program was built with broken games.
pub fn of_all_kinds() -> Result<Vec<Game>, OpeningError> {
    let mut positions = Vec::new();
    openings::games_gz("the games for scales", GAMES, |whole| {
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
