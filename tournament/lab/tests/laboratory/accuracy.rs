//! How well values predict results, by which factors terms would, and scales measured and kept.

use std::fs;

use config::{EngineConfig, EngineKind, EvaluatorConfig};
use engine_core::evaluator::{EvalScale, EvaluatorInfo, MarginScale};
use engine_core::game::Game;
use eval_simplified::MICHNIEWSKI_SCALE;
use evaluators::registry;
use lab::calibration::{FILE, MeasuredScale, Measurements, change_of, margin_positions, measure as measure_scale};
use lab::fit::accuracy::{compare, measure, measured_on};
use lab::positions::{Format, Position, builtin, read, write};
use serde_json::{Value, json};

use super::{engines, evaluator, expected, named, number, position, read_file, simulated};

/// Three positions of each of 200 games, in which White is ahead or behind by a rook, and mostly wins or loses.
fn rooks() -> Vec<Position> {
    let ahead = ["3k4/8/8/8/8/8/8/R2K4 w", "3k4/8/8/8/8/R7/8/3K4 b", "3k4/8/8/8/8/R7/8/2K5 w"];
    let behind = ["3k3r/8/8/8/8/8/8/3K4 w", "3k4/7r/8/8/8/8/8/3K4 b", "2k4r/8/8/8/8/8/8/3K4 w"];
    let games = (1..=200).flat_map(|game| {
        let is_ahead = game % 4 < 2;
        let as_expected = !matches!(game % 10, 6 | 7);
        let fens = if is_ahead { ahead } else { behind };
        fens.map(|fen| Position {
            white_half_points: Some(2 * u8::from(is_ahead == as_expected)),
            ..position(&format!("{fen} - - 0 1"), game)
        })
    });
    games.collect()
}

/// The report on these engines, each a word, or a word and its parameters.
fn report(names: &[&str], positions: &[Position], with_terms: bool) -> Value {
    json!(compare(&engines(names), positions, with_terms, || {}).unwrap())
}

#[test]
fn a_scale_is_what_a_rook_is_worth_in_results() {
    let found = compare(&engines(&["material", "michniewski"]), &rooks(), false, || {}).unwrap();
    assert!(found.document(98).to_string().contains("no evaluation"));
    let found = json!(found);
    assert_eq!((&found["positions"], &found["measured"]), (&json!(600), &json!(300)));
    assert_eq!(found["engines"][0]["worse"], json!({ "value": 0.0, "error": 0.0 }));
    assert!(number(&found["engines"][1]["worse"]["value"]) >= 0.0);
    let material = named(&found["engines"], "name", "material");
    // Four games in five: 500 / ln 4.
    assert!((number(&material["eval_scale"]) - 360.7).abs() < 1.0, "{material}");
    // By hand, in units of 100: of 100 games 80 have a slope of -3 and 20 one of 12, the curvature
    // is 300 * 0.16 * 25, so the error of ln 4 / 5 is sqrt(3600) / 1200 = 0.05.
    let error = 100.0 * 0.05 / (4.0_f64.ln() / 5.0).powi(2);
    assert!((number(&material["eval_scale_error"]) - error).abs() < 0.1, "{material}");
    assert_eq!(material["deviation"], 500.0);
    // The mean of 80 losses of ln 5 / 4 and 20 of ln 5, and its error: of 100 games, not of 300 positions.
    let loss = (80.0 * 1.25_f64.ln() + 20.0 * 5.0_f64.ln()) / 100.0;
    assert!((number(&material["log_loss"]["value"]) - loss).abs() < 0.01, "{material}");
    let error = 4.0_f64.ln() * 0.4 / 99.0_f64.sqrt();
    assert!((number(&material["log_loss"]["error"]) - error).abs() < 0.01, "{material}");
    assert!((number(&found["nothing"]["value"]) - 2.0_f64.ln()).abs() < 0.05);
}

#[test]
fn games_are_never_split() {
    let positions = rooks();
    // The results of odd games do not influence the fit.
    let mut other = positions.clone();
    for position in other.iter_mut().filter(|position| position.number % 2 == 1) {
        position.white_half_points = Some(1);
    }
    let [found, other] = [positions, other].map(|of| report(&["michniewski"], &of, false));
    for key in ["eval_scale", "move_bonus"] {
        assert_eq!(found["engines"][0][key], other["engines"][0][key]);
    }
    assert_ne!(found["engines"][0]["log_loss"], other["engines"][0]["log_loss"]);
}

