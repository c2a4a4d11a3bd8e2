//! Games of PGN files: where they end, their tags, words, moves, scores and results.

use openings::pgn::{Games, GivenScore, GivenValue, PgnResult, RawGame};
use openings::{Opening, OpeningError, ReadOptions, UnusableGame, Variant, WholeGame, games_of, moves_of};
use shakmaty::Color;

use super::{STANDARD, openings_of};

/// The games of a text, and the repairs.
fn read(text: &str) -> (Vec<RawGame>, Vec<String>) {
    let mut games = Games::new(text.as_bytes());
    let mut all = Vec::new();
    while let Some(game) = games.next_game().unwrap() {
        all.push(game);
    }
    (all, games.repairs())
}

/// The moves of a game in UCI, with spaces between them; or the reason that it cannot be played.
fn moves(game: &RawGame) -> Result<String, String> {
    let played = moves_of(game).map_err(|unusable| unusable.reason)?;
    Ok(played.uci_moves().join(" "))
}

/// The games of a text, each with its tags and its moves or its fault, and the beginnings of the repairs.
fn shown(text: &str) -> String {
    let (games, repairs) = read(text);
    let game = |game: &RawGame| {
        let tags = game.tags.pairs().map(|(name, value)| format!("{name}={value}, "));
        tags.collect::<String>() + &moves(game).unwrap_or_else(|reason| reason)
    };
    let repair = |repair: &String| repair.split(' ').take(3).collect::<Vec<_>>().join(" ");
    games.iter().map(game).chain(repairs.iter().map(repair)).collect::<Vec<_>>().join("; ")
}

#[test]
fn games_end_at_results_and_tags() {
    for (text, expected) in [
        // An empty line among the tags, and among the moves.
        (
            "[Event \"x\"]\n\n[White \"a\"]\n\n1. e4\n\n\n1... e5\n\n[Event \"y\"]\n1. d4 *\n",
            &[(1, "e2e4 e7e5"), (10, "d2d4")][..],
        ),
        ("1. e4 e5 *\n\n1. d4 *\n", &[(1, "e2e4 e7e5"), (3, "d2d4")]),
        ("1. e4 e5 *\n1. d4 *\n", &[(1, "e2e4 e7e5"), (2, "d2d4")]),
        ("1. e4 e5\n\n1. d4\n", &[(1, "e2e4 e7e5"), (3, "d2d4")]),
        ("[White \"a\"] [Black \"b\"] 1. e4 *\n[White \"c\"] 1. d4 *", &[(1, "e2e4"), (2, "d2d4")]),
        ("e4 e5 *\nd4 d5 *\n", &[(1, "e2e4 e7e5"), (2, "d2d4 d7d5")]),
        ("1. e4 {a\n; b} e5 *\n\n1. d4 *", &[(1, "e2e4 e7e5"), (4, "d2d4")]),
        // Games without moves.
        ("[White \"a\"]\n\n[White \"b\"]\n", &[(1, ""), (3, "")]),
        ("[Event \"x\"]\n[White \"a\"]\n[Event \"y\"]\n", &[(1, ""), (3, "")]),
        // Not two games.
        ("1. e4 (1. d4\n\n1. c4) e5 *", &[(1, "e2e4 e7e5")]),
        ("1. e4 {a\n[White \"b\"]\n} e5 *", &[(1, "e2e4 e7e5")]),
        ("1. e4\n\n1... e5 *", &[(1, "e2e4 e7e5")]),
        ("1. e4 e5\n1. d4 *", &[(1, "e2e4 e7e5 d2d4")]),
    ] {
        for text in [text.to_owned(), text.replace('\n', "\r")] {
            let (games, _) = read(&text);
            let found = games.iter().map(|game| match moves(game) {
                Err(reason) if reason == "it has no moves and no result" => (game.line(), String::new()),
                moves => (game.line(), moves.unwrap()),
            });
            let expected = expected.iter().map(|&(line, moves)| (line, moves.to_owned()));
            assert_eq!(found.collect::<Vec<_>>(), expected.collect::<Vec<_>>(), "{text}");
        }
    }
}

