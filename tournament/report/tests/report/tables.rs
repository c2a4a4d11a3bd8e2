//! Tables, sheets and texts for people.

use config::Format;
use engine_core::testkit::Contents;
use match_stats::sprt::{Model, Sprt};
use match_stats::{Interval, StopRule};
use players::record::{FailureKind, Termination};
use report::{
    Canvas, Column, Columns, DifferenceSummary, Document, EvaluationFacts, Measurement, PairingSummary, RatingFit,
    Results, Sheet, Style, WIDEST, results_table,
};
use runner::sample;

use crate::{results as of, results_of};

fn text(results: &Results) -> String {
    text_on(results, Canvas::plain(WIDEST))
}

fn text_on(results: &Results, canvas: Canvas) -> String {
    results_table(results, canvas).text(WIDEST, false)
}

#[track_caller]
fn assert_fits(table: &str) {
    let wide = table.lines().find(|line| line.chars().count() >= 100);
    assert_eq!(wide, None, "{table}");
}

#[test]
fn a_table_in_full() {
    let results = of(&[2, 1, 0, 2, 1, 1, 2, 1, 0, 2, 1, 0, 1]);
    let expected = include_str!("../data/table.txt");
    assert_eq!(text(&results), expected);
}

/// Results of many engines that all met, with the widest figures.
fn many(engines: usize) -> Results {
    let results = of(&[2, 1]);
    let pairs = (0..engines).flat_map(|a| (a + 1..engines).map(move |b| (a, b)));
    let pairing = |indices: (usize, usize)| PairingSummary {
        indices,
        wins: 1000 * indices.0 as u64,
        draws: 2000,
        losses: 3000,
        ..results.pairings[0].clone()
    };
    let engine = |i: usize| {
        let mut engine = results.engines[0].clone();
        engine.name = format!("Engine {i} with a name that is much too long for any table");
        (engine.games, engine.points) = (123_456, 61_728.5 + i as f64);
        engine.elo = Interval { value: -1234.5 - i as f64, low: -1334.5, high: -1134.5 }.map(Some);
        engine.nps = Some(99.994e6);
        engine
    };
    let (engines, pairings) = ((0..engines).map(engine), pairs.map(pairing));
    Results { engines: engines.collect(), pairings: pairings.collect(), ..results.clone() }
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
        for canvas in [Canvas::plain(width), Canvas::with_bars(width)] {
            let table = text_on(&results, canvas);
            // Sentences are broken when they are printed.
            let is_sentence = |line: &&str| !line.trim_start().contains("  ") && line.contains(' ');
            let rows = table.lines().filter(|line| !is_sentence(line) || line.starts_with(' '));
            for row in rows {
                assert!(row.chars().count() <= width, "{row}\n{table}");
            }
            table.must_have(&["Engine 1 w"]);
        }
        if width == 60 {
            text_on(&results, Canvas::plain(width)).must_lack(&["nps"]);
        }
    }
}

#[test]
fn ratings_are_drawn_on_one_scale_where_lines_have_room() {
    let results = of(&[2, 1, 0, 2, 1, 1, 2, 1, 0, 2, 1, 0, 1]);
    let with_bars = |width: usize| text_on(&results, Canvas::with_bars(width));
    let table = with_bars(90);
    let ranking: Vec<&str> = table.lines().skip(3).take(4).collect();
    assert_eq!(
        ranking,
        [
            r#"    Engine         Elo         ± Group -165  0            +420        Points  Score  Draws"#,
            r#"  1 An "Otter"  +153.7    ±266.7 a       ├───┼─────●─────────┤         5.5/9  61.1%  33.3%"#,
            r#"  2 chessbin    +123.0    ±287.6 a     ├─────┼────●──────────┤         4.5/8  56.2%  37.5%"#,
            r#"  3 material       0.0         - a           ●                           3/9  33.3%  66.7%"#,
        ]
    );
    // As many columns as before without room for bars.
    assert_eq!(with_bars(80), text_on(&results, Canvas::plain(80)));
    with_bars(1000).must_have(&["nps", "●"]);
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
    let expected = include_str!("../data/match.txt");
    assert_eq!(table, expected);
}

