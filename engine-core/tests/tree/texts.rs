//! Games, positions and moves as text, and text from outside.

use std::borrow::Cow;

use engine_core::game::{Game, mirrored, position_from_fen};
use engine_core::notation::printable;
use engine_core::notation::{fen_of, uci_move, uci_move_960};
use shakmaty::{Move, Square};

use crate::game;

#[test]
fn positions_are_read_in_every_form_and_written_in_one() {
    for (text, moves, fen) in [
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", 0, "4k3/8/8/8/8/8/8/4K2R w K - 0 1"),
        ("4k3/8/8/8/8/8/8/4K2R w K -", 0, "4k3/8/8/8/8/8/8/4K2R w K - 0 1"),
        ("fen 4k3/8/8/8/8/8/8/4K2R w K - moves e1g1", 1, "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"),
        // Black has no pawn beside e4, and no pawn of White's can have passed e3.
        ("startpos moves e2e4", 1, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"),
        ("4k2r/8/8/8/8/8/8/4K3 w k e3 0 1", 0, "4k2r/8/8/8/8/8/8/4K3 w k - 0 1"),
        // Castling is king takes rook, or in chess a move of the king.
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1 moves e1h1", 1, "4k3/8/8/8/8/8/8/R4RK1 b - - 1 1"),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1 moves e1g1", 1, "4k3/8/8/8/8/8/8/R4RK1 b - - 1 1"),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1 moves e1a1", 1, "4k3/8/8/8/8/8/8/2KR3R b - - 1 1"),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1 moves e1c1", 1, "4k3/8/8/8/8/8/8/2KR3R b - - 1 1"),
        ("4k3/8/8/8/8/8/8/5K1R w H - 0 1 moves f1h1", 1, "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"),
        ("4k3/8/8/8/8/8/8/5K1R w H - 0 1 moves f1g1", 1, "4k3/8/8/8/8/8/8/6KR b - - 1 1"),
        // Rights as X-FEN and as Shredder FEN write them; the inner of two rooks, and the outer one.
        ("r1k1r2q/8/8/8/8/8/8/R1K1R2Q w KQkq - 0 1", 0, "r1k1r2q/8/8/8/8/8/8/R1K1R2Q w KQkq - 0 1"),
        ("r1k1r2q/8/8/8/8/8/8/R1K1R2Q w EAea - 0 1", 0, "r1k1r2q/8/8/8/8/8/8/R1K1R2Q w KQkq - 0 1"),
        ("4k3/8/8/8/8/8/8/4KR1R w F - 0 1", 0, "4k3/8/8/8/8/8/8/4KR1R w F - 0 1"),
        ("4k3/8/8/8/8/8/8/4KR1R w H - 0 1", 0, "4k3/8/8/8/8/8/8/4KR1R w K - 0 1"),
        ("4k3/8/8/8/8/8/8/4KR1R w K - 0 1", 0, "4k3/8/8/8/8/8/8/4KR1R w K - 0 1"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", 0, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"),
    ] {
        let game = game(text);
        assert_eq!((game.moves().len(), fen_of(game.position()).as_str()), (moves, fen), "{text}");
        assert_eq!(position_from_fen(fen).unwrap(), *game.position(), "{text}");
        mirrored(game.position());
    }
}

#[test]
fn a_text_that_is_no_position_is_refused_at_its_place() {
    let castling = |rook| format!("castling is impossible with {rook}: king and rook");
    for (text, expected) in [
        ("", "no position given"),
        ("startpos moves e2e5", "move 1 (e2e5) is not legal"),
        ("startpos moves e2e4 xyzzy", "move 2 (\"xyzzy\")"),
        ("startpos e2e4", "move 1 (\"e2e4\")"),
        ("8/8/8/8/8/8/8/8 w - - 0 1", "the board is empty"),
        ("4k3/8/8/8/8/8/8/4K3 x - - 0 1", "cannot read the FEN"),
        ("4k3/8/8/8/8/8/8/4K3 w q4 -", "invalid castling"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 e1e2", "\"e1e2\" is neither"),
        ("4k3/8/8/8/8/8/8/4K3 w - - x 1", "\"x\" is neither a move clock"),
        ("https://lichess.org/analysis/standard", "cannot read the FEN"),
        ("4k2r/8/8/8/8/8/8/4K3 w KQkq - 0 1", &castling("a1 and h1 and a8")),
        ("4k3/8/8/8/8/8/4K3/7R w K - 0 1", &castling("h1")),
        ("rk6/8/8/8/8/8/8/4K3 w d - 0 1", &castling("d8")),
    ] {
        let error = Game::parse(text).unwrap_err().to_string();
        assert!(error.contains(expected), "{text}: {error}");
    }
}

