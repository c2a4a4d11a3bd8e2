//! The arguments that name the way to build an engine.

use anyhow::bail;
use clap::Args;
use config::BuildConfig;
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
    /// The recipe for `engine` in this project; that of a configuration is `configured`.
    pub(crate) fn recipe(
        &self,
        repository: &Repository,
        engine: &str,
        configured: Option<&BuildConfig>,
    ) -> anyhow::Result<Recipe> {
        let (command, program) = match (&self.build, configured) {
            (Some(command), _) => (command, &self.program),
            (None, Some(BuildConfig { command, program })) => (command, program),
            (None, None) => {
                let root = repository.root();
                return Ok(Recipe::usual(|file| root.join(file).is_file(), engine));
            }
        };
        if command.trim().is_empty() {
            bail!("the command that builds {engine} is empty; give one, such as --build make");
        }
        let program = program.as_deref().unwrap_or(engine);
        Ok(Recipe::Shell {
            command: command.clone(),
            program: program.to_owned(),
        })
    }
}
