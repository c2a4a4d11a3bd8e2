//! How a run was played: the settings of its command line, on which no game depends, and the builds of the arena.

use match_stats::StopRule;
use match_stats::sprt::Model;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::setup::{CONFIGURATION, meta, set_meta};
use super::{Store, StoreError, failure};
use config::Config;
use players::identity::ArenaBuild;

const INVOCATION: &str = "invocation";
const BUILDS: &str = "builds";

/// The command-line settings with which a run was last played.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Invocation {
    /// The command line, as a shell takes it; `None` if none was given.
    pub command: Option<String>,
    /// The stopping rule of the match.
    pub stop: Option<StopRule>,
    /// Tests of the same games before this one, the first first, in words.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub earlier: Vec<String>,
}

impl Invocation {
    /// Of a run of `config` that is played by `command`.
    #[must_use]
    pub fn of(command: Option<String>, config: &Config) -> Self {
        Self { command, stop: config.run.stop, earlier: Vec::new() }
    }

    /// The test that ends the match, in words; `None` if nothing but the number of games does.
    #[must_use]
    pub fn test(&self) -> Option<String> {
        match self.stop? {
            StopRule::Sprt(sprt) => {
                let model = match sprt.model() {
                    Model::Logistic => "Elo",
                    Model::Normalized => "normalised Elo",
                };
                let (elo0, elo1) = sprt.hypotheses();
                let (alpha, beta) = sprt.error_rates();
                Some(format!("SPRT of {elo0} against {elo1} {model}, alpha {alpha}, beta {beta}"))
            }
            StopRule::FixedWidth(width) => Some(format!("an interval narrower than {width} Elo")),
            StopRule::Change(_) => None,
        }
    }
}

impl Store {
    /// Stores the settings of the run, in place of the earlier ones.
    pub fn keep_invocation(&self, invocation: &Invocation) -> Result<(), StoreError> {
        self.is_in_place()?;
        self.keep(INVOCATION, invocation)
    }

    /// True if it has neither settings nor games: the process was killed before it wrote them.
    pub fn is_untouched(&self) -> Result<bool, StoreError> {
        Ok(self.kept::<Invocation>(INVOCATION)?.is_none() && self.count()? == 0)
    }

    /// The stored settings; none before the first session.
    pub fn invocation(&self) -> Result<Invocation, StoreError> {
        Ok(self.kept(INVOCATION)?.unwrap_or_default())
    }

    /// Keeps that a session begins: by which build it is played, and from which configuration. A build that played
    /// before is not listed again.
    pub fn begin_session(&self, config: &Config, build: &ArenaBuild) -> Result<(), StoreError> {
        set_meta(&self.connection, CONFIGURATION, &config.text())
            .map_err(|error| failure(&self.path, error))?;
        self.add_builds(std::slice::from_ref(build))
    }

    /// Adds builds to those by which the run was played.
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

    /// The builds of the arena by which the run was played, the first first.
    pub fn builds(&self) -> Result<Vec<ArenaBuild>, StoreError> {
        Ok(self.kept(BUILDS)?.unwrap_or_default())
    }

    pub(super) fn keep(&self, key: &str, value: &impl Serialize) -> Result<(), StoreError> {
        // Names are texts and numbers finite: there is nothing that JSON could not hold.
        let text = serde_json::to_string(value).unwrap_or_default();
        set_meta(&self.connection, key, &text).map_err(|error| failure(&self.path, error))
    }

    /// What is kept under `key`; `None` if it is nothing that this program writes.
    pub(super) fn kept<T: DeserializeOwned>(&self, key: &str) -> Result<Option<T>, StoreError> {
        let text = meta(&self.connection, key).map_err(|error| failure(&self.path, error))?;
        Ok(text.and_then(|text| serde_json::from_str(&text).ok()))
    }
}
