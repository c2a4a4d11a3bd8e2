//! Ratings of many players, their intervals and their differences.

use match_stats::differences::differences;
use match_stats::elo::{elo_from_score, score_from_elo};
use match_stats::random::{below, uniform};
use match_stats::ratings::{Advantage, Anchor, Anchors, MAX_PLAYERS_WITH_INTERVALS, draw_rate};
use match_stats::{Interval, Meeting, Pentanomial, Rating, Ratings, rate as rate_by_colour};
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;

use super::{meeting, near};

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
    rate_by_colour(engines, pairings, anchor, Advantage::Fixed(0.0)).players
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
fn separate_groups_are_kept_apart() {
    let met = [pairing(0, 3, [1, 2, 9, 5, 3]), pairing(1, 2, [1, 2, 9, 5, 3])];
    let anchor = Anchor::certain(3, 100.0);
    let rated = rate_by_colour(5, &met, Some(anchor), Advantage::Fixed(0.0));
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

/// By hand: the mean of the anchors is that of what is given, all players moved by the same amount. One of error 30 and
/// one of 60 weigh as 4 to 1, and their mean has an error of 30 times 2 / sqrt 5.
#[test]
fn anchors_weigh_by_their_errors_and_widen_all_intervals() {
    let met = trio();
    let fixed = Advantage::Fixed(0.0);
    let rated = |errors| rate_by_colour(3, &met, anchors(errors), fixed);
    let half = |rating: &Rating| (rating.elo.high - rating.elo.low) / 2.0;
    let free = rate(3, &met, None);
    for (errors, first, given) in [([0.0; 2], 0.5, 2050.0), ([30.0, 60.0], 0.8, 2080.0)] {
        let mean =
            |rated: &[Rating]| first * rated[0].elo.value + (1.0 - first) * rated[2].elo.value;
        let anchored = rated(errors).players;
        near(mean(&anchored), given, 1e-9);
        for (anchored, free_one) in anchored.iter().zip(&free) {
            near(anchored.elo.value - free_one.elo.value, given - mean(&free), 1e-9);
        }
    }
    // Each is off by half of what the results deny of the hundred Elo between them, and as uncertain.
    let even = rated([0.0; 2]).players;
    assert!(even[0].elo.value != 2100.0 && half(&even[0]) > 0.5);
    near(half(&even[0]), half(&even[2]), 1e-9);
    // The same weights, and errors too small to be seen.
    let (uncertain, bare) = (rated([30.0, 60.0]), rated([3e-9, 6e-9]));
    for (wide, bare) in uncertain.players.iter().zip(&bare.players) {
        near(half(wide), half(bare).hypot(30.0 * 2.0 / 5f64.sqrt()), 1e-6);
    }
    // Differences depend on the games alone, not on the anchors.
    assert_eq!(uncertain.los(0, 1), rate_by_colour(3, &met, None, fixed).los(0, 1));
    // An anchor that is certain leaves no weight to the other, and a single one keeps its rating.
    assert_eq!(rated([0.0, 60.0]).players[0].elo, Interval::about(2100.0, 0.0));
    let one = rate_by_colour(3, &met, Some(Anchor::certain(2, 2000.0)), fixed).players;
    assert_eq!(one[2].elo, Interval::about(2000.0, 0.0));
}

#[test]
fn one_anchor_is_as_uncertain_as_stated() {
    let anchor = Anchor { player: 1, elo: 3424.0, error: 18.0 };
    let met = [pairing(0, 1, [1, 2, 10, 10, 5])];
    let rated = rate_by_colour(2, &met, Some(anchor), Advantage::Fixed(0.0)).players;
    let certain = Some(Anchor::certain(1, 3424.0));
    let certain = rate_by_colour(2, &met, certain, Advantage::Fixed(0.0)).players;
    assert_eq!(rated[1].elo, Interval::about(3424.0, 18.0));
    assert_eq!(rated[0].elo, certain[0].elo.widened(18.0));
}

/// Four players of whom two won against 4 and 5, who drew with each other; 6 and 7 met nobody else.
fn eight() -> Vec<Meeting> {
    let mut meetings = vec![
        meeting(0, 1, [[1, 2, 3], [4, 9, 2], [8, 7, 5]]),
        meeting(0, 2, [[2, 2, 1], [3, 6, 4], [9, 5, 2]]),
        meeting(1, 2, [[3, 1, 2], [2, 7, 3], [6, 4, 3]]),
        meeting(2, 3, [[0, 0, 1], [1, 1, 0], [2, 0, 0]]),
        meeting(0, 4, [[0, 0, 0], [0, 0, 0], [3, 0, 0]]),
        meeting(3, 5, [[0, 0, 0], [0, 0, 0], [1, 0, 0]]),
        meeting(4, 5, [[0, 1, 1], [0, 3, 0], [1, 1, 0]]),
        meeting(6, 7, [[0, 0, 0], [0, 4, 0], [0, 0, 0]]),
    ];
    meetings[3].singles = [[0, 1, 2], [1, 1, 0]];
    meetings
}

/// `tests/data/ratings.py` prints these figures, by the definition: whole matrices, one cluster after the other.
#[test]
fn intervals_are_those_of_the_definition() {
    let rated = rate_by_colour(8, &eight(), None, Advantage::Estimated);
    let players = [
        (229.621_966_2, 134.686_327_5, false),
        (166.045_589_4, 135.204_411_1, false),
        (122.142_174_4, 133.305_859_8, false),
        (-24.075_589_2, 203.077_800_2, false),
        (-246.056_703_2, 237.964_503_8, true),
        (-247.677_437_6, 239.416_925_1, true),
    ];
    for (found, (elo, half_width, prior)) in rated.players.iter().zip(players) {
        near(found.elo.value, elo, 1e-6);
        near(found.elo.high - found.elo.value, half_width, 1e-6);
        assert_eq!((found.prior, found.group), (prior, 0));
    }
    for (a, b, elo, half_width, los) in [
        (0, 1, 63.576_376_9, 54.619_305_2, 0.988_415_819_1),
        (2, 3, 146.217_763_6, 245.062_339_1, 0.897_229_798_2),
        (1, 4, 412.102_292_6, 355.498_130_2, 0.988_457_925_6),
        (4, 5, 1.620_734_3, 176.391_221_8, 0.507_184_053_3),
        (6, 7, 0.0, 210.750_786_5, 0.5),
    ] {
        let found = rated.difference(a, b).unwrap();
        near(found.value, elo, 1e-6);
        near(found.high - found.value, half_width, 1e-6);
        near(rated.los(a, b).unwrap(), los, 1e-9);
    }
    let white = rated.white_advantage.unwrap();
    near(white.value, 29.063_359_4, 1e-6);
    near(white.high - white.value, 31.606_199_6, 1e-6);
    assert_eq!(rated.groups[1], [6, 7]);
}

/// With conjugate gradients: the ratings are those of maximum likelihood, with 95 % of the truths in their intervals.
/// More players have the same ratings without intervals.
#[test]
fn many_that_met_at_random_have_the_points_expected() {
    const PLAYERS: usize = 600;
    let mut random = Pcg64Mcg::seed_from_u64(8);
    let mut meetings = Vec::new();
    for a in 0..PLAYERS {
        for _ in 0..5 {
            let b = below(&mut random, PLAYERS as u64) as usize;
            if a != b {
                let score = score_from_elo(a as f64 - b as f64 + 30.0);
                let mut m = Meeting::new(a, b);
                (0..4).for_each(|_| m.add_single(true, 2 * u8::from(uniform(&mut random) < score)));
                meetings.push(m);
            }
        }
    }
    let ratings = rate_by_colour(PLAYERS, &meetings, None, Advantage::Estimated);
    let white = ratings.white_advantage.unwrap().value;
    let mut surplus = vec![0.0; PLAYERS + 1];
    for m in &meetings {
        let [a, b] = [m.a, m.b].map(|e| ratings.players[e].elo.value);
        let more = m.singles[0][2] as f64 - 4.0 * score_from_elo(a - b + white);
        surplus[m.a] += more;
        surplus[m.b] -= more;
        surplus[PLAYERS] += more;
    }
    for (player, more) in surplus.iter().enumerate() {
        if ratings.players.get(player).is_none_or(|rating| !rating.prior) {
            near(*more, 0.0, 1e-7);
        }
    }
    let middle = (PLAYERS - 1) as f64 / 2.0;
    let covers = |player: &usize| ratings.players[*player].elo.contains(*player as f64 - middle);
    let covered = (0..PLAYERS).filter(covers).count() as f64 / PLAYERS as f64;
    assert!((0.92..0.98).contains(&covered), "{covered}");

    let more = MAX_PLAYERS_WITH_INTERVALS + 1;
    let bare = rate_by_colour(more, &meetings, None, Advantage::Estimated);
    assert!(!bare.has_intervals() && bare.los(0, 1).is_none());
    assert_eq!(bare.players[0].elo.high, f64::INFINITY);
    near(bare.players[0].elo.value, ratings.players[0].elo.value, 1e-9);
    assert_eq!(differences(&bare, &[0, 1]), None);
}

#[test]
fn the_advantage_is_separated_from_strength() {
    // Expected points of every player and of White equal those scored.
    let mut meetings = [Meeting::new(0, 1), Meeting::new(1, 2), Meeting::new(2, 0)];
    for (m, singles) in meetings.iter_mut().zip([
        [[2, 3, 9], [4, 5, 2]],
        [[1, 1, 4], [0, 0, 0]],
        [[3, 0, 1], [2, 8, 30]],
    ]) {
        m.singles = singles;
        m.add_pair(2, 1);
    }
    let anchor = Anchor::certain(1, 2500.0);
    let rated = rate_by_colour(3, &meetings, Some(anchor), Advantage::Estimated);
    let advantage = rated.white_advantage.unwrap();
    assert!(advantage.value > 50.0 && advantage.low < advantage.value);
    let mut surplus = [0.0; 4];
    for m in &meetings {
        for ((white, black), [losses, draws, wins]) in
            [(m.a, m.b), (m.b, m.a)].into_iter().zip(m.by_colour())
        {
            let [white_elo, black_elo] = [white, black].map(|e| rated.players[e].elo.value);
            let expected = score_from_elo(white_elo - black_elo + advantage.value);
            let games = (losses + draws + wins) as f64;
            let more = wins as f64 + draws as f64 / 2.0 - games * expected;
            surplus[white] += more;
            surplus[black] -= more;
            surplus[3] += more;
        }
    }
    for more in surplus {
        near(more, 0.0, 1e-7);
    }
    assert_eq!(rated.players[1].elo.low, 2500.0);
    let (a, b) = (rated.los(0, 2).unwrap(), rated.los(2, 0).unwrap());
    near(a + b, 1.0, 1e-9);
    assert_eq!(a > 0.5, rated.players[0].elo.value > rated.players[2].elo.value);
    assert_eq!(rated.los(1, 1), None);
    let even = rated.draw_rate.unwrap();
    assert!(even > 0.1 && even < 0.6, "{even}");
}

/// Meetings with players renumbered: `places[old]` is new.
fn renumbered(meetings: &[Meeting], places: &[usize]) -> Vec<Meeting> {
    let moved = meetings.iter().rev().map(|m| Meeting { a: places[m.a], b: places[m.b], ..*m });
    moved.collect()
}

/// Rates them in every given order, with and without an anchor, and compares everything.
#[track_caller]
fn same_in_any_order(meetings: &[Meeting]) {
    for anchor in [None, Some(2)] {
        let rated = |meetings: &[Meeting], anchor: Option<usize>| {
            let anchor = anchor.map(|player| Anchor::certain(player, 9.0));
            rate_by_colour(4, meetings, anchor, Advantage::Estimated)
        };
        let first = rated(meetings, anchor);
        for places in &ORDERS {
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

const ORDERS: [[usize; 4]; 2] = [[3, 2, 1, 0], [1, 2, 3, 0]];

fn field(pairs: impl Fn(usize, usize) -> [u64; 5]) -> Vec<Meeting> {
    let all = (0..4).flat_map(|a| (a + 1..4).map(move |b| (a, b)));
    all.map(|(a, b)| pairing(a, b, pairs(a, b))).collect()
}

#[test]
fn ratings_do_not_depend_on_the_order_of_the_players() {
    let mut ordinary = field(|a, b| [1, 2 + a as u64, 6, 3 + b as u64, a as u64]);
    ordinary[2].add_single(true, 2);
    ordinary[4].add_single(false, 1);
    same_in_any_order(&ordinary);
    for pairs in [1, 2, 20] {
        same_in_any_order(&field(|_, _| [0, 0, pairs, 0, 0]));
    }
}

#[test]
fn all_drawn_in_a_symmetric_field_everybody_is_as_uncertain() {
    for pairs in [1, 2, 20] {
        let drawn = field(|_, _| [0, 0, pairs, 0, 0]);
        let rated = rate(4, &drawn, None);
        for rating in &rated {
            near(rating.elo.value, 0.0, 1e-9);
            near(rating.elo.low, rated[0].elo.low, 1e-9);
            near(rating.elo.high, -rated[0].elo.low, 1e-9);
        }
        let from_first = rate(4, &drawn, Some(0));
        near(from_first[1].elo.high, from_first[3].elo.high, 1e-9);
        assert!(from_first[1].elo.high > 30.0 / pairs as f64);
    }
    // A circle in which each beats the next is symmetric, too.
    let won = [1, 2, 3, 20, 4];
    for rating in rate(3, &[pairing(0, 1, won), pairing(1, 2, won), pairing(2, 0, won)], None) {
        near(rating.elo.value, 0.0, 1e-9);
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
    same_in_any_order(&meetings);
    let rated = rate(4, &meetings, None);
    assert!(!rated[0].prior && rated[2].prior);
}

/// A drawn meeting that is the only link between two parts has the same interval as it
/// has alone, though there is variety elsewhere.
#[test]
fn a_bridge_without_variety_is_as_wide_as_it_is_alone() {
    let even = [20, 30, 90, 30, 20];
    let chain = [pairing(0, 1, even), pairing(1, 2, [0, 0, 12, 0, 0]), pairing(2, 3, even)];
    let width = |r: Rating| r.elo.high - r.elo.low;
    let within = width(rate(4, &chain, Some(1))[2]);
    let alone = width(rate(2, &[pairing(0, 1, [0, 0, 12, 0, 0])], Some(0))[1]);
    near(within, alone, 1e-6);
}

/// Two players have Student's interval of their match, on the scale on which ratings are fitted.
#[test]
fn two_players_of_few_pairs_have_the_interval_of_student() {
    // Twelve pairs of the mean 1/2: the variance is 1.75 / 11 in points per game.
    let meeting = pairing(0, 1, [3, 2, 2, 2, 3]);
    let rated = rate(2, &[meeting], Some(1));
    let variance: f64 = (6.0 * 0.25 + 4.0 * 0.0625) / 11.0 / 12.0;
    // Student's quantile for 11 degrees of freedom, and the slope of Elo at one half.
    let expected = 2.200_985_160 * variance.sqrt() * 1600.0 / std::f64::consts::LN_10;
    near(rated[0].elo.high, expected, 1e-3);
    // The likelihood of superiority is never surer than that of as many wins.
    let nearly = [pairing(0, 1, [0, 0, 0, 39, 1]), pairing(0, 1, [0, 0, 0, 7, 1])];
    for (meeting, pairs) in nearly.into_iter().zip([40, 8]) {
        let rated = rate_by_colour(2, &[meeting], None, Advantage::Fixed(0.0));
        let los = rated.los(0, 1).unwrap();
        assert!(los > 0.99 && los <= 1.0 - 0.5_f64.powi(pairs + 1), "{los}");
    }
}

#[test]
fn an_advantage_confounded_with_strength_is_marked() {
    let mut white = Meeting::new(0, 1);
    white.singles[0] = [10, 20, 30];
    let rated = |meetings: &[Meeting], advantage| rate_by_colour(3, meetings, None, advantage);
    assert!(rated(&[white], Advantage::Estimated).advantage_confounded);
    assert!(!rated(&[white], Advantage::Fixed(30.0)).advantage_confounded);
    assert!(!rated(&[], Advantage::Estimated).advantage_confounded);
    // One colour wins all games: the players are equal then. All are drawn: the advantage is 0.
    for half_points in [0, 2] {
        let mut one_sided = Meeting::new(0, 1);
        one_sided.pairs[half_points][half_points] = 20;
        let won = rated(&[one_sided], Advantage::Estimated);
        assert_eq!((won.white_advantage, won.players[0].prior), (None, false));
        near(won.players[0].elo.value, 0.0, 1e-9);
    }
    let mut drawn = Meeting::new(0, 1);
    drawn.pairs[1][1] = 20;
    let drawn = rated(&[drawn], Advantage::Estimated);
    let advantage = drawn.white_advantage.unwrap();
    near(advantage.value, 0.0, 1e-9);
    assert!(advantage.high > 5.0 && drawn.draw_rate == Some(1.0));
    // A game of the other colour determines it, and shows how uncertain the difference is.
    let narrow = rated(&[white], Advantage::Estimated).players[0];
    white.singles[1] = [1, 1, 1];
    let determined = rated(&[white], Advantage::Estimated);
    assert!(!determined.advantage_confounded);
    let wide = determined.players[0];
    assert!(wide.elo.high - wide.elo.low > 2.0 * (narrow.elo.high - narrow.elo.low));
}

/// Three players, all of whom met.
fn meetings(more: u64) -> Vec<Meeting> {
    vec![
        meeting(0, 1, [[1, 2, 3], [4, 9 + more, 2], [8, 7, 5]]),
        meeting(0, 2, [[2, 2, 1], [3, 6, 4], [9, 5, 2]]),
        meeting(1, 2, [[3, 1, 2], [2, 7, 3], [6, 4 + more, 3]]),
    ]
}

#[test]
fn of_all_players_it_is_the_rating_about_their_mean() {
    let rated = rate_by_colour(3, &meetings(0), None, Advantage::Estimated);
    let anchor = Some(Anchor::certain(2, 2800.0));
    let anchored = rate_by_colour(3, &meetings(0), anchor, Advantage::Estimated);
    for ratings in [&rated, &anchored] {
        let contrasts = ratings.above_mean_of(&[0, 1, 2]).unwrap();
        for (contrast, rating) in contrasts.iter().zip(&rated.players) {
            assert!((contrast.elo.value - rating.elo.value).abs() < 1e-6);
            assert!((contrast.elo.high - rating.elo.high).abs() < 1e-6);
        }
    }
}

#[test]
fn a_change_is_as_uncertain_as_both() {
    let [before, after] = [0, 5].map(|more| {
        let rated = rate_by_colour(3, &meetings(more), None, Advantage::Estimated);
        rated.above_mean_of(&[0, 1, 2]).unwrap()[0]
    });
    let change = after.change_from(&before);
    let value = after.elo.value - before.elo.value;
    assert!((change.elo.value - value).abs() < 1e-9);
    let both = before.elo.standard_error().hypot(after.elo.standard_error());
    let ratio = change.elo.standard_error() / both;
    // Student's quantile is a little smaller, with more pairs.
    assert!((0.97..1.0).contains(&ratio), "{ratio}");
    let nothing = after.change_from(&after);
    assert!((nothing.p - 1.0).abs() < 1e-9 && nothing.elo.value == 0.0);
    let back = before.change_from(&after);
    assert!((back.p - change.p).abs() < 1e-12 && (back.elo.low + change.elo.high).abs() < 1e-9);
}

#[test]
fn p_and_interval_agree() {
    let far = |wins: u64| {
        let met = [meeting(0, 1, [[1, 1, 0], [2, 9, 1], [wins, 4, 1]])];
        rate_by_colour(2, &met, None, Advantage::Estimated).above_mean_of(&[0, 1]).unwrap()[0]
    };
    let before = far(1);
    for wins in 2..40 {
        let change = far(wins).change_from(&before);
        assert_eq!(change.p < 0.05, change.elo.low > 0.0, "{wins}: {change:?}");
    }
}

#[test]
fn strangers_have_no_mean() {
    let rated = rate_by_colour(4, &[meetings(0)[0]], None, Advantage::Estimated);
    assert_eq!(rated.above_mean_of(&[0, 2]), None);
    assert_eq!(rated.above_mean_of(&[]), None);
    let without = rate_by_colour(3, &meetings(0), None, Advantage::Estimated);
    assert!(without.above_mean_of(&[1]).unwrap()[0].elo.value.abs() < 1e-9);
}

#[test]
fn wins_times_losses_are_to_draws_as_between_equals() {
    for even in [0.1, 0.5, 0.9] {
        assert!((draw_rate(0.5, even) - even).abs() < 1e-12);
        for p in [0.01, 0.3, 0.8] {
            let d = draw_rate(p, even);
            let (win, loss) = (p - d / 2.0, 1.0 - p - d / 2.0);
            let equal = (1.0 - even) / 2.0 / even;
            assert!(((win * loss).sqrt() / d - equal).abs() < 1e-9, "{p} {even}");
        }
    }
}

/// A game with White's half points.
fn game(white: usize, black: usize, half_points: u8) -> Meeting {
    let mut meeting = Meeting::new(white, black);
    meeting.add_single(true, half_points);
    meeting
}

/// The largest part whose members all scored against one another is rated without a prior.
#[test]
fn each_group_has_a_finite_core() {
    let met = [game(0, 1, 1), game(1, 2, 2), game(4, 3, 2), game(3, 5, 2), game(5, 4, 2)];
    let rated = rate_by_colour(7, &met, None, Advantage::Fixed(0.0));
    assert_eq!(rated.groups, [vec![0, 1, 2], vec![3, 4, 5], vec![6]]);
    let priors: Vec<bool> = rated.players.iter().map(|rating| rating.prior).collect();
    assert_eq!(priors, [false, false, true, false, false, false, true]);
}

/// A path in which each is White once and a draw leaves the advantage open; a ring of it does not, however long.
#[test]
fn a_ring_of_draws_fixes_the_advantage() {
    for players in [3, 3000] {
        let mut met: Vec<Meeting> = (1..players).map(|e| game(e - 1, e, 1)).collect();
        assert!(rate_by_colour(players, &met, None, Advantage::Estimated).advantage_confounded);
        met.push(game(players - 1, 0, 1));
        let ring = rate_by_colour(players, &met, None, Advantage::Estimated);
        assert!(!ring.advantage_confounded && ring.white_advantage.is_some(), "{players}");
    }
}

/// A path of thousands, whose ends hardly depend on each other, is the hardest case for gradients. Each step goes up or
/// down in turn.
#[test]
fn a_long_path_has_the_steps_of_its_matches() {
    const PLAYERS: usize = 3000;
    let met = (1..PLAYERS).map(|e| {
        let up = [0, 0, 6, 4, 0];
        pairing(e - 1, e, if e % 2 == 0 { up } else { Pentanomial(up).reversed().0 })
    });
    let rated = rate(PLAYERS, &met.collect::<Vec<_>>(), None);
    let step = elo_from_score(0.6).unwrap();
    for (place, neighbours) in rated.windows(2).enumerate() {
        let up = neighbours[0].elo.value - neighbours[1].elo.value;
        near(up, if place % 2 == 0 { -step } else { step }, 1e-6);
    }
}
