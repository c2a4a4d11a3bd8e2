//! What evaluators and the search agree on: ledgers, rules, options, and the numbers of the search by name.

use engine_core::evaluation::Evaluation;
use engine_core::evaluator::{Evaluator, EvaluatorInfo};
use engine_core::explain::{Breakdown, Ledger, Meta, Recording, Sum, Term, rounded};
use engine_core::game::Game;
use engine_core::node::Node;
use engine_core::options::{Configure, OptionError, OptionInfo, OptionKind, families, matches, tenths};
use engine_core::params::{Params, TUNABLE, tunable};
use engine_core::rule::{Aspect, DeclaredRule, Rule};
use engine_core::rule_mask::RuleMask;

use crate::rows;

fn post(ledger: &mut impl Ledger) {
    ledger.post(Rule::material("a"), 105, 20);
    ledger.post(Rule::pawns("b"), -7, 0);
    ledger.post(Rule::material("a"), 0, 3);
    ledger.scale(Rule::other("drawish"), 5);
    ledger.post(Rule::other("drawish"), 0, 11);
    ledger.note("fact", || Meta::Flag(true));
}

#[test]
fn summing_itemising_and_recording_agree() {
    let (mut recording, mut sum, mut breakdown) = (Recording::default(), Sum::default(), Breakdown::default());
    post(&mut recording);
    recording.replay(&mut sum);
    post(&mut breakdown);
    assert_eq!([sum.total(), recording.total()], [breakdown.total(); 2]);
    let made = Breakdown::from(&recording);
    assert_eq!((made.terms(), made.meta()), (breakdown.terms(), breakdown.meta()));
    assert_eq!(made.total(), breakdown.total());
    let of_terms: i32 = made.terms().iter().map(|term| term.white - term.black).sum();
    assert_eq!(of_terms, made.total());
    assert_eq!(made.terms()[0], Term { rule: Rule::material("a"), white: 105, black: 23 });
    // Of 75 a verdict leaves 5/16, 23, and 11 go to Black besides.
    let aspects = Aspect::ALL.map(|aspect| made.of_aspect(aspect));
    assert_eq!(aspects, [82, -7, 0, 0, 23 - 75 - 11]);
    assert_eq!(aspects.iter().sum::<i32>(), made.total());
    // Half a centipawn is rounded away from zero.
    assert_eq!([5, 4, -5, -4, 15, -15].map(rounded), [1, 0, -1, 0, 2, -2]);
}

/// Two rules and a verdict that halves their sum.
#[derive(Debug)]
struct Three;

impl Evaluator for Three {
    type State = ();

    fn info(&self) -> EvaluatorInfo {
        EvaluatorInfo::unmeasured("three", "Three")
    }

    fn root(&self, _game: &Game) {}

    fn post<L: Ledger>(&self, _node: &Node<()>, ledger: &mut L) {
        ledger.post_centipawns(Rule::material("a"), [40, 0]);
        ledger.post_centipawns(Rule::pawns("b"), [0, 10]);
        ledger.scale(Rule::other("half"), 8);
    }

    fn rules(&self) -> Vec<DeclaredRule> {
        let half = DeclaredRule::new(Rule::other("half"));
        let [a, b] = [Rule::material("a"), Rule::pawns("b")].map(DeclaredRule::new);
        vec![a, b.inseparable("a reason"), half]
    }
}

#[test]
fn a_masked_rule_neither_adds_nor_scales_and_an_inseparable_one_is_refused() {
    let game = Game::default();
    for (masked, total) in [(vec![], 15), (vec!["a"], -5), (vec!["half"], 30), (vec!["a", "half", "no-such-rule"], -10)]
    {
        let without = RuleMask::new(Three, masked.clone()).unwrap();
        assert_eq!(Evaluation::of(&without, &game).total, total, "{masked:?}");
        let (node, _) = Node::root(&without, &game);
        assert_eq!(without.evaluate(&node).cp(), total, "{masked:?}");
    }
    let refused = RuleMask::new(Three, vec!["a", "b"]).unwrap_err().to_string();
    assert!(refused.contains("\"b\" cannot be switched off: a reason"), "{refused}");
}

