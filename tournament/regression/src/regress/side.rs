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
#[allow(missing_docs, reason = "the messages say what the fields are")]
pub enum SideError {
    /// The archive.
    #[error(transparent)]
    Version(#[from] VersionError),
    /// The library.
    #[error(transparent)]
    Player(#[from] PlayerError),
    /// The program.
    #[error("{engine} was built, but does not play: {message}")]
    NotReady { engine: String, message: String },
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
                timeouts,
            })),
            ..EvaluatorConfig::of(&format!("./{}", version.file))
        };
        let nodes = identity::bench(&version.name, &config, identity::SIGNATURE_DEPTH)?;
        Ok(Self {
            party: Party { bench: Some(nodes), ..version.into() },
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

impl Contestant {
    /// True if it is a program without the option Hash, whose size `hash` asks for.
    #[must_use]
    pub fn leaves_hash_out(&self, hash: u32) -> bool {
        match &self.kind {
            EngineKind::Program(program) => hash > 0 && !program.options.contains_key(HASH),
            EngineKind::Evaluator(_) => false,
        }
    }

    /// Starts its program, if it has one, and ends it; false if it does not keep to `go nodes`.
    ///
    /// # Errors
    /// If it is no UCI engine, or refuses its options.
    pub fn try_start(&self) -> Result<bool, SideError> {
        use uci_client::{FixedLimit, probe};

        let EngineKind::Program(program) = &self.kind else {
            return Ok(true);
        };
        let Some(path) = &program.path else {
            return Ok(true);
        };
        let nodes = FixedLimit::Nodes(1000);
        let launch = launch(path, &program.options, program.timeouts);
        match probe(&launch, Some(nodes)) {
            Ok(report) => Ok(report.unkept.is_none() && report.doubt.is_none()),
            Err(fault) => Err(SideError::NotReady {
                engine: self.party.name.clone(),
                message: fault.to_string(),
            }),
        }
    }
}

fn launch(program: &Path, options: &toml::Table, timeouts: Timeouts) -> uci_client::Launch {
    use uci_client::{Executable, Launch};

    let mut launch = Launch::new(Executable::Path(program.to_owned()));
    launch.options.clone_from(options);
    launch.timeouts = timeouts;
    launch
}

/// The UCI option of the size of the table.
const HASH: &str = "Hash";

/// True if the program has no option Hash, which is then left out; other faults show when it plays.
fn lacks_hash(program: &Path, options: &toml::Table, timeouts: Timeouts) -> bool {
    use uci_client::{NotReady, OptionFault};

    if !options.contains_key(HASH) {
        return false;
    }
    match uci_client::probe(&launch(program, options, timeouts), None) {
        Err(NotReady::Option(fault)) => {
            matches!(*fault, OptionFault::Unknown { ref given, .. } if given == HASH)
        }
        _ => false,
    }
}
