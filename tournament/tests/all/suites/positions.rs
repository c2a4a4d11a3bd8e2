//! Positions from runs, games and files, scored and in both formats; and the results predicted by values.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::Stdio;

use engine_core::game::Game;
use engine_core::notation::{fen_of, uci_move};
use engine_core::random::RandomGames;
use engine_core::testkit::{output_of, printed};
use evaluators::registry::{NAMES, evaluator};
use serde_json::{Value, from_str, to_value};

use crate::common::{
    Contents, Ended, Files, Folder, TEST_ENGINE, arena, folder_of, json, refused, run, stderr, stdout, text,
};

/// Mates in one of both sides, a queen ahead, a rook behind with the move, and a queen that hangs.
const KNOWN: &str = "\
6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1 c9 \"1-0\"; id \"a\";
r5k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1 c9 \"0-1\"; id \"a\";
4k3/8/8/8/8/8/8/3QK3 b - - 0 1 c9 \"1-0\"; id \"b\";
4k3/p7/8/8/8/8/r7/4K3 w - - 4 9 c9 \"1/2-1/2\"; id \"c\";
4k3/8/8/3q4/8/8/3R4/3K4 w - - 0 1 c9 \"1-0\"; id \"c\";
4k2r/p7/8/8/8/8/P7/4K3 w - - 4 9 c9 \"0-1\"; id \"a\";
";

fn known() -> Folder {
    folder_of("k.epd", KNOWN)
}

fn score(folder: &Path, more: &str) -> String {
    let arguments = "positions k.epd --score material --nodes 3000";
    text(folder, &format!("{arguments} {more}"))
}

/// The text between the bars, or the operands of `ce`.
fn scores(text: &str) -> Vec<i32> {
    let each = text.lines().map(|line| match line.split_once("ce ") {
        Some((_, rest)) => rest.split(';').next().unwrap().parse().unwrap(),
        None => line.split('|').nth(1).unwrap().trim().parse().unwrap(),
    });
    each.collect()
}

#[test]
fn scores_have_the_sign_of_the_side_that_each_format_looks_from() {
    let folder = &known();
    let epd = score(folder, "");
    // What hangs is not quiet, and each line stays where it was.
    assert_eq!(epd.lines().count(), 5, "{epd}");
    for (line, id) in epd.lines().zip(["1", "1", "2", "3", "1"]) {
        assert!(line.ends_with(&format!("id \"{id}\";")), "{epd}");
        assert!(line.contains("; acn ") && line.contains("; acd "), "{epd}");
    }
    let movers = scores(&epd);
    assert_eq!(movers[..2], [32_766, 32_766], "{epd}");
    assert!(movers[2] < -500 && movers[3] < -300 && movers[4] < -300, "{epd}");
    let plain = score(folder, "--format plain");
    let expected = [movers[0], -movers[1], -movers[2], movers[3], movers[4]];
    assert_eq!(scores(&plain), expected, "{plain}");
    assert!(plain.lines().nth(3).unwrap().ends_with(" | 0.5"), "{plain}");
}

#[test]
fn scores_at_fixed_nodes_do_not_depend_on_threads_nor_on_what_else_is_scored() {
    let folder = &known();
    let scored = |nodes: &str, threads| {
        let how = format!("--nodes {nodes} --threads {threads}");
        let arguments = "positions k.epd --score otter";
        text(folder, &format!("{arguments} {how}"))
    };
    let all = scored("3000", "1");
    assert_eq!(all, scored("3000", "3"));
    assert_ne!(all, scored("50", "1"));
    let alone: String = KNOWN.lines().nth(3).unwrap().to_owned();
    folder.write("k.epd", alone);
    let alone = scored("3000", "2");
    assert_eq!(scores(&alone)[0], scores(&all)[3]);
    // With its own limit and from a configuration it is the same engine.
    let config = "[[engine]]\nname = \"Mine\"\nevaluator = \"otter\"\n\n[[engine]]\nevaluator = \"material\"\n";
    folder.write("c.toml", config);
    let same = "positions k.epd --nodes 3000 --score";
    assert_eq!(text(folder, &format!("{same} c.toml:Mine")), alone);
    refused(folder, &format!("{same} c.toml"), &["2 engines", "FILE.toml:NAME"]);
    refused(folder, &format!("{same} oter"), &["\"oter\"", "\"otter\"?"]);
}

