//! Games of PGN files: where they end, their tags, words, moves, scores and results.

use engine_core::testkit::Contents;
use openings::pgn::{Games, GivenScore, GivenValue, PgnResult, RawGame};
use openings::{Opening, OpeningError, ReadOptions, UnusableGame, Variant, WholeGame, games_of, moves_of};

use super::{STANDARD, openings_of, rows};

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
    for [text, expected] in rows("games and the lines in which they begin") {
        for text in [text.clone(), text.replace('\n', "\r")] {
            let (games, _) = read(&text);
            let found = games.iter().map(|game| match moves(game) {
                Err(reason) if reason == "it has no moves and no result" => format!("{}: no moves", game.line()),
                moves => format!("{}: {}", game.line(), moves.unwrap()),
            });
            assert_eq!(found.collect::<Vec<_>>().join("; "), expected, "{text}");
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
    for [text, expected] in rows("tags") {
        assert_eq!(shown(&text), expected, "{text}");
    }
    // The last of a name counts, and names have no case.
    let (games, _) = read(r#"[white "A"] [White "B"] [Round "?"]"#);
    let tags = &games[0].tags;
    assert_eq!((tags.get("WHITE"), tags.known("Round"), tags.get("FEN")), (Some("B"), None, None));
}

#[test]
fn moves_among_all_that_stands_beside_them() {
    for [text, expected] in rows("moves and what stands beside them") {
        assert_eq!(shown(&text.replace("BOM", "\u{feff}")), expected, "{text}");
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
    // Without the tag, castling rights show it, unless no rook has them.
    let fen = "bqnrnkrb/pppppppp/8/8/8/8/PPPPPPPP/BQNRNKRB w ";
    for (rights, expected) in
        [("KQkq", "f1g1"), ("GDgd", "f1g1"), ("-", "is not legal"), ("HEhe", "castling is impossible with e1")]
    {
        let text = format!("[FEN \"{fen}{rights} - 0 1\"]\n\n1. b3 c5 2. O-O *\n");
        let (games, _) = read(&text);
        shown(&text).must_have(&[expected]);
        assert_eq!(moves_of(&games[0]).is_ok_and(|game| game.variant == Variant::Chess960), expected == "f1g1");
    }
    for other in ["Atomic", "Chess960", "Crazyhouse"] {
        let error = parse(&game(other), None).unwrap_err();
        let expected = format!("a game of {other:?}");
        assert!(error.contains(&expected), "{error}");
    }
}

#[test]
fn bad_games_have_a_number_a_line_and_a_reason() {
    for [game, reason] in rows("bad games") {
        let text = format!("[Event \"good\"]\n\n1. e4 *\n\n{game}\n");
        let error = parse(&text, None).unwrap_err();
        assert!(error.starts_with("x.pgn:") && error.contains(&reason), "{game}: {error}");
        assert!(error.ends_with("--skip-bad of `evalarena openings check`)"), "{error}");
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
    for [comment, moves, expected] in rows("scores") {
        let scores = scores(&format!("{moves} {{{comment}}} 1-0"));
        let places = scores.iter().rev().zip(["after", "before", "earlier"]);
        let found = places.filter_map(|(score, place)| {
            let GivenScore { value, depth, .. } = (*score)?;
            Some(format!("{place}: {value:?}, {depth:?}"))
        });
        assert_eq!(found.collect::<String>(), expected, "{comment}");
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
    for [result, moves, half_points, refused] in rows("games that count and others") {
        let text = game("[Result \"1-0\"]", "1-0") + &game(&result, &moves);
        let found = games(&text);
        assert!(found.len() == 2 && found[0].is_ok(), "{text}");
        match &found[1] {
            Ok(game) => assert_eq!(game.white_half_points.to_string(), half_points),
            Err(UnusableGame { line: 8, reason }) if half_points == "-" && reason.contains(&refused) => {}
            Err(unusable) => panic!("{unusable:?}, and not {refused}"),
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
