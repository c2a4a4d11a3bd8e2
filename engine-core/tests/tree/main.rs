//! Tests of the game tree: positions, moves, keys and the search.

#![allow(clippy::unwrap_used)]

mod choice;
mod contract;
mod mates;
mod move_history;
mod positions;
mod search;
mod tables;
mod texts;

use engine_core::game::Game;
use engine_core::search::Search;
use engine_core::tables::transposition::Transposition;
use engine_core::testkit::{self, Toy};
use shakmaty::{Move, Position};

const TOY: Toy = Toy(1);
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn search() -> Search<Toy> {
    Search::new(TOY, Transposition::with_bits(14))
}

/// The rows of a table of the file beside these tests.
fn rows<const N: usize>(table: &str) -> Vec<[&'static str; N]> {
    testkit::rows(include_str!("tables.tsv"), table)
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
