//! Making a version from a state of the project.
//!
//! The files are written into a folder of the archive's own, from git's objects: neither the files
//! nor the index of the user are touched, and git's own folder stays as it is. All builds share
//! that folder and a target folder, so libraries are compiled once; one build at a time.
//! Programs are cached by their source: a state is built only once.

mod cargo;
mod executables;
mod folder;
mod recipe;

use std::fs;

use super::archive::{ignored_folder, lock};
use super::error::{VersionError, at};
use super::git::State;
use super::{Archive, Repository, Version, bench, short};
pub use cargo::programs;
use folder::BuildFolder;
pub use recipe::{Recipe, ShellRecipe};

/// Builds versions of one repository.
#[derive(Debug)]
pub struct Builder<'a> {
    repository: &'a Repository,
    archive: &'a Archive,
    recipe: &'a Recipe,
}

impl<'a> Builder<'a> {
    /// A builder of versions of `repository` into `archive` by `recipe`.
    #[must_use]
    pub fn new(repository: &'a Repository, archive: &'a Archive, recipe: &'a Recipe) -> Self {
        Self { repository, archive, recipe }
    }

    /// The version of `engine` from this state, with default options: an archived one if
    /// there is one, else a new one, whose build output `notify` receives line by line.
    ///
    /// # Errors
    /// If it cannot be built or archived; the archive is then as it was.
    pub fn version(
        &self,
        state: &State,
        engine: &str,
        notify: impl FnMut(&str),
    ) -> Result<Version, VersionError> {
        match self.built(state, engine)? {
            Some(version) => Ok(version),
            None => self.named(state, engine, &self.free_name(state, engine)?, notify),
        }
    }

    /// The version of `engine` from this state under the name `name`. A program that was built
    /// before is copied.
    ///
    /// # Errors
    /// As [`Builder::version`]; also if the name is taken by something else.
    pub fn named(
        &self,
        state: &State,
        engine: &str,
        name: &str,
        mut notify: impl FnMut(&str),
    ) -> Result<Version, VersionError> {
        if let Some(built) = self.built(state, engine)? {
            return self.under(name, state, built);
        }
        ignored_folder(self.archive.folder()).map_err(at(self.archive.folder()))?;
        let folder = self.archive.folder().join(".build");
        fs::create_dir_all(&folder).map_err(at(&folder))?;
        let place = BuildFolder {
            lock: lock(&folder.join("lock"), || notify("waiting for another build"))?,
            source: folder.join("source"),
            target: folder.join("target"),
        };
        // By the process that had the lock.
        if let Some(built) = self.built(state, engine)? {
            return self.under(name, state, built);
        }
        place.check_out(self.repository, state)?;
        let program = self.recipe.build(&place, state, engine, &mut notify)?;
        let bench = if Version::is_evaluation(&program) {
            None
        } else {
            notify("bench");
            bench::run(&program).map_err(at(&program))?
        };
        let version = Version {
            name: name.to_owned(),
            engine: engine.to_owned(),
            date: state.date.clone(),
            commit: Some(state.commit.clone()),
            changed: state.changed,
            tree: Some(state.tree.clone()),
            build: self.recipe.record(),
            bench: bench.map(|bench| bench.nodes),
            margin_scale: bench.map_or(1.0, |bench| bench.margin_scale),
            eval_scale: bench.and_then(|bench| bench.eval_scale),
            file: String::new(),
            sha256: String::new(),
            params: toml::Table::new(),
        };
        self.archive.insert(&program, version)
    }

    /// The usual name of a version, with a number if another build of the same source has it.
    fn free_name(&self, state: &State, engine: &str) -> Result<String, VersionError> {
        let usual = usual_name(state, engine);
        let taken = self.archive.names()?;
        let mut names = (2..).map(|number| format!("{usual}-{number}"));
        let numbered = names.find(|name| !taken.contains(name));
        Ok(numbered.filter(|_| taken.contains(&usual)).unwrap_or(usual))
    }

    /// The same program under the name `name` and as that of `state`.
    fn under(&self, name: &str, state: &State, built: Version) -> Result<Version, VersionError> {
        if built.name == name {
            return Ok(built);
        }
        let program = self.archive.program(&built)?;
        let version = Version {
            name: name.to_owned(),
            date: state.date.clone(),
            commit: Some(state.commit.clone()),
            changed: state.changed,
            ..built
        };
        self.archive.insert(&program, version)
    }

    /// An archived version of this source; rather of this commit than of changes that became it.
    fn built(&self, state: &State, engine: &str) -> Result<Option<Version>, VersionError> {
        let versions = self.archive.list()?.versions.into_iter();
        let record = self.recipe.record();
        let of_source = versions.filter(|version| {
            version.engine == engine
                && version.tree.as_ref() == Some(&state.tree)
                && version.build == record
                && version.params.is_empty()
        });
        Ok(of_source.min_by_key(|version| version.commit.as_ref() != Some(&state.commit)))
    }
}

/// The name of a version that is given none.
fn usual_name(state: &State, engine: &str) -> String {
    if state.changed {
        return format!("{engine}-tree-{}", short(&state.tree));
    }
    format!("{engine}-{}", short(&state.commit))
}
