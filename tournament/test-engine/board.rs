//! The position, set repeatedly at little cost.

use engine_core::game::Game;
use engine_core::key::Key;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Color, Position};

#[derive(Default)]
pub(crate) struct Board {
    game: Game,
    /// The command that set it: usually the next one only has two more moves.
    text: String,
}

impl Board {
    /// Executes `position ...`; an unreadable one sets the start position.
    pub(crate) fn set(&mut self, line: &str) {
        let more = line.strip_prefix(&self.text).filter(|_| !self.text.is_empty());
        let played = more.is_some_and(|more| {
            let words = more.split_ascii_whitespace().filter(|&word| word != "moves");
            (more.is_empty() || more.starts_with(' '))
                && words.into_iter().all(|word| self.game.play_uci(word).is_ok())
        });
        if !played {
            let text = line.strip_prefix("position ").unwrap_or_default();
            self.game = Game::parse(text).unwrap_or_default();
        }
        self.text.clear();
        self.text.push_str(line);
    }

    /// A legal move that depends only on the position, or the null move.
    pub(crate) fn best_move(&self) -> UciMove {
        let moves = self.game.legal_moves();
        let key = Key::of(self.game.position()).0;
        let best = moves.get((key >> 16) as usize % moves.len().max(1));
        best.map_or(UciMove::Null, |&mv| UciMove::from_move(mv, CastlingMode::Standard))
    }

    /// A score within `spread` either way that depends only on the position.
    pub(crate) fn score(&self, spread: u64) -> i64 {
        let key = Key::of(self.game.position()).0 >> 32;
        (key % (2 * spread + 1)) as i64 - spread as i64
    }

    /// A king move onto the opponent's king.
    pub(crate) fn illegal_move(&self) -> &'static str {
        match self.game.position().turn() {
            Color::White => "e1e8",
            Color::Black => "e8e1",
        }
    }
}
