//! States of the project in git.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Seek, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use anyhow::{Result, anyhow, bail};

use crate::at;
use crate::bench::of_message;

/// A git repository with its files.
#[derive(Debug, Clone)]
pub struct Repository {
    /// The folder at its top.
    pub root: PathBuf,
    /// Settings against filters in its own configuration ([`Repository::own_filters`]).
    settings: Vec<String>,
}

/// Settings with which git runs no program that a repository names: one that was unpacked comes with its configuration.
const HARMLESS: &str = "core.hooksPath=/dev/null core.fsmonitor=false core.pager=cat core.sshCommand=false \
    credential.helper= diff.external= log.showSignature=false";

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
    /// The nodes of `bench` that the commit's message names, if there are no changes.
    pub bench: Option<u64>,
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

/// Extensions of files that are compiled, or read by builds and people alone; and such names.
const SOURCES: &str = "rs c h cc hh cpp hpp cxx hxx c++ inl s S asm go zig java kt kts cs swift nim d hs ml py js ts lua pl sh \
    bat ps1 mk cmake in gradle csproj sln vcxproj lock md rst adoc html svg png Makefile makefile GNUmakefile \
    Dockerfile Containerfile CMakeLists.txt meson.build Cargo.toml regress.toml rustfmt.toml clippy.toml rust-toolchain.toml \
    rust-toolchain pyproject.toml requirements.txt README README.txt LICENSE LICENSE.txt COPYING Copying.txt AUTHORS NOTICE";

fn is_source(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    let kind = name.rsplit_once('.').map_or(name, |(_, kind)| kind);
    let is_hidden = path.split('/').any(|part| part.starts_with('.'));
    is_hidden || SOURCES.split_whitespace().any(|known| known == name || known == kind)
}

impl Repository {
    /// The repository around `folder`.
    pub fn around(folder: &Path) -> Result<Self> {
        let here = Self { root: folder.to_owned(), settings: Vec::new() };
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
        let settings = here.own_filters()?;
        Ok(Self { root: root.into(), settings })
    }

    /// Settings that replace the filters of the repository's own configuration by those of the user's, or by none.
    fn own_filters(&self) -> Result<Vec<String>> {
        let all = self.git(&["config", "--list", "--show-scope", "-z"])?;
        let mut words = all.split('\0');
        let mut settings: BTreeMap<&str, [Option<&str>; 2]> = BTreeMap::new();
        while let (Some(scope), Some(setting)) = (words.next(), words.next()) {
            let (key, value) = setting.split_once('\n').unwrap_or((setting, "true"));
            let is_own = scope == "local" || scope == "worktree";
            if key.starts_with("filter.") || key.starts_with("hook.") {
                settings.entry(key).or_default()[usize::from(is_own)] = Some(value);
            }
        }
        let own = settings.into_iter().filter(|(_, [_, own])| own.is_some());
        let replaced = own.map(|(key, [of_user, _])| {
            if key.contains('=') {
                bail!("{}: git's configuration has the key {key:?}; remove it", self.root.display());
            }
            // Its hooks are off (git 2.54), and so is a filter that must succeed.
            let hook = key.strip_prefix("hook.").and_then(|key| key.rsplit_once('.'));
            let otherwise = if key.ends_with(".required") { "false" } else { "" };
            Ok(match hook {
                Some((name, _)) => format!("hook.{name}.enabled=false"),
                None => format!("{key}={}", of_user.unwrap_or(otherwise)),
            })
        });
        replaced.collect()
    }

