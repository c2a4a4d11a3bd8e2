//! How strong an evaluator is with few nodes and errors in its values: the levels of `UCI_Elo`.
//!
//! The same steps for every evaluator, from few nodes and values that are far off to many nodes and values as
//! they are, meet opponents whose ratings are given: Michniewski's own steps meet each other and Stockfish at
//! some of its limited strengths, and the steps of all others meet Michniewski's levels, which are cheap and
//! repeat. One fit rates them all; what it finds of the steps is the evaluator's table.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use engine_core::evaluator::Evaluator;
use engine_core::handicap::Level;
use engine_core::options::Configure;
use openings::{Order, Variant};

use crate::config::{
    Adjudication, AnchorConfig, Config, EngineConfig, EngineKind, EvaluatorConfig, Format,
    GivenRating, LimitKind, OpeningSource, OpeningsConfig, PgnConfig, ProgramConfig, RunConfig,
    Timeouts,
};
use crate::registry::{self, Visitor};
use crate::report::Results;

/// The evaluator whose levels those of all others are measured by.
pub const REFERENCE: &str = "michniewski";
/// Nodes a move and the error in static values of each step, the weakest first.
pub const STEPS: [(u64, i32); 9] = [
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
/// Stockfish's limited strengths, and how deep it searches there: a ply more than what it chooses by. Stronger
/// ones take a hundred times as long.
pub const STOCKFISH: [(u16, u8); 3] = [(1350, 3), (1500, 4), (1700, 6)];
/// The table of an evaluator, two to this power entries.
const TABLE: u8 = 16;

/// What is to be measured.
#[derive(Debug, Clone)]
pub struct Calibration<'a> {
    /// The evaluator.
    pub evaluator: &'a str,
    /// The program of Stockfish; `None`: the reference's levels are the opponents.
    pub stockfish: Option<PathBuf>,
    /// Steps of more nodes a move are left out.
    pub most: u64,
    /// Openings of each pairing, each played with both colours; at least 1.
    pub pairs: u32,
    /// The seed by which they are drawn.
    pub seed: u64,
}

impl Calibration<'_> {
    /// The tournament that measures it: all against those whose ratings are given, and where these are
    /// Stockfish's the steps against each other, too, since most of them are far above.
    #[must_use]
    pub fn config(&self) -> Config {
        let mut engines: Vec<EngineConfig> = STEPS
            .iter()
            .filter(|(nodes, _)| *nodes <= self.most)
            .map(|&(nodes, noise)| step(self.evaluator, step_name(nodes, noise), nodes, noise))
            .collect();
        let format = match self.stockfish {
            Some(_) => Format::RoundRobin,
            None => Format::Gauntlet {
                seeds: engines.len() as u32,
            },
        };
        let given = match &self.stockfish {
            Some(path) => STOCKFISH.iter().map(|&of| stockfish(path, of)).collect(),
            None => reference(),
        };
        let mut ratings = Vec::new();
        for (elo, engine) in given {
            ratings.push(GivenRating {
                engine: engines.len(),
                elo,
                error: 0.0,
            });
            engines.push(engine);
        }
        Config {
            run: RunConfig {
                name: format!("calibrate-{}", self.evaluator),
                format,
                pairs: self.pairs,
                cycles: 1,
                seed: self.seed,
                anchor: Some(AnchorConfig::Given(ratings)),
                strict: false,
                sprt: None,
            },
            openings: OpeningsConfig {
                variant: Variant::Standard,
                source: OpeningSource::Builtin,
                order: Order::Random,
                plies: None,
                start: 1,
            },
            // Whoever errs on purpose gives back what looks decided: games are played out.
            adjudication: Adjudication {
                max_moves: Some(200),
                insufficient_material: true,
                ..Adjudication::default()
            },
            pgn: PgnConfig::default(),
            ladders: Vec::new(),
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
#[must_use]
pub fn levels_of(evaluator: &str) -> &'static [Level] {
    struct Levels;
    impl Visitor for Levels {
        type Output = &'static [Level];

        fn visit<E: Evaluator + Configure + Clone>(self, evaluator: E) -> Self::Output {
            evaluator.levels()
        }
    }
    registry::with(evaluator, Levels).unwrap_or_default()
}

fn step_name(nodes: u64, noise: i32) -> String {
    match noise {
        0 => format!("{nodes} nodes"),
        noise => format!("{nodes} nodes, error {noise}"),
    }
}

fn step(evaluator: &str, name: String, nodes: u64, noise: i32) -> EngineConfig {
    let search = [("noise".to_owned(), f64::from(noise))];
    let limit = LimitKind::Nodes(nodes);
    EngineConfig {
        name,
        kind: EngineKind::Evaluator(EvaluatorConfig {
            evaluator: evaluator.to_owned(),
            params: toml::Table::new(),
            disable: Vec::new(),
            table: TABLE,
            swing: None,
            scale: None,
            search: search
                .into_iter()
                .filter(|(_, noise)| *noise > 0.0)
                .collect(),
        }),
        limit,
        margin: Duration::ZERO,
    }
}

/// The reference at each level of its table.
fn reference() -> Vec<(f64, EngineConfig)> {
    let levels = levels_of(REFERENCE).iter();
    let engine = |level: &Level| {
        let name = format!("{REFERENCE} {}", level.elo);
        (level.elo, step(REFERENCE, name, level.nodes, level.noise))
    };
    levels.map(engine).collect()
}

fn stockfish(path: &Path, (elo, depth): (u16, u8)) -> (f64, EngineConfig) {
    let mut options = toml::Table::new();
    options.insert("UCI_LimitStrength".to_owned(), true.into());
    options.insert("UCI_Elo".to_owned(), i64::from(elo).into());
    options.insert("Threads".to_owned(), 1.into());
    let limit = LimitKind::Depth(depth);
    let engine = EngineConfig {
        name: format!("Stockfish {elo}"),
        kind: EngineKind::Program(Box::new(ProgramConfig {
            command: path.display().to_string(),
            path: Some(path.to_owned()),
            args: Vec::new(),
            dir: None,
            folder: None,
            env: BTreeMap::new(),
            options,
            timeouts: Timeouts::default(),
        })),
        limit,
        margin: Duration::ZERO,
    };
    (f64::from(elo), engine)
}
