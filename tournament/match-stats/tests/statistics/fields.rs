//! Verdicts on fields of players and on lists: significant differences and their groups, goodness of fit, corrections.

use match_stats::differences::{Difference, Measurement, differences, false_discovery, field_groups, holm, shrunk};
use match_stats::elo::score_from_elo;
use match_stats::functions::bisect;
use match_stats::goodness_of_fit::{GoodnessOfFit, goodness_of_fit};
use match_stats::random::{below, uniform};
use match_stats::ratings::Advantage;
use match_stats::{Interval, Meeting, Ratings, rate};

use super::{certain, meeting, met, near, random, rated, round_robin, table, tournament};

/// Players 1 and 2 met often, and the anchor rarely: their distances from it are uncertain, and that from
/// each other is well known.
fn two_far_from_an_anchor() -> Ratings {
    let few = [[0, 0, 1], [0, 1, 0], [3, 1, 0]];
    let many = [[10, 10, 20], [10, 60, 30], [90, 60, 30]];
    let meetings = [meeting(1, 0, few), meeting(2, 0, few), meeting(1, 2, many)];
    rate(3, &meetings, &[certain(0, 0.0)], Advantage::Estimated)
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
    assert!(d.elo.high - d.elo.low < 0.3 * (one.elo.high - one.elo.low));
    // From the other side it is the same.
    let back = differences(&ratings, &[2, 1, 0]).unwrap()[0];
    near(back.elo.value, -d.elo.value, 1e-9);
    near(back.elo.low, -d.elo.high, 1e-9);
    near(back.los, 1.0 - d.los, 1e-9);
    // An anchor is as uncertain as its distance.
    let to_anchor = differences(&ratings, &[1, 0]).unwrap()[0];
    near(to_anchor.elo.low, one.elo.low, 1e-6);
    // Verdicts are those of the LOS corrected for their number: 1 against 2 is by far the clearest, then 1 against the anchor.
    let two_sided: Vec<f64> = found.iter().map(|d| 2.0 * d.los.min(d.los_of_b)).collect();
    assert!(3.0 * two_sided[0] < 2.0 * two_sided[1] && two_sided[1] < two_sided[2]);
    let expected = [3.0 * two_sided[0], 2.0 * two_sided[1], two_sided[2].max(2.0 * two_sided[1])];
    assert_eq!(found.len(), 3);
    for (difference, expected) in found.iter().zip(expected) {
        near(difference.p_adjusted, expected.min(1.0), 1e-12);
    }
    // Too many are not begun.
    assert_eq!(differences(&ratings, &vec![0; 3000]), None);
}

/// Only players of the same group can differ significantly.
#[test]
fn groups_follow_the_order_and_never_separate_players_who_have_not_met() {
    let draws = [[0, 0, 0], [0, 9, 0], [1, 0, 1]];
    let wins = [[1, 0, 0], [4, 2, 0], [40, 4, 1]];
    for (first, field, expected) in
        [(draws, [3, 1, 0, 2], ["a", "a", "a", "a"]), (wins, [0, 2, 3, 1], ["a", "ab", "ab", "b"])]
    {
        let ratings = rated(4, &[meeting(0, 1, first), meeting(2, 3, draws)]);
        let found = differences(&ratings, &field).unwrap();
        assert_eq!(found.len(), 2);
        assert_eq!(field_groups(&field, &found).unwrap(), expected, "{found:?}");
    }
}

/// Of fields of equals, at most as many as promised have any difference.
#[test]
fn equal_engines_rarely_differ_significantly() {
    const TRIALS: usize = 200;
    const FIELD: [usize; 6] = [0, 1, 2, 3, 4, 5];
    let mut random = random(11);
    let mut game = || [0, 0, 0, 1, 2, 2, 2][(7.0 * uniform(&mut random)) as usize];
    let field = |_: &usize| {
        let ratings = rated(FIELD.len(), &tournament(FIELD.len(), |_, _| [game(), game()]));
        differences(&ratings, &FIELD).unwrap().iter().any(Difference::is_significant)
    };
    let wrong = (0..TRIALS).filter(field).count();
    println!("{wrong} of {TRIALS}");
    // Five in a hundred, and four standard deviations.
    assert!(wrong <= 22, "{wrong} of {TRIALS}");
}

