//! The origin of results: facts that readers of `results.json` need before the numbers.

use jiff::Timestamp;
use openings::Fingerprint;
use serde::Serialize;
use serde_json::Value;

use super::pgn::date;
use players::identity::{ArenaBuild, Identities};
use runner::store::{Store, StoreError};

/// The version of `results.json`; it increases when a key is changed or removed.
pub const SCHEMA_VERSION: u32 = 3;

/// The identity of a run, with its machine, program and dates.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Provenance {
    /// [`SCHEMA_VERSION`].
    pub schema_version: u32,
    /// The program and its version when the run was begun.
    pub software: String,
    /// The builds of the arena that played it, in order.
    pub builds: Vec<ArenaBuild>,
    /// The identities of the engines, by name.
    pub identities: Identities,
    /// The machine on which the run was begun; `None` if it is not known.
    pub host: Option<String>,
    /// The start of the first game, UTC; `None` before that.
    pub begun: Option<String>,
    /// The configuration in canonical form, with the current keys.
    pub configuration: Value,
    /// A hash of the configuration, 16 hexadecimal digits.
    pub configuration_hash: String,
    /// The command that plays the same games again, from the folder in which the run was begun.
    pub repeat: String,
    /// Earlier tests on games of this run, in words.
    pub earlier_tests: Vec<String>,
}

impl Provenance {
    /// The provenance of a run with this canonical configuration; `first` is the start of the first game, in
    /// milliseconds since 1970 UTC.
    pub(crate) fn new(
        store: &Store,
        configuration: &str,
        first: Option<u64>,
    ) -> Result<Self, StoreError> {
        let mut hash = Fingerprint::default();
        hash.add(configuration);
        let begun = first.and_then(|first| i64::try_from(first).ok());
        let begun = begun.and_then(|first| Timestamp::from_millisecond(first).ok());
        Ok(Self {
            schema_version: SCHEMA_VERSION,
            software: store.info().software.clone(),
            builds: store.builds()?,
            identities: store.info().identities.clone(),
            host: store.host()?,
            begun: begun.map(|begun| begun.to_string()),
            configuration: serde_json::from_str(configuration).unwrap_or_default(),
            configuration_hash: format!("{:016x}", hash.0),
            repeat: repeat(store),
            earlier_tests: store.invocation()?.earlier,
        })
    }
}

fn repeat(store: &Store) -> String {
    let folder = store.folder().display().to_string();
    let folder = shlex::try_quote(&folder).map_or_else(|_| folder.clone(), Into::into);
    format!("evalarena repeat {folder}")
}

/// A day of UTC, as in `2026-11-25`, from milliseconds since 1970.
#[must_use]
pub fn day(milliseconds: u64) -> String {
    date(milliseconds).replace('.', "-")
}
