//! Intervals by resampling the games: the bootstrap over pairs.
//!
//! Of each meeting as many pairs, and games without partners, are drawn with replacement as there
//! were, and all players are rated again, many times. The distance of a rating from the one of all
//! games, in its own standard errors, then has the distribution that the rating of all games has about
//! the truth (Efron 1982, the studentised bootstrap; Hall 1988 on why not the bare ratings, whose
//! middle 95 % are too narrow where players met rarely). It is stratified by meeting, as the schedule
//! fixes the number of games of each meeting. Its cost is many fits.

use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::{Rng, SeedableRng};
use rayon::prelude::*;

use super::{Advantage, Anchors, Interval, Meeting, Ratings, rate};
use crate::random::below;

/// Half of what lies outside a 95 % interval.
const TAIL: f64 = 0.025;

/// The settings of the bootstrap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bootstrap {
    /// The number of resamples of the games; a thousand give ends that are stable to a few percent
    /// of the interval's width.
    pub replicates: usize,
    /// The seed of the drawing: the same seed gives the same intervals, on any number of threads.
    pub seed: u64,
}

/// Replaces the intervals of ratings and of White's advantage by those of the bootstrap.
#[must_use]
pub fn bootstrap(
    ratings: Ratings,
    meetings: &[Meeting],
    anchors: impl Into<Anchors>,
    advantage: Advantage,
    how: Bootstrap,
) -> Ratings {
    let players = ratings.players.len();
    let anchors = anchors.into();
    // Only games are resampled; the uncertainty of anchors is added at the end.
    let zeros: Vec<f64> = ratings.players.iter().map(|r| ratings.zeros[r.group]).collect();
    let intervals = |ratings: &Ratings| -> Vec<Option<Interval>> {
        let of_players = ratings.players.iter().zip(&zeros);
        let of_players = of_players.map(|(r, &zero)| Some(r.elo.narrowed(zero)));
        of_players.chain([ratings.white_advantage]).collect()
    };
    let own = intervals(&ratings);
    let replicate = |number: usize| {
        let seed = how.seed.wrapping_add((number as u64) << 32);
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        let drawn: Vec<Meeting> = meetings.iter().map(|m| redraw(m, &mut random)).collect();
        let drawn = intervals(&rate(players, &drawn, anchors.clone(), advantage));
        let both = drawn.iter().zip(&own);
        both.map(|(&drawn, &own)| distance(drawn?, own?)).collect::<Vec<_>>()
    };
    let replicates: Vec<Vec<Option<f64>>> =
        (0..how.replicates).into_par_iter().map(replicate).collect();
    let better = |parameter: usize| {
        let interval = own[parameter]?;
        let distances = replicates.iter().filter_map(|r| r[parameter]);
        let (least, most) = middle(distances.collect())?;
        let error = interval.standard_error();
        Some(Interval {
            low: interval.value - most * error,
            high: interval.value - least * error,
            ..interval
        })
    };
    let mut ratings = ratings;
    for (player, rating) in ratings.players.iter_mut().enumerate() {
        if let Some(interval) = better(player) {
            rating.elo = interval.widened(zeros[player]);
        }
    }
    ratings.white_advantage = better(players).or(ratings.white_advantage);
    ratings
}

/// The distance of a resampled rating from the one of all games, in its own standard errors; `None`
/// if it has none, as the anchor's.
fn distance(drawn: Interval, own: Interval) -> Option<f64> {
    let distance = (drawn.value - own.value) / drawn.standard_error();
    distance.is_finite().then_some(distance)
}

/// The ends of the middle 95 % of a distribution of which these are samples; `None` if there are
/// none.
fn middle(mut values: Vec<f64>) -> Option<(f64, f64)> {
    values.sort_by(f64::total_cmp);
    let last = values.len().checked_sub(1)?;
    // Samples cut a distribution into parts of the same weight, one more than there are samples.
    let outside = TAIL * (values.len() + 1) as f64;
    let cut = (outside as usize).saturating_sub(1).min(last / 2);
    Some((values[cut], values[last - cut]))
}

/// As many pairs, and as many games of each colour without partners, resampled from those of the
/// meeting.
fn redraw(m: &Meeting, random: &mut Pcg64Mcg) -> Meeting {
    let mut drawn = Meeting::new(m.a, m.b);
    let pairs: Vec<u64> = m.pairs.iter().flatten().copied().collect();
    for (cell, count) in multinomial(&pairs, random).into_iter().enumerate() {
        drawn.pairs[cell / 3][cell % 3] = count;
    }
    for (colour, games) in m.singles.iter().enumerate() {
        for (white, count) in multinomial(games, random).into_iter().enumerate() {
            drawn.singles[colour][white] = count;
        }
    }
    drawn
}

/// As many draws as there are counts, each with the frequencies of the counts.
fn multinomial(counts: &[u64], random: &mut impl Rng) -> Vec<u64> {
    let total: u64 = counts.iter().sum();
    let mut drawn = vec![0; counts.len()];
    for _ in 0..total {
        let mut at = below(random, total);
        let cell = counts.iter().position(|&count| {
            let here = at < count;
            at = at.saturating_sub(count);
            here
        });
        drawn[cell.unwrap_or(0)] += 1;
    }
    drawn
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drawing_keeps_the_number_and_the_kinds() {
        let mut random = Pcg64Mcg::seed_from_u64(1);
        let counts = [0, 600, 300, 0, 100];
        let drawn = multinomial(&counts, &mut random);
        assert_eq!(drawn.iter().sum::<u64>(), 1000);
        assert_eq!((drawn[0], drawn[3]), (0, 0));
        assert!((540..660).contains(&drawn[1]) && drawn != counts, "{drawn:?}");
        assert_eq!(multinomial(&[0, 0], &mut random), [0, 0]);
    }

    #[test]
    fn the_middle_leaves_out_as_much_on_either_side() {
        // 199 samples part a distribution into 200: five lie below the end, and five above.
        let samples = (0..199).map(f64::from).collect();
        assert_eq!(middle(samples), Some((4.0, 194.0)));
        assert_eq!(middle(vec![3.0]), Some((3.0, 3.0)));
        assert_eq!(middle(Vec::new()), None);
    }
}
