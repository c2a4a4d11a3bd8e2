//! Every move as shakmaty has it and encoded.

use super::*;
use crate::game::position_from_fen;
use crate::random::RandomGames;
use crate::tables::packed_move::PackedMove;
use shakmaty::{Chess, Position};

/// The properties of `mv`, encoded and not.
fn agrees(mv: Move) {
    let encoded: EncodedMove = mv.into();
    let decoded: Move = encoded.into();
    assert_eq!(decoded, mv);
    assert_eq!(Some(encoded.from()), mv.from());
    assert_eq!(encoded.to(), mv.to());
    assert_eq!(encoded.role(), mv.role());
    assert_eq!(encoded.captured(), mv.capture());
    assert_eq!(encoded.promotion(), mv.promotion());
    assert_eq!(encoded.is_capture(), mv.is_capture());
    assert_eq!(encoded.is_promotion(), mv.is_promotion());
    assert_eq!(encoded.is_quiet(), !mv.is_capture() && !mv.is_promotion(), "{mv:?}");
    let number = |role: Option<Role>| role.map_or(0, |role| role as usize);
    assert_eq!(encoded.man(), mv.role() as usize);
    assert_eq!(encoded.won(), [mv.capture(), mv.promotion()].map(number));
    assert_eq!(encoded.is_castling(), mv.is_castle());
    assert_eq!(encoded.is_zeroing(), mv.is_zeroing());
    assert_eq!(encoded.is_en_passant(), mv.is_en_passant());
    let lower = u32::from(PackedMove::of(encoded).bits());
    assert_eq!((from(lower), to(lower)), (encoded.from(), encoded.to()));
    assert_eq!(promotion(lower), mv.promotion());
    assert!(encoded.squares() < 64 * 64 && encoded.man_and_square() < 6 * 64);
}

#[test]
fn every_legal_move_of_random_games_comes_back() {
    let mut random = RandomGames::new(20);
    let (mut castlings, mut promotions, mut en_passants) = (0, 0, 0);
    for fen in [
        "startpos",
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
        "bnrbkrnq/pppppppp/8/8/8/8/PPPPPPPP/BNRBKRNQ w FCfc - 0 1",
        "1r3k1r/8/8/8/8/8/8/1R3K1R w HBhb - 0 1",
        "r1k1r2q/8/8/8/8/8/8/R1K1R2Q w EAea - 0 1",
    ] {
        for _ in 0..60 {
            let mut position = match fen {
                "startpos" => Chess::default(),
                _ => position_from_fen(fen).unwrap(),
            };
            for _ in 0..120 {
                let moves = position.legal_moves();
                for &mv in &moves {
                    agrees(mv);
                    castlings += usize::from(mv.is_castle());
                    promotions += usize::from(mv.is_promotion());
                    en_passants += usize::from(mv.is_en_passant());
                }
                if moves.is_empty() {
                    break;
                }
                position.play_unchecked(moves[random.below(moves.len())]);
            }
        }
    }
    assert!(castlings.min(promotions).min(en_passants) > 100);
}

#[test]
fn different_moves_differ() {
    let mut all = Vec::new();
    for from in Square::ALL {
        for to in Square::ALL {
            for role in Role::ALL {
                all.push(EncodedMove::normal(role, from, to, None));
                all.push(EncodedMove::normal(Role::King, from, to, Some(role)));
                all.push(EncodedMove::normal(Role::Pawn, from, to, None).promoting_to(role));
            }
            all.push(EncodedMove::en_passant(from, to));
            all.push(EncodedMove::castling(from, to));
        }
    }
    let mut bits: Vec<u32> = all.iter().map(|mv| mv.bits()).collect();
    bits.sort_unstable();
    bits.dedup();
    assert_eq!(bits.len(), all.len());
}
