//! Games are replayed as they were played: the page's moves and positions against those of games.pgn.

use std::fs;
use std::path::Path;

use pgn_reader::SanPlus;
use serde_json::Value;
use shakmaty::san::San;
use shakmaty::{CastlingMode, Chess, Position};

use super::browser::read;
use super::*;
use crate::common::games;
use crate::common::*;

/// All positions of the game that is shown, with the moves that led to them.
const SHOWN: &str = "current.positions.map((p) => [p.san ?? null, toFen(p)])";

/// Every game of the page has the moves and the positions of games.pgn; returns the moves in SAN.
fn is_that_of_the_pgn(played: &Path, mode: CastlingMode) -> Option<Vec<String>> {
    let reader = read(played)?;
    let pgn = fs::read(played.join("run/games.pgn")).unwrap();
    let games = games(&pgn, mode);
    assert_eq!(reader.value("columns.game.length"), games.len());
    for (row, game) in games.iter().enumerate() {
        let shown = format!("await (async () => {{ await openGame({row}, 0); return {SHOWN}; }})()");
        assert_eq!(reader.value(&shown), *game, "game {}", row + 1);
    }
    reader.was_quiet("file:");
    let places = games.iter().flat_map(|game| game.as_array().unwrap());
    Some(places.filter_map(|place| place[0].as_str().map(str::to_owned)).collect())
}

#[test]
fn every_game_is_that_of_games_pgn() {
    is_that_of_the_pgn(&small_run(), CastlingMode::Standard);
}

/// Games that begin with these moves from these positions have them all.
fn are_replayed(variant: &str, mode: CastlingMode, openings: &[(&str, &str)]) {
    let config = format!(
        "run = {{ name = 'special', format = 'match', pairs = {} }}\nlimits = {{ nodes = 20 }}\n\
        openings = {{ file = 'book.pgn', variant = '{variant}' }}\nadjudication = {{ max_moves = 40 }}\n\
        engine = [{{ evaluator = 'material' }}, {{ evaluator = 'otter' }}]",
        openings.len()
    );
    let opening = |(fen, moves): &(&str, &str)| format!("[FEN \"{fen}\"]\n[SetUp \"1\"]\n\n{moves} *\n\n");
    let book: String = openings.iter().map(opening).collect();
    let played = run_of(&config, &book);
    let Some(moves) = is_that_of_the_pgn(&played, mode) else { return };
    for san in openings.iter().flat_map(|(_, moves)| moves.split(' ')) {
        let wanted = san.parse::<San>();
        assert!(wanted.is_err() || moves.iter().any(|mv| mv == san), "{san}");
    }
}

#[test]
fn special_moves_are_played_as_the_rules_have_them() {
    are_replayed(
        "standard",
        CastlingMode::Standard,
        &[
            ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3", "3. exd6 Nf6"),
            ("r3k2r/1P4p1/8/8/8/8/1p4P1/R3K2R w KQkq - 0 1", "1. b8=N bxa1=B 2. O-O Rxb8"),
            ("r3k2r/1P4p1/8/8/8/8/1p4P1/R3K2R b KQkq - 0 1", "1... bxa1=Q+ 2. Kf2 Rxh1 3. bxa8=R+"),
            ("r3k2r/8/8/8/8/8/P6P/R3K2R b KQkq - 4 9", "9... O-O-O 10. O-O Rd2"),
            ("r3k2r/p6p/8/8/8/8/8/R3K2R w KQkq - 0 1", "1. O-O-O O-O"),
            ("r3k2r/8/8/8/8/8/P7/R3K2R w KQkq - 0 1", "1. Rxh8+ Kd7"),
            ("4k3/8/8/8/3p4/8/P3P3/4K3 w - - 9 30", "30. e4 dxe3"),
            ("4k3/4p3/8/3P4/8/8/8/4K3 b - - 7 30", "30... e5 31. Kd2"),
            // The pawn that could capture is pinned, or there is none.
            ("8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1", "1. e4 Ka3"),
            ("4k3/8/8/8/8/3p4/4P3/4K3 w - - 0 1", "1. e4 Ke7"),
        ],
    );
}

#[test]
fn castling_of_chess960_is_played_as_the_rules_have_it() {
    are_replayed(
        "chess960",
        CastlingMode::Chess960,
        &[
            ("1rk3r1/p7/8/8/8/8/P5P1/1R3KR1 w GBgb - 0 1", "1. O-O O-O-O"),
            ("r4kr1/p4p2/8/8/8/8/P5P1/RK2R3 w EAga - 0 1", "1. O-O-O O-O"),
            ("r4kr1/p4p2/8/8/8/8/P5P1/RK2R3 w EAga - 3 1", "1. O-O Kg7"),
            // The inner rook's right has another letter when the outer one has gone.
            ("4k3/p7/8/8/8/8/P7/4KR1R w F - 0 1", "1. Rh5 Kd7 2. O-O"),
        ],
    );
}

