//! The laws of every evaluator.

use engine_core::testkit::{Plan, prove};
use eval_compendium::compendium;

#[test]
fn random_games_keep_the_laws() {
    prove(
        &compendium(),
        Plan {
            seed: 1,
            games: 10_000,
            plies: 200,
            mirror: true,
        },
    );
}
