//! `evalarena versions`.

mod list;
mod recipe;
mod report;
mod steps;

use std::env::current_dir;
use std::path::{Path, PathBuf, absolute};

use anyhow::{Context, bail};
use clap::{Args, Subcommand};
use config::Parameters;
use regression::versions::build::Builder;
use regression::versions::git::{State, now};
use regression::versions::{Archive, Repository, Version, VersionError, bench};
use serde_json::json;

pub(super) use recipe::{PROJECT, RecipeArguments, engine_name, project_config};
pub(super) use steps::build_version;

/// Archive engine builds and list their strength
#[derive(Args)]
#[command(
    long_about = "An archive of engine builds in the folder versions/ at the top of the git repository, which git \
        ignores: each build with its commit, date, UCI options, `bench` node count and checksum. `tournament \
        regress` plays against them, and archives what it builds.",
    after_help = "Examples:\n  \
        evalarena versions build v1.0 michniewski --name michniewski-1.0\n  \
        evalarena versions add /usr/games/stockfish --name stockfish-16\n  \
        evalarena versions list\n  \
        evalarena versions report"
)]
pub(crate) struct VersionsArgs {
    #[command(subcommand)]
    command: VersionsCommand,
}

#[derive(Subcommand)]
enum VersionsCommand {
    /// Build engines from a commit, branch or tag
    #[command(
        long_about = "Builds engines of the project as they were at a commit, branch or tag \
        and archives them. The files of that commit are written into a folder below versions/; \
        yours stay as they are. What was built from the same files by the same command before is not built again. The \
        command is that of `evalarena regress`."
    )]
    Build {
        /// A commit, branch or tag
        gitref: String,
        /// The programs to build, such as michniewski [default: as `evalarena regress`]
        engines: Vec<String>,
        /// The version's name [default: ENGINE-COMMIT]
        #[arg(long)]
        name: Option<String>,
        #[command(flatten)]
        recipe: RecipeArguments,
        /// Print one JSON object a line
        #[arg(long)]
        json: bool,
    },
    /// Archive a copy of any UCI program, or of an evaluation's shared library
    #[command(
        long_about = "Archives a copy of a program, ours or foreign. If `PROGRAM bench` ends with \
        the line `N nodes M nps`, N is kept as its signature; other programs have none."
    )]
    Add {
        /// The program
        file: PathBuf,
        /// The version's name [default: the file's]
        #[arg(long)]
        name: Option<String>,
        /// The engine of which it is a version [default: the file's name]
        #[arg(long)]
        engine: Option<String>,
        /// The commit from which it was built
        #[arg(long, value_name = "GITREF")]
        commit: Option<String>,
        /// UCI options to play with: a TOML file with params = { NAME = VALUE }
        #[arg(long, value_name = "FILE")]
        params: Option<PathBuf>,
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
    /// List all versions, with Elo against the previous and the first one
    #[command(
        long_about = "Lists the versions of each engine by date, with Elo against the one before \
        and the first one, from the results of `evalarena regress` within the limits of the newest \
        one. Where two versions were not compared, the differences along the chain of comparisons \
        with the least error are added, and so are their variances: marked with a star. Intervals \
        are 95 %."
    )]
    List {
        /// Only versions of this engine
        engine: Option<String>,
        /// Print one JSON object a line
        #[arg(long)]
        json: bool,
    },
    /// Write a page of the versions' strength, with a plot of Elo over versions
    Report {
        /// Of this engine only
        engine: Option<String>,
        /// The page [default: versions/report.html]
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
        /// Write the plots to this folder, as SVG files in sizes for print
        #[arg(long, value_name = "DIR")]
        plots: Option<PathBuf>,
    },
    /// Show a version, and verify its checksum
    Show {
        /// The version
        name: String,
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Remove versions; results against them are kept
    Remove {
        /// The versions
        #[arg(required = true)]
        names: Vec<String>,
        /// Print one JSON object a line
        #[arg(long)]
        json: bool,
    },
}

/// Runs the command.
pub(crate) fn run(arguments: &VersionsArgs) -> anyhow::Result<()> {
    let repository = Repository::around(&current_dir()?)?;
    let archive = Archive::below(repository.root());
    if let VersionsCommand::Build { .. } | VersionsCommand::Add { .. } = &arguments.command {
        super::stop_programs_when_interrupted("interrupted; nothing was archived")?;
    }
    match &arguments.command {
        VersionsCommand::Build { gitref, engines, name, recipe, json } => {
            build((&repository, &archive), (gitref, engines, name.as_deref()), recipe, *json)
        }
        VersionsCommand::Add { file, name, engine, commit, params, json } => {
            let mut version = named(file, name.as_deref(), engine.as_deref());
            if let Some(commit) = commit {
                let state = known(&repository, commit)?;
                (version.commit, version.date) = (Some(state.commit), state.date);
            }
            if let Some(params) = params {
                version.params = options(params)?;
            }
            add(&archive, file, version, *json)
        }
        VersionsCommand::List { engine, json } => list::run(&archive, engine.as_deref(), *json),
        VersionsCommand::Report { engine, out, plots } => {
            report::run(&archive, engine.as_deref(), (out.as_deref(), plots.as_deref()))
        }
        VersionsCommand::Show { name, json } => show(&archive, name, *json),
        VersionsCommand::Remove { names, json } => {
            for name in names {
                archive.remove(name)?;
                if *json {
                    super::print_json(&json!({ "removed": name }))?;
                } else {
                    super::print(&format!("removed {name}\n"))?;
                }
            }
            Ok(())
        }
    }
}

