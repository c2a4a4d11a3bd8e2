//! A match from the command line, without a file.

use openings::Fingerprint;

use super::checks::{Located, Resolved};
use super::engine::table;
use super::error::ConfigError;
use super::raw::RawConfig;
use super::resolve::limits::{default_margin, limit_and_margin, timeouts};
use super::resolve::run;
use super::{Config, EngineConfig, EngineKind, RunConfig, source};

/// The longest beginning of a run's name that comes from its engines.
const NAME: usize = 40;
/// Pairs of each pairing, without a test.
const PAIRS: u32 = 200;
/// As many pairs as there are openings in the built-in book.
const MAX_PAIRS: u32 = 10_000;
/// The adjudication of configs/match.toml.
const USUAL: &str = "adjudication = { draw = {}, resign = {}, max_moves = 200 }";

impl Config {
    /// The tournament of `engines`, at least two of different names, with the usual adjudication and what the
    /// `KEY=VALUE` arguments `settings` change; limits, timeouts and the hash size are those of all engines. Without a
    /// seed among them openings are drawn by `seed`. Its name has the engines, and differs if anything but the number
    /// of games, that seed and the stopping rule does.
    ///
    /// # Errors
    /// If a setting is not possible; the message has the argument.
    pub fn of_match(
        engines: Vec<EngineConfig>,
        seed: u64,
        settings: &[String],
    ) -> Result<Self, ConfigError> {
        source::parse("the match", USUAL, settings, |raw, _| resolve(raw, engines, seed))
    }
}

fn resolve(mut raw: RawConfig, mut engines: Vec<EngineConfig>, seed: u64) -> Resolved<Config> {
    if !raw.engines.is_empty() {
        return Err(Located::new(["engine"], "the engines are those of the command line"));
    }
    let names: Vec<String> = engines.iter().map(|engine| engine.name.clone()).collect();
    let is_open = raw.sprt.is_some() || raw.stop_when.is_some();
    raw.run.pairs.get_or_insert(if is_open { MAX_PAIRS } else { PAIRS });
    let usual_format = if names.len() == 2 { "match" } else { "round-robin" };
    raw.run.format.get_or_insert_with(|| usual_format.to_owned());
    let own_name = raw.run.name.replace("match".to_owned());
    let own_seed = raw.run.seed;
    let format = run::format(&raw.run, names.len())?;
    set_for_all(&raw, &mut engines)?;
    let mut config = run::tournament(&raw, std::path::Path::new(""), format, &names)?;
    config.time_controls = run::time_controls(&raw, &[])?;
    config.engines = engines;
    let mut config = config.told_to_programs();
    config.run.name = own_name.unwrap_or_else(|| name_of(&config, &names, own_seed.unwrap_or(0)));
    config.run.seed = own_seed.unwrap_or(seed);
    Ok(config)
}

/// Gives all engines the limit, the margin, the table and the timeouts that are set.
fn set_for_all(raw: &RawConfig, engines: &mut [EngineConfig]) -> Resolved<()> {
    let (limit, margin) = limit_and_margin(raw.limits.as_ref())?;
    let table = table(raw.run.hash).map_err(|error| error.below(["run"]))?;
    for engine in engines {
        if let Some(limit) = limit {
            let no_speed = || {
                let problem = format!("{:?} has no speed; choose nodes or a time", engine.name);
                Located::new(["limits"], problem)
            };
            engine.limit = limit.of(engine.speed).ok_or_else(no_speed)?;
            engine.margin = default_margin(engine.limit);
        }
        engine.margin = margin.unwrap_or(engine.margin);
        match &mut engine.kind {
            EngineKind::Evaluator(own) => {
                own.table = table.unwrap_or(own.table);
                if let Some(external) = &mut own.external {
                    external.timeouts = timeouts(&raw.timeouts, external.timeouts)?;
                }
            }
            EngineKind::Program(program) => {
                program.timeouts = timeouts(&raw.timeouts, program.timeouts)?;
            }
        }
    }
    Ok(())
}

/// The name of the match's folder.
fn name_of(config: &Config, names: &[String], seed: u64) -> String {
    let run = RunConfig { name: String::new(), pairs: 1, seed, ..config.run.clone() };
    let identifying = Config { run, ..config.without_descriptions() };
    let mut key = Fingerprint::default();
    key.add(&identifying.canonical());
    format!("{}-{:08x}", plain(&names.join("-")), key.0 >> 32)
}

/// A safe first character of a folder's name on every system.
fn plain(text: &str) -> String {
    let fit = |c: char| if c.is_alphanumeric() { c } else { '-' };
    let text: String = text.chars().map(fit).take(NAME).collect();
    let text = text.trim_matches('-');
    match text {
        "" => "match".to_owned(),
        text => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::LimitKind;
    use super::*;

    const FILE: &str = include_str!("../../../configs/match.toml");

    fn of_match(settings: &[&str], seed: u64) -> Result<Config, String> {
        let like = Config::parse("match.toml", FILE, &[], &["chessbin"]).unwrap();
        let settings: Vec<String> = settings.iter().map(ToString::to_string).collect();
        let config = Config::of_match(like.engines, seed, &settings);
        config.map_err(|error| error.to_string())
    }

    #[test]
    fn a_match_in_one_line_is_what_the_file_says() {
        let mut file = Config::parse("match.toml", FILE, &[], &["chessbin"]).unwrap();
        let line = of_match(&["run.pairs=150", "run.seed=1"], 7).unwrap();
        file.run.name.clone_from(&line.run.name);
        assert_eq!(line, file);
    }

    #[test]
    fn its_name_tells_what_is_played_and_not_how_long() {
        let run = |settings: &[&str], seed| of_match(settings, seed).unwrap().run;
        let drawn = run(&[], 5);
        assert!(drawn.name.starts_with("As-printed-Mended-"), "{}", drawn.name);
        assert_eq!((drawn.seed, drawn.pairs), (5, 200));
        for same in [run(&[], 6), run(&["run.pairs=9"], 5), run(&["sprt.elo1=3"], 5)] {
            assert_eq!(same.name, drawn.name);
        }
        assert_eq!(run(&["sprt.alpha=0.01"], 5).pairs, 10_000);
        for other in [run(&["run.seed=5"], 5), run(&["limits.nodes=7"], 5)] {
            assert_ne!(other.name, drawn.name);
        }
        assert_eq!(run(&["run.name=mine"], 5).name, "mine");
        assert_eq!((&*plain("../../etc"), &*plain("...")), ("etc", "match"));
    }

    #[test]
    fn settings_are_for_all_engines() {
        let config = of_match(&["limits.movetime=5", "limits.margin=9", "run.hash=4"], 1).unwrap();
        for engine in &config.engines {
            let EngineKind::Evaluator(own) = &engine.kind else { panic!("{engine:?}") };
            assert_eq!((own.table, engine.margin.as_millis()), (18, 9));
            assert!(matches!(engine.limit, LimitKind::MoveTime(_)));
        }
        for (setting, problem) in [
            ("run.hash=3", "--set run.hash=3: run.hash: 3 is not a hash size"),
            ("limits.ms_at_speed=1", "has no speed"),
            ("engine=[{}]", "those of the command line"),
            ("openings.order=randem", "did you mean \"random\"?"),
        ] {
            let error = of_match(&[setting], 1).unwrap_err();
            assert!(error.contains(problem), "{error}");
        }
    }
}
