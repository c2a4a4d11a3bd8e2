//! Arguments for the games that are in a run's folder already.

use clap::Args;
use runner::run::Begin;

/// The treatment of games that exist already.
#[derive(Args, Default)]
pub(crate) struct BeginArguments {
    /// Start again; an old folder is kept under another name
    #[arg(long)]
    pub(crate) fresh: bool,

    /// Play those games again whose stored rows are damaged: with moves that are not legal, or another opening or end than
    /// their moves have
    #[arg(long, conflicts_with = "fresh")]
    pub(crate) repair: bool,
}

impl BeginArguments {
    /// The choice of the arguments.
    pub(crate) fn begin(&self) -> Begin {
        match (self.fresh, self.repair) {
            (true, _) => Begin::Fresh,
            (_, true) => Begin::Repair,
            _ => Begin::GoOn,
        }
    }
}
