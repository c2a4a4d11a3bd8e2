//! Ratings and intervals by other ways to compute the same.

use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;

use super::super::*;
use super::dense::Dense;
use super::near;
use crate::elo::score_from_elo;
use crate::random::{below, uniform};

/// Nine that met at random, two that only lost to them, but drew with each other, one that won all, three of
/// another group, and one without games.
fn random_tournament(random: &mut Pcg64Mcg) -> Vec<Meeting> {
    let mut meetings = Vec::new();
    let mut met = |a: usize, b: usize, chances: [f64; 2]| {
        let mut m = Meeting::new(a, b);
        let mut half_points = || {
            let x = uniform(random);
            u8::from(x > chances[0]) + u8::from(x > chances[1])
        };
        for _ in 0..4 {
            let (first, second) = (half_points(), half_points());
            m.add_pair(first, second);
        }
        (0..3).for_each(|game| m.add_single(game > 0, half_points()));
        meetings.push(m);
    };
    for a in 0..9 {
        for step in [1, 2, 4] {
            met(a, (a + step) % 9, [0.3, 0.6]);
        }
    }
    met(12, 13, [0.2, 0.7]);
    met(13, 14, [0.2, 0.6]);
    met(9, 10, [0.0, 1.0]);
    let mut lost = |a: usize, b: usize| {
        let mut m = Meeting::new(a, b);
        (0..2 + below(random, 3)).for_each(|_| m.add_pair(2, 0));
        meetings.push(m);
    };
    for (winner, loser) in [(0, 9), (3, 9), (4, 10), (11, 2), (11, 5)] {
        lost(winner, loser);
    }
    meetings
}

#[test]
fn intervals_are_those_of_the_definition() {
    const PLAYERS: usize = 16;
    let mut random = Pcg64Mcg::seed_from_u64(5);
    for (trial, anchor) in [None, Some(4), Some(10), None, Some(13)].into_iter().enumerate() {
        let meetings = random_tournament(&mut random);
        let advantage = match trial {
            3 => Advantage::Fixed(20.0),
            _ => Advantage::Estimated,
        };
        let anchor = anchor.map(|player| Anchor::certain(player, 7.0));
        let fitted = fit(PLAYERS, &meetings, anchor, advantage);
        let ratings = fitted.with_intervals();
        assert_eq!(ratings.groups.len(), 3);
        assert_eq!(ratings.players.iter().filter(|r| r.prior).count(), 4);
        let dense = Dense::new(&fitted, &meetings);
        let elo = |player: usize| ratings.players[player].elo;
        for a in 0..PLAYERS {
            let group = &ratings.groups[ratings.players[a].group];
            let anchor = anchor.map(|anchor| anchor.player).filter(|e| group.contains(e));
            let zero: Vec<usize> = anchor.map_or(group.clone(), |anchor| vec![anchor]);
            let mut weights = vec![0.0; PLAYERS + 1];
            weights[a] += 1.0;
            zero.iter().for_each(|&e| weights[e] -= 1.0 / zero.len() as f64);
            let expected = dense.judge(&weights, 0.0).0;
            if group.len() > 1 {
                near(elo(a).high - elo(a).value, ELO * expected, 1e-8);
            }
            for &b in group.iter().filter(|&&b| b != a) {
                let mut weights = vec![0.0; PLAYERS + 1];
                (weights[a], weights[b]) = (1.0, -1.0);
                let value = elo(a).value - elo(b).value;
                let (half_width, los) = dense.judge(&weights, value / ELO);
                let found = ratings.difference(a, b).unwrap();
                near(found.high - value, ELO * half_width, 1e-8);
                near(ratings.los(a, b).unwrap(), los, 1e-9);
            }
        }
        let mut weights = vec![0.0; PLAYERS + 1];
        weights[PLAYERS] = 1.0;
        if let Some(white) = ratings.white_advantage {
            near(white.high - white.value, ELO * dense.judge(&weights, 0.0).0, 1e-8);
        }
        assert_eq!(ratings.white_advantage.is_some(), trial != 3);
    }
}

/// With conjugate gradients and the whole inverse, the ratings are those of maximum likelihood.
#[test]
fn many_that_met_at_random_have_the_points_expected() {
    const PLAYERS: usize = 1500;
    let mut random = Pcg64Mcg::seed_from_u64(8);
    let mut meetings = Vec::new();
    for a in 0..PLAYERS {
        for _ in 0..5 {
            let b = below(&mut random, PLAYERS as u64) as usize;
            if a != b {
                let score = score_from_elo(0.4 * (a as f64 - b as f64) + 30.0);
                let mut m = Meeting::new(a, b);
                (0..4).for_each(|_| m.add_single(true, 2 * u8::from(uniform(&mut random) < score)));
                meetings.push(m);
            }
        }
    }
    let ratings = rate(PLAYERS, &meetings, None, Advantage::Estimated);
    let white = ratings.white_advantage.unwrap().value;
    let mut surplus = vec![0.0; PLAYERS + 1];
    for m in &meetings {
        let [a, b] = [m.a, m.b].map(|e| ratings.players[e].elo.value);
        let more = f64::from(m.singles[0][2] as u32) - 4.0 * score_from_elo(a - b + white);
        surplus[m.a] += more;
        surplus[m.b] -= more;
        surplus[PLAYERS] += more;
    }
    for (player, more) in surplus.iter().enumerate() {
        if ratings.players.get(player).is_none_or(|rating| !rating.prior) {
            near(*more, 0.0, 1e-7);
        }
    }
    let covers = |player: &usize| {
        let middle = 0.4 * (PLAYERS - 1) as f64 / 2.0;
        ratings.players[*player].elo.contains(0.4 * *player as f64 - middle)
    };
    let covered = (0..PLAYERS).filter(covers).count() as f64 / PLAYERS as f64;
    assert!((0.93..0.97).contains(&covered), "{covered}");
}
