//! Positions drawn from games and lines, read and written, and as tables of terms.

use std::collections::HashSet;
use std::path::Path;

use config::ScoreSide;
use engine_core::notation::fen_of;
use engine_core::testkit::Contents;
use evaluators::registry;
use lab::positions::{
    DrawEvent, Format, Position, PositionScore, Recipe, Scorer, Stage, Tally, TermsTable, draw, read, write,
};
use openings::moves::san;
use openings::pgn::{GivenScore, GivenValue};
use shakmaty::{Chess, Position as _};

use super::{position, random_game, read_file, rows, scripted};

const RECIPE: Recipe =
    Recipe { every: false, per_game: 6, seed: 1, balanced: false, given_scores: None, as_given: false };
const QUIET: &str = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
const HANGING: &str = "4k3/8/8/3q4/8/8/3R4/3K4 w - - 0 1";

fn drawn(name: &str, text: &str, recipe: Recipe) -> (Vec<Position>, Tally) {
    let mut positions = Vec::new();
    let tally = read_file(name, text, |path| {
        draw(&[path.to_owned()], recipe, &mut |event| {
            if let DrawEvent::Game(drawn) = event {
                positions.extend(drawn);
            }
            Ok(())
        })
    });
    (positions, tally.unwrap())
}

/// Random games with results, long enough to draw from.
fn games(seeds: impl Iterator<Item = u64>) -> String {
    let game = |seed| {
        let mut position = Chess::default();
        let moves = random_game(seed, 120).moves().to_vec().into_iter().map(|mv| {
            let text = san(mv, &position);
            position.play_unchecked(mv);
            text
        });
        format!("[White \"A\"]\n\n{} 1-0\n\n", moves.collect::<Vec<_>>().join(" "))
    };
    seeds.map(game).collect()
}

#[test]
fn quiet_positions() {
    let lines = [
        (HANGING, false),
        ("4k3/8/2p5/3q4/8/8/3R4/3K4 w - - 0 1", false), // The rook is worth less than the queen.
        ("4k3/8/2p5/3p4/8/8/3R4/3K4 w - - 0 1", true),  // The pawn is defended.
        ("4k3/8/2p5/3n4/8/5B2/8/3K4 w - - 0 1", true),  // A bishop for a knight.
        ("4k3/4R3/8/8/8/8/8/4K3 b - - 0 1", false),     // Check.
        ("8/P3k3/8/8/8/8/8/4K3 w - - 0 1", false),      // Promotion.
        (QUIET, true),
        ("7k/5Q2/8/8/8/8/8/K7 b - - 0 1", false), // Stalemate.
    ];
    let text: String = lines.map(|(fen, _)| format!("{fen} c9 \"1-0\";\n")).concat();
    let (found, _) = drawn("p.epd", &text, RECIPE);
    let found: Vec<String> = found.iter().map(|of| fen_of(of.game.position())).collect();
    let quiet = lines.iter().filter(|(_, quiet)| *quiet).map(|(fen, _)| *fen);
    assert_eq!(found, quiet.collect::<Vec<_>>());
}

#[test]
fn positions_are_different_and_from_the_middle() {
    let recipe = Recipe { per_game: 5, ..RECIPE };
    let text = games(1..=40);
    let (found, _) = drawn("g.pgn", &text, recipe);
    let places = |found: &[Position]| -> Vec<(usize, usize)> {
        found.iter().map(|of| (of.number, of.game.moves().len())).collect()
    };
    assert_eq!(places(&drawn("g.pgn", &text, recipe).0), places(&found));
    let fens: HashSet<String> = found.iter().map(|of| fen_of(of.game.position())).collect();
    assert!(found.len() > 60 && fens.len() == found.len(), "{}", found.len());
    for number in 1..=40 {
        let of_game = found.iter().filter(|of| of.number == number);
        assert!(of_game.clone().count() <= 5);
        let last = random_game(number as u64, 120).moves().len() - 6;
        assert!(of_game.map(|of| of.game.moves().len()).all(|ply| (16..=last).contains(&ply)));
    }
    // All of them are quiet, and the same game again has nothing new once all of it is drawn.
    let lines: String = found.iter().map(|of| line(of, Format::Epd)).collect();
    assert_eq!(drawn("p.epd", &lines, recipe).1.unquiet, 0);
    let (twice, _) =
        drawn("g.pgn", &text[..text.find("1-0\n").unwrap() + 5].repeat(2), Recipe { per_game: 1_000, ..RECIPE });
    assert!(!twice.is_empty() && twice.iter().all(|of| of.number == 1));
    // Every position that a move was played from is taken each time.
    let every = Recipe { every: true, per_game: 1, balanced: true, ..RECIPE };
    let plies: Vec<usize> = (0..random_game(1, 120).moves().len()).collect();
    let both = [1, 2].map(|game| plies.iter().map(move |ply| (game, *ply)));
    let (found, _) = drawn("g.pgn", &games([1, 1].into_iter()), every);
    assert_eq!(places(&found), both.into_iter().flatten().collect::<Vec<_>>());
}

