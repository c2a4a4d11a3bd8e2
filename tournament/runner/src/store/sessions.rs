//! The builds of the arena that played a run, and the paths by which its configuration is played again.

use super::setup::{CONFIGURATION, meta, set_meta};
use super::{Store, StoreError, failure};
use config::Config;
use players::identity::ArenaBuild;

/// The key under which the builds are stored.
const BUILDS: &str = "builds";

impl Store {
    /// Keeps that a session begins: by which build it is played, and from which configuration. A build that played
    /// before is not listed again.
    ///
    /// # Errors
    /// If the database cannot be read or written.
    pub fn begin_session(&self, config: &Config, build: &ArenaBuild) -> Result<(), StoreError> {
        set_meta(&self.connection, CONFIGURATION, &config.text())
            .map_err(|error| failure(&self.path, error))?;
        self.add_builds(std::slice::from_ref(build))
    }

    /// Adds builds to those by which the run was played.
    ///
    /// # Errors
    /// If the database cannot be read or written.
    pub fn add_builds(&self, builds: &[ArenaBuild]) -> Result<(), StoreError> {
        let mut all = self.builds()?;
        let before = all.len();
        for build in builds {
            if !all.contains(build) {
                all.push(build.clone());
            }
        }
        if all.len() == before { Ok(()) } else { self.keep(BUILDS, &all) }
    }

    /// The builds of the arena by which the run was played, the first first; none of a run of an older program.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn builds(&self) -> Result<Vec<ArenaBuild>, StoreError> {
        let text = meta(&self.connection, BUILDS).map_err(|error| failure(&self.path, error))?;
        Ok(text.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default())
    }

    fn keep(&self, key: &str, value: &impl serde::Serialize) -> Result<(), StoreError> {
        // Names are texts and numbers finite: there is nothing that JSON could not hold.
        let text = serde_json::to_string(value).unwrap_or_default();
        set_meta(&self.connection, key, &text).map_err(|error| failure(&self.path, error))
    }
}
