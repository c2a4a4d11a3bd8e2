use super::*;

fn read(text: &str) -> (Vec<RawGame>, Vec<String>) {
    let mut games = Games::new(text.as_bytes());
    let mut all = Vec::new();
    while let Some(game) = games.next_game().unwrap() {
        all.push(game);
    }
    (all, games.repairs().messages())
}

/// The moves of the games, and the lines in which they begin.
fn moves(text: &str) -> Vec<(usize, String)> {
    let (games, _) = read(text);
    let moves = games.iter().map(|game| {
        let words: Vec<&str> = game.movetext.split_whitespace().collect();
        (game.line(), words.join(" "))
    });
    moves.collect()
}

#[test]
fn games_end_at_results_and_tags() {
    let two =
        |line, first: &str, second: &str| vec![(1, first.to_owned()), (line, second.to_owned())];
    for (text, expected) in [
        // An empty line among the tags, and among the moves.
        (
            "[Event \"x\"]\n\n[White \"a\"]\n\n1. e4\n\n\n1... e5\n\n[Event \"y\"]\n1. d4 *\n",
            two(10, "1. e4 1... e5", "1. d4 *"),
        ),
        ("1. e4 e5 *\n\n1. d4 *\n", two(3, "1. e4 e5 *", "1. d4 *")),
        ("1. e4 e5 *\n1. d4 *\n", two(2, "1. e4 e5 *", "1. d4 *")),
        ("1. e4 e5\n\n1. d4\n", two(3, "1. e4 e5", "1. d4")),
        (
            "[White \"a\"] [Black \"b\"] 1. e4 *\n[White \"c\"] 1. d4 *",
            two(2, "1. e4 *", "1. d4 *"),
        ),
        ("e4 e5 *\nd4 d5 *\n", two(2, "e4 e5 *", "d4 d5 *")),
        // Games without moves.
        ("[White \"a\"]\n\n[White \"b\"]\n", two(3, "", "")),
        ("[Event \"x\"]\n[White \"a\"]\n[Event \"y\"]\n", two(3, "", "")),
        // Not two games.
        ("1. e4 (1. d4\n\n1. c4) e5 *", vec![(1, "1. e4 (1. d4 1. c4) e5 *".to_owned())]),
        (
            "1. e4 {a\n\n[White \"b\"]\n} e5 *",
            vec![(1, "1. e4 {a [White \"b\"] } e5 *".to_owned())],
        ),
        ("1. e4\n\n1... e5 *", vec![(1, "1. e4 1... e5 *".to_owned())]),
    ] {
        assert_eq!(moves(text), expected, "{text}");
        let old = text.replace('\n', "\r");
        assert_eq!(moves(&old), expected, "{text}");
    }
}

#[test]
fn a_comment_that_is_not_closed_ends_with_its_game() {
    let game =
        |white: &str, moves: &str| format!("[Event \"x\"]\n[White \"{white}\"]\n\n{moves}\n\n");
    let text =
        game("a", "1. e4 {open 1-0") + &game("b", "1. d4 1-0") + &game("c", "1. c4 {ok} 1-0");
    let (games, repairs) = read(&text);
    let whites: Vec<_> = games.iter().filter_map(|game| game.tags.get("White")).collect();
    assert_eq!(whites, ["a", "b", "c"]);
    assert_eq!(
        repairs,
        [
            "game 1: a comment that begins in line 4 is not closed and is read as ending with the game; up to the next \
          brace it would end in game 3"
        ]
    );
    // The last game, also without another brace in the file, and without Event tags.
    let (games, repairs) = read(&(game("a", "1. e4 *") + &game("b", "1. d4 {open")));
    assert_eq!(games.len(), 2);
    assert!(repairs[0].starts_with("game 2: ") && repairs[0].ends_with("ending with the game"));
    let plain = text.replace("[Event \"x\"]\n", "");
    assert_eq!(read(&plain).0.len(), 3);
    // One that is closed keeps its contents, and is reported.
    let closed = game("a", "1. e4 {open") + &game("b", "1. d4 } 1... e5 1-0") + &game("c", "*");
    let (games, repairs) = read(&closed);
    assert_eq!(games.len(), 2);
    assert_eq!(
        repairs,
        [
            "game 1: a comment that begins in line 4 ends in line 9, with the tags of 1 more game in it, which are not read"
        ]
    );
    // Without an end and without a brace no more is held than there can be in a comment.
    let long = game("a", "1. e4 {open") + &game("b", "1. d4 *").repeat(60_000);
    assert_eq!(read(&long).0.len(), 60_001);
}

#[test]
fn repairs_are_counted_with_their_first_line() {
    let text = "[White \"A \"B\" C\"]\n[Annotator x]\n[Black \"D \"E\"\"]\n\n1. e4 *\n";
    let (games, repairs) = read(text);
    assert_eq!(games[0].tags.get("White"), Some("A \"B\" C"));
    assert_eq!(
        repairs,
        [
            "2 tags have quotes in the value without a backslash (the first in line 1); they are read as a part of it",
            "1 line begins like a tag without being one (the first is line 2); they are passed over",
        ]
    );
    let mut latin = Games::new(&b"[White \"M\xfcller\"]\n\n1. e4 *\n"[..]);
    let game = latin.next_game().unwrap().unwrap();
    assert_eq!(game.tags.get("White"), Some("Müller"));
    assert!(latin.repairs().messages()[0].contains("read as Windows-1252"));
    assert!(read("[White \"Müller\"]\n\n1. e4 *\n").1.is_empty());
}