#[test]
fn a_match_has_bars_for_its_elo_and_its_test() {
    let sprt = Sprt::new((0.0, 200.0), (0.45, 0.45), Model::Logistic).unwrap();
    let table = text_on(&match_results(&[2, 1, 2, 2, 0], Some(sprt)), Canvas::with_bars(60));
    let below = |start: &str| {
        let mut lines = table.lines().skip_while(|line| !line.starts_with(start));
        lines.nth(1).unwrap()
    };
    let elo = below("Elo ");
    assert!(elo.starts_with("  -") && elo.contains('●'), "{table}");
    below("LLR ").must_have(&["    H0 ├─", "━● H1"]);
    assert_eq!(table.matches('●').count(), 2);
}

#[test]
fn a_test_that_has_ended_a_match_is_told_and_games_after_it_do_not_count() {
    let sprt = Sprt::new((0.0, 200.0), (0.45, 0.45), Model::Logistic).unwrap();
    text(&match_results(&[2, 1, 2, 2, 0], Some(sprt))).must_have(&[
        "5 of 6 games, decided; seed 1",
        ": H1 accepted, 200 Elo, against 0",
        "Pairs  0 0 0 1 0,",
        "Decided by the first 2 games in the order of pairs (score 75.0%); the other 3 (",
    ]);
    let stricter = Sprt::new((0.0, 5.0), (0.05, 0.05), Model::Logistic).unwrap();
    let open = text(&match_results(&[1, 1], Some(stricter)));
    open.must_have(&["2 of 6 games, unfinished", ": open between 0 and 5 Elo"]);
}

#[test]
fn games_not_decided_by_chess_are_pointed_out() {
    let mut results = of(&[2, 1]);
    text(&results).must_lack(&["WARNING"]);
    results.terminations.extend(Termination::all().map(|termination| (termination, 123_456)));
    let failures = &mut results.engines[1].failures;
    failures.extend(FailureKind::ALL.map(|kind| (Termination::Failure(kind), 12)));
    let table = text(&results);
    table.must_have(&[
        &format!("WARNING: {} games", 123_456 * FailureKind::ALL.len()),
        "  material: 12 by loss on time, 12 by an illegal move,",
    ]);
    assert_fits(&table);
    assert!(Termination::all().all(|t| table.contains(t.phrase())));
}

#[test]
fn verdicts_that_hang_on_something_are_told_calmly() {
    let mut results = of(&[2, 1]);
    let pairing = &mut results.pairings[0];
    (pairing.tainted, pairing.games) = (2, 40);
    (pairing.adjudicated, pairing.results_to_undo) = (27, Some(1));
    pairing.hangs_on_adjudications = true;
    pairing.hangs_on_forfeits = true;
    let table = text(&results);
    table.must_have(&["WARNING: time losses or engine failures may have decided these pairings:\n  \
         An \"Otter\", material: 2 of 40 games\nClose verdicts: no longer significant if this many \
         adjudications were wrong by half a point each,\nall in favour of the stronger \
         engine:\n  An \"Otter\", material: 1 of 27\n"]);
    results.pairings[0].won_by_forfeits_alone = true;
    results.rating_fit = Some(RatingFit {
        chi_squared: 41.23,
        degrees_of_freedom: 15,
        p: 0.000_31,
        fails: true,
        worst_a: "material".to_owned(),
        worst_b: "chessbin".to_owned(),
        worst_score: 0.65,
        worst_expected: 0.4,
    });
    let table = text(&results);
    table.must_have(&[
        "WARNING: all decisive games here were time losses or engine failures:\n  \
         An \"Otter\", material: 2 of 40 games\nClose",
        "The Elo model does not fit: chi-squared 41.2, degrees of freedom 15, p = 0.0003\n  \
         worst residual: material against chessbin scored 65.0%, expected 40.0%\n",
    ]);
    assert_fits(&table);
}