#[test]
fn programs_few_games_and_values_that_mislead_are_refused() {
    let turned: Vec<Position> = rooks()
        .into_iter()
        .map(|of| Position { white_half_points: of.white_half_points.map(|points| 2 - points), ..of })
        .collect();
    for (engine, positions, expected) in [
        ("cmd:true", &rooks()[..], "name an evaluator"),
        ("otter", &rooks()[..30], "from 10 games"),
        ("otter", &turned, "the values of \"otter\" say nothing of the results"),
    ] {
        let error = compare(&engines(&[engine]), positions, false, || {}).unwrap_err();
        assert!(error.to_string().contains(expected), "{error}");
    }
}

/// The even games, to which the scale is fitted, are decided at one scale, and the odd ones at another.
fn decided_at(fitted: f64, measured: f64) -> Vec<Position> {
    let decider = evaluator("michniewski", &[]);
    let [even, odd] = [fitted, measured].map(|scale| simulated(16_000, &*decider, scale));
    let both = even.into_iter().zip(odd);
    both.map(|(even, odd)| if even.number % 2 == 0 { even } else { odd }).collect()
}

#[test]
fn what_is_explained_is_what_the_truth_explains() {
    const SCALE: f64 = 150.0;
    let positions = decided_at(SCALE, SCALE);
    let found = report(&["michniewski"], &positions, false)["engines"][0].clone();
    // The variance of the truth's expected scores over that of the results.
    let decider = evaluator("michniewski", &[]);
    let odd = positions.iter().filter(|position| position.number % 2 == 1);
    let truth = odd.clone().map(|position| {
        let value = f64::from(decider.tenths(&position.game).unwrap()) / 10.0;
        (expected(value, SCALE) - 0.5).powi(2)
    });
    let truth = truth.sum::<f64>() / odd.count() as f64 / 0.25;
    let within = |estimate: &Value, truth: f64| number(&estimate["low"]) < truth && truth < number(&estimate["high"]);
    let predictions = found["predictions"].as_array().unwrap();
    assert!(within(&predictions[0]["explained"], truth), "{truth} {found}");
    assert!(number(&predictions[0]["explained"]["error"]) < 0.02, "{found}");
    let counts: Vec<u64> = predictions.iter().map(|of| of["positions"].as_u64().unwrap()).collect();
    assert_eq!((counts[0], counts[1..].iter().sum::<u64>()), (8_000, 8_000));
    // Values say what is scored; those that are too large say more.
    let bins = |found: &Value| found["calibration"].as_array().unwrap().clone();
    let agrees = |bin: &&Value| within(&bin["scored"], number(&bin["expected"]));
    let right = bins(&found);
    assert_eq!(right.iter().map(|bin| bin["positions"].as_u64().unwrap()).sum::<u64>(), 8_000);
    assert!(right.iter().filter(agrees).count() >= right.len() - 1, "{right:?}");
    let too_large = report(&["michniewski"], &decided_at(SCALE, 2.0 * SCALE), false);
    let about_two = &bins(&too_large["engines"][0])[3];
    assert!(number(&about_two["scored"]["high"]) < number(&about_two["expected"]), "{about_two}");
}

/// The terms of Slate and Atkin's with these values of a passed pawn and of a pair of bishops.
fn terms(pawn_passed: i64, bishop_pair: i64, positions: &[Position]) -> Value {
    let mut engines = engines(&["slate-atkin"]);
    let EngineKind::Evaluator(config) = &mut engines[0].kind else { panic!("{engines:?}") };
    config.params.insert("pawn_passed".to_owned(), pawn_passed.into());
    config.params.insert("bishop_pair".to_owned(), bishop_pair.into());
    json!(compare(&engines, positions, true, || {}).unwrap())["engines"][0]["terms"].clone()
}

#[test]
fn a_term_that_was_doubled_has_one_half() {
    let right = evaluator("slate-atkin", &[("pawn_passed", 20.0), ("bishop_pair", 60.0)]);
    let positions = simulated(12_000, &*right, 60.0);
    let found = |terms: &Value, term: &str| {
        let multiplier = &named(terms, "term", term)["multiplier"];
        ["low", "high", "error"].map(|key| number(&multiplier[key]))
    };
    let [low, high, error] = found(&terms(40, 60, &positions), "pawn_passed");
    assert!(low < 0.5 && 0.5 < high && error < 0.05, "{low} {high} {error}");
    // As it is, it is right; turned round, it misleads.
    let as_it_is = terms(20, 60, &positions);
    let [low, high, _] = found(&as_it_is, "pawn_passed");
    assert!(low < 1.0 && 1.0 < high, "{low} {high}");
    let [_, high, _] = found(&terms(20, -60, &positions), "bishop_pair");
    assert!(high < 0.0, "{high}");
    // One in twenty of the others may miss it.
    let all = as_it_is.as_array().unwrap().iter();
    let known: Vec<&Value> = all.map(|term| &term["multiplier"]).filter(|one| !one.is_null()).collect();
    let is_hit = |of: &&&Value| number(&of["low"]) <= 1.0 && 1.0 <= number(&of["high"]);
    let hits = known.iter().filter(is_hit).count();
    assert!(known.len() > 10 && hits >= known.len() - 2, "{as_it_is}");
}