#[test]
fn only_positions_with_a_score_are_taken_if_scores_are_asked_for() {
    // Of the position after e4, with Black to move.
    for (text, mover, white) in [
        ("1. e4 e5 {-0.07/9} 2. d4 1-0", -7, 7),
        ("1. e4 e5 {wv=-0.07} 2. d4 1-0", 7, 7),
        ("1. e4 {[%eval -0.07,9]} e5 2. d4 1-0", 7, 7),
    ] {
        for (side, centipawns) in [(ScoreSide::Mover, mover), (ScoreSide::White, white)] {
            let recipe = Recipe { every: true, given_scores: Some(side), ..RECIPE };
            let (found, _) = drawn("g.pgn", text, recipe);
            let [one] = &found[..] else { panic!("{text}: {found:?}") };
            assert_eq!(one.game.moves().len(), 1, "{text}");
            assert_eq!(one.score.unwrap().centipawns, centipawns, "{text} {side:?}");
        }
        let (all, _) = drawn("g.pgn", text, Recipe { every: true, ..RECIPE });
        assert!(all.len() == 3 && all.iter().all(|of| of.score.is_none()), "{text}");
    }
}

#[test]
fn stages_are_balanced_as_far_as_games_have_them() {
    for (board, stage) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", Stage::Opening),
        ("r1bqkbnr/8/8/8/8/8/8/RNBQKB1R", Stage::Opening),
        ("r1bqk1nr/8/8/8/8/8/8/RNBQKB1R", Stage::Middlegame),
        ("r2qk1n1/8/8/8/8/8/8/2BQK3", Stage::Middlegame),
        ("3qk1n1/8/8/8/8/8/8/2BQK3", Stage::Endgame),
        ("4k3/8/8/8/8/8/4P3/4K3", Stage::Endgame),
    ] {
        assert_eq!(Stage::of(&board.parse().unwrap()), stage, "{board}");
    }
    let [plain, balanced] = [false, true].map(|balanced| {
        let (found, _) = drawn("g.pgn", &games(1..=60), Recipe { per_game: 4, seed: 3, balanced, ..RECIPE });
        let stages = found.iter().map(|of| Stage::of(of.game.position().board()));
        let stages: Vec<Stage> = stages.collect();
        Stage::ALL.map(|stage| stages.iter().filter(|one| **one == stage).count())
    });
    let spread = |taken: [usize; 3]| taken.iter().max().unwrap() - taken.iter().min().unwrap();
    assert_eq!(plain.iter().sum::<usize>(), balanced.iter().sum::<usize>());
    assert!(spread(balanced) < spread(plain), "{balanced:?} {plain:?}");
}

#[test]
fn positions_drawn_elsewhere_are_filtered() {
    let others = ["4k3/8/8/8/8/8/3P4/4K3 w - - 0 1", "4k3/8/8/8/8/8/2P5/4K3 w - - 0 1"];
    let of = |game: &str, fens: &[&str]| -> String {
        fens.iter().map(|fen| format!("{fen} c9 \"1-0\"; id \"{game}\";\n")).collect()
    };
    let group = of("a", &[QUIET, HANGING, QUIET, others[0], others[1]]);
    let recipe = Recipe { per_game: 2, ..RECIPE };
    let (found, tally) = drawn("p.epd", &group, recipe);
    let expected = Tally { games: 1, drawn: 2, lines: 5, unquiet: 1, doubles: 1, surplus: 1, unusable: 0 };
    assert_eq!((found.len(), tally), (2, expected));
    // A game that goes on after another has no more, and what is left comes from that one.
    let (found, tally) = drawn("p.epd", &(group.clone() + &of("b", &others) + &group), recipe);
    let numbers: Vec<usize> = found.iter().map(|of| of.number).collect();
    assert_eq!((numbers, tally.lines), (vec![1, 1, 2], 12));
}

