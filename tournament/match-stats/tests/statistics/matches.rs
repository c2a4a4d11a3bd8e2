//! Scores, Elo and their intervals, from counts of games and of pairs.

use match_stats::elo::{elo_from_score, score_from_elo};
use match_stats::{Interval, Pentanomial, Wdl, WithForfeits};

use super::close;

/// Intervals and LOS by another program, which searches the mean and integrates Student's distribution numerically.
#[test]
fn known_answer() {
    let e = Pentanomial([34, 54, 63, 64, 75]).estimate().unwrap();
    close(e.elo.low, 27.843_734_882);
    close(e.elo.high, 83.753_060_747_090_7);
    close(e.nelo_delta.low, 29.004_561_884_981_32);
    close(e.nelo_delta.high, 87.909_954_624_093_53);
    close(Some(e.los), 0.999_953_322_755);
    assert_eq!(Pentanomial([0, 0, 3, 1, 0]).pairs_ratio(), None);
}

/// The same program's figures for twenty pairs and for six.
#[test]
fn known_answers_of_few_pairs() {
    let e = Pentanomial([1, 3, 7, 6, 3]).estimate().unwrap();
    close(e.elo.low, -30.078_510_233);
    close(e.elo.high, 159.994_016_357_611_1);
    close(Some(e.los), 0.911_408_790_113);
    close(e.nelo_delta.low, -36.566_806_477_505_94);
    close(e.nelo_delta.high, 225.881_352_859_577_16);
    let e = Pentanomial([0, 0, 1, 2, 3]).estimate().unwrap();
    close(e.elo.low, 8.698_561_241);
    assert_eq!(e.elo.high, None);
    close(Some(e.los), 0.977_207_449_5);
    let e = Pentanomial([0, 0, 0, 1, 9]).estimate().unwrap();
    close(e.elo.low, 119.857_954_376);
    close(Some(e.los), 0.994_698_709_152);
}

/// A run of fishtest, with its interval and LOS, from which these differ by 2 parts in 100,000.
#[test]
fn known_answer_of_many_pairs() {
    let e = Pentanomial([10789, 19328, 33806, 19402, 10543]).estimate().unwrap();
    close(e.elo.value, -0.773_577_335_916_542_3);
    let reach = (e.elo.high.unwrap() - e.elo.low.unwrap()) / 2.0;
    close(Some(reach), 1.277_603_524_5);
    assert!((reach / 1.277_579_895_728_021_8 - 1.0).abs() < 2e-5);
    assert!((e.los - 0.117_658_858_032_775_1).abs() < 3e-6);
    close(e.nelo.value, -0.951_629_004_472_600_1);
}

/// No pairs are stronger evidence than pairs that are all won, so that one draw more never raises the certainty.
#[test]
fn few_pairs_are_never_nearly_certain() {
    for pairs in [2, 4, 20, 50] {
        let of = |counts| Pentanomial(counts).estimate().unwrap().los;
        let won = of([0, 0, 0, 0, pairs]);
        let mixed = of([0, 0, 0, 1, pairs - 1]);
        assert!(mixed <= won && won <= 1.0 - 0.5_f64.powi(pairs as i32 + 1));
        assert!((of([pairs - 1, 1, 0, 0, 0]) + mixed - 1.0).abs() < 1e-12);
    }
}

#[test]
fn symmetric_counts_are_even() {
    let e = Pentanomial([3, 7, 20, 7, 3]).estimate().unwrap();
    assert_eq!((e.score, e.elo.value, e.los), (0.5, Some(0.0), 0.5));
    close(e.elo.low, -e.elo.high.unwrap());
    let counts = Pentanomial([1, 2, 3, 4, 5]);
    let (a, b) = (counts.estimate().unwrap(), counts.reversed().estimate().unwrap());
    close(a.elo.value, -b.elo.value.unwrap());
    close(a.elo.high, -b.elo.low.unwrap());
}

#[test]
fn degenerate_counts_are_finite_or_none() {
    assert_eq!(Pentanomial::default().estimate(), None);
    for position in 0..5 {
        for pairs in [1, 2, 50] {
            let mut counts = Pentanomial::default();
            counts.0[position] = pairs;
            let e = counts.estimate().unwrap();
            assert!(e.los > 0.0 && e.los < 1.0, "{counts:?} {e:?}");
            assert!(e.elo.low.is_none_or(|low| e.elo.value.is_none_or(|elo| low < elo)));
            assert!(e.elo.high.is_none_or(|high| e.elo.value.is_none_or(|elo| high > elo)));
            assert_eq!(e.elo.low.is_none(), position == 0);
            assert_eq!(e.elo.high.is_none(), position == 4);
            assert_eq!(e.nelo.value, None);
        }
    }
    // The interval would reach beyond a score of 1.
    let e = Pentanomial([0, 0, 0, 1, 9]).estimate().unwrap();
    assert!(e.elo.value.is_some() && e.elo.high.is_none() && e.elo.low.is_some());
}

