//! The laws of an evaluation: an explanation adds up, colours mirrored give the same value, and more.

use engine_core::testkit::{Plan, prove};

#[test]
fn it_keeps_the_laws() {
    let plan = Plan {
        seed: 1,
        games: 200,
        plies: 200,
        mirror: true,
    };
    prove(&eval_own_idea::OwnIdea, plan);
}
