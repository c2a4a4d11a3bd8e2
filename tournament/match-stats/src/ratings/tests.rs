mod advantage;
mod definition;
mod dense;
mod order;
mod simulated;

use super::*;
use crate::Pentanomial;
use crate::elo::score_from_elo;

/// Pairs of whose games only the first engine's points in both are known: between equals without
/// White's advantage.
fn pairing(a: usize, b: usize, penta: [u64; 5]) -> Meeting {
    let mut meeting = Meeting::new(a, b);
    for (half_points, count) in penta.into_iter().enumerate() {
        let first = half_points.div_ceil(2);
        meeting.pairs[first][2 + first - half_points] += count;
    }
    assert_eq!(meeting.penta().0, penta);
    meeting
}

/// Ratings without White's advantage, on which pairs alone have no information.
fn rate(engines: usize, pairings: &[Meeting], anchor: Option<usize>) -> Vec<Rating> {
    let anchor = anchor.map(|player| Anchor::certain(player, 0.0));
    super::rate(engines, pairings, anchor, Advantage::Fixed(0.0)).players
}

fn near(found: f64, expected: f64, tolerance: f64) {
    assert!((found - expected).abs() <= tolerance, "{found} is not {expected}");
}

#[test]
fn two_engines_have_the_elo_of_their_match() {
    let penta = [34, 54, 63, 64, 75];
    let expected = Pentanomial(penta).estimate().unwrap();
    let rated = rate(2, &[pairing(0, 1, penta)], Some(1));
    near(rated[0].elo.value, expected.elo.value.unwrap(), 1e-6);
    near(rated[0].elo.low, expected.elo.low.unwrap(), 0.6);
    near(rated[0].elo.high, expected.elo.high.unwrap(), 0.6);
    let anchor = rated[1];
    assert_eq!(anchor.elo, Interval::about(0.0, 0.0));
    assert!(!rated[0].prior && !anchor.prior);
    // Around the mean each has half of the difference and half of its interval.
    let centred = rate(2, &[pairing(0, 1, penta)], None);
    near(centred[0].elo.value, rated[0].elo.value / 2.0, 1e-9);
    near(centred[1].elo.value, -rated[0].elo.value / 2.0, 1e-9);
    near(
        centred[1].elo.high - centred[1].elo.value,
        (rated[0].elo.high - rated[0].elo.value) / 2.0,
        1e-9,
    );
}

#[test]
fn symmetric_results_rate_everybody_the_same() {
    let even = [5, 10, 30, 10, 5];
    let pairings = [pairing(0, 1, even), pairing(1, 2, even), pairing(0, 2, even)];
    let rated = rate(3, &pairings, None);
    for rating in &rated {
        near(rating.elo.value, 0.0, 1e-9);
        near(rating.elo.low, rated[0].elo.low, 1e-9);
        assert!(rating.elo.low < -5.0 && !rating.prior);
    }
    // A circle in which each beats the next is symmetric too.
    let won = [1, 2, 3, 20, 4];
    let circle = [pairing(0, 1, won), pairing(1, 2, won), pairing(2, 0, won)];
    for rating in rate(3, &circle, None) {
        near(rating.elo.value, 0.0, 1e-9);
    }
}

#[test]
fn a_chain_adds_up_and_its_intervals_widen() {
    let penta = [34, 54, 63, 64, 75];
    let step = Pentanomial(penta).estimate().unwrap().elo.value.unwrap();
    let chain = [pairing(1, 0, penta), pairing(2, 1, penta), pairing(3, 2, penta)];
    let rated = rate(4, &chain, Some(0));
    for (links, rating) in rated.iter().enumerate() {
        near(rating.elo.value, links as f64 * step, 1e-6);
    }
    let width = |r: &Rating| r.elo.high - r.elo.low;
    // But for Student's quantiles, as a longer chain has more degrees of freedom.
    near(width(&rated[2]), width(&rated[1]) * 2_f64.sqrt(), 0.3);
    near(width(&rated[3]), width(&rated[1]) * 3_f64.sqrt(), 0.6);
}

#[test]
fn expected_points_are_the_points_scored() {
    let pairings = [
        pairing(0, 1, [5, 10, 20, 10, 2]),
        pairing(0, 2, [1, 4, 12, 20, 9]),
        pairing(1, 2, [0, 2, 18, 22, 11]),
        pairing(1, 3, [3, 3, 3, 3, 3]),
    ];
    let rated = rate(4, &pairings, None);
    for engine in 0..4 {
        let mut surplus = 0.0;
        for p in &pairings {
            let expected = score_from_elo(rated[p.a].elo.value - rated[p.b].elo.value);
            let scored = p.penta().estimate().unwrap().score;
            let sign = f64::from(i8::from(p.a == engine) - i8::from(p.b == engine));
            surplus += sign * p.penta().pairs() as f64 * (scored - expected);
        }
        near(surplus, 0.0, 1e-7);
    }
    near(rated.iter().map(|r| r.elo.value).sum::<f64>(), 0.0, 1e-9);
}

