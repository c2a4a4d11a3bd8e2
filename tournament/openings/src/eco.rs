//! Names of openings and their codes in the Encyclopaedia of Chess Openings.
//!
//! The table is that of <https://github.com/lichess-org/chess-openings> (CC0 1.0, public domain): a code,
//! an English name and moves in each line. Names belong to positions, however they were reached, and a line
//! has the name of the last of its positions that has one.

use std::collections::HashMap;
use std::io::Read;
use std::sync::OnceLock;

use engine_core::key::Key;
use flate2::read::GzDecoder;
use shakmaty::san::SanPlus;
use shakmaty::{Chess, Move, Position};

/// The name of a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name {
    /// A letter from A to E and two digits.
    pub code: String,
    /// In English, with the variation after a colon.
    pub name: String,
}

/// The name of a line from `start`; `None` if none of its positions has one.
#[must_use]
pub fn name(start: &Chess, moves: &[Move]) -> Option<&'static Name> {
    let mut position = start.clone();
    let mut found = table().get(&Key::of(&position));
    for &mv in moves {
        position.play_unchecked(mv);
        found = table().get(&Key::of(&position)).or(found);
    }
    found
}

const ECO: &[u8] = include_bytes!("../../../configs/openings/eco.tsv.gz");

fn table() -> &'static HashMap<Key, Name> {
    static NAMES: OnceLock<HashMap<Key, Name>> = OnceLock::new();
    NAMES.get_or_init(|| {
        let mut text = String::new();
        // Part of the program; a test reads all of it.
        GzDecoder::new(ECO).read_to_string(&mut text).ok();
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        lines.filter_map(entry).collect()
    })
}

fn entry(line: &str) -> Option<(Key, Name)> {
    let mut fields = line.split('\t');
    let (code, name, moves) = (fields.next()?, fields.next()?, fields.next()?);
    let mut position = Chess::default();
    for word in moves.split(' ').filter(|word| !word.ends_with('.')) {
        let san: SanPlus = word.parse().ok()?;
        position.play_unchecked(san.san.to_move(&position).ok()?);
    }
    let name = Name { code: code.to_owned(), name: name.to_owned() };
    Some((Key::of(&position), name))
}

#[cfg(test)]
mod tests {
    use engine_core::game::Game;

    use super::*;

    fn called(moves: &str) -> Option<(&'static str, &'static str)> {
        let game = Game::parse(&format!("startpos moves {moves}")).unwrap();
        let name = name(game.start(), game.moves())?;
        Some((&name.code, &name.name))
    }

    #[test]
    fn every_line_of_the_table_is_read() {
        let mut text = String::new();
        GzDecoder::new(ECO).read_to_string(&mut text).unwrap();
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        let wrong: Vec<_> = lines.filter(|line| entry(line).is_none()).collect();
        assert!(wrong.is_empty(), "{wrong:?}");
        assert!(table().len() > 3_700, "{}", table().len());
        for name in table().values() {
            let [volume, tens, ones] = name.code.as_bytes() else { panic!("{name:?}") };
            assert!((b'A'..=b'E').contains(volume));
            assert!(tens.is_ascii_digit() && ones.is_ascii_digit());
            assert!(!name.name.contains(['"', '\\']), "{name:?}");
        }
    }

    #[test]
    fn a_line_has_the_name_of_its_last_position_that_has_one() {
        let spanish = Some(("C60", "Ruy Lopez"));
        assert_eq!(called("e2e4 e7e5 g1f3 b8c6 f1b5"), spanish);
        // Another order of the same moves.
        assert_eq!(called("g1f3 b8c6 e2e4 e7e5 f1b5"), spanish);
        // A move that no line of the table has.
        assert_eq!(called("e2e4 e7e5 g1f3 b8c6 f1b5 h7h5"), spanish);
        let endgame = Game::parse("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").unwrap();
        assert_eq!(name(endgame.start(), &[]), None);
    }
}
