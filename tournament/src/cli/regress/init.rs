//! `evalarena regress --init`: the settings of a project, after a build that works.

use std::fmt::Write;
use std::fs::File;
use std::io::Write as _;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, bail};
use config::Timeouts;
use regression::regress::Contestant;
use regression::versions::build::{Builder, Recipe, ShellRecipe};
use regression::versions::{Archive, Repository};
use toml::Value;

use super::RegressArgs;
use crate::cli::versions::{PROJECT, build_version, engine_name};

/// Builds the project's engine as its files suggest, starts it, and writes that down.
pub(super) fn init(arguments: &RegressArgs, here: &Path) -> anyhow::Result<ExitCode> {
    let repository = Repository::around(here)?;
    let path = repository.root().join(PROJECT);
    if path.symlink_metadata().is_ok() {
        bail!("{} is there already; edit it, or remove it first", path.display());
    }
    crate::cli::stop_programs_when_interrupted("interrupted; nothing was written")?;
    let engine = match &arguments.engine {
        Some(engine) => engine.clone(),
        None => engine_name(&repository, None)?,
    };
    let recipe = arguments.recipe.recipe(&repository, &engine, None)?;
    let Some(state) = repository.working_tree()? else {
        bail!("nothing is committed yet; commit first, since tests compare commits");
    };
    let archive = Archive::below(repository.root());
    let builder = Builder::new(&repository, &archive, &recipe);
    let version = build_version(&builder, &state, &engine, None)?;
    let starts =
        |hash| Contestant::archived(&archive, &version, hash, Timeouts::default())?.try_start();
    let (hash, keeps_nodes) = match starts(HASH) {
        Ok(keeps_nodes) => (HASH, keeps_nodes),
        // A size that it does not take, or another fault, which shows again.
        Err(_) => (0, starts(0)?),
    };
    if !keeps_nodes {
        crate::cli::note(
            "it does not keep to `go nodes`: limits.tc is written in place of limits.nodes",
        );
    }
    let mut file = File::create_new(&path).with_context(|| path.display().to_string())?;
    file.write_all(settings(&engine, &recipe, (hash, keeps_nodes)).as_bytes())
        .with_context(|| path.display().to_string())?;
    crate::cli::print(&format!(
        "{}: {engine}, built by `{recipe}`; commit it. Change something, and `evalarena regress` tests the change.\n",
        path.display()
    ))?;
    Ok(ExitCode::SUCCESS)
}

/// The table of both sides in MiB, unless the engine does not take it.
const HASH: u32 = 16;

/// The text of the file.
fn settings(engine: &str, recipe: &Recipe, (hash, keeps_nodes): (u32, bool)) -> String {
    let quoted = |text: &str| Value::String(text.to_owned()).to_string();
    let mut text = format!(
        "# How `evalarena regress` builds and tests this engine. `evalarena regress --help` has the options.\n\n\
         engine = {}\n\n",
        quoted(engine)
    );
    match recipe {
        Recipe::Cargo => {
            text += "# Built by `cargo build --release --locked`. [build] with a command takes its place.\n";
        }
        Recipe::Shell(ShellRecipe { command, program, dir, environment: _ }) => {
            let _ = writeln!(text, "[build]\ncommand = {}", quoted(command));
            match dir {
                Some(dir) => {
                    let _ = writeln!(text, "dir = {}", quoted(dir));
                }
                None => text += "# dir = \"src\"                       # where it runs\n",
            }
            match program {
                Some(program) => {
                    let _ = writeln!(text, "program = {}", quoted(program));
                }
                None => {
                    text += "# program = \"engine\"                # if it makes several programs: the UCI engine\n";
                }
            }
            text += "# environment = { CC = \"clang\" }    # variables for it\n";
        }
    }
    let limit = if keeps_nodes {
        "nodes = 10000               # equal nodes: the same verdict on every machine; a change of speed needs tc"
    } else {
        "tc = \"8+0.08\""
    };
    format!("{text}{LIMITS}{limit}\n{TEST}{hash}{DEFAULTS}")
}

/// The beginning of the limits.
const LIMITS: &str = "
[limits]                    # exactly one of nodes, depth, movetime (ms) and tc, such as \"8+0.08\"
";

/// The test, to the size of the table.
const TEST: &str = "
[test]
elo0 = 0
elo1 = 10                   # the gain that is looked for; a smaller one takes more games

[programs]
hash = ";

/// The rest of the file.
const DEFAULTS: &str = "                   # MiB; 0: the engine's own
# options = { Threads = 1 }

# [openings]
# file = \"book.epd\"         # .epd, .pgn or .bin; without it the built-in book

[adjudication]
draw = { after = 40, moves = 8, score = 10 }
resign = { moves = 4, score = 900, both = true }
max_moves = 200
";

#[cfg(test)]
mod tests {
    use config::RegressConfig;

    use super::*;

    #[test]
    fn what_is_written_can_be_read() {
        let shell = |dir: Option<&str>, program: Option<&str>| {
            Recipe::Shell(ShellRecipe {
                command: "make EXE='a \"b\"'\n".to_owned(),
                dir: dir.map(str::to_owned),
                program: program.map(str::to_owned),
                ..ShellRecipe::default()
            })
        };
        for (recipe, keeps_nodes) in [
            (Recipe::Cargo, true),
            (shell(None, None), true),
            (shell(Some("src"), Some("x")), false),
        ] {
            let config =
                RegressConfig::parse(PROJECT, &settings("x", &recipe, (16, keeps_nodes))).unwrap();
            assert_eq!(config.engine.as_deref(), Some("x"));
            let build = config.build.map(|build| {
                Recipe::Shell(ShellRecipe {
                    command: build.command,
                    program: build.program,
                    dir: build.dir,
                    environment: build.environment,
                })
            });
            assert_eq!(build.unwrap_or(Recipe::Cargo), recipe);
        }
    }
}
