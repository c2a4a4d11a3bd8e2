//! Tests of the game tree: positions, moves, keys and the search.

#![allow(clippy::unwrap_used)]

mod choice;
mod mates;
mod move_history;
mod positions;
mod search;
mod tablebase;

use engine_core::evaluator::{Evaluator, EvaluatorInfo};
use engine_core::explain::Ledger;
use engine_core::game::Game;
use engine_core::node::Node;
use engine_core::rule::Rule;
use engine_core::search::Search;
use engine_core::tables::transposition::Transposition;
use shakmaty::{Color, Move, Position};

/// A small evaluator for testing the search: material, and a point for each move of a piece.
#[derive(Clone, Debug)]
struct Toy;

impl Evaluator for Toy {
    type State = ();

    fn info(&self) -> EvaluatorInfo {
        EvaluatorInfo::unmeasured("toy", "Toy")
    }

    fn root(&self, _: &Game) {}

    fn post<L: Ledger>(&self, node: &Node<()>, ledger: &mut L) {
        let board = node.position().board();
        let worth = |color: Color| {
            let men = board.material_side(color);
            let material = 100 * i32::from(men.pawn)
                + 300 * i32::from(men.knight + men.bishop)
                + 500 * i32::from(men.rook)
                + 900 * i32::from(men.queen);
            let pieces = board.by_color(color) & !board.pawns();
            let moves: usize =
                pieces.into_iter().map(|square| board.attacks_from(square).count()).sum();
            10 * (material + moves as i32)
        };
        ledger.post(Rule::material("worth"), worth(Color::White), worth(Color::Black));
    }
}

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn search() -> Search<Toy> {
    Search::new(Toy, Transposition::with_bits(14))
}

fn game(text: &str) -> Game {
    Game::parse(text).unwrap()
}

/// The position at the end of `line`, all of whose moves must be legal.
#[track_caller]
fn end_of(game: &Game, line: &[Move]) -> shakmaty::Chess {
    let mut position = game.position().clone();
    for &mv in line {
        assert!(position.is_legal(mv), "{line:?}");
        position.play_unchecked(mv);
    }
    position
}
