//! Numbers that are options, against letters on squares counted slowly.

#![allow(clippy::unwrap_used)]

use engine_core::evaluator::Evaluator;
use engine_core::game::Game;
use engine_core::node::Node;
use engine_core::notation::fen_of;
use engine_core::options::{Configure, OptionError};
use engine_core::score::EVAL_MAX;
use engine_core::testkit::{FULL_SIDES, OtherNumbers, Plan, RandomGames, prove, prove_chess960};
use eval_simplified::{Simplified, State, material, michniewski, otter};

/// Kinds of men by their letters.
const MEN: [(char, &str); 6] =
    [('P', "pawn"), ('N', "knight"), ('B', "bishop"), ('R', "rook"), ('Q', "queen"), ('K', "king")];

/// The surplus of White's men over Black's in a FEN, kings left out of the values.
fn value(numbers: &OtherNumbers, fen: &str) -> i32 {
    let (board, _) = fen.split_once(' ').unwrap();
    let endgame = is_endgame(board);
    let has = |table: &str| numbers.names().any(|option| option.starts_with(table));
    let mut value = 0;
    for (square, letter) in men(board) {
        let (man, kind) =
            MEN.into_iter().find(|(man, _)| *man == letter.to_ascii_uppercase()).unwrap();
        let white = letter.is_ascii_uppercase();
        let mut worth = 0;
        if man != 'K' {
            worth += numbers.of(&format!("value.{kind}"), 0);
        }
        let mut table = format!("pst_{kind}");
        if man == 'K' && endgame && has("pst_king_endgame.") {
            table.push_str("_endgame");
        }
        if has("pst_") {
            // Black's men count the ranks from their own side.
            let (file, rank) = square;
            let rank = if white { rank } else { 9 - rank };
            worth += numbers.of(&format!("{table}.{file}{rank}"), 0);
        }
        value += if white { worth } else { -worth };
    }
    value
}

/// Letters by file and rank.
fn men(board: &str) -> Vec<((char, u32), char)> {
    let mut men = Vec::new();
    for (row, rank) in board.split('/').zip((1..=8).rev()) {
        let mut file = 0;
        for letter in row.chars() {
            match letter.to_digit(10) {
                Some(empty) => file += empty as u8,
                None => {
                    men.push((((b'a' + file) as char, rank), letter));
                    file += 1;
                }
            }
        }
    }
    men
}

/// The endgame by either of the document's conditions.
fn is_endgame(board: &str) -> bool {
    let side = |letters: [char; 4]| {
        let [queens, rooks, bishops, knights] = letters.map(|letter| board.matches(letter).count());
        queens == 0 || (queens == 1 && rooks == 0 && bishops + knights <= 1)
    };
    side(['Q', 'R', 'B', 'N']) && side(['q', 'r', 'b', 'n'])
}

fn explained(evaluator: &Simplified, node: &Node<State>) -> i32 {
    evaluator.explain(node).centipawns()
}

/// Plays random moves from `text`, and asserts the value before each of them by the numbers.
fn follow(evaluator: &Simplified, numbers: &OtherNumbers, text: &str, seed: u64, plies: usize) {
    let mut random = RandomGames::new(seed);
    let mut game = Game::parse(text).unwrap();
    let (mut node, mut line) = Node::root(evaluator, &game);
    for _ in 0..=plies {
        let fen = fen_of(game.position());
        let value = value(numbers, &fen);
        assert_eq!(explained(evaluator, &node), value, "{fen}");
        let relative = if fen.contains(" w ") { value } else { -value };
        let clamped = relative.clamp(-EVAL_MAX, EVAL_MAX);
        assert_eq!(evaluator.evaluate(&node).cp(), clamped, "{fen}");
        let Some(mv) = random.pick(&game) else { break };
        game.play(mv);
        node = node.play(evaluator, mv, &mut line);
    }
}

/// Starts from which men get everywhere, castle, promote and capture en passant.
const STARTS: [&str; 9] = [
    "startpos",
    "r3k2r/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/R3K2R w KQkq - 0 1",
    "8/2P1k1P1/8/3pP3/8/8/2p1K1p1/8 w - d6 0 1",
    "q3k3/8/1r3b2/8/2N5/8/3Q2R1/4K3 w - - 0 1",
    "1nqb2k1/8/8/8/8/8/8/1K1QBN2 b - - 0 1",
    "4k3/8/8/2R2n2/2B2b2/8/8/4K3 w - - 0 1",
    "7k/1q6/4r3/8/8/3R4/6Q1/K7 w - - 0 1",
    "7k/8/8/8/8/8/6Q1/K7 w - - 0 1",
    "1r5q/4K3/8/8/8/8/1k4P1/R6Q w - - 0 1",
];

