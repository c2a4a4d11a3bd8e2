use super::*;

#[test]
fn the_expected_line_begins_with_the_move_and_is_legal() {
    let position = Chess::default();
    let best = best_move(b" e2e4", &position).unwrap();
    for (text, plies) in [
        ("e2e4 E7E5 g1f3", 3),
        ("e2e4 e7e5 e4e5 b8c6", 2),
        ("e2e4 nonsense", 1),
        ("d2d4 d7d5", 1),
        ("", 1),
    ] {
        let line = expected(best, text, &position);
        assert_eq!((line[0], line.len()), (best, plies), "{text}");
    }
}

#[test]
fn moves_and_what_is_none() {
    use FailureKind::{IllegalMove, NotUtf8, NullMove, UnparsableMove};
    let position = Chess::default();
    for (answer, expected) in [
        (&b" e2e4"[..], None),
        (b" e2e4 ponder e7e5", None),
        (b" E2E4", None),
        (b" e2e5", Some(IllegalMove)),
        (b" e7e8q", Some(IllegalMove)),
        (b" P@e4", Some(IllegalMove)),
        (b"", Some(UnparsableMove)),
        (b" e4", Some(UnparsableMove)),
        (b" e2-e4", Some(UnparsableMove)),
        (b" 0000", Some(NullMove)),
        (b" (none)", Some(NullMove)),
        (b" e2e4\xff", Some(NotUtf8)),
    ] {
        let fault = best_move(answer, &position).err().map(|(kind, _)| kind);
        assert_eq!(fault, expected, "{}", printable(answer));
    }
    let (_, detail) = best_move(b" e9\x00", &position).unwrap_err();
    assert_eq!(detail, "bestmove e9\\u{0}");
}
