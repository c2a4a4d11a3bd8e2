//! A tuning in its folder, which resumes where it stopped: [`STATE`] has what is tuned and the values after the last
//! batch, and is replaced after each.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use engine_core::tablebase::Tablebase;
use openings::{OpeningError, OpeningSequence};

use serde::{Deserialize, Serialize};

use super::error::SpsaError;
use super::games::{Games, check};
use super::optimizer::{Optimizer, Perturbation};
use config::output::replace_file;
use config::read_limited;
use config::{ParameterConfig, SpsaConfig};
use players::identity::{self, Identities, identities, seed, software};
use runner::arena::Plan;
use runner::drawn::drawn;
use runner::run::put_away;
use runner::schedule::Schedule;
use runner::store::{Lock, StoreError};

/// The file in a tuning's folder of what is tuned, and of its values so far.
const STATE: &str = "spsa.json";
/// The file beside it of the values after each batch, for a plot.
const HISTORY: &str = "spsa.csv";
/// The file beside it of the values, as `evalarena regress --params` takes them.
pub const PARAMETERS: &str = "parameters.toml";

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct State {
    subject: TuningIdentity,
    /// The iterations done.
    iterations: u32,
    /// The values after them, in the order of the configuration.
    values: Vec<f64>,
}

/// What must be as it was when a tuning is resumed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct TuningIdentity {
    configuration: serde_json::Value,
    /// The fingerprint of the openings.
    openings: String,
    /// The version of the program.
    software: String,
    identities: Identities,
}

/// A tuning that can be played.
#[derive(Debug)]
pub struct Tuning {
    config: SpsaConfig,
    optimizer: Optimizer,
    plan: Plan,
    state: State,
    folder: PathBuf,
    /// Held as long as the state may be written.
    _lock: Lock,
}

impl Tuning {
    /// Checks that everything can be set and played, and opens the tuning in `folder`: a new one, or
    /// one to resume. With `fresh`, any contents of the folder are kept under another name first. Where the
    /// configuration gives no seed, one is drawn from the engines ([`seed`]).
    ///
    /// # Errors
    /// If an engine or the openings cannot be used, or the folder has another tuning.
    pub fn open(mut config: SpsaConfig, folder: &Path, fresh: bool) -> Result<Self, SpsaError> {
        check(&config)?;
        let drawn = || seed(&config.base.engines);
        config.base.run.seed = config.seed.unwrap_or_else(drawn);
        let base = config.base.clone();
        let openings = enough(&config)?;
        let rule = base.adjudication.syzygy.as_ref();
        let tablebase = rule.map(|rule| Tablebase::open(&rule.paths)).transpose()?;
        if fresh && folder.exists() {
            put_away(folder)?;
        }
        let lock = claim(folder)?;
        let identities = identities(&base.engines);
        let subject = TuningIdentity {
            configuration: serde_json::to_value(SpsaConfig {
                base: base.without_paths(),
                ..config.clone()
            })
            .unwrap_or_default(),
            openings: format!("{:016x}", openings.fingerprint()),
            software: software(),
            identities: identities.clone(),
        };
        let state = match read(folder, &subject, &config)? {
            Some(state) => state,
            None => State {
                subject,
                iterations: 0,
                values: config.parameters.iter().map(|parameter| parameter.start).collect(),
            },
        };
        let dimensions = config.parameters.iter().map(|parameter| parameter.dimension);
        let tuning = Self {
            optimizer: Optimizer::new(
                dimensions.collect(),
                config.decay,
                config.iterations,
                base.run.seed,
            ),
            plan: Plan {
                schedule: Schedule::new(&base),
                config: base,
                openings: openings.into(),
                tablebase,
                identities,
                talk: None,
            },
            config,
            state,
            folder: folder.to_owned(),
            _lock: lock,
        };
        tuning.write()?;
        Ok(tuning)
    }

    /// The number of games played, and the number of all.
    #[must_use]
    pub fn games(&self) -> (usize, usize) {
        let each = games(&self.config).in_an_iteration();
        (self.state.iterations as usize * each, self.config.iterations as usize * each)
    }

    /// Each number that is moved and its value now; a whole number to be rounded.
    pub fn values(&self) -> impl Iterator<Item = (&ParameterConfig, f64)> {
        self.config.parameters.iter().zip(self.state.values.iter().copied())
    }

