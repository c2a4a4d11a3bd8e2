//! The data of the page, collected from the games in one pass.

use std::collections::BTreeMap;

use super::PageError;
use super::deviations::Deviations;
use super::distributions::Distributions;
use super::explanations::{Reasons, Selection};
use super::highlight::Highlight;
use super::lengths::Lengths;
use super::list::{LISTED, List};
use super::opening_scores::OpeningScores;
use super::rating_history::Course;
use super::term_impact::{Sample, TermImpacts};
use super::turning_point::Turn;
use crate::{Results, RunBuilder};
use config::Config;
use players::record::GameRecord;
use runner::run::Run;
use runner::store::StoreError;

/// The plots of a time control; of the run, if it has only one.
#[derive(Debug)]
pub(super) struct Drawn {
    pub(super) course: Course,
    pub(super) spread: Distributions,
    pub(super) lengths: Lengths,
}

/// All of it.
#[derive(Debug)]
pub(super) struct Gathered {
    /// The version of the store before it was read.
    pub(super) version: String,
    /// The command by which the run was played the last time.
    pub(super) command: Option<String>,
    pub(super) results: Results,
    pub(super) drawn: Vec<Drawn>,
    pub(super) openings: OpeningScores,
    pub(super) deviations: Deviations,
    pub(super) list: List,
    /// The game that turned furthest of those that can be replayed.
    pub(super) highlight: Option<Highlight>,
    pub(super) reasons: BTreeMap<usize, Vec<Reasons>>,
    pub(super) movers: Vec<TermImpacts>,
}

/// Gathers it from the games of a run.
#[derive(Debug)]
pub(crate) struct PageBuilder<'r> {
    pub(super) run: &'r Run,
    version: String,
    results: RunBuilder,
    drawn: Vec<Drawn>,
    openings: OpeningScores,
    deviations: Deviations,
    list: List,
    highlight: Option<Highlight>,
    selection: Selection,
    sample: Sample,
}

impl<'r> PageBuilder<'r> {
    /// A builder for `run`, without games.
    pub(crate) fn new(run: &'r Run) -> Result<Self, StoreError> {
        Ok(Self {
            run,
            version: run.store.version()?,
            results: RunBuilder::of(run),
            drawn: time_controls(&run.config, run.store.count()?),
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
        let time_control = self.run.schedule.time_control(game.index);
        let turn = Turn::of(game);
        self.results.add(game);
        self.openings.add(game);
        if let Some(drawn) = self.drawn.get_mut(time_control) {
            drawn.course.add(game);
            drawn.spread.add(game);
            drawn.lengths.add(game);
        }
        let row = Some(self.list.len()).filter(|&row| row < LISTED);
        self.sample.add(game);
        if let Some(row) = row {
            self.selection.add(row, game, turn);
            self.deviations.add(game)?;
        }
        self.list.add(game, time_control, turn)?;
        if self.list.replays() == self.list.len() {
            self.highlight = Highlight::further(self.highlight.take(), game, turn)?;
        }
        Ok(())
    }

    /// The results of the games so far.
    pub(crate) fn results(&self) -> Result<Results, StoreError> {
        self.results.results_of(self.run)
    }

    /// All of it, with the results of the games.
    pub(super) fn gathered(mut self, results: Results) -> Result<Gathered, PageError> {
        self.drawn.iter_mut().for_each(|drawn| drawn.course.end());
        Ok(Gathered {
            version: self.version,
            command: self.run.store.invocation()?.command,
            results,
            drawn: self.drawn,
            openings: self.openings,
            deviations: self.deviations,
            list: self.list,
            highlight: self.highlight,
            reasons: self.selection.reasons(&self.run.config)?,
            movers: self.sample.movers(&self.run.config)?,
        })
    }
}

/// The plots of each time control, or of the run; `games` is the number stored.
fn time_controls(config: &Config, games: usize) -> Vec<Drawn> {
    let count = usize::max(1, config.time_controls.len());
    let engines = config.engines.len();
    let drawn = |time_control| Drawn {
        course: Course::new(&config.at_time_control(time_control), games.div_ceil(count)),
        spread: Distributions::new(engines),
        lengths: Lengths::default(),
    };
    (0..count).map(drawn).collect()
}
