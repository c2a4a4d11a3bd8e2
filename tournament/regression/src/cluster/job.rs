//! A request to the cluster.

use std::env;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{self, Path, PathBuf};

use match_stats::change::Bounds;
use serde::{Deserialize, Serialize};

use super::{ClusterError, FOLDER, Resources};
use config::Config;
use config::output::replace_file;
use config::read_limited;
use players::identity::{self, Identities, identities};
use runner::arena::Plan;
use runner::shard::Shard;

/// The file, in the folder of scripts.
const FILE: &str = "job.json";

/// More processors than a machine has.
const MOST_PROCESSORS: usize = 65_536;

/// The condition that ends a run before all of its games are played.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// Nothing does.
    #[default]
    Complete,
    /// As configured: a sequential test of a match, or a narrow interval.
    Configured,
    /// The test of a change.
    Change(Bounds),
}

/// A run as tasks of an array job.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Job {
    /// The run's folder, by which the scheduler knows the jobs.
    pub comment: String,
    /// The folder from which it was submitted.
    pub folder: String,
    /// The arena.
    pub arena: String,
    /// The number of shards.
    pub tasks: usize,
    /// The resources that a task needs.
    pub resources: Resources,
    /// The condition that ends the run.
    pub ending: Ending,
    /// The configuration; later edits of its file have no effect on waiting tasks.
    pub configuration: String,
    /// The identities of the engines when it was submitted.
    #[serde(default)]
    pub identities: Identities,
}

impl Job {
    /// A job that plays `plan` into the folder `run`, ended by `ending`.
    ///
    /// # Errors
    /// If a path is not UTF-8, or the current folder or program is unknown.
    pub fn new(
        run: &Path,
        plan: &Plan,
        tasks: usize,
        resources: Resources,
        ending: Ending,
    ) -> Result<Self, ClusterError> {
        // Before anything is written.
        path_text(path::absolute(run), run)?;
        let job = Self {
            comment: comment(run)?,
            folder: path_text(env::current_dir(), Path::new("."))?,
            arena: path_text(env::current_exe(), Path::new("evalarena"))?,
            tasks,
            resources,
            ending,
            configuration: plan.config.text(),
            identities: plan.identities.clone(),
        };
        match job.nonsense() {
            Some(reason) => {
                Err(ClusterError::Nonsense { path: run.join(FOLDER).join(FILE), reason })
            }
            None => Ok(job),
        }
    }

    /// The invalid part of this job, if any.
    fn nonsense(&self) -> Option<String> {
        let texts = [&self.comment, &self.folder, &self.arena];
        if let Some(text) = texts.into_iter().find(|text| text.chars().any(char::is_control)) {
            return Some(format!("{text:?} has a control character in it"));
        }
        if let Err(error) = Shard::new(1, self.tasks) {
            return Some(format!("tasks = {}: {error}", self.tasks));
        }
        let processors = self.resources.processors;
        (!(1..=MOST_PROCESSORS).contains(&processors))
            .then(|| format!("processors = {processors} is not between 1 and {MOST_PROCESSORS}"))
    }

    /// The job that was submitted for the run in `run`.
    ///
    /// # Errors
    /// If none was, or it cannot be read.
    pub fn read(run: &Path) -> Result<Self, ClusterError> {
        let path = run.join(FOLDER).join(FILE);
        let text = read_limited::regular_text(&path).map_err(|source| match source.kind() {
            ErrorKind::NotFound => ClusterError::NotSubmitted { run: run.to_owned() },
            _ => ClusterError::file(&path, source),
        })?;
        let job: Self = match serde_json::from_str(&text) {
            Ok(job) => job,
            Err(source) => return Err(ClusterError::Damaged { path, source }),
        };
        match job.nonsense() {
            Some(reason) => Err(ClusterError::Nonsense { path, reason }),
            None => Ok(job),
        }
    }

    /// The plan of the games to play.
    ///
    /// # Errors
    /// If another version of the arena submitted it.
    pub fn config(&self, run: &Path) -> Result<Config, ClusterError> {
        let config = Config::from_text(&self.configuration);
        config.map_err(|source| ClusterError::Damaged { path: run.join(FOLDER).join(FILE), source })
    }

    /// The differences between the engines that were submitted and those that are here, a line each.
    #[must_use]
    pub fn changes(&self, config: &Config) -> Vec<String> {
        identity::differences(&self.identities, &identities(&config.engines))
    }

