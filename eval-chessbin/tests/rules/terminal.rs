//! Positions that are settled, and in which order the reasons come.

use engine_core::explain::Meta;

use super::{explain, fact};

/// Asserts the verdict, and that nothing else counts.
fn settled(text: &str, name: &'static str, total: i32) {
    let breakdown = explain(text);
    assert_eq!(fact(&breakdown, "terminal"), Meta::Word(Some(name)), "{text}");
    assert_eq!(breakdown.centipawns(), total, "{text}");
    for term in breakdown.terms() {
        let sides = (term.white, term.black);
        assert!(term.rule.name == "terminal" || sides == (0, 0), "{text}: {term:?}");
    }
}

fn open(text: &str) {
    let breakdown = explain(text);
    assert_eq!(fact(&breakdown, "terminal"), Meta::Word(None), "{text}");
    assert_ne!(breakdown.centipawns(), 0, "{text}");
}

#[test]
fn stalemate_is_worth_nothing() {
    settled("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "stalemate", 0);
    open("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1");
    open("7k/4Q3/6K1/8/8/8/8/8 b - - 0 1");
    // A pawn that can move is a way out.
    open("7k/5Q2/6K1/8/8/8/p7/8 b - - 0 1");
    // A pinned man is none, a blocked pawn is none.
    settled("R5bk/8/6K1/8/8/8/8/8 b - - 0 1", "stalemate", 0);
    open("6bk/8/6K1/8/8/8/8/R7 b - - 0 1");
    // It comes before the fifty moves.
    settled("7k/5Q2/6K1/8/p7/P7/8/8 b - - 100 80", "stalemate", 0);
}

#[test]
fn mate_is_worth_a_king() {
    settled("R6k/8/6K1/8/8/8/8/8 b - - 0 1", "mate", 32_767);
    settled("8/8/8/8/8/6k1/8/r6K w - - 0 1", "mate", -32_767);
    // The corner behind the king is a valid move, but no legal one.
    settled("6k1/8/8/8/8/8/5PPP/r5K1 w - - 0 1", "mate", -32_767);
    open("R6k/8/5K2/8/8/8/8/8 b - - 0 1");
}

#[test]
fn fifty_moves_come_before_mate() {
    settled("R6k/8/6K1/8/8/8/8/8 b - - 99 80", "mate", 32_767);
    settled("R6k/8/6K1/8/8/8/8/8 b - - 100 80", "fifty", 0);
    open("R7/7k/5K2/8/8/8/8/8 w - - 99 80");
    settled("R7/7k/5K2/8/8/8/8/8 w - - 100 80", "fifty", 0);
    settled("fen R7/7k/5K2/8/8/8/8/8 w - - 99 80 moves a8a7", "fifty", 0);
}

#[test]
fn the_third_occurrence_is_worth_nothing() {
    let round = "g1f3 g8f6 f3g1 f6g8";
    open(&format!("startpos moves {round}"));
    settled(&format!("startpos moves {round} {round}"), "repetition", 0);
    open(&format!("startpos moves {round} {round} g1f3 g8f6 f3g1 h7h6"));
}

#[test]
fn too_few_men_to_mate() {
    for (men, insufficient) in [
        ("8/8/8", true),
        ("8/4N3/8", true),
        ("8/4n3/8", true),
        ("8/4B3/8", true),
        ("8/4b3/8", true),
        ("8/4N3/b7", true),
        ("8/4B3/n7", true),
        // A win, and yet.
        ("8/4B3/N7", true),
        ("8/4b3/n7", true),
        ("8/4N3/n7", false),
        ("8/4B3/b7", false),
        ("8/4B3/1b6", false),
        ("8/4N3/N7", false),
        ("8/4BB2/8", false),
        ("8/4BN2/n7", false),
        ("8/4P3/8", false),
        ("8/4p3/8", false),
        ("8/4R3/8", false),
        ("8/4q3/8", false),
    ] {
        let fen = format!("6k1/8/{men}/8/8/1K6 w - - 0 1");
        if insufficient {
            settled(&fen, "insufficient", 0);
        } else {
            let breakdown = explain(&fen);
            assert_eq!(fact(&breakdown, "terminal"), Meta::Word(None), "{fen}");
        }
    }
}

#[test]
fn insufficient_men_come_last() {
    // Bishop and knight have mated.
    settled("k7/8/NKB5/8/8/8/8/8 b - - 0 1", "mate", 32_767);
    settled("k7/8/NKB5/8/8/8/8/8 b - - 100 90", "fifty", 0);
    settled("7k/8/8/8/8/8/4N3/K7 b - - 100 90", "fifty", 0);
}
