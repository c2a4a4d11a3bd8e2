//! Ratings of games that are drawn by chance.

use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;

use super::super::*;
use super::{near, pairing};
use crate::elo::score_from_elo;
use crate::random::uniform;

/// Plays pairs whose games depend on each other and favour White, and counts how often the
/// interval has the truth.
#[test]
fn intervals_cover_the_truth() {
    const TRUE_ELO: [f64; 4] = [0.0, 60.0, -90.0, 180.0];
    const TRUE_ADVANTAGE: f64 = 40.0;
    const TRIALS: usize = 300;
    let mut random = Pcg64Mcg::seed_from_u64(7);
    let (mut covered, mut advantage_covered) = (0, 0);
    for _ in 0..TRIALS {
        let mut meetings = Vec::new();
        for (a, b) in [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)] {
            let difference = TRUE_ELO[a] - TRUE_ELO[b];
            let scores = [difference, -difference].map(|d| score_from_elo(d + TRUE_ADVANTAGE));
            let mut meeting = Meeting::new(a, b);
            for _ in 0..50 {
                let (first, second) = play_pair(&mut random, scores);
                meeting.add_pair(first, second);
            }
            meetings.push(meeting);
        }
        let anchor = Anchor::certain(0, 0.0);
        let rated = rate(4, &meetings, Some(anchor), Advantage::Estimated);
        let white = rated.white_advantage.unwrap();
        advantage_covered += usize::from(white.contains(TRUE_ADVANTAGE));
        let rated = rated.players;
        let covers = |e: &usize| rated[*e].elo.contains(TRUE_ELO[*e]);
        covered += (1..4).filter(covers).count();
    }
    let share = covered as f64 / (3 * TRIALS) as f64;
    assert!((0.925..=0.975).contains(&share), "{share}");
    let share = advantage_covered as f64 / TRIALS as f64;
    assert!((0.915..=0.98).contains(&share), "{share}");
}

/// White's half points in two games with these expected scores: half of the pairs share their
/// luck, and up to 40 % of the games are drawn.
fn play_pair(random: &mut Pcg64Mcg, scores: [f64; 2]) -> (u8, u8) {
    let game = |score: f64, x: f64| {
        let draws = 0.8 * score.min(1.0 - score);
        let wins = score - draws / 2.0;
        u8::from(x < wins) + u8::from(x < wins + draws)
    };
    let (x, y, shared) = (uniform(random), uniform(random), uniform(random) < 0.5);
    (
        game(scores[0], x),
        game(scores[1], if shared { x } else { y }),
    )
}

#[test]
fn drawing_again_agrees_with_the_sandwich() {
    let meetings = [
        pairing(0, 1, [20, 60, 130, 90, 30]),
        pairing(1, 2, [25, 50, 140, 60, 25]),
        pairing(2, 0, [40, 70, 120, 50, 20]),
    ];
    let sandwich = rate(3, &meetings, None, Advantage::Fixed(0.0));
    let how = Bootstrap {
        replicates: 1000,
        seed: 3,
    };
    let redrawn = |how| {
        bootstrap(
            sandwich.clone(),
            &meetings,
            None,
            Advantage::Fixed(0.0),
            how,
        )
    };
    let drawn = redrawn(how);
    for (one, other) in sandwich.players.iter().zip(&drawn.players) {
        let width = one.elo.high - one.elo.low;
        near(other.elo.low, one.elo.low, 0.1 * width);
        near(other.elo.high, one.elo.high, 0.1 * width);
    }
    assert_eq!(drawn.players, redrawn(how).players, "the same seed");
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
