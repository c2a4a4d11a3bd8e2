//! The statistics against figures of other programs (see `data/stats.json`), by hand, and on simulated games.

#![allow(clippy::unwrap_used)]

mod fields;
mod matches;
mod ratings;
mod sequential;

use std::fmt::Debug;

use match_stats::ratings::{Advantage, Anchor};
use match_stats::sprt::{Decision, Sprt};
use match_stats::{Meeting, Pentanomial, Ratings, Sample, Wdl, rate};
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// A thousandth of the figure, or of 1.
const TOLERANCE: f64 = 1e-3;

#[track_caller]
fn near(found: f64, expected: f64, tolerance: f64) {
    assert!((found - expected).abs() <= tolerance, "{found} is not {expected}");
}

/// Asserts nine digits; `row` names the case.
#[track_caller]
fn close(row: impl Debug, found: Option<f64>, expected: f64) {
    let error = (found.unwrap() - expected).abs();
    assert!(error <= 1e-9 * expected.abs().max(1.0), "{row:?}: {found:?} is not {expected}");
}

fn random(seed: u64) -> Pcg64Mcg {
    Pcg64Mcg::seed_from_u64(seed)
}

/// A meeting of these pairs.
fn meeting(a: usize, b: usize, pairs: [[u64; 3]; 3]) -> Meeting {
    Meeting { pairs, ..Meeting::new(a, b) }
}

/// The meetings of a table: both players and their pairs.
fn met(name: &str) -> Vec<Meeting> {
    table(name).into_iter().map(|(a, b, pairs)| meeting(a, b, pairs)).collect()
}

/// Each two of so many players.
fn round_robin(players: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..players).flat_map(move |a| (a + 1..players).map(move |b| (a, b)))
}

/// The meetings of so many players, of twenty pairs of games each with these half points of White.
fn tournament(players: usize, mut pair: impl FnMut(usize, usize) -> [u8; 2]) -> Vec<Meeting> {
    let meeting = |(a, b)| {
        let mut meeting = Meeting::new(a, b);
        for _ in 0..20 {
            let [first, second] = pair(a, b);
            meeting.add_pair(first, second);
        }
        meeting
    };
    round_robin(players).map(meeting).collect()
}

fn certain(player: usize, elo: f64) -> Anchor {
    Anchor { player, elo, error: 0.0 }
}

/// Ratings without an anchor, with White's advantage estimated.
fn rated(players: usize, meetings: &[Meeting]) -> Ratings {
    rate(players, meetings, &[], Advantage::Estimated)
}

/// The rows of a table of `data/stats.json`.
fn table<T: DeserializeOwned>(name: &str) -> Vec<T> {
    let mut all: Value = serde_json::from_str(include_str!("../data/stats.json")).unwrap();
    let rows: Vec<T> = serde_json::from_value(all[name].take()).unwrap();
    assert!(!rows.is_empty());
    rows
}

fn counts<const N: usize>(value: &Value) -> [u64; N] {
    let counts: Vec<u64> = serde_json::from_value(value.clone()).unwrap();
    counts.try_into().unwrap()
}

fn sample(case: &Value) -> Sample {
    if case["pentanomial"].is_array() {
        return Sample::Pairs(Pentanomial(counts(&case["pentanomial"])));
    }
    let [losses, draws, wins] = counts(&case["trinomial"]);
    Sample::Games(Wdl { wins, draws, losses })
}

fn test(case: &Value) -> Sprt {
    let number = |name: &str, default| case[name].as_f64().unwrap_or(default);
    let model = serde_json::from_value(case["model"].clone()).unwrap();
    let elos = (number("elo0", 0.0), number("elo1", 0.0));
    Sprt::new(elos, (number("alpha", 0.05), number("beta", 0.05)), model).unwrap()
}

#[track_caller]
fn as_known(found: Option<f64>, expected: &Value) {
    if let Some(expected) = expected.as_f64() {
        near(found.unwrap(), expected, TOLERANCE * expected.abs().max(1e-3));
    }
}

#[test]
fn scores_elo_and_intervals() {
    for case in table::<Value>("elo") {
        let (sample, exact) = (sample(&case), &case["exact"]);
        let e = sample.estimate().unwrap();
        as_known(Some(e.score), &exact["score"]);
        as_known(e.elo.value, &exact["elo"]);
        let (reach, theirs) = (e.elo.width().map(|width| width / 2.0), &exact["elo_err"]);
        let results = (sample.games() / sample.games_each()) as f64;
        if (e.score - 0.5).abs() < 0.05 {
            // Other programs use 1.96 for Student's quantile and n for n - 1, which is (z² + 3) / 4n less,
            // and no pseudocount of unseen results, which adds less than 0.6 / n.
            let wider = (reach.unwrap() / theirs.as_f64().unwrap() - 1.0) * results;
            assert!((1.65..2.3).contains(&wider), "{case}: {wider}");
        } else {
            // For a favourite they use the variance of the results seen at either end.
            assert!(reach > theirs.as_f64(), "{case}");
        }
        as_known(e.nelo.value, &exact["nelo"]);
        as_known(e.nelo.width().map(|width| width / 2.0), &exact["nelo_err"]);
        near(e.los, exact["los"].as_f64().unwrap(), 1.0 / results);
        if let Sample::Pairs(pairs) = sample {
            as_known(sample.draw_ratio(), &exact["draw_ratio_pairs"]);
            as_known(pairs.pairs_ratio(), &exact["pairs_ratio"]);
        }
    }
}

#[test]
fn log_likelihood_ratios() {
    for case in table::<Value>("sprt") {
        let sprt = test(&case);
        let llr = sprt.llr(&sample(&case)).unwrap();
        near(llr, case["llr"].as_f64().unwrap(), 1e-6);
        let decision = match case["decision"].as_str() {
            Some("H0") => Decision::H0,
            Some("H1") => Decision::H1,
            Some(_) => Decision::Continue,
            None => continue,
        };
        assert_eq!(sprt.decision(llr), decision, "{case}");
    }
}

#[test]
fn strength_after_a_sequential_test() {
    for case in table::<Value>("sprt_elo") {
        let (sprt, sample) = (test(&case), sample(&case));
        as_known(sprt.llr(&sample), &case["llr"]);
        let stopped = sprt.estimate(&sample).unwrap();
        // Within a thousandth of the interval: the other program neglects more than this one.
        let ends = &case["sprt_elo_ci95"];
        let width = ends[1].as_f64().unwrap() - ends[0].as_f64().unwrap();
        for (found, expected) in [
            (stopped.elo.value, &case["sprt_elo_median_unbiased"]),
            (stopped.elo.low, &ends[0]),
            (stopped.elo.high, &ends[1]),
        ] {
            let error = (found.unwrap() - expected.as_f64().unwrap()).abs();
            assert!(error < TOLERANCE * width, "{found:?} is not {expected}");
        }
        as_known(Some(stopped.los), &case["sprt_los"]);
        let naive = sample.estimate().unwrap();
        as_known(naive.elo.value, &case["fixed_n_elo"]);
        as_known(Some(naive.los), &case["fixed_n_los"]);
    }
}
