//! `report.html`: a run as a page that people look at. It is one file with everything in it, works from a disk
//! without a server, and asks no network for anything.
//!
//! `gathered` collects the data from the games, one after the other; `plots` draws it and `html` writes it.
//! The games themselves are packed into the page, a hundred in a piece, and its script (assets/*.js) unpacks those that
//! are looked at.

mod course;
mod deviations;
mod error;
mod explained;
mod gathered;
mod html;
mod lengths;
mod list;
mod movers;
mod opening_scores;
mod packed;
mod plots;
mod reasons;
mod replay;
mod spread;
mod terms;
mod turn;

use std::path::Path;

use gathered::Gathered;

use crate::Results;
use config::Config;
use config::output::{replace_file, write_named};
pub use error::PageError;
use runner::store::Store;
pub use terms::{Said, TermValue};

/// The file name of a run's page.
pub const PAGE: &str = "report.html";

/// A run's page, and what stands on it.
#[derive(Debug)]
pub struct Page {
    /// A version that changes when the run does: [`Store::version`].
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
    /// The page of a run. `config` is the stored one, or that with what is not stored (the test that ends a
    /// match); `tell` is called for each game.
    ///
    /// # Errors
    /// If the store cannot be read, or has something in it that cannot be.
    pub fn of(
        config: &Config,
        store: &Store,
        delivery: Delivery,
        tell: impl FnMut(),
    ) -> Result<Self, PageError> {
        let mut gathered = Gathered::of(config, store, tell)?;
        let plots = html::plots(&gathered)?;
        let html = html::document(config, &mut gathered, &plots, delivery)?;
        let files = plots.iter().flat_map(html::LadderPlots::files);
        Ok(Self {
            version: gathered.version,
            html,
            plots: files.collect(),
            results: gathered.results,
        })
    }

    /// The page of the run in `folder` as far as it has been played.
    ///
    /// # Errors
    /// As [`Page::of`]; also if there is no run.
    pub fn of_folder(
        folder: &Path,
        delivery: Delivery,
        tell: impl FnMut(),
    ) -> Result<Self, PageError> {
        let store = Store::open_read_only(folder)?;
        let config = stored_config(folder, &store)?;
        Self::of(&config, &store, delivery, tell)
    }

    /// Writes the page, at once and entirely or not at all.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), PageError> {
        replace_file(path, |file| Ok(file.write_all(self.html.as_bytes())?))
    }

    /// Writes the page to a path that a user has named, which may be a link or no file.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write_named(&self, path: &Path) -> Result<(), PageError> {
        write_named(path, |file| Ok(file.write_all(self.html.as_bytes())?))
    }
}

/// Evaluations of a position by the evaluators of the run in `folder`: of the game of this number, from 1, after this many of
/// its moves. Nothing if there is no such game.
///
/// # Errors
/// As [`Page::of_folder`].
pub fn explain(folder: &Path, game: usize, moves: usize) -> Result<Vec<Said>, PageError> {
    let store = Store::open_read_only(folder)?;
    let config = stored_config(folder, &store)?;
    let game = game
        .checked_sub(1)
        .map(|index| store.game(index))
        .transpose()?;
    match game.flatten() {
        Some(game) => terms::said(&config, &game, moves),
        None => Ok(Vec::new()),
    }
}

/// The configuration that a store holds, with the test that ends the match.
fn stored_config(folder: &Path, store: &Store) -> Result<Config, PageError> {
    let config = Config::from_canonical(&store.info().configuration);
    let mut config = config.map_err(|error| PageError::Configuration {
        folder: folder.to_owned(),
        reason: error.to_string(),
    })?;
    let invocation = store.invocation()?;
    (config.run.sprt, config.run.elo_width) = (invocation.sprt, invocation.elo_width);
    Ok(config)
}
