//! Ratings of many players, their intervals and their differences.

use match_stats::differences::{Difference, differences};
use match_stats::elo::{elo_from_score, score_from_elo};
use match_stats::random::{below, uniform};
use match_stats::ratings::{Advantage, Anchor, MAX_PLAYERS_WITH_INTERVALS};
use match_stats::{Interval, Meeting, Pentanomial, Rating, Ratings, rate as rate_by_colour};

use super::{certain, meeting, met, near, random, rated, round_robin, table};

/// Half of the 95 % interval.
fn reach(rating: &Rating) -> f64 {
    (rating.elo.high - rating.elo.low) / 2.0
}

fn difference(ratings: &Ratings, a: usize, b: usize) -> Option<Difference> {
    differences(ratings, &[a, b])?.pop()
}

#[track_caller]
fn same(one: Interval, other: Interval, tolerance: f64) {
    near(one.value, other.value, tolerance);
    near(one.low, other.low, tolerance);
    near(one.high, other.high, tolerance);
}

/// Asserts that every player with a finite rating, and White, have the points that are expected.
fn has_the_points_expected(ratings: &Ratings, meetings: &[Meeting]) {
    let (players, white) = (ratings.players.len(), ratings.white_advantage.unwrap().value);
    let mut surplus = vec![0.0; players + 1];
    for m in meetings {
        let both = [(m.a, m.b), (m.b, m.a)].into_iter().zip(m.by_colour());
        for ((first, second), [losses, draws, wins]) in both {
            let [elo, other] = [first, second].map(|e| ratings.players[e].elo.value);
            let games = (losses + draws + wins) as f64;
            let scored = wins as f64 + draws as f64 / 2.0;
            let more = scored - games * score_from_elo(elo - other + white);
            surplus[first] += more;
            surplus[second] -= more;
            surplus[players] += more;
        }
    }
    for (player, more) in surplus.iter().enumerate() {
        if ratings.players.get(player).is_none_or(|rating| !rating.prior) {
            near(*more, 0.0, 1e-7);
        }
    }
}

/// Pairs of whose games only the first engine's points in both are known: between equals without White's advantage.
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
    let anchor = anchor.map(|player| certain(player, 0.0));
    rate_by_colour(engines, pairings, anchor.as_slice(), Advantage::Fixed(0.0)).players
}

#[test]
fn little_or_nothing_played() {
    assert_eq!(rate(0, &[], None), []);
    assert_eq!(rate_by_colour(0, &[], &[], Advantage::Estimated).players, []);
    let single = rate(1, &[], None);
    assert_eq!((single[0].elo.value, single[0].elo.low, single[0].prior), (0.0, 0.0, false));
    let one_draw = rate(2, &[pairing(0, 1, [0, 0, 1, 0, 0])], None);
    assert!(!one_draw[0].prior && one_draw[0].elo.high > 50.0);
}

/// Of [`a_small_field_has_the_ratings_of_the_definition`]: the players, the points of pairs, the anchors with their errors, and
/// each player's Elo, half of its interval, whether it needs a prior, and its group.
type SmallField = (usize, Vec<(usize, usize, [u64; 5])>, Vec<(usize, f64, f64)>, Vec<(f64, f64, bool, usize)>);

/// `tests/data/ratings.py` prints these, too: matches of two, losers of all, a drawn meeting that alone links two parts, groups
/// that never met and their finite cores, and anchors, which weigh by their errors and widen all intervals.
#[test]
fn a_small_field_has_the_ratings_of_the_definition() {
    for (players, pairs, anchors, expected) in table::<SmallField>("small fields") {
        let met: Vec<Meeting> = pairs.iter().map(|&(a, b, penta)| pairing(a, b, penta)).collect();
        let given = anchors.iter().map(|&(player, elo, error)| Anchor { player, elo, error });
        let rated = rate_by_colour(players, &met, &given.collect::<Vec<_>>(), Advantage::Fixed(0.0));
        assert_eq!(rated.players.len(), expected.len());
        for (found, (elo, half_width, prior, group)) in rated.players.iter().zip(expected) {
            same(found.elo, Interval::about(elo, half_width), 1e-6);
            assert_eq!((found.prior, found.group), (prior, group), "{pairs:?}");
        }
    }
}

