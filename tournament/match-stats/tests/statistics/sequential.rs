//! Sequential tests, estimates after them, their lengths, and races.

use match_stats::elo::score_from_elo;
use match_stats::length::{Results, StoppedEstimate};
use match_stats::race::{Race, RaceVerdict};
use match_stats::random::uniform;
use match_stats::sprt::{Decision, Model};
use match_stats::stop_rule::{Bounds, ChangeTest, ChangeVerdict, MIN_PAIRS, StopVerdict, pooled_elo};
use match_stats::{Pentanomial, Sample, SequentialMatch, Sprt, StopRule, Wdl};

use super::{near, random, table};

const TAIL: f64 = 0.025;

fn sprt(elo0: f64, elo1: f64) -> Sprt {
    Sprt::new((elo0, elo1), (0.05, 0.05), Model::Logistic).unwrap()
}

#[test]
fn bounds_and_decisions() {
    let sprt = sprt(0.0, 2.0);
    near(sprt.upper(), 2.944_438_979_166_440_3, 1e-12);
    near(sprt.lower(), -2.944_438_979_166_440_3, 1e-12);
    let decisions = [2.95, -2.95, 2.94].map(|llr| sprt.decision(llr));
    assert_eq!(decisions, [Decision::H1, Decision::H0, Decision::Continue]);
    let uneven = Sprt::new((0.0, 2.0), (0.01, 0.1), Model::Logistic).unwrap();
    near(uneven.upper(), 90_f64.ln(), 1e-12);
    let pairs = Pentanomial([3, 10, 30, 14, 3]);
    let (pooled, plain) = (pooled_elo(pairs), pairs.estimate().unwrap().elo);
    assert!(pooled.low < plain.low && pooled.high > plain.high);
}

#[test]
fn impossible_tests_are_refused() {
    for (kind, numbers, text) in table::<(String, [Option<f64>; 4], String)>("impossible") {
        let [a, b, c, d] = numbers.map(|number| number.unwrap_or(f64::NAN));
        let found = match kind.as_str() {
            "test" => Sprt::new((a, b), (c, d), Model::Logistic).map(drop),
            "change" => ChangeTest::new(&Bounds { elo0: a, elo1: b, ..BOUNDS }).map(drop),
            _ => Race::new(a, b as usize, c as usize).map(drop),
        };
        let error = found.unwrap_err().to_string();
        assert!(error.contains(&text), "{error}");
    }
}

#[test]
fn no_results_and_odd_ones() {
    let sprt = Sprt::new((0.0, 5.0), (0.05, 0.05), Model::Normalized).unwrap();
    assert_eq!(sprt.llr(&Sample::Games(Wdl::default())), None);
    for place in 0..5 {
        let mut pairs = Pentanomial::default();
        pairs.0[place] = 40;
        let llr = sprt.llr(&Sample::Pairs(pairs)).unwrap();
        assert!(llr.is_finite());
        assert_eq!(llr > 0.0, place > 2, "{place} {llr}");
    }
}

fn after(elos: (f64, f64), counts: [u64; 5]) -> StoppedEstimate {
    sprt(elos.0, elos.1).estimate(&Sample::Pairs(Pentanomial(counts))).unwrap()
}

/// From the other side an estimate has the other sign. After either end the plain one is too extreme.
#[test]
fn an_estimate_after_a_test_is_where_half_of_the_outcomes_are_worse() {
    for (counts, ended) in
        [([1, 9, 70, 26, 4], 1.0), ([3, 20, 60, 8, 0], -1.0), ([2, 20, 110, 24, 3], 0.0), ([0, 0, 60, 0, 0], 0.0)]
    {
        let one = after((0.0, 20.0), counts);
        let other = after((-20.0, 0.0), Pentanomial(counts).reversed().0);
        near(one.los + other.los, 1.0, 1e-9);
        assert!(one.elo.low < one.elo.value && one.elo.value < one.elo.high);
        let (sprt, sample) = (sprt(0.0, 20.0), Sample::Pairs(Pentanomial(counts)));
        for (end, opposite, expected) in [
            (one.elo.low, other.elo.high, 1.0 - TAIL),
            (one.elo.value, other.elo.value, 0.5),
            (one.elo.high, other.elo.low, TAIL),
        ] {
            near(end.unwrap(), -opposite.unwrap(), 1e-6);
            near(sprt.worse(&sample, end.unwrap()).unwrap(), expected, 1e-6);
        }
        let (plain, stopped) = (sample.estimate().unwrap().elo.value, one.elo.value);
        let nearer = ended * (plain.unwrap() - stopped.unwrap());
        assert!(ended == 0.0 || nearer > 1.0, "{counts:?}: {plain:?} {stopped:?}");
    }
}

