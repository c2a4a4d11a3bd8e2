use engine_core::game::Game;

use super::*;
use crate::fit::simulated::engines;

/// Three positions of each game, in which White is ahead or behind by a rook, and mostly wins or
/// loses.
fn positions() -> Vec<Position> {
    let ahead = ["3k4/8/8/8/8/8/8/R2K4 w", "3k4/8/8/8/8/R7/8/3K4 b", "3k4/8/8/8/8/R7/8/2K5 w"];
    let behind = ["3k3r/8/8/8/8/8/8/3K4 w", "3k4/7r/8/8/8/8/8/3K4 b", "2k4r/8/8/8/8/8/8/3K4 w"];
    let games = (1..=200).flat_map(|number| {
        let is_ahead = number % 4 < 2;
        let as_expected = !matches!(number % 10, 6 | 7);
        let fens = if is_ahead { ahead } else { behind };
        fens.map(|fen| Position {
            game: Game::parse(&format!("{fen} - - 0 1")).unwrap(),
            number,
            white_half_points: 2 * u8::from(is_ahead == as_expected),
            score: None,
        })
    });
    games.collect()
}

#[test]
fn a_scale_is_what_a_rook_is_worth_in_results() {
    let report =
        compare(&engines(&["material", "michniewski"]), &positions(), false, || {}).unwrap();
    assert_eq!((report.positions, report.measured), (600, 300));
    let [best, other] = &report.engines[..] else { panic!("{report:?}") };
    assert_eq!(best.worse, Mean { value: 0.0, error: 0.0 });
    assert!(other.worse.value >= 0.0);
    let material = report.engines.iter().find(|engine| engine.name == "material").unwrap();
    // Four games in five: 500 / ln 4.
    assert!((material.eval_scale - 360.7).abs() < 1.0, "{material:?}");
    // By hand, in units of 100: of 100 games 80 have a slope of -3 and 20 one of 12, the curvature
    // is 300 * 0.16 * 25, so the error of ln 4 / 5 is sqrt(3600) / 1200 = 0.05.
    let error = 100.0 * 0.05 / (4.0_f64.ln() / 5.0).powi(2);
    assert!((material.eval_scale_error - error).abs() < 0.1, "{material:?}");
    assert_eq!(material.deviation, 500.0);
    assert!((report.nothing.value - 2.0_f64.ln()).abs() < 0.05);
    assert!(report.document(98).to_string().contains("no evaluation"));
}

#[test]
fn games_are_never_split() {
    let positions = positions();
    let all: Vec<&Position> = positions.iter().collect();
    let measured = measured_games(&all);
    assert!(measured.iter().all(|game| !is_fitted_on(*game)));
    assert_eq!(measured.len(), 300);
    // The results of odd games do not influence the fit.
    let mut other = positions.clone();
    for position in other.iter_mut().filter(|p| !is_fitted_on(p.number)) {
        position.white_half_points = 1;
    }
    let scale = |positions: &[Position]| {
        let report = compare(&engines(&["michniewski"]), positions, false, || {}).unwrap();
        (report.engines[0].eval_scale, report.engines[0].move_bonus)
    };
    assert_eq!(scale(&positions), scale(&other));
}

#[test]
fn programs_and_few_games_are_refused() {
    let error = compare(&engines(&["cmd:true"]), &positions(), false, || {}).unwrap_err();
    assert!(error.to_string().contains("name an evaluator"), "{error}");
    let error = compare(&engines(&["otter"]), &positions()[..30], false, || {}).unwrap_err();
    assert!(error.to_string().contains("from 10 games"), "{error}");
}

#[test]
fn rules_that_are_disabled_are_missing() {
    let mut engines = engines(&["michniewski", "material"]);
    let EngineKind::Evaluator(config) = &mut engines[0].kind else { panic!("{engines:?}") };
    config.disable = vec!["pst_*".to_owned()];
    let [without, material] = [&engines[0], &engines[1]]
        .map(|engine| values(engine, &positions(), false).unwrap().values);
    assert_eq!(without, material);
}
