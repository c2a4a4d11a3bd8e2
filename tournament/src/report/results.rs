//! `results.json`: a run in numbers.
//!
//! Games count for points and for wins, draws and losses as soon as they are finished. Elo and its
//! intervals count pairs, so a pair of which only one game is finished is left out of them; how
//! many there are is said in `half_pairs`.

use std::collections::{BTreeMap, HashMap};
use std::io::{self, Write};
use std::time::Duration;

use serde::Serialize;

use crate::config::Config;
use crate::record::{GameRecord, SideStats, Termination};
use crate::stats::{PairingResult, Pentanomial, Rating, Wdl, rate};

/// A run in numbers. Unbounded or unknown numbers are `None`, in JSON null.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Results {
    /// The run's name.
    pub name: String,
    /// Games finished.
    pub games: u64,
    /// Games in the schedule.
    pub planned_games: u64,
    /// Whether all of them are finished.
    pub finished: bool,
    /// Seed of everything random.
    pub seed: u64,
    /// How long the engines may think, in words.
    pub limits: String,
    /// The engine whose rating is 0; `None`: the mean of all is 0.
    pub anchor: Option<String>,
    /// Pairs of which both games are finished: what Elo is made from.
    pub pairs: u64,
    /// Pairs of which one game is finished: not in Elo yet.
    pub half_pairs: u64,
    /// The engines, in the order of the configuration.
    pub engines: Vec<EngineResult>,
    /// Who met whom, in the order of the first meeting.
    pub pairings: Vec<PairingSummary>,
    /// How many games ended how.
    pub terminations: BTreeMap<Termination, u64>,
}

/// What an engine did.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct EngineResult {
    /// Its name.
    pub name: String,
    /// Games played.
    pub games: u64,
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// A win is 1, a draw one half.
    pub points: f64,
    /// Points per game, 0 to 1.
    pub score: Option<f64>,
    /// Share of the games that were drawn, 0 to 1.
    pub draw_rate: Option<f64>,
    /// Rating in Elo, above the anchor or the mean; `None` without a finished pair.
    pub elo: Option<f64>,
    /// Lower end of its 95 % interval.
    pub elo_low: Option<f64>,
    /// Upper end of its 95 % interval.
    pub elo_high: Option<f64>,
    /// The results alone give no finite rating; see [`crate::stats::ratings`].
    pub rating_from_prior: bool,
    /// Nodes a second.
    pub nps: Option<f64>,
    /// Mean depth of its moves, in plies.
    pub mean_depth: Option<f64>,
    /// Nodes searched.
    pub nodes: u64,
    /// Time thought, in seconds.
    pub seconds: f64,
    /// Moves made, without the book's.
    pub moves: u64,
}

/// What two engines did against each other, from the side of `a`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PairingSummary {
    /// The engine that is first in the configuration.
    pub a: String,
    /// The other.
    pub b: String,
    /// Their places in the configuration.
    #[serde(skip)]
    pub indices: (usize, usize),
    /// Games played.
    pub games: u64,
    /// Games that `a` won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games that `a` lost.
    pub losses: u64,
    /// Pairs by the points of `a`: 0, 1/2, 1, 3/2, 2.
    pub penta: [u64; 5],
    /// Elo of `a` over `b` from the pairs.
    pub elo: Option<f64>,
    /// Lower end of its 95 % interval.
    pub elo_low: Option<f64>,
    /// Upper end of its 95 % interval.
    pub elo_high: Option<f64>,
    /// Probability that `a` is the stronger one; `None` without a finished pair.
    pub los: Option<f64>,
}

/// Collects games into [`Results`]. Memory does not grow with the number of games, if they come in
/// the order of the schedule.
#[derive(Debug)]
pub struct ResultsBuilder<'a> {
    config: &'a Config,
    planned_games: u64,
    engines: Vec<Tally>,
    pairings: BTreeMap<(usize, usize), (Wdl, Pentanomial)>,
    /// The first engine's half points in pairs of which one game is known.
    open_pairs: HashMap<usize, u8>,
    terminations: BTreeMap<Termination, u64>,
}

#[derive(Debug, Clone, Default)]
struct Tally {
    wdl: Wdl,
    nodes: u64,
    time: Duration,
    moves: u64,
    depth: u64,
}

impl<'a> ResultsBuilder<'a> {
    /// A run of which no game is known yet; `planned_games` is the length of its schedule.
    #[must_use]
    pub fn new(config: &'a Config, planned_games: usize) -> Self {
        Self {
            config,
            planned_games: planned_games as u64,
            engines: vec![Tally::default(); config.engines.len()],
            pairings: BTreeMap::new(),
            open_pairs: HashMap::new(),
            terminations: BTreeMap::new(),
        }
    }

