//! The positions in which games ended.

use std::path::Path;

use engine_core::game::position_from_fen;
use shakmaty::fen::Epd;
use shakmaty::{Chess, EnPassantMode, Position};

use super::{ExportError, played};
use config::output::replace_file;
use players::record::GameRecord;
use runner::run::Run;

/// The file of final positions.
pub const FINALS: &str = "final.epd";

/// Writes the final position of each game of `run` into the folder `to`, as a line of EPD: with the
/// clocks (`hmvc`, `fmvn`), termination (`c0`), the result (`c9`) and the game's number from 1 (`id`). `notify`
/// is called for each game. Returns the number of games.
///
/// # Errors
/// If the run cannot be read, or the file cannot be written.
pub fn export_finals(run: &Run, to: &Path, mut notify: impl FnMut()) -> Result<usize, ExportError> {
    let mut games = 0;
    replace_file(&to.join(FINALS), |file| {
        run.store.visit(|game| {
            notify();
            games += 1;
            writeln!(file, "{}", line(&game)?)?;
            Ok::<_, ExportError>(())
        })
    })?;
    Ok(games)
}

/// The line of a game.
fn line(game: &GameRecord) -> Result<String, ExportError> {
    let impossible = |what: &str| ExportError::Game { game: game.index, what: what.to_owned() };
    let mut position = match game.start_fen.as_deref() {
        None => Chess::default(),
        Some(text) => position_from_fen(text).map_err(|_| impossible(text))?,
    };
    let moves = game.moves.iter().map(|mv| &mv.uci);
    for uci in game.book_moves.iter().chain(moves) {
        played(&mut position, uci).ok_or_else(|| impossible(uci))?;
    }
    let board = Epd::from_position(&position, EnPassantMode::Legal);
    Ok(format!(
        "{board} hmvc {}; fmvn {}; c0 \"{}\"; c9 \"{}\"; id \"{}\";",
        position.halfmoves(),
        position.fullmoves(),
        game.termination.name(),
        game.outcome,
        game.index + 1
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use runner::sample;

    #[test]
    fn the_last_position_with_its_result() {
        let config = sample::config();
        let mut game = sample::game(&config, 0, players::record::GameResult::Draw);
        game.start_fen = None;
        game.book_moves = vec!["f2f3".to_owned(), "e7e5".to_owned()];
        let record = game.moves[0].clone();
        let moved =
            |uci: &str| players::record::MoveRecord { uci: uci.to_owned(), ..record.clone() };
        game.moves = vec![moved("g2g4"), moved("d8h4")];
        game.outcome = players::record::GameResult::BlackWins;
        game.termination = players::record::Termination::Checkmate;
        assert_eq!(
            line(&game).unwrap(),
            "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - hmvc 1; fmvn 3; c0 \"checkmate\"; c9 \"0-1\"; \
             id \"1\";"
        );
        game.start_fen = Some("4k3/8/8/8/8/8/4P3/4K3 w - - 0 40".to_owned());
        (game.book_moves, game.moves) = (Vec::new(), vec![moved("e2e4")]);
        let start = "4k3/8/8/8/4P3/8/8/4K3 b - - hmvc 0; fmvn 40; ";
        assert!(line(&game).unwrap().starts_with(start));
        // Chess960: king takes rook.
        game.start_fen = Some("1rk5/8/8/8/8/8/4P3/1RK5 w Bb - 0 1".to_owned());
        game.moves = vec![moved("c1b1"), moved("c8c7")];
        let start = "1r6/2k5/8/8/8/8/4P3/2KR4 w - - hmvc 2; fmvn 2; ";
        assert!(line(&game).unwrap().starts_with(start), "{}", line(&game).unwrap());
        game.moves[1] = moved("a1a8");
        assert!(line(&game).is_err());
    }
}
