//! Lines that no GUI should send, and what the engine binary makes of them.

#![allow(clippy::unwrap_used)]

use std::io::Write;
use std::process::{Command, Output, Stdio};

/// The engine's output for this input, at the end of which it quits.
fn run(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_michniewski"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    child.wait_with_output().unwrap()
}

fn text(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).unwrap()
}

#[test]
fn lines_that_are_no_text_or_have_no_end_are_passed_over() {
    let endless = vec![b'x'; 3 << 20];
    let mut lines = vec![
        &b"setoption name Log value /caf\xe9"[..],
        &endless,
        b"joho \x1b[2J",
    ];
    // Memory that is not available is not requested; a machine that has it is left alone.
    let free = engine_core::memory::available();
    let small = free.is_some_and(|bytes| bytes >> 20 < 65_536);
    if small {
        lines.push(b"setoption name Hash value 65536");
    }
    lines.push(b"go depth 2\n");
    let output = run(&[], &lines.join(&b'\n'));
    assert!(output.status.success());
    let answers: Vec<&str> = text(&output).lines().collect();
    for (line, expected) in ["not UTF-8", "more than 1048576 bytes", "joho \\u001b[2J"]
        .into_iter()
        .enumerate()
    {
        assert!(
            answers[line].starts_with("info string error: "),
            "{answers:?}"
        );
        assert!(answers[line].contains(expected), "{answers:?}");
    }
    assert_eq!(
        answers[3].contains("65536 MiB are requested"),
        small,
        "{answers:?}"
    );
    assert!(
        answers.last().unwrap().starts_with("bestmove "),
        "{answers:?}"
    );
}

#[test]
fn eval_reports_a_line_that_is_no_text_and_continues() {
    let output = run(&["eval"], b"startpos\n\xff\nstartpos\n");
    assert_eq!(output.status.code(), Some(2));
    let text = text(&output);
    assert!(
        text.contains("error: line 2: it is not UTF-8 text"),
        "{text}"
    );
    let answers = text.matches("centipawns from White's side").count();
    assert_eq!(answers, 2, "{text}");
}