#[test]
fn a_prior_rates_only_the_loser_of_all() {
    let penta = [34, 54, 63, 64, 75];
    let alone = rate(2, &[pairing(0, 1, penta)], Some(0));
    let lost = [0, 0, 0, 0, 50];
    let with_loser = [pairing(0, 1, penta), pairing(0, 2, lost), pairing(1, 2, lost)];
    let rated = rate(3, &with_loser, Some(0));
    assert_eq!([rated[0].prior, rated[1].prior, rated[2].prior], [false, false, true]);
    near(rated[1].elo.value, alone[1].elo.value, 1e-6);
    near(rated[1].elo.low, alone[1].elo.low, 1e-6);
    assert!(rated[2].elo.value < -600.0 && rated[2].elo.value > -1500.0, "{:?}", rated[2]);
    assert!(
        rated[2].elo.high - rated[2].elo.low > 200.0 && rated[2].elo.high < -400.0,
        "{:?}",
        rated[2]
    );
    // The loser as the anchor moves the scale, not the difference.
    let anchored = rate(3, &with_loser, Some(2));
    near(
        anchored[0].elo.value - anchored[1].elo.value,
        rated[0].elo.value - rated[1].elo.value,
        1e-6,
    );
    assert_eq!((anchored[2].elo.low, anchored[2].elo.high), (0.0, 0.0));
    // A difference is as uncertain from one side as from the other.
    let width = |r: &Rating| r.elo.high - r.elo.low;
    let from_other = rate(3, &with_loser, Some(1));
    near(width(&anchored[0]), width(&rated[2]), 1e-6);
    near(width(&anchored[1]), width(&from_other[2]), 1e-6);
}

#[test]
fn a_loser_inherits_the_uncertainty_of_the_others() {
    let width = |pairs: u64| {
        let met = [pairing(0, 1, [1, 2, 4, 2, 1].map(|count| count * pairs))];
        let lost = [pairing(1, 2, [0, 0, 0, 0, 20])];
        let rated = rate(3, &[met, lost].concat(), Some(0));
        rated[2].elo.high - rated[2].elo.low
    };
    // The loser met only engine 1, and engine 0 is the anchor.
    let (few, many) = (width(1), width(10_000));
    assert!(few > many + 20.0, "{few} {many}");
}

#[test]
fn groups_that_never_score_against_each_other() {
    let penta = [3, 5, 8, 4, 2];
    let won = [0, 0, 0, 0, 10];
    // Engines 3 and 4 trade points, but the three above them win every game.
    let pairings = [
        pairing(0, 1, penta),
        pairing(1, 2, penta),
        pairing(3, 4, penta),
        pairing(0, 3, won),
        pairing(2, 4, won),
    ];
    let rated = rate(5, &pairings, None);
    let flags: Vec<bool> = rated.iter().map(|r| r.prior).collect();
    assert_eq!(flags, [false, false, false, true, true]);
    assert!(rated.iter().all(|r| r.elo.value.is_finite() && r.elo.high > r.elo.low));
    assert!(rated[3].elo.value < rated[2].elo.value - 200.0);
}

#[test]
fn little_or_nothing_played() {
    assert_eq!(rate(0, &[], None), []);
    let single = rate(1, &[], None);
    assert_eq!((single[0].elo.value, single[0].elo.low, single[0].prior), (0.0, 0.0, false));
    for rating in rate(3, &[], None) {
        near(rating.elo.value, 0.0, 1e-9);
        assert!(rating.prior && rating.elo.high > 300.0);
    }
    let one_win = rate(2, &[pairing(0, 1, [0, 0, 0, 0, 1])], None);
    assert!(one_win[0].prior && one_win[1].prior && one_win[0].elo.value > 50.0);
    let one_draw = rate(2, &[pairing(0, 1, [0, 0, 1, 0, 0])], None);
    assert!(!one_draw[0].prior && one_draw[0].elo.high > 50.0);
}

#[test]
fn pairs_that_are_all_the_same_are_not_certain() {
    let few = rate(2, &[pairing(0, 1, [0, 0, 10, 0, 0])], Some(0));
    let many = rate(2, &[pairing(0, 1, [0, 0, 1000, 0, 0])], Some(0));
    assert!(few[1].elo.high > 20.0 && many[1].elo.high > 0.1 && many[1].elo.high < 5.0);
}

#[test]
fn groups_that_never_met_are_kept_apart() {
    let met = [pairing(0, 3, [1, 2, 9, 5, 3]), pairing(1, 2, [1, 2, 9, 5, 3])];
    let anchor = Anchor::certain(3, 100.0);
    let rated = super::rate(5, &met, Some(anchor), Advantage::Fixed(0.0));
    assert_eq!(rated.groups, [vec![0, 3], vec![1, 2], vec![4]]);
    let [a, b, c, d, e] = rated.players[..] else { panic!("five players") };
    assert_eq!((a.group, b.group, c.group, d.group, e.group), (0, 1, 1, 0, 2));
    near(d.elo.value, 100.0, 0.0);
    near(b.elo.value + c.elo.value, 200.0, 1e-9);
    near(a.elo.value - d.elo.value, b.elo.value - c.elo.value, 1e-9);
    assert!(!a.prior && !b.prior && e.prior && e.elo.high > 500.0);
    assert_eq!(rated.los(0, 1), None);
    assert!(rated.los(0, 3).unwrap() > 0.5);
}