#[cfg(unix)]
#[test]
fn mates_are_those_of_the_standard() {
    let scores: Vec<[String; 2]> = rows("scores");
    let answer = |[score, _]: &[String; 2]| format!("info depth 3 score {score} nodes 7 pv e2e4\nbestmove e2e4");
    let (_folder, engine) = scripted(&scores.iter().map(answer).collect::<Vec<_>>());
    let at = |number| position(&format!("4k3/8/8/8/8/8/4P3/4K3 w - - 0 {number}"), 1);
    let scorer = Scorer::new(engine, 1).unwrap();
    let found = scorer.score((1..=scores.len()).map(at).collect(), || {}).unwrap();
    for (found, [score, centipawns]) in found.into_iter().zip(scores) {
        let centipawns = centipawns.parse().unwrap();
        let expected = PositionScore { centipawns, nodes: Some(7), depth: Some(3) };
        assert_eq!(found.unwrap().score, Some(expected), "{score}");
    }
    for (moves, expected) in [(1, 32_766), (5, 32_758), (-1, -32_765), (-5, -32_757), (0, -32_767)] {
        let value = GivenValue::Mate(moves);
        let given = GivenScore { value, depth: None, nodes: None, side_supposed: false };
        assert_eq!(PositionScore::from(given).centipawns, expected);
    }
}

fn lines(name: &str, bytes: impl AsRef<[u8]>) -> Result<Vec<Position>, String> {
    read_file(name, bytes, |path| read(path, |_| {}))
}

fn line(position: &Position, format: Format) -> String {
    let mut written = Vec::new();
    write(position, format, &mut written).unwrap();
    String::from_utf8(written).unwrap()
}

#[test]
fn lines_are_written_as_they_are_read_with_scores_from_the_side_of_their_format() {
    let converted = |text: &str, format: Format| -> String {
        lines("p.epd", text).unwrap().iter().map(|position| line(position, format)).collect()
    };
    let (white, black) = (QUIET, "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1");
    let plain = format!("{white} | 35 | 1.0\n{black} | 35 | 0.5\n{black} | -32766 | 0.0\n{white} | 1.0\n");
    let epd = format!(
        "{white} c9 \"1-0\"; ce 35; id \"1\";\n{black} c9 \"1/2-1/2\"; ce -35; id \"2\";\n\
         {black} c9 \"0-1\"; ce 32766; id \"3\";\n{white} c9 \"1-0\"; id \"4\";\n"
    );
    assert_eq!(converted(&plain, Format::Epd), epd);
    assert_eq!(converted(&epd, Format::Plain), plain);
    // Nothing of a search or of the moves before is lost.
    let castled = "r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 1 4";
    let whole = format!(
        "{black} c9 \"0-1\"; ce -7; acn 12345678901; acd 21; id \"1\";\n\
         {castled} c8 \"startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 e1g1\"; c9 \"1-0\"; id \"2\";\n\
         4k3/8/8/8/4P3/8/8/4K3 b - - 0 1 c8 \"fen {white} moves e2e4\"; c9 \"1-0\"; id \"3\";\n"
    );
    assert_eq!(converted(&whole, Format::Epd), whole);
    // Nodes without a score are not one.
    assert_eq!(lines("p.epd", format!("{white} c9 \"1-0\"; acn 5;")).unwrap()[0].score, None);
}

#[test]
fn lines_as_tuners_have_them() {
    const FEN: &str = "4k3/8/8/8/8/8/4P3/4K3 b - - 3 9";
    for [rest, expected] in rows("results of tuners") {
        let found = lines("p.txt", format!("{FEN}{rest}\n{FEN} {rest}\n")).unwrap();
        for of in found {
            assert_eq!(fen_of(of.game.position()), FEN, "{rest}");
            let score = of.score.map_or(String::new(), |score| format!(" {}", score.centipawns));
            assert_eq!(format!("{}{score}", of.white_half_points.unwrap()), expected, "{rest}");
        }
    }
    let without_clocks = lines("p.txt", "4k3/8/8/8/8/8/4P3/4K3 b - - [0.5]").unwrap();
    assert_eq!(without_clocks[0].white_half_points, Some(1));
}

#[test]
fn positions_of_stockfishs_tools_and_of_lichess_have_their_scores() {
    let black = QUIET.replace('w', "b");
    let tools = format!(
        "fen {QUIET}\nmove e2e4\nscore 35\nply 4\nresult 1\ne\nfen {black}\r\nmove e8e7\r\nscore -20\r\nply 5\r\n\
         result -1\r\ne\r\n"
    );
    let read = lines("p.plain", tools).unwrap();
    let epd: String = read.iter().map(|of| line(of, Format::Epd)).collect();
    let expected = format!("{QUIET} c9 \"1-0\"; ce 35; id \"1\";\n{black} c9 \"1-0\"; ce -20; id \"2\";\n");
    assert_eq!(epd, expected);
    let evaluation = |fen: &str, score: &str| {
        let shallow = "{\"pvs\":[{\"cp\":1,\"line\":\"e8e7\"}],\"knodes\":9,\"depth\":40}";
        let deep = format!("{{\"pvs\":[{{{score},\"line\":\"e8e7\"}}],\"knodes\":2,\"depth\":46}}");
        format!("{{\"fen\":\"{}\",\"evals\":[{shallow},{deep}]}}\n", fen.strip_suffix(" 0 1").unwrap())
    };
    let lichess = evaluation(QUIET, "\"cp\":-69") + &evaluation(&black, "\"mate\":3");
    let (found, _) = drawn("p.jsonl", &lichess, RECIPE);
    let epd: String = found.iter().map(|of| line(of, Format::Epd)).collect();
    let scored = |fen, id, ce| format!("{fen} ce {ce}; acn 2000; acd 46; id \"{id}\";\n");
    assert_eq!(epd, scored(QUIET, 1, -69) + &scored(&black, 2, -32_761));
    // Written and read again, they are the same; but they have no results.
    let (again, _) = drawn("p.epd", &epd, RECIPE);
    assert_eq!(again.iter().map(|of| line(of, Format::Epd)).collect::<String>(), epd);
    lines("p.jsonl", lichess).unwrap_err().must_have(&["p.jsonl: its positions have no results"]);
    assert!(write(&found[0], Format::Plain, &mut Vec::new()).is_err());
}

