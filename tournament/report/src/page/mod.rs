//! `report.html`: a run as a page for browsers. It is one self-contained file, works from a disk without a server, and
//! loads nothing from a network.
//!
//! `gathered` collects the data from the games, one after the other; `plots` draws it and `html` writes it. The games
//! themselves are packed into the page in chunks of a hundred, and its script (assets/*.js) unpacks those that are
//! viewed.

mod bare;
mod deviations;
mod distributions;
mod error;
mod explained;
mod explanations;
mod gathered;
mod highlight;
mod html;
mod lengths;
mod list;
mod opening_scores;
mod packed;
mod plots;
mod rating_history;
mod replay;
mod term_impact;
mod terms;
mod turning_point;
mod versions;

use std::path::Path;

use crate::Results;
pub use bare::BarePage;
use config::output::{replace_file, write_named};
pub use error::PageError;
pub(crate) use gathered::PageBuilder;
use runner::run::Run;
pub use terms::{EngineTerms, TermValue};
pub use versions::{TestRow, VersionElo, VersionList, VersionRow, VersionsPage};

/// The file name of a run's page.
pub const PAGE: &str = "report.html";

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
    /// The page of a run as far as it has been played; `notify` is called for each game.
    ///
    /// # Errors
    /// If the store cannot be read, or has invalid contents.
    pub fn of(run: &Run, delivery: Delivery, mut notify: impl FnMut()) -> Result<Self, PageError> {
        let mut builder = PageBuilder::new(run)?;
        run.store.visit(|game| {
            notify();
            builder.add(&game)
        })?;
        let results = builder.results()?;
        builder.page(results, delivery)
    }

    /// Writes the page, at once and entirely or not at all.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), PageError> {
        replace_file(path, |file| Ok(file.write_all(self.html.as_bytes())?))
    }

    /// Writes the page to a path from the user, which may be a link or no regular file.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write_named(&self, path: &Path) -> Result<(), PageError> {
        write_named(path, |file| Ok(file.write_all(self.html.as_bytes())?))
    }
}

impl PageBuilder<'_> {
    /// The page, with the results of the games.
    pub(crate) fn page(self, results: Results, delivery: Delivery) -> Result<Page, PageError> {
        let config = &self.run.config;
        let mut gathered = self.gathered(results)?;
        let plots = html::plots(&gathered)?;
        let html = html::document(config, &mut gathered, &plots, delivery)?;
        let files = plots.iter().flat_map(html::TimeControlPlots::files);
        Ok(Page {
            version: gathered.version,
            html,
            plots: files.collect(),
            results: gathered.results,
        })
    }
}

/// Evaluations of a position by the evaluators of a run: game number `game`, from 1, after `moves` moves. Empty if
/// there is no such game.
///
/// # Errors
/// As [`Page::of`].
pub fn explain(run: &Run, game: usize, moves: usize) -> Result<Vec<EngineTerms>, PageError> {
    let game = game.checked_sub(1).map(|index| run.store.game(index)).transpose()?;
    match game.flatten() {
        Some(game) => terms::engine_terms(&run.config, &game, moves),
        None => Ok(Vec::new()),
    }
}