#[test]
fn positions_at_which_a_program_fails_are_left_out_and_counted() {
    let folder = &known();
    let with = |fault: &str| {
        let program = format!("cmd:{TEST_ENGINE} {fault}");
        let arguments = "positions k.epd --nodes 1 --threads 1 --score";
        run(folder, &format!("{arguments} '{program}'"))
    };
    let output = with("--spread 50 --fault abort --at 2");
    let shown = output.ended(0);
    // It is started again, and aborts again at its second position.
    assert_eq!(stdout(&output).lines().count(), 3, "{shown}");
    shown.must_have(&[": left out: a crash", "2 positions left out without a score"]);
    let output = with("--silent");
    let shown = output.ended(2);
    assert_eq!(stdout(&output), "");
    shown.must_have(&["no score at 5 positions in a row"]);
    let arguments = "positions k.epd --score cmd:no-such-program";
    refused(folder, arguments, &["no-such-program", "check the command"]);
}

#[test]
fn a_program_scores_chess960_only_if_its_option_is_set() {
    let other = "4k3/p7/8/8/8/8/P7/1R2K3 w B - 4 9 c9 \"1-0\";\n";
    let folder = &folder_of("k.epd", other);
    assert_eq!(score(folder, "").lines().count(), 1);
    let program = format!("cmd:{TEST_ENGINE} --evaluator otter");
    let arguments = format!("positions k.epd --nodes 2 --score '{program}'");
    refused(folder, &arguments, &["Chess960", "UCI_Chess960 = true"]);
}

#[test]
fn a_reader_that_has_enough_ends_it_quietly() {
    let folder = Folder::new();
    let line = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 c9 \"1-0\"; id \"a long name of a game\";\n";
    // More than any pipe holds.
    folder.write("many.epd", line.repeat(4000));
    let mut child =
        arena(&folder, "positions many.epd --every").stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut first = String::new();
    let mut reader = BufReader::with_capacity(100, child.stdout.take().unwrap());
    reader.read_line(&mut first).unwrap();
    drop(reader);
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), stderr(&output)), (Some(0), String::new()));
    first.must_have(&["c9 \"1-0\""]);
}

#[test]
fn errors_are_found_before_anything_is_written() {
    let folder = &known();
    let line = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 | 12 |";
    folder.write("bad.txt", format!("{line} 1.0\n{line} 2\n"));
    folder.write("out.epd", "old\n");
    let arguments = "positions k.epd bad.txt";
    refused(folder, arguments, &["bad.txt:2: \"2\" is not a result", "correct the line"]);
    let saved = format!("{arguments} --out out.epd");
    refused(folder, &saved, &["bad.txt:2: "]);
    assert_eq!(folder.read("out.epd"), "old\n");
    assert!(!folder.join("out.epd.new").exists());
    refused(folder, "positions x.bin", &["x.bin: ", "run's folder"]);
    let noisy = KNOWN.lines().nth(4).unwrap();
    folder.write("noisy.epd", noisy);
    refused(folder, "positions noisy.epd", &["1 line and 1 game;", "name files"]);
    refused(folder, "positions k.epd --nodes 5", &["--score"]);
    refused(folder, "positions k.epd --out no/such/folder.epd", &["folder.epd", "name a file that can be written"]);
}

