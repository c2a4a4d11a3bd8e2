use engine_core::testkit::Contents;
use match_stats::Interval;
use match_stats::StopRule;
use match_stats::sprt::{Model, Sprt};

use super::*;
use crate::EngineResult;
use crate::results::tests::{results as sample_results, results_of};
use config::Format;
use runner::sample;

fn text(results: &Results) -> String {
    results_table(results, Canvas::plain(WIDEST)).text(WIDEST, false)
}

#[track_caller]
fn assert_fits(table: &str) {
    let wide = table.lines().find(|line| line.chars().count() >= 100);
    assert_eq!(wide, None, "{table}");
}

#[test]
fn a_table_in_full() {
    let results = sample_results(&[2, 1, 0, 2, 1, 1, 2, 1, 0, 2, 1, 0, 1]);
    let expected = r#"sample: 13 of 18 games, unfinished; seed 1
Limits: 5000 nodes a move: An "Otter", material; depth 6: chessbin

    Engine         Elo         ± Group        Points  Score  Draws    nps
  1 An "Otter"  +153.7    ±335.9 a             5.5/9  61.1%  33.3%    96k
  2 chessbin    +123.0    ±208.7 a             4.5/8  56.2%  37.5%    96k
  3 material       0.0         - a               3/9  33.3%  66.7%    96k

Engines sharing a group letter do not differ significantly (3 comparisons, 5 % family-wise, Holm).

Probability in percent that the row is stronger than the column:
                  1    2    3
  1 An "Otter"    - 61.8 88.2
  2 chessbin   38.2    - 92.5
  3 material   11.8  7.5    -

Wins-draws-losses of the row against the column:
                   1     2     3
  1 An "Otter"     - 2-0-2 2-3-0
  2 chessbin   2-0-2     - 1-3-0
  3 material   0-3-2 0-3-1     -

Games ended by          Games   Share
checkmate                   7   53.8%
the fifty-move rule         6   46.2%

Elo: logistic, material = 0; ± is the 95 % interval, from game pairs
The Elo model fits: chi-squared 1.1, degrees of freedom 1, p = 0.37
White's advantage: -32.2 Elo [-330.5, +266.1]; draws between equals: 46.2%
Overhead between moves: 1.0000 ms a move, 1.89 % of the time
1 pair is incomplete: its game counts for points, not for Elo
"#;
    assert_eq!(text(&results), expected);
}

/// Results of many engines that all met, with the widest figures.
fn many(engines: usize) -> Results {
    let mut results = sample_results(&[2, 1]);
    let (engine, pairing) = (results.engines[0].clone(), results.pairings[0].clone());
    results.engines = (0..engines)
        .map(|i| EngineResult {
            name: format!("Engine {i} with a name that is much too long for any table"),
            games: 123_456,
            points: 61_728.5 + i as f64,
            elo: Interval {
                value: Some(-1234.5 - i as f64),
                low: Some(-1334.5),
                high: Some(-1134.5),
            },
            nps: Some(99.994e6),
            ..engine.clone()
        })
        .collect();
    let pairs = (0..engines).flat_map(|a| (a + 1..engines).map(move |b| (a, b)));
    results.pairings = pairs
        .map(|indices| crate::PairingSummary {
            indices,
            wins: 1000 * indices.0 as u64,
            draws: 2000,
            losses: 3000,
            ..pairing.clone()
        })
        .collect();
    results
}

#[test]
fn lines_fit_whatever_the_number_of_engines() {
    for engines in [2, 3, 5, 6, 30] {
        let table = text(&many(engines));
        assert_fits(&table);
        // All rows and columns are there.
        if engines > 2 {
            let played = table.matches("-2000-").count();
            assert_eq!(played, engines * (engines - 1), "{table}");
        }
    }
    for (engines, width) in [(2, 60), (3, 60), (5, 60), (30, 60), (5, 80), (5, 98), (30, 120)] {
        let mut results = many(engines);
        for engine in &mut results.engines {
            (engine.games, engine.points) = (12_000, 6_000.5);
        }
        if (engines, width) == (5, 60) {
            results.time_controls = vec![many(5), many(5)];
        }
        for table in [text_of_width(&results, width), text_with_bars(&results, width)] {
            // Sentences are broken when they are printed.
            let is_sentence = |line: &&str| !line.trim_start().contains("  ") && line.contains(' ');
            let rows = table.lines().filter(|line| !is_sentence(line) || line.starts_with(' '));
            for row in rows {
                assert!(row.chars().count() <= width, "{row}\n{table}");
            }
            table.must_have(&["Engine 1 w"]);
        }
        if width == 60 {
            text_of_width(&results, width).must_lack(&["nps"]);
        }
    }
}

