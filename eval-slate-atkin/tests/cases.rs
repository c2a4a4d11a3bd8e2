//! Known answers: positions with their histories and the terms they must give, of an independent program and of
//! reference.py.

mod common;

use common::{TERMS, breakdown, castled, term_of};
use engine_core::game::Game;
use engine_core::testkit::{known_answers, known_answers_by_numbers, reference_agrees};
use eval_slate_atkin::slate_atkin;

const CASES: &str = include_str!("data/cases.jsonl");
const NUMBERS: &str = include_str!("data/numbers.json");
const COUNT: usize = 418;

#[test]
fn known_answers_of_every_term() {
    assert_eq!(known_answers(&slate_atkin(), CASES, "/expected"), COUNT);
}

/// Drawn numbers, and all at their limits, in positions in which each of them counts.
#[test]
fn known_answers_by_other_numbers() {
    known_answers_by_numbers(&slate_atkin(), CASES, NUMBERS, ["", "/expected"]);
}

#[test]
fn the_reference_gives_the_known_answers() {
    reference_agrees(concat!(env!("CARGO_MANIFEST_DIR"), "/tests"), COUNT);
}

#[test]
fn terms_are_listed_in_the_order_of_the_document() {
    let found = breakdown(&Game::default());
    let names = found.terms().iter().map(|term| term.rule.name);
    assert!(names.eq(TERMS));
}

#[test]
fn the_start_position() {
    let found = breakdown(&Game::default());
    let expected = [
        ("material", 4030),
        ("bishop_adjacent_pawns", -12),
        ("bishop_pair", 20),
        ("rook_king_tropism", 10),
        ("knight_centre", -20),
        ("knight_king_tropism", -10),
        ("queen_king_tropism", 4),
    ];
    for name in TERMS {
        let points =
            expected.iter().find(|(known, _)| *known == name).map_or(0, |(_, points)| *points);
        assert_eq!(term_of(&found, name), [points, points], "{name}");
    }
    assert_eq!(castled(&found), [false, false]);
    assert_eq!(found.centipawns(), 0);
}

#[test]
fn mate_and_stalemate_are_worth_what_their_men_give() {
    // Stalemate: queen 900, 5 x (men around the king) and closeness 4; castling is no matter.
    let stalemate = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
    let found = breakdown(&Game::parse(stalemate).unwrap());
    assert_eq!(term_of(&found, "king_quadrant"), [0, -20]);
    assert_eq!(term_of(&found, "queen_king_tropism"), [4, 0]);
    assert_eq!(found.centipawns(), 924);
    // Mate: pawns on f3 and g4 against e5, 9 - 13; queens one and three files from the kings, 4 - 3.
    let mate = "startpos moves f2f3 e7e5 g2g4 d8h4";
    let found = breakdown(&Game::parse(mate).unwrap());
    assert_eq!(found.centipawns(), (9 - 13) + (4 - 3));
    // Bare kings are a draw by the rules, and nothing is on the board: 0.
    let bare = breakdown(&Game::parse("4k3/8/8/8/8/8/8/4K3 w - - 0 1").unwrap());
    assert_eq!(bare.centipawns(), 0);
    // A lone knight draws as well, but is a knight.
    let knight = breakdown(&Game::parse("4k3/8/8/8/4N3/8/8/4K3 w - - 0 1").unwrap());
    assert_eq!(knight.centipawns(), 325 + 7 + 1);
}
