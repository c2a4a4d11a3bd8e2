//! Scores, Elo and their intervals, from counts of games and of pairs.

use match_stats::{Estimate, Interval, Pentanomial, Sample, Wdl, WithForfeits};

use serde_json::Value;

use super::{close, near, sample, table};

fn of(counts: [u64; 5]) -> Estimate {
    Pentanomial(counts).estimate().unwrap()
}

/// Intervals and LOS by another program, which searches the mean and integrates Student's distribution numerically; the
/// many pairs are a run of fishtest.
#[test]
fn known_answers() {
    const NAMES: [&str; 8] = ["elo", "elo low", "elo high", "reach", "nelo", "nelo low", "nelo high", "los"];
    for case in table::<Value>("known") {
        let e = sample(&case).estimate().unwrap();
        let (elo, nelo, reach) = (e.elo, e.nelo_delta, e.elo.width().map(|width| width / 2.0));
        let found = [elo.value, elo.low, elo.high, reach, nelo.value, nelo.low, nelo.high, Some(e.los)];
        for (name, found) in NAMES.into_iter().zip(found) {
            match case.get(name) {
                Some(Value::Null) => assert_eq!(found, None, "{case} {name}"),
                Some(expected) => close((&case, name), found, expected.as_f64().unwrap()),
                None => {}
            }
        }
    }
    assert_eq!(Pentanomial::default().estimate(), None);
    assert_eq!(Sample::Games(Wdl::default()).estimate(), None);
    assert_eq!(Pentanomial([0, 0, 3, 1, 0]).pairs_ratio(), None);
}

/// No pairs are stronger evidence than pairs that are all won, so that one draw more never raises the certainty.
#[test]
fn few_pairs_are_never_nearly_certain() {
    for pairs in [2, 4, 20, 50] {
        let won = of([0, 0, 0, 0, pairs]).los;
        let mixed = of([0, 0, 0, 1, pairs - 1]).los;
        assert!(mixed <= won && won <= 1.0 - 0.5_f64.powi(pairs as i32 + 1), "{pairs}");
        near(of([pairs - 1, 1, 0, 0, 0]).los + mixed, 1.0, 1e-12);
    }
}

#[test]
fn counting() {
    let mut wdl = Wdl::default();
    [2, 1, 0, 0].into_iter().for_each(|half_points| wdl.add(half_points));
    assert_eq!((wdl.wins, wdl.draws, wdl.losses), (1, 1, 2));
    assert_eq!((wdl.games(), wdl.points()), (4, 1.5));
    assert_eq!(Sample::Games(wdl).draw_ratio(), Some(0.25));
    assert_eq!(Sample::Games(Wdl::default()).draw_ratio(), None);
    let mut counts = Pentanomial::default();
    for (first, second) in [(0, 0), (1, 0), (0, 1), (2, 0), (1, 1), (2, 1), (2, 2)] {
        counts.add(first, second);
    }
    assert_eq!((counts, counts.pairs()), (Pentanomial([1, 2, 2, 1, 1]), 7));
}

#[test]
fn independent_errors_add_in_their_squares_at_each_end() {
    let known = |value, low, high| Interval { value, low, high };
    let wider = known(10.0, 7.0, 15.0).widened(4.0);
    near(wider.low, 5.0, 1e-12);
    near(wider.high, 10.0 + 41f64.sqrt(), 1e-12);
    assert_eq!(known(10.0, 7.0, 15.0).widened(0.0), known(10.0, 7.0, 15.0));
    let (one, other) = (known(10.0, 7.0, 14.0).map(Some), known(3.0, -9.0, 7.0).map(Some));
    // Downwards 3 of the one and 4 of the other, upwards 4 and 12.
    let expected = known(7.0, 2.0, 7.0 + 160f64.sqrt()).map(Some);
    assert_eq!(one.less(other), expected);
    let open = Interval { high: None, ..other };
    assert_eq!((one.less(open).low, one.less(open).high), (None, expected.high));
    assert_eq!((open.turned().low, open.turned().high), (None, Some(9.0)));
    assert_eq!(open.less(Interval::UNKNOWN), Interval::UNKNOWN);
}

#[test]
fn ends_stay_ends_and_an_open_one_excludes_nothing() {
    let interval = Interval::about(0.0, 2.0);
    assert_eq!((interval.low, interval.high), (-2.0, 2.0));
    near(interval.standard_error(), 2.0 / 1.96, 1e-3);
    let lopsided = Interval { value: 0.0, low: -1.0, high: 3.0 };
    let back = lopsided.reversed();
    assert_eq!((back.low, back.high), (-3.0, 1.0));
    assert!(back.value.is_sign_positive(), "no negative zero");
    let texts = Interval { value: "+0".to_owned(), low: "-1".to_owned(), high: "+3".to_owned() };
    assert_eq!(lopsided.map(|end| format!("{end:+}")), texts);
    let bounded = Interval::about(5.0, 1.0);
    let mut open = Interval::from(Some(bounded));
    assert_eq!(open.bounded(), Some(bounded));
    open.high = None;
    for (number, within, within_open) in [(3.9, false, false), (4.0, true, true), (6.0, true, true), (6.1, false, true)]
    {
        assert_eq!((bounded.contains(number), open.contains(number)), (within, within_open));
    }
    assert_eq!((open.bounded(), open.width()), (None, None));
    assert_eq!(Interval::from(None), Interval::UNKNOWN);
}

#[test]
fn known_intervals_of_shares() {
    // Newcombe, "Two-sided confidence intervals for the single proportion", 1998, table I.
    for (successes, trials, low, high) in
        [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)]
    {
        let found = Interval::of_share(successes, trials).unwrap();
        near(found.low, low, 5e-5);
        near(found.high, high, 5e-5);
        assert_eq!(found.value, successes as f64 / trials as f64);
    }
    assert_eq!(Interval::of_share(0, 0), None);
    assert_eq!(Interval::of_share(3, 3).unwrap().high, 1.0);
}

#[test]
fn forfeits_matter_or_do_not() {
    for (counts, adjudicated, by_forfeits, by_adjudications) in table::<([[u64; 5]; 3], u64, bool, bool)>("forfeits") {
        let [as_played, best, worst] = counts.map(Pentanomial);
        let found = WithForfeits { as_played, best, worst, adjudicated };
        let hangs = (found.hangs_on_forfeits(), found.hangs_on_adjudications());
        assert_eq!(hangs, (by_forfeits, by_adjudications), "{counts:?}");
    }
    for open in [[10, 20, 40, 20, 10], [0; 5]].map(Pentanomial) {
        let open = WithForfeits { as_played: open, ..WithForfeits::default() };
        assert_eq!(open.results_to_undo(), None);
    }
}

/// 40 pairs, 47.5 points of 80: a score of 0.59375 with a standard error of sqrt(1.4609375) / 40,
/// so that the interval begins 0.034525 above one half, which is 2.76 points of 80.
#[test]
fn a_verdict_hangs_on_few_wrong_results() {
    let counts = Pentanomial([0, 3, 23, 10, 4]);
    // 6 are 5 % of 120.
    for (as_played, adjudicated, hangs) in
        [(counts, 0, false), (counts.reversed(), 0, false), (counts, 120, true), (counts, 119, false)]
    {
        let found = WithForfeits { as_played, adjudicated, ..WithForfeits::default() };
        assert_eq!(found.results_to_undo(), Some(6), "{as_played:?}");
        assert_eq!(found.hangs_on_adjudications(), hangs, "{as_played:?} {adjudicated}");
    }
}
