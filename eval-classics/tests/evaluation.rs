//! The evaluations by known answers, by the laws of every evaluator, and in positions worked by hand from the documents.

#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;

use engine_core::evaluator::Evaluator;
use engine_core::game::Game;
use engine_core::node::Node;
use engine_core::options::Configure;
use engine_core::rule_mask::RuleMask;
use engine_core::testkit::{Plan, RandomGames, known_answers, prove, prove_chess960, set_numbers, worked};
use eval_classics::{Classic, kaufman, pesto, shannon, turochamp};

const CASES: &str = include_str!("data/cases.jsonl");
const COUNT: usize = 307;

fn all() -> [Classic; 4] {
    [shannon(), turochamp(), pesto(), kaufman()]
}

/// reference.py has computed them from the documents.
#[test]
fn each_gives_the_known_terms() {
    for evaluator in all() {
        let answer = format!("/expected/{}", evaluator.info().name);
        assert_eq!(known_answers(&evaluator, CASES, &answer), COUNT);
    }
}

#[cfg(feature = "full")]
#[test]
fn the_reference_gives_the_known_answers() {
    engine_core::testkit::reference_agrees(concat!(env!("CARGO_MANIFEST_DIR"), "/tests"), COUNT);
}

/// Random games in which the laws are proved.
const GAMES: usize = if cfg!(feature = "full") { 100 } else { 30 };

#[test]
fn games_keep_the_laws() {
    for evaluator in all() {
        prove(&evaluator, Plan::new(1, GAMES));
        prove_chess960(&evaluator, Plan::new(1, GAMES / 10));
    }
}

#[test]
fn other_numbers_keep_the_laws() {
    let mut random = RandomGames::new(5);
    for mut evaluator in all() {
        set_numbers(&mut evaluator, |_, _, min, max| (random.below(401) as i32 - 200).clamp(min, max));
        prove(&evaluator, Plan::new(4, 50));
    }
    let mut difference = turochamp();
    difference.set("material", "difference").unwrap();
    prove(&difference, Plan::new(4, 50));
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

/// The terms of a position by rule, in tenths of a centipawn to White and to Black.
fn terms(evaluator: &Classic, text: &str) -> BTreeMap<&'static str, [i32; 2]> {
    let (node, _) = Node::root(evaluator, &Game::parse(text).unwrap());
    let breakdown = evaluator.explain(&node);
    let terms = breakdown.terms().iter();
    terms.map(|term| (term.rule.name, [term.white, term.black])).collect()
}

fn total(evaluator: &Classic, text: &str) -> i32 {
    let (node, _) = Node::root(evaluator, &Game::parse(text).unwrap());
    evaluator.explain(&node).centipawns()
}

#[test]
fn each_rule_gives_what_is_worked_by_hand() {
    worked(include_str!("data/rules.txt"), |position, rule| {
        let (name, rule) = rule.split_once('/').unwrap();
        let evaluator = all().into_iter().find(|evaluator| evaluator.info().name == name).unwrap();
        let whole = [10 * total(&evaluator, position), 0];
        if rule == "total" { whole } else { terms(&evaluator, position).get(rule).copied().unwrap_or_default() }
    });
}

/// Position play of White, in tenths.
fn position_play(text: &str) -> i32 {
    let terms = terms(&turochamp(), text);
    let parts = terms.iter().filter(|(rule, _)| **rule != "material");
    parts.map(|(_, [white, _])| white).sum()
}

/// The paper's record of the game against Glennie has the increase of position play for these moves. Later ones are not met:
/// Turing's arithmetic is known to have slips.
#[test]
fn turochamp_meets_the_record_of_its_game() {
    let game = "e2e4 e7e5 b1c3 g8f6 d2d4 f8b4 g1f3 d7d6 c1d2 b8c6 d4d5 c6d4 h2h4 c8g4 a2a4 d4f3 g2f3 \
                g4h5 f1b5 c7c6 d5c6 e8g8 c6b7 a8b8 b5a6 d8a5 d1e2 f6d7 h1g1 d7c5 g1g5 h5g6 a6b5 c5b7 e1c1";
    let moves: Vec<&str> = game.split(' ').collect();
    let after = |plies: usize| {
        if plies == 0 {
            position_play("startpos")
        } else {
            position_play(&format!("startpos moves {}", moves[..plies].join(" ")))
        }
    };
    let record = [42, 31, 26, 20, 35, 2, 11, 10];
    for (number, increase) in record.into_iter().enumerate() {
        assert_eq!(after(2 * number + 1) - after(2 * number), increase, "move {}", number + 1);
    }
    // 18. O-O-O
    assert_eq!(after(35) - after(34), 32);
    // The rules prefer 1. e3, which others have found, to the 1. e4 that was played.
    assert_eq!(position_play("startpos moves e2e3") - position_play("startpos"), 44);
}

#[test]
fn turochamp_compares_material_by_the_ratio() {
    let mut evaluator = turochamp();
    let material = |evaluator: &Classic, fen| {
        let [white, black] = terms(evaluator, fen)["material"];
        white - black
    };
    // 41 to 40: 4050 ln(41/40) = 100.0. 5 to 1: 4050 ln 5 = 6518.2. A bare king: 4050 ln(1/0.5) = 2807.2.
    let odds = "rnbqkbnr/1ppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let rook = "4k3/7p/8/8/8/8/8/R3K3 w - - 0 1";
    let bare = "4k3/8/8/8/8/8/P7/4K3 w - - 0 1";
    assert_eq!([odds, rook, bare].map(|fen| material(&evaluator, fen)), [1_000, 65_182, 28_072]);
    // W-B: 1, 4 and 1 pawns, and a bishop more than a knight is half a pawn.
    evaluator.set("material", "difference").unwrap();
    let bishop = "4k1n1/8/8/8/8/8/8/2B1K3 w - - 0 1";
    let differences = [odds, rook, bare, bishop].map(|fen| material(&evaluator, fen));
    assert_eq!(differences, [1_000, 4_000, 1_000, 500]);
}

#[test]
fn kaufman_takes_the_options_of_the_tables_and_its_own() {
    let mut evaluator = kaufman();
    let knight = "4k3/8/8/8/8/5N2/8/4K3 w - - 0 1";
    let before = total(&evaluator, knight);
    evaluator.set("pst_knight.f3", "17").unwrap();
    evaluator.set("value.knight", "326").unwrap();
    assert_eq!(total(&evaluator, knight), before + 7 + 1);
    evaluator.set("endgame_rule", "no_queens").unwrap();
    let options = evaluator.options();
    let values = options.iter().filter(|option| option.name == "value.knight");
    assert_eq!(values.count(), 1);
}
