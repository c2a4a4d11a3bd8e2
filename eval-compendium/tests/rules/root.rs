//! The rules that choose between the moves of a search's root.

use engine_core::choice::{Preference, RootChoice};
use engine_core::game::Game;
use engine_core::limits::Limits;
use engine_core::node::Node;
use engine_core::options::Configure;
use engine_core::rule::Rule;
use engine_core::search::Search;
use engine_core::tables::transposition::Transposition;
use eval_compendium::{Compendium, compendium};
use shakmaty::Square;
use shakmaty::uci::UciMove;

use crate::game;

/// A check at the end of the line must not count as won because the one evasion that was tried loses.
#[test]
fn a_lone_king_keeps_to_the_corner_that_the_bishop_does_not_guard() {
    let mut search = Search::new(compendium(), Transposition::with_bits(16));
    let game = Game::parse("6k1/8/3K2BP/8/8/8/8/8 b - - 0 1").unwrap();
    let found = search.go(&game, &Limits::nodes(8_000), |_| {});
    assert_eq!(found.best().map(shakmaty::Move::to), Some(Square::H8), "{found:?}");
}

pub(crate) const DEVELOP: Rule = Rule::pieces("opening.develop-over-pawn-push");

/// The document's evaluation with some options set.
pub(crate) fn with(options: &[(&str, &str)]) -> Compendium {
    let mut evaluator = compendium();
    for (name, value) in options {
        evaluator.set(name, value).unwrap();
    }
    evaluator
}

fn preference(evaluator: &Compendium, text: &str, [best, other]: [&str; 2]) -> Option<i32> {
    let game = game(text);
    let [best, other] = [best, other].map(|text| {
        let uci: UciMove = text.parse().unwrap();
        uci.to_move(game.position()).unwrap()
    });
    let (root, _) = Node::root(evaluator, &game);
    let preference = evaluator.preference(&root, best, other);
    preference.map(|Preference { rule, margin }| {
        assert_eq!(rule, DEVELOP);
        margin
    })
}

#[test]
fn the_first_move_of_a_minor_is_preferred_to_a_pawn_push_in_the_opening() {
    let document = compendium();
    let preferred = |text, moves| preference(&document, text, moves);
    assert_eq!(preferred("startpos", ["e2e4", "g1f3"]), Some(20));
    assert_eq!(preferred("startpos", ["b1c3", "g1f3"]), None, "no pawn push");
    assert_eq!(preferred("startpos", ["e2e4", "d2d4"]), None, "no minor comes out");
    let again = "startpos moves g1f3 b8c6 f3g1 c6b8";
    assert_eq!(preferred(again, ["e2e4", "g1f3"]), None, "it has been out before");
    assert_eq!(preferred(again, ["e2e4", "b1c3"]), Some(20));
    let capture = "startpos moves e2e4 d7d5";
    assert_eq!(preferred(capture, ["e4d5", "b1c3"]), None, "a pawn takes");
    assert_eq!(preferred(capture, ["e4e5", "f1b5"]), Some(20));
    let endgame = "4k3/8/8/8/8/8/4P3/4KBN1 w - - 0 1";
    assert_eq!(preferred(endgame, ["e2e4", "g1f3"]), None, "no opening");
    let other = with(&[("opening.develop-over-pawn-push", "35")]);
    assert_eq!(preference(&other, "startpos", ["e2e4", "g1f3"]), Some(35));
    let half = with(&[("weight.opening.middlegame", "50")]);
    assert_eq!(preference(&half, "startpos", ["e2e4", "g1f3"]), Some(10));
    let off = with(&[("disable", "opening.develop-*")]);
    assert_eq!(preference(&off, "startpos", ["e2e4", "g1f3"]), None);
}
