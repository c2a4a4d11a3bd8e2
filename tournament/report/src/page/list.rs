//! The list of games as the page reads it: one column per property of a game.

use std::collections::HashMap;

use engine_core::text::printable;
use serde::Serialize;

use super::PageError;
use super::packed;
use super::replay::Replay;
use super::turning_point::Turn;
use players::record::GameRecord;

/// The maximum of games that are listed, the first of the schedule: more than anyone looks through, and few enough for
/// a browser.
pub(super) const LISTED: usize = 20_000;
const CHUNK: usize = 100;
/// The maximum length of packed games: a page of 10,000 games has room for it.
const ROOM: usize = 13_000_000;

#[derive(Debug, Default)]
struct Words {
    numbers: HashMap<String, usize>,
    words: Vec<String>,
}

impl Words {
    fn number(&mut self, word: &str) -> usize {
        if let Some(&number) = self.numbers.get(word) {
            return number;
        }
        let number = self.words.len();
        self.numbers.insert(word.to_owned(), number);
        self.words.push(word.to_owned());
        number
    }
}

#[derive(Debug, Default, Serialize)]
struct GameColumns {
    game: Vec<usize>,
    white: Vec<usize>,
    black: Vec<usize>,
    result: Vec<u8>,
    ending: Vec<usize>,
    plies: Vec<usize>,
    opening: Vec<usize>,
    time_control: Vec<usize>,
    /// The largest distance from its result, at the turning point, in hundredths of a point.
    swing: Vec<u32>,
    /// The place of the turning point: the moves before it, including book moves.
    turn: Vec<usize>,
}

#[derive(Debug, Default)]
pub(super) struct List {
    columns: GameColumns,
    endings: Words,
    openings: Words,
    open: Vec<Replay>,
    /// Packed games, [`CHUNK`] in each, and their length as text.
    pub(super) chunks: Vec<String>,
    room: usize,
}

#[derive(Serialize)]
struct GameList<'a> {
    engines: &'a [&'a str],
    time_controls: &'a [&'a str],
    elo: &'a [Option<f64>],
    endings: &'a [String],
    openings: &'a [String],
    chunk: usize,
    replays: usize,
    columns: &'a GameColumns,
}

impl List {
    /// Adds a game of a time control, if there is still room.
    pub(super) fn add(
        &mut self,
        game: &GameRecord,
        time_control: usize,
        turn: Turn,
    ) -> Result<(), PageError> {
        if self.len() == LISTED {
            return Ok(());
        }
        let GameColumns {
            game: number,
            white,
            black,
            result,
            ending,
            plies,
            opening,
            time_control: time_controls,
            swing,
            turn: turns,
        } = &mut self.columns;
        number.push(game.index + 1);
        white.push(game.white);
        black.push(game.black);
        result.push(game.outcome.white_half_points());
        ending.push(self.endings.number(game.termination.phrase()));
        plies.push(game.book_moves.len() + game.moves.len());
        opening.push(self.openings.number(&opening_text(game)));
        time_controls.push(time_control);
        swing.push((100.0 * turn.points).round() as u32);
        turns.push(game.book_moves.len() + turn.ply);
        if self.room < ROOM {
            self.open.push(Replay::of(game)?);
            if self.open.len() == CHUNK {
                self.close_chunk()?;
            }
        }
        Ok(())
    }

    pub(super) fn len(&self) -> usize {
        self.columns.game.len()
    }

    pub(super) fn replays(&self) -> usize {
        (CHUNK * self.chunks.len() + self.open.len()).min(self.len())
    }

    pub(super) fn end(
        &mut self,
        engines: &[&str],
        time_controls: &[&str],
        elo: &[Option<f64>],
    ) -> Result<String, PageError> {
        let replays = self.replays();
        if !self.open.is_empty() {
            self.close_chunk()?;
        }
        packed(&GameList {
            engines,
            time_controls,
            elo,
            endings: &self.endings.words,
            openings: &self.openings.words,
            chunk: CHUNK,
            replays,
            columns: &self.columns,
        })
    }

    fn close_chunk(&mut self) -> Result<(), PageError> {
        let chunk = packed(&self.open)?;
        self.open.clear();
        self.room += chunk.len();
        self.chunks.push(chunk);
        Ok(())
    }
}

/// The code and the name of an opening; its book moves where it has no name.
fn opening_text(game: &GameRecord) -> String {
    let name = if game.opening_name.is_empty() {
        game.book_moves.join(" ")
    } else {
        game.opening_name.clone()
    };
    printable([game.eco.as_str(), &name].join(" ").trim()).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use players::record::GameResult;
    use runner::sample;

    #[test]
    fn rows_and_replays_are_in_the_order_of_the_games() {
        let config = sample::config();
        let mut list = List::default();
        for index in 0..3 {
            let game = sample::game(&config, index, GameResult::Draw);
            let turn = Turn { ply: 2, points: 0.456 };
            list.add(&game, 0, turn).unwrap();
        }
        assert_eq!((list.len(), list.replays()), (3, 3));
        assert_eq!(list.columns.game, [1, 2, 3]);
        assert_eq!(list.columns.opening, [0, 0, 0]);
        assert_eq!(list.openings.words, ["C23 Bishop's Opening, \"Boi\""]);
        assert_eq!(list.columns.swing, [46; 3]);
        assert_eq!(list.columns.turn, [6; 3]);
        assert_eq!(list.columns.plies, [7; 3]);
        list.end(&["a"], &[], &[None]).unwrap();
        assert_eq!(list.chunks.len(), 1);
        assert_eq!(list.replays(), 3);
    }

    #[test]
    fn games_beyond_the_room_are_listed_all_the_same() {
        let config = sample::config();
        let mut list = List { room: ROOM, ..List::default() };
        list.add(&sample::game(&config, 0, GameResult::Draw), 0, Turn::default()).unwrap();
        assert_eq!((list.len(), list.replays()), (1, 0));
    }
}
