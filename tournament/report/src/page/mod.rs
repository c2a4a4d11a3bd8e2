//! `report.html`: a run as a page for browsers. It is one self-contained file, works from a disk without a server, and
//! loads nothing from a network.
//!
//! `PageBuilder` collects the data from the games, one after the other; `plots` draws it and `html` writes it. The games
//! themselves are packed into the page in chunks of a hundred, and its script (assets/*.js) unpacks those that are
//! viewed.

mod findings;
mod games;
mod html;
mod plots;
mod terms;

use std::io::{self, Write};
use std::path::Path;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use config::output::{replace_file, write_named};
use engine_core::game::Game;
use flate2::Compression;
use flate2::write::DeflateEncoder;
use players::player::PlayerError;
use players::record::GameRecord;
use runner::run::Run;
use runner::store::{StoreError, numbered};
use serde::Serialize;

use crate::{Results, RunBuilder};
use findings::{Deviations, Highlight, OpeningScores, Turn};
use games::{LISTED, List};
pub use html::BarePage;
pub use terms::{EngineTerms, TermValue};
use terms::{Sample, Selection};

/// The file name of a run's page.
pub const PAGE: &str = "report.html";

/// The reason that a page cannot be made.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say what the fields are")]
pub enum PageError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("{}: {what:?} cannot be played; the store is damaged, and `evalarena run` with --repair plays this game again", numbered(*game as i64))]
    Game { game: usize, what: String },
    #[error(transparent)]
    Player(#[from] PlayerError),
    #[error("cannot write: {0}")]
    Write(#[from] io::Error),
    #[error("cannot write JSON: {0}")]
    Json(#[from] serde_json::Error),
}

/// A run's page, and its contents.
#[derive(Debug)]
pub struct Page {
    /// A version that changes when the run does: [`runner::store::Store::version`].
    pub version: String,
    /// The HTML.
    pub html: String,
    /// The run in numbers, as `results.json` has them.
    pub results: Results,
    /// The plots as SVG on white paper, with the names of their files.
    pub plots: Vec<(String, String)>,
}

/// The way a page is delivered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Delivery {
    /// As a file.
    File,
    /// From a server that shows a run while it is played, and explains any position.
    Live,
}

impl Page {
    /// The page of a run as far as it has been played; `notify` is called for each game. Fails if the store cannot be
    /// read, or has invalid contents.
    pub fn of(run: &Run, delivery: Delivery, mut notify: impl FnMut()) -> Result<Self, PageError> {
        let mut builder = PageBuilder::new(run)?;
        run.store.visit(|game| {
            notify();
            builder.add(&game)
        })?;
        let results = builder.results()?;
        builder.page(results, delivery)
    }

    /// Writes the page, at once and entirely or not at all. Fails if the file cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), PageError> {
        replace_file(path, |file| Ok(file.write_all(self.html.as_bytes())?))
    }

    /// Writes the page to a path from the user, which may be a link or no regular file. Fails if it cannot be written.
    pub fn write_named(&self, path: &Path) -> Result<(), PageError> {
        write_named(path, |file| Ok(file.write_all(self.html.as_bytes())?))
    }
}

/// Collects the data of the page from the games of a run.
#[derive(Debug)]
pub(crate) struct PageBuilder<'r> {
    run: &'r Run,
    version: String,
    results: RunBuilder,
    openings: OpeningScores,
    deviations: Deviations,
    list: List,
    /// The game with the biggest turnaround of those that can be replayed.
    highlight: Option<Highlight>,
    selection: Selection,
    sample: Sample,
}

impl<'r> PageBuilder<'r> {
    pub(crate) fn new(run: &'r Run) -> Result<Self, StoreError> {
        Ok(Self {
            run,
            version: run.store.version()?,
            results: RunBuilder::of(run),
            openings: OpeningScores::default(),
            deviations: Deviations::default(),
            list: List::default(),
            highlight: None,
            selection: Selection::default(),
            sample: Sample::default(),
        })
    }

    /// Adds a game; they come in the order of the schedule.
    pub(crate) fn add(&mut self, game: &GameRecord) -> Result<(), PageError> {
        let turn = Turn::of(game);
        self.results.add(game);
        self.openings.add(game);
        self.sample.add(game);
        let row = self.list.len();
        if row < LISTED {
            self.selection.add(row, game, turn);
            self.deviations.add(game)?;
        }
        self.list.add(game, self.run.schedule.time_control(game.index), turn)?;
        if self.list.replays() == self.list.len() {
            self.highlight = Highlight::further(self.highlight.take(), game, turn)?;
        }
        Ok(())
    }

    pub(crate) fn results(&self) -> Result<Results, StoreError> {
        self.results.results_of(self.run)
    }

    pub(crate) fn page(mut self, results: Results, delivery: Delivery) -> Result<Page, PageError> {
        let plots = plots::of_time_controls(&results);
        let of_run = plots::of_run(&results);
        let html = html::document(&mut self, &results, &of_run, delivery)?;
        let plots = plots.into_iter().chain(of_run.iter().map(|plot| plot.file("")));
        Ok(Page { version: self.version, html, plots: plots.collect(), results })
    }
}

/// Data that the page unpacks on demand: JSON, deflated (RFC 1951, as `DecompressionStream("deflate-raw")` reads it), as
/// base64.
fn packed(data: &impl Serialize) -> Result<String, PageError> {
    let mut deflate = DeflateEncoder::new(Vec::new(), Compression::best());
    serde_json::to_writer(&mut deflate, data)?;
    deflate.flush()?;
    Ok(STANDARD.encode(deflate.finish()?))
}

fn start(game: &GameRecord) -> Result<Game, PageError> {
    let Some(fen) = &game.start_fen else {
        return Ok(Game::default());
    };
    Game::parse(fen).map_err(|_| impossible(game, fen))
}

fn play(at: &mut Game, game: &GameRecord, uci: &str) -> Result<(), PageError> {
    at.play_uci(uci).map_err(|_| impossible(game, uci))
}

/// The position after this many moves of a game, including book moves.
fn position(game: &GameRecord, moves: usize) -> Result<Game, PageError> {
    let mut at = start(game)?;
    let played = game.moves.iter().map(|record| &record.uci);
    for uci in game.book_moves.iter().chain(played).take(moves) {
        play(&mut at, game, uci)?;
    }
    Ok(at)
}

fn impossible(game: &GameRecord, what: &str) -> PageError {
    PageError::Game { game: game.index, what: what.to_owned() }
}

/// Evaluations of a position by the evaluators of a run: game number `game`, from 1, after `moves` moves. Empty if
/// there is no such game. Fails as [`Page::of`] does.
pub fn explain(run: &Run, game: usize, moves: usize) -> Result<Vec<EngineTerms>, PageError> {
    let game = game.checked_sub(1).map(|index| run.store.game(index)).transpose()?;
    match game.flatten() {
        Some(game) => terms::engine_terms(&run.config, &game, moves),
        None => Ok(Vec::new()),
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use flate2::read::DeflateDecoder;

    use super::*;

    #[test]
    fn what_is_packed_is_there_again() {
        let packed = packed(&["</script>", "\"é\""]).unwrap();
        assert!(!packed.contains('<'), "{packed}");
        let bytes = STANDARD.decode(packed).unwrap();
        let mut text = String::new();
        DeflateDecoder::new(&bytes[..]).read_to_string(&mut text).unwrap();
        assert_eq!(text, r#"["</script>","\"é\""]"#);
    }
}
