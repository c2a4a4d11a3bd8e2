//! The board as a picture of letters.

use std::fmt::Write;

use engine_core::key::Key;
use engine_core::notation::fen_of;
use shakmaty::{Chess, File, Position, Rank, Square};

/// The position for people, its FEN, its key, and who gives check.
pub(crate) fn board(position: &Chess) -> String {
    const RULE: &str = " +---+---+---+---+---+---+---+---+\n";
    let mut picture = RULE.to_owned();
    for rank in Rank::ALL.into_iter().rev() {
        for file in File::ALL {
            let man = position.board().piece_at(Square::from_coords(file, rank));
            let letter = man.map_or(' ', shakmaty::Piece::char);
            // Writing into a text cannot fail.
            write!(picture, " | {letter}").ok();
        }
        writeln!(picture, " | {}\n{}", rank.char(), RULE.trim_end()).ok();
    }
    let checking = shakmaty::Position::checkers(position).into_iter();
    let checking: Vec<String> = checking.map(|square| square.to_string()).collect();
    format!(
        "{picture}   a   b   c   d   e   f   g   h\n\nFen: {}\nKey: {:016X}\nCheckers: {}",
        fen_of(position),
        Key::of(position).0,
        checking.join(" ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine_core::game::Game;

    #[test]
    fn every_man_stands_on_its_square() {
        let game = Game::parse("4k3/8/8/8/4q3/8/P7/4K2R w K - 0 1").unwrap();
        let picture = board(game.position());
        let lines: Vec<&str> = picture.lines().collect();
        assert_eq!(lines[1], " |   |   |   |   | k |   |   |   | 8");
        assert_eq!(lines[13], " | P |   |   |   |   |   |   |   | 2");
        assert_eq!(lines[15], " |   |   |   |   | K |   |   | R | 1");
        assert_eq!(lines[19], "Fen: 4k3/8/8/8/4q3/8/P7/4K2R w K - 0 1");
        assert_eq!(lines[21], "Checkers: e4");
    }
}