#[test]
fn games_for_a_width_give_that_width() {
    let pairs = Pentanomial([34, 54, 63, 64, 75]);
    // Fastchess's interval of these 580 games, by 1.96.
    let half = 27.653_429_506_393_45;
    let results = Results::as_in(&Sample::Pairs(pairs)).unwrap();
    near(results.games_for_width(half).unwrap(), 580.0, 1e-6);
    assert_eq!(results.games_for_width(0.0), None);
}

#[test]
fn a_test_takes_longest_between_its_hypotheses() {
    let sprt = sprt(0.0, 5.0);
    let even = Results::independent(0.0, 0.5).unwrap();
    let expected = |elo| even.at(elo).unwrap().expected(&sprt).unwrap();
    let [h0, middle, h1] = [0.0, 2.5, 5.0].map(expected);
    assert!(h0.games < middle.games && h1.games < middle.games);
    near(h0.passes, 0.05, 0.002);
    near(h1.passes, 0.95, 0.002);
    near(middle.passes, 0.5, 0.01);
    assert_eq!(Results::independent(300.0, 0.9), None);
    let lengths = |most| even.lengths(&[sprt], most).unwrap();
    let [low, half, high] = lengths(20_000.0).map(|at| at.undecided);
    assert!(low < half && high < half && half < 0.4 && lengths(1e7)[1].undecided < 1e-9);
}

const BOUNDS: Bounds =
    Bounds { elo0: 0.0, elo1: 50.0, alpha: 0.05, beta: 0.05, model: Model::Logistic, non_regression: false };

/// A match of so many games with these half points, at most to its end.
fn played(rule: StopRule, games: usize, mut half_points: impl FnMut(usize) -> u8) -> SequentialMatch {
    let mut match_ = SequentialMatch::new(rule);
    for game in 0..games {
        if match_.is_decided() {
            break;
        }
        match_.add(game, half_points(game));
    }
    match_
}

/// The share of the tests that end with this verdict, of engines who are this many Elo apart and draw three games in ten.
fn share(bounds: &Bounds, elo: f64, verdict: ChangeVerdict) -> f64 {
    const TESTS: u32 = 1000;
    const DRAWS: f64 = 0.3;
    let win = score_from_elo(elo) - DRAWS / 2.0;
    let rule = StopRule::Change(ChangeTest::new(bounds).unwrap());
    let mut random = random(7);
    let mut game = |_| match uniform(&mut random) {
        chance if chance < win => 2,
        chance if chance < win + DRAWS => 1,
        _ => 0,
    };
    let tests = (0..TESTS).map(|_| played(rule, usize::MAX, &mut game).verdict());
    let ended_so = tests.filter(|ended| *ended == StopVerdict::Change(verdict));
    ended_so.count() as f64 / f64::from(TESTS)
}

/// Of 1000 tests a share of 5 % scatters by 0.7 %.
#[test]
fn verdicts_on_a_change_come_at_the_stated_rates() {
    for (alpha, beta, non_regression, elo, verdict, least, most) in
        table::<(f64, f64, bool, f64, ChangeVerdict, f64, f64)>("rates of verdicts")
    {
        let bounds = Bounds { alpha, beta, non_regression, ..BOUNDS };
        let rate = share(&bounds, elo, verdict);
        assert!((least..=most).contains(&rate), "{bounds:?} {elo} {verdict:?}: {rate}");
    }
}

#[test]
fn each_rule_has_its_verdicts() {
    for (mut rule, counts, expected) in table::<(StopRule, [u64; 5], String)>("verdicts of rules") {
        let verdict = rule.look(Pentanomial(counts));
        assert_eq!(format!("{verdict:?}"), expected, "{rule:?} {counts:?}");
    }
}