/// Games of random moves, each as a line in one of four forms; of bare FENs the past is not known.
fn given(count: u64) -> Vec<(String, Game)> {
    let line = |seed: u64| {
        let (mut random, mut game) = (RandomGames::new(seed), Game::default());
        while let Some(mv) = random.pick(&game).filter(|_| game.moves().len() < seed as usize % 97) {
            game.play(mv);
        }
        let (moves, fen) = (game.moves().iter().map(|&mv| format!(" {}", uci_move(mv))), fen_of(game.position()));
        let moves = moves.collect::<String>();
        match seed % 4 {
            0 => (fen, Game::new(game.position().clone())),
            1 if !moves.is_empty() => (format!("{fen} c8 \"startpos moves{moves}\"; c9 \"a remark\"; id \"x\";"), game),
            2 if !moves.is_empty() => (format!("fen {} moves{moves}", fen_of(game.start())), game),
            _ => (format!("startpos moves{moves}"), game),
        }
    };
    (0..count).map(line).collect()
}

/// Quiet or not, once or twice: every line in its order, by every evaluator, as `explain` and the engines' `eval` have it.
#[test]
fn given_positions_have_the_values_and_terms_that_explain_shows() {
    let mut all = given(if cfg!(feature = "full") { 400 } else { 100 });
    all.push(all[8].clone());
    let (lines, games): (Vec<String>, Vec<Game>) = all.into_iter().unzip();
    let folder = &folder_of("given.txt", lines.join("\n"));
    text(folder, "positions given.txt --terms t.csv.gz")
        .must_have(&["positions, ", " of them given as lines; 0 games"]);
    text(folder, "positions given.txt --terms t.jsonl");
    let packed = std::fs::File::open(folder.join("t.csv.gz")).unwrap();
    let table = csv::Reader::from_reader(flate2::read::GzDecoder::new(packed)).into_deserialize();
    let table: Vec<serde_json::Map<String, Value>> = table.map(Result::unwrap).collect();
    let objects: Vec<Value> = folder.read("t.jsonl").lines().map(|line| from_str(line).unwrap()).collect();
    assert_eq!((table.len(), objects.len()), (games.len(), games.len()));
    for ((row, object), game) in table.iter().zip(&objects).zip(&games) {
        assert_eq!([&row["fen"], &object["fen"]], [&*fen_of(game.position()); 2]);
        assert_eq!((&row["result"], object.get("result")), (&"".into(), None));
        assert_eq!((object["evaluations"].as_object().unwrap().len(), &row["ply"]), (NAMES.len(), &object["ply"]));
        for name in NAMES {
            let shown = to_value(evaluator(name).unwrap().explain(game).unwrap()).unwrap();
            assert_eq!(object["evaluations"][name], shown);
            assert_eq!(row[&format!("{name}.value")], shown["total"], "{name}: {row:?}");
            let mut terms = shown["terms"].as_object().unwrap().clone();
            terms.retain(|term, _| !["scale", "rounding"].contains(&&**term));
            for (column, cell) in row {
                let Some(term) = column.strip_prefix(&format!("{name}.")) else { continue };
                let Some((term, side)) = term.rsplit_once('.') else { continue };
                let at = usize::from(side == "black");
                let shown = shown["terms"].get(term).map_or(0.0, |sides| sides[at].as_f64().unwrap());
                assert_eq!(cell.as_f64(), Some(shown), "{column}: {row:?}");
                terms.remove(term);
            }
            assert!(terms.is_empty(), "{name} has no columns for {terms:?}");
        }
    }
}

