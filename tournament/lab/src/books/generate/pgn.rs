//! Openings as games without results.

use std::io::{self, Write};

use engine_core::game::Game;
use openings::eco;
use shakmaty::san::SanPlus;
use shakmaty::{Chess, Position};

/// Writes games as PGN with no more tags than a number and, where it has one, the opening's name.
///
/// # Errors
/// If they cannot be written.
pub fn write_pgn(games: &[Game], to: &mut dyn Write) -> io::Result<()> {
    for (number, game) in games.iter().enumerate() {
        writeln!(to, "[Event \"{}\"]", number + 1)?;
        if let Some(name) = eco::name(game.start(), game.moves()) {
            writeln!(to, "[ECO \"{}\"]\n[Opening \"{}\"]", name.code, name.name)?;
        }
        writeln!(to)?;
        let mut position = Chess::default();
        for (ply, &mv) in game.moves().iter().enumerate() {
            if ply % 2 == 0 {
                write!(to, "{}. ", ply / 2 + 1)?;
            }
            write!(
                to,
                "{} ",
                SanPlus::from_move_and_play_unchecked(&mut position, mv)
            )?;
        }
        writeln!(to, "*\n")?;
        debug_assert_eq!(position.turn(), game.position().turn());
    }
    Ok(())
}
