//! Helpers of the tests: an evaluation term by term, and random games from given positions.

use engine_core::evaluator::Evaluator;
use engine_core::explain::{Breakdown, Meta};
use engine_core::game::Game;
use engine_core::node::Node;
use eval_slate_atkin::slate_atkin;

/// The names of the terms, in the document's order.
#[allow(dead_code)]
pub(crate) const TERMS: [&str; 19] = [
    "material",
    "pawn_doubled",
    "pawn_isolated",
    "pawn_passed",
    "pawn_passed_blocked",
    "pawn_advance",
    "bishop_adjacent_pawns",
    "bishop_pair",
    "rook_king_tropism",
    "rook_seventh",
    "rook_same_file",
    "rook_open_file",
    "rook_half_open_file",
    "knight_centre",
    "knight_king_tropism",
    "queen_king_tropism",
    "queen_bishop_diagonal",
    "king_quadrant",
    "castling",
];

/// The evaluation of `game`'s position.
pub(crate) fn breakdown(game: &Game) -> Breakdown {
    let evaluator = slate_atkin();
    let (node, _) = Node::root(&evaluator, game);
    evaluator.explain(&node)
}

/// The values of `name` in `breakdown`, in centipawns for White and for Black.
#[allow(dead_code)]
pub(crate) fn term_of(breakdown: &Breakdown, name: &str) -> [i32; 2] {
    let mut terms = breakdown.terms().iter();
    let term = terms.find(|term| term.rule.name == name).expect(name);
    assert_eq!((term.white % 10, term.black % 10), (0, 0), "{name}");
    [term.white / 10, term.black / 10]
}

/// A term at a position given as on the command line.
#[allow(dead_code)]
pub(crate) fn term(position: &str, name: &str) -> [i32; 2] {
    term_of(&breakdown(&Game::parse(position).expect(position)), name)
}

/// Asserts a term at each of `cases`: position, White, Black.
#[allow(dead_code)]
pub(crate) fn check(name: &str, cases: &[(&str, i32, i32)]) {
    for &(position, white, black) in cases {
        assert_eq!(term(position, name), [white, black], "{name}: {position}");
    }
}

/// The sides that have castled, as the explanation shows it.
#[allow(dead_code)]
pub(crate) fn castled(breakdown: &Breakdown) -> [bool; 2] {
    match breakdown.meta() {
        [("castled", Meta::Sides(white, black))] => [*white, *black],
        other => panic!("{other:?}"),
    }
}
