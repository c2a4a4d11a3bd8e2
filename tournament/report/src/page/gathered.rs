//! The data of the page, collected from the games in one pass.

use std::collections::BTreeMap;

use super::PageError;
use super::course::Course;
use super::deviations::Deviations;
use super::lengths::Lengths;
use super::list::{LISTED, List};
use super::movers::{Movers, Sample};
use super::opening_scores::OpeningScores;
use super::reasons::{Reasons, Selection};
use super::spread::Spread;
use super::turn::Turn;
use crate::{Provenance, Results, RunBuilder};
use config::Config;
use runner::schedule::Schedule;
use runner::store::Store;

/// The plots of a time control; of the run, if it has only one.
#[derive(Debug)]
pub(super) struct Drawn {
    pub(super) course: Course,
    pub(super) spread: Spread,
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
    pub(super) reasons: BTreeMap<usize, Vec<Reasons>>,
    pub(super) movers: Vec<Movers>,
}

impl Gathered {
    /// From the stored games; `tell` is called for each.
    pub(super) fn of(
        config: &Config,
        store: &Store,
        mut tell: impl FnMut(),
    ) -> Result<Self, PageError> {
        let version = store.version()?;
        let schedule = Schedule::new(config);
        let versions = &store.info().versions;
        let mut builder = RunBuilder::new(config, &schedule).with_versions(versions);
        let mut drawn = ladders(config, store.count()?);
        let mut openings = OpeningScores::default();
        let mut deviations = Deviations::default();
        let mut list = List::default();
        let (mut selection, mut sample) = (Selection::default(), Sample::default());
        let mut first = None;
        store.visit(|game| {
            tell();
            first = Some(first.map_or(game.started, |first| game.started.min(first)));
            let ladder = schedule.ladder(game.index);
            let turn = Turn::of(&game);
            builder.add(&game);
            openings.add(&game);
            if let Some(drawn) = drawn.get_mut(ladder) {
                drawn.course.add(&game);
                drawn.spread.add(&game);
                drawn.lengths.add(&game);
            }
            let row = Some(list.len()).filter(|&row| row < LISTED);
            sample.add(&game);
            if let Some(row) = row {
                selection.add(row, &game, turn);
                deviations.add(&game)?;
            }
            list.add(&game, ladder, turn)
        })?;
        drawn.iter_mut().for_each(|drawn| drawn.course.end());
        let provenance = Provenance::new(store, &config.canonical(), first)?;
        Ok(Self {
            version,
            command: store.invocation()?.command,
            results: Results {
                provenance: Some(provenance),
                ..builder.results()
            },
            drawn,
            openings,
            deviations,
            list,
            reasons: selection.reasons(config)?,
            movers: sample.movers(config)?,
        })
    }
}

/// A ladder each, or one for the run; `games` are those that are stored.
fn ladders(config: &Config, games: usize) -> Vec<Drawn> {
    let count = usize::max(1, config.ladders.len());
    let engines = config.engines.len();
    let drawn = |ladder| Drawn {
        course: Course::new(&config.on_ladder(ladder), games.div_ceil(count)),
        spread: Spread::new(engines),
        lengths: Lengths::default(),
    };
    (0..count).map(drawn).collect()
}
