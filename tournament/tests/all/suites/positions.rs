//! Positions from runs, games and files, scored and in both formats.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::Stdio;

use crate::common::{
    Contents, Ended, Files, Folder, TEST_ENGINE, arena, folder_of, refused, run, stderr, stdout,
    text,
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

/// A run of 20 short games, of which one side loses some by what is not chess.
fn played() -> Folder {
    let config = format!(
        "[run]\nname = \"x\"\nformat = \"match\"\npairs = 10\nstrict = false\n\n[limits]\nnodes = 60\n\n\
         [[engine]]\nevaluator = \"michniewski\"\n\n[[engine]]\nname = \"B\"\ncommand = {TEST_ENGINE:?}\n\
         args = [\"--fault\", \"illegal\", \"--at\", \"40\"]\n"
    );
    let folder = folder_of("x.toml", &config);
    run(&folder, "run x.toml --quiet");
    folder
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

    folder.write("s.epd", &epd);
    folder.write("s.txt", &plain);
    assert_eq!(text(folder, "positions s.epd --format plain"), plain);
    assert_eq!(text(folder, "positions s.txt --format plain"), plain);
    assert_eq!(text(folder, "positions s.epd"), epd);
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
fn a_runs_positions_are_those_of_its_games() {
    let folder = &played();
    let games = text(folder, "positions runs/x/games.pgn");
    assert!(games.lines().count() > 20, "{games}");
    assert_eq!(text(folder, "positions runs/x"), games);
    // Games are counted over all inputs, and none of their positions comes again.
    let both = "positions runs/x runs/x/games.pgn --per-game 1000 --out both.epd";
    let printed = text(folder, both);
    printed.must_have(&["from 40 games; 0 games left out"]);
    let all = text(folder, "positions runs/x --per-game 1000");
    assert_eq!(folder.read("both.epd"), all);
    folder.write("one.epd", KNOWN);
    let joined = text(folder, "positions runs/x one.epd");
    assert!(joined.trim_end().ends_with("id \"21\";"), "{joined}");
    fs::create_dir(folder.join("empty")).unwrap();
    refused(folder, "positions empty", &["empty: there is no run here"]);
}

#[test]
fn a_reader_that_has_enough_ends_it_quietly() {
    let folder = Folder::new();
    let line = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 c9 \"1-0\"; id \"a long name of a game\";\n";
    // More than any pipe holds.
    folder.write("many.epd", line.repeat(4000));
    let mut child = arena(&folder, "positions many.epd --every")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
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
    refused(folder, "positions k.epd gone.epd", &["gone.epd: "]);
    refused(folder, "positions x.bin", &["x.bin: ", "run's folder"]);
    let noisy = KNOWN.lines().nth(4).unwrap();
    folder.write("noisy.epd", noisy);
    refused(folder, "positions noisy.epd", &["1 line and 1 game;", "name files"]);
    refused(folder, "positions k.epd --nodes 5", &["--score"]);
    let unwritable = "positions k.epd --out no/such/folder.epd";
    refused(folder, unwritable, &["folder.epd", "name a file that can be written"]);
}