    /// Plays what is left, `threads` games at a time. `notify` receives the current values after each game. Both files
    /// are written after each batch.
    ///
    /// # Errors
    /// If an engine fails or a batch cannot be stored; what was stored before stays.
    pub fn play(
        &mut self,
        threads: usize,
        mut notify: impl FnMut(&[f64]) + Send,
    ) -> Result<(), SpsaError> {
        while self.state.iterations < self.config.iterations {
            let State { iterations: done, values, .. } = &mut self.state;
            let end = self.config.iterations.min(*done + self.config.batch);
            let tried = (*done..end).map(|k| self.optimizer.perturbation(values, k));
            let tried: Vec<Perturbation> = tried.collect();
            let games = games(&self.config);
            let surplus = games.play(&mut self.plan, *done, &tried, threads, || notify(values))?;
            for ((k, tried), surplus) in (*done..).zip(&tried).zip(surplus) {
                self.optimizer.learn(values, k, tried, surplus);
            }
            *done = end;
            self.add_to_history()?;
            self.write()?;
        }
        Ok(())
    }

    /// Adds a line of the values; a batch that is played again is there twice.
    fn add_to_history(&self) -> Result<(), SpsaError> {
        let path = self.folder.join(HISTORY);
        let names = self.config.parameters.iter().map(|parameter| parameter.set.clone());
        let head = ["iterations".to_owned()].into_iter().chain(names);
        let values = self.state.values.iter().map(ToString::to_string);
        let line = [self.state.iterations.to_string()].into_iter().chain(values);
        let [head, line] = [head.collect::<Vec<_>>(), line.collect()].map(|all| all.join(","));
        let line = if path.exists() { line } else { format!("{head}\n{line}") };
        let file = File::options().create(true).append(true).open(&path);
        file.and_then(|mut file| writeln!(file, "{line}"))
            .map_err(|source| SpsaError::Folder { path, source })
    }

    /// Replaces both files, the state last: it says that the batch counts.
    fn write(&self) -> Result<(), SpsaError> {
        let parameters = parameters(&self.config.parameters, &self.state.values).to_string();
        let state = serde_json::to_string(&self.state).unwrap_or_default() + "\n";
        for (name, text) in [(PARAMETERS, parameters), (STATE, state)] {
            let path = self.folder.join(name);
            replace_file(&path, |to| to.write_all(text.as_bytes()))
                .map_err(|source: io::Error| SpsaError::Folder { path, source })?;
        }
        Ok(())
    }
}

/// The stored state of the tuning; `None` if there is none yet.
fn read(
    folder: &Path,
    subject: &TuningIdentity,
    config: &SpsaConfig,
) -> Result<Option<State>, SpsaError> {
    let path = folder.join(STATE);
    let text = match read_limited::text(&path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        text => text.map_err(|source| SpsaError::Folder { path: path.clone(), source })?,
    };
    let state: State = match serde_json::from_str(&text) {
        Ok(state) => state,
        Err(error) => return Err(SpsaError::Damaged { path, reason: error.to_string() }),
    };
    if let Some(what) = changed(&state.subject, subject) {
        return Err(SpsaError::Changed { path, what });
    }
    match misfit(&state, config) {
        Some(reason) => Err(SpsaError::Damaged { path, reason }),
        None => Ok(Some(state)),
    }
}

/// The first thing that differs.
fn changed(was: &TuningIdentity, is: &TuningIdentity) -> Option<String> {
    if let Some(what) = identity::differences(&was.identities, &is.identities).into_iter().next() {
        return Some(what);
    }
    let new = is.configuration.as_object().into_iter().flatten();
    for (key, value) in new {
        let old = was.configuration.get(key);
        if old != Some(value) {
            let before = old.map_or_else(String::new, ToString::to_string);
            return Some(format!("{key} was {before} and is now {value}"));
        }
    }
    if was.openings != is.openings {
        return Some("the file of openings has other openings in it".to_owned());
    }
    let software = format!("it was begun by {} and this is {}", was.software, is.software);
    (was != is).then_some(software)
}

/// The values by their kinds; options of programs are among the parameters.
fn parameters(parameters: &[ParameterConfig], values: &[f64]) -> toml::Table {
    let mut file = toml::Table::new();
    for (parameter, value) in parameters.iter().zip(values) {
        let (kind, name) = parameter.set.split_once('.').unwrap_or_default();
        let kind = if kind == "search" { "search" } else { "params" };
        let table = file.entry(kind).or_insert_with(|| toml::Table::new().into());
        if let toml::Value::Table(table) = table {
            let value = if parameter.dimension.whole {
                toml::Value::Integer(value.round() as i64)
            } else {
                toml::Value::Float(*value)
            };
            table.insert(name.to_owned(), value);
        }
    }
    file
}

