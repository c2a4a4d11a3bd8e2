//! Rules left out: exactly their amount is missing, at the root and move by move; and the candidates for games.

use std::fmt::Debug;

use config::EvaluatorConfig;
use engine_core::evaluator::Evaluator;
use engine_core::explain::Term;
use engine_core::game::Game;
use engine_core::node::Node;
use engine_core::options::{Configure, OptionKind};
use engine_core::rule_mask::RuleMask;
use engine_core::testkit::{Plan, prove};
use lab::ablate::{Candidate, Candidates, Question};
use lab::positions::Position;

use super::{evaluator, position, random_game, simulated};

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
        let mut game = Game::default();
        for &mv in random_game(5, 80).moves() {
            game.play(mv);
            let (node, _) = Node::root(evaluator, &game);
            let whole = evaluator.explain(&node);
            let term = whole.terms().iter().find(|term| term.rule.name == rule);
            let missing = term.map_or(0, |term| term.white - term.black);
            let sum = |terms: &[Term]| -> i32 { terms.iter().map(|t| t.white - t.black).sum() };
            let rest = without.explain(&node);
            assert_eq!(sum(rest.terms()), sum(whole.terms()) - missing, "{rule}");
        }
    }
}

#[test]
fn a_rule_of_any_evaluator_is_left_out() {
    laws_hold_and_only_the_rule_is_missing(&eval_simplified::michniewski(), true);
    laws_hold_and_only_the_rule_is_missing(&eval_simplified::otter(), true);
    laws_hold_and_only_the_rule_is_missing(&eval_simplified::material(), true);
    laws_hold_and_only_the_rule_is_missing(&eval_chessbin::chessbin(), false);
    laws_hold_and_only_the_rule_is_missing(&eval_slate_atkin::slate_atkin(), true);
}

fn asked(
    config: &EvaluatorConfig,
    patterns: &[&str],
    groups: bool,
    positions: &[&str],
    labelled: &[Position],
) -> anyhow::Result<Candidates> {
    let patterns: Vec<String> = patterns.iter().map(|&pattern| pattern.into()).collect();
    let positions: Vec<Game> = positions.iter().map(|text| Game::parse(text).unwrap()).collect();
    let (patterns, positions) = (&patterns, &positions);
    Candidates::of("x", config, &Question { patterns, groups, rare: 5.0, positions, labelled })
}

fn candidates(evaluator: &str, patterns: &[&str], groups: bool) -> Candidates {
    let positions = ["startpos", "startpos moves g1f3 g8f6 e2e3 e7e6 f1e2 f8e7 e1g1 a7a6"];
    asked(&EvaluatorConfig::of(evaluator), patterns, groups, &positions, &[]).unwrap()
}

fn all(candidates: &Candidates) -> impl Iterator<Item = &Candidate> {
    candidates.playing.iter().chain(&candidates.rare)
}

fn names(candidates: &[Candidate]) -> Vec<&str> {
    candidates.iter().map(|candidate| candidate.name.as_str()).collect()
}

#[test]
fn rules_of_an_evaluator_without_switches_are_those_it_posts() {
    let rules = candidates("michniewski", &[], false);
    assert!(names(&rules.playing).contains(&"pst_knight"));
    assert_eq!(names(&rules.rare), ["pst_rook"]);
    let groups = candidates("michniewski", &[], true);
    assert_eq!(names(&groups.playing), ["material", "pawns", "pieces", "king"]);
    assert_eq!(groups.playing[2].rules.len(), 4);
    let chosen = candidates("michniewski", &["pst_k*", "material"], false);
    assert_eq!(names(&chosen.playing), ["material", "pst_knight", "pst_king"]);
    // A rule in place of all others is in no group.
    let groups = candidates("chessbin", &[], true);
    assert_eq!(groups.inseparable[0].name, "terminal");
    assert!(groups.playing.iter().all(|group| !group.rules.contains(&"terminal")));
}

#[test]
fn the_compendium_has_its_headings_its_claims_and_rules_that_post_nothing() {
    let rules = candidates("compendium", &[], false);
    let claims: Vec<u16> = all(&rules).filter_map(|candidate| candidate.claim).collect();
    assert_eq!((claims.len(), claims.iter().sum::<u16>()), (10, 195));
    assert!(rules.playing.iter().any(|candidate| candidate.per_mille.is_none()));
    assert_eq!(all(&candidates("compendium", &["King*"], true)).count(), 2);
}

#[test]
fn a_rule_fires_where_it_posts_anything_but_0_and_a_verdict_where_it_scales() {
    let games = ["startpos", "startpos moves g1f3 a7a6 f3e5 a6a5"];
    // The wrong bishop for a rook's pawn.
    let drawn = ["fen 7k/8/8/8/7P/3B4/8/6K1 w - - 0 1"];
    for (evaluator, positions, name, expected) in [
        ("michniewski", &games[..], "pst_rook", 0.0),
        ("michniewski", &games, "pst_knight", 1000.0),
        ("michniewski", &games[..0], "pst_knight", 0.0),
        ("michniewski", &["startpos", "startpos moves a2a4 a7a5 a1a3"], "pst_rook", 500.0),
        ("compendium", &drawn, "endgame.basic.wrong-bishop", 1000.0),
    ] {
        let config = EvaluatorConfig::of(evaluator);
        let found = asked(&config, &[name], false, positions, &[]).unwrap();
        let rates: Vec<_> = all(&found).map(|candidate| candidate.per_mille).collect();
        assert_eq!(rates, [Some(expected)], "{name}");
    }
}

#[test]
fn a_group_has_the_multiplier_of_the_sum_of_its_terms() {
    let right = evaluator("slate-atkin", &[]);
    let positions = simulated(12_000, &*right, 60.0);
    let mut doubled = EvaluatorConfig::of("slate-atkin");
    for option in right.options().into_iter().filter(|of| of.name.starts_with("pawn_")) {
        let double = match option.kind {
            OptionKind::Number { default, .. } => i64::from(2 * default).into(),
            OptionKind::Tenths { default, .. } => (f64::from(2 * default) / 10.0).into(),
            kind => panic!("{kind:?}"),
        };
        doubled.params.insert(option.name.to_owned(), double);
    }
    let of = |patterns: &[&str], groups, labelled: &[Position]| {
        let found = asked(&doubled, patterns, groups, &[], labelled).unwrap();
        all(&found).map(|candidate| candidate.multiplier).collect::<Vec<_>>()
    };
    let whole = of(&["pawns"], true, &positions)[0].unwrap();
    assert!(whole.low < 0.5 && 0.5 < whole.high && whole.error < 0.1, "{whole:?}");
    let rules = of(&["pawn_*"], false, &positions);
    let known: Vec<_> = rules.iter().flatten().collect();
    // It is surer than any of them, since all were doubled.
    assert!(known.len() > 2 && known.iter().all(|rule| whole.error < rule.error), "{known:?}");
    assert_eq!(of(&["pawn_*"], false, &positions[..19]), vec![None; rules.len()]);
    // A rule that posts nothing here.
    let pawns: Vec<Position> = (1..=40).map(|game| position("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", game)).collect();
    assert_eq!(of(&["rook_seventh"], false, &pawns), [None]);
}