#[test]
fn a_comment_that_is_not_closed_ends_with_its_game() {
    let game = |white: &str, moves: &str| format!("[Event \"x\"]\n[White \"{white}\"]\n\n{moves}\n\n");
    let text = game("a", "1. e4 {open 1-0") + &game("b", "1. d4 {ok} 1-0") + &game("c", "*{");
    let expected = ["2 comments are not closed (the first begins in line 4); each is read as ending with its game"];
    for text in [text.clone(), text.replace("[Event \"x\"]\n", "\n")] {
        let (games, repairs) = read(&text);
        let whites: Vec<_> = games.iter().filter_map(|game| game.tags.get("White")).collect();
        assert_eq!(whites, ["a", "b", "c"]);
        assert_eq!(repairs, expected);
    }
}

#[test]
fn repairs_are_counted_with_their_first_line() {
    let text = "[White \"A \"B\" C\"]\n[Annotator x]\n[Black \"D \"E\"\"]\n\n1. e4 *\n";
    let quotes =
        "2 tags have quotes in the value without a backslash (the first in line 1); they are read as a part of it";
    let no_tag = "1 line begins like a tag without being one (the first is line 2); they are passed over";
    assert_eq!(read(text).1, [quotes, no_tag]);
    let mut latin = Games::new(&b"[White \"M\xfcller\"]\n\n1. e4 *\n"[..]);
    let game = latin.next_game().unwrap().unwrap();
    assert_eq!(game.tags.get("White"), Some("Müller"));
    assert!(latin.repairs()[0].contains("read as Windows-1252"));
    assert!(read("[White \"Müller\"]\n\n1. e4 *\n").1.is_empty());
}

