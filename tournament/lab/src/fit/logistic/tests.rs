use match_stats::random::uniform;
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;

use super::*;

fn number(random: &mut Pcg64Mcg) -> f64 {
    4.0 * uniform(random) - 2.0
}

/// `games` games of three positions with one result each, by these coefficients.
fn played(games: usize, truth: &[f64], seed: u64) -> Data {
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    let mut data = Data::new(truth.len());
    for game in 0..games {
        let common: Vec<f64> = truth.iter().map(|_| number(&mut random)).collect();
        let won = uniform(&mut random) < expected(dot(&common, truth));
        for _ in 0..3 {
            data.push(&common, f64::from(u8::from(won)), game);
        }
    }
    data
}

#[test]
fn known_coefficients_are_recovered_within_their_errors() {
    let truth = [1.2, -0.4, 0.0, 0.7];
    let mut inside = 0;
    for seed in 0..20 {
        let data = played(2_000, &truth, seed);
        let fitted = fit_with_errors(&data, &Ridge::none(4), &[0.0; 4]);
        for (j, truth) in truth.iter().enumerate() {
            let error = fitted.covariance[j][j].sqrt();
            // As of 2,000 games, not of 6,000 positions.
            assert!((0.04..0.09).contains(&error), "{error}");
            inside += usize::from((fitted.coefficients[j] - truth).abs() < 2.0 * error);
        }
    }
    assert!((71..=80).contains(&inside), "{inside} of 80 within two errors");
}

#[test]
fn a_strong_ridge_leaves_what_it_pulls_towards_and_a_weak_one_the_results() {
    let data = played(500, &[1.0, 0.2, 0.9], 2);
    let ridge =
        |strength| Ridge { pulls: vec![0.0, strength, strength], towards: vec![0.0, 0.5, -0.1] };
    let b = fit(&data, &ridge(1e9), &[0.1; 3]);
    assert!((b[1] - 0.5).abs() < 1e-3 && (b[2] + 0.1).abs() < 1e-3);
    let free = fit(&data, &Ridge::none(3), &[0.0; 3]);
    let loose = fit(&data, &ridge(1e-9), &[0.0; 3]);
    for (a, b) in free.iter().zip(&loose) {
        assert!((a - b).abs() < 1e-5);
    }
}

#[test]
fn a_pull_on_the_first_decides_where_results_say_nothing_and_yields_where_they_do() {
    // Two columns that are the same: only their sum is known.
    let alone = played(2_000, &[0.7], 5);
    let mut twice = Data::new(2);
    for index in 0..alone.len() {
        let x = alone.row(index)[0];
        twice.push(&[x, x], alone.results()[index], alone.games()[index]);
    }
    let sum = fit(&alone, &Ridge::none(1), &[0.0])[0];
    let pulled = |strength, columns| {
        let mut ridge = Ridge::none(columns);
        (ridge.pulls[0], ridge.towards[0]) = (strength, 0.3);
        ridge
    };
    let b = fit(&twice, &pulled(0.01, 2), &[0.0; 2]);
    assert!((b[0] - 0.3).abs() < 1e-3 && (b[0] + b[1] - sum).abs() < 1e-3, "{b:?} {sum}");
    // Where results determine it, a pull counts in proportion to its strength.
    assert!((fit(&alone, &pulled(1e9, 1), &[0.0])[0] - 0.3).abs() < 1e-4);
    assert!((fit(&alone, &pulled(0.01, 1), &[0.0])[0] - sum).abs() < 1e-3);
    // What was known beforehand is all that is known of the first.
    let error = fit_with_prior(&twice, &pulled(4.0, 2), &[0.0; 2]).covariance[0][0].sqrt();
    assert!((error - 0.5).abs() < 0.01, "{error}");
}

#[test]
fn a_column_of_zeros_stays_where_it_is_and_threads_change_nothing() {
    let mut data = Data::new(2);
    for index in 0..3 * BLOCK {
        let x = (index % 7) as f64 - 3.0;
        data.push(&[x, 0.0], f64::from(u8::from(x > 0.5 || index % 5 == 0)), index);
    }
    let b = fit(&data, &Ridge::none(2), &[0.0; 2]);
    assert!(b[0] > 0.1 && b[1] == 0.0, "{b:?}");
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    assert_eq!(pool.install(|| fit(&data, &Ridge::none(2), &[0.0; 2])), b);
}

#[test]
fn losses() {
    assert!((log_loss(0.0, 1.0) - 2.0_f64.ln()).abs() < 1e-12);
    assert!((log_loss(0.0, 0.5) - 2.0_f64.ln()).abs() < 1e-12);
    for x in [-800.0, -3.0, 0.2, 800.0] {
        let loss = log_loss(x, 0.25);
        assert!(loss.is_finite() && (loss - log_loss(-x, 0.75)).abs() < 1e-9, "{x}");
    }
}

#[test]
fn a_coefficient_of_which_nothing_is_known_is_as_uncertain_as_before() {
    let mut data = Data::new(2);
    for game in 0..400 {
        let x = if game % 2 == 0 { 1.0 } else { -1.0 };
        // Three of four as expected; the second column is always 0.
        let result = f64::from(u8::from((x > 0.0) == (game % 8 < 6)));
        data.push(&[x, 0.0], result, game);
    }
    let mut ridge = Ridge::none(2);
    ridge.pulls[1] = 4.0;
    let found = fit_with_prior(&data, &ridge, &[0.0; 2]);
    assert_eq!(found.coefficients[1], 0.0);
    assert!((found.covariance[1][1] - 0.25).abs() < 1e-9, "{found:?}");
    assert_eq!(fit_with_errors(&data, &ridge, &[0.0; 2]).covariance[1][1], 0.0);
    // The other one is the textbook's: 1 / (n p (1 - p)).
    assert!((found.covariance[0][0] - 1.0 / (400.0 * 0.1875)).abs() < 1e-3, "{found:?}");
}