    pub(super) fn write(&self, run: &Path) -> Result<(), ClusterError> {
        let path = run.join(FOLDER).join(FILE);
        let text = serde_json::to_string_pretty(self).unwrap_or_default();
        let written = replace_file::<io::Error>(&path, |file| file.write_all(text.as_bytes()));
        written.map_err(|source| ClusterError::file(&path, source))
    }
}

/// The comment that identifies the jobs of a run: its folder, independent of the current one.
fn comment(run: &Path) -> Result<String, ClusterError> {
    fs::create_dir_all(run).map_err(|source| ClusterError::file(run, source))?;
    path_text(fs::canonicalize(run), run)
}

fn path_text(path: io::Result<PathBuf>, named: &Path) -> Result<String, ClusterError> {
    let path = path.map_err(|source| ClusterError::file(named, source))?;
    let text = path.into_os_string().into_string();
    let text = text.map_err(|path| ClusterError::NotText { path: path.into() })?;
    if text.chars().any(char::is_control) {
        Err(ClusterError::Control { path: text })
    } else {
        Ok(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn job(run: &Path, tasks: usize) -> Result<Job, ClusterError> {
        let planned = runner::run::Planned::new(runner::sample::config()).unwrap();
        let resources = Resources { processors: 1, ..Resources::default() };
        Job::new(run, planned.plan(), tasks, resources, Ending::Complete)
    }

    #[test]
    fn a_path_that_would_be_a_command_is_refused_before_anything_is_written() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["a\nb", "a\rb", "a\u{1b}b/run"] {
            let run = folder.path().join(name);
            let error = job(&run, 2).unwrap_err();
            assert!(matches!(error, ClusterError::Control { .. }), "{error}");
            assert!(!run.exists(), "{name:?}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_job_knows_its_engines_by_what_they_are() {
        use std::os::unix::fs::PermissionsExt;

        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("program");
        fs::write(&program, "one").unwrap();
        // It stays executable after other contents are written to it.
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
        let config = format!(
            "run = {{ name = \"t\", format = \"match\", pairs = 1 }}\nlimits = {{ nodes = 1 }}\n\
             [[engine]]\nname = \"A\"\ncommand = {program:?}\n[[engine]]\nevaluator = \"otter\"\n"
        );
        let config = Config::parse("t.toml", &config, &[], &["otter"]).unwrap();
        let planned = runner::run::Planned::new(config).unwrap();
        let run = folder.path().join("run");
        fs::create_dir_all(run.join(FOLDER)).unwrap();
        let resources = Resources { processors: 1, ..Resources::default() };
        let job = Job::new(&run, planned.plan(), 1, resources, Ending::Complete);
        job.unwrap().write(&run).unwrap();
        let changes = || {
            let job = Job::read(&run).unwrap();
            job.changes(&job.config(&run).unwrap())
        };
        assert_eq!(changes(), Vec::<String>::new());
        fs::write(&program, "another").unwrap();
        let [change] = &changes()[..] else { panic!("{:?}", changes()) };
        assert!(change.contains("\"A\": its program has changed"), "{change}");
        fs::write(&program, "one").unwrap();
        assert_eq!(changes(), Vec::<String>::new());
    }

    #[test]
    fn a_job_that_was_changed_is_refused_if_it_makes_no_sense() {
        let folder = tempfile::tempdir().unwrap();
        let run = folder.path().join("run");
        fs::create_dir_all(run.join(FOLDER)).unwrap();
        job(&run, 2).unwrap().write(&run).unwrap();
        assert_eq!(Job::read(&run).unwrap().tasks, 2);
        let path = run.join(FOLDER).join(FILE);
        let whole = fs::read_to_string(&path).unwrap();
        for (from, to) in [
            ("\"tasks\": 2", "\"tasks\": 0"),
            ("\"tasks\": 2", "\"tasks\": 1000000000000000000"),
            ("\"processors\": 1", "\"processors\": 0"),
            ("\"folder\": \"", "\"folder\": \"\\n"),
        ] {
            fs::write(&path, whole.replacen(from, to, 1)).unwrap();
            let error = Job::read(&run).unwrap_err();
            assert!(matches!(error, ClusterError::Nonsense { .. }), "{to}: {error}");
            assert!(error.to_string().contains("submit again"), "{error}");
        }
        fs::remove_file(&path).unwrap();
        let made = std::process::Command::new("mkfifo").arg(&path).status();
        assert!(made.unwrap().success());
        let error = Job::read(&run).unwrap_err();
        assert!(error.to_string().contains("not a regular file"), "{error}");
        assert!(job(&run, 10_000_000).is_err());
    }
}