/// The test for a gain rejects it first; it would be open again after the pairs by which the test for a loss ends.
#[test]
fn an_ended_test_of_a_change_stays_ended() {
    let tests = ChangeTest::new(&BOUNDS).unwrap();
    let no_gain = Pentanomial([3, 11, 30, 5, 1]);
    let no_loss = Pentanomial([3, 11, 40, 19, 5]);
    assert_eq!(StopRule::Change(tests).look(no_loss), StopVerdict::Open);
    let mut rule = StopRule::Change(tests);
    assert_eq!(rule.look(no_gain), StopVerdict::Open);
    let not_worse = StopVerdict::Change(ChangeVerdict::NotWorse);
    assert_eq!(rule.look(no_loss), not_worse);
}

fn half_points(game: usize) -> u8 {
    [2, 1, 2, 0, 1, 1, 2, 2][game % 8]
}

/// The first pair after which the rule has its verdict ends the match, in whatever order games end, and none later counts.
#[test]
fn a_match_ends_at_its_first_verdict() {
    for rule in [StopRule::Sprt(sprt(0.0, 50.0)), StopRule::FixedWidth(60.0)] {
        let forward = played(rule, usize::MAX, half_points);
        let mut mixed = SequentialMatch::new(rule);
        for game in 0..2000 {
            // Sixteen games at a time, the last of them first.
            let other = game ^ 15;
            mixed.add(other, half_points(other));
        }
        assert_eq!((forward.verdict(), forward.pairs()), (mixed.verdict(), mixed.pairs()));
        assert_eq!({ rule }.look(forward.pairs()), forward.verdict());
        let before = played(rule, 2 * forward.pairs().pairs() as usize - 2, half_points);
        assert!(forward.is_decided() && !before.is_decided());
        assert_eq!(before.pairs().pairs() + 1, forward.pairs().pairs());
    }
    // A few draws are no narrow interval.
    let draws = played(StopRule::FixedWidth(1000.0), 2 * MIN_PAIRS as usize - 1, |_| 1);
    assert!(!draws.is_decided());
}

fn race() -> Race {
    Race::new(10.0, 20, 100).unwrap()
}

#[test]
fn looks_double_and_end_at_the_most() {
    assert_eq!(race().looks(), [20, 40, 80, 100]);
    for (first, most, looks) in [(4, 4, &[4][..]), (100, 1000, &[100, 200, 400, 800, 1000]), (4, 17, &[4, 8, 17])] {
        assert_eq!(Race::new(5.0, first, most).unwrap().looks(), looks);
    }
}

#[test]
fn a_decided_candidate_stops_and_an_open_one_continues() {
    for (elo, points, pairs, goal, expected) in table::<(f64, Vec<u8>, usize, usize, String)>("courses") {
        let mut played: Vec<u8> = points.iter().copied().cycle().take(pairs).collect();
        let race = Race::new(elo, 20, 100).unwrap();
        let course = race.course(&played);
        assert_eq!((course.goal, format!("{:?}", course.verdict)), (goal, expected), "{points:?} {pairs}");
        if course.verdict != RaceVerdict::Open {
            // Pairs beyond the end, requested before it was reached, do not count.
            played.extend([0; 50]);
            assert_eq!((race.course(&played), course.pairs.pairs()), (course, goal as u64));
        }
    }
}

#[test]
fn the_interval_of_a_single_look_is_the_usual_one() {
    let (one, pairs) = (Race::new(10.0, 20, 20).unwrap(), Pentanomial([1, 3, 7, 6, 3]));
    for pairs in [pairs, Pentanomial([0, 0, 20, 0, 0])] {
        let [found, usual] = [one.interval(pairs).unwrap(), pairs.estimate().unwrap().elo];
        near(found.low.unwrap(), usual.low.unwrap(), 1e-6);
        near(found.high.unwrap(), usual.high.unwrap(), 1e-6);
        let several = race().interval(pairs).unwrap();
        assert!([usual.low, usual.high].into_iter().all(|end| several.contains(end.unwrap())));
    }
    let p = |race: &Race| race.p_value(pairs).unwrap();
    // Nothing is spent before the first look.
    near(p(&race()), p(&one), 1e-9);
    assert!(p(&one) > 0.05);
}