/// Evaluators, and how many numbers each has.
fn evaluators() -> [(Simplified, usize); 3] {
    let tables = 48 + 5 * 64;
    [(michniewski(), 5 + tables + 64), (otter(), 5 + tables), (material(), 5)]
}

#[test]
fn other_numbers_count_each_of_them() {
    for (mut evaluator, count) in evaluators() {
        let mut random = RandomGames::new(1);
        let numbers = OtherNumbers::set(&mut evaluator, |_, _, _| random.below(401) as i32 - 200);
        assert_eq!(numbers.names().len(), count);
        for seed in 0..100 {
            for start in STARTS {
                follow(&evaluator, &numbers, start, seed, 100);
            }
        }
        let unmatched = numbers.unmatched();
        assert!(unmatched.is_empty(), "{unmatched:?}");
    }
}

#[test]
fn defaults_of_options_count_before_and_after_other_values() {
    for (mut evaluator, _) in evaluators() {
        let documents = OtherNumbers::reset(&mut evaluator.clone());
        follow(&evaluator, &documents, "startpos", 2, 60);
        OtherNumbers::extreme(&mut evaluator, [true, true]);
        OtherNumbers::reset(&mut evaluator);
        follow(&evaluator, &documents, "startpos", 2, 60);
    }
}

#[test]
fn one_number_moves_the_men_that_it_is_about() {
    let with_knight = "startpos moves g1f3 a7a6";
    let value = |evaluator: &Simplified, text: &str| {
        explained(evaluator, &Node::root(evaluator, &Game::parse(text).unwrap()).0)
    };
    for (document, _) in &evaluators()[..2] {
        let mut moved = document.clone();
        moved.set("pst_knight.f3", "17").unwrap();
        let by = |text| value(&moved, text) - value(document, text);
        assert_eq!(by("startpos"), 0);
        assert_eq!(by(with_knight), 7);
        assert_eq!(by("startpos moves g1f3 g8f6"), 0);
        assert_eq!(by("startpos moves e2e4 g8f6"), -7);
        assert_eq!(by("startpos moves g1f3 a7a6 f3g1"), 0);
        moved.set("pst_knight.f3", "10").unwrap();
        moved.set("value.knight", "0").unwrap();
        assert_eq!(value(&moved, with_knight), value(document, with_knight));
    }
}

#[test]
fn numbers_at_their_limits_fit() {
    for (document, _) in evaluators() {
        for at_most in [[true, true], [false, false], [true, false], [false, true]] {
            let mut evaluator = document.clone();
            let numbers = OtherNumbers::extreme(&mut evaluator, at_most);
            for text in FULL_SIDES.into_iter().chain(["startpos"]) {
                for seed in 0..20 {
                    follow(&evaluator, &numbers, text, seed, 60);
                }
            }
        }
    }
}

#[test]
fn other_numbers_keep_the_laws() {
    for (mut evaluator, _) in evaluators() {
        let mut random = RandomGames::new(5);
        OtherNumbers::set(&mut evaluator, |_, _, _| random.below(401) as i32 - 200);
        prove(&evaluator, Plan::new(4, 300));
        prove_chess960(&evaluator, Plan::new(4, 30));
    }
}

#[test]
fn numbers_without_a_document_are_no_options() {
    for (name, mut evaluators) in [
        ("value.king", vec![michniewski(), otter(), material()]),
        ("pst_pawn.e1", vec![michniewski(), otter(), material()]),
        ("pst_pawn.e8", vec![michniewski(), otter(), material()]),
        ("pst_king_endgame.e4", vec![otter(), material()]),
        ("pst_knight.e4", vec![material()]),
    ] {
        for evaluator in &mut evaluators {
            let error = evaluator.set(name, "1").unwrap_err();
            assert!(matches!(error, OptionError::Unknown { .. }), "{error}");
        }
    }
    let error = michniewski().set("value.pawn", "2001").unwrap_err();
    let message = error.to_string();
    assert!(message.contains("a whole number from -2000 to 2000"), "{message}");
}
