//! Every worked position of every rule, for both colours.
//!
//! `RULE=text` runs only the rules whose id contains the text.

use std::collections::BTreeSet;
use std::env;

use crate::common::{applied, fact, game, mirrored_game, raw_factor, raw_terms, worked};
use engine_core::evaluation::Evaluation;
use engine_core::explain::Meta;
use engine_core::game::Game;
use engine_core::options::Configure;
use eval_compendium::book::{ReadingContext, WorkedPosition, rules};
use eval_compendium::compendium;

/// The rule's terms for White and for Black, and its factor.
fn found(case: &WorkedPosition, game: &Game, score: Option<i32>) -> ([i32; 2], i32) {
    let mut evaluator = compendium();
    match &case.context {
        ReadingContext::Alone => {
            let readings = evaluator.raw(game, score).expect("there are raw readings");
            let factor = raw_factor(&readings, case.rule);
            (raw_terms(&readings, case.rule), factor)
        }
        ReadingContext::Posted(without) => {
            evaluator.disable(without).expect("known rules");
            let shown = Evaluation::of(&evaluator, game).breakdown;
            let factor = match fact(&shown, "scale16") {
                Some(Meta::Number(factor)) if applied(&shown) == Some(case.rule) => factor,
                _ => WorkedPosition::UNSCALED,
            };
            (raw_terms(&shown, case.rule), factor)
        }
    }
}

/// The errors of the position, and of the flipped one.
fn wrong(case: &WorkedPosition) -> Vec<String> {
    let here = game(case.position);
    let there = mirrored_game(&here);
    let [white, black] = case.terms;
    let turned = case.score.map(|score| -score);
    let cases =
        [("", here, case.score, [white, black]), (" turned round", there, turned, [black, white])];
    let mut wrong = Vec::new();
    for (how, game, score, terms) in cases {
        let found = found(case, &game, score);
        if found != (terms, case.scale16) {
            let WorkedPosition { place, rule, position, scale16, .. } = case;
            wrong.push(format!(
                "{place}: {rule}{how} gives {found:?}, not {:?}: {position}",
                (terms, scale16)
            ));
        }
    }
    wrong
}

#[test]
fn rules_match_their_positions() {
    let filter = env::var("RULE").unwrap_or_default();
    let cases: Vec<_> = worked().into_iter().filter(|case| case.rule.contains(&filter)).collect();
    assert!(!cases.is_empty(), "no rule's id contains \"{filter}\"");
    let wrong: Vec<_> = cases.iter().flat_map(wrong).collect();
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn every_rule_has_positions_in_the_documents_order_and_none_twice() {
    let mut order: Vec<_> = worked().iter().map(|case| case.rule).collect();
    order.dedup();
    let ids: Vec<_> = rules().map(|rule| rule.id).collect();
    assert_eq!(order, ids);
    let mut seen = BTreeSet::new();
    for case in worked() {
        let key = format!("{} {} {:?} {:?}", case.rule, case.position, case.score, case.context);
        assert!(seen.insert(key), "{} is there already", case.place);
    }
}
