//! The proofs that every evaluator has to pass, over random legal games.
//!
//! [`prove`] plays seeded random games and asserts at every position: an explanation adds up to the
//! evaluation, by rules that the evaluator declares; the value is in range and the same every time; positions that share a table key
//! share a value; colours mirrored, the value is the same from the side to move; and a null move
//! leads to the value of the position with the turn swapped. At some positions of every game, the
//! last one among them, the state kept along the line is asserted to be the state from the root,
//! which takes a replay of the game. [`pieces`] checks that both are right.

mod known_answers;
mod laws;
pub mod pieces;

use std::io::Write;
use std::process::{Command, Output, Stdio};

use shakmaty::Color;

use crate::evaluator::{Evaluator, EvaluatorInfo};
use crate::explain::Ledger;
use crate::game::Game;
use crate::node::Node;
use crate::rule::Rule;

pub use crate::random::RandomGames;
pub use known_answers::{
    FULL_SIDES, known_answers, known_answers_with_numbers, reference_agrees, set_extreme_numbers,
    set_numbers,
};
pub use laws::{Keyless, Plan, after_and_alone, prove, prove_chess960, prove_from};

/// A small evaluator for tests of the search: material, and so many centipawns for each move of a piece.
#[derive(Clone, Debug)]
pub struct Toy(pub i32);

impl Evaluator for Toy {
    type State = ();

    fn info(&self) -> EvaluatorInfo {
        EvaluatorInfo::unmeasured("toy", "Toy")
    }

    fn root(&self, _: &Game) {}

    fn post<L: Ledger>(&self, node: &Node<()>, ledger: &mut L) {
        let board = node.position().board();
        let worth = Color::ALL.map(|color| {
            let men = board.material_side(color);
            let minor = 3 * (men.knight + men.bishop);
            let material = 100 * i32::from(men.pawn + minor + 5 * men.rook + 9 * men.queen);
            let pieces = (board.by_color(color) & !board.pawns()).into_iter();
            let moves: usize = pieces.map(|square| board.attacks_from(square).count()).sum();
            material + self.0 * moves as i32
        });
        ledger.post_centipawns(Rule::material("worth"), worth);
    }
}

/// The output of a program for this input, at the end of which it leaves.
pub fn output_of(program: &str, arguments: &[&str], input: impl AsRef<[u8]>) -> Output {
    let mut child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("its input is a pipe");
    // It may leave without reading.
    stdin.write_all(input.as_ref()).ok();
    drop(stdin);
    child.wait_with_output().expect("the program ends")
}

/// Its standard output as text.
pub fn printed(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Assertions that show the whole text if they fail.
pub trait Contents {
    /// Asserts that each of these is in the text.
    fn must_have(&self, parts: &[&str]);
    /// Asserts that none of these is.
    fn must_lack(&self, parts: &[&str]);
}

impl Contents for str {
    #[track_caller]
    fn must_have(&self, parts: &[&str]) {
        for part in parts {
            assert!(self.contains(part), "{part:?} is not in this:\n{self}");
        }
    }

    #[track_caller]
    fn must_lack(&self, parts: &[&str]) {
        for part in parts {
            assert!(!self.contains(part), "{part:?} is in this:\n{self}");
        }
    }
}
