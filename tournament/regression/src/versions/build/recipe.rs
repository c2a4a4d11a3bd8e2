//! How a version is built.

use std::collections::BTreeMap;
use std::env;
use std::fmt;
use std::path::{Component, Path, PathBuf};
use std::process::{Command, Stdio};

use super::super::error::VersionError;
use super::super::git::State;
use super::folder::BuildFolder;
use super::{cargo, executables};

/// How a project builds its engine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Recipe {
    /// `cargo build --release` of the program that has the engine's name.
    Cargo,
    /// Any other.
    Shell(ShellRecipe),
}

/// A command of the shell.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ShellRecipe {
    /// The command.
    pub command: String,
    /// The file that it makes, from `dir`: a UCI program, or the shared library of an evaluation. `None`:
    /// the executable that has the engine's name, or else the only one that it makes.
    pub program: Option<String>,
    /// The folder in which it runs, from the project's; `None`: that one.
    pub dir: Option<String>,
    /// Variables that are set for it.
    pub environment: BTreeMap<String, String>,
}

/// Variables by which build systems choose compilers and options: they are inherited, and recorded with the build.
const INHERITED: [&str; 11] = [
    "AR",
    "CC",
    "CFLAGS",
    "CMAKE_GENERATOR",
    "CPPFLAGS",
    "CXX",
    "CXXFLAGS",
    "GOAMD64",
    "GOFLAGS",
    "LDFLAGS",
    "RUSTFLAGS",
];
/// Variables of a `make` that runs this program: they are not for another one.
const OF_OUTER_MAKE: [&str; 3] = ["MAKEFLAGS", "MAKELEVEL", "MFLAGS"];

/// The usual commands of other build systems, by the file that shows them.
const USUAL: [(&str, &str); 4] = [
    (
        "CMakeLists.txt",
        "cmake -S . -B build -DCMAKE_BUILD_TYPE=Release && cmake --build build --parallel",
    ),
    ("go.mod", "go build -o bin/ ./..."),
    ("build.zig", "zig build -Doptimize=ReleaseFast"),
    ("meson.build", "meson setup build --buildtype=release && meson compile -C build"),
];

impl Recipe {
    /// The usual recipe of a project, whose files `read` returns; `None` if there is none. A Makefile is OpenBench's if it has
    /// the variable EXE; others often have targets that build no engine, and come last.
    #[must_use]
    pub fn usual(read: impl Fn(&str) -> Option<String>, engine: &str) -> Option<Recipe> {
        let has_file = |file: &str| read(file).is_some();
        if has_file("Cargo.toml") {
            return Some(Recipe::Cargo);
        }
        let makefile = |folder: &str| {
            ["GNUmakefile", "makefile", "Makefile"]
                .iter()
                .find_map(|file| read(&format!("{folder}{file}")))
        };
        let makefiles = [("", None), ("src/", Some("src"))]
            .map(|(folder, dir)| makefile(folder).map(|text| (text.contains("EXE"), dir)));
        let make = |dir: Option<&str>| {
            let engine = shlex::try_quote(engine).unwrap_or_default();
            (format!("make EXE={engine}"), dir.map(str::to_owned))
        };
        let mut made = makefiles.into_iter().flatten();
        let openbench = made.clone().find(|(is_openbench, _)| *is_openbench);
        let (command, dir) = if let Some((_, dir)) = openbench {
            make(dir)
        } else if let Some((_, command)) = USUAL.iter().find(|(file, _)| has_file(file)) {
            ((*command).to_owned(), None)
        } else {
            make(made.next()?.1)
        };
        Some(Recipe::Shell(ShellRecipe { command, dir, ..ShellRecipe::default() }))
    }

    /// The record of a build, which another command or another compiler does not share; `None` for cargo's.
    pub(super) fn record(&self) -> Option<String> {
        let Recipe::Shell(recipe) = self else {
            return None;
        };
        let variables = INHERITED.iter().filter_map(|name| {
            let value = env::var(name).ok()?;
            (!recipe.environment.contains_key(*name)).then(|| format!("{name}={value} "))
        });
        Some(variables.collect::<String>() + &recipe.to_string())
    }

    /// Builds the engine of the state that is in the folder, and returns the path of its program.
    pub(super) fn build(
        &self,
        folder: &BuildFolder,
        state: &State,
        engine: &str,
        notify: &mut impl FnMut(&str),
    ) -> Result<PathBuf, VersionError> {
        match self {
            Recipe::Cargo => cargo::build(folder, state, engine, notify),
            Recipe::Shell(recipe) => recipe.build(folder, state, engine, notify),
        }
    }
}

