//! The terms with the largest difference between winners and losers, over the whole run.

use std::collections::HashMap;

use engine_core::evaluation::Evaluation;

use super::PageError;
use super::explained::explained;
use super::terms::{position, values};
use config::Config;
use players::record::GameRecord;

/// The minimum of decisive games in the sample, which has up to twice as many, spread over the run.
const SAMPLED: usize = 500;
/// Positions of each of them, spread from the end of the opening to the end.
const POSITIONS: usize = 4;
/// The number of terms listed for each evaluator.
const LISTED: usize = 8;

/// Decisive games, spread over the run.
#[derive(Debug, Default)]
pub(super) struct Sample {
    games: Vec<GameRecord>,
    /// One in this many decisive games is taken; 0 before the first.
    stride: usize,
    decisive: usize,
}

/// The difference of a term between winners and losers.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Mover {
    /// The term.
    pub(super) term: &'static str,
    /// The winner's value less the loser's, the mean over the positions, in the evaluator's centipawns.
    pub(super) mean: f64,
    /// Its standard error, by games.
    pub(super) error: f64,
}

/// The movers of an engine's evaluator, largest first.
#[derive(Debug)]
pub(super) struct TermImpacts {
    /// The engine.
    pub(super) engine: usize,
    /// The terms, largest differences first.
    pub(super) terms: Vec<Mover>,
    /// Games in the sample.
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
            let mut at = 0;
            self.games.retain(|_| {
                at += 1;
                at % 2 == 1
            });
            self.stride = 2 * stride;
        }
    }

    /// The terms with the largest difference between winners and losers, by engine.
    pub(super) fn movers(&self, config: &Config) -> Result<Vec<TermImpacts>, PageError> {
        let mut positions = Vec::new();
        let mut games = Vec::new();
        for (number, game) in self.games.iter().enumerate() {
            let length = game.moves.len();
            for step in 1..=POSITIONS {
                let moves = length * step / (POSITIONS + 1);
                positions.push(position(game, game.book_moves.len() + moves)?);
                games.push((number, game.loser() == Some(game.black)));
            }
        }
        let mut movers = Vec::new();
        for (index, engine) in config.engines.iter().enumerate() {
            if let Some(evaluations) = explained(engine, &positions)? {
                movers.push(TermImpacts {
                    engine: index,
                    terms: moved(&evaluations, &games, self.games.len()),
                    games: self.games.len(),
                });
            }
        }
        Ok(movers)
    }
}

/// The means over games of each term's difference between winner and loser. `of` returns for each
/// evaluation the game, and whether White won it.
fn moved(evaluations: &[Evaluation], of: &[(usize, bool)], games: usize) -> Vec<Mover> {
    let mut sums: HashMap<&'static str, HashMap<usize, f64>> = HashMap::new();
    for (evaluation, &(game, white_won)) in evaluations.iter().zip(of) {
        for (name, white, black) in values(evaluation) {
            let won = if white_won { white - black } else { black - white };
            *sums.entry(name).or_default().entry(game).or_default() += won / POSITIONS as f64;
        }
    }
    let n = games as f64;
    let mover = |(term, by_game): (&'static str, HashMap<usize, f64>)| {
        // In the order of the games: a sum depends on its order in the last digits.
        let mut by_game: Vec<(usize, f64)> = by_game.into_iter().collect();
        by_game.sort_by_key(|&(game, _)| game);
        let sum: f64 = by_game.iter().map(|(_, value)| value).sum();
        let squares: f64 = by_game.iter().map(|(_, value)| value * value).sum();
        let mean = sum / n;
        let variance = (squares / n - mean * mean).max(0.0);
        Mover { term, mean, error: (variance / (n - 1.0).max(1.0)).sqrt() }
    };
    let mut movers: Vec<Mover> = sums.into_iter().map(mover).collect();
    movers.sort_by(|a, b| {
        let by_size = b.mean.abs().total_cmp(&a.mean.abs());
        by_size.then_with(|| a.term.cmp(b.term))
    });
    movers.truncate(LISTED);
    movers
}

#[cfg(test)]
mod tests {
    use super::*;
    use players::record::GameResult;
    use runner::sample;

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
