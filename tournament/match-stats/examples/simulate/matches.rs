//! Matches of a fixed length: the coverage of intervals.

use std::f64::consts::LN_10;

use match_stats::elo::{elo_from_score, score_from_elo};
use match_stats::{Estimate, Interval, Pentanomial, Wdl};
use statrs::distribution::{ContinuousCDF, StudentsT};

use crate::world::{Wheel, World};
use crate::{Effort, Table, WORLDS, share};

const ELOS: [f64; 4] = [0.0, 120.0, 250.0, 500.0];
const PAIRS: [usize; 6] = [6, 10, 20, 50, 200, 1000];
/// The pseudocount of unseen results by which the library computes an error.
const UNSEEN: f64 = 0.1;

/// Coverage of the intervals of Elo and of normalised Elo, from pairs and from games.
pub(super) fn table(effort: Effort) -> Table {
    let mut rows = Vec::new();
    for world in WORLDS {
        for elo in ELOS {
            for pairs in PAIRS {
                rows.push(row(effort, rows.len(), world, elo, pairs));
            }
        }
    }
    Table {
        title: "Intervals of a match: share that holds the truth",
        head: "White's advantage, draws, shared luck | true Elo | matches | pairs | Elo, from pairs \
               | normalised Elo, from pairs | the same by fishtest's formula | Elo, from as many \
               single games",
        rows,
    }
}

fn row(effort: Effort, number: usize, world: World, elo: f64, pairs: usize) -> Vec<String> {
    let (true_elo, true_nelo) = (world.elo_of_pairs(elo), normalised(&world.pentanomial(elo)));
    // Unpaired games: the first engine is always White.
    let single = elo_from_score(score_from_elo(elo + world.advantage)).unwrap_or(0.0);
    let pair = Wheel::new(world.pentanomial(elo));
    let game = Wheel::new(world.single(elo));
    let hits = effort.trials(number, effort.trials, |random| {
        let (mut penta, mut games) = (Pentanomial::default(), [0; 3]);
        for _ in 0..pairs {
            penta.0[pair.spin(random)] += 1;
            games[game.spin(random)] += 1;
            games[game.spin(random)] += 1;
        }
        let [losses, draws, wins] = games;
        let wdl = Wdl { wins, draws, losses };
        let holds_elo = |e: Option<Estimate>, truth: f64| e.is_some_and(|e| e.elo.contains(truth));
        let paired = penta.estimate();
        [
            holds_elo(paired, true_elo),
            paired.is_some_and(|e| e.nelo_delta.contains(true_nelo)),
            paired.is_some_and(|e| e.nelo.contains(true_nelo)),
            holds_elo(wdl.estimate(), single),
        ]
    });
    let held = |place: usize| share(hits.iter().map(|h| h[place]));
    let mut row =
        vec![world.text(), format!("{elo}"), effort.trials.to_string(), pairs.to_string()];
    row.extend((0..4).map(held));
    row
}

/// The results of pairs between unequals, in percent, by the first engine's points: 0, 1/2, 1, 3/2, 2.
const UNEQUAL: [[f64; 5]; 8] = [
    // 80 % of single games, 90 %, 96 %, and no draws.
    [4.0, 0.0, 32.0, 0.0, 64.0],
    [1.0, 0.0, 18.0, 0.0, 81.0],
    [0.16, 0.0, 7.68, 0.0, 92.16],
    // Nearly all is won, and now and then a pair goes wrong.
    [5.0, 0.0, 0.0, 0.0, 95.0],
    [3.0, 0.0, 5.0, 2.0, 90.0],
    [0.0, 0.0, 0.0, 10.0, 90.0],
    // Nearly all is drawn.
    [3.0, 0.0, 94.0, 0.0, 3.0],
    [3.0, 10.0, 74.0, 13.0, 0.0],
];
const PAIRS_OF_UNEQUALS: [usize; 5] = [10, 20, 40, 100, 400];

/// The rates at which the interval of Elo lies above the truth and below it, and those of an interval by the variance
/// of the results seen alone.
pub(super) fn unequal(effort: Effort) -> Table {
    let mut rows = Vec::new();
    for percent in UNEQUAL {
        for pairs in PAIRS_OF_UNEQUALS {
            rows.push(row_of_unequals(effort, rows.len(), percent, pairs));
        }
    }
    Table {
        title: "Intervals of unequals: share that misses the truth",
        head: "pairs of 0, 1/2, 1, 3/2, 2 points, % | true Elo | matches | pairs | above it | below \
               it | by the variance seen: above it | below it",
        rows,
    }
}

fn row_of_unequals(effort: Effort, number: usize, percent: [f64; 5], pairs: usize) -> Vec<String> {
    let chances = percent.map(|percent| percent / 100.0);
    let wheel = Wheel::new(chances);
    let (truth, _) = mean_and_variance(&chances);
    let missed = effort.trials((7 << 8) + number, effort.trials, |random| {
        let mut penta = Pentanomial::default();
        for _ in 0..pairs {
            penta.0[wheel.spin(random)] += 1;
        }
        let elo = penta.estimate().map_or(Interval::UNKNOWN, |e| e.elo);
        let score = |elo: Option<f64>, unbounded: f64| elo.map_or(unbounded, score_from_elo);
        let found = [score(elo.low, 0.0), score(elo.high, 1.0)];
        let seen = by_the_variance_seen(&penta).unwrap_or(found);
        [found[0] > truth, found[1] < truth, seen[0] > truth, seen[1] < truth]
    });
    let missing = |place: usize| share(missed.iter().map(|m| m[place]));
    let mut row = vec![
        percent.map(|percent| percent.to_string()).join(", "),
        // Added to 0, to avoid a negative zero.
        format!("{:.0}", 0.0 + elo_from_score(truth).unwrap_or(0.0).round()),
        effort.trials.to_string(),
        pairs.to_string(),
    ];
    row.extend((0..4).map(missing));
    row
}

/// Ends of the usual interval of the score, by the variance of the results alone; `None` if they have none.
fn by_the_variance_seen(pairs: &Pentanomial) -> Option<[f64; 2]> {
    let n = pairs.pairs() as f64;
    let shares = |unseen: f64| pairs.0.map(|count| (count as f64 + unseen / 5.0) / (n + unseen));
    let (mean, seen) = mean_and_variance(&shares(0.0));
    let (_, variance) = mean_and_variance(&shares(UNSEEN));
    let student = StudentsT::new(0.0, 1.0, n - 1.0).ok()?;
    let reach = student.inverse_cdf(0.975) * (variance / (n - 1.0)).sqrt();
    (seen > 0.0).then_some([mean - reach, mean + reach])
}

/// Normalised Elo of a pair's chances.
pub(super) fn normalised(chances: &[f64; 5]) -> f64 {
    let (mean, variance) = mean_and_variance(chances);
    (mean - 0.5) / (2.0 * variance).sqrt() * (800.0 / LN_10)
}

/// The mean score of a pair, 0 to 1, and its variance.
fn mean_and_variance(chances: &[f64; 5]) -> (f64, f64) {
    let scores = || {
        let results = chances.iter().zip(0..);
        results.map(|(p, i)| (p, f64::from(i) / 4.0))
    };
    let mean: f64 = scores().map(|(p, x)| p * x).sum();
    (mean, scores().map(|(p, x)| p * (x - mean).powi(2)).sum())
}