#[test]
fn bad_lines_are_named_with_the_remedy() {
    const FEN: &str = "4k3/8/8/8/8/8/4P3/4K3 w - -";
    for [line, expected] in rows("bad lines") {
        let text = format!("{FEN} c9 \"1-0\";\n{}\n", line.replace("FEN", FEN));
        lines("p.epd", text).unwrap_err().must_have(&["p.epd:2: ", &expected, "correct"]);
    }
    for (name, text, expected) in [
        ("p.epd", "x\ny\n", &["2 lines are not"][..]),
        ("p.epd", &"x\n".repeat(12), &["p.epd:10: ", "and 2 more"]),
        ("p.epd", "# nothing\n", &["no positions"]),
        ("g.pgn", "[Result \"1-0\"]\n\n1. e4 1-0\n", &["g.pgn --out positions.epd.gz"]),
    ] {
        lines(name, text).unwrap_err().must_have(expected);
    }
    assert!(read(Path::new("no/such"), |_| {}).is_err());
}

#[test]
fn games_are_counted_by_their_names() {
    let fen = "4k3/8/8/8/8/8/4P3/4K3 w - -";
    let text = format!(
        "# made elsewhere\n{fen} c9 \"1-0\";\r\n{fen} 0 1 c9 \"0.5\"; id \"x\";\n\n\
         {fen} c9 \"0-1\";\n{fen} id \"x\"; c9 \"1/2-1/2\";"
    );
    let read = lines("p.epd", text).unwrap();
    let seen: Vec<_> = read.iter().map(|p| (p.number, p.white_half_points.unwrap())).collect();
    assert_eq!(seen, [(1, 2), (2, 1), (3, 0), (2, 1)]);
}

/// Every value is the sum of its terms and the rest, on a line for each position.
#[test]
fn values_are_the_sums_of_their_terms() {
    let all = registry::NAMES.iter();
    let all = all.map(|&name| (name.to_owned(), registry::evaluator(name).unwrap()));
    let mut bytes = Vec::new();
    let mut table = TermsTable::new(all.collect(), false, &mut bytes).unwrap();
    let texts = [
        ("fen 8/2k5/8/3P4/8/2K5/8/8 w - - 0 1", "1", "endgame"),
        ("fen 8/8/8/8/p7/2kr4/BR4P1/2K5 w - - 7 55", "1", "endgame"),
        ("startpos moves e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4 g8f6 b1c3", "10", "opening"),
    ];
    let positions: Vec<Position> = texts.iter().map(|(text, ..)| position(text, 1)).collect();
    table.write(&positions).unwrap();
    table.flush().unwrap();
    drop(table);
    let mut reader = csv::Reader::from_reader(bytes.as_slice());
    let heading = reader.headers().unwrap().clone();
    let lines: Vec<_> = reader.records().map(Result::unwrap).collect();
    assert_eq!(lines.len(), texts.len());
    let mut some_rest = false;
    for (line, (_, ply, stage)) in lines.iter().zip(texts) {
        assert_eq!([&line[1], &line[3], &line[4], &line[5]], ["0.5", ply, stage, ""]);
        for &name in registry::NAMES {
            // The value less the terms and the rest.
            let mut left = 0.0;
            for (column, cell) in heading.iter().zip(line) {
                let Some(column) = column.strip_prefix(&format!("{name}.")) else { continue };
                let number: f64 = cell.parse().unwrap();
                some_rest |= column == "rest" && number != 0.0;
                let counts_for = column == "value" || column.ends_with(".black");
                left += if counts_for { number } else { -number };
            }
            assert!(left.abs() < 1e-6, "{name}: {left}");
        }
    }
    assert!(some_rest, "no verdict scales any of these values");
}
