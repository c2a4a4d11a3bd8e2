//! First deviations: the first position that both games of a pair have in common in which the engines played different
//! moves.

use std::collections::HashMap;

use shakmaty::Position;
use shakmaty::san::SanPlus;
use shakmaty::uci::UciMove;

use super::PageError;
use super::replay::{play, start};
use players::record::{GameRecord, MoveScore};

#[derive(Debug, Clone, PartialEq)]
pub(super) struct Choice {
    pub(super) engine: usize,
    pub(super) game: usize,
    pub(super) san: String,
    pub(super) score: Option<MoveScore>,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) struct Deviation {
    pub(super) ply: usize,
    /// The moves of both then, that of the game with the lower number first.
    pub(super) choices: [Choice; 2],
}

#[derive(Debug, Default)]
pub(super) struct Deviations {
    /// Games whose partner in the pair has not been added yet.
    waiting: HashMap<usize, GameRecord>,
    pub(super) found: Vec<Deviation>,
}

impl Deviations {
    /// Adds a game. The two games of a pair are neighbours in a store, so few wait.
    pub(super) fn add(&mut self, game: &GameRecord) -> Result<(), PageError> {
        match self.waiting.remove(&game.pair) {
            None => {
                self.waiting.insert(game.pair, game.clone());
            }
            Some(other) => self.found.extend(deviation(&other, game)?),
        }
        Ok(())
    }
}

/// The first deviation of a pair; `None` if one game is the beginning of the other, or their starts differ.
fn deviation(first: &GameRecord, second: &GameRecord) -> Result<Option<Deviation>, PageError> {
    if first.start_fen != second.start_fen || first.book_moves != second.book_moves {
        return Ok(None);
    }
    let both = first.moves.iter().zip(&second.moves);
    let Some(ply) = both.clone().position(|(a, b)| a.uci != b.uci) else {
        return Ok(None);
    };
    let mut at = start(first)?;
    let shared = first.moves[..ply].iter().map(|record| &record.uci);
    for uci in first.book_moves.iter().chain(shared) {
        play(&mut at, first, uci)?;
    }
    let choice = |game: &GameRecord| {
        let record = &game.moves[ply];
        let position = at.position();
        let mv = record.uci.parse::<UciMove>().ok();
        let mv = mv.and_then(|uci| uci.to_move(position).ok());
        let mv =
            mv.ok_or_else(|| PageError::Game { game: game.index, what: record.uci.clone() })?;
        Ok::<_, PageError>(Choice {
            engine: game.mover(ply),
            game: game.index,
            san: SanPlus::from_move(position.clone(), mv).to_string(),
            score: record.score,
        })
    };
    debug_assert!(!at.position().is_game_over());
    Ok(Some(Deviation {
        ply: first.book_moves.len() + ply,
        choices: [choice(first)?, choice(second)?],
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use players::record::GameResult;
    use runner::sample;

    fn pair() -> [GameRecord; 2] {
        let config = sample::config();
        [0, 1].map(|index| sample::game(&config, index, GameResult::WhiteWins))
    }

    #[test]
    fn the_first_other_move_is_found_with_both_scores() {
        let [first, mut second] = pair();
        second.moves[1].uci = "g7g6".to_owned();
        second.moves[1].score = Some(MoveScore::Cp(7));
        second.moves.truncate(2);
        let mut deviations = Deviations::default();
        deviations.add(&first).unwrap();
        deviations.add(&second).unwrap();
        let [found] = &deviations.found[..] else {
            panic!("{deviations:?}");
        };
        assert_eq!(found.ply, 5);
        let [a, b] = &found.choices;
        assert_eq!((a.san.as_str(), b.san.as_str()), ("Nf6", "g6"));
        assert_eq!((a.engine, b.engine), (first.black, second.black));
        assert_ne!(a.engine, b.engine);
        assert_eq!(b.score, Some(MoveScore::Cp(7)));
        assert!(deviations.waiting.is_empty());
    }

    #[test]
    fn games_that_are_the_same_do_not_part() {
        let [first, second] = pair();
        assert_eq!(deviation(&first, &second).unwrap(), None);
        let mut shorter = second.clone();
        shorter.moves.truncate(1);
        assert_eq!(deviation(&first, &shorter).unwrap(), None);
        let mut elsewhere = second;
        elsewhere.book_moves[3] = "g8f6".to_owned();
        assert_eq!(deviation(&first, &elsewhere).unwrap(), None);
    }
}
