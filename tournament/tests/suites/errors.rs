//! Suites and engines that are refused, and the messages.

use crate::common::{EASY, Files, folder_with, refused, run, stderr, stdout};

#[test]
fn bad_suites_are_refused_with_their_lines_and_the_remedy() {
    let good = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8;";
    for (line, expected) in [
        ("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra9;", "\"Ra9\" is not a move"),
        ("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Rb2;", "Rb2 is not legal"),
        ("6k1/5ppp/8/8/8/8/5PPP/R4RK1 w - - bm Rd1;", "Rd1 can be Rad1 or Rfd1"),
        ("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - id \"x\";", "nothing to solve"),
        ("6k1/5ppp/8/8/8/5PPP/R5K1 w - - bm Ra8;", "cannot read the FEN"),
        ("6k1/5ppp", "1 of the four fields"),
    ] {
        let folder = folder_with(&format!("{good}\r\n# fine\r\n{line}\r\n"));
        refused(&folder, "suite s.epd", &["error: s.epd:3: ", expected, "correct"]);
    }
    let folder = folder_with(&format!("x\n{good}\ny z\n"));
    refused(&folder, "suite s.epd", &["2 lines", "s.epd:1: ", "s.epd:3: "]);
}

#[test]
fn names_longer_than_any_column_are_shown() {
    let long = "x".repeat(70_000);
    let lines = format!("{}c0 \"y\"; id \"{long}\";\n", EASY.lines().next().unwrap());
    let lines = lines.replace("id \"back rank\";", "");
    let folder = folder_with(&lines);
    for arguments in [
        "suite s.epd --verbose --nodes 100 --engine otter",
        "blunders list --book s.epd",
        "blunders run --book s.epd --nodes 1 otter",
    ] {
        let output = run(&folder, arguments);
        let status = output.status.code();
        assert!(matches!(status, Some(0 | 1)), "{}", stderr(&output));
        assert!(stdout(&output).contains(&long) || arguments.starts_with("blunders run"));
    }
}

#[test]
fn files_that_are_no_suites_are_refused() {
    for (bytes, expected) in [
        (&b""[..], "no positions"),
        (b"\r\n# nothing\r\n", "no positions"),
        (b"\x89PNG\r\n\x1a\n\0\0\0", "no text"),
    ] {
        let folder = folder_with("");
        folder.write("s.epd", bytes);
        refused(&folder, "suite s.epd", &["error: s.epd:", expected]);
    }
    let folder = folder_with(EASY);
    refused(&folder, "suite gone.epd", &["gone.epd: ", "EPD file"]);
    refused(&folder, "suite .", &[".: ", "EPD file"]);
}

#[test]
fn engines_and_limits_that_cannot_be_are_refused() {
    let folder = folder_with(EASY);
    let suite = |arguments: &str, expected: &[&str]| {
        refused(&folder, &format!("suite s.epd {arguments}"), expected);
    };
    suite("--engine oter", &["--engine oter", "did you mean \"otter\"?", "michniewski"]);
    suite("--engine otter --engine otter", &["two engines", "\"otter\""]);
    suite("--engine cmd:", &["--engine cmd:"]);
    suite("--nodes 0", &["--nodes"]);
    suite("--nodes 5 --depth 3", &["--nodes", "--depth"]);
    suite("--config gone.toml", &["gone.toml"]);
    let config = |text: &str, expected: &[&str]| {
        folder.write("c.toml", text);
        suite("--config c.toml", expected);
    };
    config("[run]\nname = \"x\"\n", &["c.toml", "no engines", "[[engine]]"]);
    config("[[engine]]\nevaluater = \"otter\"\n", &["c.toml", "line 2", "evaluater"]);
    config("[[engine]]\nevaluator = \"oter\"\n", &["c.toml:2:", "did you mean \"otter\"?"]);
    config("[[engine]]\nevaluator = \"otter\"\nparams = { x = 1 }\n", &["otter", "params"]);
}
