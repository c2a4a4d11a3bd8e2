//! `tournament report`.

use std::fs;
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use config::output::{is_standard_output, replace_file};
use report::page::{Delivery, PAGE, Page};
use report::progress::{Progress, Style};
use runner::store::Store;

/// Make the page of a run, which people look at in a browser
#[derive(Args)]
#[command(
    long_about = "Makes report.html of a run, in its folder or where --out says: one file with everything in it, \
        that a browser opens from the disk and that asks no network for anything. It shows what was played, ratings and \
        how they came to be, who did what against whom, how games ended, speed and depth, openings, and every game on a \
        board with both engines' scores; and of the games that turned most, the terms of the evaluators.\n\n\
        `run` and `match` make it at their end. A run that is being played, or was stopped, has a page too: of the games \
        that are stored. `serve` shows the same page while games are played, with the terms of any position.\n\n\
        --plots writes the plots as SVG files besides, for a readme or a paper: ratings, course, speed, depth, time and \
        length, each once for every ladder.",
    after_help = "Examples:\n  \
        tournament report runs/round-robin\n  \
        tournament report runs/round-robin --out today.html --plots plots"
)]
pub(crate) struct Arguments {
    /// The run's folder
    run: PathBuf,

    /// The page [default: report.html in the run's folder]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Write the plots into this folder, an SVG each
    #[arg(long, value_name = "DIR")]
    plots: Option<PathBuf>,

    /// Say nothing while it is made
    #[arg(long, short)]
    quiet: bool,
}

/// Makes it.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let games = Store::open_read_only(&arguments.run)?.count()?;
    let style = Style::asked(arguments.quiet, false);
    let mut progress = Progress::styled(style, games, 0, "games read");
    let page = Page::of_folder(&arguments.run, Delivery::File, || {
        progress.advance(1, |_| String::new());
    })?;
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
    // On standard output it is the page that stands there.
    if is_standard_output(&path) {
        return Ok(());
    }
    super::print(&format!("{}\n", path.display()))
}
