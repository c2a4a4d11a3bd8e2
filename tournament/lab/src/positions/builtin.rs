//! The quiet positions that the program holds, on which scales are fitted.

use openings::OpeningError;

use super::{Drawer, Position, Recipe};
use players::known_positions::visit_games;

/// The defaults of `evalarena positions`.
const RECIPE: Recipe =
    Recipe { every: false, per_game: 6, seed: 1, balanced: false, given_scores: None };

/// The quiet positions of the 2,520 games that the program holds (configs/lab/scale.pgn.gz).
///
/// # Errors
/// Never, unless the program was built with broken games.
pub fn builtin() -> Result<Vec<Position>, OpeningError> {
    let mut drawer = Drawer::new(RECIPE);
    let mut positions = Vec::new();
    // Games that have none are not counted, as in a file of positions: the numbers say which half a game is of.
    let (mut game, mut counted) = (0, 0);
    visit_games(|whole| {
        game += 1;
        let drawn = whole.map(|whole| drawer.draw(game, &whole));
        let drawn = drawn.unwrap_or_default();
        counted += usize::from(!drawn.is_empty());
        positions
            .extend(drawn.into_iter().map(|position| Position { number: counted, ..position }));
    })?;
    Ok(positions)
}