#[test]
fn terms_say_how_often_and_how_much() {
    let compendium = evaluator("compendium", &[]);
    let positions = simulated(200, &*compendium, 200.0);
    let found = report(&["compendium", "material"], &positions, true);
    let terms = named(&found["engines"], "name", "compendium")["terms"].as_array().unwrap();
    for pair in terms.windows(2) {
        assert!(number(&pair[0]["size"]) >= number(&pair[1]["size"]), "{pair:?}");
    }
    for term in terms {
        let fires = number(&term["fires"]);
        assert!(fires > 0.0 && fires <= 1.0, "{term}");
        let size = fires * number(&term["size_where_it_fires"]);
        assert!((size - number(&term["size"])).abs() < 1e-9, "{term}");
        assert_eq!(term["multiplier"].is_null(), term["games"].as_u64() < Some(20), "{term}");
    }
    // Of material alone every factor is the scale's.
    let material = &named(&found["engines"], "name", "material")["terms"];
    assert_eq!((&material[0]["term"], &material[0]["multiplier"]), (&json!("material"), &Value::Null));
}

#[test]
fn the_decider_explains_most() {
    let positions = simulated(400, &*evaluator("michniewski", &[]), 200.0);
    let engines = engines(&["material", "michniewski", "compendium", "cmd:true"]);
    let measured = measure(&engines, &positions, || ()).unwrap();
    assert_eq!(measured.len(), 3, "a program has no static value");
    let explained = |name: &str| measured[name].explained.unwrap();
    assert!(explained("michniewski") > explained("compendium"), "{measured:?}");
    assert!(measured["material"].explained_error.unwrap() > 0.0);
    assert_eq!(measured_on(&positions), 200);
}

/// The built-in numbers are reproduced by a user's way: `evalarena positions` and `evalarena accuracy`.
#[test]
#[cfg_attr(not(feature = "full"), ignore = "takes long: --features full")]
fn the_scale_is_that_of_the_fit_on_the_houses_positions() {
    let positions = builtin().unwrap();
    let mut numbers: Vec<usize> = positions.iter().map(|position| position.number).collect();
    numbers.dedup();
    assert_eq!((positions.len(), numbers.len(), numbers.last()), (15_097, 2_519, Some(&2_519)));
    let mut text = Vec::new();
    for position in &positions {
        write(position, Format::Epd, &mut text).unwrap();
    }
    let positions = read_file("positions.epd", text, |path| read(path, |_| {})).unwrap();
    let names = ["material", "chessbin", "michniewski"];
    let engines = names.map(|name| EngineConfig::of_evaluator(name, 1));
    let games = margin_positions(2, || ()).unwrap();
    let report = json!(compare(&engines, &positions, false, || ()).unwrap());
    let mut keys = Vec::new();
    for name in names {
        let found = measure_scale(&EvaluatorConfig::of(name), &games).unwrap();
        let of_report = named(&report["engines"], "name", name);
        let tenths = |number: f64| (10.0 * number).round();
        assert_eq!(tenths(found.eval_scale), tenths(number(&of_report["eval_scale"])), "{name}");
        let error = number(&of_report["eval_scale_error"]);
        assert_eq!(tenths(found.eval_scale_error), tenths(error), "{name}");
        // The number in the source is from an earlier run of the same seven players.
        let source = registry::info(name).unwrap().eval_scale.centipawns;
        assert!((found.eval_scale - source).abs() < found.eval_scale_error, "{found:?}");
        assert_eq!(found.games, 1_259);
        if name == "michniewski" {
            // It is the unit, with an error of 0, and has the same numbers again.
            let own = (found.margin_scale, found.ratio, found.ratio_error);
            assert_eq!(own, (1.0, 1.0, 0.0));
            assert_eq!(measure_scale(&EvaluatorConfig::of(name), &games).unwrap(), found);
        }
        // An evaluator is known by what it says.
        assert!(!keys.contains(&found.values), "{found:?}");
        keys.push(found.values);
    }
}

