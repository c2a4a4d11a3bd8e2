//! Lines that no GUI should send, and what the engine binary makes of them.

#![allow(clippy::unwrap_used)]

use std::process::Output;

use engine_core::testkit::{output_of, printed};

fn run(arguments: &[&str], input: &[u8]) -> Output {
    output_of(env!("CARGO_BIN_EXE_michniewski"), arguments, input)
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
    let output = run(&[], &lines.join(&b'\n'));
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