#[test]
fn positions_are_read_as_people_have_them() {
    let (lone, rooks) = ("4k3/8/8/8/8/8/4P3/4K3", "r3k2r/8/8/8/8/8/8/R3K2R");
    let played = format!("{rooks} w KQkq - 0 1 c8 \"fen {rooks} w KQkq - 0 1 moves a1a2 a8a7 a2a1 a7a8\";");
    for (text, fen, assumed) in [
        ("LONE", "LONE w - - 0 1", "White to move, no castling rights, no en passant, halfmove clock 0, move number 1"),
        ("fen ROOKS b moves a8b8", "1r2k2r/8/8/8/8/8/8/R3K2R w - - 1 2", "no castling rights, no en passant,"),
        ("ROOKS w KQkq -", "ROOKS w KQkq - 0 1", ": halfmove clock 0, move number 1."),
        ("LONE b - - 3", "LONE b - - 3 1", ": move number 1."),
        ("LONE b - - - -", "LONE b - - 0 1", ": halfmove clock 0, move number 1."),
        ("LONE b - - - 7", "LONE b - - 0 7", ": halfmove clock 0."),
        ("LONE w - - bm e4; id \"two moves; x\";", "LONE w - - 0 1", "halfmove clock 0"),
        ("LONE w - - hmvc 4; fmvn 9; bm e4 am e3", "LONE w - - 4 9", ""),
        ("position fen LONE w - - 0 1 moves e2e4", "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1", ""),
        ("position startpos moves g1f3 g8f6 f3g1 f6g8", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 4 3", ""),
        ("[FEN \"LONE b - - 5 6\"]", "LONE b - - 5 6", ""),
        ("https://lichess.org/analysis/standard/LONE_b_-_-_5_6?color=black", "LONE b - - 5 6", ""),
        ("https://www.chess.com/analysis?fen=LONE%20b%20-+-+5+6&tab=analysis", "LONE b - - 5 6", ""),
    ] {
        let [text, fen] = [text, fen].map(|text| text.replace("LONE", lone).replace("ROOKS", rooks));
        let (game, found) = Game::pasted(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(fen_of(game.position()), fen, "{text}");
        assert!(found.as_ref().map_or(assumed.is_empty(), |found| found.contains(assumed)), "{text}: {found:?}");
    }
    // The file of positions has the game to each.
    assert_eq!(game(&played.replace("KQkq - 0 1 c8", "Kk - 4 3 c8")).moves().len(), 4);
}

#[test]
fn moves_are_written_as_engines_read_them() {
    let castling = Move::Castle { king: Square::E1, rook: Square::H1 };
    assert_eq!([uci_move(castling), uci_move_960(castling)], ["e1g1", "e1h1"]);
    for (fen, expected) in
        [("4k3/P7/8/8/8/8/8/4K2R w K - 0 1", ["e1g1", "a7a8n"]), ("4k3/8/8/8/8/8/8/4KR2 w F - 0 1", ["e1f1", "f1f8"])]
    {
        let moves: Vec<String> = game(fen).legal_moves().into_iter().map(uci_move).collect();
        assert!(expected.iter().all(|mv| moves.iter().any(|other| other == mv)), "{fen}: {moves:?}");
    }
}

#[test]
fn control_characters_are_escaped_and_the_rest_is_untouched() {
    let plain = "Réti\t1.\n\u{202f}½";
    assert!(matches!(printable(plain), Cow::Borrowed(text) if text == plain));
    for (foreign, safe) in [
        ("a\u{1b}[2Jb\rc\u{7f}\u{9b}31m", "a\\u001b[2Jb\\u000dc\\u007f\\u009b31m"),
        ("gpj.\u{202e}exe\u{2066}\u{200f}\u{2028}", "gpj.\\u202eexe\\u2066\\u200f\\u2028"),
    ] {
        assert_eq!(printable(foreign), safe);
    }
}
