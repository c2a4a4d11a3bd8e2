//! The strength of an evaluator with few nodes and errors in its values: the levels of `UCI_Elo`.
//!
//! The same steps for every evaluator, from few nodes and large errors to many nodes and none. Michniewski's steps play
//! each other, and one of them has its rating by definition (`ANCHOR`); the steps of all others play Michniewski's
//! levels, which are cheap and reproducible. One fit rates them all; the ratings of an evaluator's steps are its table.
//! Other programs are not used: their scores against a step depend on the kind of errors that they make
//! (docs/measurements.md).

use std::ops::RangeInclusive;

use engine_core::handicap::Level;
use openings::{Order, Variant};

use config::{
    Adjudication, AnchorConfig, Config, EngineConfig, EngineKind, EvaluatorConfig, Format,
    GivenRating, OpeningPolicy, OpeningSource, OpeningsConfig, PgnConfig, RunConfig,
};
use evaluators::registry;
use report::Results;

/// The evaluator by whose levels those of all others are measured.
const REFERENCE: &str = "michniewski";
/// Nodes a move and the error in static values of each step, the weakest first.
const STEPS: [(u64, i32); 9] = [
    (100, 400),
    (100, 200),
    (100, 100),
    (100, 0),
    (300, 0),
    (1_000, 0),
    (3_000, 0),
    (10_000, 0),
    (30_000, 0),
];
/// The step of the reference whose rating is given, and that rating.
const ANCHOR: ((u64, i32), f64) = ((1_000, 0), 1800.0);
/// Levels of the reference outside this range win or lose nearly all games that count.
const USEFUL: RangeInclusive<f64> = 800.0..=2600.0;

/// A calibration to run.
#[derive(Debug, Clone)]
pub struct Calibration<'a> {
    /// The evaluator.
    pub evaluator: &'a str,
    /// Steps with more nodes a move are left out.
    pub most: u64,
    /// Openings of each pairing, each played with both colours; at least 1.
    pub pairs: u32,
    /// The seed by which they are drawn.
    pub seed: u64,
}

impl Calibration<'_> {
    /// The tournament that measures it: the steps of the reference against each other, those of others against
    /// its levels.
    #[must_use]
    pub fn config(&self) -> Config {
        let steps = STEPS.iter().filter(|(nodes, _)| *nodes <= self.most);
        let mut engines: Vec<EngineConfig> = steps
            .map(|&(nodes, noise)| step(self.evaluator, step_name(nodes, noise), nodes, noise))
            .collect();
        let seeds = engines.len() as u32;
        let mut ratings = Vec::new();
        let mut give = |engine, elo| {
            ratings.push(GivenRating { engine, elo, error: 0.0 });
        };
        let format = if self.evaluator == REFERENCE {
            let ((nodes, noise), elo) = ANCHOR;
            let anchor = step_name(nodes, noise);
            let anchor = engines.iter().position(|engine| engine.name == anchor);
            give(anchor.unwrap_or(0), elo);
            Format::RoundRobin
        } else {
            for (elo, engine) in reference() {
                give(engines.len(), elo);
                engines.push(engine);
            }
            Format::Gauntlet { seeds }
        };
        Config {
            run: RunConfig {
                name: format!("calibrate-{}", self.evaluator),
                format,
                pairs: self.pairs,
                cycles: 1,
                seed: self.seed,
                anchor: Some(AnchorConfig::Given(ratings)),
                strict: false,
                stop: None,
            },
            openings: OpeningsConfig {
                variant: Variant::Standard,
                source: OpeningSource::Builtin,
                order: Order::Random,
                policy: OpeningPolicy::Round,
                plies: None,
                start: 1,
                encoding: None,
                skip_bad: false,
                wrap: false,
            },
            // Engines with errors in their values may lose a decided game: games are played out.
            adjudication: Adjudication {
                max_moves: Some(200),
                insufficient_material: true,
                ..Adjudication::default()
            },
            pgn: PgnConfig::default(),
            time_controls: Vec::new(),
            engines,
        }
    }
}

/// The levels that the run has found, the weakest first, each at least as strong as the one before it.
#[must_use]
pub fn levels(results: &Results) -> Vec<Level> {
    let mut strongest = f64::NEG_INFINITY;
    let found = STEPS.iter().filter_map(|&(nodes, noise)| {
        let name = step_name(nodes, noise);
        let engine = results.engines.iter().find(|engine| engine.name == name)?;
        strongest = engine.elo.value?.round().max(strongest);
        Some(Level::new(strongest, nodes, noise))
    });
    found.collect()
}

/// The levels in an evaluator's source.
fn levels_of(evaluator: &str) -> &'static [Level] {
    registry::evaluator(evaluator).map_or(&[], |evaluator| evaluator.levels())
}

fn step_name(nodes: u64, noise: i32) -> String {
    match noise {
        0 => format!("{nodes} nodes"),
        noise => format!("{nodes} nodes, error {noise}"),
    }
}

fn step(evaluator: &str, name: String, nodes: u64, noise: i32) -> EngineConfig {
    let mut config = EvaluatorConfig::of(evaluator);
    if noise > 0 {
        config.search.insert("noise".to_owned(), f64::from(noise));
    }
    EngineConfig {
        name,
        kind: EngineKind::Evaluator(config),
        ..EngineConfig::of_evaluator(evaluator, nodes)
    }
}

/// The reference at those of its levels that inform about the ratings on offer.
fn reference() -> Vec<(f64, EngineConfig)> {
    let levels = levels_of(REFERENCE).iter();
    let levels = levels.filter(|level| USEFUL.contains(&level.elo));
    let engine = |level: &Level| {
        let name = format!("{REFERENCE} {}", level.elo);
        (level.elo, step(REFERENCE, name, level.nodes, level.noise))
    };
    levels.map(engine).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config(evaluator: &str) -> Config {
        let calibration = Calibration { evaluator, most: 1_000, pairs: 2, seed: 1 };
        calibration.config()
    }

    fn given(config: &Config) -> Vec<f64> {
        match &config.run.anchor {
            Some(AnchorConfig::Given(ratings)) => ratings.iter().map(|given| given.elo).collect(),
            _ => Vec::new(),
        }
    }

    #[test]
    fn one_step_of_the_reference_gives_the_scale_and_the_reference_the_others() {
        let reference = config(REFERENCE);
        assert_eq!(reference.engines.len(), 6);
        assert_eq!(reference.run.format, Format::RoundRobin);
        assert_eq!(given(&reference), [1800.0]);
        let other = config("otter");
        assert_eq!(other.run.format, Format::Gauntlet { seeds: 6 });
        assert_eq!(other.engines.len(), 6 + given(&other).len());
        assert!(given(&other).len() >= 5);
    }

    /// The range of `UCI_Elo` is within the measured one, and ratings rise with the levels.
    #[test]
    fn who_has_levels_has_them_for_all_that_can_be_asked_for() {
        assert!(!levels_of(REFERENCE).is_empty());
        for name in registry::NAMES {
            let levels = levels_of(name);
            assert!(levels.is_sorted_by(|a, b| a.elo <= b.elo), "{name}");
            if let (Some(weakest), Some(strongest)) = (levels.first(), levels.last()) {
                assert!(weakest.elo <= 1200.0 && strongest.elo >= 2200.0, "{name}");
            }
        }
    }
}
