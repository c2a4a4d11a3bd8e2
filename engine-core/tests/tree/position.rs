//! The position of the tree beside shakmaty's, move by move.

use engine_core::game::position_from_fen;
use engine_core::position::Position;
use engine_core::random::RandomGames;
use shakmaty::fen::Fen;
use shakmaty::{CastlingSide, Chess, Color, EnPassantMode, Position as _};

/// Starts that bring about what random games from the first position rarely do: castling of every kind,
/// promotions that take rooks, captures en passant, few men.
const STARTS: [&str; 9] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/1P4P1/8/8/8/8/1p4p1/R3K2R b KQkq - 3 9",
    "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
    "8/8/3k4/8/3nb3/8/2BN4/3K4 w - - 0 1",
    "bnrbkrnq/pppppppp/8/8/8/8/PPPPPPPP/BNRBKRNQ w FCfc - 0 1",
    "1r3k1r/8/8/8/8/8/8/1R3K1R w HBhb - 0 1",
    "r1k1r2q/8/8/8/8/8/8/R1K1R2Q w EAea - 0 1",
    "rk2r3/pppppppp/8/8/8/8/PPPPPPPP/RK2R3 w EAea - 0 1",
];

/// Compares everything that the two return about a position.
fn compare(ours: &Position, chess: &Chess) {
    assert_eq!(ours.board(), chess.board());
    assert_eq!(ours.turn(), chess.turn());
    assert_eq!(ours.us(), chess.us());
    assert_eq!(ours.them(), chess.them());
    assert_eq!(ours.halfmoves(), chess.halfmoves());
    assert_eq!(ours.checkers(), chess.checkers());
    assert_eq!(ours.is_check(), chess.is_check());
    assert_eq!(ours.en_passant(), chess.ep_square(EnPassantMode::PseudoLegal));
    assert_eq!(ours.legal_en_passant(), chess.ep_square(EnPassantMode::Legal));
    assert_eq!(ours.is_insufficient_material(), chess.is_insufficient_material(), "{chess:?}");
    let (castles, theirs) = (ours.castles(), chess.castles());
    assert_eq!(castles.rooks(), theirs.castling_rights());
    assert_eq!(castles.any(), theirs.any());
    for color in Color::ALL {
        assert_eq!(castles.has_color(color), theirs.has_color(color));
        for side in CastlingSide::ALL {
            assert_eq!(castles.has(color, side), theirs.has(color, side));
            assert_eq!(castles.rook(color, side), theirs.rook(color, side));
            if castles.has(color, side) {
                assert_eq!(castles.path(color, side), theirs.path(color, side));
            }
        }
    }
    // An en passant square that cannot be used is not kept.
    let fen = |chess: &Chess| Fen::from_position(chess, EnPassantMode::Legal).to_string();
    assert_eq!(fen(&ours.to_chess()), fen(chess));
    assert_eq!(Position::from(&ours.to_chess()), *ours);
}

/// Plays this many random games from each start, with a null move now and then, and compares after each move.
fn games_agree(games: usize) -> usize {
    let mut random = RandomGames::new(29);
    let mut positions = 0;
    for fen in STARTS {
        for _ in 0..games {
            let mut chess = position_from_fen(fen).unwrap();
            let mut ours = Position::from(&chess);
            for _ in 0..120 {
                compare(&ours, &chess);
                positions += 1;
                let moves = chess.legal_moves();
                if moves.is_empty() {
                    break;
                }
                let passed = chess.clone().swap_turn();
                if let Some(passed) = passed.ok().filter(|_| random.below(20) == 0) {
                    (ours, chess) = (ours.passed(), passed);
                    continue;
                }
                let mv = moves[random.below(moves.len())];
                chess.play_unchecked(mv);
                ours.play(mv);
            }
        }
    }
    positions
}

#[test]
fn every_position_of_random_games_is_shakmatys() {
    assert!(games_agree(40) > 20_000);
}

/// `cargo test --release -p engine-core --test tree a_million -- --ignored`: some seconds.
#[test]
#[ignore = "some seconds"]
fn a_million_positions_are_shakmatys() {
    assert!(games_agree(1_300) > 1_000_000);
}
