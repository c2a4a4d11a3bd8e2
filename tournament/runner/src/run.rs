//! A run from its configuration to its reports, in steps that follow from each other.
//!
//! [`Planned`] has been checked as far as it can be without touching the disk; [`Probed`] has
//! started every program once; [`Opened`] has the run's folder and plays what is missing;
//! [`Stored`] is what the folder holds, and makes the files from it. A run that is finished goes
//! from the first to the last without a program being started.

mod error;
mod growth;
mod opened;
mod planned;
mod probed;
mod replayed;
mod rounds;
mod series;
mod stored;
mod tested;
mod verified;

pub use error::RunError;
pub use opened::Opened;
pub use planned::Planned;
pub use probed::put_away;
pub use probed::{Begin, Probed};
pub(crate) use replayed::Replayer;
pub(crate) use rounds::draw_known;
pub use series::{Other, Place};
pub use stored::Stored;
pub use stored::{changes, info};
pub(crate) use verified::verify;
