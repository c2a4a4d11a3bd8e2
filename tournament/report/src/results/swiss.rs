//! The rounds of a Swiss tournament: points, Buchholz, and what pairing by results does to intervals.

use std::cell::Cell;
use std::collections::BTreeMap;

use match_stats::{Meeting, ratings};
use players::record::GameRecord;
use runner::schedule::Schedule;
use serde::Serialize;

/// The standing of an engine in a Swiss tournament.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[allow(missing_docs, reason = "docs/formats.md describes the keys")]
pub struct SwissStanding {
    /// With a free round as won.
    pub points: f64,
    /// The sum of the points of its opponents.
    pub buchholz: f64,
    /// `None` for a free round.
    pub rounds: Vec<Option<SwissRound>>,
}

/// A round of an engine, as far as it is played.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[allow(missing_docs, reason = "docs/formats.md describes the keys")]
pub struct SwissRound {
    /// The opponent's place in the configuration, from 0.
    pub opponent: usize,
    pub points: f64,
}

/// The games of a round: their number, and each engine's opponent and half points.
type RoundTally = (usize, BTreeMap<usize, (usize, u64)>);

/// The games of a Swiss tournament by rounds.
#[derive(Debug, Clone)]
pub(super) struct SwissTally {
    schedule: Schedule,
    rounds: BTreeMap<usize, RoundTally>,
    /// The last widening, with the games that it is of: rounds begun, and those complete.
    widening: Cell<((usize, usize), f64)>,
}

impl SwissTally {
    pub(super) fn new(schedule: Schedule) -> Self {
        Self { schedule, rounds: BTreeMap::new(), widening: Cell::new(((0, 0), 1.0)) }
    }

    pub(super) fn add(&mut self, game: &GameRecord) {
        let round = game.index / self.schedule.games_a_round().max(1);
        let (games, engines) = self.rounds.entry(round).or_default();
        *games += 1;
        for (engine, opponent) in [(game.white, game.black), (game.black, game.white)] {
            let half_points = u64::from(game.half_points_of(engine));
            engines.entry(engine).or_insert((opponent, 0)).1 += half_points;
        }
    }

    fn is_complete(&self, games: usize) -> bool {
        games == self.schedule.games_a_round()
    }

    /// The standings of so many engines.
    pub(super) fn standings(&self, engines: usize) -> Vec<SwissStanding> {
        let free = self.schedule.games_a_round() as f64 / (engines / 2).max(1) as f64;
        let mut standings = vec![SwissStanding::default(); engines];
        for (games, played) in self.rounds.values() {
            for (engine, standing) in standings.iter_mut().enumerate() {
                let round = played.get(&engine);
                let round = round.map(|&(opponent, half)| SwissRound { opponent, points: half as f64 / 2.0 });
                let is_free = round.is_none() && self.is_complete(*games);
                standing.points += round.map_or(if is_free { free } else { 0.0 }, |round| round.points);
                standing.rounds.push(round);
            }
        }
        let points: Vec<f64> = standings.iter().map(|standing| standing.points).collect();
        for standing in &mut standings {
            standing.buchholz = standing.rounds.iter().flatten().map(|round| points[round.opponent]).sum();
        }
        standings
    }

    /// The factor by which pairing by results makes intervals too short.
    pub(super) fn widening(&self, met: &[Meeting]) -> f64 {
        let complete = self.rounds.values().filter(|(games, _)| self.is_complete(*games)).count();
        let games = (self.rounds.len(), complete);
        // Replays are not for every line of progress.
        if games != self.widening.get().0 {
            self.widening.set((games, widening(&self.schedule, self.rounds.len(), met)));
        }
        self.widening.get().1
    }
}

/// The factor of intervals for so many rounds of a schedule.
pub(crate) fn widening(schedule: &Schedule, rounds: usize, met: &[Meeting]) -> f64 {
    ratings::widening(schedule.engines(), met, |pair| schedule.replay(rounds, pair))
}