/// A version of a file, which has the file's name where none is given.
fn named(file: &Path, name: Option<&str>, engine: Option<&str>) -> Version {
    let own = file.file_stem().unwrap_or_default().to_string_lossy();
    blank(name.unwrap_or(&own), engine.unwrap_or(&own))
}

/// A version without any data yet.
fn blank(name: &str, engine: &str) -> Version {
    Version {
        name: name.to_owned(),
        engine: engine.to_owned(),
        date: now(),
        commit: None,
        changed: false,
        tree: None,
        build: None,
        bench: None,
        margin_scale: 1.0,
        eval_scale: None,
        file: String::new(),
        sha256: String::new(),
        params: toml::Table::new(),
    }
}

/// The UCI options in a file; its patterns of rules become one text.
fn options(file: &Path) -> anyhow::Result<toml::Table> {
    let Parameters { mut params, disable, search, margin_scale, eval_scale } =
        Parameters::load(file)?;
    if !search.is_empty() || margin_scale.is_some() || eval_scale.is_some() {
        bail!(
            "{}: a version is a program, whose search is its own; remove search, margin_scale and eval_scale, or try them \
             with `evalarena regress EVALUATOR --params FILE`",
            file.display()
        );
    }
    if !disable.is_empty() {
        params.insert("disable".to_owned(), disable.join(",").into());
    }
    Ok(params)
}

fn known(repository: &Repository, gitref: &str) -> Result<State, VersionError> {
    repository.commit(gitref)?.ok_or_else(|| VersionError::Unknown {
        given: gitref.to_owned(),
        known: repository.names(),
    })
}

fn build(
    (repository, archive): (&Repository, &Archive),
    (gitref, engines, name): (&str, &[String], Option<&str>),
    recipe: &RecipeArguments,
    json: bool,
) -> anyhow::Result<()> {
    if name.is_some() && engines.len() > 1 {
        bail!("--name is for one engine; build the others without it");
    }
    let state = known(repository, gitref)?;
    let config = project_config(repository)?;
    let engines = match engines {
        [] => &[engine_name(repository, config.as_ref())?],
        engines => engines,
    };
    let configured = config.as_ref().and_then(|config| config.build.as_ref());
    for engine in engines {
        let recipe = recipe.recipe(repository, engine, configured)?;
        let builder = Builder::new(repository, archive, &recipe);
        let version = build_version(&builder, &state, engine, name)?;
        print_new(&version, json)?;
    }
    Ok(())
}

fn add(archive: &Archive, file: &Path, version: Version, json: bool) -> anyhow::Result<()> {
    // A bare name would be searched for in PATH.
    let program = absolute(file).with_context(|| file.display().to_string())?;
    let bench = if Version::is_evaluation(&program) {
        None
    } else {
        let bench = bench::run(&program);
        let bench = bench.with_context(|| format!("{}: cannot be started", program.display()));
        bench.map_err(|error| anyhow::anyhow!("{error:#}; give an executable program"))?
    };
    let version = Version {
        bench: bench.map(|bench| bench.nodes),
        margin_scale: bench.map_or(1.0, |bench| bench.margin_scale),
        eval_scale: bench.and_then(|bench| bench.eval_scale),
        ..version
    };
    print_new(&archive.insert(&program, version)?, json)
}

/// Prints a new version in one line.
fn print_new(version: &Version, json: bool) -> anyhow::Result<()> {
    if json {
        return super::print_json(version);
    }
    super::print(&format!("{}: {}\n", version.name, signature(version)))
}

fn signature(version: &Version) -> String {
    match version.bench {
        Some(nodes) => format!("bench {nodes}"),
        None => "no bench".to_owned(),
    }
}

fn show(archive: &Archive, name: &str, json: bool) -> anyhow::Result<()> {
    let version = archive.get(name)?;
    let program = archive.program(&version)?;
    if json {
        return super::print_json(&version);
    }
    let or_none = |text: String| {
        if text.is_empty() { "none".to_owned() } else { text }
    };
    let changed = if version.changed { ", with changes" } else { "" };
    let commit = version.commit.clone().unwrap_or_default();
    let options = toml::Value::Table(version.params.clone()).to_string();
    let options = if version.params.is_empty() { String::new() } else { options };
    super::print(&format!(
        "Version   {}\nEngine    {}\nCommit    {}{changed}\nDate      {}\nOptions   {}\n\
         Bench     {}\nSHA-256   {} (verified)\nProgram   {}\n",
        version.name,
        version.engine,
        or_none(commit),
        version.date,
        or_none(options),
        or_none(version.bench.map(|n| format!("{n} nodes")).unwrap_or_default()),
        version.sha256,
        program.display(),
    ))
}
