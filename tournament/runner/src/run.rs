//! From a configuration to a run on disk, step by step.
//!
//! [`Planned`] has been checked as far as it can be without touching the disk; [`Probed`] has
//! started every program once; [`Opened`] has the run's folder and plays the missing games;
//! [`Run`] is the folder's content, from which all reports are made. A run that is finished goes
//! from the first to the last without a program being started.

mod changes;
mod error;
mod growth;
mod hash_sizes;
mod opened;
mod planned;
mod playing;
mod probed;
mod replayed;
mod rounds;

use std::path::{Path, PathBuf};

use crate::schedule::Schedule;
use crate::store::{Store, StoreError};
pub use changes::{changes, info};
use config::Config;
pub use error::RunError;
pub use opened::Opened;
pub use planned::{Other, Place, Planned};
pub use probed::{Begin, Probed, put_away};
pub(crate) use replayed::Replayer;
pub(crate) use rounds::{draw_known, verify};

/// A run on disk.
#[derive(Debug)]
pub struct Run {
    /// Its folder.
    pub folder: PathBuf,
    /// Its configuration, and the test that ends it.
    pub config: Config,
    /// Its games. Rounds of a Swiss tournament are drawn only in a run that was played or merged by this process.
    pub schedule: Schedule,
    /// The finished games, and the information and settings with which the run was begun.
    pub store: Store,
}

impl Run {
    /// Opens the run in `folder` for reading, whether or not it is being played.
    pub fn open(folder: &Path) -> Result<Self, StoreError> {
        Self::of(folder, Store::open_read_only(folder)?)
    }

    /// The run in `folder` whose store is open.
    pub(crate) fn of(folder: &Path, store: Store) -> Result<Self, StoreError> {
        let config = store.config()?;
        Ok(Self { folder: folder.to_owned(), schedule: Schedule::new(&config), config, store })
    }
}
