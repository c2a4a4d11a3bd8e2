//! The arguments that say how long both sides of a match may think.

use std::time::Duration;

use clap::Args;
use config::LimitKind;

/// How long everybody may think about a move.
#[derive(Args)]
pub(crate) struct Limits {
    /// Nodes a move [default: 10000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=u64::MAX / 2), group = "limit")]
    nodes: Option<u64>,

    /// Plies a move
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u8).range(1..=i64::from(LimitKind::MAX_DEPTH)), group = "limit")]
    depth: Option<u8>,

    /// Milliseconds a move
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=86_400_000), group = "limit")]
    movetime: Option<u64>,

    /// A clock, in seconds or minutes:seconds: 10+0.1, 1:30+1, 40/60+0.6
    #[arg(long, value_name = "TC", value_parser = LimitKind::parse_tc, group = "limit")]
    tc: Option<LimitKind>,
}

impl Limits {
    /// What was said.
    pub(crate) fn given(&self) -> Option<LimitKind> {
        let time = self.movetime.map(Duration::from_millis);
        let nodes = self.nodes.map(LimitKind::Nodes);
        let depth = self.depth.map(LimitKind::Depth);
        nodes
            .or(depth)
            .or(time.map(LimitKind::MoveTime))
            .or(self.tc)
    }
}