    /// Counts a game.
    ///
    /// # Panics
    /// If it names an engine that is not in the configuration.
    pub fn add(&mut self, game: &GameRecord) {
        *self.terminations.entry(game.termination).or_default() += 1;
        let white = game.outcome.white_half_points();
        self.engines[game.white].add(white, game.white_stats);
        self.engines[game.black].add(2 - white, game.black_stats);
        self.add_depths(game);

        let (a, b) = (game.white.min(game.black), game.white.max(game.black));
        let half_points = if a == game.white { white } else { 2 - white };
        let (wdl, penta) = self.pairings.entry((a, b)).or_default();
        wdl.add(half_points);
        match self.open_pairs.remove(&game.pair) {
            Some(other) => penta.add(other, half_points),
            None => {
                self.open_pairs.insert(game.pair, half_points);
            }
        }
    }

    /// Whose move was first depends on the start position and the book.
    fn add_depths(&mut self, game: &GameRecord) {
        let black_starts = |fen: &String| fen.split_whitespace().nth(1) == Some("b");
        let offset = usize::from(game.start_fen.as_ref().is_some_and(black_starts));
        for (ply, record) in game.moves.iter().enumerate() {
            let white_moves = (ply + game.book_moves.len() + offset).is_multiple_of(2);
            let mover = if white_moves { game.white } else { game.black };
            self.engines[mover].depth += u64::from(record.depth);
        }
    }

    /// The results of the games counted so far.
    #[must_use]
    pub fn finish(self) -> Results {
        let config = self.config;
        let penta = |(&(a, b), &(_, penta)): (&(usize, usize), &(Wdl, Pentanomial))| {
            PairingResult { a, b, penta }
        };
        let pairings: Vec<PairingResult> = self.pairings.iter().map(penta).collect();
        let rated = rate(config.engines.len(), &pairings, config.run.anchor);
        let in_a_pair = |engine: usize| {
            let met = |p: &&PairingResult| p.a == engine || p.b == engine;
            pairings.iter().filter(met).any(|p| p.penta.pairs() > 0)
        };
        let engines = self.engines.iter().zip(&config.engines).zip(rated);
        let engines = engines
            .enumerate()
            .map(|(index, ((tally, engine), rating))| {
                tally.result(&engine.name, Some(rating).filter(|_| in_a_pair(index)))
            });
        let games = self.terminations.values().sum();
        let summaries = self.pairings.iter();
        Results {
            name: config.run.name.clone(),
            games,
            planned_games: self.planned_games,
            finished: games == self.planned_games,
            seed: config.run.seed,
            limits: config.limits_text(),
            anchor: config.run.anchor.map(|a| config.engines[a].name.clone()),
            pairs: pairings.iter().map(|p| p.penta.pairs()).sum(),
            half_pairs: self.open_pairs.len() as u64,
            engines: engines.collect(),
            pairings: summaries
                .map(|(key, value)| summary(config, *key, *value))
                .collect(),
            terminations: self.terminations,
        }
    }
}

impl Tally {
    fn add(&mut self, half_points: u8, stats: SideStats) {
        self.wdl.add(half_points);
        self.nodes += stats.nodes;
        self.time += stats.time;
        self.moves += u64::from(stats.moves);
    }

    fn result(&self, name: &str, rating: Option<Rating>) -> EngineResult {
        let ratio = |a: f64, b: f64| (b > 0.0).then(|| a / b);
        let games = self.wdl.games();
        let seconds = self.time.as_secs_f64();
        EngineResult {
            name: name.to_owned(),
            games,
            wins: self.wdl.wins,
            draws: self.wdl.draws,
            losses: self.wdl.losses,
            points: self.wdl.points(),
            score: ratio(self.wdl.points(), games as f64),
            draw_rate: ratio(self.wdl.draws as f64, games as f64),
            elo: rating.map(|r| r.elo),
            elo_low: rating.map(|r| r.low),
            elo_high: rating.map(|r| r.high),
            rating_from_prior: rating.is_some_and(|r| r.prior),
            nps: ratio(self.nodes as f64, seconds),
            mean_depth: ratio(self.depth as f64, self.moves as f64),
            nodes: self.nodes,
            seconds,
            moves: self.moves,
        }
    }
}

fn summary(
    config: &Config,
    (a, b): (usize, usize),
    (wdl, penta): (Wdl, Pentanomial),
) -> PairingSummary {
    let estimate = penta.estimate();
    PairingSummary {
        a: config.engines[a].name.clone(),
        b: config.engines[b].name.clone(),
        indices: (a, b),
        games: wdl.games(),
        wins: wdl.wins,
        draws: wdl.draws,
        losses: wdl.losses,
        penta: penta.0,
        elo: estimate.and_then(|e| e.elo),
        elo_low: estimate.and_then(|e| e.elo_low),
        elo_high: estimate.and_then(|e| e.elo_high),
        los: estimate.map(|e| e.los),
    }
}

/// Writes `results.json`.
///
/// # Errors
/// If it cannot be written.
pub fn write_json(results: &Results, to: &mut (impl Write + ?Sized)) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *to, results)?;
    writeln!(to)
}

#[cfg(test)]
mod tests;
