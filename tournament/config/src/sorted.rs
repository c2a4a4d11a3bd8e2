//! Tables in a configuration's canonical text: sorted, however they are written.

use std::collections::BTreeMap;

use serde::{Serialize, Serializer};
use toml::Table;

/// The entries by their names.
pub fn sorted(table: &Table) -> BTreeMap<&String, &toml::Value> {
    table.iter().collect()
}

/// Writes them sorted.
pub(super) fn serialize<S: Serializer>(table: &Table, to: S) -> Result<S::Ok, S::Error> {
    sorted(table).serialize(to)
}
