//! The incremental key against the key from scratch.

use crate::toy::{Toy, game};
use engine_core::key::Key;
use engine_core::node::Node;
use engine_core::random::RandomGames;
use shakmaty::Position;

#[test]
fn incremental_keys_equal_keys_from_scratch() {
    let mut random = RandomGames::new(11);
    for start in [
        "startpos",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    ] {
        for _ in 0..150 {
            let mut game = game(start);
            let (mut node, mut line) = Node::root(&Toy, &game);
            while let Some(mv) = random.pick(&game) {
                game.play(mv);
                node = node.play(&Toy, mv, &mut line);
                assert_eq!(node.key(), Key::of(game.position()), "{:?}", game.position());
                if let Some(passed) = node.null_move(&Toy, &mut line.clone()) {
                    assert_eq!(passed.key(), Key::of(&passed.position().to_chess()));
                }
            }
        }
    }
}

/// The entry prefetched before a move is played is the one then looked up, but for a few moves.
#[test]
fn the_key_is_known_before_the_move_is_played() {
    let mut random = RandomGames::new(12);
    let (mut moves, mut others) = (0, 0);
    for _ in 0..50 {
        let mut game = game("startpos");
        while let Some(mv) = random.pick(&game) {
            let position = game.position().clone();
            let moved = Key::of(&position).moved(position.turn(), mv.into());
            game.play(mv);
            let rights =
                position.castles().castling_rights() != game.position().castles().castling_rights();
            let squares = [&position, game.position()].map(Position::maybe_ep_square);
            moves += 1;
            if moved != Key::of(game.position()) {
                assert!(rights || squares != [None; 2], "{mv}");
                others += 1;
            }
        }
    }
    assert!(others > 0 && 20 * others < moves, "{others} of {moves}");
}

#[test]
fn an_en_passant_square_counts_only_if_the_capture_is_legal() {
    let key = |text: &str| Key::of(game(text).position());
    // No pawn can capture on e3.
    assert_eq!(
        key("startpos moves e2e4"),
        key("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1")
    );
    // The pawn on d4 could, but it is pinned to its king.
    assert_eq!(
        key("3k4/8/8/8/3p4/8/2P5/3RK3 w - - 0 1 moves c2c4"),
        key("3k4/8/8/8/2Pp4/8/8/3RK3 b - - 0 1")
    );
    // Here it can.
    assert_ne!(
        key("2k5/8/8/8/3p4/8/2P5/3RK3 w - - 0 1 moves c2c4"),
        key("2k5/8/8/8/2Pp4/8/8/3RK3 b - - 0 1")
    );
}

#[test]
fn occurrences_are_counted_over_the_whole_game() {
    let shuffle = "g1f3 g8f6 f3g1 f6g8";
    let (node, mut line) = Node::root(&Toy, &game(&format!("startpos moves {shuffle} {shuffle}")));
    assert_eq!(node.occurrences(), 3);
    assert!(node.is_repetition());
    let twice = game(&format!("startpos moves {shuffle}"));
    let (root, _) = Node::root(&Toy, &twice);
    assert_eq!(root.occurrences(), 2);
    assert!(!root.is_repetition(), "the first time was before the root");
    let mut node = node;
    for mv in &twice.moves()[..4] {
        node = node.play(&Toy, *mv, &mut line);
    }
    assert_eq!(node.occurrences(), 4);
}
