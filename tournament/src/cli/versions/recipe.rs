//! The arguments that name the way to build an engine.

use anyhow::bail;
use clap::Args;
use regression::versions::Repository;
use regression::versions::build::Recipe;

/// The way to build an engine.
#[derive(Args)]
pub(crate) struct RecipeArguments {
    /// The command that builds it, in the project's folder [default: cargo build, or make EXE=ENGINE]
    #[arg(long, value_name = "COMMAND")]
    build: Option<String>,

    /// The file that --build makes: a UCI program, or an evaluation's shared library [default: ENGINE]
    #[arg(long, value_name = "FILE", requires = "build")]
    program: Option<String>,
}

impl RecipeArguments {
    /// The recipe for `engine` in this project.
    pub(crate) fn recipe(&self, repository: &Repository, engine: &str) -> anyhow::Result<Recipe> {
        let Some(command) = &self.build else {
            let root = repository.root();
            return Ok(Recipe::usual(|file| root.join(file).is_file(), engine));
        };
        if command.trim().is_empty() {
            bail!("--build names no command; give one, such as --build make");
        }
        let program = self.program.as_deref().unwrap_or(engine);
        Ok(Recipe::Shell {
            command: command.clone(),
            program: program.to_owned(),
        })
    }
}