fn wdl(losses: u64, draws: u64, wins: u64) -> Wdl {
    Wdl { wins, draws, losses }
}

/// By another program, which searches the mean and integrates Student's distribution numerically.
#[test]
fn known_answers() {
    let e = wdl(89, 123, 76).estimate().unwrap();
    close(Some((e.elo.high.unwrap() - e.elo.low.unwrap()) / 2.0), 30.643_904_339_267_188);
    close(Some(e.los), 0.156_449_943_781);
    let e = wdl(356, 0, 34).estimate().unwrap();
    close(Some((e.elo.high.unwrap() - e.elo.low.unwrap()) / 2.0), 67.011_743_343_5);
    assert!(e.los < 1e-9);
}

#[test]
fn equal_results_are_not_certain() {
    assert_eq!(Wdl::default().estimate(), None);
    let won = wdl(0, 0, 10).estimate().unwrap();
    assert_eq!((won.elo.value, won.elo.high, won.nelo.value), (None, None, None));
    // Clopper and Pearson's lower end for 10 of 10.
    close(won.elo.low.map(score_from_elo), 0.691_502_892_181_239_2);
    assert!(won.los > 0.999 && won.los < 1.0);
    let lost = wdl(10, 0, 0).estimate().unwrap();
    assert_eq!((lost.elo.value, lost.elo.low), (None, None));
    close(lost.elo.high, -won.elo.low.unwrap());
    let drawn = wdl(0, 10, 0).estimate().unwrap();
    assert_eq!((drawn.elo.value, drawn.los), (Some(0.0), 0.5));
    close(drawn.elo.low, -drawn.elo.high.unwrap());
    let more = wdl(0, 1000, 0).estimate().unwrap();
    assert!(more.elo.high < drawn.elo.high && more.elo.high > Some(0.0));
}

#[test]
fn counting() {
    let mut wdl = Wdl::default();
    for half_points in [2, 1, 0, 0] {
        wdl.add(half_points);
    }
    assert_eq!((wdl.wins, wdl.draws, wdl.losses), (1, 1, 2));
    assert_eq!((wdl.games(), wdl.points()), (4, 1.5));
    let mut counts = Pentanomial::default();
    for (first, second) in [(0, 0), (1, 0), (0, 1), (2, 0), (1, 1), (2, 1), (2, 2)] {
        counts.add(first, second);
    }
    assert_eq!((counts, counts.pairs()), (Pentanomial([1, 2, 2, 1, 1]), 7));
}

#[test]
fn elo_and_score_are_inverse() {
    assert_eq!(elo_from_score(0.5), Some(0.0));
    for elo in [-800.0, -35.0, 0.0, 1.0, 191.0] {
        let back = elo_from_score(score_from_elo(elo)).unwrap();
        assert!((back - elo).abs() < 1e-9, "{elo} {back}");
    }
    // Ten to one is 400 Elo by definition.
    assert!((elo_from_score(10.0 / 11.0).unwrap() - 400.0).abs() < 1e-9);
    for score in [0.0, 1.0, -0.1, 1.1, f64::NAN] {
        assert_eq!(elo_from_score(score), None);
    }
}

#[test]
fn errors_add_in_their_squares() {
    let interval = Interval { value: 10.0, low: 7.0, high: 15.0 };
    let wider = interval.widened(4.0);
    assert!((wider.low - 5.0).abs() < 1e-12);
    assert!((wider.high - (10.0 + 41f64.sqrt())).abs() < 1e-12);
    assert_eq!(interval.widened(0.0), interval);
}

#[test]
fn ends_stay_ends() {
    let interval = Interval::about(0.0, 2.0);
    assert_eq!((interval.low, interval.high), (-2.0, 2.0));
    assert!((interval.standard_error() - 2.0 / 1.96).abs() < 1e-3);
    let lopsided = Interval { value: 0.0, low: -1.0, high: 3.0 };
    let back = lopsided.reversed();
    assert_eq!((back.low, back.high), (-3.0, 1.0));
    assert!(back.value.is_sign_positive(), "no negative zero");
    assert_eq!(
        lopsided.map(|end| format!("{end:+}")),
        Interval { value: "+0".to_owned(), low: "-1".to_owned(), high: "+3".to_owned() }
    );
}

