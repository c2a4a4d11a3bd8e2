//! Random legal moves, the same ones for the same seed on every machine.

use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::{Rng, SeedableRng};
use shakmaty::{Move, Position};

use crate::game::Game;

/// A seeded stream of random legal moves.
#[derive(Clone, Debug)]
pub struct RandomGames {
    random: Pcg64Mcg,
}

impl RandomGames {
    /// The stream of `seed`.
    pub fn new(seed: u64) -> RandomGames {
        RandomGames { random: Pcg64Mcg::seed_from_u64(seed) }
    }

    /// A number below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        below(&mut self.random, bound as u64) as usize
    }

    /// A random legal move, or `None` at the end of the game.
    pub fn pick(&mut self, game: &Game) -> Option<Move> {
        let moves = game.legal_moves();
        let insufficient = game.position().is_insufficient_material();
        if moves.is_empty() || insufficient || game.position().halfmoves() >= 150 {
            return None;
        }
        Some(moves[self.below(moves.len())])
    }
}

/// Evenly distributed from 0 up to but without `end`. (Lemire's multiplication without its
/// correction: the bias is below `end` / 2^64.)
pub fn below(random: &mut impl Rng, end: u64) -> u64 {
    ((u128::from(random.next_u64()) * u128::from(end)) >> u64::BITS) as u64
}
