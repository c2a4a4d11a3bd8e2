//! The tables: of matches of a fixed length, sequential tests, races and tournaments.

use match_stats::differences::{Difference, differences};
use match_stats::elo::{elo_from_score, score_from_elo};
use match_stats::functions::bisect;
use match_stats::length::Results;
use match_stats::race::{Course, Race, RaceVerdict};
use match_stats::ratings::{Advantage, Anchor, rate};
use match_stats::sprt::{Decision, Model, Sprt};
use match_stats::{Meeting, Pentanomial, Ratings, Sample, Wdl};
use rand_pcg::Pcg64Mcg;

use crate::{Effort, Table, WORLDS, Wheel, World};

const TAIL: f64 = 0.025;

/// Coverage of the intervals of Elo and of normalised Elo, from pairs and from games.
pub(super) fn matches(effort: Effort) -> Table {
    let title = "Intervals of a match: share that holds the truth";
    let head = "White's advantage, draws, shared luck | true Elo | matches | pairs | Elo, from pairs | normalised Elo, from \
                pairs | the same by fishtest's formula | Elo, from as many single games";
    let mut table = Table::new(effort, 0, title, head);
    for world in WORLDS {
        for elo in [0.0, 120.0, 250.0, 500.0] {
            let pair = Wheel::new(&world.pentanomial(elo));
            let (true_elo, true_nelo) = (world.elo_of_pairs(elo), world.nelo_of_pairs(elo));
            // Unpaired games: the first engine is always White.
            let single = score_from_elo(elo + world.advantage);
            let game = Wheel::new(&world.game(single));
            let single = elo_from_score(single).unwrap_or(0.0);
            for pairs in [6, 10, 20, 50, 200, 1000] {
                let numbers = [elo.to_string(), effort.trials.to_string(), pairs.to_string()];
                table.add([&[world.text()][..], &numbers].concat(), effort.trials, |random| {
                    let (mut penta, mut wdl) = (Pentanomial::default(), Wdl::default());
                    for _ in 0..pairs {
                        penta.0[pair.spin(random)] += 1;
                        wdl.add(game.spin(random) as u8);
                        wdl.add(game.spin(random) as u8);
                    }
                    let (games, pairs) = (Sample::Games(wdl).estimate(), penta.estimate());
                    vec![
                        pairs.is_some_and(|e| e.elo.contains(true_elo)).into(),
                        pairs.is_some_and(|e| e.nelo_delta.contains(true_nelo)).into(),
                        pairs.is_some_and(|e| e.nelo.contains(true_nelo)).into(),
                        games.is_some_and(|e| e.elo.contains(single)).into(),
                    ]
                });
            }
        }
    }
    table
}

/// The pairs after which an undecided test is stopped; it counts as wrong.
const MAX_PAIRS: u64 = 1_000_000;
pub(super) const RATE: f64 = 0.05;

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
    let title = "Sequential tests at their hypotheses, alpha = beta = 5 %";
    let head = "White's advantage, draws, shared luck | test | truth | wrong | games, mean | games expected | estimate \
                above the truth | its interval holds the truth | plain estimate above the truth";
    let mut table = Table::new(effort, 1 << 8, title, head);
    for world in WORLDS {
        for (elo0, elo1, model) in HYPOTHESES {
            let sprt = Sprt::new((elo0, elo1), (RATE, RATE), model).expect("it is a test");
            for (target, wrong) in [(elo0, Decision::H1), (elo1, Decision::H0)] {
                if let Some(elo) = strength(world, target, model) {
                    let test = format!("{elo0} to {elo1}, {model:?}").to_lowercase();
                    let labels = vec![world.text(), test, target.to_string()];
                    add_test(&mut table, labels, &sprt, (world, elo, wrong));
                }
            }
        }
    }
    table
}

/// The strength before White's advantage at which pairs have the Elo of a hypothesis.
fn strength(world: World, target: f64, model: Model) -> Option<f64> {
    const REACH: f64 = 500.0;
    let of = match model {
        Model::Logistic => World::elo_of_pairs,
        Model::Normalized => World::nelo_of_pairs,
    };
    bisect(-REACH, REACH, |elo| Some(of(&world, elo) - target))
}

fn add_test(table: &mut Table, labels: Vec<String>, sprt: &Sprt, (world, elo, wrong): (World, f64, Decision)) {
    let truth = world.elo_of_pairs(elo);
    let wheel = Wheel::new(&world.pentanomial(elo));
    let expected =
        Results::of_pairs(&world.pentanomial(elo)).expected(sprt).map_or(f64::NAN, |expected| expected.games);
    table.add(labels, table.effort.trials / 2, |random| {
        let (penta, decision) = test(sprt, &wheel, random);
        // The interval holds a strength at which an outcome like this is not too rare.
        let worse = sprt.worse(&Sample::Pairs(penta), truth);
        vec![
            (decision == wrong || decision == Decision::Continue).into(),
            2.0 * penta.pairs() as f64,
            expected,
            worse.is_some_and(|worse| worse > 0.5).into(),
            worse.is_some_and(|worse| (TAIL..=1.0 - TAIL).contains(&worse)).into(),
            penta.estimate().is_some_and(|e| e.elo.value > Some(truth)).into(),
        ]
    });
}

