//! Two engines whose strength is known.

use match_stats::elo::{elo_from_score, score_from_elo};
use match_stats::random::uniform;
use match_stats::ratings::draw_rate;
use rand_pcg::rand_core::Rng;

/// The properties of games apart from the strength of the players.
#[derive(Clone, Copy)]
pub(super) struct World {
    /// White's advantage, in Elo.
    pub(super) advantage: f64,
    /// Share of draws between equals, 0 to 1 (Davidson's model).
    draw_rate: f64,
    /// Share of pairs, 0 to 1, in which both games have the same luck for White: openings that
    /// favour a colour.
    shared: f64,
}

impl World {
    pub(super) const fn new(advantage: f64, draw_rate: f64, shared: f64) -> Self {
        Self { advantage, draw_rate, shared }
    }

    pub(super) fn text(&self) -> String {
        format!(
            "{} Elo, {:.0} %, {:.0} %",
            self.advantage,
            100.0 * self.draw_rate,
            100.0 * self.shared
        )
    }

    /// White's expected score in the game in which the first engine is White, and in the other.
    fn scores(&self, elo: f64) -> [f64; 2] {
        [elo, -elo].map(|d| score_from_elo(d + self.advantage))
    }

    /// Logistic Elo that the first engine's expected score in a pair is, if it is `elo` stronger
    /// before White's advantage.
    pub(super) fn elo_of_pairs(&self, elo: f64) -> f64 {
        let [first, second] = self.scores(elo);
        elo_from_score(f64::midpoint(first, 1.0 - second)).unwrap_or(0.0)
    }

    /// Chances of the half points 0, 1 and 2 of White, who is `elo` stronger, in a game without a
    /// partner.
    pub(super) fn single(&self, elo: f64) -> [f64; 3] {
        self.game(score_from_elo(elo + self.advantage))
    }

    /// Chances of White's half points 0, 1 and 2.
    fn game(&self, score: f64) -> [f64; 3] {
        let draw = draw_rate(score, self.draw_rate);
        [1.0 - score - draw / 2.0, draw, score - draw / 2.0]
    }

    /// Chances of the first engine's half points in a pair.
    pub(super) fn pentanomial(&self, elo: f64) -> [f64; 5] {
        let mut chances = [0.0; 5];
        for (cell, chance) in self.pair(elo).into_iter().enumerate() {
            chances[cell / 3 + 2 - cell % 3] += chance;
        }
        chances
    }

    /// Chances of White's half points in the two games of a pair: three of the second game for
    /// each of the first one, in which the first engine is White.
    pub(super) fn pair(&self, elo: f64) -> [f64; 9] {
        let [first, second] = self.scores(elo).map(|score| self.game(score));
        let mut chances = [0.0; 9];
        let mut below = [0.0_f64; 2];
        for (i, p) in first.iter().enumerate() {
            below[1] = 0.0;
            for (j, q) in second.iter().enumerate() {
                // With shared luck both results come from one number: where their parts overlap.
                let (start, end) = (below[0].max(below[1]), (below[0] + p).min(below[1] + q));
                let shared = (end - start).max(0.0);
                chances[3 * i + j] = self.shared * shared + (1.0 - self.shared) * p * q;
                below[1] += q;
            }
            below[0] += p;
        }
        chances
    }

    /// White's half points in the two games of a pair.
    pub(super) fn play_pair(&self, elo: f64, random: &mut impl Rng) -> (u8, u8) {
        let [first, second] = self.scores(elo);
        let one = uniform(random);
        let other = if uniform(random) < self.shared { one } else { uniform(random) };
        (self.result(first, one), self.result(second, other))
    }

    /// White's half points in a game without a partner, White being `elo` stronger.
    pub(super) fn play_game(&self, elo: f64, random: &mut impl Rng) -> u8 {
        self.result(score_from_elo(elo + self.advantage), uniform(random))
    }

    fn result(&self, score: f64, luck: f64) -> u8 {
        let [loss, draw, _] = self.game(score);
        u8::from(luck >= loss) + u8::from(luck >= loss + draw)
    }
}

/// Draws one of a few results with given chances.
pub(super) struct Wheel<const N: usize> {
    /// The chance of a result or one before it.
    up_to: [f64; N],
}

impl<const N: usize> Wheel<N> {
    pub(super) fn new(chances: [f64; N]) -> Self {
        let mut sum = 0.0;
        Self {
            up_to: chances.map(|chance| {
                sum += chance;
                sum
            }),
        }
    }

    pub(super) fn spin(&self, random: &mut impl Rng) -> usize {
        let luck = uniform(random);
        let before = &self.up_to[..N - 1];
        before.iter().map(|&end| usize::from(luck >= end)).sum()
    }
}

#[cfg(test)]
mod tests {
    use rand_pcg::Pcg64Mcg;
    use rand_pcg::rand_core::SeedableRng;

    use super::*;

    #[test]
    fn chances_are_those_that_are_played() {
        let world = crate::WORLDS[2];
        let chances = world.pentanomial(50.0);
        assert!((chances.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        let mut random = Pcg64Mcg::seed_from_u64(3);
        let (mut counts, mut spun) = ([0.0; 5], [0.0; 5]);
        let wheel = Wheel::new(chances);
        for _ in 0..100_000 {
            let (first, second) = world.play_pair(50.0, &mut random);
            counts[usize::from(first + 2 - second)] += 1e-5;
            spun[wheel.spin(&mut random)] += 1e-5;
        }
        for (count, chance) in counts.iter().chain(&spun).zip(chances.iter().cycle()) {
            let error: f64 = count - chance;
            assert!(error.abs() < 0.006, "{counts:?} {spun:?} {chances:?}");
        }
        let score: f64 = chances.iter().zip(0..).map(|(p, i)| p * f64::from(i) / 4.0).sum();
        let elo = elo_from_score(score).unwrap();
        assert!((elo - world.elo_of_pairs(50.0)).abs() < 1e-9);
    }
}
