//! The engine of a project, and the way to build it: from the arguments, the project's regress.toml or its files.

use std::fs;

use anyhow::bail;
use clap::Args;
use config::{BuildConfig, RegressConfig};
use regression::versions::build::{Recipe, ShellRecipe, programs};
use regression::versions::{Repository, VersionError};

/// The file of a project, at the top of its repository, with the settings of its tests.
pub(crate) const PROJECT: &str = "regress.toml";

/// The way to build an engine.
#[derive(Args)]
pub(crate) struct RecipeArguments {
    /// The command that builds it, in the project's folder [default: that of regress.toml, or by the files that there are]
    #[arg(long, value_name = "COMMAND")]
    build: Option<String>,

    /// The file that --build makes: a UCI program, or an evaluation's shared library [default: the program called ENGINE,
    /// or the only one that it makes]
    #[arg(long, value_name = "FILE", requires = "build")]
    program: Option<String>,
}

impl RecipeArguments {
    /// The recipe for `engine` in this project; that of a configuration is `configured`.
    pub(crate) fn recipe(
        &self,
        repository: &Repository,
        engine: &str,
        configured: Option<&BuildConfig>,
    ) -> Result<Recipe, VersionError> {
        let recipe = match (&self.build, configured) {
            (Some(command), _) => ShellRecipe {
                command: command.clone(),
                program: self.program.clone(),
                ..ShellRecipe::default()
            },
            (None, Some(build)) => ShellRecipe {
                command: build.command.clone(),
                program: build.program.clone(),
                dir: build.dir.clone(),
                environment: build.environment.clone(),
            },
            (None, None) => {
                let root = repository.root();
                let usual = Recipe::usual(|file| fs::read_to_string(root.join(file)).ok(), engine);
                return usual.ok_or_else(|| VersionError::NoRecipe { root: root.to_owned() });
            }
        };
        Ok(Recipe::Shell(recipe.checked()?))
    }
}

/// The settings of the project; `None` if it has no file of them.
pub(crate) fn project_config(repository: &Repository) -> anyhow::Result<Option<RegressConfig>> {
    let path = repository.root().join(PROJECT);
    if !path.exists() {
        return Ok(None);
    }
    Ok(Some(RegressConfig::load(&path)?))
}

/// The name of the project's engine, where no argument names it: that of its settings, of cargo's only program, or of the
/// project's folder.
pub(crate) fn engine_name(
    repository: &Repository,
    config: Option<&RegressConfig>,
) -> anyhow::Result<String> {
    if let Some(engine) = config.and_then(|config| config.engine.as_ref()) {
        return Ok(engine.clone());
    }
    let root = repository.root();
    if root.join("Cargo.toml").is_file() {
        let mut programs = programs(root);
        return match programs.len() {
            1 => Ok(programs.remove(0)),
            0 => bail!("{}: cargo finds no program in it; name the engine", root.display()),
            _ => Err(VersionError::Unnamed { root: root.to_owned(), programs }.into()),
        };
    }
    let folder = root.file_name().unwrap_or_default().to_string_lossy();
    let fit = |c: char| match c {
        '-' | '_' | '.' => c,
        c if c.is_ascii_alphanumeric() => c.to_ascii_lowercase(),
        _ => '-',
    };
    let name: String = folder.chars().map(fit).take(40).collect();
    match name.trim_matches(['-', '_', '.']) {
        "" => bail!("{}: name the engine", root.display()),
        name => Ok(name.to_owned()),
    }
}
