//! The engine binary as its users meet it: a GUI, a shell, a program that reads JSON.

#![allow(clippy::unwrap_used)]

mod gui;

use std::process::{Command, Output};

use engine_core::testkit::{Contents, output_of, printed};
use gui::Gui;
use serde_json::Value;

const ENGINE: &str = env!("CARGO_BIN_EXE_michniewski");

fn run(arguments: &[&str], input: impl AsRef<[u8]>) -> Output {
    output_of(ENGINE, arguments, input)
}

#[test]
fn a_game_in_a_gui() {
    let mut gui = Gui::start();
    let hello = gui.request("uci", "uciok");
    assert!(hello[0].starts_with("id name Michniewski"));
    let hash = "option name Hash type spin";
    assert!(hello.iter().any(|line| line.starts_with(hash)));
    for option in [
        "option name Threads type spin default 1 min 1 max 256",
        "option name UCI_ShowWDL type check default false",
        "option name endgame_rule type combo default either var either var no_queens",
        "option name value.queen type spin default 900 min -2000 max 2000",
        "option name pst_knight.f3 type spin default 10 min -2000 max 2000",
    ] {
        assert!(hello.iter().any(|line| line == option), "{option}");
    }
    gui.send("setoption name Hash value 4\nsetoption name endgame_rule value no_queens");
    assert_eq!(gui.request("isready", "readyok").len(), 1);
    gui.send("ucinewgame");
    gui.send("position startpos moves e2e4");
    let lines = gui.request("go wtime 1000 btime 1000 winc 10 binc 10", "bestmove");
    assert!(lines[lines.len() - 2].starts_with("info depth"));
    gui.send("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    let lines = gui.request("go depth 3", "bestmove");
    assert!(lines[0].starts_with("info depth 0 seldepth 0 multipv 1 score cp 0 "));
    assert_eq!(lines[1..], ["bestmove 0000"]);
    gui.quit();
}

/// A limit on memory leaves room for all but the stack of one more thread, as a limit on processes would.
#[cfg(target_os = "linux")]
#[test]
fn without_a_thread_for_the_search_there_is_a_move_all_the_same() {
    let mut gui = Gui::start();
    gui.request("setoption name Hash value 1\nisready", "readyok");
    let room = gui.memory("VmSize:") + (32 << 10);
    gui.quit();

    let mut command = Command::new("sh");
    command.args(["-c", &format!("ulimit -v {room} && exec \"$0\""), ENGINE]);
    let mut gui = Gui::start_by(command);
    let search = "setoption name Hash value 1\nposition startpos\ngo nodes 2000";
    let lines = gui.request(search, "bestmove");
    let complaint = "info string error: no thread for the search";
    assert!(lines[0].starts_with(complaint), "{lines:?}");
    let alone = lines.last().unwrap().clone();
    let lines = gui.request("ucinewgame\ngo ponder nodes 2000\nisready", "readyok");
    assert!(lines[0].starts_with("info string error: no thread for a search"));
    assert_eq!(gui.request("ponderhit", "bestmove").last(), Some(&alone));
    gui.request("go infinite\nisready", "readyok");
    gui.request("stop", "bestmove");
    gui.quit();

    let mut gui = Gui::start();
    let lines = gui.request(search, "bestmove");
    assert!(!lines[0].contains("error"), "{lines:?}");
    assert_eq!(lines.last(), Some(&alone));
    gui.quit();
}

#[test]
fn a_number_of_the_evaluation_is_set_by_its_name() {
    let script = "position startpos moves g1f3\neval\nsetoption name pst_knight.F3 value 17\neval\n\
                  setoption name pst_knight.f3 value 2001\nsetoption name pst_knight.i3 value 1\nhelp\n";
    let output = printed(&run(&[], script));
    let totals: Vec<&str> = output
        .lines()
        .filter_map(|line| line.trim().strip_prefix("total"))
        .filter_map(|rest| rest.split_whitespace().next())
        .collect();
    assert_eq!(totals, ["50", "57"], "{output}");
    let range = "it takes a whole number from -2000 to 2000";
    output.must_have(&[range, "did you mean \"pst_knight."]);
    let is_about = |line: &&str| line.starts_with("pst_knight.");
    let about_knights = output.lines().filter(is_about);
    assert_eq!(about_knights.count(), 1, "{output}");
}

#[test]
fn the_last_line_before_the_move_counts_all_nodes() {
    let mut gui = Gui::start();
    gui.send("position startpos");
    let lines = gui.request("go nodes 20000", "bestmove");
    let (last, finished) = (&lines[lines.len() - 2], &lines[lines.len() - 3]);
    assert!(last.contains(" nodes 20000 "), "{last}");
    let of_depth = |line: &str| line.split(' ').nth(2).map(str::to_owned);
    assert_eq!(of_depth(last), of_depth(finished), "of the same depth");
    // A search that ends with its last iteration has nothing to add.
    let lines = gui.request("go depth 3", "bestmove");
    assert!(lines[lines.len() - 2].starts_with("info depth 3 "));
    assert!(lines[lines.len() - 3].starts_with("info depth 2 "));
}

#[test]
fn commands_are_answered_while_it_searches() {
    let mut gui = Gui::start();
    gui.send("position startpos");
    gui.request("go infinite", "info depth 5 ");
    gui.request("isready", "readyok");
    let stopped = gui.request("stop", "bestmove");
    assert!(stopped.last().unwrap().starts_with("bestmove "));
    // An infinite search that has seen everything still waits.
    gui.send("position fen k7/8/8/8/8/8/8/K7 w - - 0 1");
    gui.send("go infinite");
    gui.must_wait();
    gui.request("stop", "bestmove");
}

/// An unfilled gibibyte takes no memory, and to empty it takes none either.
#[cfg(target_os = "linux")]
#[test]
fn a_large_table_takes_what_is_in_it() {
    let mut gui = Gui::start();
    let resident = |gui: &mut Gui| -> u64 {
        assert_eq!(gui.request("isready", "readyok"), ["readyok"]);
        gui.memory("VmRSS:") / 1024
    };
    gui.send("setoption name Hash value 1024");
    assert!(resident(&mut gui) < 256);
    gui.request("go nodes 2000", "bestmove");
    let filled = resident(&mut gui);
    gui.send("ucinewgame");
    assert!(resident(&mut gui) < filled + 16);
}

#[test]
fn any_command_may_come_while_several_threads_search() {
    let mut gui = Gui::start();
    gui.send("setoption name Threads value 3");
    for interruption in [
        "stop",
        "ucinewgame",
        "setoption name Hash value 2",
        "setoption name Threads value 2",
        "setoption name endgame_rule value no_queens",
        "position startpos moves e2e4",
    ] {
        gui.request("go infinite", "info depth 4 ");
        gui.request(interruption, "bestmove");
    }
    gui.send("go infinite");
    gui.quit();
}

#[test]
fn nonsense_is_answered_and_changes_nothing() {
    let script = "position startpos moves e2e5\nsetoption name Hash value lots\n\
                  setoption name Moon value full\nsetoption name Threads value 0\n\
                  setoption name UCI_ShowWDL value perhaps\ngo depth many\nfly me\n\
                  position startpos moves d2d4\nd\n";
    let output = printed(&run(&[], script));
    let lines: Vec<&str> = output.lines().collect();
    let is_error = |line: &&&str| line.starts_with("info string error:");
    assert_eq!(lines.iter().filter(is_error).count(), 7, "{output}");
    assert!(lines[0].contains("move 1 (e2e5) is not legal"));
    assert!(lines[2].contains("SyzygyPath, endgame_rule, value.*, pst_pawn.*, "));
    assert!(lines[2].len() < 400, "{}", lines[2]);
    let fen = "Fen: rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1";
    assert!(lines[7..].contains(&fen), "{output}");
}

#[test]
fn piped_commands_are_answered_before_it_leaves() {
    let output = printed(&run(&[], "position startpos\ngo nodes 4000\n"));
    let last: Vec<&str> = output.lines().collect();
    assert!(last[last.len() - 1].starts_with("bestmove "), "{output}");
}

#[test]
fn eval_answers_every_line_and_reports_bad_ones() {
    let input = "startpos moves e2e4\n\nnonsense\n4k3/8/8/8/8/8/8/4K2R w K -\n";
    let output = run(&["eval", "--json"], input);
    assert_eq!(output.status.code(), Some(2));
    let printed_rows = printed(&output);
    let rows = printed_rows.lines().map(serde_json::from_str);
    let rows: Vec<Value> = rows.map(Result::unwrap).collect();
    assert_eq!(rows.len(), 3);
    assert_eq!(rows[0]["evaluator"], "michniewski");
    assert_eq!(rows[0]["total"], 40);
    assert_eq!(rows[0]["relative"], -40);
    assert_eq!(rows[0]["terms"]["pst_pawn"], serde_json::json!([50, 10]));
    assert!(rows[1]["error"].as_str().unwrap().contains("nonsense"));
    assert_eq!(rows[2]["meta"], serde_json::json!({"endgame": true}));
    let good = run(&["eval", "startpos", "moves", "e2e4"], "");
    assert!(good.status.success());
    assert!(printed(&good).contains("total"));
}

#[test]
fn bench_is_reproducible_and_ends_with_its_line() {
    let nodes = || {
        let output = printed(&run(&["bench", "4"], ""));
        let last = output.lines().last().unwrap().to_owned();
        let words: Vec<&str> = last.split(' ').collect();
        // OpenBench reads these words from the end.
        assert_eq!((words.len(), words[1], words[3]), (4, "nodes", "nps"), "{last}");
        assert!(words[2].parse::<u64>().is_ok(), "{last}");
        words[0].parse::<u64>().unwrap()
    };
    assert_eq!(nodes(), nodes());
}

#[test]
fn perft_counts_and_bad_arguments_are_refused() {
    assert!(printed(&run(&["perft", "3"], "")).contains("8902 leaves"));
    let kings = run(&["perft", "1", "8/8/8/8/8/8/8/8 w - - 0 1"], "");
    assert_eq!(kings.status.code(), Some(2));
    let error = String::from_utf8(kings.stderr).unwrap();
    error.must_have(&["the board is empty"]);
    assert_eq!(run(&["perft", "deep"], "").status.code(), Some(2));
    assert_eq!(run(&["sing"], "").status.code(), Some(2));
}

#[test]
fn lines_that_are_no_text_or_have_no_end_are_passed_over() {
    let endless = vec![b'x'; 3 << 20];
    let mut lines = vec![&b"setoption name Log value /caf\xe9"[..], &endless, b"joho \x1b[2J"];
    // Memory that is not available is not requested; a machine that has it is left alone.
    let free = engine_core::memory::available();
    let small = free.is_some_and(|bytes| bytes >> 20 < 65_536);
    if small {
        lines.push(b"setoption name Hash value 65536");
    }
    lines.push(b"go depth 2\n");
    let output = run(&[], lines.join(&b'\n'));
    assert!(output.status.success());
    let printed = printed(&output);
    let answers: Vec<&str> = printed.lines().collect();
    let expected = ["not UTF-8", "more than 1048576 bytes", "joho \\u001b[2J"];
    for (line, expected) in answers.iter().zip(expected) {
        assert!(line.starts_with("info string error: "), "{line}");
        assert!(line.contains(expected), "{line}");
    }
    assert_eq!(answers[3].contains("65536 MiB are requested"), small, "{answers:?}");
    assert!(answers.last().unwrap().starts_with("bestmove "), "{answers:?}");
}

#[test]
fn eval_reports_a_line_that_is_no_text_and_continues() {
    let output = run(&["eval"], b"startpos\n\xff\nstartpos\n");
    assert_eq!(output.status.code(), Some(2));
    let text = printed(&output);
    assert!(text.contains("error: line 2: it is not UTF-8 text"), "{text}");
    let answers = text.matches("centipawns from White's side").count();
    assert_eq!(answers, 2, "{text}");
}
