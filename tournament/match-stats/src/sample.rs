//! The results of a match, by pairs of games or, where these are not known, by games.

use super::{Estimate, Pentanomial};

/// Counts of games from the first engine's side. Their interval assumes that games are independent; where pairs of games
/// are known use [`Pentanomial`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Wdl {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Wdl {
    /// Counts a game by the first engine's half points: 0, 1 or 2.
    pub fn add(&mut self, half_points: u8) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }

    /// The number of games.
    #[must_use]
    pub fn games(self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Points: a win is 1, a draw one half.
    #[must_use]
    pub fn points(self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// The counts from the second engine's side.
    #[must_use]
    pub fn reversed(self) -> Self {
        Self { wins: self.losses, draws: self.draws, losses: self.wins }
    }

    /// Share of the games that were drawn, 0 to 1; `None` without games.
    #[must_use]
    pub fn draw_ratio(self) -> Option<f64> {
        (self.games() > 0).then(|| self.draws as f64 / self.games() as f64)
    }

    /// Score, Elo and their intervals (trinomial); `None` without games.
    #[must_use]
    pub fn estimate(self) -> Option<Estimate> {
        Estimate::from_counts(&[self.losses, self.draws, self.wins], 1.0)
    }
}

/// Counts of games or of pairs, from the first engine's side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sample {
    /// Pairs of games with colours reversed.
    Pairs(Pentanomial),
    /// Games that are not paired.
    Games(Wdl),
}

impl Sample {
    /// Counts by points, the fewest first.
    #[must_use]
    pub fn counts(&self) -> Vec<u64> {
        match self {
            Self::Pairs(pairs) => pairs.0.to_vec(),
            Self::Games(games) => vec![games.losses, games.draws, games.wins],
        }
    }

    /// Games in each counted unit: 2 for pairs, 1 for games.
    #[must_use]
    pub fn games_each(&self) -> u64 {
        match self {
            Self::Pairs(_) => 2,
            Self::Games(_) => 1,
        }
    }

    /// The number of games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.games_each() * self.counts().iter().sum::<u64>()
    }

    /// Score, Elo and their intervals; `None` without results.
    #[must_use]
    pub fn estimate(&self) -> Option<Estimate> {
        match self {
            Self::Pairs(pairs) => pairs.estimate(),
            Self::Games(games) => games.estimate(),
        }
    }

    /// Share of the pairs of 1 point, or of the games that were drawn, 0 to 1.
    #[must_use]
    pub fn draw_ratio(&self) -> Option<f64> {
        match self {
            Self::Pairs(pairs) => pairs.draw_ratio(),
            Self::Games(games) => games.draw_ratio(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::elo::score_from_elo;

    fn wdl(losses: u64, draws: u64, wins: u64) -> Wdl {
        Wdl { wins, draws, losses }
    }

    fn close(found: Option<f64>, expected: f64) {
        let found = found.unwrap();
        assert!((found - expected).abs() < 1e-9 * expected.abs().max(1.0), "{found} {expected}");
    }

    /// By another program, which searches the mean and integrates Student's distribution numerically.
    #[test]
    fn known_answers() {
        let e = wdl(89, 123, 76).estimate().unwrap();
        close(Some((e.elo.high.unwrap() - e.elo.low.unwrap()) / 2.0), 30.643_904_339_267_188);
        close(Some(e.los), 0.156_449_943_781);
        let e = wdl(356, 0, 34).estimate().unwrap();
        close(Some((e.elo.high.unwrap() - e.elo.low.unwrap()) / 2.0), 67.011_743_343_5);
        assert!(e.los < 1e-9);
    }

    #[test]
    fn reversing_negates() {
        let (a, b) = (wdl(10, 20, 5), wdl(10, 20, 5).reversed());
        let (a, b) = (a.estimate().unwrap(), b.estimate().unwrap());
        close(a.elo.value, -b.elo.value.unwrap());
        close(a.elo.low, -b.elo.high.unwrap());
        close(Some(a.los), 1.0 - b.los);
    }

    #[test]
    fn results_that_are_all_the_same_are_not_certain() {
        assert_eq!(Wdl::default().estimate(), None);
        let won = wdl(0, 0, 10).estimate().unwrap();
        assert_eq!((won.elo.value, won.elo.high, won.nelo.value), (None, None, None));
        // Clopper and Pearson's lower end for 10 of 10.
        close(won.elo.low.map(score_from_elo), 0.691_502_892_181_239_2);
        assert!(won.los > 0.999 && won.los < 1.0);
        let lost = wdl(10, 0, 0).estimate().unwrap();
        assert_eq!((lost.elo.value, lost.elo.low), (None, None));
        close(lost.elo.high, -won.elo.low.unwrap());
        let drawn = wdl(0, 10, 0).estimate().unwrap();
        assert_eq!((drawn.elo.value, drawn.los), (Some(0.0), 0.5));
        close(drawn.elo.low, -drawn.elo.high.unwrap());
        let more = wdl(0, 1000, 0).estimate().unwrap();
        assert!(more.elo.high < drawn.elo.high && more.elo.high > Some(0.0));
    }

    #[test]
    fn counting() {
        let mut wdl = Wdl::default();
        for half_points in [2, 1, 0, 0] {
            wdl.add(half_points);
        }
        assert_eq!((wdl.wins, wdl.draws, wdl.losses), (1, 1, 2));
        assert_eq!((wdl.games(), wdl.points()), (4, 1.5));
    }
}
