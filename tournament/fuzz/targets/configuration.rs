//! TOML: configurations with `--set`, also of regression tests and of tunings, files of parameters, and engines named
//! on the command line.
//!
//! The input is a file, and after each `--set ` that begins a line an argument.

#![no_main]
#![forbid(unsafe_code)]

use std::time::Duration;

use config::Parameters;
use config::{
    Config, ConfigError, EngineConfig, EngineKind, Format, RegressConfig, Selection, SpsaConfig,
    differences,
};
use engine_core::game::Game;
use engine_core::limits::Limits;
use evaluators::registry;
use players::player::{Request, player};
use report::{Canvas, ResultsBuilder, WIDEST, results_table};
use runner::schedule::Schedule;

/// Larger fields are not played, as they take long by nature.
const ENGINES: usize = 6;
/// Rounds of a Swiss tournament that are drawn.
const ROUNDS: usize = 3;
/// The smallest table there is: two to this power entries.
const TABLE: u8 = 10;

libfuzzer_sys::fuzz_target!(|input: &[u8]| check(input));

/// Reads the input as each of the files that are TOML.
fn check(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    let mut parts = text.split("\n--set ");
    let file = parts.next().unwrap_or_default();
    let arguments: Vec<String> = parts.map(str::to_owned).collect();
    if let Some(config) = shown(Config::parse("fuzz.toml", file, &arguments, registry::NAMES)) {
        of_a_tournament(&config);
    }
    shown(RegressConfig::parse("fuzz.toml", file, &[]));
    shown(SpsaConfig::parse("fuzz.toml", file, registry::NAMES));
    let path = reading::file("fuzz.toml", file.as_bytes());
    Parameters::load(&path).ok();
    let selection =
        Selection { words: &arguments, file: Some(&path), limit: None, nodes: 1, table: TABLE };
    shown(selection.engines(registry::NAMES));
}

/// The value that was read; an error must have a message.
fn shown<T>(read: Result<T, ConfigError>) -> Option<T> {
    read.map_err(|error| assert!(!error.to_string().is_empty())).ok()
}

/// A configuration is written and read again as the same, has a schedule, and its evaluators play.
fn of_a_tournament(config: &Config) {
    let canonical = config.canonical();
    let again = Config::from_text(&canonical);
    let again = again.unwrap_or_else(|error| panic!("{error}: {canonical}"));
    assert_eq!(again.canonical(), canonical);
    assert!(differences(&canonical, &canonical).is_empty());
    assert!(!config.limits_text().is_empty());
    let engines = config.engines.len();
    if engines > ENGINES {
        return;
    }
    let mut schedule = Schedule::new(config);
    if let Format::Swiss { .. } = config.run.format {
        for _ in 0..schedule.rounds().min(ROUNDS) {
            schedule.draw(&vec![0; engines]);
        }
    }
    for index in [0, 1, schedule.len() / 2, schedule.len().saturating_sub(1)] {
        if let Some(game) = schedule.game(index) {
            assert!(game.white < engines && game.black < engines && game.white != game.black);
            assert!(game.opening < schedule.openings() && game.index == index);
        }
    }
    let results = ResultsBuilder::new(config, schedule.len()).results();
    assert!(!results_table(&results, Canvas::plain(WIDEST)).to_string().is_empty());
    config.engines.iter().for_each(plays);
}

/// Plays with an evaluator that can be set up so.
fn plays(config: &EngineConfig) {
    let mut config = config.clone();
    match &mut config.kind {
        EngineKind::Evaluator(own) => own.table = TABLE,
        EngineKind::Program(_) => return,
    }
    let Ok(mut player) = player(&config) else {
        return;
    };
    let (game, limits) = (Game::default(), Limits::nodes(30));
    let task = Request::new(&game, &limits, Duration::ZERO);
    assert!(player.think(&task).expect("our search").best.is_some());
}
