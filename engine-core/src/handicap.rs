//! Playing below one's strength: few nodes, and static values that are off.
//!
//! A search of few nodes overlooks what is deep, and one whose static values have an error in them misjudges
//! what it sees. The error is drawn from the key of the position, so it is the same whenever the position
//! comes up: a game at a level repeats like any game of fixed nodes.

use crate::params::Params;

/// A strength that was measured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Level {
    /// The rating, on the scale of docs/measurements.md.
    pub elo: f64,
    /// Nodes a move, at least 1.
    pub nodes: u64,
    /// The standard deviation of the error in static values, in Michniewski's centipawns.
    pub noise: i32,
}

impl Level {
    /// A level of a table.
    #[must_use]
    pub const fn new(elo: f64, nodes: u64, noise: i32) -> Level {
        Level { elo, nodes, noise }
    }
}

/// The handicap of a rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Handicap {
    /// Nodes a move, at least 1.
    pub nodes: u64,
    /// The standard deviation of the error in static values, in Michniewski's centipawns.
    pub noise: i32,
}

impl Handicap {
    /// The handicap for a rating, interpolated between the measured `levels`, weakest first; beyond them the nearest one.
    /// Nodes are interpolated by their logarithm. `None` if nothing was measured.
    #[must_use]
    pub fn of(levels: &[Level], elo: f64) -> Option<Handicap> {
        let after = levels.iter().position(|level| level.elo > elo);
        let after = after.unwrap_or(levels.len().saturating_sub(1));
        let (below, above) = (levels.get(after.saturating_sub(1))?, levels.get(after)?);
        let width = above.elo - below.elo;
        let share = if width > 0.0 { ((elo - below.elo) / width).clamp(0.0, 1.0) } else { 1.0 };
        let between = |from: f64, to: f64| from + share * (to - from);
        let nodes = between((below.nodes as f64).ln(), (above.nodes as f64).ln());
        Some(Handicap {
            nodes: (nodes.exp().round() as u64).max(1),
            noise: between(below.noise.into(), above.noise.into()).round() as i32,
        })
    }

    /// The numbers of a search with this handicap: it does not learn how far its errors are off.
    #[must_use]
    pub fn params(self) -> Params {
        Params { noise: self.noise, ..Params::MICHNIEWSKI.uncorrected() }
    }
}

/// The error in the static value of the position of this `key`, from a distribution close to the normal one
/// with this standard deviation.
pub(crate) fn error(key: u64, deviation: i32) -> i32 {
    /// The standard deviation of four numbers below 2^16, added up: 2^16 / sqrt(3).
    const UNIT: i64 = 37_837;
    let sum: i64 = (0..4).map(|at| (mixed(key) >> (16 * at) & 0xffff) as i64).sum();
    ((sum - 2 * 0xffff) * i64::from(deviation) / UNIT) as i32
}

/// A number of which every bit depends on every bit of `key`; keys of related positions differ little.
/// Source: the finaliser of SplitMix64, <https://prng.di.unimi.it/splitmix64.c>.
fn mixed(key: u64) -> u64 {
    let x = key.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEVELS: [Level; 3] = [
        Level { elo: 1100.0, nodes: 10, noise: 200 },
        Level { elo: 1300.0, nodes: 10, noise: 0 },
        Level { elo: 1500.0, nodes: 1000, noise: 0 },
    ];

    #[test]
    fn between_levels_and_beyond_them() {
        for (elo, nodes, noise) in [
            (1000.0, 10, 200),
            (1100.0, 10, 200),
            (1150.0, 10, 150),
            (1300.0, 10, 0),
            (1400.0, 100, 0),
            (1500.0, 1000, 0),
            (3000.0, 1000, 0),
        ] {
            let found = Handicap::of(&LEVELS, elo);
            assert_eq!(found, Some(Handicap { nodes, noise }), "{elo}");
        }
        assert_eq!(Handicap::of(&[], 1500.0), None);
    }

    #[test]
    fn errors_are_spread_as_they_are_meant_to_be() {
        let errors: Vec<f64> = (0..10_000).map(|key| error(key, 100).into()).collect();
        let mean = errors.iter().sum::<f64>() / 10_000.0;
        let variance = errors.iter().map(|e| (e - mean).powi(2)).sum::<f64>() / 10_000.0;
        assert!(mean.abs() < 3.0, "{mean}");
        assert!((variance.sqrt() - 100.0).abs() < 3.0, "{variance}");
        assert_eq!(error(7, 100), error(7, 100));
        assert_eq!(error(7, 0), 0);
    }
}
