//! The proofs that every evaluator has to pass, over random legal games.
//!
//! [`prove`] plays seeded random games and asserts at every position: an explanation adds up to the
//! evaluation, by rules that the evaluator declares; the value is in range and the same every time; positions that share a table key
//! share a value; colours mirrored, the value is the same from the side to move; and a null move
//! leads to the value of the position with the turn swapped. At some positions of every game, the
//! last one among them, the state kept along the line is asserted to be the state from the root,
//! which takes a replay of the game. [`men`] checks that both are right.

mod known_answers;
mod laws;
pub mod men;
mod program;

pub use crate::random::RandomGames;
pub use known_answers::{
    FULL_SIDES, known_answers, known_answers_by_numbers, reference_agrees, set_extreme_numbers,
    set_numbers,
};
pub use laws::{Keyless, Plan, after_and_alone, prove, prove_chess960, prove_from};
pub use program::{Contents, output_of, printed};
