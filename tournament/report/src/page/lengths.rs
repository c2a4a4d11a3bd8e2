//! Game lengths, and results by colour.

use players::record::{GameRecord, GameResult};

/// Full moves in each bin.
pub(super) const BIN: usize = 10;

/// Games by their length and result.
#[derive(Debug, Clone, Default)]
pub(super) struct Lengths {
    /// Games won by White, drawn, and won by Black, a row for each [`BIN`] moves.
    pub(super) bins: Vec<[u64; 3]>,
    /// The same of all games.
    pub(super) results: [u64; 3],
    plies: u64,
}

impl Lengths {
    /// Adds a game; the book's moves are counted.
    pub(super) fn add(&mut self, game: &GameRecord) {
        let plies = game.book_moves.len() + game.moves.len();
        let bin = plies.div_ceil(2) / BIN;
        let result = match game.outcome {
            GameResult::WhiteWins => 0,
            GameResult::Draw => 1,
            GameResult::BlackWins => 2,
        };
        if self.bins.len() <= bin {
            self.bins.resize(bin + 1, [0; 3]);
        }
        self.bins[bin][result] += 1;
        self.results[result] += 1;
        self.plies += plies as u64;
    }

    /// Games.
    pub(super) fn games(&self) -> u64 {
        self.results.iter().sum()
    }

    /// The mean length, in full moves; `None` without games.
    pub(super) fn mean(&self) -> Option<f64> {
        let games = self.games();
        (games > 0).then(|| self.plies as f64 / 2.0 / games as f64)
    }

    /// White's points a game, 0 to 1; `None` without games.
    pub(super) fn white_score(&self) -> Option<f64> {
        let games = self.games();
        let points = self.results[0] as f64 + self.results[1] as f64 / 2.0;
        (games > 0).then(|| points / games as f64)
    }

    /// The share of draws, 0 to 1; `None` without games.
    pub(super) fn draw_rate(&self) -> Option<f64> {
        let games = self.games();
        (games > 0).then(|| self.results[1] as f64 / games as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use runner::sample;

    #[test]
    fn games_are_counted_by_length_and_result() {
        let config = sample::config();
        let mut lengths = Lengths::default();
        assert_eq!(lengths.mean(), None);
        lengths.add(&sample::game(&config, 0, GameResult::WhiteWins));
        lengths.add(&sample::game(&config, 1, GameResult::Draw));
        let mut long = sample::game(&config, 2, GameResult::BlackWins);
        long.moves = vec![long.moves[0].clone(); 36];
        lengths.add(&long);
        assert_eq!(lengths.bins, [[1, 1, 0], [0, 0, 0], [0, 0, 1]]);
        assert_eq!(lengths.mean(), Some((7.0 + 7.0 + 40.0) / 6.0));
        assert_eq!(lengths.white_score(), Some(0.5));
        assert_eq!(lengths.draw_rate(), Some(1.0 / 3.0));
    }
}
