//! The crate that `new-evaluator` writes keeps the laws of an evaluation.

use engine_core::game::Game;
use engine_core::testkit::{Plan, prove};

#[allow(dead_code, unreachable_pub, missing_docs)]
#[path = "../../../lab/template/lib.rs"]
mod own_idea;

#[test]
fn the_template_keeps_the_laws() {
    let plan = Plan { seed: 1, games: 100, plies: 200, mirror: true };
    prove(&own_idea::OwnIdea, plan);
}

/// Counted by hand: a queen and a knight on e4 against a rook.
#[test]
fn it_counts_material_and_the_centre() {
    use engine_core::evaluation::Evaluation;
    let game = Game::parse("4k2r/8/8/8/4N3/8/8/Q3K3 w - - 0 1").unwrap();
    let evaluation = Evaluation::of(&own_idea::OwnIdea, &game);
    let terms = evaluation.breakdown.terms();
    let of = |name: &str| terms.iter().find(|term| term.rule.name == name).unwrap();
    // In tenths of a centipawn.
    assert_eq!((of("material").white, of("material").black), (12_200, 5_000));
    assert_eq!((of("centre").white, of("centre").black), (150, 0));
    assert_eq!(evaluation.total, 735);
}
