//! Races: the error rate for one candidate, the number of games, and the ranking.

use match_stats::race::{Course, Race, RaceVerdict};
use match_stats::{Estimate, Pentanomial};
use rand_pcg::Pcg64Mcg;

use crate::world::{Wheel, World};
use crate::{Effort, Table, WORLDS, share};

/// The true Elo of candidates.
const ELOS: [f64; 6] = [0.0, 5.0, 10.0, 20.0, 40.0, -20.0];
/// The settings of `evalarena ablate`: the indifference zone, and the pairs of the first and of the last look.
const STATED: f64 = 10.0;
const LOOKS: (usize, usize) = (100, 1000);
/// A table row has one race for this many matches in a row of the first table.
const RACES: usize = 2;

struct RaceOutcome {
    course: Course,
    /// Its ordinary estimate.
    estimate: Option<Estimate>,
}

/// Verdicts, lengths and intervals of races.
pub(super) fn table(effort: Effort) -> Table {
    let mut rows = Vec::new();
    if let Ok(race) = Race::new(STATED, LOOKS.0, LOOKS.1) {
        for world in WORLDS {
            for elo in ELOS {
                rows.push(row(effort, rows.len(), world, &race, elo));
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

fn row(effort: Effort, number: usize, world: World, race: &Race, elo: f64) -> Vec<String> {
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
mod tests {
    use match_stats::elo::elo_from_score;

    use super::*;

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
