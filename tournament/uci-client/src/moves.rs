//! Moves as programs write them.

use shakmaty::san::San;
use shakmaty::uci::UciMove;
use shakmaty::{Chess, Move};

/// The move that `word` means in `position`, if it is a legal one: in the protocol's notation, in capital
/// letters too, with castling as the king's move, as king takes rook, or as `O-O`.
pub(crate) fn legal(word: &str, position: &Chess) -> Option<Move> {
    let uci: Option<UciMove> = word.to_ascii_lowercase().parse().ok();
    if let Some(uci) = uci {
        return uci.to_move(position).ok();
    }
    let castling = word.to_ascii_uppercase().replace('0', "O");
    match &castling[..] {
        "O-O" | "O-O-O" => {
            let san: San = castling.parse().ok()?;
            san.to_move(position).ok()
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use engine_core::game::Game;

    use super::*;

    #[test]
    fn castling_is_written_in_several_ways() {
        let game = Game::parse("fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").unwrap();
        let read = |word: &str| legal(word, game.position());
        let (short, long) = (read("e1g1"), read("e1c1"));
        assert!(short.is_some_and(Move::is_castle) && long.is_some_and(Move::is_castle));
        for word in ["e1h1", "E1G1", "O-O", "o-o", "0-0"] {
            assert_eq!(read(word), short, "{word}");
        }
        for word in ["e1a1", "O-O-O", "0-0-0"] {
            assert_eq!(read(word), long, "{word}");
        }
        for word in ["0000", "e1e3", "Kd1", "(none)", ""] {
            assert_eq!(read(word), None, "{word}");
        }
    }
}
