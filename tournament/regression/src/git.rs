//! States of the project in git.

use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use anyhow::{Result, anyhow, bail};

use crate::at;

/// A git repository with its files.
#[derive(Debug, Clone)]
pub struct Repository {
    /// The folder at its top.
    pub root: PathBuf,
}

/// A state of the project: a commit, or the current content of its folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct State {
    /// The commit, or the one on which the changes are based.
    pub commit: String,
    /// True if there are uncommitted changes.
    pub changed: bool,
    /// Git's name of all files together.
    pub tree: String,
    /// The commit time, UTC, as in `2026-11-21T03:45:00Z`; now, for a state with changes.
    pub date: String,
    /// The user's name for it, such as `HEAD~1`.
    pub called: String,
}

impl State {
    /// The state in words: `HEAD~1 (1a2b3c4d5e)`.
    pub fn text(&self) -> String {
        if self.changed {
            return format!("{} (changes on {})", self.called, short(&self.commit));
        }
        format!("{} ({})", self.called, short(&self.commit))
    }
}

impl Repository {
    /// The repository around `folder`.
    pub fn around(folder: &Path) -> Result<Self> {
        let here = Self { root: folder.to_owned() };
        let root = here.git(&["rev-parse", "--show-toplevel"]).map_err(|error| {
            if !error.to_string().contains("not a git repository") {
                return error;
            }
            anyhow!(
                "{}: not inside a git repository; versions belong to one: go into the project's folder (or `git init` \
                 and commit)",
                folder.display()
            )
        })?;
        Ok(Self { root: root.into() })
    }

    /// The state of a commit, branch or tag; `None` if git does not know `reference`.
    pub fn commit(&self, reference: &str) -> Result<Option<State>> {
        let commit = format!("{reference}^{{commit}}");
        let question = ["rev-parse", "--verify", "--quiet", "--end-of-options", &commit];
        let found = self.output(None, &question)?;
        if !found.status.success() {
            return Ok(None);
        }
        let commit = trimmed(&found.stdout);
        let known = self.git(&["log", "-1", "--format=%T %ct", &commit])?;
        let (tree, seconds) = known.split_once(' ').unwrap_or((&known, "0"));
        let date = jiff::Timestamp::from_second(seconds.parse().unwrap_or(0));
        Ok(Some(State {
            tree: tree.to_owned(),
            changed: false,
            date: date.unwrap_or_default().to_string(),
            called: reference.to_owned(),
            commit,
        }))
    }

    /// The state of the files as they are, new ones included and ignored ones not; `None` if
    /// nothing is committed yet. The index is left as it is.
    pub fn working_tree(&self) -> Result<Option<State>> {
        let Some(head) = self.commit("HEAD")? else {
            return Ok(None);
        };
        let folder = tempfile::tempdir().map_err(at(std::env::temp_dir()))?;
        let index = folder.path().join("index");
        let own = self.root.join(self.git(&["rev-parse", "--git-path", "index"])?);
        copy_with_time(&own, &index).map_err(at(own))?;
        self.with_index(&index, &["add", "--all"])?;
        let tree = self.with_index(&index, &["write-tree"])?;
        if tree == head.tree {
            return Ok(Some(head));
        }
        let called = "the working tree".to_owned();
        Ok(Some(State { commit: head.commit, changed: true, tree, date: now(), called }))
    }

    /// Writes all files of a tree into `folder`, which must be empty. Nothing in git's own folder changes.
    pub(crate) fn check_out(&self, tree: &str, folder: &Path) -> Result<()> {
        let temporary = tempfile::tempdir().map_err(at(std::env::temp_dir()))?;
        let index = temporary.path().join("index");
        self.with_index(&index, &["read-tree", tree])?;
        // Git takes the prefix for text: without the slash it would begin each file's name.
        let prefix = format!("--prefix={}/", folder.display());
        self.with_index(&index, &["checkout-index", "--all", "--quiet", &prefix])?;
        Ok(())
    }

    /// The names of branches and tags.
    pub fn names(&self) -> Vec<String> {
        let names = self.git(&["for-each-ref", "--format=%(refname:short)"]);
        let names = names.unwrap_or_default();
        names.lines().map(str::to_owned).chain(["HEAD".to_owned()]).collect()
    }

    fn git(&self, arguments: &[&str]) -> Result<String> {
        succeeded(&self.output(None, arguments)?, arguments)
    }

    fn with_index(&self, index: &Path, arguments: &[&str]) -> Result<String> {
        succeeded(&self.output(Some(index), arguments)?, arguments)
    }

    fn output(&self, index: Option<&Path>, arguments: &[&str]) -> Result<Output> {
        let mut git = Command::new("git");
        git.envs(index.map(|index| ("GIT_INDEX_FILE", index)));
        // Its messages are read.
        git.env("LC_ALL", "C").arg("-C").arg(&self.root).args(arguments);
        git.stdin(Stdio::null()).output().map_err(|error| match error.kind() {
            ErrorKind::NotFound => {
                anyhow!("git was not found in PATH; install it: versions come from a git repository")
            }
            _ => at("git")(error),
        })
    }
}

/// What git printed, if it did not fail.
fn succeeded(output: &Output, arguments: &[&str]) -> Result<String> {
    if !output.status.success() {
        bail!("git {}: {}", arguments.join(" "), trimmed(&output.stderr));
    }
    Ok(trimmed(&output.stdout))
}

fn trimmed(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).trim().to_owned()
}

/// Copies an index, which knows which files have not changed since git looked at them last, if there is one. With its
/// time: a file that changed in the moment in which the index was written looks unchanged to an index that is newer.
fn copy_with_time(from: &Path, to: &Path) -> io::Result<()> {
    let time = match fs::metadata(from) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        metadata => metadata?.modified()?,
    };
    fs::copy(from, to)?;
    File::options().write(true).open(to)?.set_modified(time)
}

/// The day, UTC, as in `2026-11-21`.
pub fn today() -> String {
    now().chars().take(10).collect()
}

/// The time, UTC, to the second, as in `2026-11-21T03:45:00Z`.
pub fn now() -> String {
    let now = jiff::Timestamp::now();
    jiff::Timestamp::from_second(now.as_second()).unwrap_or(now).to_string()
}

/// The beginning of a git object's name: enough of it in any repository of this size.
pub(crate) fn short(id: &str) -> &str {
    const DIGITS: usize = 10;
    id.get(..DIGITS).unwrap_or(id)
}
