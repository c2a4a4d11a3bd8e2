//! A run as it is read from its store.

use std::collections::HashSet;

use match_stats::Ratings;
use openings::Fingerprint;

use super::{CompareError, RunSummary};
use crate::{Provenance, Results, ResultsBuilder};
use config::Config;
use players::record::GameRecord;
use runner::run::Run;
use runner::store::RunInfo;

/// A run.
pub(super) struct ReadRun<'r> {
    /// A for the first one, and so on.
    pub(super) label: String,
    pub(super) run: &'r Run,
    pub(super) results: Results,
    pub(super) ratings: Ratings,
    provenance: Provenance,
    /// The identity of each game, by names and moves.
    pub(super) games: HashSet<u64>,
}

impl<'r> ReadRun<'r> {
    pub(super) fn new(
        run: &'r Run,
        label: char,
        notify: &mut impl FnMut(),
    ) -> Result<Self, CompareError> {
        let Run { config, schedule, store, .. } = run;
        let RunInfo { versions, configuration, .. } = store.info();
        let mut builder = ResultsBuilder::new(config, schedule.len()).with_versions(versions);
        let mut games = HashSet::new();
        store.visit(|game| {
            // A sound database may have rows without a meaning.
            if game.white == game.black || game.white.max(game.black) >= config.engines.len() {
                return Err(CompareError::from(store.contradiction(schedule, &game)));
            }
            games.insert(fingerprint(config, &game));
            builder.add(&game);
            notify();
            Ok(())
        })?;
        Ok(Self {
            label: label.to_string(),
            run,
            results: builder.results(),
            ratings: builder.ratings(),
            provenance: Provenance::new(store, configuration, builder.begun())?,
            games,
        })
    }

    /// The run as it was begun.
    pub(super) fn info(&self) -> &'r RunInfo {
        self.run.store.info()
    }

    /// The engines with a finished pair, in the order of the configuration.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        let rated = self.results.engines.iter().filter(|e| e.elo.value.is_some());
        rated.map(|engine| engine.name.as_str())
    }

    /// The place of an engine with a finished pair in the configuration.
    pub(super) fn place(&self, name: &str) -> Option<usize> {
        let mut engines = self.results.engines.iter();
        engines.position(|engine| engine.name == name && engine.elo.value.is_some())
    }

    pub(super) fn summary(&self) -> RunSummary {
        let (results, provenance) = (&self.results, &self.provenance);
        RunSummary {
            run: self.label.clone(),
            folder: self.run.folder.display().to_string(),
            name: results.name.clone(),
            games: results.games,
            planned_games: results.planned_games,
            seed: results.seed,
            limits: results.limits.clone(),
            software: provenance.software.clone(),
            host: provenance.host.clone(),
            begun: provenance.begun.clone(),
            configuration_hash: provenance.configuration_hash.clone(),
            time_controls: !self.run.config.time_controls.is_empty(),
        }
    }
}

/// The identity of a game: players, moves and start position.
fn fingerprint(config: &Config, game: &GameRecord) -> u64 {
    let mut print = Fingerprint::default();
    let names = [game.white, game.black].map(|engine| config.engines[engine].name.as_str());
    let played = game.moves.iter().map(|record| record.uci.as_str());
    let start = game.start_fen.as_deref().unwrap_or_default();
    let moves = game.book_moves.iter().map(String::as_str).chain(played);
    for text in names.into_iter().chain([start]).chain(moves) {
        print.add(text);
        print.add("\n");
    }
    print.0
}