/// The groups of players of whom these differ significantly.
fn groups_of(players: usize, differ: impl Fn(usize, usize) -> bool) -> Option<Vec<String>> {
    let field: Vec<usize> = (0..players).collect();
    let difference = |(a, b)| Difference {
        a,
        b,
        elo: Interval::about(0.0, 0.0),
        los: 0.5,
        los_of_b: 0.5,
        p_adjusted: if differ(a, b) { 0.0 } else { 1.0 },
    };
    field_groups(&field, &round_robin(players).map(difference).collect::<Vec<_>>())
}

/// Among them one who differs from nobody, an inconsistent order, and a square.
#[test]
fn known_displays() {
    for (different, expected) in table::<(Vec<(usize, usize)>, Vec<String>)>("displays") {
        let found = groups_of(expected.len(), |a, b| different.contains(&(a, b)));
        assert_eq!(found.unwrap(), expected, "{different:?}");
    }
    assert_eq!(groups_of(52, |_, _| true).unwrap()[51], "Z");
    assert_eq!(groups_of(53, |_, _| true), None);
}

/// Two share a letter exactly if they do not differ, and no group could take another player.
#[test]
fn letters_agree_with_the_verdicts() {
    const PLAYERS: usize = 9;
    let mut random = random(5);
    for share in [0.1, 0.3, 0.5, 0.8] {
        for _ in 0..50 {
            let chances: Vec<f64> = (0..PLAYERS * PLAYERS).map(|_| uniform(&mut random)).collect();
            let is_different = |a: usize, b: usize| chances[a.min(b) * PLAYERS + a.max(b)] < share;
            let shown = groups_of(PLAYERS, is_different).unwrap();
            for (a, b) in round_robin(PLAYERS) {
                let shared = shown[a].chars().any(|c| shown[b].contains(c));
                assert_eq!(shared, !is_different(a, b), "{a} {b} {shown:?}");
            }
            for letter in shown.iter().flat_map(|text| text.chars()) {
                let has = |player: &usize| shown[*player].contains(letter);
                let (group, others): (Vec<usize>, Vec<usize>) = (0..PLAYERS).partition(has);
                let fits = |other: &usize| group.iter().all(|&e| !is_different(e, *other));
                assert!(!others.iter().any(fits), "{letter} {shown:?}");
            }
        }
    }
}

const RING: [(usize, usize); 3] = [(0, 1), (1, 2), (2, 0)];

fn fit_of(players: usize, meetings: &[Meeting]) -> Option<GoodnessOfFit> {
    let ratings = rated(players, meetings);
    let white = ratings.white_advantage.map_or(0.0, |w| w.value);
    goodness_of_fit(&ratings, meetings, white)
}

/// The expected figures: ratings by scipy's BFGS, shares of pairs by numpy, p by scipy.stats.f.sf.
#[test]
fn known_answer() {
    let meetings = met("field that fits");
    let fit = fit_of(4, &meetings).unwrap();
    near(fit.chi_squared, 6.947_368_044, 1e-5);
    assert_eq!(fit.degrees_of_freedom, 3);
    near(fit.p, 0.080_053_032, 1e-5);
    assert!(!fit.fails);
    assert_eq!((fit.worst_a, fit.worst_b), (1, 2));
    near(fit.worst_score, 0.447_368_421, 1e-5);
    near(fit.worst_expected, 0.552_729_345, 1e-5);
}

