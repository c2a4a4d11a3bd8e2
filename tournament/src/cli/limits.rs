//! Arguments for the limits of both sides of a match.

use std::time::Duration;

use clap::Args;
use config::LimitKind;

/// The limit of each search.
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

    /// A time control, in seconds or minutes:seconds: 10+0.1, 1:30+1, 40/60+0.6
    #[arg(long, value_name = "TC", value_parser = LimitKind::parse_tc, group = "limit")]
    tc: Option<LimitKind>,
}

impl Limits {
    /// The limit in the arguments.
    pub(crate) fn given(&self) -> Option<LimitKind> {
        let time = self.movetime.map(Duration::from_millis);
        let nodes = self.nodes.map(LimitKind::Nodes);
        let depth = self.depth.map(LimitKind::Depth);
        nodes.or(depth).or(time.map(LimitKind::MoveTime)).or(self.tc)
    }
}
