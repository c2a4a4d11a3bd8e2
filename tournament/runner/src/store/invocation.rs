//! The command-line settings of a run: those not in its configuration, on which no game depends.

use match_stats::StopRule;
use match_stats::sprt::Model;
use serde::{Deserialize, Serialize};

use super::setup::{meta, set_meta};
use super::{Store, StoreError, failure};
use config::Config;

/// The key under which it is stored.
const KEY: &str = "invocation";

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
    ///
    /// # Errors
    /// If the database cannot be written.
    pub fn keep_invocation(&self, invocation: &Invocation) -> Result<(), StoreError> {
        self.is_in_place()?;
        let text = serde_json::to_string(invocation).unwrap_or_default();
        set_meta(&self.connection, KEY, &text).map_err(|error| failure(&self.path, error))
    }

    /// True if it has neither settings nor games: the process was killed before it wrote them.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn is_untouched(&self) -> Result<bool, StoreError> {
        let text = meta(&self.connection, KEY).map_err(|error| failure(&self.path, error))?;
        Ok(text.is_none() && self.count()? == 0)
    }

    /// The stored settings; none in a run of an older program.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn invocation(&self) -> Result<Invocation, StoreError> {
        let text = meta(&self.connection, KEY).map_err(|error| failure(&self.path, error))?;
        let text = text.unwrap_or_default();
        Ok(serde_json::from_str(&text).unwrap_or_default())
    }
}