#[test]
fn numbers_have_at_most_one_decimal() {
    for [text, expected] in rows("numbers") {
        assert_eq!(tenths(text).map_or("none".to_owned(), |tenths| tenths.to_string()), expected, "{text}");
    }
}

#[test]
fn patterns_match_any_text_at_a_star() {
    for [pattern, name, expected] in rows("patterns") {
        assert_eq!(matches(pattern, name), expected == "matches", "{pattern} {name}");
    }
}

/// An evaluator with flags of these names.
struct Flags(&'static [&'static str]);

impl Configure for Flags {
    fn options(&self) -> Vec<OptionInfo> {
        let kind = OptionKind::Flag { default: false };
        let option = |&name| OptionInfo { name, kind: kind.clone(), help: "" };
        self.0.iter().map(option).collect()
    }

    fn apply(&mut self, _option: &OptionInfo, _value: &str) {}
}

#[test]
fn an_unknown_option_is_refused_with_the_nearest_and_the_families() {
    let flags: &[&str] = &["tempo", "value.pawn", "value.knight", "value.queen"];
    for (flags, name, expected) in [
        (flags, "value.quen", "\"value.quen\" (did you mean \"value.queen\"?); this evaluator has tempo, value.*"),
        (flags, "x", "\"x\"; this evaluator has tempo, value.*"),
        (&[], "x", "\"x\"; this evaluator has none"),
    ] {
        let error = Flags(flags).set(name, "true").unwrap_err().to_string();
        assert_eq!(error, format!("there is no option {expected}"));
    }
    let names = ["a", "b.x", "c.x", "b.y.z", "b", "a"];
    assert_eq!(families(names), ["a", "b.*", "c.x", "b", "a"]);
    assert!(families([]).is_empty());
}

#[test]
fn an_evaluator_without_rules_can_switch_off_none() {
    assert_eq!(Flags(&[]).disable(&[]), Ok(()));
    assert_eq!(Flags(&[]).disable(&["a.*"]), Err(OptionError::NoRules));
    assert!(Flags(&[]).raw(&Game::default(), None).is_none());
}

#[test]
fn each_name_sets_its_own_number_of_the_search_and_no_other() {
    for tunable in TUNABLE {
        let before = Params::MICHNIEWSKI;
        let value = if tunable.get(&before) == tunable.max { tunable.min } else { tunable.max };
        let mut after = before;
        tunable.set(&mut after, value).unwrap();
        for other in TUNABLE {
            let changed = other.get(&after) != other.get(&before);
            assert_eq!(changed, other.name == tunable.name, "{}", other.name);
        }
        let debug = format!("{after:#?}");
        let field = tunable.name.rsplit('.').next().unwrap();
        assert!(debug.contains(&format!("{field}: {value}")), "{debug}");
    }
    // Each leaf of the structure prints as one line `name: number,`.
    let debug = format!("{:#?}", Params::MICHNIEWSKI);
    let leaves = debug.lines().filter(|line| line.ends_with(',') && line.contains(": "));
    assert_eq!(leaves.count(), TUNABLE.len());
}

#[test]
fn numbers_of_the_search_that_cannot_be_are_refused_and_margins_are_scaled() {
    let mut params = Params::MICHNIEWSKI;
    for (name, value, expected) in [
        ("futility", 1.0, "it has: aspiration.min_depth, "),
        ("null_move.depth_divisor", 0.0, "null_move.depth_divisor cannot be 0; choose a whole number from 1 to 20"),
        ("null_move.base", 2.5, "a whole number from 1 to 10"),
        ("lmr.base", f64::NAN, "cannot be NaN; choose a number from 0 to 5"),
    ] {
        let set = tunable(name).and_then(|tunable| tunable.set(&mut params, value));
        let error = set.unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
    assert_eq!(params, Params::MICHNIEWSKI);
    tunable("prob_cut.margin").unwrap().set(&mut params, 40.0).unwrap();
    let scaled = params.scaled(2.0);
    assert_eq!((scaled.prob_cut.margin, scaled.prob_cut.reduction), (80, 4));
    // A margin is never nothing.
    assert_eq!(params.scaled(0.001).singular.margin, 1);
}
