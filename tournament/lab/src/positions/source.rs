//! Sources of positions: runs, files of games, and files of positions.

use std::fs::File;
use std::path::{Path, PathBuf};

use engine_core::game::{Game, position_from_fen};
use openings::files::{self, FileError, FileFilter, FileText, Kind};
use openings::pgn::{GivenScore, GivenValue};
use openings::{Opening, UnusableGame, WholeGame, games_of};
use shakmaty::Position as _;

use super::Position;
use super::draw::{Drawer, LAST_PLIES, OPENING_MOVES, Recipe, Tally};
use super::lines::{self, GameNumbers, with_remedy};
use crate::error::{LabError, message};
use players::record::{GameRecord, MoveScore};
use report::plural;
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
    /// The source at a path. Fails if it cannot be opened.
    pub fn of(path: &Path) -> Result<Input, LabError> {
        let path = path.to_owned();
        if path.is_dir() {
            Store::open_read_only(&path)?;
            return Ok(Input::Run(path));
        }
        if !files::is_stdin(&path)
            && let Err(source) = File::open(&path)
        {
            let error = FileError::Read { file: path.display().to_string(), source };
            return Err(with_remedy(error.into()));
        }
        Ok(Input::File(path))
    }
}

/// Progress while positions are drawn.
#[derive(Debug)]
pub enum DrawEvent {
    /// What was drawn from a game.
    Game(Vec<Position>),
    /// A game that cannot be used: its file and line, and the reason.
    Unusable(String, String),
    /// An error that was repaired in reading a file, with the name of the file.
    Repair(String),
}

/// Draws from one input after the other, whose games are counted from 1 on, and hands what is drawn to `take` at once.
/// Files of positions are looked through before the first is drawn, but for standard input: a bad line is known before
/// anything is done. Fails if there is nothing to be drawn.
///
/// Of what was drawn nothing is kept but eight bytes a position, by which it is known when it comes again.
pub fn draw(
    inputs: &[Input],
    recipe: Recipe,
    take: &mut dyn FnMut(DrawEvent) -> Result<(), LabError>,
) -> Result<Tally, LabError> {
    for input in inputs {
        if let Input::File(path) = input
            && !files::is_stdin(path)
        {
            let check = |text: FileText<'_>| match text.kind {
                Kind::Positions => lines::visit(text, None, |_, _| Ok(())).map(|_| ()),
                _ => Ok(()),
            };
            files::visit(path, WANTED, None, check).map_err(with_remedy)?;
        }
    }
    let (drawer, numbers) = (Drawer::new(recipe), GameNumbers::default());
    let mut source = Source { drawer, numbers, tally: Tally::default(), take };
    for input in inputs {
        let drawn = match input {
            Input::Run(folder) => source.run(folder),
            Input::File(path) => files::visit(path, WANTED, None, |text| source.file(text)),
        };
        drawn.map_err(with_remedy)?;
    }
    let tally = Tally { games: source.numbers.count, ..source.tally };
    match tally {
        Tally { drawn: 1.., .. } => Ok(tally),
        Tally { games, lines: 0, .. } => Err(message!(
            "there is no quiet position in {} after move {OPENING_MOVES} and before their last {LAST_PLIES} \
                 plies; name files with more and longer games that have results",
            plural(games, "game")
        )),
        Tally { games, lines, .. } => Err(message!(
            "there is no quiet position to be drawn in {} and {}; name files with more of them",
            plural(lines, "line"),
            plural(games, "game")
        )),
    }
}

struct Source<'t> {
    drawer: Drawer,
    numbers: GameNumbers,
    tally: Tally,
    take: &'t mut dyn FnMut(DrawEvent) -> Result<(), LabError>,
}

impl Source<'_> {
    fn run(&mut self, folder: &Path) -> Result<(), LabError> {
        Store::open_read_only(folder)?.visit(|record| {
            let game = whole(&record).ok_or_else(|| {
                message!(
                    "{}: game {} cannot be played again; the store is damaged",
                    folder.display(),
                    record.index + 1
                )
            })?;
            self.game(&game)
        })
    }

    fn file(&mut self, text: FileText<'_>) -> Result<(), LabError> {
        let name = text.name.clone();
        if let Some(own) = text.encoding {
            (self.take)(DrawEvent::Repair(format!("{name}: it is read as {own}")))?;
        }
        if text.kind != Kind::Games {
            return self.positions(text);
        }
        let repairs = games_of(&name, text.text, |game| match game {
            Ok(game) => self.game(&game),
            Err(UnusableGame { line, reason }) => {
                self.numbers.of(None);
                self.tally.unusable += 1;
                (self.take)(DrawEvent::Unusable(format!("{name}:{line}"), reason))
            }
        })?;
        let mut repairs = repairs.into_iter();
        repairs.try_for_each(|repair| (self.take)(DrawEvent::Repair(format!("{name}: {repair}"))))
    }

    fn game(&mut self, game: &WholeGame) -> Result<(), LabError> {
        let number = self.numbers.of(None);
        let drawn = self.drawer.draw(number, game);
        self.hand_over(drawn)
    }

    fn hand_over(&mut self, drawn: Vec<Position>) -> Result<(), LabError> {
        self.tally.drawn += drawn.len();
        (self.take)(DrawEvent::Game(drawn))
    }

    /// Lines of one game that follow each other are drawn from together.
    fn positions(&mut self, text: FileText<'_>) -> Result<(), LabError> {
        self.numbers.known.clear();
        let (mut name, mut together) = (None, Vec::<Position>::new());
        let file = text.name.clone();
        let repair = lines::visit(text, None, |of, mut position| {
            if of.is_none() || of != name || together.len() == GAME {
                self.sift(name, std::mem::take(&mut together))?;
            }
            position.number = together.first().map_or_else(|| self.numbers.of(of), |of| of.number);
            name = of;
            together.push(position);
            Ok(())
        })?;
        if let Some(repair) = repair {
            (self.take)(DrawEvent::Repair(format!("{file}: {repair}")))?;
        }
        self.sift(name, together)
    }

    fn sift(&mut self, name: Option<u64>, positions: Vec<Position>) -> Result<(), LabError> {
        if positions.is_empty() {
            return Ok(());
        }
        let mut unnamed = (0, 0);
        let known = name.and_then(|name| self.numbers.known.get_mut(&name));
        let (_, taken) = known.unwrap_or(&mut unnamed);
        let drawn = self.drawer.sift(positions, *taken, &mut self.tally);
        *taken += drawn.len();
        self.hand_over(drawn)
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
