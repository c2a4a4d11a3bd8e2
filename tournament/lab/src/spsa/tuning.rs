//! A tuning in its folder, which resumes where it stopped: [`STATE`] has what is tuned and the values after the last
//! batch, and is replaced after each.

use std::fs::File;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail};
use openings::{OpeningError, OpeningSequence};
use serde::{Deserialize, Serialize};

use super::{Course, Games, Optimizer, Perturbation, as_toml, check};
use config::disk::replace_file;
use config::{EngineConfig, EngineKind, OF_SEARCH, ParameterConfig, SpsaConfig, disk};
use players::identity::{self, Identities, identities, seed, software};
use runner::arena::Plan;
use runner::drawn::drawn;
use runner::run::archive_folder;
use runner::schedule::Schedule;
use runner::store::Lock;
use runner::tablebase::Tablebase;

/// The file in a tuning's folder of what is tuned, and of its values so far.
const STATE: &str = "spsa.json";
/// The file beside it of the values after each batch, for a plot.
const HISTORY: &str = "spsa.csv";
/// The file beside it of the values, as `regress --params` and `match --option` take them.
pub const PARAMETERS: &str = "parameters.toml";
/// The file beside it of the list of parameters that starts from the values.
pub const LIST: &str = "parameters.txt";

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct State {
    subject: TuningIdentity,
    iterations: u32,
    /// The values after them, in the order of the configuration.
    values: Vec<Course>,
}

/// A number that is tuned, as it is.
#[derive(Debug)]
pub struct TunedValue<'t> {
    /// The number.
    pub parameter: &'t ParameterConfig,
    /// Its value, if it is a whole number to be rounded.
    pub value: f64,
    /// What chance may have moved it by, at 95 %; `None` before half of the iterations.
    pub error: Option<f64>,
    /// What it has moved by since then, if that is more than chance explains: it is on its way.
    pub drift: Option<f64>,
}

/// What must be as it was when a tuning is resumed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct TuningIdentity {
    configuration: serde_json::Value,
    openings: String,
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
    _lock: Lock,
}

