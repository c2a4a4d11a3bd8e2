//! `evalarena report`.

use std::fs;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use anyhow::Context;
use clap::Args;
use config::output::{is_standard_output, replace_file};
use lab::fit::price;
use lab::positions;
use players::identity::{self, ArenaBuild};
use report::page::{Delivery, PAGE, Page};
use report::progress::Progress;
use report::{Canvas, EVALUATIONS, Measurements, Sheet, SheetFormat, standings_table};
use runner::run::Run;
use serde_json::json;

/// Write report.html for a run
#[derive(Args)]
#[command(
    long_about = "Writes report.html for a run, in its folder or to --out: one self-contained file for the \
        browser that loads nothing from the network. It shows the settings, ratings and their history, the \
        crosstable, how games ended, speed and depth, openings, and every game on a board with both engines' \
        scores; for the games with the largest turning points also the evaluators' terms.\n\n\
        `run` and `match` write it when they end. For a run that is still being played, or was stopped, the \
        page shows the games stored so far. `serve` shows the same page live, with the terms of any \
        position.\n\n\
        --plots also writes the plots as SVG files: ratings, rating history, speed, depth, time and game \
        length, one each for every time control.\n\n\
        --positions measures the evaluations of the run on positions with results, as `evalarena positions` \
        writes them: nanoseconds of an evaluation, and the share of the variance of results that its values \
        explain (`evalarena accuracy` has the details). Both are stored in evaluations.json in the run's folder and \
        shown by this and all later pages and tables. Other engines, and the price of evaluations from outside, are \
        left out.\n\n\
        --format prints the standings, or the list of evaluations, for a document: LaTeX needs the package \
        booktabs.",
    after_help = "Examples:\n  \
        evalarena report runs/round-robin\n  \
        evalarena report runs/round-robin --out today.html --plots plots\n  \
        evalarena report runs/list --positions positions.epd.gz\n  \
        evalarena report runs/list --format markdown"
)]
pub(crate) struct ReportArgs {
    /// The run's folder
    run: PathBuf,

    /// The page [default: report.html in the run's folder]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Write the plots to this folder, as SVG files in sizes for print
    #[arg(long, value_name = "DIR")]
    plots: Option<PathBuf>,

    /// Measure what the evaluations cost and predict on these positions, for this and later pages
    #[arg(long, value_name = "FILE.epd")]
    positions: Option<PathBuf>,

    /// Print the standings in place of the page's path: text, markdown or latex
    #[arg(long, value_name = "FORMAT", conflicts_with = "json")]
    format: Option<Format>,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// The format of the standings.
#[derive(Debug, Clone, Copy)]
enum Format {
    /// As on a terminal.
    Text,
    /// For a document.
    Document(SheetFormat),
}

impl FromStr for Format {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "text" => Ok(Self::Text),
            _ => text
                .parse()
                .map(Self::Document)
                .map_err(|_| "choose text, markdown or latex".to_owned()),
        }
    }
}

/// Measures the evaluations of the run, and stores what was measured in its folder.
fn measure(run: &Run, file: &Path) -> anyhow::Result<()> {
    let positions = positions::read(file, |repair| {
        super::remark(&format!("warning: {repair}"));
    })?;
    let engines = &run.config.engines;
    let progress = Progress::new(engines.len(), 0, "evaluations measured");
    let measured = price::measure(engines, &positions, || progress.tick())?;
    progress.finish();
    let name = file.file_name().unwrap_or(file.as_os_str());
    let measurements = Measurements {
        file: name.display().to_string(),
        sha256: identity::sha256(file)?,
        positions: positions.len(),
        measured: price::measured_on(&positions),
        software: ArenaBuild::own().name(),
        engines: measured,
    };
    measurements
        .write(&run.folder)
        .with_context(|| format!("{}: cannot write {EVALUATIONS}", run.folder.display()))
}

pub(crate) fn run(arguments: &ReportArgs) -> anyhow::Result<()> {
    let run = Run::open(&arguments.run)?;
    if let Some(file) = &arguments.positions {
        measure(&run, file)?;
    }
    let progress = Progress::new(run.store.count()?, 0, "games read");
    let page = Page::of(&run, Delivery::File, || progress.tick())?;
    progress.finish();
    if let Some(folder) = &arguments.plots {
        fs::create_dir_all(folder)
            .with_context(|| format!("{}: cannot make this folder", folder.display()))?;
        for (name, svg) in &page.plots {
            replace_file(&folder.join(name), |file| file.write_all(svg.as_bytes()))?;
        }
    }
    let path = match &arguments.out {
        Some(path) => {
            page.write_named(path)?;
            path.clone()
        }
        None => {
            let path = arguments.run.join(PAGE);
            page.write(&path)?;
            path
        }
    };
    // On standard output there is the page alone.
    if is_standard_output(&path) {
        return Ok(());
    }
    match arguments.format {
        None => {}
        Some(Format::Text) => {
            let table = standings_table(&page.results, Canvas::plain(super::line_width()));
            return super::show(table);
        }
        Some(Format::Document(format)) => {
            return super::print(&Sheet::of(&page.results).text(format));
        }
    }
    if arguments.json {
        let plots = arguments.plots.as_ref().map(|folder| folder.display().to_string());
        return super::print_json(&json!({ "page": path.display().to_string(), "plots": plots }));
    }
    super::print(&format!("{}\n", path.display()))
}
