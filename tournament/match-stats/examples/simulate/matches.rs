//! Matches of two engines: of a fixed length, the coverage of intervals; sequential tests, their error rates, their lengths
//! and the estimate after them; races, their verdicts and lengths.

use std::f64::consts::LN_10;

use match_stats::elo::{elo_from_score, score_from_elo};
use match_stats::functions::bisect;
use match_stats::length::Results;
use match_stats::race::{Course, Race, RaceVerdict};
use match_stats::sprt::{Decision, Model, Sprt};
use match_stats::{Pentanomial, Sample, Wdl};
use rand_pcg::Pcg64Mcg;

use crate::{Effort, Outcomes, Table, WORLDS, Wheel, World, shares};

const ELOS: [f64; 4] = [0.0, 120.0, 250.0, 500.0];
const PAIRS: [usize; 6] = [6, 10, 20, 50, 200, 1000];

/// Coverage of the intervals of Elo and of normalised Elo, from pairs and from games.
pub(super) fn intervals(effort: Effort) -> Table {
    let mut rows = Vec::new();
    for world in WORLDS {
        for elo in ELOS {
            for pairs in PAIRS {
                let trials = held(effort, rows.len(), world, elo, pairs);
                let count = effort.trials.to_string();
                let labels = vec![world.text(), elo.to_string(), count, pairs.to_string()];
                rows.push([labels, shares(&trials)].concat());
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

/// Whether each of the intervals of matches holds the truth.
fn held(effort: Effort, row: usize, world: World, elo: f64, pairs: usize) -> Vec<Outcomes> {
    let pair = Wheel::new(world.pentanomial(elo));
    let (true_elo, true_nelo) = (world.elo_of_pairs(elo), normalised(&world.pentanomial(elo)));
    // Unpaired games: the first engine is always White.
    let single = score_from_elo(elo + world.advantage);
    let game = Wheel::new(world.game(single));
    let single = elo_from_score(single).unwrap_or(0.0);
    effort.trials(row, effort.trials, |random| {
        let (mut penta, mut wdl) = (Pentanomial::default(), Wdl::default());
        for _ in 0..pairs {
            penta.0[pair.spin(random)] += 1;
            wdl.add(game.spin(random) as u8);
            wdl.add(game.spin(random) as u8);
        }
        let games = Sample::Games(wdl).estimate();
        let pairs = penta.estimate();
        vec![
            vec![pairs.is_some_and(|e| e.elo.contains(true_elo))],
            vec![pairs.is_some_and(|e| e.nelo_delta.contains(true_nelo))],
            vec![pairs.is_some_and(|e| e.nelo.contains(true_nelo))],
            vec![games.is_some_and(|e| e.elo.contains(single))],
        ]
    })
}

/// Normalised Elo of a pair's chances.
fn normalised(chances: &[f64; 5]) -> f64 {
    let scores = || chances.iter().zip([0.0, 0.25, 0.5, 0.75, 1.0]);
    let mean: f64 = scores().map(|(p, x)| p * x).sum();
    let variance: f64 = scores().map(|(p, x)| p * (x - mean).powi(2)).sum();
    (mean - 0.5) / (2.0 * variance).sqrt() * (800.0 / LN_10)
}

/// The pairs after which an undecided test is stopped; it counts as wrong.
const MAX_PAIRS: u64 = 1_000_000;
pub(super) const RATE: f64 = 0.05;
const TAIL: f64 = 0.025;

/// Hypotheses of the tests, logistic or normalised Elo.
pub(super) const HYPOTHESES: [(f64, f64, Model); 6] = [
    (0.0, 50.0, Model::Logistic),
    (0.0, 20.0, Model::Logistic),
    (-20.0, 0.0, Model::Logistic),
    (0.0, 10.0, Model::Logistic),
    (0.0, 5.0, Model::Logistic),
    (0.0, 10.0, Model::Normalized),
];

/// Error rates, lengths and estimates of tests at either hypothesis; half as many as matches in a row.
pub(super) fn tests(effort: Effort) -> Table {
    let mut rows = Vec::new();
    for world in WORLDS {
        for (elo0, elo1, model) in HYPOTHESES {
            let Ok(sprt) = Sprt::new((elo0, elo1), (RATE, RATE), model) else {
                continue;
            };
            for (target, wrong) in [(elo0, Decision::H1), (elo1, Decision::H0)] {
                if let Some(elo) = strength(world, target, model) {
                    let found = test_cells(effort, rows.len(), &world, &sprt, (elo, wrong));
                    let test = format!("{elo0} to {elo1}, {model:?}").to_lowercase();
                    rows.push([vec![world.text(), test, target.to_string()], found].concat());
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
pub(super) fn test(
    sprt: &Sprt,
    wheel: &Wheel<5>,
    random: &mut Pcg64Mcg,
) -> (Pentanomial, Decision) {
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

fn test_cells(
    effort: Effort,
    row: usize,
    world: &World,
    sprt: &Sprt,
    (elo, wrong): (f64, Decision),
) -> Vec<String> {
    let truth = world.elo_of_pairs(elo);
    let count = effort.trials / 2;
    let wheel = Wheel::new(world.pentanomial(elo));
    let runs = effort.trials((1 << 8) + row, count, |random| {
        let (penta, decision) = test(sprt, &wheel, random);
        // The interval holds a strength at which an outcome like this is not too rare.
        let worse = sprt.worse(&Sample::Pairs(penta), truth);
        let outcomes = vec![
            vec![decision == wrong || decision == Decision::Continue],
            vec![worse.is_some_and(|worse| worse > 0.5)],
            vec![worse.is_some_and(|worse| (TAIL..=1.0 - TAIL).contains(&worse))],
            vec![penta.estimate().is_some_and(|e| e.elo.value > Some(truth))],
        ];
        (2 * penta.pairs(), outcomes)
    });
    let (games, outcomes): (Vec<u64>, Vec<Outcomes>) = runs.into_iter().unzip();
    let mut cells = vec![count.to_string()];
    cells.extend(shares(&outcomes));
    let expected = Results::of_pairs(&world.pentanomial(elo)).expected(sprt);
    let expected = expected.map_or("-".to_owned(), |e| format!("{:.0}", e.games));
    cells.splice(2..2, [mean(&games), expected]);
    cells
}

fn mean(games: &[u64]) -> String {
    format!("{:.0}", games.iter().sum::<u64>() as f64 / games.len() as f64)
}

const CANDIDATES: [f64; 6] = [0.0, 5.0, 10.0, 20.0, 40.0, -20.0];

/// The race of `evalarena ablate`, with its settings: the indifference zone, and the pairs of the first and of the last look.
pub(super) fn race() -> Race {
    Race::new(10.0, 100, 1000).expect("it is a race")
}

/// Verdicts, lengths and intervals of races.
pub(super) fn races(effort: Effort) -> Table {
    let mut rows = Vec::new();
    for world in WORLDS {
        for elo in CANDIDATES {
            rows.push(race_row(effort, rows.len(), world, elo));
        }
    }
    Table {
        title: "Races: verdicts after 200 to 2,000 games, 10 Elo of no consequence",
        head: "White's advantage, draws, shared luck | truth | races | helps | harms | small | open \
               | games, mean | its interval holds the truth | the ordinary one does",
        rows,
    }
}

/// Of half as many races as there are matches in a row.
fn race_row(effort: Effort, row: usize, world: World, elo: f64) -> Vec<String> {
    let (race, truth) = (race(), world.elo_of_pairs(elo));
    let wheel = Wheel::new(world.pentanomial(elo));
    let count = effort.trials / 2;
    let runs = effort.trials((1 << 10) + row, count, |random| {
        let Course { verdict, pairs, .. } = run(&race, &wheel, random);
        let verdicts =
            [RaceVerdict::Above, RaceVerdict::Below, RaceVerdict::Small, RaceVerdict::Open];
        let mut outcomes: Outcomes = verdicts.iter().map(|of| vec![verdict == *of]).collect();
        let intervals = [race.interval(pairs), pairs.estimate().map(|e| e.elo)];
        let holds =
            intervals.iter().map(|interval| vec![interval.is_some_and(|i| i.contains(truth))]);
        outcomes.extend(holds);
        (2 * pairs.pairs(), outcomes)
    });
    let (games, outcomes): (Vec<u64>, Vec<Outcomes>) = runs.into_iter().unzip();
    // Added to 0, to avoid a negative zero.
    let mut cells = vec![world.text(), (0.0 + truth.round()).to_string(), count.to_string()];
    cells.extend(shares(&outcomes));
    cells.insert(7, mean(&games));
    cells
}

/// Plays one candidate to the end of its race.
pub(super) fn run(race: &Race, wheel: &Wheel<5>, random: &mut Pcg64Mcg) -> Course {
    let mut points = Vec::new();
    loop {
        let course = race.course(&points);
        if points.len() >= course.goal {
            return course;
        }
        points.resize_with(course.goal, || wheel.spin(random) as u8);
    }
}