    /// The state of a commit, branch or tag; `None` if git does not know `reference`.
    pub fn commit(&self, reference: &str) -> Result<Option<State>> {
        let commit = format!("{reference}^{{commit}}");
        let question = ["rev-parse", "--verify", "--quiet", "--end-of-options", &commit];
        let found = self.output(None, Stdio::null(), &question)?;
        if !found.status.success() {
            return Ok(None);
        }
        let commit = trimmed(&found.stdout);
        let known = self.git(&["log", "-1", "--format=%T %ct%n%B", &commit])?;
        let (known, message) = known.split_once('\n').unwrap_or((&known, ""));
        let (tree, seconds) = known.split_once(' ').unwrap_or((known, "0"));
        let date = jiff::Timestamp::from_second(seconds.parse().unwrap_or(0));
        Ok(Some(State {
            tree: tree.to_owned(),
            changed: false,
            date: date.unwrap_or_default().to_string(),
            called: reference.to_owned(),
            commit,
            bench: of_message(message),
        }))
    }

    /// The state of the files as they are, new ones included; `None` if nothing is committed. The index stays as it is.
    pub fn working_tree(&self) -> Result<Option<State>> {
        let Some(head) = self.commit("HEAD")? else {
            return Ok(None);
        };
        let folder = tempfile::tempdir().map_err(at(std::env::temp_dir()))?;
        let index = folder.path().join("index");
        let own = self.root.join(self.git(&["rev-parse", "--git-path", "index"])?);
        copy_with_time(&own, &index).map_err(at(own))?;
        // Not by `add`, which asks git in each submodule, with programs of that one's configuration.
        let known = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
        let mut list = tempfile::tempfile().map_err(at(std::env::temp_dir()))?;
        let listed = list.write_all(&self.run(Some(&index), Stdio::null(), &known)?);
        listed.and_then(|()| list.rewind()).map_err(at(std::env::temp_dir()))?;
        let update =
            ["update-index", "-z", "--add", "--remove", "--replace", "--ignore-skip-worktree-entries", "--stdin"];
        self.run(Some(&index), list.into(), &update)?;
        let tree = self.with_index(&index, &["write-tree"])?;
        if tree == head.tree {
            return Ok(Some(head));
        }
        let called = "the working tree".to_owned();
        Ok(Some(State { commit: head.commit, changed: true, tree, date: now(), called, bench: None }))
    }

    /// The first file that differs in two trees and that a program may read when it starts: no source of a known language,
    /// and nothing that only builds and people read.
    pub fn changed_data(&self, [one, other]: [&str; 2]) -> Result<Option<String>> {
        let names = self.git(&["diff-tree", "-r", "-z", "--name-only", one, other])?;
        Ok(names.split('\0').find(|name| !name.is_empty() && !is_source(name)).map(str::to_owned))
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
        Ok(trimmed(&self.run(None, Stdio::null(), arguments)?))
    }

    fn with_index(&self, index: &Path, arguments: &[&str]) -> Result<String> {
        Ok(trimmed(&self.run(Some(index), Stdio::null(), arguments)?))
    }

    /// What git prints, if it does not fail.
    fn run(&self, index: Option<&Path>, input: Stdio, arguments: &[&str]) -> Result<Vec<u8>> {
        let output = self.output(index, input, arguments)?;
        if !output.status.success() {
            bail!("git {}: {}", arguments.join(" "), trimmed(&output.stderr));
        }
        Ok(output.stdout)
    }

    fn output(&self, index: Option<&Path>, input: Stdio, arguments: &[&str]) -> Result<Output> {
        let mut git = Command::new("git");
        git.envs(index.map(|index| ("GIT_INDEX_FILE", index)));
        // Its messages are read.
        git.env("LC_ALL", "C").arg("-C").arg(&self.root);
        // A partial clone would fetch what it lacks, by any program of its configuration.
        git.env("GIT_ALLOW_PROTOCOL", "none");
        let settings = HARMLESS.split(' ').chain(self.settings.iter().map(String::as_str));
        git.args(settings.flat_map(|setting| ["-c", setting])).args(arguments);
        git.stdin(input).output().map_err(|error| match error.kind() {
            ErrorKind::NotFound => {
                anyhow!("git was not found in PATH; install it: versions come from a git repository")
            }
            _ => at("git")(error),
        })
    }
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