fn text_of_width(results: &Results, width: usize) -> String {
    results_table(results, Canvas::plain(width)).text(WIDEST, false)
}

fn text_with_bars(results: &Results, width: usize) -> String {
    results_table(results, Canvas::with_bars(width)).text(WIDEST, false)
}

#[test]
fn ratings_are_drawn_on_one_scale_where_lines_have_room() {
    let results = sample_results(&[2, 1, 0, 2, 1, 1, 2, 1, 0, 2, 1, 0, 1]);
    let table = text_with_bars(&results, 90);
    let ranking: Vec<&str> = table.lines().skip(3).take(4).collect();
    assert_eq!(
        ranking,
        [
            r#"    Engine         Elo         ± Group -182  0            +490        Points  Score  Draws"#,
            r#"  1 An "Otter"  +153.7    ±335.9 a     ├─────┼────●──────────┤         5.5/9  61.1%  33.3%"#,
            r#"  2 chessbin    +123.0    ±208.7 a        ├──┼───●──────┤              4.5/8  56.2%  37.5%"#,
            r#"  3 material       0.0         - a           ●                           3/9  33.3%  66.7%"#,
        ]
    );
    // As many columns as before without room for bars.
    assert_eq!(text_with_bars(&results, 80), text_of_width(&results, 80));
    let wide = text_with_bars(&results, 1000);
    assert!(wide.contains("nps") && wide.contains('●'), "{wide}");
}

#[test]
fn time_controls_stand_side_by_side() {
    let whole = many(5);
    let time_control = |name: &str| Results { time_control: Some(name.to_owned()), ..many(5) };
    let names = ["equal nodes", "equal time", "more"];
    let results = Results { time_controls: names.map(time_control).into(), ..whole };
    let table = text(&results);
    assert_fits(&table);
    table.must_have(&["equal nodes                         equal time\n"]);
    let row = table.lines().find(|line| line.starts_with("  1 ")).unwrap();
    assert_eq!(row.matches("-1234.5").count(), 2, "{table}");
    assert_eq!(table.matches("== ").count(), 3);
}

fn match_results(half_points: &[u8], sprt: Option<Sprt>) -> Results {
    let mut config = sample::config();
    config.engines.truncate(2);
    config.run.format = Format::Match;
    config.run.stop = sprt.map(StopRule::Sprt);
    results_of(&config, half_points)
}

#[test]
fn a_match_has_one_elo() {
    let table = text(&match_results(&[2, 1, 0, 1, 2, 1], None));
    let expected = r#"sample: 6 of 6 games, complete; seed 1
Limits: 5000 nodes a move

    Engine            Points  Score  Draws    nps
  1 An "Otter"         3.5/6  58.3%  50.0%    96k
  2 material           2.5/6  41.7%  50.0%    96k

An "Otter" against material: +2 =3 -1
Elo    +58.5 [unbounded, unbounded]
nElo   +86.9 [unbounded, unbounded]
Score  58.3%, LOS 65.5%, draw ratio 0.0%
Pairs  0 1 0 2 0, by points 0, 1/2, 1, 3/2, 2

Games ended by          Games   Share
checkmate                   3   50.0%
the fifty-move rule         3   50.0%

Elo: logistic; 95 % intervals, from game pairs
White's advantage: +60.2 Elo [-500.4, +620.8]; draws between equals: 53.1%
Overhead between moves: 1.0000 ms a move, 1.89 % of the time
"#;
    assert_eq!(table, expected);
}

#[test]
fn a_match_has_bars_for_its_elo_and_its_test() {
    let sprt = Sprt::new((0.0, 200.0), (0.45, 0.45), Model::Logistic).unwrap();
    let table = text_with_bars(&match_results(&[2, 1, 2, 2, 0], Some(sprt)), 60);
    let lines: Vec<&str> = table.lines().collect();
    let below = |start: &str| {
        let at = lines.iter().position(|line| line.starts_with(start));
        lines[at.unwrap() + 1]
    };
    let elo = below("Elo ");
    assert!(elo.starts_with("  -") && elo.contains('●'), "{table}");
    let test = below("LLR ");
    test.must_have(&["    H0 ├─", "━● H1"]);
    assert_eq!(table.matches('●').count(), 2);
}