#[test]
fn rows_have_marks_and_groups() {
    let mut results = many(5);
    let engine = &mut results.engines[3];
    (engine.tainted, engine.rating_from_prior) = (2, true);
    engine.groups = Some("abcdefghijklm".to_owned());
    results.differences = of(&[2, 1, 0, 2, 1, 1]).differences;
    assert_eq!(results.differences.len(), 3);
    let table = text(&results);
    table.must_have(&[
        "-1237.5*!  ±100.0 abcdefg.. ",
        "\n! time losses or engine failures ended some of its games",
        "(3 comparisons, 5 % family-wise",
    ]);
    assert_fits(&table);
    // One difference needs no groups.
    results.differences.truncate(1);
    assert!(!text(&results).contains("roup"));
}

/// A list of three engines within two time controls, with years.
fn sample_list() -> Results {
    let mut results = of(&[2, 1]);
    let engine = results.engines[0].clone();
    let rated = |name: &str, elo: f64| {
        let mut engine = engine.clone();
        (engine.name, engine.groups) = (name.to_owned(), Some("a".to_owned()));
        engine.elo = Interval::about(elo, 20.0).map(Some);
        engine
    };
    let difference = |a: &str, b: &str, significant: bool| DifferenceSummary {
        a: a.to_owned(),
        b: b.to_owned(),
        elo: Interval::about(10.0, 10.0),
        los: 0.9,
        p: 0.1,
        p_adjusted: 0.1,
        significant,
    };
    let at = |name: &str, elo: [f64; 3]| Results {
        time_control: Some(name.to_owned()),
        engines: vec![rated("A & B", elo[0]), rated("B_2", elo[1]), rated("C|*", elo[2])],
        differences: vec![
            difference("A & B", "B_2", false),
            difference("B_2", "C|*", true),
            difference("A & B", "C|*", true),
        ],
        ..results.clone()
    };
    let parts = vec![at("nodes", [40.0, 20.0, -60.0]), at("depth 7", [-10.0, 30.0, -20.0])];
    results.engines = parts[0].engines.clone();
    for (index, engine) in results.engines.iter_mut().enumerate() {
        engine.evaluation = EvaluationFacts {
            year: Some(1950 + index as u16).filter(|_| index < 2),
            kind: Some("rules".to_owned()),
            ..EvaluationFacts::default()
        };
    }
    Results { time_controls: parts, of_two: None, ..results }
}

fn sheet(results: &Results) -> String {
    Sheet::of(results).markdown()
}

#[test]
fn a_list_has_a_column_for_each_time_control_and_says_which_neighbours_are_open() {
    let mut results = sample_list();
    // Nothing was measured. Every character is kept. With depth 7 the order is another one: B, A, C.
    let text = sheet(&results);
    text.must_have(&[
        "|  | Engine | nodes | Group | depth 7 | Group | Year | Kind |\n| --: | --- | --: | --- |",
        "\n| 2 | B\\_2 | +20.0 ±20.0 | a | +30.0 ±20.0 | a | 1951 | rules |\n",
        "| C\\|\\* | -60.0 ±20.0 | a |",
        "nodes: not significantly ahead of the next: A & B.",
        "depth 7: not significantly ahead of the next: B\\_2.",
        "not to be compared",
    ]);
    assert!(text.starts_with("|  | Engine |"), "{text}");
    results.engines[0].evaluation.measured =
        Some(Measurement { nanoseconds: Some(31.4), explained: Some(0.3812), explained_error: Some(0.006) });
    results.evaluations = Some("measured on something".to_owned());
    sheet(&results).must_have(&[
        "| A & B | +40.0 ±20.0 | a | -10.0 ±20.0 | a | 31 | 38.1% ±0.6 | 1950 | rules |\n",
        "| B\\_2 | +20.0 ±20.0 | a | +30.0 ±20.0 | a |  |  | 1951 | rules |\n",
        "\nmeasured on something\n",
    ]);
    for part in &mut results.time_controls {
        part.differences.iter_mut().for_each(|d| d.significant = true);
    }
    sheet(&results).must_have(&["nodes: each is significantly ahead of the next."]);
}

