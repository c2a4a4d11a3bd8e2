use config::Config;
use players::record::{FailureKind, Termination};
use runner::sample;

use super::*;

const CRASH: Termination = Termination::Failure(FailureKind::Crash);

pub(crate) fn results(half_points: &[u8]) -> Results {
    results_of(&sample::config(), half_points)
}

pub(crate) fn results_of(config: &Config, half_points: &[u8]) -> Results {
    let mut builder = ResultsBuilder::new(config, sample::schedule(config).len());
    for game in sample::games(config, half_points) {
        builder.add(&game);
    }
    builder.results()
}

#[test]
fn games_and_pairs_are_counted() {
    // Otter scores 3/2 against material and 1 against chessbin; of material against chessbin there is one game.
    let results = results(&[2, 1, 0, 2, 1]);
    assert_eq!((results.games, results.planned_games), (5, 18));
    assert!(!results.finished);
    assert_eq!((results.pairs, results.half_pairs), (2, 1));
    let otter = &results.engines[0];
    let counts = (otter.games, otter.wins, otter.draws, otter.losses);
    assert_eq!(counts, (4, 2, 1, 1));
    let shares = (otter.points, otter.score, otter.draw_rate);
    assert_eq!(shares, (2.5, Some(0.625), Some(0.25)));
    let pairings = results.pairings.iter();
    let pairings = pairings.map(|p| (p.indices, p.games, p.penta));
    let expected =
        [((0, 1), 2, [0, 0, 0, 1, 0]), ((0, 2), 2, [0, 0, 1, 0, 0]), ((1, 2), 1, [0, 0, 0, 0, 0])];
    assert!(pairings.eq(expected), "{:?}", results.pairings);
    assert_eq!(results.pairings[2].los, None);
    let counts: Vec<_> = results.terminations.values().collect();
    assert_eq!(counts, [&3, &2]);
    assert_eq!(results.engines[1].elo.value, Some(0.0), "the anchor");
}

#[test]
fn nodes_time_and_depth_belong_to_the_mover() {
    let results = results(&[2]);
    // White moved twice, to depths 10 and 12; Black once, to depth 11.
    let (otter, material) = (&results.engines[0], &results.engines[1]);
    let otters = (otter.moves, otter.nodes, otter.mean_depth);
    assert_eq!(otters, (2, 10_000, Some(11.0)));
    assert_eq!((material.moves, material.mean_depth), (1, Some(11.0)));
    let nps = otter.nps.unwrap();
    assert!((nps - 5000.0 / 0.052).abs() < 1e-6, "{nps}");
    let chessbin = &results.engines[2];
    let none = (chessbin.nps, chessbin.mean_depth, chessbin.elo.value);
    assert_eq!(none, (None, None, None));

    // With Black to move in the position and no book, the first move is Black's.
    let config = sample::config();
    let mut game = sample::games(&config, &[2]).remove(0);
    game.start_fen = Some("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1".to_owned());
    game.book_moves.clear();
    game.moves.truncate(1);
    let mut builder = ResultsBuilder::new(&config, 18);
    builder.add(&game);
    assert_eq!(builder.results().engines[1].mean_depth, Some(10.0));
}

#[test]
fn json_has_numbers_or_null() {
    let results = results(&[2, 2, 1, 1]);
    let mut bytes = Vec::new();
    write_json(&results, &mut bytes).unwrap();
    let json: serde_json::Value = serde_json::from_slice(&bytes).unwrap();
    assert_eq!(json["games"], 4);
    assert_eq!(json["anchor"], "material");
    let pairing = &json["pairings"][0];
    assert_eq!(pairing["a"], "An \"Otter\"");
    assert_eq!(pairing["penta"], serde_json::json!([0, 0, 0, 0, 1]));
    assert!(pairing["elo"].is_null() && pairing["elo_high"].is_null());
    assert!(pairing["elo_low"].is_number() && pairing["los"].is_number());
    let engine = &json["engines"][0];
    assert!(engine["elo"].is_number() && engine["elo_low"].is_number());
    let ends = serde_json::json!({"checkmate": 2, "fifty-moves": 2});
    assert_eq!(json["terminations"], ends);
    assert_eq!(json["engines"][1]["rating_from_prior"], true);
}

