//! A run that is to be another one than it was begun as: longer, or with other engines or time controls.

use std::collections::HashMap;

use serde_json::json;

use super::RunError;
use super::rounds::verify;
use crate::drawn::DrawnOpenings;
use crate::schedule::{Schedule, ScheduledGame};
use crate::store::{Rearrangement, RunInfo, Store};
use config::{Config, EngineConfig, Format, PgnConfig};
use players::identity::Identities;

/// The change of a run to another configuration.
#[derive(Debug)]
pub(super) struct Growth {
    /// The old configuration, in the terms of the new one.
    began: Config,
    old: Schedule,
    new: Schedule,
    /// The identifying texts of each engine of each time control in the old configuration.
    players: Vec<Vec<String>>,
    /// The new time controls and engines, by their identifying texts.
    places: HashMap<String, (usize, usize)>,
    pub(super) identities: Identities,
}

impl Growth {
    /// From the run that `began` to `config`, if its games can be games of the other: with more openings for
    /// each pairing and not fewer, with engines or time controls that are added or gone, or with more rounds of a
    /// Swiss tournament, of which nothing else may change. An engine or a time control that keeps its name must be
    /// unchanged, and so must all else but the anchor and comments, which change no game.
    ///
    /// `now` has the current identities: an engine that returns gets its games back only if its identity is unchanged.
    pub(super) fn of(began: &RunInfo, config: &Config, now: &Identities) -> Option<Self> {
        let old = Config::from_text(&began.configuration).ok()?;
        let mut like_old = config.clone();
        like_old.run.pairs = old.run.pairs;
        like_old.run.cycles = old.run.cycles;
        like_old.run.anchor.clone_from(&old.run.anchor);
        like_old.run.format = old.run.format;
        like_old.pgn = PgnConfig { pv: config.pgn.pv, ..old.pgn };
        like_old.engines.clone_from(&old.engines);
        like_old.time_controls.clone_from(&old.time_controls);
        let text = old.canonical();
        let same = like_old.canonical() == text;
        if config.canonical() == text || !same || !keeps_games(&old, config) {
            return None;
        }
        // Of an engine that stays nothing more is known than the run knows.
        let mut identities = now.clone();
        for EngineConfig { name, .. } in &like_old.engines {
            identities.remove(name);
            let known = began.identities.get_key_value(name);
            identities.extend(known.map(|(name, identity)| (name.clone(), identity.clone())));
        }
        let places = players(config, &identities).into_iter().enumerate();
        let places = places.flat_map(|(time_control, engines)| {
            let engines = engines.into_iter().enumerate();
            engines.map(move |(engine, player)| (player, (time_control, engine)))
        });
        Some(Self {
            old: Schedule::new(&like_old),
            new: Schedule::new(config),
            players: players(&like_old, &began.identities),
            places: places.collect(),
            identities,
            began: like_old,
        })
    }

    /// True if the run in `store` has the openings that would be drawn for it now, and games of its schedule,
    /// of which the rounds are then known.
    pub(super) fn begins_with(&mut self, store: &Store) -> Result<bool, RunError> {
        let openings = DrawnOpenings::draw(&self.began, &self.old)?;
        if store.info().openings != openings.fingerprint() {
            return Ok(false);
        }
        verify(&mut self.old, self.began.engines.len(), store)?;
        Ok(true)
    }
}

impl Rearrangement for Growth {
    fn place_of(&self, index: usize) -> Option<ScheduledGame> {
        let game = self.old.game(index)?;
        if !is_swiss(&self.began) {
            return self.place_between(&self.players_of(index), game.opening);
        }
        let before = |schedule: &Schedule| game.time_control * schedule.games_per_time_control();
        let index = index - before(&self.old) + before(&self.new);
        Some(ScheduledGame { index, pair: index / 2, ..game })
    }

    fn players_of(&self, index: usize) -> [String; 2] {
        let game = self.old.game(index);
        let player =
            |engine: usize, time_control: usize| self.players[time_control][engine].clone();
        game.map_or_else(Default::default, |game| {
            [game.white, game.black].map(|engine| player(engine, game.time_control))
        })
    }

    fn place_between(&self, players: &[String; 2], opening: usize) -> Option<ScheduledGame> {
        let &(time_control, white) = self.places.get(&players[0])?;
        let &(_, black) = self.places.get(&players[1])?;
        self.new.find(white, black, opening, time_control)
    }
}

/// True if games of one run can be games of another, given the same openings and rules.
fn keeps_games(old: &Config, new: &Config) -> bool {
    let (old, new) = (&old.without_paths(), &new.without_paths());
    if let (Format::Swiss { rounds: was }, Format::Swiss { rounds: is }) =
        (old.run.format, new.run.format)
    {
        return is >= was
            && new.run.pairs == old.run.pairs
            && new.engines == old.engines
            && new.time_controls == old.time_controls;
    }
    let has_time_controls = !old.time_controls.is_empty();
    let engine = |old: &EngineConfig, new: &EngineConfig| {
        let same_limit = new.limit == old.limit && new.margin == old.margin;
        let alike = new.kind == old.kind && (has_time_controls || same_limit);
        (new.name == old.name).then_some(alike)
    };
    let time_controls = matching(&old.time_controls, &new.time_controls, |old, new| {
        (new.name == old.name).then(|| new == old)
    });
    !is_swiss(old)
        && !is_swiss(new)
        && new.run.openings() >= old.run.openings()
        && matching(&old.engines, &new.engines, engine)
        && new.time_controls.is_empty() != has_time_controls
        && (!has_time_controls || time_controls)
}

/// True if some of both are the same and none has become another; `same` is `None` for different names.
fn matching<T>(old: &[T], new: &[T], same: impl Fn(&T, &T) -> Option<bool>) -> bool {
    let pairs = old.iter().flat_map(|old| new.iter().map(move |new| (old, new)));
    let kept: Vec<bool> = pairs.filter_map(|(old, new)| same(old, new)).collect();
    !kept.is_empty() && kept.iter().all(|&same| same)
}

fn is_swiss(config: &Config) -> bool {
    matches!(config.run.format, Format::Swiss { .. })
}

/// The identifying texts of each engine of each time control, independent of its place in a configuration.
fn players(config: &Config, identities: &Identities) -> Vec<Vec<String>> {
    let time_controls = 0..usize::max(1, config.time_controls.len());
    let time_controls = time_controls.map(|time_control| {
        let name = config.time_controls.get(time_control).map(|time_control| &time_control.name);
        let engines = config.without_paths().at_time_control(time_control).engines.into_iter();
        let player = |engine: EngineConfig| {
            let mut player = json!({ "time_control": name, "engine": engine });
            if let Some(identity) = identities.get(&engine.name) {
                player["identity"] = json!(identity);
            }
            player.to_string()
        };
        engines.map(player).collect()
    });
    time_controls.collect()
}

#[cfg(test)]
mod tests;
