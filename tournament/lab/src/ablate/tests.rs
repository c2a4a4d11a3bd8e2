//! Every rule of every evaluator without switches, left out: exactly its amount is missing, at the root and move by
//! move.

use std::fmt::Debug;

use engine_core::evaluator::Evaluator;
use engine_core::game::Game;
use engine_core::node::Node;
use engine_core::options::Configure;
use engine_core::rule_mask::RuleMask;
use engine_core::testkit::{Plan, RandomGames, prove};

/// The laws hold without each rule: incremental state along a line equals that computed at the root, keys separate
/// values, and an explanation adds up.
fn laws_hold_and_only_the_rule_is_missing<E>(evaluator: &E, mirror: bool)
where
    E: Evaluator + Configure + Clone,
    E::State: PartialEq + Debug,
{
    const PLAN: Plan = Plan { seed: 24, games: 1, plies: 120, mirror: false };
    let rules = evaluator.rules();
    assert!(rules.len() > 5 || evaluator.info().name == "material", "{rules:?}");
    for declared in rules {
        let rule = declared.rule.name;
        let Ok(without) = RuleMask::new(evaluator.clone(), vec![rule]) else {
            assert!(declared.inseparable.is_some());
            continue;
        };
        prove(&without, Plan { mirror, ..PLAN });
        let mut random = RandomGames::new(5);
        let mut game = Game::default();
        for _ in 0..80 {
            let Some(mv) = random.pick(&game) else {
                break;
            };
            game.play(mv);
            let (node, _) = Node::root(evaluator, &game);
            let whole = evaluator.explain(&node);
            let term = whole.terms().iter().find(|term| term.rule.name == rule);
            let missing = term.map_or(0, |term| term.white - term.black);
            let sum = |terms: &[engine_core::explain::Term]| -> i32 {
                terms.iter().map(|term| term.white - term.black).sum()
            };
            let rest = without.explain(&node);
            assert_eq!(sum(rest.terms()), sum(whole.terms()) - missing, "{rule}");
        }
    }
}

#[test]
fn of_michniewski_and_those_like_it() {
    laws_hold_and_only_the_rule_is_missing(&eval_simplified::michniewski(), true);
    laws_hold_and_only_the_rule_is_missing(&eval_simplified::otter(), true);
    laws_hold_and_only_the_rule_is_missing(&eval_simplified::material(), true);
}

#[test]
fn of_chessbin_but_for_its_verdict() {
    laws_hold_and_only_the_rule_is_missing(&eval_chessbin::chessbin(), false);
}

#[test]
fn of_slate_and_atkin() {
    laws_hold_and_only_the_rule_is_missing(&eval_slate_atkin::slate_atkin(), true);
}
