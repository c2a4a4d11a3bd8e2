use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::{Rng, SeedableRng};

use super::*;
use crate::stop_rule::{self, SequentialMatch, StopRule};

pub(crate) const BOUNDS: Bounds = Bounds {
    elo0: 0.0,
    elo1: 50.0,
    alpha: 0.05,
    beta: 0.05,
    model: Model::Logistic,
    non_regression: false,
};

fn match_of(bounds: &Bounds) -> SequentialMatch {
    SequentialMatch::new(StopRule::Change(ChangeTest::new(bounds).unwrap()))
}

/// The verdict on engines whose difference is this many Elo and who draw three games in ten.
fn simulated(bounds: &Bounds, elo: f64, random: &mut Pcg64Mcg) -> ChangeVerdict {
    const DRAWS: f64 = 0.3;
    let win = crate::elo::score_from_elo(elo) - DRAWS / 2.0;
    let mut test = match_of(bounds);
    let mut half_points = || match (random.next_u64() >> 11) as f64 / (1_u64 << 53) as f64 {
        chance if chance < win => 2,
        chance if chance < win + DRAWS => 1,
        _ => 0,
    };
    for game in 0.. {
        test.add(game, half_points());
        if let stop_rule::StopVerdict::Change(verdict) = test.verdict() {
            return verdict;
        }
    }
    ChangeVerdict::Undecided
}

/// The share of the tests of engines this many Elo apart that end with this verdict.
fn share(bounds: &Bounds, elo: f64, verdict: ChangeVerdict) -> f64 {
    const TESTS: u32 = 1000;
    let mut random = Pcg64Mcg::seed_from_u64(7);
    let ended_so = (0..TESTS).filter(|_| simulated(bounds, elo, &mut random) == verdict);
    ended_so.count() as f64 / f64::from(TESTS)
}

/// Of 1000 tests a share of 5 % scatters by 0.7 %.
#[test]
fn wrong_verdicts_come_at_the_stated_rates() {
    assert!(share(&BOUNDS, 50.0, ChangeVerdict::Improved) > 0.93);
    assert!(share(&BOUNDS, -50.0, ChangeVerdict::Worse) > 0.93);
    let (gains, losses) =
        (share(&BOUNDS, 0.0, ChangeVerdict::Improved), share(&BOUNDS, 0.0, ChangeVerdict::Worse));
    assert!(gains < 0.07 && losses < 0.07, "{gains} {losses}");
    assert!(share(&BOUNDS, 0.0, ChangeVerdict::NotWorse) > 0.86);
    assert!(share(&BOUNDS, 100.0, ChangeVerdict::Improved) > 0.99);
    assert!(share(&BOUNDS, -100.0, ChangeVerdict::Worse) > 0.99);
}

#[test]
fn the_rates_may_differ() {
    let bounds = Bounds { alpha: 0.01, beta: 0.2, ..BOUNDS };
    let wrong_gains = share(&bounds, 0.0, ChangeVerdict::Improved);
    let wrong_losses = share(&bounds, 0.0, ChangeVerdict::Worse);
    assert!(wrong_gains < 0.02 && wrong_losses < 0.02, "{wrong_gains} {wrong_losses}");
    let missed = 1.0 - share(&bounds, -50.0, ChangeVerdict::Worse);
    assert!((0.12..0.24).contains(&missed), "{missed}");
}

#[test]
fn a_test_for_a_loss_alone_never_finds_a_gain() {
    let bounds = Bounds { non_regression: true, ..BOUNDS };
    assert!(share(&bounds, 0.0, ChangeVerdict::NotWorse) > 0.93);
    assert!(share(&bounds, 100.0, ChangeVerdict::NotWorse) > 0.99);
    assert!(share(&bounds, -50.0, ChangeVerdict::Worse) > 0.93);
}

#[test]
fn games_count_in_the_order_of_the_schedule() {
    let mut in_order = match_of(&BOUNDS);
    (0..80).for_each(|game| in_order.add(game, 2));
    let improved = stop_rule::StopVerdict::Change(ChangeVerdict::Improved);
    assert_eq!(in_order.verdict(), improved);
    let ended_after = in_order.pairs().pairs();
    assert!(ended_after < 40, "{ended_after}");
    let mut backwards = match_of(&BOUNDS);
    for game in (1..80).rev() {
        backwards.add(game, 2);
        assert_eq!(backwards.pairs().pairs(), 0, "the first pair is not complete");
    }
    backwards.add(0, 2);
    assert_eq!(backwards.pairs(), in_order.pairs());
    assert_eq!(backwards.verdict(), in_order.verdict());
}

#[test]
fn bounds_that_are_no_test() {
    let error = |elo0, elo1| {
        let bounds = Bounds { elo0, elo1, ..BOUNDS };
        ChangeTest::new(&bounds).unwrap_err().to_string()
    };
    assert!(error(5.0, 0.0).contains("must be below"));
    assert!(error(-10.0, 0.0).contains("--non-regression"));
}