#[test]
fn a_test_that_has_ended_a_match_is_told_and_games_after_it_do_not_count() {
    let sprt = Sprt::new((0.0, 200.0), (0.45, 0.45), Model::Logistic).unwrap();
    let decided = match_results(&[2, 1, 2, 2, 0], Some(sprt));
    let table = text(&decided);
    table.must_have(&[
        "5 of 6 games, decided; seed 1",
        ": H1 accepted, 200 Elo, against 0",
        "Pairs  0 0 0 1 0,",
        "Decided by the first 2 games in the order of pairs (score 75.0%); the other 3 (",
    ]);
    let stricter = Sprt::new((0.0, 5.0), (0.05, 0.05), Model::Logistic).unwrap();
    let open = text(&match_results(&[1, 1], Some(stricter)));
    open.must_have(&["2 of 6 games, unfinished"]);
}

#[test]
fn games_not_decided_by_chess_are_pointed_out() {
    use players::record::{FailureKind, Termination};
    let mut results = sample_results(&[2, 1]);
    assert!(!text(&results).contains("WARNING"));
    for termination in Termination::all() {
        results.terminations.insert(termination, 123_456);
    }
    let table = text(&results);
    let failures = FailureKind::ALL.len();
    let warning = format!("WARNING: {} games", 123_456 * failures);
    table.must_have(&[&warning]);
    assert_fits(&table);
    assert!(Termination::all().all(|t| table.contains(t.phrase())));

    let mut results = sample_results(&[2, 1]);
    let failures = &mut results.engines[1].failures;
    failures.extend(FailureKind::ALL.map(|kind| (Termination::Failure(kind), 12)));
    let table = text(&results);
    table.must_have(&["  material: 12 by loss on time, 12 by an illegal move,"]);
    assert_fits(&table);
}

#[test]
fn verdicts_that_hang_on_something_are_told_calmly() {
    let mut results = sample_results(&[2, 1]);
    let pairing = &mut results.pairings[0];
    (pairing.tainted, pairing.games) = (2, 40);
    (pairing.adjudicated, pairing.results_to_undo) = (27, Some(1));
    pairing.hangs_on_adjudications = true;
    pairing.hangs_on_forfeits = true;
    let table = text(&results);
    table.must_have(&[
        "WARNING: time losses or engine failures may have decided these pairings:\n  \
         An \"Otter\", material: 2 of 40 games\nClose verdicts: no longer significant if this many \
         adjudications were wrong by half a point each,\nall in favour of the stronger \
         engine:\n  An \"Otter\", material: 1 of 27\n",
    ]);
    results.pairings[0].won_by_forfeits_alone = true;
    let table = text(&results);
    let warning = "WARNING: all decisive games here were time losses or engine failures:\n  \
                   An \"Otter\", material: 2 of 40 games\nClose";
    table.must_have(&[warning]);
    assert_fits(&table);
}

#[test]
fn a_model_that_does_not_fit_is_told_with_the_worst_pairing() {
    let mut results = sample_results(&[2, 1, 0, 2, 1, 1, 2, 1, 0, 2, 1, 0, 1]);
    let fit = results.rating_fit.as_mut().unwrap();
    fit.fails = true;
    (fit.chi_squared, fit.degrees_of_freedom, fit.p) = (41.23, 15, 0.000_31);
    (fit.worst_a, fit.worst_b) = ("material".to_owned(), "chessbin".to_owned());
    (fit.worst_score, fit.worst_expected) = (0.65, 0.4);
    let table = text(&results);
    let expected = "The Elo model does not fit: chi-squared 41.2, degrees of freedom \
                    15, p = 0.0003\n  worst residual: material against chessbin scored 65.0%, expected 40.0%\n";
    table.must_have(&[expected]);
}

#[test]
fn rows_have_marks_and_groups() {
    let mut results = many(5);
    let engine = &mut results.engines[3];
    (engine.tainted, engine.rating_from_prior) = (2, true);
    engine.groups = Some("abcdefghijklm".to_owned());
    results.differences = sample_results(&[2, 1, 0, 2, 1, 1]).differences;
    assert_eq!(results.differences.len(), 3);
    let table = text(&results);
    let marked = "-1237.5*!  ±100.0 abcdefg.. ";
    assert_eq!(table.matches(marked).count(), 1, "{table}");
    assert!(table.contains("\n! time losses or engine failures ended some of its games"));
    table.must_have(&["(3 comparisons, 5 % family-wise"]);
    assert_fits(&table);
    // One difference needs no groups.
    results.differences.truncate(1);
    assert!(!text(&results).contains("roup"));
}
