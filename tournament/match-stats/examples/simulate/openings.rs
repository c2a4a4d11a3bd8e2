//! Tournaments of equals whose strength depends on the opening: the effect of shared openings on ratings.

use match_stats::differences::{Difference, differences};
use match_stats::random::uniform;
use match_stats::ratings::{Advantage, Anchor, rate};
use match_stats::{Meeting, Rating};
use rand_pcg::Pcg64Mcg;
use statrs::distribution::{ContinuousCDF, Normal};

use crate::{Effort, Table, WORLDS, share};

/// The players of the usual round robin.
const PLAYERS: usize = 7;
/// Pairs of games of each pairing, one an opening.
const PAIRS: [usize; 2] = [20, 75];
/// The standard deviation of an engine's strength from opening to opening, in Elo.
const DEVIATIONS: [f64; 3] = [0.0, 60.0, 100.0];
/// A table row has one tournament for this many matches in a row of the first table.
const TOURNAMENTS: usize = 4;

/// Coverage of ratings, and wrong verdicts, with openings that are shared and with each pairing's own.
pub(super) fn table(effort: Effort) -> Table {
    let mut rows = Vec::new();
    for pairs in PAIRS {
        for deviation in DEVIATIONS {
            for shared in [true, false] {
                rows.push(row(effort, rows.len(), pairs, deviation, shared));
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

fn row(effort: Effort, number: usize, pairs: usize, deviation: f64, shared: bool) -> Vec<String> {
    let count = effort.trials / TOURNAMENTS;
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
