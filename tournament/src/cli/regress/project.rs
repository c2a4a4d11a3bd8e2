//! A project's engine: its name, the way to build it, and the file that has both.

use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, bail};
use config::{BuildConfig, Timeouts};
use regression::build::{Builder, Recipe, programs};
use regression::git::{Repository, State};
use regression::{Archive, Contestant, RegressionError, Version};
use report::progress::Progress;
use toml::Value;

use super::RegressArgs;

/// The file of a project, at the top of its repository, with the settings of its tests.
pub(super) const PROJECT: &str = "regress.toml";
/// The table of both sides in MiB that --init writes, unless the engine does not take it.
const HASH: u32 = 16;

/// The recipe for `engine` in this project; that of a configuration is `configured`.
pub(super) fn recipe(
    arguments: &RegressArgs,
    repository: &Repository,
    engine: &str,
    configured: Option<&BuildConfig>,
) -> Result<Recipe, RegressionError> {
    let of_command = |command: &str, program: Option<&str>| {
        Recipe::of_command(command, program.unwrap_or(engine))
    };
    match (&arguments.build, configured) {
        (Some(command), _) => of_command(command, arguments.program.as_deref()),
        (None, Some(build)) => of_command(&build.command, build.program.as_deref()),
        (None, None) => Recipe::usual(&repository.root, engine),
    }
}

/// The name of the project's engine, where nothing names it: that of cargo's only program, or of the project's folder.
pub(super) fn engine_name(repository: &Repository) -> anyhow::Result<String> {
    let root = &repository.root;
    if root.join("Cargo.toml").is_file() {
        let root = root.display();
        return match &programs(&repository.root)[..] {
            [program] => Ok(program.clone()),
            [] => bail!("{root}: cargo finds no program in it; name the engine"),
            several => bail!("{root}: name the engine; the programs are: {}", several.join(", ")),
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

/// The version of an engine from a state, with messages on the progress of its build.
pub(super) fn build_version(
    builder: &Builder<'_>,
    state: &State,
    engine: &str,
) -> Result<Version, RegressionError> {
    let mut progress = None;
    let version = builder.version(state, engine, |line| {
        let progress = progress.get_or_insert_with(|| {
            let progress = Progress::step();
            progress.note(format!("Building {engine} from {}", state.text()));
            progress
        });
        // A compiler's notes stay, too.
        if line.starts_with("note: ") {
            progress.note(line.to_owned());
        } else {
            progress.show(line);
        }
    });
    if let Some(progress) = &progress {
        progress.finish();
    }
    let version = version?;
    crate::cli::note(&format!("{}: {}", state.text(), signature(&version)));
    Ok(version)
}

pub(super) fn signature(version: &Version) -> String {
    match version.bench {
        Some(nodes) => format!("bench {nodes}"),
        None => "no bench".to_owned(),
    }
}

/// Builds the project's engine, starts it, and writes down how.
pub(super) fn init(arguments: &RegressArgs, here: &Path) -> anyhow::Result<ExitCode> {
    let repository = Repository::around(here)?;
    let path = repository.root.join(PROJECT);
    if path.symlink_metadata().is_ok() {
        bail!("{} is there already; edit it, or remove it first", path.display());
    }
    crate::cli::stop_programs_on_interrupt("interrupted; nothing was written")?;
    let engine = match &arguments.engine {
        Some(engine) => engine.clone(),
        None => engine_name(&repository)?,
    };
    let recipe = recipe(arguments, &repository, &engine, None)?;
    let Some(state) = repository.working_tree()? else {
        bail!("nothing is committed yet; commit first, since tests compare commits");
    };
    let archive = Archive::below(&repository.root);
    let builder = Builder { repository: &repository, archive: &archive, recipe: &recipe };
    let version = build_version(&builder, &state, &engine)?;
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
    let text = settings(&engine, &recipe, hash, keeps_nodes);
    let written = File::create_new(&path).and_then(|mut file| file.write_all(text.as_bytes()));
    written.with_context(|| path.display().to_string())?;
    crate::cli::print(&format!(
        "{}: {engine}, built by `{recipe}`; commit it. Change something, and `evalarena regress` tests the change.\n",
        path.display()
    ))?;
    Ok(ExitCode::SUCCESS)
}

fn settings(engine: &str, recipe: &Recipe, hash: u32, keeps_nodes: bool) -> String {
    let quoted = |text: &str| Value::String(text.to_owned()).to_string();
    let engine = quoted(engine);
    let build = match recipe {
        Recipe::Cargo => {
            "# Built by `cargo build --release --locked`. [build] with a command takes its place.\n"
                .to_owned()
        }
        Recipe::Command { command, program } => {
            let (command, program) = (quoted(command), quoted(program));
            format!("[build]\ncommand = {command}\nprogram = {program}\n")
        }
    };
    let limit = if keeps_nodes {
        "nodes = 10000               # equal nodes: the same verdict on every machine; a change of speed needs tc"
    } else {
        "tc = \"8+0.08\""
    };
    format!(
        r#"# How `evalarena regress` builds and tests this engine. `evalarena regress --help` has the options.

engine = {engine}

{build}
[limits]                    # exactly one of nodes, depth, movetime (ms) and tc, such as "8+0.08"
{limit}

[test]
elo0 = 0
elo1 = 10                   # the gain that is looked for; a smaller one takes more games

[programs]
hash = {hash}                   # MiB; 0: the engine's own
# options = {{ Threads = 1 }}

# [openings]
# file = "book.epd"         # .epd, .pgn or .bin; without it the built-in book

[adjudication]
draw = {{ after = 40, moves = 8, score = 10 }}
resign = {{ moves = 4, score = 900, both = true }}
max_moves = 200
"#
    )
}

#[cfg(test)]
mod tests {
    use config::RegressConfig;

    use super::*;

    #[test]
    fn a_written_file_can_be_read() {
        let command = Recipe::of_command("make EXE='a \"b\"'\n", "src/x").unwrap();
        for (recipe, keeps_nodes) in [(Recipe::Cargo, true), (command, false)] {
            let text = settings("x", &recipe, 16, keeps_nodes);
            let config = RegressConfig::parse(PROJECT, &text, &[]).unwrap();
            assert_eq!(config.engine.as_deref(), Some("x"));
            let build = config.build.map_or(Recipe::Cargo, |build| Recipe::Command {
                command: build.command,
                program: build.program.unwrap(),
            });
            assert_eq!(build, recipe);
        }
    }
}
