//! Ratings of games that are drawn by chance.

use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;

use super::super::*;
use super::{near, pairing};
use crate::elo::score_from_elo;
use crate::random::uniform;

/// White's half points in two games with these expected scores: half of the pairs share their
/// luck, and up to 40 % of the games are drawn.
fn play_pair(random: &mut Pcg64Mcg, scores: [f64; 2]) -> (u8, u8) {
    let game = |score: f64, x: f64| {
        let draws = 0.8 * score.min(1.0 - score);
        let wins = score - draws / 2.0;
        u8::from(x < wins) + u8::from(x < wins + draws)
    };
    let (x, y, shared) = (uniform(random), uniform(random), uniform(random) < 0.5);
    (game(scores[0], x), game(scores[1], if shared { x } else { y }))
}

#[test]
fn drawing_again_agrees_with_the_sandwich() {
    let meetings = [
        pairing(0, 1, [20, 60, 130, 90, 30]),
        pairing(1, 2, [25, 50, 140, 60, 25]),
        pairing(2, 0, [40, 70, 120, 50, 20]),
    ];
    let sandwich = rate(3, &meetings, None, Advantage::Fixed(0.0));
    let how = Bootstrap { replicates: 1000, seed: 3 };
    let redrawn = || bootstrap(sandwich.clone(), &meetings, None, Advantage::Fixed(0.0), how);
    let drawn = redrawn();
    for (one, other) in sandwich.players.iter().zip(&drawn.players) {
        let width = one.elo.high - one.elo.low;
        near(other.elo.low, one.elo.low, 0.1 * width);
        near(other.elo.high, one.elo.high, 0.1 * width);
    }
    assert_eq!(drawn.players, redrawn().players, "the same seed");
}

#[test]
fn a_million_games_of_a_hundred_players() {
    let mut random = Pcg64Mcg::seed_from_u64(11);
    let mut meetings = Vec::new();
    for a in 0..100_usize {
        for b in a + 1..100 {
            let mut meeting = Meeting::new(a, b);
            let score = score_from_elo(5.0 * (a as f64 - b as f64));
            for _ in 0..101 {
                let (first, second) = play_pair(&mut random, [score, 1.0 - score]);
                meeting.add_pair(first, second);
            }
            meetings.push(meeting);
        }
    }
    let rated = rate(100, &meetings, None, Advantage::Estimated);
    for (player, rating) in rated.players.iter().enumerate() {
        near(rating.elo.value, 5.0 * (player as f64 - 49.5), 15.0);
    }
}