/// Four players of whom two won against 4 and 5, who drew with each other; 6 and 7 met nobody else. `tests/data/ratings.py`
/// prints these figures, by the definition: whole matrices, one cluster after the other.
#[test]
fn intervals_are_those_of_the_definition() {
    let mut meetings = met("eight players");
    meetings[3].singles = [[0, 1, 2], [1, 1, 0]];
    let rated = rated(8, &meetings);
    let players = table::<(f64, f64, bool)>("ratings of six of eight");
    let above_mean = rated.above_mean_of(&[0, 1, 2, 3, 4, 5]).unwrap();
    for ((found, above), (elo, half_width, prior)) in rated.players.iter().zip(above_mean).zip(players) {
        same(found.elo, Interval::about(elo, half_width), 1e-6);
        same(above.elo, found.elo, 1e-6);
        assert_eq!((found.prior, found.group), (prior, 0));
    }
    for (a, b, elo, half_width, los) in table::<(usize, usize, f64, f64, f64)>("differences of eight") {
        let found = difference(&rated, a, b).unwrap();
        same(found.elo, Interval::about(elo, half_width), 1e-6);
        near(found.los + found.los_of_b, 1.0, 1e-12);
        near(found.los, los, 1e-9);
    }
    same(rated.white_advantage.unwrap(), Interval::about(29.063_359_4, 31.606_199_6), 1e-6);
    near(rated.draw_rate.unwrap(), 0.430_528_0, 1e-6);
    assert_eq!(rated.groups[1], [6, 7]);
}

/// A pair for each two of six: intervals hold, and none is beyond what the games could say at most.
#[test]
fn few_pairs_are_completed_by_the_variance_of_the_model() {
    let (mut random, mut held) = (random(15), 0);
    for _ in 0..300 {
        let mut meetings: Vec<Meeting> = round_robin(6).map(|(a, b)| Meeting::new(a, b)).collect();
        for meeting in &mut meetings {
            meeting.add_pair(below(&mut random, 3) as u8, below(&mut random, 3) as u8);
        }
        let rated = rated(6, &meetings);
        held += rated.players.iter().filter(|rating| rating.elo.contains(0.0)).count();
        let widest = rated.players.iter().filter(|rating| !rating.prior).map(reach).fold(0.0, f64::max);
        assert!(widest < 700.0, "{:?}", rated.players);
    }
    assert!(held > 1710, "{held} of 1800");
}

/// With conjugate gradients: the ratings are those of maximum likelihood, with 95 % of the truths in their intervals.
/// More players have the same ratings without intervals.
#[test]
fn many_that_met_at_random_have_the_points_expected() {
    const PLAYERS: usize = 600;
    let mut random = random(8);
    let mut meetings = Vec::new();
    for a in (0..PLAYERS).flat_map(|a| [a; 5]) {
        let b = below(&mut random, PLAYERS as u64) as usize;
        if a != b {
            let score = score_from_elo(a as f64 - b as f64 + 30.0);
            let mut m = Meeting::new(a, b);
            (0..4).for_each(|_| m.add_single(true, 2 * u8::from(uniform(&mut random) < score)));
            meetings.push(m);
        }
    }
    let ratings = rated(PLAYERS, &meetings);
    has_the_points_expected(&ratings, &meetings);
    let middle = (PLAYERS - 1) as f64 / 2.0;
    let covers = |player: &usize| ratings.players[*player].elo.contains(*player as f64 - middle);
    let covered = (0..PLAYERS).filter(covers).count() as f64 / PLAYERS as f64;
    assert!((0.92..0.98).contains(&covered), "{covered}");

    let bare = rated(MAX_PLAYERS_WITH_INTERVALS + 1, &meetings);
    assert!(!bare.has_intervals());
    assert_eq!(bare.players[0].elo.high, f64::INFINITY);
    near(bare.players[0].elo.value, ratings.players[0].elo.value, 1e-9);
    assert_eq!(differences(&bare, &[0, 1]), None);
}

