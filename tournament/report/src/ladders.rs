//! The results of a run that may have several ladders.

use std::collections::BTreeMap;

use super::results::{Results, ResultsBuilder};
use config::Config;
use players::record::GameRecord;
use runner::schedule::Schedule;

/// Counts the games of a run, and those of each ladder. Memory does not grow with their number.
#[derive(Debug)]
pub struct RunBuilder {
    whole: ResultsBuilder,
    /// The ladders by name; none if the run has none.
    ladders: Vec<(String, ResultsBuilder)>,
    games_a_ladder: usize,
}

impl RunBuilder {
    /// A run of which no game is known yet.
    #[must_use]
    pub fn new(config: &Config, schedule: &Schedule) -> Self {
        let games_a_ladder = schedule.games_a_ladder();
        let ladder = |(index, ladder): (usize, &config::Ladder)| {
            let alone = config.on_ladder(index);
            let builder = ResultsBuilder::new(&alone, games_a_ladder);
            (ladder.name.clone(), builder)
        };
        Self {
            whole: ResultsBuilder::new(config, schedule.len()),
            ladders: config.ladders.iter().enumerate().map(ladder).collect(),
            games_a_ladder,
        }
    }

    /// What the engines call themselves, by name.
    #[must_use]
    pub fn with_versions(mut self, versions: &BTreeMap<String, String>) -> Self {
        let known = |builder: ResultsBuilder| builder.with_versions(versions);
        self.whole = known(self.whole);
        let ladders = self.ladders.into_iter();
        self.ladders = ladders
            .map(|(name, builder)| (name, known(builder)))
            .collect();
        self
    }

    /// Counts a game.
    ///
    /// # Panics
    /// If it names an engine that is not in the configuration.
    pub fn add(&mut self, game: &GameRecord) {
        self.whole.add(game);
        let ladder = game.index.checked_div(self.games_a_ladder);
        if let Some((_, builder)) = ladder.and_then(|ladder| self.ladders.get_mut(ladder)) {
            builder.add(game);
        }
    }

    /// The results of the games counted so far.
    #[must_use]
    pub fn results(&self) -> Results {
        let ladder = |(name, builder): &(String, ResultsBuilder)| Results {
            ladder: Some(name.clone()),
            ..builder.results()
        };
        Results {
            ladders: self.ladders.iter().map(ladder).collect(),
            ..self.whole.results()
        }
    }
}
