//! Matches of a fixed length: how often intervals hold the truth.

use super::world::{Wheel, World};
use super::{Effort, Table, WORLDS, share, trials};
use crate::elo::{elo_from_score, score_from_elo};
use crate::normalised::NELO_SCALE;
use crate::{Estimate, Pentanomial, Wdl};

const ELOS: [f64; 3] = [0.0, 40.0, 120.0];
const PAIRS: [usize; 8] = [4, 6, 10, 20, 50, 100, 200, 1000];

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
        head: &[
            "White's advantage, draws, shared luck",
            "true Elo",
            "matches",
            "pairs",
            "Elo, from pairs",
            "normalised Elo, from pairs",
            "the same by fishtest's formula",
            "Elo, from as many single games",
        ],
        rows,
    }
}

fn row(effort: Effort, number: usize, world: World, elo: f64, pairs: usize) -> Vec<String> {
    let (true_elo, true_nelo) = (world.elo_of_pairs(elo), normalised(&world.pentanomial(elo)));
    // Unpaired games: the first engine is always White.
    let single = elo_from_score(score_from_elo(elo + world.advantage)).unwrap_or(0.0);
    let pair = Wheel::new(world.pentanomial(elo));
    let game = Wheel::new(world.single(elo));
    let hits = trials(effort, number, effort.trials, |random| {
        let (mut penta, mut games) = (Pentanomial::default(), [0; 3]);
        for _ in 0..pairs {
            penta.0[pair.spin(random)] += 1;
            games[game.spin(random)] += 1;
            games[game.spin(random)] += 1;
        }
        let [losses, draws, wins] = games;
        let wdl = Wdl {
            wins,
            draws,
            losses,
        };
        let holds_elo = |e: Option<Estimate>, truth: f64| e.is_some_and(|e| e.elo.contains(truth));
        let paired = penta.estimate();
        [
            holds_elo(paired, true_elo),
            paired.is_some_and(|e| e.nelo_delta.contains(true_nelo)),
            paired.is_some_and(|e| e.nelo.contains(true_nelo)),
            holds_elo(wdl.estimate(), single),
        ]
    });
    let count = |place: usize| share(hits.iter().filter(|h| h[place]).count(), hits.len());
    vec![
        world.text(),
        format!("{elo}"),
        effort.trials.to_string(),
        pairs.to_string(),
        count(0),
        count(1),
        count(2),
        count(3),
    ]
}

/// Normalised Elo of a pair's chances.
pub(super) fn normalised(chances: &[f64; 5]) -> f64 {
    let scores = || {
        chances
            .iter()
            .zip(0..)
            .map(|(p, i)| (p, f64::from(i) / 4.0))
    };
    let mean: f64 = scores().map(|(p, x)| p * x).sum();
    let variance: f64 = scores().map(|(p, x)| p * (x - mean).powi(2)).sum();
    (mean - 0.5) / (2.0 * variance).sqrt() * NELO_SCALE
}
