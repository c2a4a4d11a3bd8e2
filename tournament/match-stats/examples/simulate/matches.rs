//! Matches of two engines: of a fixed length, the coverage of intervals; sequential tests, their error rates, their lengths
//! and the estimate after them; races, their verdicts and lengths.

use std::f64::consts::LN_10;

use match_stats::elo::{elo_from_score, score_from_elo};
use match_stats::functions::bisect;
use match_stats::length::Results;
use match_stats::race::{Course, Race, RaceVerdict};
use match_stats::sprt::{Decision, Model, Sprt};
use match_stats::{Estimate, Pentanomial, Sample, Wdl};
use rand_pcg::Pcg64Mcg;

use crate::{Effort, Table, WORLDS, Wheel, World, share};

const ELOS: [f64; 4] = [0.0, 120.0, 250.0, 500.0];
const PAIRS: [usize; 6] = [6, 10, 20, 50, 200, 1000];

/// Coverage of the intervals of Elo and of normalised Elo, from pairs and from games.
pub(super) fn intervals(effort: Effort) -> Table {
    let mut rows = Vec::new();
    for world in WORLDS {
        for elo in ELOS {
            for pairs in PAIRS {
                rows.push(interval_row(effort, rows.len(), world, elo, pairs));
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

fn interval_row(
    effort: Effort,
    number: usize,
    world: World,
    elo: f64,
    pairs: usize,
) -> Vec<String> {
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

/// Normalised Elo of a pair's chances.
fn normalised(chances: &[f64; 5]) -> f64 {
    let scores = || chances.iter().zip(0..).map(|(p, i)| (p, f64::from(i) / 4.0));
    let mean: f64 = scores().map(|(p, x)| p * x).sum();
    let variance: f64 = scores().map(|(p, x)| p * (x - mean).powi(2)).sum();
    (mean - 0.5) / (2.0 * variance).sqrt() * (800.0 / LN_10)
}

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
pub(super) fn tests(effort: Effort) -> Table {
    let mut rows = Vec::new();
    for world in WORLDS {
        for (elo0, elo1, model) in HYPOTHESES {
            let Ok(sprt) = Sprt::new((elo0, elo1), (RATE, RATE), model) else {
                continue;
            };
            for (target, wrong) in [(elo0, Decision::H1), (elo1, Decision::H0)] {
                if let Some(elo) = strength(world, target, model) {
                    rows.push(test_row(effort, rows.len(), world, &sprt, (elo, target, wrong)));
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

/// The strength before White's advantage at which pairs have the Elo of a hypothesis.
fn strength(world: World, target: f64, model: Model) -> Option<f64> {
    const REACH: f64 = 500.0;
    bisect(-REACH, REACH, |elo| {
        let is = match model {
            Model::Logistic => world.elo_of_pairs(elo),
            Model::Normalized => normalised(&world.pentanomial(elo)),
        };
        Some(is - target)
    })
}

/// Plays until the test ends. The LLR is computed only where it may be at a bound.
fn test(sprt: &Sprt, wheel: &Wheel<5>, random: &mut Pcg64Mcg) -> (Pentanomial, Decision) {
    let mut penta = Pentanomial::default();
    let (mut decision, mut look) = (Decision::Continue, 1);
    while decision == Decision::Continue && penta.pairs() < MAX_PAIRS {
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

fn test_row(
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
        let (penta, decision) = test(sprt, &wheel, random);
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

const CANDIDATES: [f64; 6] = [0.0, 5.0, 10.0, 20.0, 40.0, -20.0];
/// The settings of `evalarena ablate`: the indifference zone, and the pairs of the first and of the last look.
const STATED: f64 = 10.0;
const LOOKS: (usize, usize) = (100, 1000);
/// A table row has one race for this many matches in a row of the first table.
const RACES: usize = 2;

struct RaceOutcome {
    course: Course,
    estimate: Option<Estimate>,
}

/// Verdicts, lengths and intervals of races.
pub(super) fn races(effort: Effort) -> Table {
    let mut rows = Vec::new();
    if let Ok(race) = Race::new(STATED, LOOKS.0, LOOKS.1) {
        for world in WORLDS {
            for elo in CANDIDATES {
                rows.push(race_row(effort, rows.len(), world, &race, elo));
            }
        }
    }
    Table {
        title: "Races: verdicts after 200 to 2,000 games, 10 Elo of no consequence",
        head: "White's advantage, draws, shared luck | truth | races | helps | harms | small | open \
               | games, mean | its interval holds the truth | the ordinary one does",
        rows,
    }
}

fn race_row(effort: Effort, number: usize, world: World, race: &Race, elo: f64) -> Vec<String> {
    let truth = world.elo_of_pairs(elo);
    let wheel = Wheel::new(world.pentanomial(elo));
    let count = effort.trials / RACES;
    let runs = effort.trials((1 << 10) + number, count, |random| run(race, &wheel, random));
    let share_of = |verdict| share(runs.iter().map(|run| run.course.verdict == verdict));
    let games: u64 = runs.iter().map(|run| 2 * run.course.pairs.pairs()).sum();
    let of_all_looks = |run: &RaceOutcome| {
        let interval = race.interval(run.course.pairs);
        interval.is_some_and(|interval| interval.contains(truth))
    };
    let ordinary = |run: &RaceOutcome| run.estimate.is_some_and(|e| e.elo.contains(truth));
    vec![
        world.text(),
        // Added to 0, to avoid a negative zero.
        format!("{}", 0.0 + truth.round()),
        count.to_string(),
        share_of(RaceVerdict::Above),
        share_of(RaceVerdict::Below),
        share_of(RaceVerdict::Small),
        share_of(RaceVerdict::Open),
        format!("{:.0}", games as f64 / count as f64),
        share(runs.iter().map(of_all_looks)),
        share(runs.iter().map(ordinary)),
    ]
}

/// Plays one candidate to the end of its race.
fn run(race: &Race, wheel: &Wheel<5>, random: &mut Pcg64Mcg) -> RaceOutcome {
    let mut points = Vec::new();
    loop {
        let course = race.course(&points);
        if points.len() >= course.goal {
            let estimate = Pentanomial::estimate(course.pairs);
            return RaceOutcome { course, estimate };
        }
        points.resize_with(course.goal, || wheel.spin(random) as u8);
    }
}

#[cfg(test)]
mod checks {
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
            let (ended, decision) = test(&sprt, &wheel, &mut random.clone());
            let mut penta = Pentanomial::default();
            let mut seen = Decision::Continue;
            while seen == Decision::Continue {
                penta.0[wheel.spin(&mut random)] += 1;
                seen = sprt.decision(sprt.llr(&Sample::Pairs(penta)).unwrap());
            }
            assert_eq!((ended, decision), (penta, seen));
        }
    }

    /// A helpful rule, a harmful one and one that is worth nothing, in every world: in 95 of 100 runs the first is
    /// above the second and the third between them, and no verdict is wrong.
    #[test]
    fn planted_rules_are_ranked_rightly() {
        const PLANTED: [f64; 3] = [40.0, 0.0, -40.0];
        let race = Race::new(STATED, LOOKS.0, LOOKS.1).unwrap();
        let effort = Effort { seed: 7, trials: 100 };
        for (number, world) in WORLDS.into_iter().enumerate() {
            let wheels = PLANTED.map(|elo| Wheel::new(world.pentanomial(elo)));
            let right = effort.trials(number, effort.trials, |random| {
                let runs = wheels.each_ref().map(|wheel| run(&race, wheel, random));
                let elos = runs.each_ref().map(|run| run.estimate.unwrap().score);
                let elos = elos.map(|score| elo_from_score(score).unwrap());
                let verdicts = runs.each_ref().map(|run| run.course.verdict);
                let null = matches!(verdicts[1], RaceVerdict::Small | RaceVerdict::Open);
                let ranked = elos[0] > elos[1] && elos[1] > elos[2];
                ranked
                    && null
                    && (verdicts[0], verdicts[2]) == (RaceVerdict::Above, RaceVerdict::Below)
            });
            let right = right.into_iter().filter(|right| *right).count();
            assert!(right >= 95, "{}: {right} of 100", world.text());
        }
    }
}
