//! Tournaments: of six, from four pairs a pairing to a thousand, the coverage of rating intervals; of equals whose strength
//! depends on the opening, the effect of shared openings.

use match_stats::differences::{Difference, differences};
use match_stats::random::uniform;
use match_stats::ratings::{Advantage, Anchor, rate};
use match_stats::{Meeting, Rating, Ratings};
use rand_pcg::Pcg64Mcg;
use statrs::distribution::{ContinuousCDF, Normal};

use crate::{Effort, Table, WORLDS, Wheel, World, share};

/// True ratings; the first player is the anchor, and as strong as the second.
const ELOS: [f64; 6] = [0.0, 0.0, 40.0, -60.0, 120.0, -100.0];
const PAIRS: [u64; 7] = [4, 6, 10, 20, 50, 100, 1000];
/// A table row has one tournament for this many matches in a row of the first table.
const TOURNAMENTS: usize = 2;
const TAIL: f64 = 0.025;

/// Coverage of ratings, of White's advantage and of the likelihood of superiority.
pub(super) fn table(effort: Effort) -> Table {
    let mut rows = Vec::new();
    for world in WORLDS {
        for pairs in PAIRS {
            rows.push(row(effort, rows.len(), world, pairs));
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

/// The distribution of a pairing's results: the cells of [`Meeting::pairs`].
struct Pairing {
    players: (usize, usize),
    wheel: Wheel<9>,
}

impl Pairing {
    fn all(world: World) -> Vec<Self> {
        let mut all = Vec::new();
        for (a, elo) in ELOS.into_iter().enumerate() {
            for (b, other) in ELOS.into_iter().enumerate().skip(a + 1) {
                all.push(Self { players: (a, b), wheel: Wheel::new(world.pair(elo - other)) });
            }
        }
        all
    }

    fn play(&self, pairs: u64, random: &mut Pcg64Mcg) -> Meeting {
        let mut meeting = Meeting::new(self.players.0, self.players.1);
        for _ in 0..pairs {
            let cell = self.wheel.spin(random);
            meeting.pairs[cell / 3][cell % 3] += 1;
        }
        meeting
    }
}

/// The intervals of a tournament that hold the truth.
struct Coverage {
    from_anchor: Vec<bool>,
    from_mean: Vec<bool>,
    advantage: bool,
    los: bool,
}

fn coverage(world: World, meetings: &[Meeting]) -> Coverage {
    let anchor = Some(Anchor::certain(0, ELOS[0]));
    let players = ELOS.len();
    let anchored = rate(players, meetings, anchor, Advantage::Estimated);
    let centred = rate(players, meetings, None, Advantage::Estimated);
    let mean = ELOS.iter().sum::<f64>() / players as f64;
    let hold = |ratings: &Ratings, first: usize, zero: f64| -> Vec<bool> {
        let both = ratings.players.iter().zip(ELOS).skip(first);
        both.map(|(r, elo)| r.elo.contains(elo - zero)).collect()
    };
    Coverage {
        from_anchor: hold(&anchored, 1, 0.0),
        from_mean: hold(&centred, 0, mean),
        // An advantage that is not estimated is not wrong.
        advantage: centred.white_advantage.is_none_or(|w| w.contains(world.advantage)),
        los: centred.los(0, 1).is_some_and(|los| (TAIL..=1.0 - TAIL).contains(&los)),
    }
}

fn row(effort: Effort, number: usize, world: World, pairs: u64) -> Vec<String> {
    let count = effort.trials / TOURNAMENTS;
    let pairings = Pairing::all(world);
    let all = effort.trials((3 << 8) + number, count, |random| {
        let meetings: Vec<Meeting> = pairings.iter().map(|p| p.play(pairs, random)).collect();
        coverage(world, &meetings)
    });
    vec![
        world.text(),
        pairs.to_string(),
        count.to_string(),
        share(all.iter().flat_map(|h| h.from_anchor.clone())),
        share(all.iter().flat_map(|h| h.from_mean.clone())),
        share(all.iter().map(|h| h.advantage)),
        share(all.iter().map(|h| h.los)),
    ]
}

/// The players of the usual round robin.
const PLAYERS: usize = 7;
/// Pairs of games of each pairing, one an opening.
const OPENINGS: [usize; 2] = [20, 75];
/// The standard deviation of an engine's strength from opening to opening, in Elo.
const DEVIATIONS: [f64; 3] = [0.0, 60.0, 100.0];
/// A table row has one tournament for this many matches in a row of the first table.
const FIELDS: usize = 4;

/// Coverage of ratings, and wrong verdicts, with openings that are shared and with each pairing's own.
pub(super) fn openings(effort: Effort) -> Table {
    let mut rows = Vec::new();
    for pairs in OPENINGS {
        for deviation in DEVIATIONS {
            for shared in [true, false] {
                rows.push(opening_row(effort, rows.len(), pairs, deviation, shared));
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

fn opening_row(
    effort: Effort,
    number: usize,
    pairs: usize,
    deviation: f64,
    shared: bool,
) -> Vec<String> {
    let count = effort.trials / FIELDS;
    let field: Vec<usize> = (0..PLAYERS).collect();
    let all = effort.trials((10 << 8) + number, count, |random| {
        let meetings = play(pairs, deviation, shared, random);
        let anchor = Some(Anchor::certain(0, 0.0));
        let anchored = rate(PLAYERS, &meetings, anchor, Advantage::Estimated);
        let centred = rate(PLAYERS, &meetings, None, Advantage::Estimated);
        let hold = |players: &[Rating]| -> Vec<bool> {
            players.iter().map(|r| r.elo.contains(0.0)).collect()
        };
        let found = differences(&centred, &field).unwrap_or_default();
        (
            hold(&anchored.players[1..]),
            hold(&centred.players),
            found.iter().any(Difference::is_significant),
        )
    });
    vec![
        format!("{deviation:.0}"),
        if shared { "of all" } else { "of each pairing" }.to_owned(),
        pairs.to_string(),
        count.to_string(),
        share(all.iter().flat_map(|held| held.0.clone())),
        share(all.iter().flat_map(|held| held.1.clone())),
        share(all.iter().map(|held| held.2)),
    ]
}
