//! A run that is to be another one than it was begun as: longer, or with other engines or time controls.

use std::collections::HashMap;

use config::{Config, EngineConfig, Format, PgnConfig};
use players::identity::Identities;
use serde_json::json;

use crate::schedule::{Schedule, ScheduledGame};

/// The change of a run to another configuration.
#[derive(Debug)]
pub(crate) struct Growth {
    /// The old configuration, in the terms of the new one.
    pub(crate) began: Config,
    pub(crate) old: Schedule,
    new: Schedule,
    /// The identifying texts of each engine of each time control in the old configuration.
    players: Vec<Vec<String>>,
    /// The new time controls and engines, by their identifying texts.
    places: HashMap<String, (usize, usize)>,
    pub(crate) identities: Identities,
}

impl Growth {
    /// From the run that began as `configuration` with engines of these identities to `config`, if its games can be games
    /// of the other: in another order, with more openings for each pairing and not fewer, with engines or time controls that are added or
    /// gone, or with more rounds of a Swiss tournament, of which nothing else may change. An engine or a time control that
    /// keeps its name must be unchanged, and so must all else but the anchor and comments, which change no game.
    ///
    /// `now` has the current identities: an engine that returns gets its games back only if its identity is unchanged.
    pub(crate) fn of(configuration: &str, identified: &Identities, config: &Config, now: &Identities) -> Option<Self> {
        let old = Config::from_text(configuration).ok()?;
        let mut like_old = config.clone();
        like_old.run.pairs = old.run.pairs;
        like_old.run.cycles = old.run.cycles;
        like_old.run.anchor.clone_from(&old.run.anchor);
        like_old.run.format = old.run.format;
        like_old.run.in_rounds = old.run.in_rounds;
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
            let known = identified.get_key_value(name);
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
            players: players(&like_old, identified),
            places: places.collect(),
            identities,
            began: like_old,
        })
    }

    /// The new place of the game that was at `index`; `None` if it has none.
    pub(crate) fn place_of(&self, index: usize) -> Option<ScheduledGame> {
        let game = self.old.game(index)?;
        if !is_swiss(&self.began) {
            return self.place_between(&self.players_of(index), game.opening);
        }
        let before = |schedule: &Schedule| game.time_control * schedule.games_per_time_control();
        let index = index - before(&self.old) + before(&self.new);
        Some(ScheduledGame { index, pair: index / 2, ..game })
    }

    /// Texts that identify the players of the game that was at `index`, White first, in any configuration.
    pub(crate) fn players_of(&self, index: usize) -> [String; 2] {
        let game = self.old.game(index);
        let player = |engine: usize, time_control: usize| self.players[time_control][engine].clone();
        game.map_or_else(Default::default, |game| {
            [game.white, game.black].map(|engine| player(engine, game.time_control))
        })
    }

    /// The new place of the game between such players from an opening; `None` if there is none.
    pub(crate) fn place_between(&self, players: &[String; 2], opening: usize) -> Option<ScheduledGame> {
        let &(time_control, white) = self.places.get(&players[0])?;
        let &(_, black) = self.places.get(&players[1])?;
        self.new.find(white, black, opening, time_control)
    }
}

/// True if games of one run can be games of another, given the same openings and rules.
fn keeps_games(old: &Config, new: &Config) -> bool {
    let (old, new) = (&old.without_paths(), &new.without_paths());
    if let (Format::Swiss { rounds: was }, Format::Swiss { rounds: is }) = (old.run.format, new.run.format) {
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
    let time_controls =
        matching(&old.time_controls, &new.time_controls, |old, new| (new.name == old.name).then(|| new == old));
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
                player["identity"] = json!(identity.text());
            }
            player.to_string()
        };
        engines.map(player).collect()
    });
    time_controls.collect()
}

#[cfg(test)]
mod tests {
    use engine_core::testkit::rows;

    use super::*;

    const TWO: &str = "{ evaluator = \"otter\" }, { evaluator = \"material\" }";
    const THREE: &str = "{ evaluator = \"chessbin\" }, { evaluator = \"material\" }, { evaluator = \"otter\" }";
    const TIME_CONTROLS: &str = "time_control = [{ name = \"a\", limits = { nodes = 5 } }, \
    { name = \"b\", limits = { nodes = 6 } }]";

    const SECOND: &str = "time_control = [{ name = \"b\", limits = { nodes = 6 } }]";

    fn config(format: &str, keys: &str, engines: &str, limits: &str) -> Config {
        let limits = if limits.is_empty() { "limits = { nodes = 5 }" } else { limits };
        let text = format!("run = {{ name = \"x\", format = \"{format}\", {keys} }}\n{limits}\nengine = [{engines}]");
        Config::parse("x.toml", &text, &[], &["otter", "material", "chessbin"]).unwrap()
    }

    fn growth(old: &Config, new: &Config) -> Option<Growth> {
        let unknown = Identities::new();
        Growth::of(&old.text(), &unknown, new, &unknown)
    }

    #[test]
    fn more_of_the_same_is_growth() {
        for [format, old, new, grows] in rows(include_str!("../tests/runner/tables.tsv"), "more of the same") {
            for time_controls in ["", TIME_CONTROLS] {
                let [was, is] = [old, new].map(|keys| config(format, keys, TWO, time_controls));
                assert_eq!(growth(&was, &is).is_some(), grows == "grows", "{format}: {old}: {new}, {time_controls}");
            }
        }
        let robin = config("round-robin", "pairs = 4, cycles = 2", TWO, "");
        assert!(growth(&robin, &config("swiss", "pairs = 8, rounds = 2", TWO, "")).is_none());
    }

