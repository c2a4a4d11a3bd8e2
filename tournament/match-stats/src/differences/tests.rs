use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;

use super::*;
use crate::random::uniform;
use crate::ratings::{Advantage, Anchor, meeting};
use crate::{Meeting, rate};

/// Players 1 and 2 met often, and the anchor rarely: their distances from it are uncertain, and that from
/// each other is well known.
fn two_far_from_an_anchor() -> Ratings {
    let few = [[0, 0, 1], [0, 1, 0], [3, 1, 0]];
    let many = [[10, 10, 20], [10, 60, 30], [90, 60, 30]];
    let meetings = [meeting(1, 0, few), meeting(2, 0, few), meeting(1, 2, many)];
    let anchor = Some(Anchor::certain(0, 0.0));
    rate(3, &meetings, anchor, Advantage::Estimated)
}

#[test]
fn shared_errors_cancel_in_a_difference() {
    let ratings = two_far_from_an_anchor();
    let (one, other) = (&ratings.players[1], &ratings.players[2]);
    assert!(one.elo.low < other.elo.value && other.elo.high > one.elo.value, "intervals overlap");
    let found = differences(&ratings, &[1, 2, 0]).unwrap();
    let d = found[0];
    assert_eq!((d.a, d.b), (1, 2));
    assert!(d.elo.low > 0.0 && d.is_significant(), "{d:?}");
    let width = |low: f64, high: f64| high - low;
    assert!(width(d.elo.low, d.elo.high) < 0.3 * width(one.elo.low, one.elo.high));
    // From the other side it is the same.
    let back = differences(&ratings, &[2, 1, 0]).unwrap()[0];
    assert!(
        (back.elo.value + d.elo.value).abs() < 1e-9 && (back.elo.low + d.elo.high).abs() < 1e-9
    );
    assert!((back.los + d.los - 1.0).abs() < 1e-9);
    // An anchor is as uncertain as its distance.
    let to_anchor = differences(&ratings, &[1, 0]).unwrap()[0];
    assert!((to_anchor.elo.low - one.elo.low).abs() < 1e-6, "{to_anchor:?} {one:?}");
}

#[test]
fn verdicts_are_those_of_los_corrected_for_their_number() {
    let ratings = two_far_from_an_anchor();
    let found = differences(&ratings, &[1, 2, 0]).unwrap();
    assert_eq!(found.len(), 3);
    let two_sided = |a, b| 2.0 * f64::min(ratings.los(a, b).unwrap(), ratings.los(b, a).unwrap());
    // 1 against 2 is by far the clearest, then 1 against the anchor.
    let steps = [3.0 * two_sided(1, 2), 2.0 * two_sided(1, 0), two_sided(2, 0)];
    assert!(steps[0] < steps[1] && two_sided(1, 0) < two_sided(2, 0));
    let expected = [steps[0], steps[1], f64::max(steps[1], steps[2])];
    for (difference, place) in [(0, 0), (1, 1), (2, 2)] {
        let p = found[difference].p_adjusted;
        assert!((p - expected[place].min(1.0)).abs() < 1e-12, "{found:?} {expected:?}");
    }
}

#[test]
fn groups_follow_the_order_and_never_separate_players_who_have_not_met() {
    let draws = [[0, 0, 0], [0, 9, 0], [1, 0, 1]];
    let meetings = [meeting(0, 1, draws), meeting(2, 3, draws)];
    let ratings = rate(4, &meetings, None, Advantage::Estimated);
    let field = [3, 1, 0, 2];
    let found = differences(&ratings, &field).unwrap();
    assert_eq!(found.len(), 2);
    let shown = field_groups(&field, &found).unwrap();
    assert_eq!(shown, ["a", "a", "a", "a"]);
    // Only players of the same group can differ significantly.
    let wins = [[1, 0, 0], [4, 2, 0], [40, 4, 1]];
    let meetings = [meeting(0, 1, wins), meeting(2, 3, draws)];
    let ratings = rate(4, &meetings, None, Advantage::Estimated);
    let field = [0, 2, 3, 1];
    let found = differences(&ratings, &field).unwrap();
    let shown = field_groups(&field, &found).unwrap();
    assert_eq!(shown, ["a", "ab", "ab", "b"], "{found:?}");
    assert_eq!(field_groups(&[], &[]).unwrap(), [""; 0]);
}

/// Of fields of equals, at most as many as promised have any difference.
#[test]
fn equal_engines_rarely_differ_significantly() {
    const TRIALS: usize = 200;
    const PLAYERS: usize = 6;
    let mut random = Pcg64Mcg::seed_from_u64(11);
    let mut wrong = 0;
    for _ in 0..TRIALS {
        let mut meetings = Vec::new();
        for a in 0..PLAYERS {
            for b in a + 1..PLAYERS {
                let mut m = Meeting::new(a, b);
                for _ in 0..20 {
                    let mut game = || [0, 0, 0, 1, 2, 2, 2][(7.0 * uniform(&mut random)) as usize];
                    let (first, second) = (game(), game());
                    m.add_pair(first, second);
                }
                meetings.push(m);
            }
        }
        let ratings = rate(PLAYERS, &meetings, None, Advantage::Estimated);
        let found = differences(&ratings, &[0, 1, 2, 3, 4, 5]).unwrap();
        wrong += usize::from(found.iter().any(Difference::is_significant));
    }
    println!("{wrong} of {TRIALS}");
    // Five in a hundred, and four standard deviations.
    assert!(wrong <= 22, "{wrong} of {TRIALS}");
}

#[test]
fn too_many_differences_are_not_begun() {
    let ratings = two_far_from_an_anchor();
    assert_eq!(differences(&ratings, &vec![0; 3000]), None);
}
