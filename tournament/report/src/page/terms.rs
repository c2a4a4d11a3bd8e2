//! The terms of the evaluators of a run: in positions of its games, in the games with the largest turning points, and those
//! with the largest difference between winners and losers.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};

use engine_core::evaluation::Evaluation;
use engine_core::game::Game;
use rayon::prelude::*;
use serde::Serialize;

use crate::ReportError;
use crate::played::{Turn, position};
use config::{Config, EngineKind};
use players::player::{PlayerError, confirmed};
use players::record::GameRecord;
use runner::run::Run;

/// The evaluations of positions by the engines of a run, each by its index, with its parameters and without the rules that it
/// disables; without programs, which have none, and evaluations from outside that fail: they may have lost their games by
/// that, and there is a page all the same. Fails if a built-in evaluator does not take its parameters.
fn explained<'c>(
    config: &'c Config,
    games: &'c [Game],
) -> impl Iterator<Item = Result<(usize, Vec<Evaluation>), PlayerError>> + 'c {
    config.engines.iter().enumerate().filter_map(move |(index, engine)| {
        let EngineKind::Evaluator(own) = &engine.kind else {
            return None;
        };
        let explained = || -> Result<(usize, Vec<Evaluation>), PlayerError> {
            let evaluator = confirmed(&engine.name, own)?;
            let explained = games.par_iter().map(|game| evaluator.explain(game));
            Ok((index, explained.collect::<Result<_, _>>()?))
        };
        Some(explained()).filter(|found| found.is_ok() || own.external.is_none())
    })
}

