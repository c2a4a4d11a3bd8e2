//! The positions on which scales are fitted: the same for everybody.

use openings::OpeningError;

use crate::positions::{Drawer, Position, Recipe};

/// What all evaluators of the house played against each other (configs/lab/scale.toml), moves and results.
const GAMES: &[u8] = include_bytes!("../../../configs/lab/scale.pgn.gz");

/// As `tournament positions` draws them if nothing else is asked for.
const RECIPE: Recipe = Recipe {
    per_game: 6,
    seed: 1,
    balanced: false,
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
