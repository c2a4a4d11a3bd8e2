//! `tournament serve`.

use std::path::PathBuf;

use clap::Args;
use report::serve::Serving;

/// Show a run live in a browser
#[derive(Args)]
#[command(
    long_about = "Serves the page of `report` to browsers on this machine and keeps it up to date: the page asks every \
        two seconds for new games. It has the evaluators' terms for every position of every game; the file \
        has them only for the games with the largest turning points.\n\n\
        It listens on 127.0.0.1 only, reads the run's store and changes nothing; it does not matter if the \
        run is being played. Ctrl-C ends it.",
    after_help = "Examples:\n  \
        tournament serve runs/round-robin\n  \
        tournament serve runs/round-robin --port 0"
)]
pub(crate) struct ServeArgs {
    /// The run's folder
    run: PathBuf,

    /// The port to listen on; 0 for any free port
    #[arg(long, value_name = "N", default_value_t = 7373)]
    port: u16,
}

/// Serves until interrupted.
pub(crate) fn run(arguments: &ServeArgs) -> anyhow::Result<()> {
    let serving = Serving::new(&arguments.run, arguments.port)?;
    super::print(&format!("{}  (Ctrl-C ends it)\n", serving.url()))?;
    serving.answer(super::remark);
    Ok(())
}