/// Games without partners: half the counts of a coin's variance, and White's advantage by hand.
#[test]
fn single_games_have_a_variance_of_their_own() {
    // A ring in which each player scores 7 of 10 against the next one: ratings are equal, and each
    // pairing is 2 points from 5. Within a pairing the squares are 10 · 0.7 · 0.3 = 2.1, expected of
    // 9 of 10 games of variance 1/4 each; so a pairing's variance is 2.1 / 2.25 · 2.5 = 7/3.
    let singles = [[2, 0, 3], [4, 0, 1]];
    let ring = RING.map(|(a, b)| Meeting { singles, ..Meeting::new(a, b) });
    let ratings = rate(3, &ring, &[], Advantage::Fixed(0.0));
    let fit = goodness_of_fit(&ratings, &ring, 0.0).unwrap();
    near(fit.chi_squared, 3.0 * 4.0 / (7.0 / 3.0), 1e-5);
    assert_eq!(fit.degrees_of_freedom, 1);
    near(fit.worst_score, 0.7, 1e-5);
    near(fit.worst_expected, 0.5, 1e-5);
}

#[test]
fn a_ring_of_strength_is_a_misfit_and_too_few_games_give_no_test() {
    let wins = [[0, 1, 2], [0, 3, 2], [22, 6, 4]];
    let ring = RING.map(|(a, b)| meeting(a, b, wins));
    let fit = fit_of(3, &ring).unwrap();
    assert!(fit.fails && fit.p < 1e-6, "{fit:?}");
    // Two pairings fix two ratings; draws alone vary in nothing.
    assert_eq!(fit_of(3, &ring[..2]), None);
    let drawn = RING.map(|(a, b)| meeting(a, b, [[0; 3], [0, 9, 0], [0; 3]]));
    assert_eq!(fit_of(3, &drawn), None);
    // A player that lost everything has no finite rating, and changes nothing.
    let lost = [[0; 3], [0; 3], [9, 0, 0]];
    let more = [&ring[..], &[meeting(0, 3, lost), meeting(1, 3, lost)]].concat();
    let with = fit_of(4, &more).unwrap();
    assert_eq!(with.degrees_of_freedom, 1);
    near(with.chi_squared, fit.chi_squared, 1e-5);
}

/// Fields that fit fail at a rate of `FAILS_AT`, also with few pairs and a player far behind.
#[test]
fn fitting_fields_seldom_fail() {
    const TRIALS: usize = 300;
    const ELOS: [f64; 6] = [0.0, 20.0, 60.0, 100.0, 200.0, -350.0];
    let mut random = random(3);
    let (mut failed, mut below_half) = (0, 0);
    for _ in 0..TRIALS {
        let meetings = tournament(ELOS.len(), |a, b| {
            // Half of the openings are decided by the colour, for one side or the other.
            let luck = [-150.0, 0.0, 0.0, 150.0][(4.0 * uniform(&mut random)) as usize];
            [ELOS[a] - ELOS[b], ELOS[b] - ELOS[a]].map(|difference| {
                let p = score_from_elo(difference + luck);
                let (x, draws) = (uniform(&mut random), 0.6 * p.min(1.0 - p));
                u8::from(x < p - draws / 2.0) + u8::from(x < p + draws / 2.0)
            })
        });
        let fit = fit_of(ELOS.len(), &meetings).unwrap();
        failed += usize::from(fit.fails);
        below_half += usize::from(fit.p < 0.5);
    }
    println!("{failed} and {below_half} of {TRIALS}");
    assert!(failed <= 11, "{failed} of {TRIALS} failed");
    let share = below_half as f64 / TRIALS as f64;
    assert!((0.38..0.62).contains(&share), "{share}");
}

/// Worked by hand. Of the first list: 0.01 · 4, 0.02 · 3, 0.03 · 2 (not below 0.06), 0.6 · 1; and as shares
/// 0.6 · 4/4, 0.03 · 4/3, 0.02 · 4/2, 0.01 · 4 (not above 0.04). No probability is above 1.
#[test]
fn known_corrections() {
    for (p_values, by_holm, by_share) in table::<(Vec<f64>, Vec<f64>, Vec<f64>)>("corrections") {
        for (found, expected) in [(holm(&p_values), by_holm), (false_discovery(&p_values), by_share)] {
            assert_eq!(found.len(), expected.len());
            found.into_iter().zip(expected).for_each(|(found, expected)| near(found, expected, 1e-12));
        }
    }
}

