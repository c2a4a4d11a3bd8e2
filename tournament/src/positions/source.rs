//! Where positions come from: runs, files of games, and files of positions.

use std::fs::File;
use std::path::{Path, PathBuf};

use engine_core::game::{Game, position_from_fen};
use openings::{Opening, Unusable, WholeGame, visit_games};

use super::Position;
use super::draw::{Drawer, Recipe, Sifted};
use super::error::PositionsError;
use super::file;
use super::numbers::Numbers;
use crate::record::GameRecord;
use crate::store::Store;

/// No game has so many positions: what is beyond is looked at by itself, and need not be held with the others.
const GAME: usize = 4096;

/// What positions are drawn from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Input {
    /// A run's folder: its games as they are stored, in the order of games.pgn.
    Run(PathBuf),
    /// A file of games.
    Games(PathBuf),
    /// A file of positions.
    Positions(PathBuf),
}

impl Input {
    /// What a path leads to, by its ending.
    ///
    /// # Errors
    /// If it cannot be opened, or its ending says nothing.
    pub fn of(path: &Path) -> Result<Input, PositionsError> {
        let path = path.to_owned();
        if path.is_dir() {
            Store::open_read_only(&path)?;
            return Ok(Input::Run(path));
        }
        let file = path.display().to_string();
        let opened = File::open(&path);
        let lower = file.to_lowercase();
        let bare = lower.strip_suffix(".gz").unwrap_or(&lower);
        if bare.ends_with(".pgn") || lower.ends_with(".zip") {
            opened.map_err(|source| PositionsError::ReadGames { file, source })?;
            return Ok(Input::Games(path));
        }
        if [".epd", ".txt", ".plain"]
            .iter()
            .any(|&ending| bare.ends_with(ending))
        {
            opened.map_err(|source| PositionsError::Read { file, source })?;
            return Ok(Input::Positions(path));
        }
        Err(PositionsError::UnknownEnding { file })
    }
}

/// What is told while positions are drawn.
#[derive(Debug)]
pub enum Drawn {
    /// A game, and what was drawn from it.
    Game(Vec<Position>),
    /// A game that cannot be used.
    Unusable {
        /// Its file and line.
        place: String,
        /// Why not.
        reason: String,
    },
}

/// How much there was.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games of all inputs.
    pub games: usize,
    /// Games among them that cannot be used.
    pub unusable: usize,
    /// Lines of files of positions.
    pub sifted: Sifted,
    /// Positions that were drawn.
    pub drawn: usize,
}

/// Draws from one input after the other, whose games are counted from 1 on, and hands what is drawn to `take` at once.
/// Files of positions are looked through before the first is drawn: a bad line is known before anything is done.
///
/// Of what was drawn nothing is kept but eight bytes a position, by which it is known when it comes again.
///
/// # Errors
/// If an input cannot be read, there is nothing to be drawn, or whatever `take` returns.
pub fn draw(
    inputs: &[Input],
    recipe: Recipe,
    take: &mut dyn FnMut(Drawn) -> Result<(), PositionsError>,
) -> Result<Tally, PositionsError> {
    for input in inputs {
        if let Input::Positions(path) = input {
            file::check(path)?;
        }
    }
    let mut source = Source {
        drawer: Drawer::new(recipe),
        numbers: Numbers::default(),
        tally: Tally::default(),
        take,
    };
    for input in inputs {
        match input {
            Input::Run(folder) => source.run(folder)?,
            Input::Games(path) => source.games(path)?,
            Input::Positions(path) => source.positions(path)?,
        }
    }
    let tally = Tally {
        games: source.numbers.count(),
        ..source.tally
    };
    match tally.drawn {
        0 => Err(PositionsError::Nothing(tally)),
        _ => Ok(tally),
    }
}

struct Source<'t> {
    drawer: Drawer,
    numbers: Numbers,
    tally: Tally,
    take: &'t mut dyn FnMut(Drawn) -> Result<(), PositionsError>,
}

impl Source<'_> {
    fn run(&mut self, folder: &Path) -> Result<(), PositionsError> {
        Store::open_read_only(folder)?.visit(|record| {
            let game = whole(&record).ok_or_else(|| PositionsError::Damaged {
                folder: folder.display().to_string(),
                game: record.index + 1,
            })?;
            self.game(&game)
        })
    }

    fn games(&mut self, path: &Path) -> Result<(), PositionsError> {
        visit_games(path, |game| match game {
            Ok(game) => self.game(&game),
            Err(Unusable { line, reason }) => {
                self.numbers.next();
                self.tally.unusable += 1;
                let place = format!("{}:{line}", path.display());
                (self.take)(Drawn::Unusable { place, reason })
            }
        })
    }

    fn game(&mut self, game: &WholeGame) -> Result<(), PositionsError> {
        let number = self.numbers.next();
        let drawn = self.drawer.draw(number, game);
        self.hand_over(drawn)
    }

    fn hand_over(&mut self, drawn: Vec<Position>) -> Result<(), PositionsError> {
        self.tally.drawn += drawn.len();
        (self.take)(Drawn::Game(drawn))
    }

    /// Lines of one game that follow each other are drawn from together.
    fn positions(&mut self, path: &Path) -> Result<(), PositionsError> {
        self.numbers.forget_names();
        let (mut name, mut together) = (None, Vec::new());
        file::visit(path, None, |of, mut position| {
            if of.is_none() || of != name || together.len() == GAME {
                self.sift(name, std::mem::take(&mut together))?;
            }
            position.number = match together.is_empty() {
                true => self.numbers.of(of).number,
                false => together[0].number,
            };
            name = of;
            together.push(position);
            Ok(())
        })?;
        self.sift(name, together)
    }

    fn sift(&mut self, name: Option<u64>, positions: Vec<Position>) -> Result<(), PositionsError> {
        if positions.is_empty() {
            return Ok(());
        }
        let taken = match name {
            None => 0,
            name => self.numbers.of(name).taken,
        };
        let drawn = self.drawer.sift(positions, taken, &mut self.tally.sifted);
        self.numbers.take(name, drawn.len());
        self.hand_over(drawn)
    }
}

/// A stored game; `None` if it cannot be played again.
fn whole(record: &GameRecord) -> Option<WholeGame> {
    let start = record.start_fen.as_deref().map(position_from_fen);
    let mut game = Game::new(start.transpose().ok()?.unwrap_or_default());
    let moves = record.moves.iter().map(|mv| &mv.uci);
    for uci in record.book_moves.iter().chain(moves) {
        game.play_uci(uci).ok()?;
    }
    Some(WholeGame {
        opening: Opening {
            start: game.start().clone(),
            moves: game.moves().to_vec(),
            ..Opening::start_position()
        },
        white_half_points: record.outcome.white_half_points(),
    })
}
