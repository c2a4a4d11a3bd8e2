//! Games that tell what an evaluator's values are worth.

use std::time::Duration;

use engine_core::game::Game;
use openings::{Opening, WholeGame};
use rayon::prelude::*;
use shakmaty::ByColor;

use crate::config::{Adjudication, EngineConfig};
use crate::game::{Participant, play};
use crate::player::{PlayerError, player};
use crate::schedule::ScheduledGame;

/// A game this long is a draw.
const MAX_MOVES: u32 = 200;

/// Games of the two `engines` against each other from these openings, each played with both colours;
/// `progress` is told of every finished one. None is ended by a score: what scores mean is the question.
pub(super) fn games(
    engines: &[EngineConfig; 2],
    openings: &[Opening],
    progress: impl Fn() + Sync,
) -> Result<Vec<WholeGame>, PlayerError> {
    let games = (0..2 * openings.len()).into_par_iter().map(|index| {
        let game = one_game(engines, &openings[index / 2], index);
        progress();
        game
    });
    games.collect()
}

fn one_game(
    engines: &[EngineConfig; 2],
    opening: &Opening,
    index: usize,
) -> Result<WholeGame, PlayerError> {
    let white = index % 2;
    let mut players = ByColor {
        white: player(&engines[white])?,
        black: player(&engines[1 - white])?,
    };
    let sides = players.as_mut().map(|player| Participant {
        player: player.as_mut(),
        limit: engines[0].limit,
        margin: Duration::ZERO,
        lines: false,
    });
    let place = ScheduledGame {
        index,
        white,
        black: 1 - white,
        pair: index / 2,
        opening: index / 2,
        ladder: 0,
    };
    let rules = Adjudication {
        insufficient_material: true,
        max_moves: Some(MAX_MOVES),
        ..Adjudication::default()
    };
    let record = play(place, opening, sides, &rules, None);
    let mut game = Game::new(opening.start.clone());
    opening.moves.iter().for_each(|&mv| game.play(mv));
    for mv in &record.moves {
        if game.play_uci(&mv.uci).is_err() {
            // They were played: each is legal.
            break;
        }
    }
    Ok(WholeGame {
        opening: Opening {
            moves: game.moves().to_vec(),
            ..opening.clone()
        },
        white_half_points: record.outcome.white_half_points(),
    })
}