fn measured(values: &[f64], standard_error: f64) -> Vec<Measurement> {
    let of = |&value: &f64| Measurement { value, standard_error };
    values.iter().map(of).collect()
}

/// Worked by hand: the squares about 0 are 1000, so that each has a variance of 250 with its error's 100, and the
/// distances shrink by 4/10, times 2/4 for the uncertainty with five.
#[test]
fn lucky_estimates_shrink_and_certain_ones_stay() {
    let found = shrunk(&measured(&[-20.0, -10.0, 0.0, 10.0, 20.0], 10.0)).unwrap();
    for (interval, expected) in found.iter().zip([-16.0, -8.0, 0.0, 8.0, 16.0]) {
        near(interval.value, expected, 1e-9);
    }
    assert_eq!(shrunk(&measured(&[1.0, 2.0, 3.0, 4.0], 1.0)), None);
    let equal = shrunk(&measured(&[1.0, 2.0, 3.0, 2.0, 1.0, 3.0, 2.0], 10.0)).unwrap();
    equal.iter().for_each(|one| near(one.value, 2.0, 0.4));
    let sure = shrunk(&measured(&[-90.0, -40.0, 0.0, 50.0, 80.0], 0.1)).unwrap();
    near(sure[4].value, 80.0, 0.01);
}

/// Sixty rules of which few are worth anything, each measured with an error of 12: the first of the list.
#[test]
fn the_first_of_a_list_is_no_longer_too_good() {
    let mut random = random(53);
    let mut normal = || (0..12).map(|_| uniform(&mut random)).sum::<f64>() - 6.0;
    let (mut raw, mut drawn, mut held, mut raw_held) = (0.0, 0.0, 0, 0);
    const LISTS: usize = 2000;
    for _ in 0..LISTS {
        let truths: Vec<f64> = (0..60).map(|_| 8.0 * normal()).collect();
        let of = |&truth: &f64| Measurement { value: truth + 12.0 * normal(), standard_error: 12.0 };
        let all: Vec<Measurement> = truths.iter().map(of).collect();
        let first = (0..60).max_by(|&a, &b| all[a].value.total_cmp(&all[b].value)).unwrap();
        let found = shrunk(&all).unwrap()[first];
        raw += all[first].value - truths[first];
        drawn += found.value - truths[first];
        raw_held += usize::from((all[first].value - truths[first]).abs() < 1.96 * 12.0);
        held += usize::from(found.contains(truths[first]));
    }
    let (raw, drawn) = (raw / LISTS as f64, drawn / LISTS as f64);
    assert!(raw > 18.0 && drawn.abs() < 2.0, "{raw} {drawn}");
    assert!(raw_held < LISTS * 7 / 10 && held > LISTS * 93 / 100, "{raw_held} {held}");
}

#[test]
fn zeros_are_found_and_missing_ones_are_not() {
    near(bisect(0.0, 2.0, |x| Some(x * x - 2.0)).unwrap(), 2_f64.sqrt(), 1e-14);
    near(bisect(0.0, 9.0, |x| Some(3.0 - x)).unwrap(), 3.0, 1e-14);
    assert_eq!(bisect(1.0, 2.0, |x| Some(x - 1.0)), Some(1.0));
    assert_eq!(bisect(1.0, 2.0, Some), None);
    assert_eq!(bisect(-1.0, 2.0, |_| None), None);
}

#[test]
fn every_number_is_drawn_about_as_often() {
    let mut random = random(1);
    let mut seen = [0; 10];
    for _ in 0..10_000 {
        seen[below(&mut random, 10) as usize] += 1;
        seen[(10.0 * uniform(&mut random)) as usize] += 1;
    }
    // 2,000 each, with a standard deviation of 42.
    assert!(seen.iter().all(|times| (1_800..2_200).contains(times)), "{seen:?}");
}
