//! `evalarena report` and `serve`.

use std::fs;
use std::io::{ErrorKind, Write};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::thread::Builder;

use anyhow::{anyhow, bail};
use board::{Board, BoardEvaluator, Collection};
use clap::{Args, ValueEnum};
use config::disk::{is_standard_output, named, replace_file, write_named};
use config::{EngineConfig, EngineKind};
use evaluators::registry;
use lab::fit::accuracy;
use lab::positions;
use openings::files::{self, FileFilter};
use players::identity::{self, ArenaBuild};
use report::comparison::Comparison;
use report::page::{Delivery, PAGE, Page};
use report::progress::Progress;
use report::{Canvas, Measurements, ReportError, Sheet, standings_table, write_csv, write_pgn};
use runner::run::Run;
use serde_json::json;
use web::{MAX_SEARCH_TIME, Server};

use super::sides::engines_of;

/// Write report.html for a run, or compare several runs
#[derive(Args)]
#[command(long_about = super::help::text("report"), after_help = super::help::text("after report"))]
pub(crate) struct ReportArgs {
    /// The run's folder; of several runs the others are compared with the first
    #[arg(required = true, value_name = "RUN")]
    runs: Vec<PathBuf>,
    /// The page [default: report.html in the run's folder]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write the games that have ended to this file, in place of the page
    #[arg(long, value_name = "FILE", conflicts_with_all = ["out", "plots", "format", "json"])]
    pgn: Option<PathBuf>,
    /// Write the plots to this folder, as SVG files in sizes for print
    #[arg(long, value_name = "DIR")]
    plots: Option<PathBuf>,
    /// Measure what the evaluations cost and predict on these positions, for this and later pages
    #[arg(long, value_name = "FILE.epd")]
    positions: Option<PathBuf>,
    /// Print the standings in place of the page's path
    #[arg(long, value_enum, value_name = "FORMAT", conflicts_with = "json")]
    format: Option<TableFormat>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, ValueEnum)]
enum TableFormat {
    /// As on a terminal
    Text,
    /// For a document; pandoc makes LaTeX of it
    Markdown,
    /// For a spreadsheet, a line an engine
    Csv,
}

fn measure(run: &Run, file: &Path) -> anyhow::Result<()> {
    let positions = positions::read(file, super::warn)?;
    let engines = &run.config.engines;
    let measured = super::counted(engines.len(), "evaluations measured", |progress| {
        accuracy::measure(engines, &positions, || progress.tick())
    })?;
    let name = file.file_name().unwrap_or(file.as_os_str());
    let measurements = Measurements {
        file: name.display().to_string(),
        sha256: identity::sha256(file)?,
        positions: positions.len(),
        measured: accuracy::measured_on(&positions),
        software: ArenaBuild::own().name(),
        engines: measured,
    };
    measurements.write(&run.folder).map_err(|error| anyhow!("{error}; measurements are kept in the run's folder"))
}

pub(crate) fn run(arguments: &ReportArgs) -> anyhow::Result<()> {
    let runs: Vec<Run> = arguments.runs.iter().map(|run| Run::open(run)).collect::<Result<_, _>>()?;
    let ReportArgs { out, plots, positions, format, .. } = arguments;
    match &runs[..] {
        [run] => report(run, arguments),
        _ if arguments.pgn.is_some() || out.is_some() || plots.is_some() || positions.is_some() || format.is_some() => {
            bail!("several runs are compared; --out, --pgn, --plots, --positions and --format are of one run")
        }
        runs => compare(runs, arguments.json),
    }
}

fn compare(runs: &[Run], json: bool) -> anyhow::Result<()> {
    let games = runs.iter().map(|run| run.store.count()).sum::<Result<usize, _>>()?;
    let read = |progress: &Progress| Comparison::of(runs, || progress.tick());
    let comparison = super::counted(games, "games read", read)?;
    super::present(json, &comparison, |width| comparison.document(width))
}

fn report(run: &Run, arguments: &ReportArgs) -> anyhow::Result<()> {
    if let Some(file) = &arguments.positions {
        measure(run, file)?;
    }
    if let Some(file) = &arguments.pgn {
        let write = |progress: &Progress| write_named(file, |to| write_pgn(run, to, || progress.tick()));
        return Ok(super::counted(run.store.count()?, "games written", write)?);
    }
    let read = |progress: &Progress| Page::of(run, Delivery::File, || progress.tick());
    let page = super::counted(run.store.count()?, "games read", read)?;
    if let Some(folder) = &arguments.plots {
        fs::create_dir_all(folder).map_err(|error| named(folder, error))?;
        for (name, svg) in &page.plots {
            replace_file(&folder.join(name), |file| file.write_all(svg.as_bytes()))?;
        }
    }
    let path = arguments.out.clone().unwrap_or_else(|| run.folder.join(PAGE));
    let write = |file: &mut (dyn Write + Send)| Ok::<_, ReportError>(file.write_all(page.html.as_bytes())?);
    match if arguments.out.is_some() { write_named(&path, write) } else { replace_file(&path, write) } {
        // A reader that has gone, such as `head`, has what it wanted.
        Err(ReportError::Write(error)) if error.kind() == ErrorKind::BrokenPipe => return Ok(()),
        // Standings are read where nothing can be written, too.
        Err(error) if arguments.out.is_none() && arguments.format.is_some() => super::warn(error),
        Err(error) if arguments.out.is_none() => bail!("{error}; --out FILE writes the page elsewhere"),
        written => written?,
    }
    // On standard output there is the page alone.
    if is_standard_output(&path) {
        return Ok(());
    }
    let path = path.display().to_string();
    match arguments.format {
        Some(TableFormat::Text) => super::show(standings_table(&page.results, Canvas::plain(super::line_width()))),
        Some(TableFormat::Markdown) => super::print(&Sheet::of(&page.results).markdown()),
        Some(TableFormat::Csv) => {
            let mut text = Vec::new();
            write_csv(&page.results, &mut text)?;
            super::print(&String::from_utf8(text)?)
        }
        None if arguments.json => {
            let plots = arguments.plots.as_ref().map(|folder| folder.display().to_string());
            super::print_json(&json!({ "page": path, "plots": plots }))
        }
        None => super::print(&format!("{path}\n")),
    }
}