impl ShellRecipe {
    /// The same, if its files are within the project.
    ///
    /// # Errors
    /// If the command is empty, or a path leads out of the project: what is there belongs to no commit.
    pub fn checked(self) -> Result<Self, VersionError> {
        if self.command.trim().is_empty() {
            return Err(VersionError::NoCommand);
        }
        let is_within = |path: &Path| {
            path.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir))
        };
        for path in [&self.program, &self.dir].into_iter().flatten() {
            if !is_within(Path::new(path)) {
                return Err(VersionError::Outside { path: path.clone() });
            }
        }
        Ok(self)
    }

    fn build(
        &self,
        folder: &BuildFolder,
        state: &State,
        engine: &str,
        notify: &mut impl FnMut(&str),
    ) -> Result<PathBuf, VersionError> {
        let failed = |tail| VersionError::Build {
            engine: engine.to_owned(),
            state: state.text(),
            command: self.step(),
            tail,
        };
        let dir = folder.source.join(self.dir.as_deref().unwrap_or_default());
        if !dir.is_dir() {
            return Err(failed(vec![format!("there is no folder {}", self.dir())]));
        }
        let before = executables::below(&folder.source);
        let mut command = Command::new("sh");
        // What it prints on the way, and its complaints, in their order.
        command.args(["-c", &format!("exec 2>&1\n{}", self.command)]);
        command.stdout(Stdio::piped());
        command.envs(&self.environment);
        for name in OF_OUTER_MAKE {
            command.env_remove(name);
        }
        folder.run(command, &dir, notify)?.map_err(failed)?;
        let Some(program) = &self.program else {
            let mut made = executables::below(&folder.source);
            made.retain(|path| !before.contains(path));
            return executables::of_engine(made, engine).map_err(|made| VersionError::NotOne {
                engine: engine.to_owned(),
                state: state.text(),
                command: self.to_string(),
                made: made
                    .iter()
                    .map(|path| path.strip_prefix(&dir).unwrap_or(path))
                    .map(|path| path.display().to_string())
                    .collect(),
            });
        };
        let path = dir.join(program);
        if !path.is_file() {
            return Err(failed(vec![format!(
                "it made no file {program}; name the file that it makes (--program)"
            )]));
        }
        Ok(path)
    }

    /// The command and its folder.
    fn step(&self) -> String {
        let step = ShellRecipe { program: None, ..self.clone() };
        step.to_string()
    }

    fn dir(&self) -> &str {
        self.dir.as_deref().unwrap_or(".")
    }
}

impl fmt::Display for Recipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Recipe::Cargo => f.write_str("cargo build --release"),
            Recipe::Shell(recipe) => recipe.fmt(f),
        }
    }
}

impl fmt::Display for ShellRecipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in &self.environment {
            write!(f, "{name}={value} ")?;
        }
        f.write_str(&self.command)?;
        if let Some(dir) = &self.dir {
            write!(f, " in {dir}")?;
        }
        match &self.program {
            Some(program) => write!(f, " -> {program}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_recipe_by_the_files_that_there_are() {
        let exe = "EXE = x\nall:\n";
        for (files, recipe) in [
            (&[("Makefile", exe)] as &[(&str, &str)], Some("make EXE=x")),
            (&[("src/makefile", "all:")], Some("make EXE=x in src")),
            (&[("Makefile", "help:"), ("src/Makefile", exe)], Some("make EXE=x in src")),
            (&[("Makefile", exe), ("Cargo.toml", "")], Some("cargo build --release")),
            (&[("go.mod", ""), ("Makefile", "test:")], Some("go build -o bin/ ./...")),
            (&[("go.mod", ""), ("Makefile", exe)], Some("make EXE=x")),
            (&[("README.md", "")], None),
        ] {
            let read = |file: &str| {
                let found = files.iter().find(|(name, _)| *name == file);
                found.map(|(_, text)| (*text).to_owned())
            };
            let usual = Recipe::usual(read, "x").map(|recipe| recipe.to_string());
            assert_eq!(usual.as_deref(), recipe, "{files:?}");
        }
        let read = |file: &str| (file == "Makefile").then(String::new);
        let usual = Recipe::usual(read, "my engine").unwrap();
        assert_eq!(usual.to_string(), "make EXE='my engine'");
    }

    #[test]
    fn files_that_belong_to_no_commit_are_refused() {
        let with = |program: &str, dir: Option<&str>| {
            ShellRecipe {
                command: "make".to_owned(),
                program: Some(program.to_owned()),
                dir: dir.map(str::to_owned),
                ..ShellRecipe::default()
            }
            .checked()
        };
        assert!(with("./build/x", Some("src")).is_ok());
        assert!(with("/usr/bin/x", None).is_err());
        assert!(with("../x", Some("src")).is_err());
        assert!(with("x", Some("src/../..")).is_err());
        assert!(ShellRecipe::default().checked().is_err());
    }
}
