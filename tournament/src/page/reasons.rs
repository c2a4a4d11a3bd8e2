//! Why: the terms of the evaluators in the positions of games that deserve a look, and over the whole run.

use std::collections::{BTreeMap, HashMap};

use engine_core::evaluation::Evaluation;
use engine_core::game::Game;
use serde::Serialize;

use super::PageError;
use super::explained::explained;
use super::replay::{play, start};
use super::turn::Turn;
use crate::config::Config;
use crate::record::GameRecord;

/// Games whose terms the page holds: those that turned most. `serve` computes the others.
pub(super) const SELECTED: usize = 150;
/// Decisive games from which it is told which terms moved, spread over the run.
const SAMPLED: usize = 1500;
/// Positions of each of them, spread from the end of the opening to the end.
const POSITIONS: usize = 4;
/// Terms that are told of the whole run for each evaluator.
const TOLD: usize = 8;

/// A game that is looked at: where it stands in the list, and how it went.
#[derive(Debug, Clone)]
pub(super) struct Selected {
    /// Its row.
    pub(super) row: usize,
    game: GameRecord,
    turn: Turn,
}

/// The games that turned most, a few at a time.
#[derive(Debug, Default)]
pub(super) struct Selection {
    games: Vec<Selected>,
    /// Decisive games for the terms of the whole run.
    sampled: Vec<GameRecord>,
    /// One of so many decisive games is taken.
    stride: usize,
    decisive: usize,
}