#[test]
fn a_complete_run_and_an_empty_one() {
    let complete = results(&[2, 1, 0, 2, 1, 1, 2, 1, 0, 2, 1, 1, 2, 1, 0, 2, 1, 1]);
    assert!(complete.finished && complete.half_pairs == 0 && complete.pairs == 9);
    assert!(complete.engines.iter().all(|e| !e.rating_from_prior));
    let empty = results(&[]);
    assert_eq!((empty.games, empty.finished), (0, false));
    let mut engines = empty.engines.iter();
    assert!(engines.all(|e| e.elo.value.is_none() && e.score.is_none()));
}

/// Otter against material: four games, of which the first three are ended by failures.
fn with_failures(half_points: [u8; 4], failures: usize) -> Results {
    let config = sample::config();
    let mut builder = ResultsBuilder::new(&config, 18);
    // Two pairs of the same two engines: games 0 and 1, and the first pair of the next opening.
    let schedule = sample::schedule(&config);
    let of_pairing = |index: &usize| {
        let game = schedule.game(*index).unwrap();
        game.white.min(game.black) == 0 && game.white.max(game.black) == 1
    };
    let indices = (0..18).filter(of_pairing).take(4);
    for (number, (index, points)) in indices.zip(half_points).enumerate() {
        let otter_is_white = schedule.game(index).unwrap().white == 0;
        let outcome = match (points, otter_is_white) {
            (1, _) => players::record::GameResult::Draw,
            (2, true) | (0, false) => players::record::GameResult::WhiteWins,
            _ => players::record::GameResult::BlackWins,
        };
        let mut game = sample::game(&config, index, outcome);
        if number < failures {
            game.termination = CRASH;
        }
        builder.add(&game);
    }
    builder.results()
}

#[test]
fn wins_by_forfeits_alone_are_flagged_and_rows_are_marked() {
    // Too few games for a significant difference: the flag alone is set.
    let all = with_failures([2, 2, 2, 1], 3);
    let pairing = &all.pairings[0];
    assert!(pairing.won_by_forfeits_alone && pairing.tainted == 3);
    assert_eq!((all.engines[0].tainted, all.engines[1].tainted), (3, 3));
    assert_eq!(all.engines[2].tainted, 0);
    assert_eq!(all.engines[1].failures[&CRASH], 3);
    assert!(all.engines[0].failures.is_empty());
    // One win by chess, or no win at all.
    assert!(!with_failures([2, 2, 2, 0], 3).pairings[0].won_by_forfeits_alone);
    assert!(!with_failures([1, 1, 1, 1], 0).pairings[0].won_by_forfeits_alone);
    // A draw by a failure is charged to the engine to move: three moves have been made.
    let drawn = with_failures([1, 1, 1, 1], 1);
    assert!(!drawn.pairings[0].won_by_forfeits_alone);
    assert_eq!(drawn.engines[1].failures[&CRASH], 1);
}

#[test]
fn who_loses_every_game_on_time_alone_has_not_always_failed() {
    let config = sample::config();
    let always = |kinds: [Termination; 2]| {
        let mut builder = ResultsBuilder::new(&config, 18);
        // The first two games are Otter's against material, which loses both.
        let games = sample::games(&config, &[2, 2]);
        for (mut game, kind) in games.into_iter().zip(kinds) {
            game.termination = kind;
            builder.add(&game);
        }
        let engines = builder.results().engines;
        [engines[0].always_failed(), engines[1].always_failed()]
    };
    let [time, illegal] =
        [FailureKind::TimeForfeit, FailureKind::IllegalMove].map(Termination::Failure);
    assert_eq!(always([illegal, illegal]), [false, true]);
    assert_eq!(always([time, illegal]), [false, true]);
    assert_eq!(always([time, time]), [false, false]);
    assert_eq!(always([illegal, Termination::Checkmate]), [false, false]);
}

#[test]
fn no_text_is_a_formula() {
    for formula in ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1"] {
        assert_eq!(csv_text(formula), format!("'{formula}"));
    }
    assert!(["", "Otter", "a=b"].iter().all(|text| csv_text(text) == *text));
}
