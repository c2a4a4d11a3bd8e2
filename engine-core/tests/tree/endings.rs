//! Elementary endings, played out by the search against itself.

use crate::toy::{game, search};
use engine_core::game::{Game, mirrored};
use engine_core::limits::Limits;
use shakmaty::{Chess, Color, Position};

/// The winner of a game that only mate, stalemate, bare kings and the fifty-move rule end.
fn winner(start: Chess) -> Option<Color> {
    let mut game = Game::new(start);
    let mut search = search();
    while !game.position().is_game_over() && game.position().halfmoves() < 100 {
        let outcome = search.go(&game, &Limits::nodes(10_000), |_| {});
        game.play(outcome.best.unwrap());
    }
    let position = game.position();
    position.is_checkmate().then(|| !position.turn())
}

#[test]
fn won_endings_are_won_by_either_colour() {
    for fen in [
        "8/8/8/3k4/8/8/8/KQ6 w - - 0 1",
        "8/8/8/3k4/8/8/8/KR6 w - - 0 1",
        "8/8/8/3k4/8/8/8/KBB5 w - - 0 1",
        // The bare king begins in the middle, and in a corner in which it cannot be mated.
        "8/8/8/3k4/8/8/8/KBN5 w - - 0 1",
        "7k/8/5K2/6N1/8/8/8/5B2 w - - 0 1",
        "8/8/3k4/8/3K4/8/3P4/8 w - - 0 1",
    ] {
        let start = game(fen).position().clone();
        let turned = mirrored(&start);
        assert_eq!(winner(start), Some(Color::White), "{fen}");
        assert_eq!(winner(turned), Some(Color::Black), "{fen}");
    }
}

#[test]
fn drawn_endings_are_drawn() {
    for fen in [
        "8/8/8/3k4/8/8/8/KNN5 w - - 0 1",
        // The wrong rook pawn.
        "7k/8/8/6KP/8/8/8/1B6 w - - 0 1",
        "8/8/3n4/3k4/8/3B4/3K4/8 w - - 0 1",
        "8/8/8/3k4/8/8/3PK3/8 b - - 0 1",
    ] {
        assert_eq!(winner(game(fen).position().clone()), None, "{fen}");
    }
}
