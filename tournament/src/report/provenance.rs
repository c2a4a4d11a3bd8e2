//! Where results come from: what a reader of `results.json` needs to know before the numbers.

use serde::Serialize;
use serde_json::Value;

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
