//! Every worked position of every rule, for both colours.
//!
//! `RULE=text` runs only the rules whose id contains the text.

use std::collections::BTreeSet;
use std::env;

use crate::common::{fact, game, heard, mirrored_game, raw_factor, raw_terms, worked};
use engine_core::evaluation::Evaluation;
use engine_core::explain::Meta;
use engine_core::game::Game;
use engine_core::options::Configure;
use eval_compendium::book::{Seen, Worked, rules};
use eval_compendium::compendium;

/// The rule's terms for White and for Black, and its factor.
fn found(case: &Worked, game: &Game, score: Option<i32>) -> ([i32; 2], i32) {
    let mut evaluator = compendium();
    match &case.seen {
        Seen::Alone => {
            let readings = evaluator.raw(game, score).expect("there are raw readings");
            let factor = raw_factor(&readings, case.rule);
            (raw_terms(&readings, case.rule), factor)
        }
        Seen::Posted(without) => {
            evaluator.disable(without).expect("known rules");
            let shown = Evaluation::of(&evaluator, game).breakdown;
            let factor = match fact(&shown, "scale16") {
                Some(Meta::Number(factor)) if heard(&shown) == Some(case.rule) => factor,
                _ => Worked::UNSCALED,
            };
            (raw_terms(&shown, case.rule), factor)
        }
    }
}

/// The errors of the position, and of the flipped one.
fn wrong(case: &Worked) -> Vec<String> {
    let here = game(case.position);
    let there = mirrored_game(&here);
    let [white, black] = case.terms;
    let turned = case.score.map(|score| -score);
    let asked = [
        ("", here, case.score, [white, black]),
        (" turned round", there, turned, [black, white]),
    ];
    let mut wrong = Vec::new();
    for (how, game, score, terms) in asked {
        let found = found(case, &game, score);
        if found != (terms, case.scale16) {
            let Worked {
                place,
                rule,
                position,
                scale16,
                ..
            } = case;
            wrong.push(format!(
                "{place}: {rule}{how} gives {found:?}, not {:?}: {position}",
                (terms, scale16)
            ));
        }
    }
    wrong
}

#[test]
fn rules_say_what_their_positions_show() {
    let filter = env::var("RULE").unwrap_or_default();
    let cases: Vec<_> = worked()
        .into_iter()
        .filter(|case| case.rule.contains(&filter))
        .collect();
    assert!(!cases.is_empty(), "no rule's id contains \"{filter}\"");
    let wrong: Vec<_> = cases.iter().flat_map(wrong).collect();
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

#[test]
fn every_rule_has_positions_in_the_documents_order_and_none_twice() {
    let mut order: Vec<_> = worked().iter().map(|case| case.rule).collect();
    order.dedup();
    let ids: Vec<_> = rules().map(|rule| rule.id).collect();
    assert_eq!(order, ids);
    let mut seen = BTreeSet::new();
    for case in worked() {
        let key = format!(
            "{} {} {:?} {:?}",
            case.rule, case.position, case.score, case.seen
        );
        assert!(seen.insert(key), "{} is there already", case.place);
    }
}