/// A term's value for each side, in centipawns: name, White, Black.
pub type TermValue = (Cow<'static, str>, f64, f64);

/// An engine's evaluation: its index, the total from White's side, its terms.
pub type EngineTerms = (usize, i32, Vec<TermValue>);

/// Evaluations of a position by the evaluators of a run: game number `game`, from 1, after `moves` moves. Empty if
/// there is no such game. Fails if the store or an evaluator cannot be read.
pub fn explain(run: &Run, game: usize, moves: usize) -> Result<Vec<EngineTerms>, ReportError> {
    let game = game.checked_sub(1).map(|index| run.store.game(index)).transpose()?;
    let Some(game) = game.flatten() else {
        return Ok(Vec::new());
    };
    let positions = [position(&game, moves)?];
    let terms = |(index, of): (usize, Vec<Evaluation>)| (index, of[0].total, values(&of[0]));
    let all = explained(&run.config, &positions);
    Ok(all.map(|found| found.map(terms)).collect::<Result<_, _>>()?)
}

/// The nonzero terms of an evaluation, the largest difference first.
fn values(evaluation: &Evaluation) -> Vec<TermValue> {
    let mut terms: Vec<_> = evaluation.breakdown.posted().collect();
    terms.sort_by_key(|(_, term)| -(term.white - term.black).abs());
    let centipawns = |tenths: i32| f64::from(tenths) / 10.0;
    let terms = terms.into_iter();
    terms.map(|(name, term)| (name, centipawns(term.white), centipawns(term.black))).collect()
}

/// Games whose terms are in the page: those with the largest turning points. `serve` computes the others.
const SELECTED: usize = 150;
/// With more engines than these, only the two of a game are evaluated: the page would be too large.
const MAX_ENGINES: usize = 8;

/// The games with the largest turning points, with their rows in the list.
#[derive(Debug, Default)]
pub(super) struct Selection(Vec<(usize, GameRecord, Turn)>);

/// The terms of a position: one row per evaluator, by the index of its engine.
#[derive(Debug, Serialize)]
pub(super) struct Reasons {
    ply: usize,
    /// The kind: `opening`, `turn` or `end`.
    what: &'static str,
    evaluations: Vec<EngineTerms>,
}

impl Selection {
    pub(super) fn add(&mut self, row: usize, game: &GameRecord, turn: Turn) {
        self.0.push((row, game.clone(), turn));
        if self.0.len() >= 2 * SELECTED {
            self.keep_best();
        }
    }

    fn keep_best(&mut self) {
        let points = |(_, _, turn): &(usize, GameRecord, Turn)| turn.points;
        self.0.sort_by(|a, b| points(b).total_cmp(&points(a)).then(a.0.cmp(&b.0)));
        self.0.truncate(SELECTED);
    }

    /// The game with the largest turning point of those in the first `rows`.
    pub(super) fn furthest(&mut self, rows: usize) -> Option<&(usize, GameRecord, Turn)> {
        self.keep_best();
        self.0.iter().find(|(row, _, turn)| *row < rows && turn.points > 0.0)
    }

    pub(super) fn reasons(&mut self, config: &Config) -> Result<BTreeMap<usize, Vec<Reasons>>, ReportError> {
        self.keep_best();
        let (mut places, mut positions) = (Vec::new(), Vec::new());
        for (row, game, turn) in &self.0 {
            for (what, ply) in moments(game, *turn) {
                places.push((*row, game, what, ply));
                positions.push(position(game, ply)?);
            }
        }
        let mut evaluations: Vec<Vec<EngineTerms>> = vec![Vec::new(); places.len()];
        for found in explained(config, &positions) {
            let (index, all) = found?;
            for (at, evaluation) in all.into_iter().enumerate() {
                let game = places[at].1;
                let plays = index == game.white || index == game.black;
                if plays || config.engines.len() <= MAX_ENGINES {
                    evaluations[at].push((index, evaluation.total, values(&evaluation)));
                }
            }
        }
        let mut reasons: BTreeMap<usize, Vec<Reasons>> = BTreeMap::new();
        for ((row, _, what, ply), evaluations) in places.into_iter().zip(evaluations) {
            if !evaluations.is_empty() {
                reasons.entry(row).or_default().push(Reasons { ply, what, evaluations });
            }
        }
        Ok(reasons)
    }
}

/// The positions to explain: the end of the opening, the turning point, and the end, without duplicates.
fn moments(game: &GameRecord, turn: Turn) -> Vec<(&'static str, usize)> {
    let book = game.book_moves.len();
    let all = [("turn", book + turn.ply), ("opening", book), ("end", book + game.moves.len())];
    let mut moments: Vec<(&'static str, usize)> = Vec::new();
    for moment in all {
        if moments.iter().all(|&(_, ply)| ply != moment.1) {
            moments.push(moment);
        }
    }
    moments
}

/// The minimum of decisive games in the sample, which has up to twice as many, spread over the run.
const SAMPLED: usize = 500;
/// Positions of each of them, spread from the end of the opening to the end.
const POSITIONS: usize = 4;
const LISTED_TERMS: usize = 8;

#[derive(Debug, Default)]
pub(super) struct Sample {
    games: Vec<GameRecord>,
    /// One in this many decisive games is taken; 0 before the first.
    stride: usize,
    decisive: usize,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) struct Mover {
    pub(super) term: Cow<'static, str>,
    /// The winner's value less the loser's, the mean over the positions, in the evaluator's centipawns.
    pub(super) mean: f64,
    pub(super) error: f64,
}

#[derive(Debug)]
pub(super) struct TermImpacts {
    pub(super) engine: usize,
    pub(super) terms: Vec<Mover>,
    pub(super) games: usize,
}

impl Sample {
    /// Adds a game. A regular sample of decisive ones is kept: it is halved when it has twice as many as needed.
    pub(super) fn add(&mut self, game: &GameRecord) {
        if game.loser().is_none() || game.termination.is_failure() {
            return;
        }
        let stride = self.stride.max(1);
        if self.decisive.is_multiple_of(stride) {
            self.games.push(game.clone());
        }
        self.decisive += 1;
        if self.games.len() == 2 * SAMPLED {
            self.games = self.games.drain(..).step_by(2).collect();
            self.stride = 2 * stride;
        }
    }

    /// The terms with the largest difference between winners and losers, by engine.
    pub(super) fn movers(&self, config: &Config) -> Result<Vec<TermImpacts>, ReportError> {
        let (mut positions, mut games) = (Vec::new(), Vec::new());
        for (number, game) in self.games.iter().enumerate() {
            let length = game.moves.len();
            for step in 1..=POSITIONS {
                let moves = length * step / (POSITIONS + 1);
                positions.push(position(game, game.book_moves.len() + moves)?);
                games.push((number, game.loser() == Some(game.black)));
            }
        }
        let count = self.games.len();
        let impacts = |(engine, evaluations): (usize, Vec<Evaluation>)| TermImpacts {
            engine,
            terms: moved(&evaluations, &games, count),
            games: count,
        };
        let all = explained(config, &positions);
        Ok(all.map(|found| found.map(impacts)).collect::<Result<_, _>>()?)
    }
}

/// The means over games of each term's difference between winner and loser. `of` returns for each
/// evaluation the game, and whether White won it.
fn moved(evaluations: &[Evaluation], of: &[(usize, bool)], games: usize) -> Vec<Mover> {
    // By the games in their order: a sum depends on its order in the last digits.
    let mut sums: HashMap<Cow<'static, str>, BTreeMap<usize, f64>> = HashMap::new();
    for (evaluation, &(game, white_won)) in evaluations.iter().zip(of) {
        for (name, white, black) in values(evaluation) {
            let won = if white_won { white - black } else { black - white };
            *sums.entry(name).or_default().entry(game).or_default() += won / POSITIONS as f64;
        }
    }
    let n = games as f64;
    let mover = |(term, by_game): (Cow<'static, str>, BTreeMap<usize, f64>)| {
        let mean = by_game.values().sum::<f64>() / n;
        let squares: f64 = by_game.values().map(|value| value * value).sum();
        let variance = (squares / n - mean * mean).max(0.0);
        Mover { term, mean, error: (variance / (n - 1.0).max(1.0)).sqrt() }
    };
    let mut movers: Vec<Mover> = sums.into_iter().map(mover).collect();
    let size = |mover: &Mover| mover.mean.abs();
    movers.sort_by(|a, b| size(b).total_cmp(&size(a)).then_with(|| a.term.cmp(&b.term)));
    movers.truncate(LISTED_TERMS);
    movers
}

#[cfg(test)]
mod tests {
    use super::*;
    use players::record::GameResult;
    use runner::sample;

    fn selection(games: usize) -> Selection {
        let config = sample::config();
        let mut selection = Selection::default();
        for index in 0..games {
            let game = sample::game(&config, index % 18, GameResult::WhiteWins);
            let points = (index * 7 % games) as f64 / games as f64;
            selection.add(index, &game, Turn { ply: 1, points });
        }
        selection
    }

    #[test]
    fn the_games_that_turned_most_are_kept() {
        let mut all = selection(1000);
        all.keep_best();
        assert_eq!(all.0.len(), SELECTED);
        let least = all.0.iter().map(|(_, _, turn)| turn.points).fold(1.0, f64::min);
        assert!((least - 0.85).abs() < 1e-9, "{least}");
    }

    #[test]
    fn terms_of_the_positions_are_those_of_the_evaluators() {
        let config = sample::config();
        let reasons = selection(1).reasons(&config).unwrap();
        let whats: Vec<_> = reasons[&0].iter().map(|r| (r.what, r.ply)).collect();
        assert_eq!(whats, [("turn", 5), ("opening", 4), ("end", 7)]);
        // A pawn was captured by the mating queen; the material evaluator shows just that.
        let (engine, total, terms) = &reasons[&0][2].evaluations[1];
        assert_eq!((*engine, *total), (1, 100));
        assert_eq!(terms.len(), 1);
        assert_eq!(terms[0].1 - terms[0].2, 100.0);
    }

    #[test]
    fn decisive_games_are_sampled_over_the_whole_run() {
        let config = sample::config();
        let mut all = Sample::default();
        for index in 0..5 * SAMPLED {
            let game = sample::game(&config, index % 18, GameResult::WhiteWins);
            all.add(&game);
            all.add(&sample::game(&config, 0, GameResult::Draw));
        }
        assert!((SAMPLED..2 * SAMPLED).contains(&all.games.len()));
        assert_eq!((all.stride, all.decisive), (4, 5 * SAMPLED));
    }

    #[test]
    fn terms_that_moved_are_the_winners_less_the_losers() {
        let config = sample::config();
        let mut all = Sample::default();
        let mut game = sample::game(&config, 0, GameResult::BlackWins);
        // White takes a pawn with the first of the moves and still loses.
        game.moves.truncate(2);
        game.moves[0].uci = "c4f7".to_owned();
        game.moves[1].uci = "e8f7".to_owned();
        all.add(&game);
        let movers = all.movers(&config).unwrap();
        let material = &movers[1];
        assert_eq!((material.engine, material.games), (1, 1));
        // Moves at 1/5, 2/5, 3/5 and 4/5, rounded down: two before the capture, two after it.
        assert_eq!(material.terms[0].mean, (0.0 + 0.0 - 100.0 - 100.0) / 4.0);
    }
}
