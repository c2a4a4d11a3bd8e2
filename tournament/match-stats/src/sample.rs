//! The results of a match, by pairs of games or, where these are not known, by games. The opening's own advantage cancels in a
//! pair's score, so pairs vary less than games do, and an interval from pairs is valid for games that depend on each other.

use std::cmp::Ordering;

use super::Estimate;
use super::elo::score_from_elo;

/// Counts of games from the first engine's side. Their interval assumes that games are independent.
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
    pub fn games(self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Points: a win is 1, a draw one half.
    pub fn points(self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
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
    pub fn counts(&self) -> Vec<u64> {
        match self {
            Self::Pairs(pairs) => pairs.0.to_vec(),
            Self::Games(games) => vec![games.losses, games.draws, games.wins],
        }
    }

    /// Games in each counted unit: 2 for pairs, 1 for games.
    pub fn games_each(&self) -> u64 {
        match self {
            Self::Pairs(_) => 2,
            Self::Games(_) => 1,
        }
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.games_each() * self.counts().iter().sum::<u64>()
    }

    /// Score, Elo and their intervals, of games trinomial; `None` without results. The variance is that of the score per
    /// game, and normalised Elo is of a game. Intervals hold from four pairs on.
    pub fn estimate(&self) -> Option<Estimate> {
        Estimate::from_counts(&self.counts(), self.games_each() as f64)
    }

    /// Share of the pairs of 1 point, or of the games that were drawn, 0 to 1; `None` without results.
    pub fn draw_ratio(&self) -> Option<f64> {
        let (counts, games) = (self.counts(), self.games());
        let drawn = counts[counts.len() / 2] * self.games_each();
        (games > 0).then(|| drawn as f64 / games as f64)
    }
}

/// Counts of pairs from the first engine's side, by its points in the pair: 0 (LL), 1/2 (LD, DL),
/// 1 (WL, LW, DD), 3/2 (WD, DW), 2 (WW).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Pentanomial(pub [u64; 5]);

impl Pentanomial {
    /// Counts a pair by the first engine's half points in its two games, each 0, 1 or 2.
    pub fn add(&mut self, first: u8, second: u8) {
        self.0[usize::from(first.min(2) + second.min(2))] += 1;
    }

    /// The number of pairs.
    pub fn pairs(self) -> u64 {
        self.0.iter().sum()
    }

    /// The counts from the second engine's side.
    #[must_use]
    pub fn reversed(self) -> Self {
        let mut counts = self.0;
        counts.reverse();
        Self(counts)
    }

    /// Pairs of more than one point for each pair of less; `None` if there is none of less.
    pub fn pairs_ratio(self) -> Option<f64> {
        let [ll, ld, _, wd, ww] = self.0;
        (ll + ld > 0).then(|| (wd + ww) as f64 / (ll + ld) as f64)
    }

    /// As [`Sample::estimate`].
    pub fn estimate(self) -> Option<Estimate> {
        Sample::Pairs(self).estimate()
    }
}

/// The share of adjudications assumed to be wrong at worst, by half a point. A guess on the safe
/// side: rules that require a winning score for several consecutive moves err far less often.
const WRONG_ADJUDICATIONS: f64 = 0.05;

/// Pairs of a match, as they were and as they could have been, from the first engine's side: could games that were not decided
/// by chess have decided the match, by its 95 % interval?
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct WithForfeits {
    /// As they were.
    pub as_played: Pentanomial,
    /// With every game that was not decided by chess given to the first engine.
    pub best: Pentanomial,
    /// With every such game given to the second engine.
    pub worst: Pentanomial,
    /// Games of these pairs that were adjudicated.
    pub adjudicated: u64,
}

impl WithForfeits {
    /// True if time losses and failures could have decided the verdict.
    pub fn hangs_on_forfeits(&self) -> bool {
        let verdicts = [self.as_played, self.best, self.worst].map(verdict);
        verdicts.iter().any(|verdict| *verdict != verdicts[0])
    }

    /// True if a few wrong adjudications could have decided the verdict.
    pub fn hangs_on_adjudications(&self) -> bool {
        let few = WRONG_ADJUDICATIONS * self.adjudicated as f64;
        self.results_to_undo().is_some_and(|games| games as f64 <= few)
    }

    /// The number of games, each wrong by half a point in favour of the stronger engine, that would
    /// leave the verdict open; `None` if it is open. The width of the interval is assumed constant.
    pub fn results_to_undo(&self) -> Option<u64> {
        let estimate = self.as_played.estimate()?;
        let near_end = match verdict(self.as_played) {
            Ordering::Greater => estimate.elo.low,
            Ordering::Less => estimate.elo.high,
            Ordering::Equal => None,
        };
        // How far the interval is from one half, in points; half a point is the error of a game.
        let clear = (score_from_elo(near_end?) - 0.5).abs();
        let points = clear * (2 * self.as_played.pairs()) as f64;
        Some((2.0 * points).ceil() as u64)
    }
}

/// The verdict by the interval; `Equal` if it is open.
fn verdict(pairs: Pentanomial) -> Ordering {
    match pairs.estimate() {
        Some(e) if e.elo.low.is_some_and(|low| low > 0.0) => Ordering::Greater,
        Some(e) if e.elo.high.is_some_and(|high| high < 0.0) => Ordering::Less,
        _ => Ordering::Equal,
    }
}
