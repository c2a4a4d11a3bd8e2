//! Every rule of every evaluator without switches, left out: exactly its amount is missing, at the root and move by
//! move. And the candidates, and what their games come to.

use std::fmt::Debug;
use std::time::Duration;

use engine_core::evaluator::Evaluator;
use engine_core::explain::{LedgerCall, Term};
use engine_core::game::Game;
use engine_core::node::Node;
use engine_core::options::Configure;
use engine_core::rule_mask::RuleMask;
use engine_core::testkit::{Plan, RandomGames, prove};
use evaluators::registry;
use players::record::SideStats;

use super::rows::CandidateGames;
use super::*;
use config::EvaluatorConfig;

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

fn candidates(evaluator: &str, patterns: &[&str], groups: bool) -> Candidates {
    let patterns: Vec<String> = patterns.iter().map(|&pattern| pattern.into()).collect();
    let positions = ["startpos", "startpos moves g1f3 g8f6 e2e3 e7e6 f1e2 f8e7 e1g1 a7a6"];
    let positions = positions.map(|text| Game::parse(text).unwrap());
    let (patterns, positions) = (&patterns, &positions);
    let question = Question { patterns, groups, rare: 5.0, positions, labelled: &[] };
    let config = EvaluatorConfig::of(evaluator);
    Candidates::of("x", &config, &question).unwrap()
}

fn names(candidates: &[Candidate]) -> Vec<&str> {
    candidates.iter().map(|candidate| candidate.name.as_str()).collect()
}

#[test]
fn rules_of_an_evaluator_without_switches_are_those_it_posts() {
    let all = candidates("michniewski", &[], false);
    assert!(names(&all.playing).contains(&"pst_knight"));
    assert_eq!(names(&all.rare), ["pst_rook"]);
    let groups = candidates("michniewski", &[], true);
    assert_eq!(names(&groups.playing), ["material", "pawns", "pieces", "king"]);
    assert_eq!(groups.playing[2].rules.len(), 4);
    let chosen = candidates("michniewski", &["pst_k*", "material"], false);
    assert_eq!(names(&chosen.playing), ["material", "pst_knight", "pst_king"]);
    // A rule in place of all others is in no group.
    let all = candidates("chessbin", &[], true);
    assert_eq!(all.inseparable[0].0, "terminal");
    assert!(all.playing.iter().all(|group| !group.rules.contains(&"terminal")));
}

#[test]
fn the_compendium_has_its_headings_its_claims_and_rules_that_post_nothing() {
    let all = candidates("compendium", &[], false);
    let every: Vec<&Candidate> = all.playing.iter().chain(&all.rare).collect();
    let claims: Vec<u16> = every.iter().filter_map(|candidate| candidate.claim).collect();
    assert_eq!((claims.len(), claims.iter().sum::<u16>()), (10, 195));
    assert!(all.playing.iter().any(|candidate| candidate.per_mille.is_none()));
    let groups = candidates("compendium", &["King*"], true);
    let both: Vec<&Candidate> = groups.playing.iter().chain(&groups.rare).collect();
    assert_eq!(both.len(), 2);
}

#[test]
fn a_rule_fires_where_it_posts_anything_but_0() {
    let games = ["startpos", "startpos moves g1f3 a7a6 f3e5 a6a5"];
    let games = games.map(|text| Game::parse(text).unwrap());
    let michniewski = registry::evaluator("michniewski").unwrap();
    let firing = firing_rules(&*michniewski, &games).unwrap();
    for (rules, expected) in [
        (&["pst_rook"][..], 0.0),
        (&["pst_knight"], 1000.0),
        (&["pst_rook", "pst_knight"], 1000.0),
        (&["no such rule"], 0.0),
    ] {
        assert_eq!(per_mille(&firing, rules), expected, "{rules:?}");
    }
}

#[test]
fn a_verdict_that_scales_fires() {
    // The wrong bishop for a rook's pawn.
    let drawn = Game::parse("fen 7k/8/8/8/7P/3B4/8/6K1 w - - 0 1").unwrap();
    let compendium = registry::evaluator("compendium").unwrap();
    let recording = compendium.record(&drawn).unwrap();
    let verdict = recording.calls.iter().find_map(|call| match call {
        LedgerCall::Scale(rule, 0..16) => Some(rule.name),
        _ => None,
    });
    let verdict = verdict.unwrap_or_else(|| panic!("nothing scales: {recording:?}"));
    let firing = firing_rules(&*compendium, &[drawn]).unwrap();
    assert!(firing[0].contains(&verdict), "{verdict}");
}

#[test]
fn only_whole_pairs_count_and_only_up_to_the_first_that_is_not() {
    let pairs = [[Some(2), Some(1)], [Some(0), Some(0)], [Some(1), None], [Some(2), Some(2)]];
    let games = CandidateGames { pairs: pairs.into(), costs: Vec::new() };
    assert_eq!(games.half_points(), [3, 0]);
    assert_eq!([2, 3, 10].map(|goal| games.games_missing(goal)), [0, 1, 20 - 7]);
}

#[test]
fn a_rule_costs_the_median_of_what_the_whole_needs_more() {
    let stats = |nanoseconds: u64| SideStats {
        nodes: 1_000,
        time: Duration::from_nanos(1_000 * nanoseconds),
        moves: 1,
    };
    let mut games = CandidateGames::default();
    for index in 0..40 {
        // 1 to 40 more, one of them held up; without, the same machine is slower and slower.
        let (whole, without) = (100 + 2 * index + 1, 100 + index);
        let held_up = if index == 39 { 1_000_000 } else { 0 };
        games.add_cost(stats(whole + held_up), stats(without));
        // Without nodes it tells nothing.
        games.add_cost(stats(whole), SideStats::default());
        assert_eq!(games.cost().is_some(), index >= 19);
    }
    let found = games.cost().unwrap();
    // With 40 games the ranks 14 and 27 enclose the median in 96 of 100 cases.
    assert_eq!((found.value, found.low, found.high), (20.5, 14.0, 27.0));
}
