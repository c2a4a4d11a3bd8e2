//! Results that must not depend on the numbering of players, and quantities that the games leave open.

use super::super::*;
use super::{near, pairing};

/// The same meetings with players renumbered: `places[old]` is new.
fn renumbered(meetings: &[Meeting], places: &[usize]) -> Vec<Meeting> {
    let moved = meetings.iter().rev().map(|m| Meeting { a: places[m.a], b: places[m.b], ..*m });
    moved.collect()
}

/// Rates them in every given order, with and without an anchor, and compares everything.
#[track_caller]
fn same_in_any_order(meetings: &[Meeting], orders: &[[usize; 4]]) {
    for anchor in [None, Some(2)] {
        let rated = |meetings: &[Meeting], anchor: Option<usize>| {
            let anchor = anchor.map(|player| Anchor::certain(player, 9.0));
            super::super::rate(4, meetings, anchor, Advantage::Estimated)
        };
        let first = rated(meetings, anchor);
        for places in orders {
            let other =
                rated(&renumbered(meetings, places), anchor.map(|player: usize| places[player]));
            for (old, &new) in places.iter().enumerate() {
                let (one, two) = (first.players[old], other.players[new]);
                near(two.elo.value, one.elo.value, 1e-6);
                near(two.elo.low, one.elo.low, 1e-6);
                near(two.elo.high, one.elo.high, 1e-6);
                assert_eq!(one.prior, two.prior);
                for (old_b, &new_b) in places.iter().enumerate().filter(|(b, _)| *b != old) {
                    let los = first.los(old, old_b).unwrap();
                    near(other.los(new, new_b).unwrap(), los, 1e-9);
                }
            }
            let ends = |r: &Ratings| r.white_advantage.map(|w| (w.low * 1e6).round());
            assert_eq!(ends(&first), ends(&other));
        }
    }
}

const ORDERS: [[usize; 4]; 4] = [[3, 2, 1, 0], [1, 2, 3, 0], [2, 0, 3, 1], [0, 2, 1, 3]];

/// A round robin with these pairs.
fn field(pairs: impl Fn(usize, usize) -> [u64; 5]) -> Vec<Meeting> {
    let all = (0..4).flat_map(|a| (a + 1..4).map(move |b| (a, b)));
    all.map(|(a, b)| pairing(a, b, pairs(a, b))).collect()
}

#[test]
fn ratings_do_not_depend_on_the_order_of_the_players() {
    let mut ordinary = field(|a, b| [1, 2 + a as u64, 6, 3 + b as u64, a as u64]);
    ordinary[2].add_single(true, 2);
    ordinary[4].add_single(false, 1);
    same_in_any_order(&ordinary, &ORDERS);
    for pairs in [1, 2, 20] {
        same_in_any_order(&field(|_, _| [0, 0, pairs, 0, 0]), &ORDERS);
    }
}

#[test]
fn all_drawn_in_a_symmetric_field_everybody_is_as_uncertain() {
    for pairs in [1, 2, 20] {
        let drawn = field(|_, _| [0, 0, pairs, 0, 0]);
        let rated = super::rate(4, &drawn, None);
        for rating in &rated {
            near(rating.elo.value, 0.0, 1e-9);
            near(rating.elo.low, rated[0].elo.low, 1e-9);
            near(rating.elo.high, -rated[0].elo.low, 1e-9);
        }
        let from_first = super::rate(4, &drawn, Some(0));
        near(from_first[1].elo.high, from_first[3].elo.high, 1e-9);
        assert!(from_first[1].elo.high > 30.0 / pairs as f64);
    }
}

/// Two parts of two that never took a point from each other: the part that won is the core,
/// whatever its number is.
#[test]
fn of_two_parts_of_one_size_the_stronger_is_rated_alone() {
    let even = [2, 1, 3, 1, 2];
    let meetings = [
        pairing(0, 1, even),
        pairing(2, 3, even),
        pairing(0, 2, [0, 0, 0, 0, 4]),
        pairing(1, 3, [0, 0, 0, 0, 4]),
    ];
    same_in_any_order(&meetings, &ORDERS);
    let rated = super::rate(4, &meetings, None);
    assert!(!rated[0].prior && rated[2].prior);
}

/// A drawn meeting that is the only link between two parts has the same interval as it
/// has alone, though there is variety elsewhere.
#[test]
fn a_bridge_without_variety_is_as_wide_as_it_is_alone() {
    let even = [20, 30, 90, 30, 20];
    let chain = [pairing(0, 1, even), pairing(1, 2, [0, 0, 12, 0, 0]), pairing(2, 3, even)];
    let width = |r: Rating| r.elo.high - r.elo.low;
    let within = width(super::rate(4, &chain, Some(1))[2]);
    let alone = width(super::rate(2, &[pairing(0, 1, [0, 0, 12, 0, 0])], Some(0))[1]);
    near(within, alone, 1e-6);
}

/// Two players have Student's interval of their match, on the scale on which ratings are fitted.
#[test]
fn two_players_of_few_pairs_have_the_interval_of_student() {
    // Twelve pairs of the mean 1/2: the variance is 1.75 / 11 in points per game.
    let meeting = pairing(0, 1, [3, 2, 2, 2, 3]);
    let rated = super::rate(2, &[meeting], Some(1));
    let variance: f64 = (6.0 * 0.25 + 4.0 * 0.0625) / 11.0 / 12.0;
    // Student's quantile for 11 degrees of freedom, and the slope of Elo at one half.
    let expected = 2.200_985_160 * variance.sqrt() * 1600.0 / std::f64::consts::LN_10;
    near(rated[0].elo.high, expected, 1e-3);
    // The likelihood of superiority is never surer than that of as many wins.
    let nearly = [pairing(0, 1, [0, 0, 0, 39, 1]), pairing(0, 1, [0, 0, 0, 7, 1])];
    for (meeting, pairs) in nearly.into_iter().zip([40, 8]) {
        let rated = super::super::rate(2, &[meeting], None, Advantage::Fixed(0.0));
        let los = rated.los(0, 1).unwrap();
        assert!(los > 0.99 && los <= 1.0 - 0.5_f64.powi(pairs + 1), "{los}");
    }
}

#[test]
fn an_advantage_confounded_with_strength_is_marked() {
    let mut white = Meeting::new(0, 1);
    white.singles[0] = [10, 20, 30];
    let rated = |meetings: &[Meeting], advantage| super::super::rate(3, meetings, None, advantage);
    assert!(rated(&[white], Advantage::Estimated).advantage_confounded);
    assert!(!rated(&[white], Advantage::Fixed(30.0)).advantage_confounded);
    assert!(!rated(&[], Advantage::Estimated).advantage_confounded);
    // A game of the other colour determines it, and shows how uncertain the difference is.
    let narrow = rated(&[white], Advantage::Estimated).players[0];
    white.singles[1] = [1, 1, 1];
    let determined = rated(&[white], Advantage::Estimated);
    assert!(!determined.advantage_confounded);
    let wide = determined.players[0];
    assert!(wide.elo.high - wide.elo.low > 2.0 * (narrow.elo.high - narrow.elo.low));
}