impl Tuning {
    /// Checks that everything can be set and played, and opens the tuning in `folder`: a new one, or
    /// one to resume. With `fresh`, any contents of the folder are kept under another name first. Where the
    /// configuration gives no seed, one is drawn from the engines ([`seed`]). Fails if the folder has another tuning.
    pub fn open(mut config: SpsaConfig, folder: &Path, fresh: bool) -> anyhow::Result<Self> {
        check(&config)?;
        let drawn = || seed(&config.base.engines);
        config.base.run.seed = config.seed.unwrap_or_else(drawn);
        let base = config.base.clone();
        let openings = enough(&config)?;
        let rule = base.adjudication.syzygy.as_ref();
        let tablebase = rule
            .map(|rule| Tablebase::open(&rule.paths))
            .transpose()
            .map_err(|error| anyhow!("adjudication.syzygy: {error}"))?;
        if fresh && folder.exists() {
            archive_folder(folder)?;
        }
        let lock = Lock::acquire(folder)?;
        let identities = identities(&base.engines);
        let subject = TuningIdentity {
            configuration: serde_json::to_value(SpsaConfig { base: base.without_paths(), ..config.clone() })
                .unwrap_or_default(),
            openings: format!("{:016x}", openings.fingerprint),
            software: software(),
            identities: identities.clone(),
        };
        let state = read(folder, &subject, &config)?.unwrap_or_else(|| State {
            subject,
            iterations: 0,
            values: config.parameters.iter().map(|parameter| Course::from(parameter.start)).collect(),
        });
        let parameters = config.parameters.clone();
        let (decay, iterations, seed) = (config.decay, config.iterations, base.run.seed);
        let tuning = Self {
            optimizer: Optimizer { parameters, decay, iterations, seed },
            plan: Plan {
                schedule: Schedule::new(&base),
                config: base,
                openings: openings.into(),
                tablebase,
                identities,
                talk: None,
                in_play: Default::default(),
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
    pub fn games(&self) -> (usize, usize) {
        let each = Games(&self.config).games_per_iteration();
        (self.state.iterations as usize * each, self.config.iterations as usize * each)
    }

    /// Each number that is tuned, as it is now.
    pub fn values(&self) -> impl Iterator<Item = TunedValue<'_>> {
        let late = self.state.iterations.saturating_sub(self.config.iterations / 2);
        let both = self.config.parameters.iter().zip(&self.state.values);
        both.map(move |(parameter, at)| TunedValue {
            parameter,
            value: at.value,
            error: (late > 0).then(|| at.chance()),
            drift: Some(at.value - at.middle).filter(|drift| late > 0 && drift.abs() > at.chance()),
        })
    }

    /// The tuning's engines and limits.
    pub fn config(&self) -> &SpsaConfig {
        &self.config
    }

    /// Plays what is left, `threads` games at a time. `notify` receives the current values after each game. Both files
    /// are written after each batch; what was stored before an engine fails stays.
    pub fn play(&mut self, threads: usize, mut notify: impl FnMut(&[f64]) + Send) -> anyhow::Result<()> {
        while self.state.iterations < self.config.iterations {
            let State { iterations: done, values, .. } = &mut self.state;
            let end = self.config.iterations.min(*done + self.config.batch);
            let tried = (*done..end).map(|k| self.optimizer.perturbation(values, k));
            let tried: Vec<Perturbation> = tried.collect();
            let games = Games(&self.config);
            let now: Vec<f64> = values.iter().map(|at| at.value).collect();
            let surplus = games.play(&mut self.plan, *done, &tried, threads, || notify(&now))?;
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
    fn add_to_history(&self) -> anyhow::Result<()> {
        let path = self.folder.join(HISTORY);
        let names = self.config.parameters.iter().map(|parameter| parameter.name.clone());
        let head = ["iterations".to_owned()].into_iter().chain(names);
        let values = self.state.values.iter().map(|at| at.value.to_string());
        let line = [self.state.iterations.to_string()].into_iter().chain(values);
        let [head, line] = [head.collect::<Vec<_>>(), line.collect()].map(|all| all.join(","));
        let line = if path.exists() { line } else { format!("{head}\n{line}") };
        let file = File::options().create(true).append(true).open(&path);
        file.and_then(|mut file| writeln!(file, "{line}")).map_err(|error| unusable(&path, &error))
    }

    /// Replaces the files, the state last: it says that the batch counts.
    fn write(&self) -> anyhow::Result<()> {
        let is_program = |engine: &EngineConfig| matches!(engine.kind, EngineKind::Program(_));
        let of_programs = self.config.base.engines.iter().any(is_program);
        let parameters = parameters(self.values(), of_programs).to_string();
        let list = self.values().map(|of| of.parameter.line(of.value)).collect();
        let state = serde_json::to_string(&self.state).unwrap_or_default() + "\n";
        for (name, text) in [(PARAMETERS, parameters), (LIST, list), (STATE, state)] {
            replace_file::<io::Error>(&self.folder.join(name), |to| to.write_all(text.as_bytes()))?;
        }
        Ok(())
    }
}

fn read(folder: &Path, subject: &TuningIdentity, config: &SpsaConfig) -> anyhow::Result<Option<State>> {
    let path = folder.join(STATE);
    let text = match disk::text(&path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        text => text.map_err(|error| unusable(&path, &error))?,
    };
    let place = path.display();
    let damaged = |reason: String| {
        anyhow!(
            "{place}: not a state of this tuning ({reason}); start again with --fresh (the old folder is kept under \
             another name)"
        )
    };
    let state: State = serde_json::from_str(&text).map_err(|error| damaged(error.to_string()))?;
    if let Some(what) = changed(&state.subject, subject) {
        bail!(
            "{place}: this tuning was begun differently: {what}\ngo on with what began it, start again with \
             --fresh (the old folder is kept under another name), or choose another folder with --out"
        );
    }
    match misfit(&state, config) {
        Some(reason) => Err(damaged(reason)),
        None => Ok(Some(state)),
    }
}

fn unusable(path: &Path, error: &io::Error) -> anyhow::Error {
    anyhow!("{}: {error}; make it readable and writable, or choose another folder with --out", path.display())
}

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
    (was.software != is.software).then_some(software)
}

/// The file of the values.
fn parameters<'t>(values: impl Iterator<Item = TunedValue<'t>>, of_programs: bool) -> toml::Table {
    let mut file = toml::Table::new();
    for TunedValue { parameter, value, .. } in values {
        let (kind, name) = match parameter.name.strip_prefix(OF_SEARCH) {
            _ if of_programs => ("options", &*parameter.name),
            Some(name) => ("search", name),
            None => ("params", &*parameter.name),
        };
        let table = file.entry(kind).or_insert_with(|| toml::Table::new().into());
        if let toml::Value::Table(table) = table {
            let value = if parameter.whole { value.round() } else { value };
            table.insert(name.to_owned(), as_toml(parameter, value));
        }
    }
    file
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
    let outside = values.find(|(of, at)| !(of.min..=of.max).contains(&at.value));
    outside.map(|(of, at)| format!("{} cannot be {}", of.name, at.value))
}

/// An opening for each pair of an iteration, or all that there are: they are then used again.
fn enough(config: &SpsaConfig) -> anyhow::Result<OpeningSequence> {
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
