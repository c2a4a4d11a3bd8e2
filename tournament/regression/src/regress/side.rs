//! One of the two that play.

use std::collections::BTreeMap;

use crate::versions::history::Party;
use crate::versions::{Archive, Version, VersionError};
use config::{EngineKind, ProgramConfig, Timeouts};

/// One of the two that play.
#[derive(Debug, Clone)]
pub struct Contestant {
    /// Its identity in the history.
    pub party: Party,
    /// The engine that plays.
    pub kind: EngineKind,
    /// The number of centipawns of a program, which cannot be queried while it plays, worth one of
    /// Michniewski's; 1 for an evaluator, which can.
    pub scale: f64,
}

impl Contestant {
    /// An archived program, whose checksum is verified, with a table of `hash` MiB (0: its default).
    ///
    /// # Errors
    /// If it is not there or has changed.
    pub fn program(
        archive: &Archive,
        version: &Version,
        hash: u32,
        timeouts: Timeouts,
    ) -> Result<Self, VersionError> {
        let program = archive.program(version)?;
        let mut options = toml::Table::new();
        if hash > 0 {
            options.insert("Hash".to_owned(), toml::Value::Integer(hash.into()));
        }
        options.extend(version.params.clone());
        Ok(Self {
            party: version.into(),
            kind: EngineKind::Program(Box::new(ProgramConfig {
                // Not the path: the archive may be moved, and the checksum identifies the program.
                command: format!("{} {}", version.file, version.sha256),
                path: Some(program),
                args: Vec::new(),
                dir: None,
                folder: None,
                env: BTreeMap::new(),
                options,
                scores_from_white: false,
                timeouts,
            })),
            scale: version.scale_ratio(),
        })
    }
}