/// A term's value for each side, in centipawns: name, White, Black.
pub type TermValue = (&'static str, f64, f64);

/// What an engine's evaluator says: its index, the total from White's side, its terms.
pub type Said = (usize, i32, Vec<TermValue>);

/// The terms of a position: an evaluator a row, by the index of its engine.
#[derive(Debug, Serialize)]
pub(super) struct Reasons {
    /// Moves played before it.
    ply: usize,
    /// What it is: `opening`, `turn` or `end`.
    what: &'static str,
    /// What each engine that is an evaluator says.
    said: Vec<Said>,
}

/// How far a term moves between those who win and those who lose.
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
pub(super) struct Movers {
    /// The engine.
    pub(super) engine: usize,
    /// The largest.
    pub(super) terms: Vec<Mover>,
    /// Games that were looked at.
    pub(super) games: usize,
}

impl Selection {
    /// Takes in a game; `row` if it is listed.
    pub(super) fn add(&mut self, row: Option<usize>, game: &GameRecord, turn: Turn) {
        if let Some(row) = row {
            self.games.push(Selected {
                row,
                game: game.clone(),
                turn,
            });
            if self.games.len() >= 2 * SELECTED {
                self.keep_best();
            }
        }
        if game.loser().is_some() && !game.termination.is_tainted() {
            self.sample(game);
        }
    }

    /// Keeps every so many decisive games: half as many of them as soon as there are twice as many as needed.
    fn sample(&mut self, game: &GameRecord) {
        let stride = self.stride.max(1);
        if self.decisive.is_multiple_of(stride) {
            self.sampled.push(game.clone());
        }
        self.decisive += 1;
        if self.sampled.len() == 2 * SAMPLED {
            let mut at = 0;
            self.sampled.retain(|_| {
                at += 1;
                at % 2 == 1
            });
            self.stride = 2 * stride;
        }
    }

    fn keep_best(&mut self) {
        self.games.sort_by(|a, b| {
            let by_points = b.turn.points.total_cmp(&a.turn.points);
            by_points.then(a.row.cmp(&b.row))
        });
        self.games.truncate(SELECTED);
    }

    /// The terms of the games that turned most, by their rows.
    pub(super) fn reasons(
        &mut self,
        config: &Config,
    ) -> Result<BTreeMap<usize, Vec<Reasons>>, PageError> {
        self.keep_best();
        let mut places = Vec::new();
        let mut positions = Vec::new();
        for selected in &self.games {
            for (what, ply) in moments(&selected.game, selected.turn) {
                places.push((selected.row, what, ply));
                positions.push(position(&selected.game, ply)?);
            }
        }
        let mut said: Vec<Vec<Said>> = vec![Vec::new(); places.len()];
        for (index, engine) in config.engines.iter().enumerate() {
            for (at, evaluation) in explained(engine, &positions)?
                .into_iter()
                .flatten()
                .enumerate()
            {
                said[at].push((index, evaluation.total, values(&evaluation)));
            }
        }
        let mut reasons: BTreeMap<usize, Vec<Reasons>> = BTreeMap::new();
        for ((row, what, ply), said) in places.into_iter().zip(said) {
            if !said.is_empty() {
                reasons
                    .entry(row)
                    .or_default()
                    .push(Reasons { ply, what, said });
            }
        }
        Ok(reasons)
    }

    /// Which terms moved most between winners and losers, by engine.
    pub(super) fn movers(&self, config: &Config) -> Result<Vec<Movers>, PageError> {
        let mut positions = Vec::new();
        let mut games = Vec::new();
        for (number, game) in self.sampled.iter().enumerate() {
            let length = game.moves.len();
            for step in 1..=POSITIONS {
                let moves = length * step / (POSITIONS + 1);
                positions.push(position(game, game.book_moves.len() + moves)?);
                games.push((number, game.loser() == Some(game.black)));
            }
        }
        let mut movers = Vec::new();
        for (index, engine) in config.engines.iter().enumerate() {
            if let Some(said) = explained(engine, &positions)? {
                movers.push(Movers {
                    engine: index,
                    terms: moved(&said, &games, self.sampled.len()),
                    games: self.sampled.len(),
                });
            }
        }
        Ok(movers)
    }
}

/// What the engines of `config` that are evaluators say of the position after so many moves of a game.
pub(super) fn said(
    config: &Config,
    game: &GameRecord,
    moves: usize,
) -> Result<Vec<Said>, PageError> {
    let positions = [position(game, moves)?];
    let mut all = Vec::new();
    for (index, engine) in config.engines.iter().enumerate() {
        for evaluation in explained(engine, &positions)?.into_iter().flatten() {
            all.push((index, evaluation.total, values(&evaluation)));
        }
    }
    Ok(all)
}

/// The positions that are looked at: the end of the opening, the turning point, and the end; each once.
fn moments(game: &GameRecord, turn: Turn) -> Vec<(&'static str, usize)> {
    let book = game.book_moves.len();
    let mut moments = vec![
        ("turn", book + turn.ply),
        ("opening", book),
        ("end", book + game.moves.len()),
    ];
    let mut seen = Vec::new();
    moments.retain(|&(_, ply)| !seen.contains(&ply) && (seen.push(ply), true).1);
    moments
}

/// The position after so many moves of a game, the book's among them.
pub(super) fn position(game: &GameRecord, moves: usize) -> Result<Game, PageError> {
    let mut at = start(game)?;
    let played = game.moves.iter().map(|record| &record.uci);
    for uci in game.book_moves.iter().chain(played).take(moves) {
        play(&mut at, game, uci)?;
    }
    Ok(at)
}

/// The terms of an evaluation that are worth something, the largest difference first.
pub(super) fn values(evaluation: &Evaluation) -> Vec<TermValue> {
    let terms = evaluation.breakdown.terms().iter();
    let mut terms: Vec<_> = terms.filter(|t| (t.white, t.black) != (0, 0)).collect();
    terms.sort_by_key(|term| -(term.white - term.black).abs());
    let centipawns = |tenths: i32| f64::from(tenths) / 10.0;
    let terms = terms.into_iter();
    terms
        .map(|term| {
            (
                term.rule.name,
                centipawns(term.white),
                centipawns(term.black),
            )
        })
        .collect()
}

/// The means over games of what each term was worth to the winner more than to the loser. `of` tells of each
/// evaluation the game, and whether White won it.
fn moved(said: &[Evaluation], of: &[(usize, bool)], games: usize) -> Vec<Mover> {
    let mut sums: HashMap<&'static str, HashMap<usize, f64>> = HashMap::new();
    for (evaluation, &(game, white_won)) in said.iter().zip(of) {
        for (name, white, black) in values(evaluation) {
            let won = if white_won {
                white - black
            } else {
                black - white
            };
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
        Mover {
            term,
            mean,
            error: (variance / (n - 1.0).max(1.0)).sqrt(),
        }
    };
    let mut movers: Vec<Mover> = sums.into_iter().map(mover).collect();
    movers.sort_by(|a, b| {
        let by_size = b.mean.abs().total_cmp(&a.mean.abs());
        by_size.then_with(|| a.term.cmp(b.term))
    });
    movers.truncate(TOLD);
    movers
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::GameResult;
    use crate::report::sample;

    fn selection(games: usize) -> Selection {
        let config = sample::config();
        let mut selection = Selection::default();
        for index in 0..games {
            let game = sample::game(&config, index % 18, GameResult::WhiteWins);
            let points = (index * 7 % games) as f64 / games as f64;
            selection.add(Some(index), &game, Turn { ply: 1, points });
        }
        selection
    }

    #[test]
    fn the_games_that_turned_most_are_kept() {
        let mut all = selection(1000);
        all.keep_best();
        assert_eq!(all.games.len(), SELECTED);
        let least = all.games.iter().map(|s| s.turn.points).fold(1.0, f64::min);
        assert!((least - 0.85).abs() < 1e-9, "{least}");
    }

    #[test]
    fn decisive_games_are_sampled_over_the_whole_run() {
        let mut all = selection(SAMPLED * 5);
        all.add(
            None,
            &sample::game(&sample::config(), 0, GameResult::Draw),
            Turn::default(),
        );
        assert!((SAMPLED..2 * SAMPLED).contains(&all.sampled.len()));
        assert_eq!(all.stride, 4);
        assert_eq!(all.decisive, 5 * SAMPLED);
    }

    #[test]
    fn terms_of_the_positions_are_those_of_the_evaluators() {
        let config = sample::config();
        let reasons = selection(1).reasons(&config).unwrap();
        let whats: Vec<_> = reasons[&0].iter().map(|r| (r.what, r.ply)).collect();
        assert_eq!(whats, [("turn", 5), ("opening", 4), ("end", 7)]);
        // A pawn has fallen to the mating queen; the material evaluator sees just that.
        let (engine, total, terms) = &reasons[&0][2].said[1];
        assert_eq!((*engine, *total), (1, 100));
        assert_eq!(terms.len(), 1);
        assert_eq!(terms[0].1 - terms[0].2, 100.0);
    }

    #[test]
    fn terms_that_moved_are_the_winners_less_the_losers() {
        let config = sample::config();
        let mut selection = Selection::default();
        let mut game = sample::game(&config, 0, GameResult::BlackWins);
        // White takes a pawn in the first of the moves and loses all the same.
        game.moves.truncate(2);
        game.moves[0].uci = "c4f7".to_owned();
        game.moves[1].uci = "e8f7".to_owned();
        selection.add(Some(0), &game, Turn::default());
        let movers = selection.movers(&config).unwrap();
        let material = &movers[1];
        assert_eq!((material.engine, material.games), (1, 1));
        // Of four positions, one move in are those of 2/5 and 3/5 and 4/5 of two moves rounded down: 0, 0, 1, 1.
        assert_eq!(material.terms[0].mean, (0.0 + 0.0 - 100.0 - 100.0) / 4.0);
    }
}
