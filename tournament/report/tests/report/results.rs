//! A run in numbers, and a match of two.

use config::Format;
use match_stats::sprt::{Model, Sprt};
use match_stats::stop_rule::StopRule;
use match_stats::{Pentanomial, Sample};
use players::record::{Failure, FailureKind, GameRecord, GameResult, Termination};
use report::results::{SwissRound, SwissStanding};
use report::{
    Canvas, Match, Results, ResultsBuilder, csv_text, day, failure_text, results_table, write_failure, write_json,
};
use runner::sample;
use serde_json::{Value, json};

use crate::results as of;

const CRASH: Termination = Termination::Failure(FailureKind::Crash);

#[test]
fn games_and_pairs_are_counted() {
    // Otter scores 3/2 against material and 1 against chessbin; of material against chessbin there is one game.
    let results = of(&[2, 1, 0, 2, 1]);
    assert_eq!((results.games, results.planned_games, results.finished), (5, 18, false));
    assert_eq!((results.pairs, results.half_pairs), (2, 1));
    let otter = &results.engines[0];
    assert_eq!((otter.games, otter.wins, otter.draws, otter.losses), (4, 2, 1, 1));
    let shares = (otter.points, otter.score, otter.draw_rate);
    assert_eq!(shares, (2.5, Some(0.625), Some(0.25)));
    let pairings = results.pairings.iter().map(|p| (p.indices, p.games, p.penta));
    let expected = [((0, 1), 2, [0, 0, 0, 1, 0]), ((0, 2), 2, [0, 0, 1, 0, 0]), ((1, 2), 1, [0, 0, 0, 0, 0])];
    assert!(pairings.eq(expected), "{:?}", results.pairings);
    assert_eq!(results.pairings[2].los, None);
    assert!(results.terminations.values().eq(&[3, 2]));
    assert_eq!(results.engines[1].elo.value, Some(0.0), "the anchor");

    let complete = of(&[2, 1, 0, 2, 1, 1, 2, 1, 0, 2, 1, 1, 2, 1, 0, 2, 1, 1]);
    assert!(complete.finished && complete.half_pairs == 0 && complete.pairs == 9);
    assert!(complete.engines.iter().all(|e| !e.rating_from_prior));
    let empty = of(&[]);
    assert_eq!((empty.games, empty.finished), (0, false));
    let mut engines = empty.engines.iter();
    assert!(engines.all(|e| e.elo.value.is_none() && e.score.is_none()));
}

/// Otter, Material and ChessBin: the first round is 1.5 to 0.5, the second, in which Material is free, 1 to 1.
#[test]
fn a_swiss_tournament_has_points_buchholz_and_rounds() {
    let mut config = sample::config();
    config.run.format = Format::Swiss { rounds: 2 };
    config.run.pairs = 1;
    let mut builder = ResultsBuilder::new(&config, 4);
    for (index, white, black, outcome) in [
        (0, 0, 1, GameResult::WhiteWins),
        (1, 1, 0, GameResult::Draw),
        (2, 0, 2, GameResult::BlackWins),
        (3, 2, 0, GameResult::BlackWins),
    ] {
        let game = sample::game(&sample::config(), 0, outcome);
        builder.add(&GameRecord { index, white, black, pair: index / 2, ..game });
    }
    let results = builder.results();
    let standings = results.engines.iter().map(|engine| engine.swiss.clone().unwrap());
    let standings: Vec<SwissStanding> = standings.collect();
    let table: Vec<(f64, f64)> = standings.iter().map(|s| (s.points, s.buchholz)).collect();
    assert_eq!(table, [(2.5, 5.5), (2.5, 2.5), (3.0, 2.5)]);
    let round = |opponent, points| Some(SwissRound { opponent, points });
    assert_eq!(standings[1].rounds, [round(0, 0.5), None]);
    assert!(results.widening >= Some(1.0));
    let text = results_table(&results, Canvas::plain(100)).text(100, false);
    for row in ["1 chessbin", "2 An \"Otter\"     2.5       5.5", "3:1.5", "free"] {
        assert!(text.contains(row), "{row}: {text}");
    }
}

#[test]
fn nodes_time_and_depth_belong_to_the_mover() {
    let results = of(&[2]);
    // White moved twice, to depths 10 and 12; Black once, to depth 11.
    let [otter, material, chessbin] = &results.engines[..] else { panic!("three engines") };
    assert_eq!((otter.moves, otter.nodes, otter.mean_depth), (2, 10_000, Some(11.0)));
    assert_eq!((material.moves, material.mean_depth), (1, Some(11.0)));
    assert!((otter.nps.unwrap() - 5000.0 / 0.052).abs() < 1e-6, "{otter:?}");
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
    let mut bytes = Vec::new();
    write_json(&of(&[2, 2, 1, 1]), &mut bytes).unwrap();
    let json: Value = serde_json::from_slice(&bytes).unwrap();
    assert_eq!((&json["games"], &json["anchor"]), (&json!(4), &json!("material")));
    let (pairing, engine) = (&json["pairings"][0], &json["engines"][0]);
    assert_eq!(pairing["a"], "An \"Otter\"");
    assert_eq!(pairing["penta"], json!([0, 0, 0, 0, 1]));
    assert!(pairing["elo"].is_null() && pairing["elo_high"].is_null());
    assert!(pairing["elo_low"].is_number() && pairing["los"].is_number());
    assert!(engine["elo"].is_number() && engine["elo_low"].is_number());
    assert_eq!(json["terminations"], json!({"checkmate": 2, "fifty-moves": 2}));
    assert_eq!(json["engines"][1]["rating_from_prior"], true);
}

