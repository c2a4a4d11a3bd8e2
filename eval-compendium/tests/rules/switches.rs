//! Numbers and switches.

use engine_core::evaluation::Evaluation;
use engine_core::evaluator::Evaluator;
use engine_core::options::{Configure, OptionError, OptionInfo, OptionKind};
use eval_compendium::{Compendium, compendium, in_proportion};

use crate::{game, raw_terms, worked};

/// A middlegame in which a rule of every heading of part 1 fires.
const MIDDLEGAME: &str = "r2q1rk1/1pp2pp1/p1npbn1p/4p3/2B1P3/2NPPN2/PPPQ2PP/R4RK1 w - - 0 10";

fn term(evaluator: &Compendium, position: &str, rule: &str) -> [i32; 2] {
    let evaluation = Evaluation::of(evaluator, &game(position));
    raw_terms(&evaluation.breakdown, rule)
}

#[test]
fn a_pattern_switches_off_what_it_matches_and_nothing_else() {
    let mut evaluator = compendium();
    let shown = |evaluator: &Compendium| {
        let evaluation = Evaluation::of(evaluator, &game(MIDDLEGAME));
        let terms = evaluation.breakdown.terms().iter();
        terms.map(|term| term.rule.name).collect::<Vec<_>>()
    };
    let all = shown(&evaluator);
    evaluator.disable(&["middlegame.*", "*.bishop-pair"]).unwrap();
    let fewer = shown(&evaluator);
    let off = |id: &&str| id.starts_with("middlegame.") || id.ends_with(".bishop-pair");
    let expected: Vec<_> = all.iter().copied().filter(|id| !off(id)).collect();
    assert!(fewer.len() < all.len());
    assert_eq!(fewer, expected);
    evaluator.set("disable", "").unwrap();
    assert_eq!(shown(&evaluator), all);
    evaluator.set("disable", "middlegame.*, *.bishop-pair").unwrap();
    assert_eq!(shown(&evaluator), fewer);
}

#[test]
fn a_pattern_that_matches_nothing_is_an_error_and_changes_nothing() {
    let mut evaluator = compendium();
    let before = format!("{evaluator:?}");
    let error = evaluator.disable(&["middlegame.*", "endgme.*"]).unwrap_err();
    assert!(matches!(error, OptionError::Pattern { .. }));
    assert!(error.to_string().contains("\"endgme.*\""), "{error}");
    assert_eq!(format!("{evaluator:?}"), before);
}

#[test]
fn numbers_are_options_and_show_in_raw_readings_too() {
    let document = compendium();
    let mut changed = compendium();
    changed.set("opening.bishop-pair", "33").unwrap();
    changed.set("intro.piece-values.rook", "500").unwrap();
    changed.set("middlegame.defence-potential.rook", "6.5").unwrap();
    let game = game("2b3k1/8/5n2/8/8/8/8/R1B2BK1 w - - 0 1");
    let raw = |evaluator: &Compendium, rule| raw_terms(&evaluator.raw(&game, None).unwrap(), rule);
    assert_eq!(raw(&document, "opening.bishop-pair"), [250, 0]);
    assert_eq!(raw(&changed, "opening.bishop-pair"), [330, 0]);
    assert_eq!(raw(&changed, "intro.piece-values"), [11_000, 6_000]);
    assert!(changed.set("opening.bishop-pair", "a lot").is_err());
    assert!(changed.set("opening.bishop-pear", "3").is_err());
}

/// The default value of the option.
fn default_of(option: &OptionInfo) -> String {
    match option.kind {
        OptionKind::Flag { default } => default.to_string(),
        OptionKind::Number { default, .. } => default.to_string(),
        OptionKind::Tenths { default, .. } => format!("{:.1}", f64::from(default) / 10.0),
        OptionKind::Patterns => String::new(),
        OptionKind::Choice { default, .. } => default.to_owned(),
    }
}

#[test]
fn every_option_takes_its_default_and_stays_as_it_was() {
    for mut evaluator in [compendium(), in_proportion()] {
        // The sentences are made when the options are first asked for.
        let options = evaluator.options();
        let before = format!("{evaluator:?}");
        for option in options {
            evaluator.set(option.name, &default_of(&option)).unwrap();
        }
        assert_eq!(format!("{evaluator:?}"), before);
    }
}

