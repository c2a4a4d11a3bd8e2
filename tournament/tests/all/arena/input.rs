//! Input that is refused, with its messages, and files of other programs.

use std::io::Write as _;
use std::path::Path;
use std::process::{Output, Stdio};
use std::thread;
use std::time::Duration;

use super::*;

/// A run that must fail: exit status 2, one message with all of `expected`, nothing left behind.
fn refused_alone(config: &str, arguments: &str, expected: &[&str]) {
    let folder = folder_with(config);
    folder.write("empty.epd", "\n");
    let bad = "8/8/8/8/8/8/8/8 w - -\n".repeat(2);
    folder.write("bad.epd", bad);
    let before = entries(&folder);
    let line = format!("run small.toml {arguments}");
    let message = refused(&folder, &line, expected);
    assert!(message.starts_with("error: "), "{message}");
    message.must_lack(&["RawRun"]);
    assert_eq!(entries(&folder), before, "{line}");
}

#[test]
fn bad_input_is_refused_with_its_place_and_the_remedy() {
    let line = SMALL.lines().position(|line| line.starts_with("pairs")).unwrap() + 1;
    let unknown = SMALL.replace("pairs = 2", "pears = 2");
    refused_alone(&unknown, "", &["small.toml", &format!("line {line}"), "pears"]);
    refused_alone(&SMALL.replace("\"otter\"", "\"oter\""), "", &["small.toml", "oter", "otter"]);
    refused_alone("[run", "", &["small.toml", "line 1"]);
    refused_alone("run = 3", "", &["small.toml", "line 1", "a table of keys"]);
    for row in rows("settings") {
        refused_alone(SMALL, row[0], &row[1..]);
    }
}

#[test]
fn bad_arguments_are_refused() {
    let folder = Folder::new();
    refused(&folder, "run --threads 0", &["--threads"]);
    for row in rows("words") {
        refused(&folder, row[0], &row[1..]);
    }
    assert_eq!(entries(&folder).len(), 0);
}

#[cfg(target_os = "linux")]
#[test]
fn tables_larger_than_the_memory_are_refused_before_a_game() {
    let folder = folder_with(SMALL);
    let large = "--set run.hash=256 --set run.pairs=3000";
    let many = "run small.toml --threads 10000";
    let message = run(&folder, &format!("{many} {large}")).ended(2);
    // Three tables of 256 MiB for each game.
    message.must_have(&["need 7680000 MiB", "MiB are free", "run.hash", "--threads"]);
}

fn game(white: &str, black: &str, result: &str) -> String {
    format!("[White \"{white}\"]\n[Black \"{black}\"]\n[Result \"{result}\"]\n\n{result}\n\n")
}

/// Commands, each with the encoding of its file, parts of what is printed (>) and of the messages (!; without
/// any there is none), and the file. How files are decoded and repaired is tested in `openings`.
#[test]
fn games_of_others_are_read_with_a_message_where_they_are_repaired() {
    for reading in section("readings").split("\n====\n") {
        let (head, content) = reading.split_once("\n---\n").unwrap();
        let head: Vec<&str> = head.lines().collect();
        let with = |mark: &str| head.iter().filter_map(|line| line.strip_prefix(mark)).collect::<Vec<_>>();
        let (printed, messages) = (with("> "), with("! "));
        let bytes: Vec<u8> = match head[1] {
            "UTF-8" => content.into(),
            // Of windows-1251 the letters alone.
            _ => content.chars().map(|c| (c as u32 - if c < 'А' { 0 } else { 0x350 }) as u8).collect(),
        };
        let output = run(&folder_of("a.pgn", bytes), head[0]);
        let shown = format!("{reading}{}", stderr(&output));
        assert!(output.status.success(), "{shown}");
        stdout(&output).must_have(&printed);
        stderr(&output).must_have(&messages);
        assert_eq!(messages.is_empty(), stderr(&output).is_empty(), "{shown}");
    }
    let here = folder_of("t.epd", section("tuners"));
    let convert = "positions t.epd --format plain";
    text(&here, convert).must_have(&["b KQkq - 4 4 | 23 | 1.0\n", "| 0.5\n"]);
    here.write("t.epd", section("tuners").to_owned() + "oops\n");
    refused(&here, convert, &["t.epd:4: \"oops\": 1 of the four"]);
}