#[test]
fn tags_are_read_as_they_are_meant_or_refused() {
    for (text, expected) in [
        // Quotes inside a value are a part of it.
        (r#"[White "Ann"] e4"#, "White=Ann, e2e4"),
        (r#"[White ""] e4"#, "White=, e2e4"),
        (r#"[White "Meyer "Ace" A"] e4"#, r#"White=Meyer "Ace" A, e2e4; 1 tag has"#),
        (r#"[Black "Bot "v2""] e4"#, r#"Black=Bot "v2", e2e4; 1 tag has"#),
        (r#"[White ""Ace" Meyer"] e4"#, r#"White="Ace" Meyer, e2e4; 1 tag has"#),
        (r#"[Event "The "Final"] match"]"#, r#"Event=The "Final"] match, NONE; 1 tag has"#),
        (r#"[White "A \"x\\"] e4"#, r#"White=A "x\, e2e4"#),
        (r#"[Site "C:\chess\"] e4"#, r"Site=C:\chess\, e2e4"),
        (r#"[ White  "Ann" ]  e4"#, "White=Ann, e2e4"),
        (r#"[White"Ann"] e4"#, "White=Ann, e2e4"),
        ("[White \"Ann\"\ne4", "White=Ann, e2e4"),
        (r#"[White "a] b"] e4"#, "White=a] b, e2e4"),
        // Several in a line, and moves after them.
        (
            r#"[White "Ann "A""] [Black "Bob"][Result "1-0"] 1. e4 1-0"#,
            r#"White=Ann "A", Black=Bob, Result=1-0, e2e4; 1 tag has"#,
        ),
        // Essential ones must not be broken.
        ("[Result \"1-0]\n1. e4 *", "[Result \"1-0] BROKEN; 1 line begins"),
        ("[White Ann]\n1. e4 *", "[White Ann] BROKEN; 1 line begins"),
        ("[FEN]\n1. e4 *", "[FEN] BROKEN; 1 line begins"),
        ("[Annotator Ann]\n1. e4 *", "e2e4; 1 line begins"),
        ("[Whitecap Ann]\n1. e4 *", "e2e4; 1 line begins"),
        ("[%clk 1]", "\"[%clk\" is not a move"),
        ("[]", "\"[]\" is not a move"),
    ] {
        let expected = expected.replace("NONE", "it has no moves and no result");
        let expected = expected.replace("BROKEN", "is not a tag; write [Name \"value\"]");
        assert_eq!(shown(text), expected, "{text}");
    }
    // The last of a name counts, and names have no case.
    let (games, _) = read(r#"[white "A"] [White "B"] [Round "?"]"#);
    let tags = &games[0].tags;
    assert_eq!((tags.get("WHITE"), tags.known("Round"), tags.get("FEN")), (Some("B"), None, None));
}

#[test]
fn moves_among_all_that_stands_beside_them() {
    let spanish = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6";
    let berlin = "e2e4 e7e5 g1f3 b8c6 f1b5 g8f6 e1g1";
    let knights = "e2e4 e7e5 g1f3 b8c6";
    for (text, expected) in [
        ("1. e4 e5 2.Nf3 Nc6 3 Bb5 3... a6", spanish),
        ("1.e4! $14 e5 $132 ± 2. Nf3 ∓ +/- Nc6 =", knights),
        ("1. e4 ⩲ N e5 D 2. Nf3 ∞ Δ Nc6 −+ +− => □", knights),
        ("1. e4 (1. d4 (1. c4 {)} zz)) e5 ; (rest\n2. Nf3", "e2e4 e7e5 g1f3"),
        ("1. e4 {a (b [c] 1-0} e5(2. f4)2. Nf3", "e2e4 e7e5 g1f3"),
        ("1. e2-e4! e5 2.♘f3!! ♞c6 ± 3.Bb5 $3$4 a6!? = N 1-0", spanish),
        ("1.e2-e4 1… e5 2.…Nf3 Nc6 Bb5 ...a7a6", spanish),
        (
            "[FEN \"r3k3/8/8/3pP3/8/8/8/4K2R w Kq d6 0 9\"]\n9. exd6 e.p. 0-0-0 10. 0-0 Kd7",
            "FEN=r3k3/8/8/3pP3/8/8/8/4K2R w Kq d6 0 9, e5d6 e8c8 e1g1 c8d7",
        ),
        (
            "[FEN \"8/P6P/7r/6k1/8/8/1p2K3/2R5 w - - 0 50\"]\n50. a8(Q) b1(n)+ 51. Rc8 (51. b8) Rxh7 ch",
            "FEN=8/P6P/7r/6k1/8/8/1p2K3/2R5 w - - 0 50, a7a8q b2b1n c1c8 h6h7",
        ),
        ("e4 {open", "e2e4; 1 comment is"),
        ("1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O *", berlin),
        ("1.e4 e5 2.Nf3 Nc6 3.Bb5 Nf6 4.0-0 1/2-1/2\n", berlin),
        ("e4! $1 e5?! (c5 2. Zz9 (2. c3)) Nf3 {a [b] (c}\nNc6 ; rest\n3. Bb5 Nf6\n4. O-O", berlin),
        ("\u{feff}% escape\n1. e4 e5\n\n2. Nf3 Nc6\n\n3. Bb5 {\n[%clk 1]\n} Nf6 4. O-O 1-0", berlin),
        ("1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O\n*", berlin),
    ] {
        assert_eq!(shown(text), expected, "{text}");
    }
    for (text, half_points) in [("1-0", 2), ("0–1", 0), ("½-½", 1), ("1/2", 1)] {
        let games = whole(&format!("1. e4 e5 {text}\n")).unwrap();
        assert_eq!(games[0].as_ref().unwrap().white_half_points, half_points, "{text}");
    }
}

fn parse(text: &str, plies: Option<u32>) -> Result<Vec<Opening>, String> {
    openings_of("x.pgn", text, &ReadOptions { plies, ..STANDARD })
}

#[test]
fn several_games_and_their_names() {
    let text = "[Opening \"Ruy Lopez\"]\n[Variation \"Berlin\"]\n\n1. e4 e5 *\n\n\
                [ECO \"C20\"]\n\n1. e4 e5 *\n[Opening \"?\"]\n1. d4 *\n\n1. c4 *\n";
    let openings = parse(text, None).unwrap();
    let names: Vec<_> = openings.iter().map(|o| (o.name.as_str(), o.eco.as_str())).collect();
    assert_eq!(names, [("Ruy Lopez, Berlin", ""), ("", "C20"), ("", ""), ("", "")]);
    assert_eq!(openings[3].uci_moves(), ["c2c4"]);
    let openings = parse("1. e4 e5 2. Nf3 Qh4??", Some(3)).unwrap();
    assert_eq!(openings[0].uci_moves(), ["e2e4", "e7e5", "g1f3"]);
    let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 3 9";
    let openings = parse(&format!("[FEN \"{fen}\"]\n\n9. e4 Kd7 *\n"), None).unwrap();
    assert_eq!(openings[0].uci_moves(), ["e2e4", "e8d7"]);
    assert_eq!(openings[0].start_fen().as_deref(), Some(fen));
}

#[test]
fn games_of_other_rules_are_refused() {
    let game = |variant: &str| format!("[Variant \"{variant}\"]\n\n1. e4 e5 *\n");
    for chess in ["Standard", "From Position", "normal", "?"] {
        assert_eq!(parse(&game(chess), None).unwrap().len(), 1, "{chess}");
    }
    for fischer in ["Chess960", "fischerandom"] {
        let (games, _) = read(&game(fischer));
        assert_eq!(moves_of(&games[0]).unwrap().variant, Variant::Chess960, "{fischer}");
    }
    for other in ["Atomic", "Chess960", "Crazyhouse"] {
        let error = parse(&game(other), None).unwrap_err();
        let expected = format!("a game of {other:?}");
        assert!(error.contains(&expected), "{error}");
    }
}

#[test]
fn bad_games_have_a_number_a_line_and_a_reason() {
    for (game, reason) in [
        ("1. e4 e5 2. Nf9 Nc6 *", "5: game 2: \"Nf9\" is not a move; correct the game or"),
        ("1. e4 e5 2. Nf6 *", "5: game 2: after 2 half-moves Nf6 is not legal"),
        ("1. f3 e5 2. g4 Qh4# 0-1", "5: game 2: the game is already over by checkmate"),
        ("1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 *", "5: game 2: the game is already over by a three"),
        ("[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n*", "5: game 2: the board is empty"),
        ("1. e4 (1. d4 d5\n2. c4 1-0", "5: game 2: a variation that begins here is not closed"),
        ("1. e4\n(1. d4 (1. c4) 1-0", "6: game 2: a variation that begins here is not closed"),
        ("1. e4 e5 1-0 2. d4", "5: game 2: moves follow after its result"),
        ("[FEN \"8/8/8/8]\n\n1. e4 *", "5: game 2: [FEN \"8/8/8/8] is not a tag; write"),
        ("[White \"a\"]\n\n1. e4 Z0 *", "7: game 2: after 1 half-moves there is a null move, Z0, which"),
        ("1. e4 e5 2. Nc3 Nf6 3. Ne2 *", "after 4 half-moves Ne2 is ambiguous: Nge2 or Nce2"),
        ("1. e4 {a} b} e5 *", "5: game 2: \"b\" is not a move"),
        ("}", "5: game 2: \"}\" is not a move"),
        ("[Event \"x\"]\n\n[Event \"y\"]\n\n1. d4 *", "5: game 2: it has no moves and no result"),
        // The line is that of the move.
        ("1. e4\n\n% x\ne5 {a\nb} 2. Nf3\nNc9 *", "10: game 2: \"Nc9\" is not a move"),
    ] {
        let text = format!("[Event \"good\"]\n\n1. e4 *\n\n{game}\n");
        let error = parse(&text, None).unwrap_err();
        assert!(error.starts_with("x.pgn:") && error.contains(reason), "{game}: {error}");
        assert!(error.ends_with("pass over bad ones (--skip-bad, openings.skip_bad)"), "{error}");
    }
    for text in ["--", "Z0", "1. --", "2...Z0", "0000", "<>", "null"] {
        let word = text.rsplit([' ', '.']).next().unwrap();
        let reason = format!("there is a null move, {word}, which engines cannot play");
        assert!(shown(text).contains(&reason), "{text}: {}", shown(text));
    }
}

/// The scores of the only game of a text.
fn scores(text: &str) -> Vec<Option<GivenScore>> {
    whole(text).unwrap().remove(0).unwrap().scores
}

#[test]
fn scores_belong_to_the_positions_that_they_are_about() {
    let values =
        |text: &str| -> Vec<Option<GivenValue>> { scores(text).into_iter().map(|score| Some(score?.value)).collect() };
    let cp = |cp| Some(GivenValue::Centipawns(cp));
    assert_eq!(
        values("1. e4 {+0.30/10 1s} e5 {-0.20/11 1s} 2. Nf3 {book} Nc6 1-0"),
        [cp(30), cp(-20), None, None, None]
    );
    assert_eq!(
        values("1. e4 {[%eval 0.3]} (1. d4 {[%eval 9.0]}) e5 {[%eval -0.2]} 2. Nf3 1-0"),
        [None, cp(-30), cp(-20), None]
    );
}

#[test]
fn scores_of_lichess_match_tools_and_tcec() {
    use Color::{Black, White};
    use GivenValue::{Centipawns, Mate};
    /// A comment is about the position before the move or the one after it.
    const BEFORE: usize = 1;
    const AFTER: usize = 0;
    for (comment, mover, expected) in [
        (" [%eval 0.35] [%clk 0:01:00] ", White, Some((AFTER, Centipawns(-35), None))),
        ("[%eval -1.2,18]", Black, Some((AFTER, Centipawns(-120), Some(18)))),
        ("[%eval #-3]", White, Some((AFTER, Mate(3), None))),
        ("[%eval #2]", Black, Some((AFTER, Mate(2), None))),
        ("+0.35/12 0.1s", White, Some((BEFORE, Centipawns(35), Some(12)))),
        ("-0.35/12 0.1s", Black, Some((BEFORE, Centipawns(-35), Some(12)))),
        ("+M5/20 1s", Black, Some((BEFORE, Mate(5), Some(20)))),
        ("-M4/20 1s", White, Some((BEFORE, Mate(-4), Some(20)))),
        ("(Nf3 d5) 0.12/10 5", White, Some((BEFORE, Centipawns(12), Some(10)))),
        ("d=24, sd=40, wv=-0.50, R50=50", Black, Some((BEFORE, Centipawns(50), Some(24)))),
        ("book", White, None),
        ("0 draws, 1/2 of the games", White, None),
        ("[%eval nan]", White, None),
        ("12.5/x", White, None),
    ] {
        let before = if mover.is_white() { "e4" } else { "e4 e5" };
        let scores = scores(&format!("{before} {{{comment}}} 1-0"));
        let plies = scores.len() - 1;
        let found = scores
            .iter()
            .enumerate()
            .filter_map(|(place, score)| score.map(|score| (plies - place, score.value, score.depth)));
        assert_eq!(found.collect::<Vec<_>>(), Vec::from_iter(expected), "{comment}");
    }
}

fn games(text: &str) -> Vec<Result<PgnResult, UnusableGame>> {
    read(text).0.iter().map(PgnResult::of).collect()
}

fn game(result: &str, moves: &str) -> String {
    format!("[Event \"x\"]\n[White \"A\"]\n[Black \"B\"]\n{result}\n\n{moves}\n\n")
}

#[test]
fn games_that_count_and_games_that_do_not() {
    for (result, moves, expected) in [
        ("[Result \"1-0\"]", "1. e4 e5 1-0", Ok(2)),
        ("[Result \"0-1\"]", "1. e4 {0-1 [x}\n{\n[White \"C\"]\n} 0-1", Ok(0)),
        ("[Result \"1/2-1/2\"]", "1. e4 e5", Ok(1)),
        ("[Round \"1\"]", "1. e4 e5\n\n2. d4 {Black resigns} 1-0 {late}", Ok(2)),
        ("[Result \"1-0\"]", "", Ok(2)),
        ("[Result \"*\"]", "1. e4 *", Err("it has no result")),
        ("", "1. e4", Err("it has no result")),
        ("[Result \"2-0\"]", "1. e4", Err("\"2-0\" is not a result")),
        ("[Variant \"Horde\"]\n[Result \"1-0\"]", "1. e4 1-0", Err("a game of \"Horde\"")),
        ("[Result \"1-0\"]", "1. e4 0-1", Err("is 1-0 and the moves end with 0-1")),
        ("[Black \"A\"]\n[Result \"1-0\"]", "1-0", Err("A plays both sides")),
        ("[Black \"?\"]\n[Result \"1-0\"]", "1-0", Err("the Black tag has no name")),
        ("[Result \"1-0]", "1-0", Err("is not a tag")),
    ] {
        let text = game("[Result \"1-0\"]", "1-0") + &game(result, moves);
        let found = games(&text);
        assert!(found.len() == 2 && found[0].is_ok(), "{text}");
        match (&found[1], expected) {
            (Ok(game), Ok(half_points)) => assert_eq!(game.white_half_points, half_points),
            (Err(UnusableGame { line: 8, reason }), Err(part)) if reason.contains(part) => {}
            (found, expected) => panic!("{found:?}, and not {expected:?}"),
        }
    }
    for (round, stem) in [("7", "7"), ("7.12.2", "7.12")] {
        let text = game(&format!("[Round \"{round}\"]\n[Result \"1-0\"]"), "1-0");
        assert_eq!(games(&text)[0].as_ref().unwrap().round.as_deref(), Some(stem));
    }
    let escaped = "[White \"A \\\"x\\\\\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1-0\n";
    assert_eq!(games(escaped)[0].as_ref().unwrap().white, "A \"x\\");
}

fn whole(text: &str) -> Result<Vec<Result<WholeGame, UnusableGame>>, String> {
    let mut all = Vec::new();
    games_of("a.pgn", text.as_bytes(), |game| {
        all.push(game);
        Ok::<(), OpeningError>(())
    })
    .map_err(|error| error.to_string())?;
    Ok(all)
}

#[test]
fn games_with_results_and_games_without() {
    let text = "[White \"A\"]\n[Black \"A\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n\n\
                [Result \"*\"]\n\n1. d4 *\n\n1. c4 oops 0-1\n\n\
                [Result \"0-1\"]\n\n1. f3 {1-0} e5 2. g4 Qh4# 0-1\n\n";
    let games = whole(text).unwrap();
    let played = games.iter().flatten();
    let played: Vec<_> = played.map(|game| (game.white_half_points, game.opening.moves.len())).collect();
    assert_eq!((games.len(), &played[..]), (4, &[(2, 2), (0, 4)][..]));
    for (index, line, reason) in [(1, 7, "no result"), (2, 11, "\"oops\" is not a move")] {
        let unusable = games[index].as_ref().unwrap_err();
        assert_eq!(unusable.line, line);
        assert!(unusable.reason.contains(reason), "{unusable:?}");
    }
    let error = whole("").unwrap_err();
    assert!(error.contains("a.pgn: there are no games"), "{error}");
}
