//! A run from its configuration to its reports, in steps that follow from each other.
//!
//! [`Planned`] has been checked as far as it can be without touching the disk; [`Probed`] has
//! started every program once; [`Opened`] has the run's folder and plays what is missing;
//! [`Stored`] is what the folder holds, and makes the files from it. A run that is finished goes
//! from the first to the last without a program being started.

mod drawn;
mod error;
mod opened;
mod planned;
mod probed;
mod rounds;
mod stored;
mod verified;

use std::path::Path;

use crate::store::Store;
pub use drawn::builtin_openings;
pub(crate) use drawn::drawn;
pub use error::RunError;
pub use opened::Opened;
pub use planned::Planned;
pub use probed::Probed;
pub(crate) use probed::put_away;
pub use stored::Stored;

/// The file that tells of each failure of an engine with the last lines exchanged.
pub const FAILURES: &str = "failures.log";

/// Whether the run in `folder` is finished, so that nobody has to play. Whatever is wrong with it
/// is found out when it is opened.
#[must_use]
pub fn is_complete(folder: &Path) -> bool {
    let store = Store::exists(folder).then(|| Store::open_read_only(folder));
    store.is_some_and(|store| store.and_then(|store| store.is_complete()).unwrap_or(false))
}