#[test]
fn bad_games_of_a_book_are_named_or_passed_over() {
    let folder = folder_of("b.pgn", section("bad"));
    let fault = "b.pgn:8: game 2: after 5 half-moves there is a null move, --";
    refused(&folder, "openings check b.pgn", &[fault]);
    folder.write("small.toml", SMALL);
    let play = "run small.toml --set openings.file=b.pgn --quiet";
    refused(&folder, play, &[]);
    let skipping = "--set openings.skip_bad=true --set openings.order=sequential";
    success(&folder, &format!("{play} {skipping}"));
}

#[test]
fn players_are_merged_by_name_and_groups_that_never_met_not_compared() {
    let games = game("Eng,Hash=64", "Smith, J.", "1-0") + &game("Eng,Hash=128", "Smith, J.", "1-0");
    let folder = folder_of("a.pgn", games);
    let nobody = "rate a.pgn --merge 'Nobody=Smith, J.'";
    refused(&folder, nobody, &["no player is called \"Nobody\"; the nearest are"]);
    let unquoted = "rate a.pgn --merge Eng,Hash=64=Eng,Hash=128";
    refused(&folder, unquoted, &["with quotes around names that contain \"=\""]);
    text(&folder, "rate a.pgn --merge '\"Eng,Hash=64\"=\"Eng,Hash=128\"'").must_lack(&["Hash=64"]);
    let games = game("A1", "A2", "1-0").repeat(40) + &game("B1", "B2", "1/2-1/2").repeat(40);
    let list = json(&folder_of("a.pgn", games), "rate a.pgn");
    let groups = |name: &str| {
        let mut players = list["players"].as_array().unwrap().iter();
        let player = players.find(|player| player["name"] == name).unwrap();
        player["groups"].as_str().unwrap().to_owned()
    };
    let shared = |a: &str, b: &str| groups(a).chars().any(|letter| groups(b).contains(letter));
    assert!(!shared("A1", "A2") && shared("B1", "B2"));
    assert!(["A1", "A2"].iter().all(|a| shared(a, "B1") && shared(a, "B2")), "{list}");
}

#[test]
fn scores_of_a_run_are_those_of_its_games_file() {
    let folder = folder_of("small.toml", SMALL);
    success(&folder, "run small.toml --quiet");
    let drawn =
        |input: &str, side: &str| text(&folder, &format!("positions {input} --per-game 100 --game-scores {side}"));
    let of_run = drawn("runs/small", "mover");
    assert!(of_run.lines().count() > 50, "{of_run}");
    for code in [" ce ", " acn ", " acd "] {
        assert!(of_run.lines().all(|line| line.contains(code)), "{of_run}");
    }
    assert_eq!(of_run, drawn("runs/small", "white"));
    for side in ["white", "mover"] {
        assert_eq!(of_run, drawn("runs/small/games.pgn", side), "[%eval] says whose scores they are");
    }
    // As of earlier versions, and of match tools.
    let games = folder.read("runs/small/games.pgn").replace("[%eval", "[%was");
    folder.write("bare.pgn", games);
    assert_eq!(of_run, drawn("bare.pgn", "white"));
    assert_ne!(of_run, drawn("bare.pgn", "mover"));
    // None of their positions comes again.
    let all = text(&folder, "positions runs/small --per-game 1000");
    folder.write("one.epd", "4k3/8/8/8/8/8/4P3/4K3 w - - 4 9 c9 \"1-0\";\n");
    let joined = text(&folder, "positions runs/small bare.pgn one.epd --per-game 1000");
    assert!(joined.starts_with(&all) && joined.lines().count() == all.lines().count() + 1, "{joined}");
    fs::create_dir(folder.join("empty")).unwrap();
    refused(&folder, "positions empty", &["empty: there is no run here"]);
}

