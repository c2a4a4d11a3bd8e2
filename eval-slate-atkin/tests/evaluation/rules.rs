//! Each rule on its own positions, with values worked out by hand, and near misses.

use engine_core::game::Game;
use engine_core::testkit::{rows, worked};

use super::{breakdown, castled, term_of};

/// A rule, what it gives White and Black, in centipawns, and a position, a line each.
const RULES: &str = include_str!("../data/rules.txt");

#[test]
fn each_rule_gives_what_is_worked_by_hand() {
    worked(RULES, |position, rule| term_of(&breakdown(&Game::parse(position).unwrap()), rule));
}

#[test]
fn rights_lost_in_play_are_not_castling() {
    for [moves, value, sides] in rows(include_str!("../data/tables.tsv"), "castling and rights lost") {
        let game = format!("fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves {moves}");
        let found = breakdown(&Game::parse(&game).unwrap());
        let found = [format!("{:?}", term_of(&found, "castling")), format!("{:?}", castled(&found))];
        assert_eq!(found, [value, sides], "{moves}");
    }
}

#[test]
fn mate_and_stalemate_are_worth_what_their_men_give() {
    for (text, expected) in [
        // Stalemate: queen 900, 5 x (pieces around the king) 20 and closeness 4; castling does not matter.
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 900 + 20 + 4),
        // Mate: pawns on f3 and g4 against e5, 9 - 13; queens one and three files from the kings, 4 - 3.
        ("startpos moves f2f3 e7e5 g2g4 d8h4", (9 - 13) + (4 - 3)),
        // Bare kings are a draw by the rules, and nothing is on the board.
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", 0),
        // A lone knight draws as well, but is a knight.
        ("4k3/8/8/8/4N3/8/8/4K3 w - - 0 1", 325 + 7 + 1),
    ] {
        assert_eq!(breakdown(&Game::parse(text).unwrap()).centipawns(), expected, "{text}");
    }
}
