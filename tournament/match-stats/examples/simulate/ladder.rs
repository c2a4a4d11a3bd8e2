//! Tournaments of several players: bias and intervals of ratings.

use match_stats::ratings::{Advantage, Anchor, rate};
use match_stats::{Meeting, Rating};
use rand_pcg::Pcg64Mcg;

use crate::world::World;
use crate::{Effort, Table, WORLDS, share};

const ELOS: [f64; 5] = [0.0, 40.0, -60.0, 150.0, -200.0];
/// Pairs of each pairing; with [`Kind::UnequalPairs`] half of the pairings have a fifth.
const PAIRS: usize = 100;
const FEWER: usize = 5;
/// A table row has one tournament for this many matches in a row of the first table.
const TOURNAMENTS: usize = 2;

#[derive(Debug, Clone, Copy, PartialEq)]
enum Kind {
    Pairs,
    UnequalPairs,
    /// Games without partners, in which the stronger player has White twice as often.
    Singles,
}

/// Bias and coverage.
pub(super) fn table(effort: Effort) -> Table {
    let mut rows = Vec::new();
    for world in WORLDS {
        for kind in [Kind::Pairs, Kind::UnequalPairs, Kind::Singles] {
            rows.push(row(effort, rows.len(), world, kind));
        }
    }
    Table {
        title: "Ratings of five players, one of them the anchor",
        head: "White's advantage, draws, shared luck | games | largest mean error, Elo | intervals \
               that hold the truth | the same of White's advantage | mean error of White's \
               advantage, Elo",
        rows,
    }
}

fn play(world: World, kind: Kind, random: &mut Pcg64Mcg) -> Vec<Meeting> {
    let mut meetings = Vec::new();
    for (a, elo) in ELOS.into_iter().enumerate() {
        for (b, other) in ELOS.into_iter().enumerate().skip(a + 1) {
            let mut meeting = Meeting::new(a, b);
            let difference = elo - other;
            let fewer = kind == Kind::UnequalPairs && (a + b) % 2 == 1;
            for number in 0..if fewer { PAIRS / FEWER } else { PAIRS } {
                if kind != Kind::Singles {
                    let (first, second) = world.play_pair(difference, random);
                    meeting.add_pair(first, second);
                    continue;
                }
                let a_is_white = (number % 3 == 0) != (difference > 0.0);
                let elo = if a_is_white { difference } else { -difference };
                meeting.add_single(a_is_white, world.play_game(elo, random));
            }
            meetings.push(meeting);
        }
    }
    meetings
}

/// Errors of the ratings and of the advantage, and the coverage of their intervals.
struct TournamentOutcome {
    errors: Vec<f64>,
    covered: Vec<bool>,
    advantage: Option<(f64, bool)>,
}

fn outcome(world: World, kind: Kind, random: &mut Pcg64Mcg) -> TournamentOutcome {
    let anchor = Some(Anchor::certain(0, ELOS[0]));
    let meetings = play(world, kind, random);
    let rated = rate(ELOS.len(), &meetings, anchor, Advantage::Estimated);
    let holds = |(r, elo): (&Rating, f64)| r.elo.contains(elo);
    let others = || rated.players.iter().zip(ELOS).skip(1);
    TournamentOutcome {
        errors: others().map(|(r, elo)| r.elo.value - elo).collect(),
        covered: others().map(holds).collect(),
        advantage: rated.white_advantage.map(|w| {
            let covered = w.contains(world.advantage);
            (w.value - world.advantage, covered)
        }),
    }
}

fn row(effort: Effort, number: usize, world: World, kind: Kind) -> Vec<String> {
    let count = effort.trials / TOURNAMENTS;
    let outcomes = effort.trials((2 << 8) + number, count, |random| outcome(world, kind, random));
    let mean = |errors: Vec<f64>| errors.iter().sum::<f64>() / errors.len() as f64;
    let bias = |player: usize| mean(outcomes.iter().map(|o| o.errors[player]).collect());
    let worse = |worst: f64, bias: f64| {
        if bias.abs() > worst.abs() { bias } else { worst }
    };
    let worst = (0..ELOS.len() - 1).map(bias).fold(0.0, worse);
    let advantages = || outcomes.iter().filter_map(|o| o.advantage);
    vec![
        world.text(),
        match kind {
            Kind::Pairs => "pairs, equal numbers",
            Kind::UnequalPairs => "pairs, unequal numbers",
            Kind::Singles => "single games, colours unequal",
        }
        .to_owned(),
        format!("{worst:+.2}"),
        share(outcomes.iter().flat_map(|o| o.covered.clone())),
        share(advantages().map(|(_, covered)| covered)),
        format!("{:+.2}", mean(advantages().map(|(error, _)| error).collect())),
    ]
}