/// The output of a program for a text on standard input.
fn of_stdin(folder: &Path, arguments: &str, bytes: &[u8]) -> Output {
    let mut command = arena(folder, arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    // A program that reads at once gets less than shows the packing.
    input.write_all(&bytes[..2]).unwrap();
    thread::sleep(Duration::from_millis(50));
    input.write_all(&bytes[2..]).unwrap();
    drop(input);
    child.wait_with_output().unwrap()
}

/// Without moves, too, by their tags; and where there are none, that it cannot be seen.
#[test]
fn the_same_games_twice_are_refused_or_told() {
    let result = |round: usize| ["1-0", "0-1"][round % 2];
    let rounds =
        |count| -> String { (1..=count).map(|n| format!("[Round \"{n}\"]\n{}", game("A", "B", result(n)))).collect() };
    let folder = folder_of("a.pgn", rounds(6));
    folder.write("b.pgn", rounds(6).replace('\n', "\r\n"));
    folder.write("more.pgn", rounds(8));
    folder.write("c.pgn", game("A", "B", "1-0").repeat(3));
    folder.write("d.pgn", game("A", "B", "1-0").repeat(4));
    for other in ["a.pgn", "b.pgn"] {
        let expected = format!("a.pgn and {other} have the same 6 games; name one of the two");
        refused(&folder, &format!("rate a.pgn {other}"), &[&expected]);
    }
    let output = of_stdin(&folder, "rate - a.pgn", rounds(6).as_bytes());
    output.ended(2).must_have(&["standard input and a.pgn have the same 6 games"]);
    for (files, expected) in [
        ("a.pgn more.pgn", "or, without moves, tags): 6; all are counted"),
        ("c.pgn d.pgn", "games without moves, Round and Date in several files: 7; if any"),
        ("c.pgn", ""),
    ] {
        let messages = stderr(&success(&folder, &format!("rate {files}")));
        messages.must_have(&[expected]);
        assert_eq!(messages.is_empty(), expected.is_empty(), "{messages}");
    }
}

#[test]
fn standard_input_is_a_file_like_any_other() {
    let folder = Folder::new();
    let text = game("A", "B", "1-0");
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packer.write_all(text.as_bytes()).unwrap();
    // Zstandard: a frame to be skipped, and one with a block that is not compressed.
    let size = u8::try_from(text.len()).unwrap();
    let block = (u32::from(size) << 3 | 1).to_le_bytes();
    let frame = [b"\x28\xb5\x2f\xfd\x20", &[size][..], &block[..3], text.as_bytes()].concat();
    let skipped = [b"\x50\x2a\x4d\x18\x01\0\0\0x", &*frame].concat();
    for bytes in [text.clone().into_bytes(), packer.finish().unwrap(), skipped] {
        let output = of_stdin(&folder, "rate -", &bytes);
        assert!(stdout(&output).contains('A'), "{}", stderr(&output));
    }
    let output = of_stdin(&folder, "rate -", b"[White \"A\"]\n\n1. e4\n");
    stderr(&output).must_have(&["standard input:1: left out"]);
    // Its first line shows what it has.
    let epd = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n";
    for opening in [epd, "[Event \"x\"]\n\n1. e4 e5 *\n", "1. e4 e5 2. Nf3 Nc6 *"] {
        let output = of_stdin(&folder, "openings check -", opening.as_bytes());
        assert!(stdout(&output).contains("1 opening"), "{opening}: {output:?}");
    }
    let piped = format!("\n# x\r{} | 1.0\n", epd.trim());
    let output = of_stdin(&folder, "openings check -", piped.as_bytes());
    stderr(&output).must_have(&["standard input:3: ", "nor an EPD operation"]);
}
