//! Chess960 from the configuration to the games.

use std::fs;
use std::path::Path;
use std::process::Output;

use runner::store::Store;
use serde_json::Value;
use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, Position};

use super::*;
use crate::common::games;

/// An evaluator in the arena against one that is a program.
fn config() -> String {
    section("chess960").replace("PROGRAM", TEST_ENGINE)
}

/// Castlings in the stored games, each of which is legal and king takes rook.
fn castlings(run: &Path) -> usize {
    let mut castlings = 0;
    let store = Store::open_read_only(run).unwrap();
    let played = store.visit(|game| -> Result<(), runner::store::StoreError> {
        let fen: Fen = game.start_fen.as_deref().unwrap().parse().unwrap();
        let mut position: Chess = fen.into_position(CastlingMode::Chess960).unwrap();
        let moves = game.moves.iter().map(|mv| &mv.uci);
        for text in game.book_moves.iter().chain(moves) {
            let uci: UciMove = text.parse().unwrap();
            let mv = uci.to_move(&position).unwrap();
            assert_eq!(&UciMove::from_move(mv, CastlingMode::Chess960).to_string(), text);
            castlings += usize::from(mv.is_castle());
            position.play_unchecked(mv);
        }
        Ok(())
    });
    played.unwrap();
    castlings
}

#[test]
fn games_are_legal_wherever_they_are_read() {
    let folder = folder_with(&config());
    assert!(interrupt(&folder, "stopped", 5));
    for out in ["stopped", "whole"] {
        let output = success(&folder, &format!("run small.toml --out {out}"));
        stdout(&output).must_have(&["Variant: Chess960"]);
    }
    let (stopped, whole) = (folder.join("stopped"), folder.join("whole"));
    assert_eq!(timeless(&stopped), timeless(&whole));
    assert_eq!(stored(&whole), 12);
    assert_eq!(results(&whole)["variant"], "chess960");
    let castled = castlings(&whole);
    assert!(castled >= 3, "{castled}");

    let pgn = whole.read("games.pgn");
    assert_eq!(pgn.matches("[Variant \"Chess960\"]").count(), 12);
    let games = games(pgn.as_bytes(), CastlingMode::Chess960);
    let moves = games.iter().flat_map(|game| game.as_array().unwrap());
    let is_castle = |place: &&Value| place[0].as_str().is_some_and(|san| san.starts_with("O-O"));
    assert_eq!((games.len(), moves.filter(is_castle).count()), (12, castled));

    // Our own readers: ratings, positions.
    let ask = |words: &str| {
        let output = success(&folder, words);
        stdout(&output) + &stderr(&output)
    };
    assert!(ask("rate whole/games.pgn").contains("12 games"));
    ask("positions whole/games.pgn --out some.epd");
    folder.write("bare.pgn", pgn.replace("[Variant \"Chess960\"]\n", ""));
    assert_eq!(text(&folder, "positions bare.pgn"), folder.read("some.epd"));

    // Longer, and the same games first.
    ask("run small.toml --out whole --set run.pairs=7");
    assert!(timeless(&whole).starts_with(&timeless(&stopped)));
    castlings(&whole);
}

/// A short run with these keys.
fn played(folder: &Path, out: &str, sets: &[&str]) -> Output {
    let sets: String = sets.iter().map(|set| format!(" --set '{set}'")).collect();
    let short = "--set limits.nodes=10 --set adjudication.max_moves=4";
    run(folder, &format!("run small.toml --out {out} {short}{sets}"))
}

#[test]
fn openings_come_by_number_or_from_a_book_in_either_notation() {
    let folder = folder_with(&config());
    let fens = |out: &str| -> Vec<String> {
        let text = fs::read_to_string(folder.join(out).join("games.pgn")).unwrap();
        let lines = text.lines().filter_map(|line| line.strip_prefix("[FEN \""));
        lines.map(|line| line.trim_end_matches("\"]").to_owned()).collect()
    };
    let numbers = ["run.pairs=2", "openings.numbers=\"518,0\"", "openings.order=sequential"];
    played(&folder, "numbers", &numbers).ended(0);
    let chess = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let zero = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1";
    assert_eq!(fens("numbers"), [chess, chess, zero, zero]);

    let shredder = "r1k1r2q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K1R2Q w EAea - 0 1";
    let book = format!("{shredder}\n{chess}\n");
    folder.write("book.epd", book);
    let sets = ["run.pairs=2", "openings.file=book.epd", "openings.order=sequential"];
    played(&folder, "book", &sets).ended(0);
    let x_fen = shredder.replace("EAea", "KQkq");
    assert_eq!(fens("book"), [&x_fen, &x_fen, chess, chess]);

    // The games of one run are the book of another.
    let sets = ["run.pairs=2", "openings.file=numbers/games.pgn", "openings.plies=2"];
    played(&folder, "again", &sets).ended(0);
    assert_eq!(castlings(&folder.join("again")), 0);
}

#[test]
fn openings_that_are_not_of_chess960_are_refused() {
    let folder = folder_with(&config());
    let chess = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let book = format!("r1k1r2q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K1R2Q w EAea - 0 1\n{chess}\n");
    folder.write("book.epd", book);
    for (sets, shown) in [
        (&["openings.file=none"][..], "variant is \"chess960\""),
        (&["openings.numbers=\"1-3,2\""], "2 is named twice"),
        (&["openings.numbers=\"1-3\""], "only 3"),
        (&["openings.variant=fischer"], "expected `standard` or `chess960`"),
        (&["openings.variant=standard", "openings.numbers=\"1\""], "only Chess960 has numbers"),
        (&["run.pairs=2", "openings.variant=standard", "openings.file=book.epd"], "openings.variant = \"chess960\""),
    ] {
        played(&folder, "refused", sets).ended(2).must_have(&[shown]);
    }
    assert!(!folder.join("refused").exists());
}

#[test]
fn a_program_without_chess960_is_refused_before_the_first_game() {
    let folder = folder_with(&config());
    refused(&folder, "run small.toml --set engine.program.args=[]", &["it does not play Chess960"]);
    assert!(!folder.join("runs").exists());

    let words = "match michniewski otter --variant chess960 --games 4 --nodes 20";
    text(&folder, words).must_have(&["Variant: Chess960"]);
}