#[test]
fn given_positions_pass_from_standard_input_to_standard_output() {
    let lines = ["startpos", "startpos moves e2e4", "8/8/8/8/8/2k5/1q6/K7 w - - 0 1 [0.5]"].map(str::to_owned);
    let stream = |input: &str, more: &[&str]| {
        let arguments = [&["positions", "-", "--engine", "pesto", "--terms", "-"], more].concat();
        output_of(env!("CARGO_BIN_EXE_evalarena"), &arguments, input)
    };
    let table = printed(&stream(&lines.join("\n"), &[]));
    assert_eq!(table.lines().count(), 4, "{table}");
    table.must_have(&[
        "fen,result,game,ply,stage,score,pesto.value,",
        " b KQkq - 0 1,,2,2,opening,,",
        ",0.5,3,1,endgame,,",
    ]);
    let objects = printed(&stream(&lines.join("\n"), &["--format", "jsonl"]));
    assert_eq!(objects.matches("{\"fen\":").count(), 3, "{objects}");
    assert!(objects.lines().nth(2).unwrap().starts_with("{\"fen\":\"8/8/8/8/8/2k5/1q6/K7 w - - 0 1\",\"result\":0.5,"));
    for (line, expected) in [
        ("startpos moves e2e5", "input:2: move 1 (e2e5) is not legal in \"rnbq"),
        ("8/8/8 w - -", "input:2: "),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 e1e2", "input:2: \"4k3/8/8/8/8/8/8/4K3 w - - 0 1 e1e2\": \"e1e2\" is neither"),
        ("4k3/8/8/8/8/8/8/4K3 w - - c8 \"startpos\";", "input:2: the moves of c8 lead to another position"),
    ] {
        let bad = stream(&format!("startpos\n{line}\n"), &[]);
        bad.ended(2).must_have(&["standard ", expected, "correct the line or remove it"]);
        let folder = &folder_of("bad.txt", format!("startpos\n{line}\n"));
        refused(folder, "positions bad.txt --terms t.csv", &["bad.txt:2: "]);
        assert!(!folder.join("t.csv").exists());
    }
    let folder = &known();
    refused(folder, "positions k.epd --terms t.csv --format plain", &["--format jsonl", "leave out --format"]);
    refused(folder, "positions k.epd --format jsonl", &["add --terms FILE"]);
    folder.write("bare.fen", "8/8/8/8/8/2k5/1q6/K7 w - - 0 1\n");
    refused(folder, "positions bare.fen", &["bare.fen:1: it has no result", "--terms FILE` needs none"]);
}

/// A folder in which 60 games between two evaluators were played, with nodes enough that the side that
/// stands better mostly wins: at 60 nodes blunders decide, and no value predicts a result.
fn decided() -> Folder {
    let folder = Folder::new();
    let config = "[run]\nname = \"x\"\nformat = \"match\"\npairs = 30\n\n[limits]\nnodes = 400\n\n\
                  [[engine]]\nevaluator = \"michniewski\"\n\n[[engine]]\nevaluator = \"material\"\n";
    folder.write("x.toml", config);
    text(&folder, "run x.toml --quiet");
    folder
}

fn draw(folder: &Path, more: &str) -> String {
    let arguments = "positions runs/x/games.pgn";
    text(folder, &format!("{arguments} {more}"))
}

#[test]
fn from_games_to_accuracy() {
    let folder = &decided();
    let lines = draw(folder, "");
    assert_eq!(lines, draw(folder, ""), "the same seed, the same positions");
    assert_ne!(lines, draw(folder, "--seed 2"));
    assert!(lines.lines().count() > 200, "{lines}");
    for line in lines.lines() {
        line.must_have(&[" c8 \"startpos moves ", "; c9 \""]);
    }
    let few = draw(folder, "--per-game 1");
    assert!(few.lines().count() <= 60, "{few}");
    let printed = draw(folder, "--out p.epd.gz");
    printed.must_have(&["from 60 games; 0 games left out"]);

    let all = json(folder, "accuracy p.epd.gz");
    let engines = all["engines"].as_array().unwrap();
    assert_eq!(engines.len(), NAMES.len());
    assert_eq!(all["positions"].as_u64(), Some(lines.lines().count() as u64));
    for engine in engines {
        let scales = ["eval_scale_low", "eval_scale", "eval_scale_high"];
        let [low, scale, high] = scales.map(|key| engine[key].as_f64().unwrap());
        assert!(low < scale && scale < high, "{engine}");
    }
    let with_terms = "accuracy p.epd.gz --engine slate-atkin --terms";
    let terms = text(folder, with_terms);
    terms.must_have(&["slate-atkin, term by term", "pawn_isolated", "material", "multiplier"]);
    assert_eq!(terms, text(folder, with_terms), "drawn again by a seed");
    let config = "[[engine]]\nname = \"A third\"\nevaluator = \"compendium\"\n\
                  params = { \"weight.*\" = 33 }\n";
    folder.write("third.toml", config);
    let table = text(folder, "accuracy p.epd.gz --engine third.toml --engine otter");
    table.must_have(&["A third", "otter"]);
    tuned_numbers_are_what_engines_and_regression_tests_take(folder);
}