/// Makes the folder where it is missing, and takes its lock.
fn claim(folder: &Path) -> Result<Lock, StoreError> {
    fs::create_dir_all(folder)
        .map_err(|source| StoreError::Folder { path: folder.to_owned(), source })?;
    Lock::acquire(folder)
}

/// The reason that the tuning cannot have come to this, if it cannot.
fn misfit(state: &State, config: &SpsaConfig) -> Option<String> {
    let (found, numbers) = (state.values.len(), config.parameters.len());
    if found != numbers {
        return Some(format!("{found} values for {numbers} numbers"));
    }
    let (done, all) = (state.iterations, config.iterations);
    if done > all {
        return Some(format!("{done} iterations, and there are {all}"));
    }
    let mut values = config.parameters.iter().zip(&state.values);
    let outside = values.find(|(parameter, value)| {
        let range = parameter.dimension.min..=parameter.dimension.max;
        !range.contains(value)
    });
    outside.map(|(parameter, value)| format!("{} cannot be {value}", parameter.set))
}

/// The games of each iteration.
fn games(config: &SpsaConfig) -> Games<'_> {
    Games {
        engines: &config.base.engines,
        parameters: &config.parameters,
        pairs: config.pairs as usize,
    }
}

/// An opening for each pair of an iteration, or all that there are: they are then used again.
fn enough(config: &SpsaConfig) -> Result<OpeningSequence, SpsaError> {
    let wanted = u64::from(config.iterations) * u64::from(config.pairs);
    let mut needed = usize::try_from(wanted).unwrap_or(usize::MAX);
    loop {
        match drawn(&config.base, needed) {
            Err(OpeningError::TooFew { found, .. }) if (1..needed).contains(&found) => {
                needed = found;
            }
            result => return Ok(result?),
        }
    }
}

#[cfg(test)]
mod tests {
    use evaluators::registry;
    use tempfile::tempdir;

    use super::*;

    const FILE: &str = r#"
[spsa]
name = "tiny"
iterations = 3
batch = 1
[limits]
nodes = 400
[adjudication]
resign = { moves = 1, score = 300, both = false }
max_moves = 60
[[engine]]
evaluator = "material"
[[parameter]]
set = "search.quiescence.delta"
start = 200
min = 0
max = 400
step = 190
rate = 0.1
[[parameter]]
set = "search.lmr.divisor"
start = 2.3
min = 1.0
max = 5.0
step = 0.5
rate = 0.1
"#;

    #[test]
    fn the_files_have_the_values_after_each_batch() {
        let folder = tempdir().unwrap();
        let path = folder.path().join("my.toml");
        fs::write(&path, FILE).unwrap();
        let config = SpsaConfig::load(&path, registry::NAMES).unwrap();
        let out = folder.path().join("out");
        let mut tuning = Tuning::open(config, &out, false).unwrap();
        let mut games = 0;
        let same = |values: &[f64]| {
            let text = fs::read_to_string(out.join(PARAMETERS)).unwrap();
            let search = text.parse::<toml::Table>().unwrap()["search"].clone();
            let delta = search["quiescence.delta"].as_integer().unwrap();
            assert_eq!(delta as f64, values[0].round());
            assert_eq!(search["lmr.divisor"].as_float().unwrap(), values[1]);
            let state: State =
                serde_json::from_str(&fs::read_to_string(out.join(STATE)).unwrap()).unwrap();
            assert_eq!(state.values, values);
        };
        let notified = |values: &[f64]| {
            same(values);
            games += 1;
        };
        tuning.play(1, notified).unwrap();
        assert_eq!(games, 6);
        let values: Vec<f64> = tuning.values().map(|(_, value)| value).collect();
        same(&values);
        assert_ne!(values[1], 2.3);
    }

    #[test]
    fn what_differs_is_named() {
        let subject = |iterations: u32, openings: &str| TuningIdentity {
            configuration: serde_json::json!({ "iterations": iterations }),
            openings: openings.to_owned(),
            software: "x".to_owned(),
            identities: Identities::new(),
        };
        let is = subject(6, "1");
        assert_eq!(changed(&is, &is), None);
        let what = changed(&subject(5, "1"), &is).unwrap();
        assert_eq!(what, "iterations was 5 and is now 6");
        assert!(changed(&subject(6, "2"), &is).unwrap().contains("other openings"));
    }
}
