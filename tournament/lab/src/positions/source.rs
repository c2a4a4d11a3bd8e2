//! Sources of positions: runs, files of games, and files of positions.

use std::collections::HashMap;
use std::fs::File;
use std::io::BufRead;
use std::path::{Path, PathBuf};

use engine_core::game::{Game, position_from_fen};
use openings::files::{self, FileError, FileFilter, FileText, Kind};
use openings::pgn::{GivenScore, GivenValue};
use openings::{GameEvent, Opening, UnusableGame, WholeGame, games_of};
use shakmaty::Position as _;

use super::Position;
use super::draw::{Drawer, FilterCounts, Recipe};
use super::error::PositionsError;
use super::file;
use players::record::{GameRecord, MoveScore};
use runner::store::Store;

/// More positions than any game has: those beyond are looked at by themselves, and need not be held with the others.
const GAME: usize = 4096;

/// The contents expected in a file that positions are drawn from.
const WANTED: FileFilter = FileFilter { kinds: &[Kind::Games, Kind::Positions], otherwise: None };

/// A source of positions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Input {
    /// A run's folder: its games as they are stored, in the order of games.pgn.
    Run(PathBuf),
    /// A file of games or of positions, or an archive of such; `-` is standard input.
    File(PathBuf),
}

impl Input {
    /// The source at a path.
    ///
    /// # Errors
    /// If it cannot be opened.
    pub fn of(path: &Path) -> Result<Input, PositionsError> {
        let path = path.to_owned();
        if path.is_dir() {
            Store::open_read_only(&path)?;
            return Ok(Input::Run(path));
        }
        if !files::is_stdin(&path) {
            File::open(&path)
                .map_err(|source| FileError::Read { file: path.display().to_string(), source })?;
        }
        Ok(Input::File(path))
    }
}

/// Progress while positions are drawn.
#[derive(Debug)]
pub enum DrawEvent {
    /// A game, and what was drawn from it.
    Game(Vec<Position>),
    /// A game that cannot be used.
    Unusable {
        /// Its file and line.
        place: String,
        /// The reason.
        reason: String,
    },
    /// An error that was repaired in reading a file, with the name of the file.
    Repair(String),
}

/// Counts of games and positions.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games of all inputs.
    pub games: usize,
    /// Games among them that cannot be used.
    pub unusable: usize,
    /// Lines of files of positions.
    pub filtered: FilterCounts,
    /// Positions that were drawn.
    pub drawn: usize,
}

/// Draws from one input after the other, whose games are counted from 1 on, and hands what is drawn to `take` at once.
/// Files of positions are looked through before the first is drawn, but for standard input: a bad line is known before
/// anything is done.
///
/// Of what was drawn nothing is kept but eight bytes a position, by which it is known when it comes again.
///
/// # Errors
/// If an input cannot be read, there is nothing to be drawn, or whatever `take` returns.
pub fn draw(
    inputs: &[Input],
    recipe: Recipe,
    take: &mut dyn FnMut(DrawEvent) -> Result<(), PositionsError>,
) -> Result<Tally, PositionsError> {
    for input in inputs {
        if let Input::File(path) = input
            && !files::is_stdin(path)
        {
            files::visit(path, WANTED, None, |text| match text.kind {
                Kind::Positions => file::check(text),
                _ => Ok(()),
            })?;
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
            Input::File(path) => files::visit(path, WANTED, None, |text| {
                if let Some(own) = text.encoding {
                    source.repair(&text.name, &format!("it is read as {own}"))?;
                }
                match text.kind {
                    Kind::Games => source.games(&text.name, text.text),
                    _ => source.positions(text),
                }
            })?,
        }
    }
    let tally = Tally { games: source.numbers.count, ..source.tally };
    match tally.drawn {
        0 => Err(PositionsError::Nothing(tally)),
        _ => Ok(tally),
    }
}