/// Rates them in other orders of the players, with and without an anchor, and compares everything.
#[track_caller]
fn same_in_any_order(meetings: &[Meeting]) {
    for anchor in [None, Some(2)] {
        let rated = |places: [usize; 4]| {
            let moved = meetings.iter().map(|m| Meeting { a: places[m.a], b: places[m.b], ..*m });
            let anchor = anchor.map(|player: usize| certain(places[player], 9.0));
            let moved: Vec<Meeting> = moved.rev().collect();
            rate_by_colour(4, &moved, anchor.as_slice(), Advantage::Estimated)
        };
        let first = rated([0, 1, 2, 3]);
        for places in [[3, 2, 1, 0], [1, 2, 3, 0]] {
            let other = rated(places);
            for (old, &new) in places.iter().enumerate() {
                let (one, two) = (first.players[old], other.players[new]);
                same(one.elo, two.elo, 1e-6);
                assert_eq!(one.prior, two.prior);
            }
            for (a, b) in round_robin(4) {
                let one = difference(&first, a, b).unwrap();
                let two = difference(&other, places[a], places[b]).unwrap();
                near(one.los, two.los, 1e-9);
                near(one.los_of_b, two.los_of_b, 1e-9);
            }
            let ends = |r: &Ratings| r.white_advantage.map(|w| (w.low * 1e6).round());
            assert_eq!(ends(&first), ends(&other));
        }
    }
}

fn field(pairs: impl Fn(usize, usize) -> [u64; 5]) -> Vec<Meeting> {
    round_robin(4).map(|(a, b)| pairing(a, b, pairs(a, b))).collect()
}

#[test]
fn ratings_do_not_depend_on_the_order_of_the_players() {
    let mut ordinary = field(|a, b| [1, 2 + a as u64, 6, 3 + b as u64, a as u64]);
    ordinary[2].add_single(true, 2);
    ordinary[4].add_single(false, 1);
    same_in_any_order(&ordinary);
    // Two parts of one size: the one that won is the core, whatever its number is.
    let (even, won) = ([2, 1, 3, 1, 2], [0, 0, 0, 0, 4]);
    same_in_any_order(&[pairing(0, 1, even), pairing(2, 3, even), pairing(0, 2, won), pairing(1, 3, won)]);
    // All drawn in a symmetric field, everybody is as uncertain.
    for pairs in [1, 2, 20] {
        let drawn = field(|_, _| [0, 0, pairs, 0, 0]);
        same_in_any_order(&drawn);
        let rated = rate(4, &drawn, None);
        let expected = Interval::about(0.0, reach(&rated[0]));
        rated.iter().for_each(|rating| same(rating.elo, expected, 1e-9));
        let from_first = rate(4, &drawn, Some(0));
        near(from_first[1].elo.high, from_first[3].elo.high, 1e-9);
        assert!(from_first[1].elo.high > 30.0 / pairs as f64);
    }
    // A circle in which each beats the next is symmetric, too.
    let circle = [(0, 1), (1, 2), (2, 0)].map(|(a, b)| pairing(a, b, [1, 2, 3, 20, 4]));
    rate(3, &circle, None).iter().for_each(|rating| near(rating.elo.value, 0.0, 1e-9));
}

/// The likelihood of superiority is never surer than that of as many wins.
#[test]
fn few_pairs_are_never_nearly_certain() {
    for pairs in [8, 40] {
        let nearly = [pairing(0, 1, [0, 0, 0, pairs - 1, 1])];
        let rated = rate_by_colour(2, &nearly, &[], Advantage::Fixed(0.0));
        let los = difference(&rated, 0, 1).unwrap().los;
        assert!(los > 0.99 && los <= 1.0 - 0.5_f64.powi(pairs as i32 + 1), "{los}");
    }
}

