//! How a version is built.

use std::fmt;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use super::super::error::VersionError;
use super::super::git::State;
use super::cargo;
use super::folder::BuildFolder;

/// How a project builds its engine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Recipe {
    /// `cargo build --release` of the program that has the engine's name.
    Cargo,
    /// A command of the shell in the project's folder.
    Shell {
        /// The command.
        command: String,
        /// The file that it makes, from that folder: a program, or the shared library of an evaluation.
        program: String,
    },
}

impl Recipe {
    /// The usual recipe of the project in these files: cargo, or else `make EXE=ENGINE`, as OpenBench builds engines.
    #[must_use]
    pub fn usual(has_file: impl Fn(&str) -> bool, engine: &str) -> Recipe {
        let has_makefile = || {
            ["Makefile", "makefile", "GNUmakefile"]
                .into_iter()
                .any(&has_file)
        };
        if has_file("Cargo.toml") || !has_makefile() {
            return Recipe::Cargo;
        }
        Recipe::Shell {
            command: format!("make EXE={engine}"),
            program: engine.to_owned(),
        }
    }

    /// Builds the engine of the state that is in the folder.
    pub(super) fn build(
        &self,
        folder: &BuildFolder,
        state: &State,
        engine: &str,
        notify: &mut impl FnMut(&str),
    ) -> Result<PathBuf, VersionError> {
        let Recipe::Shell {
            command: text,
            program,
        } = self
        else {
            return cargo::build(folder, state, engine, notify);
        };
        let failed = |tail| VersionError::Build {
            engine: engine.to_owned(),
            state: state.text(),
            command: text.clone(),
            tail,
        };
        let mut command = Command::new("sh");
        // What it prints on the way, and its complaints, in their order.
        command.args(["-c", &format!("exec 2>&1\n{text}")]);
        command.stdout(Stdio::piped());
        folder.run(command, notify)?.map_err(failed)?;
        let path = folder.source.join(program);
        if !path.is_file() {
            return Err(failed(vec![format!(
                "it made no file {program}; name the file that it makes (--program)"
            )]));
        }
        Ok(path)
    }
}

impl fmt::Display for Recipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Recipe::Cargo => f.write_str("cargo"),
            Recipe::Shell { command, program } => write!(f, "{command} -> {program}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_makefile_without_cargo_is_built_as_openbench_does() {
        let usual = |files: &[&str]| Recipe::usual(|file| files.contains(&file), "x").to_string();
        assert_eq!(usual(&["Makefile"]), "make EXE=x -> x");
        assert_eq!(usual(&["Makefile", "Cargo.toml"]), "cargo");
        assert_eq!(usual(&[]), "cargo");
    }
}