struct Source<'t> {
    drawer: Drawer,
    numbers: Numbers,
    tally: Tally,
    take: &'t mut dyn FnMut(DrawEvent) -> Result<(), PositionsError>,
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

    fn games(&mut self, name: &str, text: impl BufRead) -> Result<(), PositionsError> {
        games_of(name, text, |item| match item {
            GameEvent::Game(game) => self.game(&game),
            GameEvent::Unusable(UnusableGame { line, reason }) => {
                self.numbers.next();
                self.tally.unusable += 1;
                let place = format!("{name}:{line}");
                (self.take)(DrawEvent::Unusable { place, reason })
            }
            GameEvent::Repair(repair) => self.repair(name, &repair),
        })
    }

    fn repair(&mut self, name: &str, repair: &str) -> Result<(), PositionsError> {
        (self.take)(DrawEvent::Repair(format!("{name}: {repair}")))
    }

    fn game(&mut self, game: &WholeGame) -> Result<(), PositionsError> {
        let number = self.numbers.next();
        let drawn = self.drawer.draw(number, game);
        self.hand_over(drawn)
    }

    fn hand_over(&mut self, drawn: Vec<Position>) -> Result<(), PositionsError> {
        self.tally.drawn += drawn.len();
        (self.take)(DrawEvent::Game(drawn))
    }

    /// Lines of one game that follow each other are drawn from together.
    fn positions(&mut self, text: FileText<'_>) -> Result<(), PositionsError> {
        self.numbers.forget_names();
        let (mut name, mut together) = (None, Vec::new());
        let file = text.name.clone();
        file::visit(text, None, |item| {
            let (of, mut position) = match item {
                file::FileItem::Position(of, position) => (of, *position),
                file::FileItem::Repair(repair) => return self.repair(&file, &repair),
            };
            if of.is_none() || of != name || together.len() == GAME {
                self.sift(name, std::mem::take(&mut together))?;
            }
            position.number =
                if together.is_empty() { self.numbers.of(of).number } else { together[0].number };
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
        let taken = name.map_or(0, |_| self.numbers.of(name).taken);
        let drawn = self.drawer.sift(positions, taken, &mut self.tally.filtered);
        self.numbers.take(name, drawn.len());
        self.hand_over(drawn)
    }
}

/// A game of which there are positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct GameEntry {
    /// Its number, from 1.
    pub(super) number: usize,
    /// The number of its positions taken before.
    taken: usize,
}

/// Counts games in the order in which they first occur. Games with names are known again by them, at two dozen bytes
/// each.
#[derive(Debug, Default)]
pub(super) struct Numbers {
    known: HashMap<u64, GameEntry>,
    count: usize,
}

impl Numbers {
    fn next(&mut self) -> usize {
        self.count += 1;
        self.count
    }

    /// The game of this name; without one it is a new one.
    pub(super) fn of(&mut self, name: Option<u64>) -> GameEntry {
        let Some(name) = name else {
            return GameEntry { number: self.next(), taken: 0 };
        };
        *self.known.entry(name).or_insert_with(|| {
            self.count += 1;
            GameEntry { number: self.count, taken: 0 }
        })
    }

    fn take(&mut self, name: Option<u64>, positions: usize) {
        if let Some(known) = name.and_then(|name| self.known.get_mut(&name)) {
            known.taken += positions;
        }
    }

    /// Another file begins, in which the same names are other games.
    pub(super) fn forget_names(&mut self) {
        self.known.clear();
    }
}

/// A stored game; `None` if it cannot be played again.
fn whole(record: &GameRecord) -> Option<WholeGame> {
    let start = record.start_fen.as_deref().map(position_from_fen);
    let mut game = Game::new(start.transpose().ok()?.unwrap_or_default());
    for uci in &record.book_moves {
        game.play_uci(uci).ok()?;
    }
    let mut scores = vec![None; game.moves().len()];
    for mv in &record.moves {
        let white = mv.score.map(|score| match score {
            MoveScore::Cp(cp) => GivenValue::Centipawns(cp),
            MoveScore::Mate { mate } => GivenValue::Mate(mate),
        });
        let turn = game.position().turn();
        scores.push(white.map(|white| GivenScore {
            value: turn.fold_wb(white, white.negated()),
            depth: Some(u32::from(mv.depth)),
            nodes: Some(mv.nodes),
            side_supposed: false,
        }));
        game.play_uci(&mv.uci).ok()?;
    }
    Some(WholeGame {
        opening: Opening {
            start: game.start().clone(),
            moves: game.moves().to_vec(),
            ..Opening::start_position()
        },
        white_half_points: record.outcome.white_half_points(),
        scores,
    })
}