/// Otter against material: four games, of which the first three are ended by failures.
fn with_failures(half_points: [u8; 4], failures: usize) -> Results {
    let config = sample::config();
    let mut builder = ResultsBuilder::new(&config, 18);
    // Two pairs of the same two engines: games 0 and 1, and the first pair of the next opening.
    let games = sample::schedule(&config);
    let games = (0..18).map(|index| games.game(index).unwrap());
    let games = games.filter(|game| game.white + game.black == 1).take(4);
    for (number, (game, points)) in games.zip(half_points).enumerate() {
        let outcome = match (points, game.white) {
            (1, _) => GameResult::Draw,
            (2, 0) | (0, 1) => GameResult::WhiteWins,
            _ => GameResult::BlackWins,
        };
        let mut game = sample::game(&config, game.index, outcome);
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
    assert!(all.pairings[0].won_by_forfeits_alone && all.pairings[0].tainted == 3);
    assert!(all.engines.iter().map(|engine| engine.tainted).eq([3, 3, 0]));
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
    let [time, illegal] = [FailureKind::TimeForfeit, FailureKind::IllegalMove].map(Termination::Failure);
    for (kinds, always) in [
        ([illegal, illegal], [false, true]),
        ([time, illegal], [false, true]),
        ([time, time], [false, false]),
        ([illegal, Termination::Checkmate], [false, false]),
    ] {
        let mut builder = ResultsBuilder::new(&config, 18);
        // The first two games are Otter's against material, which loses both.
        for (mut game, kind) in sample::games(&config, &[2, 2]).into_iter().zip(kinds) {
            game.termination = kind;
            builder.add(&game);
        }
        let engines = builder.results().engines;
        assert_eq!([engines[0].always_failed(), engines[1].always_failed()], always);
    }
}

#[test]
fn no_text_is_a_formula() {
    for formula in ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1"] {
        assert_eq!(csv_text(formula), format!("'{formula}"));
    }
    assert!(["", "Otter", "a=b"].iter().all(|text| csv_text(text) == *text));
}

fn match_text(sprt: Option<(f64, f64)>) -> String {
    let sprt = sprt.map(|elos| Sprt::new(elos, (0.05, 0.05), Model::Logistic).unwrap());
    let pairs = Sample::Pairs(Pentanomial([34, 54, 63, 64, 75]));
    let of_two = Match::new(&pairs, sprt.map(StopRule::Sprt)).unwrap();
    format!("{}\n{}", of_two.line(), of_two.document(false))
}

/// The figures are those of `stats --penta 34,54,63,64,75`, which are compared with other programs'.
#[test]
fn a_match_has_one_elo_which_knows_of_a_test_that_ended_it() {
    let expected = "+55.6 Elo [+27.8, +83.8]\n\
        Elo    +55.6 [+27.8, +83.8]\n\
        nElo   +57.9 [+29.0, +87.9]\n\
        Score  57.9%, LOS >99.9%, draw ratio 21.7%\n\
        Pairs  34 54 63 64 75, by points 0, 1/2, 1, 3/2, 2\n";
    assert_eq!(match_text(None), expected);
    let tested = match_text(Some((0.0, 30.0)));
    let line = "+50.8 Elo [+9.8, +91.3], LLR +6.15 [-2.94, +2.94]\nElo    +50.8 ";
    assert!(tested.starts_with(line), "{tested}");
    let test = "\nLLR    +6.15 [-2.94, +2.94]: H1 accepted, 30 Elo, against 0\n";
    assert!(tested.ends_with(test), "{tested}");
    // One look before the end.
    let open = match_text(Some((0.0, 5.0)));
    assert!(open.starts_with("+55.6 Elo [+27.8, +83.8], LLR "), "{open}");
    assert_eq!(Match::new(&Sample::Pairs(Pentanomial::default()), None), None);
}

#[test]
fn a_failure_that_draws_is_told_as_one() {
    let config = sample::config();
    let name = |engine: usize| ["Otter", "material", "chessbin"][engine];
    let kind = FailureKind::TimeForfeit;
    for (outcome, text, logged) in [
        // Otter is White; after three moves it is material's turn.
        (
            GameResult::Draw,
            "material drew game 1, as its opponent cannot mate, by loss on time (60 ms)",
            ": material drew, as its opponent cannot mate, by loss on time (60 ms)",
        ),
        (
            GameResult::BlackWins,
            "Otter lost game 1 by loss on time (60 ms)",
            ": An \"Otter\" lost by loss on time (60 ms)",
        ),
    ] {
        let mut game = sample::game(&config, 0, outcome);
        assert_eq!(failure_text(&game, name), None);
        game.termination = Termination::Failure(kind);
        game.failure = Some(Failure { kind, detail: "60 ms".to_owned(), log: Vec::new() });
        assert_eq!(failure_text(&game, name).unwrap(), text);
        let mut log = Vec::new();
        write_failure(&config, &game, &mut log).unwrap();
        let log = String::from_utf8(log).unwrap();
        assert!(log.contains(logged), "{log}");
    }
}

#[test]
fn days_are_of_utc() {
    const DAY: u64 = 86_400_000;
    for (days, expected) in [(0, "1970-01-01"), (11_016, "2000-02-29"), (19_722, "2023-12-31"), (47_541, "2100-03-01")]
    {
        assert_eq!(day(days * DAY), expected);
        assert_eq!(day(days * DAY + DAY - 1), expected);
    }
    assert_eq!(day(u64::MAX), "????-??-??");
}
