//! Sequential tests: their error rates, their lengths, and the estimate after them.

use match_stats::length::Results;
use match_stats::root::bisect;
use match_stats::sprt::{Decision, Model, Sprt};
use match_stats::{Pentanomial, Sample};
use rand_pcg::Pcg64Mcg;

use crate::world::{Wheel, World};
use crate::{Effort, Table, WORLDS, share};

/// The pairs after which an undecided test is stopped; it counts as wrong.
const MAX_PAIRS: u64 = 1_000_000;
/// A table row has one test for this many matches in a row of the first table.
const TESTS: usize = 2;
const RATE: f64 = 0.05;
const TAIL: f64 = 0.025;

/// Hypotheses of the tests, logistic or normalised Elo.
const HYPOTHESES: [(f64, f64, Model); 6] = [
    (0.0, 50.0, Model::Logistic),
    (0.0, 20.0, Model::Logistic),
    (-20.0, 0.0, Model::Logistic),
    (0.0, 10.0, Model::Logistic),
    (0.0, 5.0, Model::Logistic),
    (0.0, 10.0, Model::Normalized),
];

struct TestOutcome {
    decision: Decision,
    pairs: usize,
    /// True if the estimate after stopping is above the truth; `covered` if its interval holds it.
    above: bool,
    covered: bool,
    /// The same of the ordinary estimate.
    naive_above: bool,
}

/// Error rates, lengths and estimates of tests at either hypothesis.
pub(super) fn table(effort: Effort) -> Table {
    let mut rows = Vec::new();
    for world in WORLDS {
        for (elo0, elo1, model) in HYPOTHESES {
            let Ok(sprt) = Sprt::new((elo0, elo1), (RATE, RATE), model) else {
                continue;
            };
            for (target, wrong) in [(elo0, Decision::H1), (elo1, Decision::H0)] {
                if let Some(elo) = strength(world, target, model) {
                    rows.push(row(effort, rows.len(), world, &sprt, (elo, target, wrong)));
                }
            }
        }
    }
    Table {
        title: "Sequential tests at their hypotheses, alpha = beta = 5 %",
        head: "White's advantage, draws, shared luck | test | truth | tests | wrong | games, mean | \
               games expected | estimate above the truth | its interval holds the truth | plain \
               estimate above the truth",
        rows,
    }
}

/// Truths of the tests that are looked at, of 0 against 5 Elo, and the looks: shares of the mean length.
const TRUTHS: [f64; 5] = [-200.0, -50.0, 0.0, 50.0, 200.0];
const LOOKS: [f64; 3] = [0.5, 0.9, 1.1];
/// A table row has one test for this many matches in a row of the first table: each look computes some estimates.
const LOOKED_AT: usize = 20;

/// A look at a test: the distances of estimates above the truth, in Elo.
struct Look {
    is_over: bool,
    /// The plain estimate.
    plain: f64,
    /// The one that assumes the test stopped here.
    stopped: f64,
}

/// Estimates before the bound and beyond it.
pub(super) fn looks(effort: Effort) -> Table {
    let mut rows = Vec::new();
    if let Ok(sprt) = Sprt::new((0.0, 5.0), (RATE, RATE), Model::Logistic) {
        for world in WORLDS {
            for truth in TRUTHS {
                let elo = strength(world, truth, Model::Logistic);
                let results = elo.map(|elo| world.pentanomial(elo));
                let expected = results.and_then(|r| Results::of_pairs(&r).expected(&sprt));
                if let (Some(chances), Some(expected)) = (results, expected) {
                    for look in LOOKS {
                        let pairs = (look * expected.games / 2.0).ceil() as u64;
                        let seen = look_at(effort, rows.len(), &sprt, (&chances, truth, pairs));
                        let mut row = vec![world.text(), format!("{truth}"), pairs.to_string()];
                        row.extend(seen);
                        rows.push(row);
                    }
                }
            }
        }
    }
    Table {
        title: "Estimates of a test of 0 against 5 Elo, by whether it is over: how far their median is above the truth",
        head: "White's advantage, draws, shared luck | truth | pairs | tests | open | open: plain \
               (shown) | open: as if stopped | over: plain | over: if stopped (shown)",
        rows,
    }
}

fn look_at(
    effort: Effort,
    number: usize,
    sprt: &Sprt,
    (chances, truth, pairs): (&[f64; 5], f64, u64),
) -> Vec<String> {
    let wheel = Wheel::new(*chances);
    let count = (effort.trials / LOOKED_AT).max(1);
    let looks = effort.trials((8 << 8) + number, count, |random| {
        let (penta, decision) = test(sprt, &wheel, random, pairs);
        let sample = Sample::Pairs(penta);
        let off = |elo: Option<f64>| elo.map_or(f64::NAN, |elo| elo - truth);
        Look {
            is_over: decision != Decision::Continue,
            plain: off(sample.estimate().and_then(|e| e.elo.value)),
            stopped: off(sprt.estimate(&sample).and_then(|s| s.elo.value)),
        }
    });
    let median = |is_over: bool, of: &dyn Fn(&Look) -> f64| {
        let seen = looks.iter().filter(|look| look.is_over == is_over);
        let mut seen: Vec<f64> = seen.map(of).filter(|off| !off.is_nan()).collect();
        seen.sort_by(f64::total_cmp);
        // The median of few is meaningless.
        if seen.len() < (count / 20).max(5) {
            "-".to_owned()
        } else {
            format!("{:+.1}", seen[seen.len() / 2])
        }
    };
    vec![
        count.to_string(),
        share(looks.iter().map(|look| !look.is_over)),
        median(false, &|look| look.plain),
        median(false, &|look| look.stopped),
        median(true, &|look| look.plain),
        median(true, &|look| look.stopped),
    ]
}