/// Plays until the test ends. The LLR is computed only where it may be at a bound.
pub(super) fn test(sprt: &Sprt, wheel: &Wheel, random: &mut Pcg64Mcg) -> (Pentanomial, Decision) {
    let mut penta = Pentanomial::default();
    let (mut decision, mut look) = (Decision::Continue, 1);
    while decision == Decision::Continue && penta.pairs() < MAX_PAIRS {
        penta.0[wheel.spin(random)] += 1;
        if penta.pairs() >= look {
            let (verdict, pause) = sprt.verdict(&Sample::Pairs(penta));
            (decision, look) = (verdict, penta.pairs() + pause);
        }
    }
    (penta, decision)
}

/// The race of `evalarena ablate`, with its settings: the indifference zone, and the pairs of the first and of the last look.
pub(super) fn race() -> Race {
    Race::new(10.0, 100, 1000).expect("it is a race")
}

/// Verdicts, lengths and intervals of half as many races as there are matches in a row.
pub(super) fn races(effort: Effort) -> Table {
    let title = "Races: verdicts after 200 to 2,000 games, 10 Elo of no consequence";
    let head = "White's advantage, draws, shared luck | truth | helps | harms | small | open | games, mean | its \
                interval holds the truth | the ordinary one does";
    let mut table = Table::new(effort, 1 << 10, title, head);
    let (race, count) = (race(), effort.trials / 2);
    for world in WORLDS {
        for elo in [0.0, 5.0, 10.0, 20.0, 40.0, -20.0] {
            let truth = world.elo_of_pairs(elo);
            let wheel = Wheel::new(&world.pentanomial(elo));
            // Added to 0, to avoid a negative zero.
            let labels = vec![world.text(), (0.0 + truth.round()).to_string()];
            table.add(labels, count, |random| {
                let Course { verdict, pairs, .. } = run(&race, &wheel, random);
                let ordinary = pairs.estimate().map(|e| e.elo);
                vec![
                    (verdict == RaceVerdict::Above).into(),
                    (verdict == RaceVerdict::Below).into(),
                    (verdict == RaceVerdict::Small).into(),
                    (verdict == RaceVerdict::Open).into(),
                    2.0 * pairs.pairs() as f64,
                    race.interval(pairs).is_some_and(|i| i.contains(truth)).into(),
                    ordinary.is_some_and(|i| i.contains(truth)).into(),
                ]
            });
        }
    }
    table
}

/// Plays one candidate to the end of its race.
pub(super) fn run(race: &Race, wheel: &Wheel, random: &mut Pcg64Mcg) -> Course {
    let mut points = Vec::new();
    loop {
        let course = race.course(&points);
        if points.len() >= course.goal {
            return course;
        }
        points.resize_with(course.goal, || wheel.spin(random) as u8);
    }
}

/// True ratings; the first player is the anchor, and as strong as the second.
const ELOS: [f64; 6] = [0.0, 0.0, 40.0, -60.0, 120.0, -100.0];

/// Tournaments of six, half as many as there are matches in a row: coverage of ratings, of White's advantage and of the
/// likelihood of superiority.
pub(super) fn ratings(effort: Effort) -> Table {
    let title = "Ratings of six players: share of the intervals that holds the truth";
    let head = "White's advantage, draws, shared luck | pairs a pairing | tournaments | ratings, from one of them | ratings, from \
                the mean | White's advantage | LOS of two equals from 2.5 to 97.5 %";
    let mut table = Table::new(effort, 3 << 8, title, head);
    let count = effort.trials / 2;
    for world in WORLDS {
        let wheel = |(a, b): (usize, usize)| (a, b, Wheel::new(&world.pair(ELOS[a] - ELOS[b])));
        let pairings: Vec<_> = round_robin(ELOS.len()).map(wheel).collect();
        for pairs in [4, 6, 10, 20, 50, 100, 1000] {
            let labels = vec![world.text(), pairs.to_string(), count.to_string()];
            table.add(labels, count, |random| {
                let meetings = pairings.iter().map(|(a, b, wheel)| {
                    let mut meeting = Meeting::new(*a, *b);
                    for _ in 0..pairs {
                        let cell = wheel.spin(random);
                        meeting.pairs[cell / 3][cell % 3] += 1;
                    }
                    meeting
                });
                let (mut outcomes, centred) = held(&ELOS, &meetings.collect::<Vec<_>>());
                // An advantage that is not estimated is not wrong.
                let advantage = centred.white_advantage;
                let equals = differences(&centred, &[0, 1]).unwrap_or_default();
                let is_open = |d: &Difference| (TAIL..=1.0 - TAIL).contains(&d.los);
                outcomes.push(advantage.is_none_or(|w| w.contains(world.advantage)).into());
                outcomes.push(equals.first().is_some_and(is_open).into());
                outcomes
            });
        }
    }
    table
}

/// Each two of so many players.
fn round_robin(players: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..players).flat_map(move |a| (a + 1..players).map(move |b| (a, b)))
}

/// The shares of players with these ratings whose intervals hold the truth: from the first of them, and from their mean; and
/// the ratings from the mean.
fn held(elos: &[f64], meetings: &[Meeting]) -> (Vec<f64>, Ratings) {
    let rated = |anchors: &[Anchor]| rate(elos.len(), meetings, anchors, Advantage::Estimated);
    let first = Anchor { player: 0, elo: elos[0], error: 0.0 };
    let (anchored, centred) = (rated(&[first]), rated(&[]));
    let mean = elos.iter().sum::<f64>() / elos.len() as f64;
    let hold = |ratings: &Ratings, first: usize, zero: f64| {
        let both = ratings.players.iter().zip(elos).skip(first);
        let held = both.filter(|(r, elo)| r.elo.contains(*elo - zero)).count();
        held as f64 / (elos.len() - first) as f64
    };
    (vec![hold(&anchored, 1, 0.0), hold(&centred, 0, mean)], centred)
}