#[test]
fn a_list_needs_several_time_controls_and_two_years() {
    let mut results = sample_list();
    assert!(results.is_list());
    results.engines[0].evaluation.year = None;
    assert!(!results.is_list());
    let mut alone = sample_list();
    alone.time_controls.truncate(1);
    assert!(!alone.is_list());
    // A run within one limit has scores.
    alone.time_controls.clear();
    let text = sheet(&alone);
    let heads = "|  | Engine | Elo | Group | Points | Score | Draws | nps |\n";
    assert!(text.starts_with(heads), "{text}");
}

fn table() -> Columns {
    let mut table = Columns::new([
        Column::left("Name").gap(0).cut(),
        Column::right("Elo").least(8),
        Column::right("Points").least(10).goes(1),
        Column::left("Note").goes(2).above("of yours"),
    ]);
    let cells = ["a name of thirty characters...", "+12.5", "3/4", "well"];
    table.row(cells.map(str::to_owned));
    table.words("Group 2".to_owned());
    table.row(["b", "-", "-", "-"].map(str::to_owned));
    table
}

#[test]
fn columns_draw_together_then_go_and_then_names_are_cut() {
    let wide = table().document(98).to_string();
    assert_eq!(
        wide,
        "                                                  of yours\n\
         Name                                 Elo      Points  Note\n\
         a name of thirty characters...     +12.5         3/4  well\n\
         Group 2\n\
         b                                      -           -  -\n"
    );
    let heads = |width| {
        let text = table().document(width).to_string();
        assert!(text.lines().all(|line| line.chars().count() <= width));
        text
    };
    assert!(heads(51).contains("Name                              Elo  Points  Note\n"));
    assert!(heads(45).contains("Name                              Elo  Points\n"));
    assert!(heads(37).contains("Name                              Elo\n"));
    assert!(table().has("Points", 45) && !table().has("Points", 44));
    assert!(heads(20).contains("a name of t..  +12.5\n"));
}

#[test]
fn sentences_are_broken_and_rows_are_not() {
    let mut document = Document::new();
    document.sentence("One two three four.\n  one: two three, four");
    document.blank();
    document.row("  Engine and its Elo");
    document.hanging([(Style::Plain, "one ".into())], "two three".into());
    assert_eq!(
        document.text(10, false),
        "One two\nthree\nfour.\n  one: two\nthree,\nfour\n\n  Engine and its Elo\none two\n    three\n"
    );
    assert_eq!(
        document.to_string(),
        "One two three four.\n  one: two three, four\n\n  Engine and its Elo\none two three\n"
    );
}

#[test]
fn styles_are_colours_of_whole_pieces() {
    let mut document = Document::new();
    document.heading("Engine   Elo");
    document.warning("one game");
    let elo = Interval { value: Some(5.0), low: Some(1.0), high: None };
    document.pieces([(Style::Plain, "Otter ".into()), (Style::of(elo), "+5.0".into())]);
    assert_eq!(
        document.text(12, true),
        "\u{1b}[1mEngine   Elo\u{1b}[0m\n\
         \u{1b}[1m\u{1b}[33mWARNING: one\u{1b}[0m\n\u{1b}[1m\u{1b}[33mgame\u{1b}[0m\n\
         Otter \u{1b}[32m+5.0\u{1b}[0m\n"
    );
}

#[test]
fn a_number_is_above_or_below_zero_by_its_whole_interval() {
    let style = |low, high| Style::of(Interval { value: Some(0.0), low, high });
    assert_eq!(style(Some(0.1), Some(2.0)), Style::Above);
    assert_eq!(style(None, Some(-0.1)), Style::Below);
    assert_eq!(style(Some(-0.1), Some(0.1)), Style::Plain);
    assert_eq!(style(None, None), Style::Plain);
}
