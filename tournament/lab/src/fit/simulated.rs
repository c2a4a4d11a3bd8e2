//! Positions of random games whose results an evaluator decides, for tests.

use engine_core::game::Game;
use engine_core::random::RandomGames;
use match_stats::random::uniform;
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;
use rayon::prelude::*;

use super::accuracy::values_by;
use super::logistic::expected;
use crate::positions::Position;
use config::{EngineConfig, Selection};
use evaluators::AnyEvaluator;
use evaluators::registry;

/// The engines that these words name, as a command line does.
pub(super) fn engines(words: &[&str]) -> Vec<EngineConfig> {
    let words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
    let selection = Selection { words: &words, file: None, limit: None, nodes: 1, table: 10 };
    selection.engines(registry::NAMES).unwrap()
}

/// A position of each of `games` random games, won or lost with the expected score of `decider`, whose values make
/// 73 % at `scale` centipawns.
pub(super) fn positions(games: usize, decider: &dyn AnyEvaluator, scale: f64) -> Vec<Position> {
    let drawn = (1..=games).into_par_iter().map(|number| {
        let mut random = RandomGames::new(number as u64);
        let mut game = Game::default();
        let plies = 20 + number % 40;
        while let Some(mv) = random.pick(&game).filter(|_| game.moves().len() < plies) {
            game.play(mv);
        }
        Position {
            // The last move is all that evaluators ask for.
            game: Game::new(game.position().clone()),
            number,
            white_half_points: 1,
            score: None,
        }
    });
    let mut positions: Vec<Position> = drawn.collect();
    let values = values_by(decider, positions.par_iter()).unwrap();
    let mut random = Pcg64Mcg::seed_from_u64(9);
    for (position, value) in positions.iter_mut().zip(values) {
        let won = uniform(&mut random) < expected(value / scale);
        position.white_half_points = 2 * u8::from(won);
    }
    positions
}
