use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;

use super::*;
use crate::random::uniform;
use crate::rate;
use crate::ratings::{Advantage, meeting};

fn fit_of(players: usize, meetings: &[Meeting]) -> Option<GoodnessOfFit> {
    let ratings = rate(players, meetings, None, Advantage::Estimated);
    let white = ratings.white_advantage.map_or(0.0, |w| w.value);
    goodness_of_fit(&ratings, meetings, white)
}

fn near(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-5, "{found} {expected}");
}

/// The expected figures: ratings by scipy's BFGS, shares of pairs by numpy, p by scipy.stats.f.sf.
#[test]
fn known_answer() {
    let meetings = [
        meeting(0, 1, [[1, 0, 3], [0, 2, 2], [4, 1, 5]]),
        meeting(0, 2, [[0, 1, 1], [1, 1, 0], [7, 2, 4]]),
        meeting(0, 3, [[1, 0, 0], [1, 1, 1], [9, 3, 3]]),
        meeting(1, 2, [[2, 1, 4], [0, 3, 2], [3, 1, 3]]),
        meeting(1, 3, [[3, 1, 1], [1, 1, 1], [5, 2, 4]]),
        meeting(2, 3, [[9, 2, 1], [1, 2, 0], [1, 0, 2]]),
    ];
    let fit = fit_of(4, &meetings).unwrap();
    near(fit.chi_squared, 6.947_368_044);
    assert_eq!(fit.degrees_of_freedom, 3);
    near(fit.p, 0.080_053_032);
    assert!(!fit.fails());
    assert_eq!((fit.worst.a, fit.worst.b), (1, 2));
    near(fit.worst.score, 0.447_368_421);
    near(fit.worst.expected, 0.552_729_345);
}

/// Games without partners: half the counts of a coin's variance, and White's advantage by hand.
#[test]
fn single_games_have_a_variance_of_their_own() {
    let single = |a, b, first: [u64; 3], second: [u64; 3]| Meeting {
        singles: [first, second],
        ..Meeting::new(a, b)
    };
    // A ring in which each player scores 7 of 10 against the next one: ratings are equal, and each
    // pairing is 2 points from 5. Within a pairing the squares are 10 · 0.7 · 0.3 = 2.1, expected of
    // 9 of 10 games of variance 1/4 each; so a pairing's variance is 2.1 / 2.25 · 2.5 = 7/3.
    let ring = [(0, 1), (1, 2), (2, 0)].map(|(a, b)| single(a, b, [2, 0, 3], [4, 0, 1]));
    let ratings = rate(3, &ring, None, Advantage::Fixed(0.0));
    let fit = goodness_of_fit(&ratings, &ring, 0.0).unwrap();
    near(fit.chi_squared, 3.0 * 4.0 / (7.0 / 3.0));
    assert_eq!(fit.degrees_of_freedom, 1);
    near(fit.worst.score, 0.7);
    near(fit.worst.expected, 0.5);
}

#[test]
fn a_ring_of_strength_is_a_misfit_and_too_few_games_give_no_test() {
    let wins = [[0, 1, 2], [0, 3, 2], [22, 6, 4]];
    let ring = [(0, 1), (1, 2), (2, 0)].map(|(a, b)| meeting(a, b, wins));
    let fit = fit_of(3, &ring).unwrap();
    assert!(fit.fails() && fit.p < 1e-6, "{fit:?}");
    // Two pairings fix two ratings; draws alone vary in nothing.
    assert_eq!(fit_of(3, &ring[..2]), None);
    let drawn = [(0, 1), (1, 2), (2, 0)].map(|(a, b)| meeting(a, b, [[0; 3], [0, 9, 0], [0; 3]]));
    assert_eq!(fit_of(3, &drawn), None);
    // A player that lost everything has no finite rating, and changes nothing.
    let lost = [[0; 3], [0; 3], [9, 0, 0]];
    let more = [&ring[..], &[meeting(0, 3, lost), meeting(1, 3, lost)]].concat();
    let with = fit_of(4, &more).unwrap();
    assert_eq!(with.degrees_of_freedom, 1);
    near(with.chi_squared, fit.chi_squared);
}

/// Fields that fit fail at a rate of `FAILS_AT`, also with few pairs and a player far behind.
#[test]
fn fields_that_fit_seldom_fail() {
    const TRIALS: usize = 300;
    const ELOS: [f64; 6] = [0.0, 20.0, 60.0, 100.0, 200.0, -350.0];
    let mut random = Pcg64Mcg::seed_from_u64(3);
    let (mut failed, mut below_half) = (0, 0);
    for _ in 0..TRIALS {
        let mut meetings = Vec::new();
        for (a, elo) in ELOS.into_iter().enumerate() {
            for (b, other) in ELOS.into_iter().enumerate().skip(a + 1) {
                let mut m = Meeting::new(a, b);
                for _ in 0..20 {
                    // Half of the openings are decided by the colour, for one side or the other.
                    let luck = [-150.0, 0.0, 0.0, 150.0][(4.0 * uniform(&mut random)) as usize];
                    let mut white = |difference: f64| {
                        let p = score_from_elo(difference + luck);
                        let (x, draws) = (uniform(&mut random), 0.6 * p.min(1.0 - p));
                        u8::from(x < p - draws / 2.0) + u8::from(x < p + draws / 2.0)
                    };
                    let difference = elo - other;
                    let (first, second) = (white(difference), white(-difference));
                    m.add_pair(first, second);
                }
                meetings.push(m);
            }
        }
        let fit = fit_of(ELOS.len(), &meetings).unwrap();
        failed += usize::from(fit.fails());
        below_half += usize::from(fit.p < 0.5);
    }
    println!("{failed} and {below_half} of {TRIALS}");
    assert!(failed <= 11, "{failed} of {TRIALS} failed");
    let share = below_half as f64 / TRIALS as f64;
    assert!((0.38..0.62).contains(&share), "{share}");
}
