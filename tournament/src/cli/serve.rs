//! `tournament serve`.

use std::path::PathBuf;

use clap::Args;
use report::serve::Serving;

/// Show a run in a browser while it is played
#[derive(Args)]
#[command(
    long_about = "Shows the page that `report` makes to browsers on this machine, and goes on showing what has changed: \
        the page asks every two seconds whether games were finished, and takes in what is new. Of every position of every \
        game it tells the evaluators' terms, where the file has them for the games that turned most.\n\n\
        It listens on 127.0.0.1 alone, reads the run's store and changes no game; `run` in another terminal, or none, \
        makes no difference to it. Ctrl-C ends it.",
    after_help = "Examples:\n  \
        tournament serve runs/round-robin\n  \
        tournament serve runs/round-robin --port 0"
)]
pub(crate) struct Arguments {
    /// The run's folder
    run: PathBuf,

    /// The port on which it listens; 0 for any that is free
    #[arg(long, value_name = "N", default_value_t = 7373)]
    port: u16,
}

/// Serves until it is interrupted.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let serving = Serving::new(&arguments.run, arguments.port)?;
    super::print(&format!("{}  (Ctrl-C ends it)\n", serving.url()))?;
    serving.answer(super::remark);
    Ok(())
}
