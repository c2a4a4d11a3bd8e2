//! Where results come from: what a reader of `results.json` needs to know before the numbers.

use jiff::Timestamp;
use openings::Fingerprint;
use serde::Serialize;
use serde_json::Value;

use crate::store::{Store, StoreError};

/// The form of `results.json`; a key that is changed or removed makes it another one.
pub const SCHEMA_VERSION: u32 = 1;

/// Which run this is, played where, by what and when.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Provenance {
    /// [`SCHEMA_VERSION`].
    pub schema_version: u32,
    /// The program and its version, as the run was begun.
    pub software: String,
    /// The machine on which the run was begun; `None` if it is not known.
    pub host: Option<String>,
    /// When the first game began, UTC; `None` before that.
    pub begun: Option<String>,
    /// The configuration: what it means, not how it is written.
    pub configuration: Value,
    /// What tells this configuration from others, 16 hexadecimal digits.
    pub configuration_hash: String,
}

impl Provenance {
    /// Of what is played by this canonical configuration; `first` is when the first game began, in milliseconds since
    /// 1970 UTC.
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
            host: store.host()?,
            begun: begun.map(|begun| begun.to_string()),
            configuration: serde_json::from_str(configuration).unwrap_or_default(),
            configuration_hash: format!("{:016x}", hash.0),
        })
    }
}