/// Analyse positions, games and a running tournament in a browser
#[derive(Args)]
#[command(long_about = super::help::text("serve"), after_help = super::help::text("after serve"))]
pub(crate) struct ServeArgs {
    /// A run's folder, PGN files, configurations (.toml)
    files: Vec<PathBuf>,
    /// Also show this evaluator, such as ./mine.so or my.toml:NAME (repeatable)
    #[arg(long = "engine", value_name = "NAME")]
    engines: Vec<String>,
    /// The port to listen on, or an address of this machine and a port: 8080, 0.0.0.0:7373; port 0: any free one
    #[arg(long, value_name = "[ADDR:]PORT", default_value = PORT, value_parser = address)]
    listen: SocketAddr,
}

/// The usual port.
pub(crate) const PORT: &str = "7373";

/// A port of this machine alone, or of an address.
pub(crate) fn address(text: &str) -> Result<SocketAddr, String> {
    let port = text.parse().map(|port: u16| SocketAddr::from((Ipv4Addr::LOCALHOST, port)));
    port.or_else(|_| text.parse())
        .map_err(|_| "expected a port, or an address and a port as in 0.0.0.0:7373".to_owned())
}

pub(crate) fn run_serve(arguments: &ServeArgs) -> anyhow::Result<()> {
    let server = server(arguments)?;
    super::print(&format!("{}  (Ctrl-C ends it)\n", server.link()))?;
    if arguments.listen.ip().is_unspecified() {
        super::note("from another machine: this one's address in place of 127.0.0.1");
    }
    server.answer(super::remark);
    Ok(())
}

/// Shows the run in this folder in browsers until the process ends; returns the link.
pub(crate) fn serve_beside(folder: &Path, listen: SocketAddr) -> anyhow::Result<String> {
    let server = server(&ServeArgs { files: vec![folder.to_owned()], engines: Vec::new(), listen })?;
    let link = server.link();
    Builder::new().spawn(move || server.answer(super::remark))?;
    Ok(link)
}

fn server(arguments: &ServeArgs) -> anyhow::Result<Server> {
    let (folder, words, games) = sorted(arguments)?;
    let builtin = registry::NAMES.iter().filter_map(|name| registry::evaluator(name));
    let mut evaluators: Vec<BoardEvaluator> = builtin.map(BoardEvaluator::built_in).collect();
    if !words.is_empty() {
        for engine in engines_of(&words, None)? {
            evaluators.extend(shown(&engine)?);
        }
    }
    if let Some(folder) = folder {
        for engine in Run::open(folder)?.config.engines {
            // It may be missing here; its games can be viewed all the same.
            match shown(&engine) {
                Ok(engine) => evaluators.extend(engine),
                Err(error) => super::note(&format!("{}: {error}", engine.name)),
            }
        }
    }
    let measured = super::engines::measurements()?;
    for evaluator in &mut evaluators {
        evaluator.info = measured.applied_to(evaluator.info);
    }
    let board = Board { evaluators, games, max_time: Some(MAX_SEARCH_TIME) };
    Ok(Server::new(folder, board, arguments.listen)?)
}

/// The run's folder, the words that name evaluators, and the games.
fn sorted(arguments: &ServeArgs) -> anyhow::Result<(Option<&Path>, Vec<String>, Collection)> {
    let (mut folder, mut words, mut games) = (None, Vec::new(), Collection::default());
    for path in &arguments.files {
        let name = path.to_string_lossy().to_lowercase();
        let is_pgn = [".pgn", ".pgn.gz", ".pgn.zst", ".zip"];
        if name.ends_with(".toml") {
            words.push(path.to_string_lossy().into_owned());
        } else if is_pgn.iter().any(|ending| name.ends_with(ending)) && !path.is_dir() {
            files::visit(path, FileFilter::GAMES, |text| -> anyhow::Result<()> {
                games.add(text.text, &format!("{}:", text.name)).map_err(|error| anyhow!("{}: {error}", text.name))
            })?;
        } else if folder.replace(path.as_path()).is_some() {
            bail!("{}: one run at a time is served", path.display());
        }
    }
    words.extend(arguments.engines.iter().cloned());
    Ok((folder, words, games))
}

/// An engine as it is shown: `None` for a UCI engine, whose evaluation has no terms, and for a built-in evaluator as
/// its document has it, which is shown anyway.
fn shown(engine: &EngineConfig) -> anyhow::Result<Option<BoardEvaluator>> {
    let EngineKind::Evaluator(config) = &engine.kind else {
        return Ok(None);
    };
    let is_own = config.external.is_some() || !config.params.is_empty() || !config.disable.is_empty();
    Ok(is_own.then(|| web::configured(&engine.name, config)).transpose()?)
}