/// The edition in proportion differs from the printed one by options, and by nothing else.
#[test]
fn the_proportion_is_weights_and_thresholds() {
    let proportion = in_proportion();
    let mut printed = compendium();
    let defaults = printed.options();
    for (own, document) in proportion.options().iter().zip(&defaults) {
        assert_eq!(own.name, document.name);
        let (value, before) = (default_of(own), default_of(document));
        if value != before {
            let (name, value): (_, f64) = (own.name, value.parse().unwrap());
            if name.starts_with("weight.") {
                assert!((0.0..400.0).contains(&value), "{name} {value}");
            } else if name == "king-attack.sacrifices.attack" {
                // It is compared with the worth of the rules of the king attack.
                let weight = proportion.options().into_iter();
                let mut weight = weight.filter(|own| own.name == "weight.king-attack.middlegame");
                let percent: f64 = default_of(&weight.next().unwrap()).parse().unwrap();
                assert_eq!(value, (percent * before.parse::<f64>().unwrap() / 100.0).round());
            } else {
                // K of the sum in proportion against that of the sum as printed.
                assert_eq!(value, (0.58 * before.parse::<f64>().unwrap()).round(), "{name}");
            }
            printed.set(name, &default_of(own)).unwrap();
        }
    }
    for case in worked().iter().step_by(10) {
        let game = game(case.position);
        let [one, other] = [&printed, &proportion].map(|e| Evaluation::of(e, &game).breakdown);
        assert_eq!(format!("{one:?}"), format!("{other:?}"), "{}", case.position);
    }
}

#[test]
fn the_preference_that_is_stated_twice_counts_twice_on_demand() {
    let position = "r1bq1rk1/7p/8/8/8/8/PPPPP1PP/R1BQ1RK1 w - - 0 1";
    let rule = "middlegame.karpov-composition-5-2";
    let mut evaluator = compendium();
    assert_eq!(term(&evaluator, position, rule), [0, 0]);
    evaluator.set("karpov", "true").unwrap();
    assert!(term(&evaluator, position, rule)[0] > 0);
}

/// The effects of a last move are determined by the rules that are switched on, with the numbers that they have.
#[test]
fn the_wings_are_measured_by_the_rules_that_are_switched_on() {
    let line = "fen 8/p5k1/5npp/8/PP5P/3B2P1/6K1/8 w - - 0 1 moves h4h5";
    let rule = "endgame.general.two-weaknesses-move";
    // A bishop for a knight is lead enough.
    let mut evaluator = compendium();
    evaluator.set("intro.piece-values.bishop", "500").unwrap();
    assert_eq!(term(&evaluator, line, rule), [500, 0]);
    // With mobility alone, and against its owner, the kingside is no longer the weaker wing.
    evaluator.disable(&["endgame.pawn.*"]).unwrap();
    evaluator.set("endgame.general.mobility", "-100").unwrap();
    assert_eq!(term(&evaluator, line, rule), [0, 0]);
}

/// The sentence of a rule has the numbers and the weight with which it counts, and an option's help those of its edition.
#[test]
fn sentences_have_the_numbers_of_their_edition() {
    let stated = |evaluator: &Compendium, rule| evaluator.statement(rule).unwrap().text;
    let queen = "bad.imprisoned-queen";
    for (mut evaluator, weight) in [(compendium(), ""), (in_proportion(), " Of this 28 % counts.")] {
        for option in evaluator.options() {
            let is_number = matches!(option.kind, OptionKind::Number { .. } | OptionKind::Tenths { .. });
            if is_number && !option.name.starts_with("weight.") {
                let value = default_of(&option);
                let mut words = option.help.split(|c: char| !c.is_ascii_digit() && c != '.');
                let is_said = words.any(|word| word.trim_matches('.') == value.trim_start_matches('-'));
                assert!(is_said, "{}: {value} in {}", option.name, option.help);
            }
        }
        let before = stated(&evaluator, queen);
        assert!(before.contains("costs 500 ") && before.ends_with(&format!("than a queen.{weight}")), "{before}");
        evaluator.set(queen, "-70").unwrap();
        assert!(stated(&evaluator, queen).contains("costs 70 "));
        evaluator.set("weight.positional-peculiarities.middlegame", "35").unwrap();
        assert!(stated(&evaluator, queen).ends_with(" Of this 35 % counts."));
        evaluator.set("weight.middlegame.endgame", "5").unwrap();
        assert!(stated(&evaluator, "middlegame.piece-mobility").contains("5 % in the endgame."));
        // The piece values are the unit, and a verdict is not weighed.
        for rule in ["intro.piece-values", "endgame.basic.two-knights"] {
            assert!(!stated(&evaluator, rule).contains('%'));
        }
    }
}