#[test]
fn a_capture_that_is_there_is_the_difference_and_neither_mates_nor_outer_tenths_count() {
    let game = |fen: &str| Game::parse(fen).unwrap();
    let michniewski = registry::evaluator("michniewski").unwrap();
    let change = |games: &[Game]| change_of(&*michniewski, games).unwrap();
    // The queen hangs, and nothing else is on the board but kings.
    let hanging = game("4k3/8/8/3q4/8/8/3R4/3K4 w - - 0 1");
    let mate = game("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1");
    let quiet = game("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    assert!((800.0..1100.0).contains(&change(&[mate.clone(), hanging.clone()])));
    assert_eq!(change(&[mate]), 0.0);
    let [one, other] = [&quiet, &hanging].map(|game| change(std::slice::from_ref(game)));
    let mut games = vec![quiet; 8];
    games.extend([hanging.clone(), hanging.clone()]);
    // Of ten the least and the greatest are left out.
    assert!((change(&games) - (7.0 * one + other) / 8.0).abs() < 1e-9);
    games.pop();
    games.push(games[0].clone());
    assert_eq!(change(&games), one);
}

fn measured(evaluators: &[&'static str]) -> Measurements {
    let scale = |evaluator| MeasuredScale {
        evaluator,
        margin_scale: 1.25,
        margin_scale_positions: 1,
        eval_scale: 300.5,
        eval_scale_error: 1.0,
        ratio: 1.0,
        ratio_error: 0.0,
        games: 1259,
        eval_scale_positions: 7542,
        values: "00ff".to_owned(),
    };
    let none = Measurements::default();
    evaluators.iter().fold(none, |all, evaluator| all.with(&scale(evaluator), "2026-11-24"))
}

#[test]
fn what_is_written_is_read_again_and_a_wrong_file_is_refused_with_its_name() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(FILE);
    assert_eq!(Measurements::read(&path).unwrap(), Measurements::default());
    let all = measured(&["x", "y"]);
    all.write(&path).unwrap();
    assert_eq!(Measurements::read(&path).unwrap(), all);
    let good = fs::read_to_string(&path).unwrap();
    assert!(good.contains("[x]\nmargin_scale = 1.25\neval_scale = 300.5\n"), "{good}");
    for (old, new, expected) in [
        ("margin_scale = 1.25", "margin_scale = 0", "margin_scale must be 0.01 to 100"),
        ("eval_scale = 300.5", "eval_scale = nan", "eval_scale 1 to 100000"),
        ("eval_scale = 300.5", "", "missing field `eval_scale`"),
        ("[x]", "[x", "measured.toml: "),
        ("margin_scale", "margin_scales", "unknown field"),
    ] {
        let read = |path: &std::path::Path| Measurements::read(path);
        let error = read_file(FILE, good.replacen(old, new, 1), read).unwrap_err();
        assert!(error.contains(expected) && error.contains(FILE), "{error}");
    }
}

#[test]
fn only_what_an_evaluator_lacks_is_given() {
    let measured = measured(&["otter"]);
    let otter = registry::info("otter").unwrap();
    let unmeasured =
        EvaluatorInfo { margin_scale: MarginScale::UNMEASURED, eval_scale: EvalScale::UNMEASURED, ..otter };
    assert_eq!(measured.applied_to(otter), otter);
    let applied = measured.applied_to(unmeasured);
    assert_eq!((applied.margin_scale.ratio, applied.eval_scale.centipawns), (1.25, 300.5));
    let none = Measurements::default().applied_to(unmeasured);
    assert_eq!(none, unmeasured);
    assert_eq!(none.eval_scale.per(MICHNIEWSKI_SCALE), 1.0);
    assert!(!none.eval_scale.is_measured() && otter.eval_scale.is_measured());
    // A scale in the source takes precedence.
    let half = EvaluatorInfo { eval_scale: otter.eval_scale, ..unmeasured };
    let applied = measured.applied_to(half);
    assert_eq!((applied.margin_scale.ratio, applied.eval_scale), (1.25, otter.eval_scale));
    // Configurations of the house stay as they are.
    let engines = engines(&["otter", "cmd:x"]);
    let mut given = engines.clone();
    assert_eq!(measured.give_all(&mut given).unwrap(), [""; 0]);
    assert_eq!(given, engines);
}
