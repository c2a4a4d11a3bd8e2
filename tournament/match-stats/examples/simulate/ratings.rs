//! Tournaments: of six, from four pairs a pairing to a thousand, the coverage of rating intervals; of equals whose strength
//! depends on the opening, the effect of shared openings.

use match_stats::differences::{Difference, differences};
use match_stats::random::uniform;
use match_stats::ratings::{Advantage, Anchor, rate};
use match_stats::{Meeting, Ratings};
use rand_pcg::Pcg64Mcg;
use statrs::distribution::{ContinuousCDF, Normal};

use crate::{Effort, Outcomes, Table, WORLDS, Wheel, World, shares};

/// True ratings; the first player is the anchor, and as strong as the second.
const ELOS: [f64; 6] = [0.0, 0.0, 40.0, -60.0, 120.0, -100.0];
const PAIRS: [u64; 7] = [4, 6, 10, 20, 50, 100, 1000];
const TAIL: f64 = 0.025;

/// Coverage of ratings, of White's advantage and of the likelihood of superiority; half as many tournaments as there are
/// matches in a row.
pub(super) fn table(effort: Effort) -> Table {
    let count = effort.trials / 2;
    let mut rows = Vec::new();
    for world in WORLDS {
        let pairings = pairings(world);
        for pairs in PAIRS {
            let trials = effort.trials((3 << 8) + rows.len(), count, |random| {
                let meetings = pairings.iter().map(|(players, wheel)| {
                    let mut meeting = Meeting::new(players[0], players[1]);
                    for _ in 0..pairs {
                        let cell = wheel.spin(random);
                        meeting.pairs[cell / 3][cell % 3] += 1;
                    }
                    meeting
                });
                coverage(world, &meetings.collect::<Vec<_>>())
            });
            let labels = vec![world.text(), pairs.to_string(), count.to_string()];
            rows.push([labels, shares(&trials)].concat());
        }
    }
    Table {
        title: "Ratings of six players: share of the intervals that holds the truth",
        head: "White's advantage, draws, shared luck | pairs a pairing | tournaments | ratings, \
               from one of them | ratings, from the mean | White's advantage | LOS of two equals \
               from 2.5 to 97.5 %",
        rows,
    }
}

/// Each two players, and the distribution of their results: the cells of [`Meeting::pairs`].
fn pairings(world: World) -> Vec<([usize; 2], Wheel<9>)> {
    let all = (0..ELOS.len()).flat_map(|a| (a + 1..ELOS.len()).map(move |b| [a, b]));
    all.map(|[a, b]| ([a, b], Wheel::new(world.pair(ELOS[a] - ELOS[b])))).collect()
}

/// The intervals of players with these ratings that hold the truth: from the first of them, and from their mean; and the
/// ratings from the mean.
fn held(elos: &[f64], meetings: &[Meeting]) -> (Outcomes, Ratings) {
    let rated = |anchors: &[Anchor]| rate(elos.len(), meetings, anchors, Advantage::Estimated);
    let first = Anchor { player: 0, elo: elos[0], error: 0.0 };
    let (anchored, centred) = (rated(&[first]), rated(&[]));
    let mean = elos.iter().sum::<f64>() / elos.len() as f64;
    let hold = |ratings: &Ratings, first: usize, zero: f64| -> Vec<bool> {
        let both = ratings.players.iter().zip(elos).skip(first);
        both.map(|(r, elo)| r.elo.contains(elo - zero)).collect()
    };
    (vec![hold(&anchored, 1, 0.0), hold(&centred, 0, mean)], centred)
}

fn coverage(world: World, meetings: &[Meeting]) -> Outcomes {
    let (mut outcomes, centred) = held(&ELOS, meetings);
    // An advantage that is not estimated is not wrong.
    let advantage = centred.white_advantage.is_none_or(|w| w.contains(world.advantage));
    let equals = differences(&centred, &[0, 1]).unwrap_or_default();
    let is_open = |d: &Difference| (TAIL..=1.0 - TAIL).contains(&d.los);
    outcomes.extend([vec![advantage], vec![equals.first().is_some_and(is_open)]]);
    outcomes
}

/// The players of the usual round robin.
const PLAYERS: usize = 7;
/// Pairs of games of each pairing, one an opening.
const OPENINGS: [usize; 2] = [20, 75];
/// The standard deviation of an engine's strength from opening to opening, in Elo.
const DEVIATIONS: [f64; 3] = [0.0, 60.0, 100.0];

/// Coverage of ratings, and wrong verdicts, with openings that are shared and with each pairing's own; a fourth as many
/// tournaments as there are matches in a row.
pub(super) fn openings(effort: Effort) -> Table {
    let count = effort.trials / 4;
    let mut rows = Vec::new();
    for pairs in OPENINGS {
        for deviation in DEVIATIONS {
            for (shared, openings) in [(true, "of all"), (false, "of each pairing")] {
                let trials = effort.trials((10 << 8) + rows.len(), count, |random| {
                    let meetings = play(pairs, deviation, shared, random);
                    let (mut outcomes, centred) = held(&[0.0; PLAYERS], &meetings);
                    let field: Vec<usize> = (0..PLAYERS).collect();
                    let found = differences(&centred, &field).unwrap_or_default();
                    outcomes.push(vec![found.iter().any(Difference::is_significant)]);
                    outcomes
                });
                let labels = [format!("{deviation:.0}"), openings.to_owned()];
                let numbers = [pairs.to_string(), count.to_string()];
                rows.push([&labels[..], &numbers, &shares(&trials)].concat());
            }
        }
    }
    Table {
        title: "Seven equals whose strength depends on the opening: share of the intervals that holds the truth",
        head: "engine by opening, Elo | openings | pairs a pairing | tournaments | ratings, from \
               one of them | ratings, from the mean | declared different, any two",
        rows,
    }
}

/// The extra strength of each player in each of a few openings.
fn skills(openings: usize, deviation: f64, random: &mut Pcg64Mcg) -> Vec<[f64; PLAYERS]> {
    let normal = Normal::standard();
    // No number leaves nothing above it.
    let mut skill = || deviation * normal.inverse_cdf(1.0 - uniform(random).max(1e-16));
    (0..openings).map(|_| std::array::from_fn(|_| skill())).collect()
}

fn play(pairs: usize, deviation: f64, shared: bool, random: &mut Pcg64Mcg) -> Vec<Meeting> {
    let common = skills(pairs, deviation, random);
    let mut meetings = Vec::new();
    for a in 0..PLAYERS {
        for b in a + 1..PLAYERS {
            let own = (!shared).then(|| skills(pairs, deviation, random));
            let mut meeting = Meeting::new(a, b);
            for skill in own.as_ref().unwrap_or(&common) {
                let (first, second) = WORLDS[1].play_pair(skill[a] - skill[b], random);
                meeting.add_pair(first, second);
            }
            meetings.push(meeting);
        }
    }
    meetings
}