#[test]
fn a_click_replays_a_game_and_arrows_step_through_it() {
    let played = small_run();
    let Some(reader) = read(&played) else { return };
    reader.click("#game-rows button");
    reader.wait_until("!byId('game').hidden && current.row !== null");
    let row = reader.value("current.row");
    assert_eq!(row, reader.value("order[0]"));
    assert_eq!(reader.value("current.ply"), reader.value(&format!("columns.turn[{row}]")), "it opens where it turned");
    reader.press("Home");
    assert_eq!(reader.value("current.ply"), 0);
    reader.press("ArrowRight");
    reader.press("ArrowRight");
    reader.press("ArrowLeft");
    assert_eq!(reader.value("current.ply"), 1);
    assert_eq!(reader.value("byId('fen').value"), reader.value("toFen(current.positions[1])"));
    assert!(reader.text("#move-text").ends_with("(book)"));
    assert_eq!(reader.value("document.querySelectorAll('#board use').length"), 32);
    reader.press("End");
    assert_eq!(reader.value("current.ply"), reader.value(&format!("columns.plies[{row}]")));
    // The engine's output stands there as in games.pgn.
    let text = reader.text("#move-text");
    text.must_have(&["depth ", " nodes"]);
    let moves = reader.text("#moves");
    let moves = games(moves.as_bytes(), CastlingMode::Standard);
    assert_eq!(moves, [reader.value(SHOWN)]);
    let pgn = fs::read(played.join("run/games.pgn")).unwrap();
    let number = reader.text("#pgn-place");
    let number = number.strip_prefix("Game ").and_then(|rest| rest.strip_suffix(" of games.pgn"));
    let number: usize = number.unwrap().parse().unwrap();
    assert_eq!(games(&pgn, CastlingMode::Standard)[number - 1], moves[0]);
    assert_eq!(reader.value("byId('copy-pgn').hidden"), true);
    let address = reader.value("location.hash");
    assert_eq!(
        address,
        format!(
            "#game={}&ply={}",
            reader.value(&format!("columns.game[{row}]")),
            moves[0].as_array().unwrap().len() - 1
        )
    );
    reader.was_quiet("file:");
}

/// Moves in SAN from the start of chess, in UCI notation.
fn in_uci(moves: &Value) -> String {
    let mut position = Chess::default();
    let moves = moves.as_array().unwrap().iter();
    let uci = moves.map(|san| {
        let san: SanPlus = san.as_str().unwrap().parse().unwrap();
        let mv = san.san.to_move(&position).unwrap();
        position.play_unchecked(mv);
        mv.to_uci(CastlingMode::Standard).to_string()
    });
    uci.collect::<Vec<_>>().join(" ")
}

#[test]
fn terms_are_those_of_explain() {
    let played = small_run();
    let Some(reader) = read(&played) else { return };
    reader.value("await openGame(0)");
    reader.wait_until("document.querySelectorAll('#terms .term').length > 0");
    let moves = reader.value("current.positions.slice(1, current.ply + 1).map((p) => p.san)");
    let position = format!("startpos moves {}", in_uci(&moves));
    let explained = json(&played, &format!("explain '{position}' --engine michniewski"));
    let explained = &explained["evaluations"][0];
    let shown =
        reader.value("reasons[0].find((r) => r.ply === current.ply).evaluations.find(([engine]) => engine === 1)");
    assert_eq!(shown[1], explained["total"]);
    let terms = explained["terms"].as_object().unwrap();
    assert_eq!(shown[2].as_array().unwrap().len(), terms.len());
    for term in shown[2].as_array().unwrap() {
        let sides = &terms[term[0].as_str().unwrap()];
        for side in 0..2 {
            assert_eq!(term[side + 1].as_f64(), sides[side].as_f64(), "{term}");
        }
    }
    // Largest difference first, and as many bars as terms.
    let differences = reader
        .value("reasons[0].find((r) => r.ply === current.ply).evaluations[1][2].map(([, w, b]) => -Math.abs(w - b))");
    assert!(differences.as_array().unwrap().is_sorted_by_key(|d| (10.0 * d.as_f64().unwrap()) as i64), "{differences}");
    reader.was_quiet("file:");
}

#[test]
fn where_the_engines_part_leads_to_both_games() {
    let played = small_run();
    let Some(reader) = read(&played) else { return };
    reader.click("#more-deviations");
    reader.wait_until("deviationsShown > 0");
    let found = reader.value("deviations");
    assert!(!found.as_array().unwrap().is_empty());
    for parting in found.as_array().unwrap() {
        let ply = parting["ply"].as_u64().unwrap();
        let side = |side: &str| {
            let game = &parting[side][1];
            reader.value(&format!(
                "await (async () => {{ await openGame(rowOfGame.get({game}), {ply}); \
                 return [current.positions.slice(0, {ply} + 1).map(toFen), current.positions[{ply} + 1].san, engineOf({ply} + 1)]; }})()"
            ))
        };
        let (a, b) = (side("a"), side("b"));
        assert_eq!(a[0], b[0], "the same position");
        assert_ne!(a[1], b[1], "another move");
        assert_eq!((&a[1], &b[1]), (&parting["a"][2], &parting["b"][2]));
        let name = |side: &str| reader.value(&format!("list.engines[{}]", parting[side][0]));
        assert_eq!((&a[2], &b[2]), (&name("a"), &name("b")));
    }
    reader.was_quiet("file:");
}