/// Three players that met.
fn trio() -> [Meeting; 3] {
    [
        pairing(0, 1, [0, 0, 10, 10, 5]),
        pairing(1, 2, [0, 5, 10, 5, 5]),
        pairing(0, 2, [0, 0, 10, 10, 5]),
    ]
}

/// Two anchors of these errors, a hundred Elo apart.
fn anchors(errors: [f64; 2]) -> Anchors {
    let anchor = |player, elo, error| Anchor { player, elo, error };
    Anchors(vec![anchor(0, 2100.0, errors[0]), anchor(2, 2000.0, errors[1])])
}

/// Two anchors: by hand, both are moved by the same amount, so that their mean is that of what is given.
#[test]
fn several_anchors_give_their_mean() {
    let met = trio();
    let free = rate(3, &met, None);
    let anchored = super::rate(3, &met, anchors([0.0; 2]), Advantage::Fixed(0.0)).players;
    let mean = |rated: &[Rating]| f64::midpoint(rated[0].elo.value, rated[2].elo.value);
    near(mean(&anchored), 2050.0, 1e-9);
    for player in 0..3 {
        let shift = anchored[player].elo.value - free[player].elo.value;
        near(shift, 2050.0 - mean(&free), 1e-9);
    }
    // Each is off by half of what the results deny of the hundred Elo between them, and as uncertain.
    assert!(anchored[0].elo.value != 2100.0);
    let width = |rating: &Rating| rating.elo.high - rating.elo.low;
    near(width(&anchored[0]), width(&anchored[2]), 1e-9);
    assert!(width(&anchored[0]) > 1.0);
    // A single anchor keeps its rating.
    let one = super::rate(3, &met, Some(Anchor::certain(2, 2000.0)), Advantage::Fixed(0.0)).players;
    assert_eq!(one[2].elo, Interval::about(2000.0, 0.0));
}

/// By hand: one of error 30 and one of 60 weigh as 4 to 1, and their mean has an error of 30 times 2 / sqrt 5.
#[test]
fn anchors_weigh_by_their_errors_and_widen_all_intervals() {
    let met = trio();
    let fixed = Advantage::Fixed(0.0);
    let rated = |errors| super::rate(3, &met, anchors(errors), fixed);
    let free = rate(3, &met, None);
    let uncertain = rated([30.0, 60.0]);
    let mean = |rated: &[Rating]| 0.8 * rated[0].elo.value + 0.2 * rated[2].elo.value;
    near(mean(&uncertain.players), 2080.0, 1e-9);
    for player in 0..3 {
        let shift = uncertain.players[player].elo.value - free[player].elo.value;
        near(shift, 2080.0 - mean(&free), 1e-9);
    }
    // The same weights, and errors too small to be seen.
    let half = |ratings: &Ratings, player: usize| {
        let elo = ratings.players[player].elo;
        (elo.high - elo.low) / 2.0
    };
    let (bare, error) = (rated([3e-9, 6e-9]), 30.0 * 2.0 / 5f64.sqrt());
    for player in 0..3 {
        let expected = half(&bare, player).hypot(error);
        near(half(&uncertain, player), expected, 1e-6);
    }
    // Differences depend on the games alone, not on the anchors.
    let free_los = super::rate(3, &met, None, fixed).los(0, 1);
    assert_eq!(uncertain.los(0, 1), free_los);
    // An anchor that is certain leaves no weight to the other.
    let certain = rated([0.0, 60.0]);
    assert_eq!(certain.players[0].elo, Interval::about(2100.0, 0.0));
    // The bootstrap resamples games, not the errors of anchors.
    let how = Bootstrap { replicates: 400, seed: 1 };
    let drawn = |errors| bootstrap(rated(errors), &met, anchors(errors), fixed, how);
    let (wide, narrow) = (drawn([30.0, 60.0]), drawn([3e-9, 6e-9]));
    for player in 0..3 {
        let [wide, narrow] = [&wide, &narrow].map(|drawn| drawn.players[player].elo);
        let expected = (narrow.high - narrow.value).hypot(error);
        near(wide.high - wide.value, expected, 1e-6);
    }
}

#[test]
fn one_anchor_is_as_uncertain_as_stated() {
    let anchor = Anchor { player: 1, elo: 3424.0, error: 18.0 };
    let met = [pairing(0, 1, [1, 2, 10, 10, 5])];
    let rated = super::rate(2, &met, Some(anchor), Advantage::Fixed(0.0)).players;
    let certain = Some(Anchor::certain(1, 3424.0));
    let certain = super::rate(2, &met, certain, Advantage::Fixed(0.0)).players;
    assert_eq!(rated[1].elo, Interval::about(3424.0, 18.0));
    assert_eq!(rated[0].elo, certain[0].elo.widened(18.0));
}