/// The strength before White's advantage at which pairs have the Elo of a hypothesis.
fn strength(world: World, target: f64, model: Model) -> Option<f64> {
    const REACH: f64 = 500.0;
    bisect(-REACH, REACH, |elo| {
        let is = match model {
            Model::Logistic => world.elo_of_pairs(elo),
            Model::Normalized => crate::matches::normalised(&world.pentanomial(elo)),
        };
        Some(is - target)
    })
}

/// Plays until the test ends, or for `most` pairs. The LLR is computed only where it may be at a bound.
fn test(
    sprt: &Sprt,
    wheel: &Wheel<5>,
    random: &mut Pcg64Mcg,
    most: u64,
) -> (Pentanomial, Decision) {
    let mut penta = Pentanomial::default();
    let (mut decision, mut look) = (Decision::Continue, 1);
    while decision == Decision::Continue && penta.pairs() < most {
        penta.0[wheel.spin(random)] += 1;
        if penta.pairs() < look {
            continue;
        }
        let (verdict, pause) = sprt.verdict(&Sample::Pairs(penta));
        decision = verdict;
        look = penta.pairs() + pause;
    }
    (penta, decision)
}

fn row(
    effort: Effort,
    number: usize,
    world: World,
    sprt: &Sprt,
    (elo, target, wrong): (f64, f64, Decision),
) -> Vec<String> {
    let truth = world.elo_of_pairs(elo);
    let count = effort.trials / TESTS;
    let wheel = Wheel::new(world.pentanomial(elo));
    let runs = effort.trials((1 << 8) + number, count, |random| {
        let (penta, decision) = test(sprt, &wheel, random, MAX_PAIRS);
        let sample = Sample::Pairs(penta);
        // The interval holds a strength at which an outcome like this is not too rare.
        let worse = sprt.worse(&sample, truth);
        TestOutcome {
            decision,
            pairs: penta.pairs() as usize,
            above: worse.is_some_and(|worse| worse > 0.5),
            covered: worse.is_some_and(|worse| (TAIL..=1.0 - TAIL).contains(&worse)),
            naive_above: penta.estimate().is_some_and(|e| e.elo.value > Some(truth)),
        }
    });
    let counted = |is: &dyn Fn(&TestOutcome) -> bool| share(runs.iter().map(is));
    let pairs: usize = runs.iter().map(|r| r.pairs).sum();
    let expected = Results::of_pairs(&world.pentanomial(elo)).expected(sprt);
    let (elo0, elo1) = sprt.hypotheses();
    vec![
        world.text(),
        format!("{elo0} to {elo1}, {:?}", sprt.model()).to_lowercase(),
        format!("{target}"),
        count.to_string(),
        counted(&|r| r.decision == wrong || r.decision == Decision::Continue),
        format!("{:.0}", (2 * pairs) as f64 / count as f64),
        expected.map_or("-".to_owned(), |e| format!("{:.0}", e.games)),
        counted(&|r| r.above),
        counted(&|r| r.covered),
        counted(&|r| r.naive_above),
    ]
}

#[cfg(test)]
mod tests {
    use rand_pcg::rand_core::SeedableRng;

    use super::*;

    /// Pauses between looks change no test.
    #[test]
    fn a_test_ends_where_it_ends_if_it_is_always_looked_at() {
        for (number, world) in WORLDS.into_iter().cycle().take(200).enumerate() {
            let (elo0, elo1, model) = HYPOTHESES[number % HYPOTHESES.len()];
            if elo1 - elo0 < 20.0 {
                continue;
            }
            let sprt = Sprt::new((elo0, elo1), (RATE, RATE), model).unwrap();
            let wheel = Wheel::new(world.pentanomial(10.0));
            let mut random = Pcg64Mcg::seed_from_u64(number as u64);
            let (ended, decision) = test(&sprt, &wheel, &mut random.clone(), MAX_PAIRS);
            let mut penta = Pentanomial::default();
            let mut seen = Decision::Continue;
            while seen == Decision::Continue {
                penta.0[wheel.spin(&mut random)] += 1;
                seen = sprt.decision(sprt.llr(&Sample::Pairs(penta)).unwrap());
            }
            assert_eq!((ended, decision), (penta, seen));
        }
    }
}
