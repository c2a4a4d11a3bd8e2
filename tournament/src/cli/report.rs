//! `tournament report`.

use std::fs;
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use config::output::{is_standard_output, replace_file};
use report::page::{Delivery, PAGE, Page};
use report::progress::Progress;
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
        length, one each for every time control.",
    after_help = "Examples:\n  \
        tournament report runs/round-robin\n  \
        tournament report runs/round-robin --out today.html --plots plots"
)]
pub(crate) struct ReportArgs {
    /// The run's folder
    run: PathBuf,

    /// The page [default: report.html in the run's folder]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Write the plots to this folder, as SVG files
    #[arg(long, value_name = "DIR")]
    plots: Option<PathBuf>,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &ReportArgs) -> anyhow::Result<()> {
    let run = Run::open(&arguments.run)?;
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
    if arguments.json {
        let plots = arguments
            .plots
            .as_ref()
            .map(|folder| folder.display().to_string());
        return super::print_json(&json!({ "page": path.display().to_string(), "plots": plots }));
    }
    super::print(&format!("{}\n", path.display()))
}