#[test]
fn independent_errors_add_in_their_squares_at_each_end() {
    let known = |value, low, high| Interval { value, low, high }.map(Some);
    let difference = known(10.0, 7.0, 14.0).less(known(3.0, -9.0, 7.0));
    // Downwards 3 of the one and 4 of the other, upwards 4 and 12.
    let expected = known(7.0, 2.0, 7.0 + 160f64.sqrt());
    assert_eq!(difference, expected);
    let open = Interval { high: None, ..known(3.0, -9.0, 7.0) };
    assert_eq!(known(10.0, 7.0, 14.0).less(open).low, None);
    assert_eq!(known(10.0, 7.0, 14.0).less(open).high, expected.high);
    assert_eq!(open.turned().low, None);
    assert_eq!(open.turned().high, Some(9.0));
    assert_eq!(open.less(Interval::UNKNOWN), Interval::UNKNOWN);
}

#[test]
fn an_open_end_excludes_nothing() {
    let bounded = Interval::about(5.0, 1.0);
    assert!(bounded.contains(4.0) && bounded.contains(6.0));
    assert!(!bounded.contains(3.9) && !bounded.contains(6.1));
    let mut open = Interval::from(Some(bounded));
    assert_eq!(open.bounded(), Some(bounded));
    open.high = None;
    assert!(open.contains(1e9) && !open.contains(3.9));
    assert_eq!(open.bounded(), None);
    assert_eq!(Interval::from(None), Interval::UNKNOWN);
}

#[test]
fn known_intervals_of_shares() {
    // Newcombe, "Two-sided confidence intervals for the single proportion", 1998, table I.
    for (successes, trials, low, high) in [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ] {
        let found = Interval::of_share(successes, trials).unwrap();
        assert!(
            (found.low - low).abs() < 5e-5 && (found.high - high).abs() < 5e-5,
            "{successes}/{trials}: {found:?}"
        );
        assert_eq!(found.value, successes as f64 / trials as f64);
    }
    assert_eq!(Interval::of_share(0, 0), None);
    assert_eq!(Interval::of_share(3, 3).unwrap().high, 1.0);
}

#[test]
fn forfeits_matter_or_do_not() {
    let clear = WithForfeits {
        as_played: Pentanomial([5, 10, 40, 60, 50]),
        best: Pentanomial([5, 10, 39, 61, 50]),
        worst: Pentanomial([6, 12, 41, 58, 48]),
        adjudicated: 40,
    };
    assert!(!clear.hangs_on_forfeits() && !clear.hangs_on_adjudications());
    let close = WithForfeits {
        as_played: Pentanomial([9, 20, 40, 34, 16]),
        worst: Pentanomial([14, 20, 40, 34, 11]),
        best: Pentanomial([9, 20, 40, 34, 16]),
        adjudicated: 100,
    };
    assert!(close.hangs_on_forfeits(), "{:?}", close.as_played.estimate());
    assert!(close.hangs_on_adjudications());
    // An open verdict that the forfeits would have closed.
    let open = WithForfeits {
        as_played: Pentanomial([10, 20, 40, 20, 10]),
        best: Pentanomial([4, 20, 40, 20, 16]),
        worst: Pentanomial([10, 20, 40, 20, 10]),
        adjudicated: 100,
    };
    assert!(open.hangs_on_forfeits() && !open.hangs_on_adjudications());
    assert!(!WithForfeits::default().hangs_on_forfeits());
    assert_eq!(open.results_to_undo(), None);
    assert_eq!(WithForfeits::default().results_to_undo(), None);
}

/// 40 pairs, 47.5 points of 80: a score of 0.59375 with a standard error of sqrt(1.4609375) / 40,
/// so that the interval begins 0.034525 above one half, which is 2.76 points of 80.
#[test]
fn a_verdict_hangs_on_few_wrong_results() {
    let counts = Pentanomial([0, 3, 23, 10, 4]);
    let match_of =
        |as_played, adjudicated| WithForfeits { as_played, adjudicated, ..WithForfeits::default() };
    assert_eq!(match_of(counts, 0).results_to_undo(), Some(6));
    assert_eq!(match_of(counts.reversed(), 0).results_to_undo(), Some(6));
    // 6 are 5 % of 120.
    assert!(match_of(counts, 120).hangs_on_adjudications());
    assert!(!match_of(counts, 119).hangs_on_adjudications());
}