    #[test]
    fn engines_and_time_controls_come_and_go_but_do_not_change() {
        let robin = |engines, time_controls| config("round-robin", "pairs = 4", engines, time_controls);
        let (two, three) = (robin(TWO, ""), robin(THREE, ""));
        let both = robin(TWO, TIME_CONTROLS);
        let anchored = config("round-robin", "pairs = 4, anchor = \"otter\"", THREE, "");
        let otter = "{ evaluator = \"otter\"";
        let changed = otter.replace("{ ", "{ disable = [], margin_scale = 1.5, ");
        let new = TWO.replace("{ ", "{ name = \"new\", ").replacen("new", "newer", 1);
        for (what, old, new, grows) in [
            ("an engine more", &two, &three, true),
            ("an engine less", &three, &two, true),
            ("another anchor", &three, &anchored, true),
            ("fewer pairs", &three, &config("round-robin", "pairs = 3", TWO, ""), false),
            ("a changed engine", &three, &robin(&TWO.replace(otter, &changed), ""), false),
            ("other engines", &two, &robin(&new, ""), false),
            ("other limits", &two, &config("round-robin", "pairs = 4", TWO, "limits = { nodes = 6 }"), false),
            ("a time control less", &both, &robin(THREE, SECOND), true),
            ("a changed one", &both, &robin(THREE, &SECOND.replace('6', "7")), false),
            ("another one", &both, &robin(TWO, &SECOND.replace("\"b\"", "\"c\"")), false),
            ("none instead", &both, &two, false),
            ("some instead", &two, &both, false),
        ] {
            assert_eq!(growth(old, new).is_some(), grows, "{what}");
        }
    }

    #[test]
    fn every_game_goes_where_the_same_engines_play_the_same_opening() {
        let before = config("round-robin", "pairs = 2", TWO, TIME_CONTROLS);
        let time_controls = SECOND.replacen('[', "[{ name = \"c\", limits = { nodes = 9 } }, ", 1);
        let after = config("round-robin", "pairs = 3", THREE, &time_controls);
        let growth = growth(&before, &after).unwrap();
        let (old, new) = (Schedule::new(&before), Schedule::new(&after));
        for game in (0..old.len()).filter_map(|index| old.game(index)) {
            let Some(now) = growth.place_of(game.index) else {
                assert_eq!(game.time_control, 0);
                continue;
            };
            assert_eq!(new.game(now.index), Some(now));
            assert_eq!((game.time_control, now.time_control), (1, 1));
            assert_eq!(now.opening, game.opening);
            let name = |config: &Config, engine: usize| config.engines[engine].name.clone();
            assert_eq!(name(&after, now.white), name(&before, game.white));
            assert_eq!(name(&after, now.black), name(&before, game.black));
            let again = growth.place_between(&growth.players_of(game.index), game.opening);
            assert_eq!(again, Some(now));
        }
    }

    #[test]
    fn a_run_that_went_engine_by_engine_goes_on_in_rounds_with_the_same_games() {
        let four = THREE.to_owned() + ", { name = \"fourth\", evaluator = \"otter\" }";
        let now = config("round-robin", "pairs = 2", &four, TIME_CONTROLS);
        let mut began = now.clone();
        began.run.in_rounds = false;
        assert!(!began.text().contains("rounds"), "as runs of earlier versions are stored");
        let (growth, new) = (growth(&began, &now).unwrap(), Schedule::new(&now));
        let moved = |index| (growth.old.game(index).unwrap(), growth.place_of(index).unwrap());
        let moved: Vec<_> = (0..new.len()).map(moved).collect();
        let same = |game: &ScheduledGame| (game.white, game.black, game.opening, game.time_control);
        assert!(moved.iter().all(|(was, is)| same(was) == same(is) && new.game(is.index) == Some(*is)));
        assert!(moved.iter().any(|(was, is)| was.index != is.index));
    }

    #[test]
    fn rounds_of_a_later_time_control_move_behind_those_of_an_earlier_one() {
        let swiss = |rounds| config("swiss", rounds, TWO, TIME_CONTROLS);
        let mut growth = growth(&swiss("pairs = 1, rounds = 1"), &swiss("pairs = 1, rounds = 3")).unwrap();
        for _ in 0..2 {
            growth.old.draw(&[1, 1]);
        }
        let places: Vec<_> = (0..4).map(|game| growth.place_of(game).unwrap().index).collect();
        assert_eq!(places, [0, 1, 6, 7]);
    }

    #[test]
    fn a_measured_speed_moves_the_games_at_equal_time_alone_and_a_year_none() {
        let list = |speed: &str, year: &str| {
            let engines = format!(
                "{{ evaluator = \"otter\", speed = {speed}, year = {year} }}, {{ evaluator = \"material\", speed = 5000 }}"
            );
            let time_controls = TIME_CONTROLS.replace("nodes = 6", "ms_at_speed = 1");
            config("round-robin", "pairs = 2", &engines, &time_controls)
        };
        let old = list("6000", "1999");
        for (speed, year, kept) in [("6000", "2000", 8), ("7000", "1999", 4)] {
            let growth = growth(&old, &list(speed, year)).unwrap();
            let games = 0..growth.old.len();
            let stay = games.filter(|&index| growth.place_of(index).is_some());
            assert_eq!(stay.count(), kept, "{speed}, {year}");
        }
    }
}