#[test]
fn an_advantage_confounded_with_strength_is_marked() {
    let mut white = Meeting::new(0, 1);
    white.singles[0] = [10, 20, 30];
    assert!(rated(3, &[white]).advantage_confounded);
    let given = rate_by_colour(3, &[white], &[], Advantage::Fixed(30.0));
    assert!(!given.advantage_confounded && !rated(3, &[]).advantage_confounded);
    // One colour wins all games: the players are equal then. All are drawn: the advantage is 0.
    let of = |half_points: usize| {
        let mut one_sided = Meeting::new(0, 1);
        one_sided.pairs[half_points][half_points] = 20;
        rated(3, &[one_sided])
    };
    for won in [of(0), of(2)] {
        assert_eq!((won.white_advantage, won.players[0].prior), (None, false));
        near(won.players[0].elo.value, 0.0, 1e-9);
    }
    let drawn = of(1);
    let advantage = drawn.white_advantage.unwrap();
    near(advantage.value, 0.0, 1e-9);
    assert!(advantage.high > 5.0 && drawn.draw_rate == Some(1.0));
    // A game of the other colour determines it, and shows how uncertain the difference is.
    let narrow = rated(3, &[white]).players[0];
    white.singles[1] = [1, 1, 1];
    let determined = rated(3, &[white]);
    assert!(!determined.advantage_confounded);
    let wide = determined.players[0];
    assert!(reach(&wide) > 2.0 * reach(&narrow));
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
fn a_change_is_as_uncertain_as_both() {
    let [before, after] = [0, 5].map(|more| rated(3, &meetings(more)).above_mean_of(&[0, 1, 2]).unwrap()[0]);
    let change = after.change_from(&before);
    near(change.elo.value, after.elo.value - before.elo.value, 1e-9);
    let both = before.elo.standard_error().hypot(after.elo.standard_error());
    let ratio = change.elo.standard_error() / both;
    // Student's quantile is a little smaller, with more pairs.
    assert!((0.97..1.0).contains(&ratio), "{ratio}");
    let nothing = after.change_from(&after);
    near(nothing.p, 1.0, 1e-9);
    assert_eq!(nothing.elo.value, 0.0);
    let back = before.change_from(&after);
    near(back.p, change.p, 1e-12);
    same(back.elo, change.elo.reversed(), 1e-9);
}

#[test]
fn p_and_interval_agree() {
    let far = |wins: u64| {
        let met = [meeting(0, 1, [[1, 1, 0], [2, 9, 1], [wins, 4, 1]])];
        rated(2, &met).above_mean_of(&[0, 1]).unwrap()[0]
    };
    let before = far(1);
    for wins in 2..40 {
        let change = far(wins).change_from(&before);
        assert_eq!(change.p < 0.05, change.elo.low > 0.0, "{wins}: {change:?}");
    }
}

#[test]
fn strangers_have_no_mean() {
    let strangers = rated(4, &[meetings(0)[0]]);
    assert_eq!(strangers.above_mean_of(&[0, 2]), None);
    assert_eq!(strangers.above_mean_of(&[]), None);
    let two = rated(3, &meetings(0)).above_mean_of(&[0, 1]).unwrap();
    near(two[0].elo.value + two[1].elo.value, 0.0, 1e-9);
}

/// A game with White's half points.
fn game(white: usize, black: usize, half_points: u8) -> Meeting {
    let mut meeting = Meeting::new(white, black);
    meeting.add_single(true, half_points);
    meeting
}

/// A path in which each is White once and a draw leaves the advantage open; a ring of it does not, however long.
#[test]
fn a_ring_of_draws_fixes_the_advantage() {
    for players in [3, 3000] {
        let mut met: Vec<Meeting> = (1..players).map(|e| game(e - 1, e, 1)).collect();
        assert!(rated(players, &met).advantage_confounded);
        met.push(game(players - 1, 0, 1));
        let ring = rated(players, &met);
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
