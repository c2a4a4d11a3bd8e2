//! The laws of every evaluator, over random games.

#![allow(clippy::unwrap_used)]

use engine_core::evaluator::Evaluator;
use engine_core::game::Game;
use engine_core::options::Configure;
use engine_core::rule_mask::RuleMask;
use engine_core::testkit::{
    FULL_SIDES, Plan, RandomGames, prove, prove_chess960, prove_from, set_extreme_numbers,
    set_numbers,
};
use eval_classics::{Classic, kaufman, pesto, shannon, turochamp};

fn all() -> [Classic; 4] {
    [shannon(), turochamp(), pesto(), kaufman()]
}

#[test]
fn random_games_keep_the_laws() {
    for evaluator in all() {
        prove(&evaluator, Plan::new(1, 300));
    }
}

#[test]
fn games_of_chess960_keep_the_laws() {
    for evaluator in all() {
        prove_chess960(&evaluator, Plan::new(1, 30));
    }
}

#[test]
fn other_numbers_keep_the_laws() {
    let mut random = RandomGames::new(5);
    for mut evaluator in all() {
        set_numbers(&mut evaluator, |_, _, min, max| {
            (random.below(401) as i32 - 200).clamp(min, max)
        });
        prove(&evaluator, Plan::new(4, 50));
    }
    let mut difference = turochamp();
    difference.set("material", "difference").unwrap();
    prove(&difference, Plan::new(4, 50));
}

#[test]
fn numbers_at_their_limits_keep_the_laws() {
    let starts = FULL_SIDES.map(|fen| Game::parse(fen).unwrap());
    for at_most in [[true, true], [false, false], [true, false], [false, true]] {
        for mut evaluator in all() {
            set_extreme_numbers(&mut evaluator, at_most);
            prove_from(&evaluator, Plan::new(2, 5), &starts);
        }
    }
}

#[test]
fn without_a_rule_the_laws_hold() {
    for evaluator in all() {
        for declared in evaluator.rules() {
            if declared.inseparable.is_none() {
                let masked = RuleMask::new(evaluator.clone(), vec![declared.rule.name]).unwrap();
                prove(&masked, Plan::new(3, 5));
            }
        }
    }
    assert!(RuleMask::new(pesto(), vec!["rounding"]).is_err());
}