fn tuned_numbers_are_what_engines_and_regression_tests_take(folder: &Path) {
    let printed = text(folder, "tune slate-atkin p.epd.gz");
    printed.must_have(&["slate-atkin-tuned.toml is written"]);
    let file = folder.read("slate-atkin-tuned.toml");
    assert!(file.starts_with("# slate-atkin, tuned on "), "{file}");
    let engine = "[[engine]]\nname = \"Tuned\"\nevaluator = \"slate-atkin\"\nparams = \"slate-atkin-tuned.toml\"\n";
    folder.write("t.toml", engine);
    let table = text(folder, "accuracy p.epd.gz --engine t.toml");
    table.must_have(&["Tuned", "material"]);
    for (line, expected) in [
        ("slate-atkin p.epd.gz --params bishop_pears", &["--params bishop_pears", "\"bishop_pair\"?"]),
        ("otter p.epd.gz --params pst_king_endgame.*", &["no number of otter is called so", "and 365 more"]),
    ] {
        refused(folder, &format!("tune {line}"), expected);
    }
    assert!(!folder.join("otter-tuned.toml").exists());
}

#[test]
fn impossible_requests_are_refused() {
    let folder = &Folder::new();
    folder.write("short.pgn", "1. e4 e5 1-0\n");
    folder.write("bad.epd", "4k3/8/8/8/8/8/4P3/4K3 w - - c9 \"2-0\";\n");
    folder.write("few.epd", "4k3/8/8/8/8/8/4P3/4K3 w - - c9 \"1-0\";\n");
    let no_result = ["bad.epd:1: ", "\"2-0\" is not a result", "correct"];
    refused(folder, "positions gone.pgn", &["gone.pgn: ", "file of games"]);
    refused(folder, "positions short.pgn", &["no quiet position in 1 game after move", "longer games"]);
    refused(folder, "positions short.pgn --every --game-scores white", &["no move of 1 game has a score", "--score"]);
    folder.write("none.pgn", "1-0\n");
    refused(folder, "positions none.pgn --every", &["there is no move in 1 game"]);
    folder.write("bad.pgn", "1. e4 Ke4 1-0\n\n[FEN \"4k3/8/8/8/8/8/8/4K3 w H - 0 1\"]\n\n1. Kd1 1-0\n");
    folder.write("mixed.pgn", "1. e4 e5 *\n\n1. e4 Ke4 1-0\n\n1. e4 e5 1-0\n");
    let output = run(folder, "positions mixed.pgn --every");
    let left_out =
        ["mixed.pgn:1: left out: it has no result", "mixed.pgn:3: left out: ", "from 1 game; 2 games left out"];
    stderr(&output).must_have(&left_out);
    stdout(&output).must_lack(&["id \"1\""]);
    let unusable = ["2 games, and none can be used (the first: bad.pgn:1: ", "castling is impossible with h1"];
    refused(folder, "positions bad.pgn", &unusable);
    refused(folder, "positions bad.epd", &no_result);
    for command in ["accuracy", "tune compendium"] {
        let refused = |file: &str, parts: &[&str]| {
            refused(folder, &format!("{command} {file}"), parts);
        };
        refused("gone.epd", &["gone.epd: ", "a file of positions"]);
        refused("bad.epd", &no_result);
        refused("few.epd", &["1 game,", "more games"]);
    }
    refused(folder, "accuracy few.epd --engine oter", &["\"oter\" is not an evaluator", "\"otter\"?"]);
}
