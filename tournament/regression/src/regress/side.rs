//! One of the two that play.

use std::collections::BTreeMap;
use std::path::Path;

use crate::versions::history::Party;
use crate::versions::{Archive, Version, VersionError};
use config::{EngineKind, EvaluatorConfig, ExternalConfig, ProgramConfig, Timeouts};
use players::identity;
use players::player::PlayerError;

/// The reason that an archived version cannot play.
#[derive(Debug, thiserror::Error)]
pub enum SideError {
    /// The archive.
    #[error(transparent)]
    Version(#[from] VersionError),
    /// The library.
    #[error(transparent)]
    Player(#[from] PlayerError),
}

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
    /// An archived version: a program, or the shared library of an evaluation.
    ///
    /// # Errors
    /// If it is not there or has changed, or its library cannot be loaded.
    pub fn archived(
        archive: &Archive,
        version: &Version,
        hash: u32,
        timeouts: Timeouts,
    ) -> Result<Self, SideError> {
        let path = archive.program(version)?;
        if !Version::is_evaluation(&path) {
            return Ok(Self::program(archive, version, hash, timeouts)?);
        }
        let config = EvaluatorConfig {
            params: version.params.clone(),
            external: Some(Box::new(ExternalConfig {
                folder: path.parent().map(Path::to_owned).unwrap_or_default(),
                format: None,
                timeouts,
            })),
            ..EvaluatorConfig::of(&format!("./{}", version.file))
        };
        let nodes = identity::bench(&version.name, &config, identity::SIGNATURE_DEPTH)?;
        Ok(Self {
            party: Party {
                bench: Some(nodes),
                ..version.into()
            },
            kind: EngineKind::Evaluator(config),
            scale: 1.0,
        })
    }

    /// An archived program, whose checksum is verified, with a table of `hash` MiB (0, or without the option Hash: its
    /// default).
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
            options.insert(HASH.to_owned(), toml::Value::Integer(hash.into()));
        }
        options.extend(version.params.clone());
        if lacks_hash(&program, &options, timeouts) {
            options.remove(HASH);
        }
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

/// The UCI option of the size of the table.
const HASH: &str = "Hash";

/// True if the program has no option Hash, which is then left out; other faults show when it plays.
#[cfg(unix)]
fn lacks_hash(program: &Path, options: &toml::Table, timeouts: Timeouts) -> bool {
    use uci_client::{Executable, Launch, NotReady, OptionFault};

    if !options.contains_key(HASH) {
        return false;
    }
    let mut launch = Launch::new(Executable::Path(program.to_owned()));
    launch.options.clone_from(options);
    launch.timeouts = timeouts;
    match uci_client::probe(&launch, None) {
        Err(NotReady::Option(fault)) => {
            matches!(*fault, OptionFault::Unknown { ref given, .. } if given == HASH)
        }
        _ => false,
    }
}

/// No program plays here.
#[cfg(not(unix))]
fn lacks_hash(_program: &Path, _options: &toml::Table, _timeouts: Timeouts) -> bool {
    false
}
