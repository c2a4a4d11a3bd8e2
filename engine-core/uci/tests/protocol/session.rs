//! Commands other than searches: who the engine is, its options, extras, and nonsense.

use engine_core::testkit::{Contents, output_of, printed};

use crate::{ENGINE, Gui, rows};

/// What the engine prints for these lines of input.
#[track_caller]
fn answers(input: impl AsRef<[u8]>) -> String {
    let output = output_of(ENGINE, &[], input);
    assert!(output.status.success(), "{output:?}");
    printed(&output)
}

#[test]
fn it_introduces_itself_and_its_options() {
    let hello = answers("uci\nhelp\nregister x\njoho isready\n");
    assert!(hello.starts_with("id name Material"), "{hello}");
    rows("introductions").iter().for_each(|[part]| hello.must_have(&[&part.replace('¶', "\n")]));
    assert!(hello.ends_with("readyok\n"), "{hello}");
}

#[test]
fn every_printed_default_can_be_set() {
    let mut input = String::new();
    for line in answers("uci\n").lines().filter_map(|line| line.strip_prefix("option name ")) {
        let (name, kind) = line.split_once(" type ").unwrap();
        let default = crate::word(kind, "default").unwrap_or_default();
        for name in [name, &name.to_uppercase()] {
            input += &format!("setoption name {name} value {default}\n");
        }
    }
    assert_eq!((input.lines().count(), answers(input).as_str()), (30, ""));
}

#[test]
fn a_number_of_the_evaluation_is_set_by_its_name() {
    let output = answers(
        "position fen 4k3/8/8/8/8/8/8/3QK3 w - - 0 1\neval\nsetoption name Value.QUEEN value 917\neval\n\
         setoption name value.queen value 2001\nsetoption name value.king value 1\n",
    );
    let totals = output.lines().filter_map(|line| line.trim().strip_prefix("total"));
    let totals: Vec<&str> = totals.filter_map(|rest| rest.split_whitespace().next()).collect();
    assert_eq!(totals, ["900", "917"], "{output}");
    output.must_have(&["it takes a whole number from -2000 to 2000", "did you mean \"value."]);
}

#[test]
fn nonsense_is_answered_and_changes_nothing() {
    let nonsense: Vec<[&str; 3]> = rows("nonsense");
    let input: String = nonsense.iter().map(|[line, ..]| format!("{line}\n")).collect();
    let output = answers(input + "position startpos moves d2d4\nd\n");
    let lines: Vec<&str> = output.lines().collect();
    let (errors, board) = lines.split_at(nonsense.len());
    for (error, [_, part, more]) in errors.iter().zip(nonsense) {
        error.must_have(&["info string error:", part, more]);
    }
    assert_eq!(board[1], " | r | n | b | q | k | b | n | r | 8");
    assert_eq!(board[9], " |   |   |   | P |   |   |   |   | 4");
    assert_eq!(board[19], "Fen: rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1");
    assert!(board[20].starts_with("Key: ") && board[21].starts_with("Checkers:"), "{output}");
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
    // Piped commands are answered before it leaves.
    lines.push(b"go depth 2\n");
    let output = answers(lines.join(&b'\n'));
    let answers: Vec<&str> = output.lines().collect();
    let expected = ["not UTF-8", "more than 1048576 bytes", "joho \\u001b[2J"];
    for (line, expected) in answers.iter().zip(expected) {
        assert!(line.starts_with("info string error: ") && line.contains(expected), "{line}");
    }
    assert_eq!(answers[3].contains("65536 MiB are requested"), small, "{answers:?}");
    assert!(answers.last().unwrap().starts_with("bestmove "), "{answers:?}");
}

#[test]
fn options_that_change_the_output() {
    let output = answers(
        "setoption name UCI_ShowWDL value true\nsetoption name UCI_AnalyseMode value true\n\
         setoption name Ponder value true\ngo depth 4\n",
    );
    let infos: Vec<&str> = output.lines().filter(|line| line.starts_with("info depth")).collect();
    assert!(infos.len() >= 4, "{output}");
    for line in infos {
        let shares = line.split_once(" wdl ").unwrap().1.split(' ').take(3);
        let shares = shares.map(|share| share.parse::<u32>().unwrap());
        assert_eq!(shares.sum::<u32>(), 1000, "{line}");
    }
}

/// An unfilled gibibyte takes no memory, and to empty it takes none either.
#[cfg(target_os = "linux")]
#[test]
fn a_large_table_takes_what_is_in_it() {
    let mut gui = Gui::start();
    let resident = |gui: &mut Gui| {
        assert_eq!(gui.request("isready", "readyok"), ["readyok"]);
        crate::memory(&gui.child, "VmRSS:").unwrap() / 1024
    };
    gui.send("setoption name Hash value 1024");
    assert!(resident(&mut gui) < 256);
    gui.request("go nodes 2000", "bestmove");
    let filled = resident(&mut gui);
    gui.send("ucinewgame");
    assert!(resident(&mut gui) < filled + 16);
}

#[test]
fn long_work_beside_searching_can_be_stopped() {
    let mut gui = Gui::start();
    gui.send("bench 3\nisready");
    // Piped input is answered in turn, and the last line is that of the shell's command.
    gui.until("readyok");
    let lines = gui.request("bench deep", "info string error: bench takes");
    assert!(lines.len() < 40);
    // Hours of work are given up at once, and commands answered meanwhile.
    for (long, last) in [("perft 12", "Nodes searched"), ("bench 40", " nps")] {
        gui.send(long);
        gui.request("isready", "readyok");
        gui.send("stop");
        let lines = gui.request("isready", "readyok");
        assert!(lines.iter().all(|line| !line.contains(last)), "{lines:?}");
    }
    let lines = gui.request("go perft 4000000000", "info string error");
    lines[0].must_have(&["perft counts at most 20 plies"]);
}
