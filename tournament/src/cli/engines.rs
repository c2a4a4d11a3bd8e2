//! Arguments for the engines that try positions, and for their limits.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::thread::available_parallelism;
use std::time::Duration;

use clap::Args;
use config::{EngineConfig, LimitKind, Selection};
use evaluators::registry;
use players::player::{Probe, probe};

/// Default nodes a position.
pub(crate) const NODES: u64 = 100_000;
/// The table of an evaluator, two to this power entries: as large as that of its UCI program, 16 MB.
pub(crate) const TABLE: u8 = 20;

/// The engines, and their limits.
#[derive(Args)]
pub(crate) struct Engines {
    /// The TOML file whose [[engine]] tables try, too, with the limits they have there
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,

    /// Nodes for each position [default: 100000]
    #[arg(long, value_name = "N", conflicts_with_all = ["movetime", "depth"], value_parser = clap::value_parser!(u64).range(1..=u64::MAX / 2))]
    nodes: Option<u64>,

    /// Milliseconds for each position
    #[arg(long, value_name = "MS", conflicts_with = "depth", value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    movetime: Option<u64>,

    /// Plies for each position
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=i64::from(LimitKind::MAX_DEPTH)))]
    depth: Option<u8>,

    /// Positions tried at the same time [default: one for each core]
    #[arg(value_parser = crate::cli::positive, long, value_name = "N")]
    threads: Option<NonZeroUsize>,
}

impl Engines {
    /// The engines named by `words` and those of the configuration; all evaluators if there are none. Programs are
    /// started once, to make sure that they play.
    pub(crate) fn chosen(&self, words: &[String]) -> anyhow::Result<Vec<(EngineConfig, Probe)>> {
        let all: Vec<String>;
        let mut words = words;
        if words.is_empty() && self.config.is_none() {
            all = registry::NAMES.iter().map(|&name| name.to_owned()).collect();
            words = &all;
        }
        let selection = Selection {
            words,
            file: self.config.as_deref(),
            limit: self.limit(),
            nodes: NODES,
            table: TABLE,
        };
        let mut engines = selection.engines(registry::NAMES)?;
        super::measured::give_measured(&mut engines)?;
        let probed = engines.into_iter().map(|engine| Ok((probe(&engine, true)?, engine)));
        let probed = probed.map(|probed: anyhow::Result<_>| probed.map(|(probe, e)| (e, probe)));
        probed.collect()
    }

    fn limit(&self) -> Option<LimitKind> {
        let time = self.movetime.map(Duration::from_millis);
        let nodes = self.nodes.map(LimitKind::Nodes);
        let time = time.map(LimitKind::MoveTime);
        nodes.or(time).or(self.depth.map(LimitKind::Depth))
    }

    /// The number of positions tried at the same time.
    pub(crate) fn threads(&self) -> usize {
        threads(self.threads)
    }
}

/// As many as requested, or one for each core.
pub(crate) fn threads(asked: Option<NonZeroUsize>) -> usize {
    let threads = asked.or_else(|| available_parallelism().ok());
    threads.map_or(1, NonZeroUsize::get)
}
