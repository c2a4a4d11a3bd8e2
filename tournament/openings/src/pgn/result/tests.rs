use super::*;

fn games(text: &str) -> Vec<Result<PgnResult, FaultyGame>> {
    let mut scanner = Results::new(text.as_bytes());
    let mut games = Vec::new();
    while let Some(game) = scanner.next_game().unwrap() {
        games.push(game);
    }
    games
}

fn game(result: &str, moves: &str) -> String {
    format!("[Event \"x\"]\n[White \"A\"]\n[Black \"B\"]\n{result}\n\n{moves}\n\n")
}

#[test]
fn games_that_count() {
    for (result, moves, half_points) in [
        ("[Result \"1-0\"]", "1. e4 e5 1-0", 2),
        ("[Result \"0-1\"]", "1. e4 {0-1 [x}\n{\n[White \"C\"]\n} 0-1", 0),
        ("[Result \"1/2-1/2\"]", "1. e4 e5", 1),
        ("[Round \"1\"]", "1. e4 e5\n\n2. d4 {Black resigns} 1-0 {late}", 2),
        ("[Result \"1-0\"]", "", 2),
    ] {
        let text = game(result, moves);
        let found = games(&text.repeat(2));
        assert_eq!(found.len(), 2, "{text}");
        for game in found {
            assert_eq!(game.unwrap().white_half_points, half_points, "{text}");
        }
    }
    let escaped = "[White \"A \\\"x\\\\\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1-0\n";
    assert_eq!(games(escaped)[0].as_ref().unwrap().white, "A \"x\\");
}

#[test]
fn games_that_do_not() {
    for (result, moves, reason) in [
        ("[Result \"*\"]", "1. e4 *", "it has no result"),
        ("", "1. e4", "it has no result"),
        ("[Result \"2-0\"]", "1. e4", "\"2-0\" is no result"),
        ("[Variant \"Horde\"]\n[Result \"1-0\"]", "1. e4 1-0", "a game of \"Horde\""),
        ("[Result \"1-0\"]", "1. e4 0-1", "is 1-0 and the moves end with 0-1"),
        ("[Black \"A\"]\n[Result \"1-0\"]", "1-0", "A plays both sides"),
        ("[Black \"?\"]\n[Result \"1-0\"]", "1-0", "the Black tag has no name"),
        ("[Result \"1-0]", "1-0", "is not a tag"),
    ] {
        let text = game("[Result \"1-0\"]", "1-0") + &game(result, moves);
        let found = games(&text);
        assert!(found[0].is_ok());
        let faulty = found[1].as_ref().unwrap_err();
        assert_eq!(faulty.line, 8);
        assert!(faulty.reason.contains(reason), "{faulty:?}");
    }
    // A comment that is never closed costs one game, not the file.
    let open = game("[Result \"1-0\"]", "1. e4 {open") + &game("[Result \"0-1\"]", "0-1");
    assert_eq!(games(&open).len(), 2);
}

#[test]
fn a_round_ends_before_its_last_dot() {
    assert_eq!(stem("7"), "7");
    assert_eq!(stem("7.12.2"), "7.12");
}
