//! Tests of the game tree: positions, moves, keys and the search; here of games, positions and moves as text.

#![allow(clippy::unwrap_used)]

mod choice;
mod contract;
mod mates;
mod positions;
mod search;
mod tables;

use std::borrow::Cow;

use engine_core::game::{Game, mirrored, position_from_fen};
use engine_core::notation::{fen_of, printable, uci_move, uci_move_960};
use engine_core::search::Search;
use engine_core::tables::transposition::Transposition;
use engine_core::testkit::{self, Toy};
use shakmaty::{Move, Position, Square};

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

#[test]
fn positions_are_read_in_every_form_and_written_in_one() {
    for [text, moves, fen] in rows("positions in every form") {
        let game = game(text);
        assert_eq!((&*game.moves().len().to_string(), &*fen_of(game.position())), (moves, fen), "{text}");
        assert_eq!(position_from_fen(fen).unwrap(), *game.position(), "{text}");
        mirrored(game.position());
    }
}

#[test]
fn a_text_that_is_no_position_is_refused_at_its_place() {
    for [text, expected] in rows("no positions") {
        let error = Game::parse(text).unwrap_err().to_string();
        assert!(error.contains(expected), "{text}: {error}");
    }
}

#[test]
fn positions_are_read_as_people_have_them() {
    let (lone, rooks) = ("4k3/8/8/8/8/8/4P3/4K3", "r3k2r/8/8/8/8/8/8/R3K2R");
    let played = format!("{rooks} w KQkq - 0 1 c8 \"fen {rooks} w KQkq - 0 1 moves a1a2 a8a7 a2a1 a7a8\";");
    for [text, fen, assumed] in rows("positions as people have them") {
        let [text, fen] = [text, fen].map(|text| text.replace("LONE", lone).replace("ROOKS", rooks));
        let (game, found) = Game::pasted(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(fen_of(game.position()), fen, "{text}");
        assert!(found.as_ref().map_or(assumed.is_empty(), |found| found.contains(assumed)), "{text}: {found:?}");
    }
    // The file of positions has the game to each.
    assert_eq!(game(&played.replace("KQkq - 0 1 c8", "Kk - 4 3 c8")).moves().len(), 4);
}

#[test]
fn moves_are_written_as_engines_read_them() {
    let castling = Move::Castle { king: Square::E1, rook: Square::H1 };
    assert_eq!([uci_move(castling), uci_move_960(castling)], ["e1g1", "e1h1"]);
    for (fen, expected) in
        [("4k3/P7/8/8/8/8/8/4K2R w K - 0 1", ["e1g1", "a7a8n"]), ("4k3/8/8/8/8/8/8/4KR2 w F - 0 1", ["e1f1", "f1f8"])]
    {
        let moves: Vec<String> = game(fen).legal_moves().into_iter().map(uci_move).collect();
        assert!(expected.iter().all(|mv| moves.iter().any(|other| other == mv)), "{fen}: {moves:?}");
    }
}

#[test]
fn control_characters_are_escaped_and_the_rest_is_untouched() {
    let plain = "Réti\t1.\n\u{202f}½";
    assert!(matches!(printable(plain), Cow::Borrowed(text) if text == plain));
    for (foreign, safe) in [
        ("a\u{1b}[2Jb\rc\u{7f}\u{9b}31m", "a\\u001b[2Jb\\u000dc\\u007f\\u009b31m"),
        ("gpj.\u{202e}exe\u{2066}\u{200f}\u{2028}", "gpj.\\u202eexe\\u2066\\u200f\\u2028"),
    ] {
        assert_eq!(printable(foreign), safe);
    }
}
