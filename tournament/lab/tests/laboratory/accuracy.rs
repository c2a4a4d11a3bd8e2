//! How well values predict results, and by which factors terms would.

use config::EngineKind;
use lab::fit::accuracy::{compare, measure, measured_on};
use lab::positions::Position;
use serde_json::{Value, json};

use super::{engines, evaluator, expected, named, number, position, simulated};

/// Three positions of each of 200 games, in which White is ahead or behind by a rook, and mostly wins or
/// loses.
fn rooks() -> Vec<Position> {
    let ahead = ["3k4/8/8/8/8/8/8/R2K4 w", "3k4/8/8/8/8/R7/8/3K4 b", "3k4/8/8/8/8/R7/8/2K5 w"];
    let behind = ["3k3r/8/8/8/8/8/8/3K4 w", "3k4/7r/8/8/8/8/8/3K4 b", "2k4r/8/8/8/8/8/8/3K4 w"];
    let games = (1..=200).flat_map(|game| {
        let is_ahead = game % 4 < 2;
        let as_expected = !matches!(game % 10, 6 | 7);
        let fens = if is_ahead { ahead } else { behind };
        fens.map(|fen| Position {
            white_half_points: 2 * u8::from(is_ahead == as_expected),
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
        position.white_half_points = 1;
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
        .map(|of| Position { white_half_points: 2 - of.white_half_points, ..of })
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

#[test]
fn rules_that_are_disabled_are_missing() {
    let mut engines = engines(&["michniewski", "material"]);
    let EngineKind::Evaluator(config) = &mut engines[0].kind else { panic!("{engines:?}") };
    config.disable = vec!["pst_*".to_owned()];
    let mut found = json!(compare(&engines, &rooks(), false, || {}).unwrap());
    let [one, other] = [0, 1].map(|at| {
        let engine = found["engines"][at].as_object_mut().unwrap();
        engine.remove("name");
        engine.clone()
    });
    assert_eq!(one, other);
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
    let within = |estimate: &Value, truth: f64| {
        number(&estimate["low"]) < truth && truth < number(&estimate["high"])
    };
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
    let known: Vec<&Value> =
        all.map(|term| &term["multiplier"]).filter(|one| !one.is_null()).collect();
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
    assert_eq!(
        (&material[0]["term"], &material[0]["multiplier"]),
        (&json!("material"), &Value::Null)
    );
}

#[test]
fn rules_cost_more_than_values_and_the_decider_explains_most() {
    let positions = simulated(400, &*evaluator("michniewski", &[]), 200.0);
    let engines = engines(&["material", "michniewski", "compendium", "cmd:true"]);
    let measured = measure(&engines, &positions, || ()).unwrap();
    assert_eq!(measured.len(), 3, "a program has no static value");
    let price = |name: &str| measured[name].nanoseconds.unwrap();
    assert!(price("compendium") > 2.0 * price("material"), "{measured:?}");
    let explained = |name: &str| measured[name].explained.unwrap();
    assert!(explained("michniewski") > explained("compendium"), "{measured:?}");
    assert!(measured["material"].explained_error.unwrap() > 0.0);
    assert_eq!(measured_on(&positions), 200);
}
