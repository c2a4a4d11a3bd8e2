//! `evalarena serve`.

use std::net::{IpAddr, Ipv4Addr};
use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::Args;
use config::{EngineConfig, EngineKind};
use lab::explore::{Collection, Explore, ShownEvaluator};
use report::serve::{Place, Serving};
use runner::run::Run;

use super::sides::Sides;

/// Look at positions, games and a running tournament in a browser
#[derive(Args)]
#[command(
    long_about = "Opens a board on which positions are looked at: set one up, paste a FEN or a PGN, drag the men, and \
        see what each evaluator counts for it, term by term, which evaluators disagree, which moves they choose and \
        why; or play against one. With PGN files their games can be opened. With configurations, or --engine, the \
        evaluators in them are shown beside the built-in ones.\n\n\
        With a run's folder it serves the page of `report`, and keeps it up to date: the page asks every two seconds for \
        new games. It has the evaluators' terms for every position of every game; the file has them only for the \
        games with the largest turning points. The board is at /explore then.\n\n\
        It listens on 127.0.0.1 only, unless --host names another address; browsers may reach it by a forwarded port. \
        Where others can connect, the link that is printed has a token, without which nothing is answered. It \
        reads the run's store and changes nothing; it does not matter if the run is being played, but searches from \
        the board take time from its games: two at a time, of up to a million nodes. Ctrl-C ends it.",
    after_help = "Examples:\n  \
        evalarena serve\n  \
        evalarena serve games.pgn.gz --engine ./mine.so\n  \
        evalarena serve runs/round-robin\n  \
        evalarena serve my.toml --host 0.0.0.0 --allow-host mybox.lan"
)]
pub(crate) struct ServeArgs {
    /// A run's folder, PGN files, configurations (.toml)
    files: Vec<PathBuf>,

    /// Show this evaluator, too, such as ./mine.so or my.toml:NAME (repeatable)
    #[arg(long = "engine", value_name = "NAME")]
    engines: Vec<String>,

    /// The port to listen on; 0 for any free port
    #[arg(long, value_name = "N", default_value_t = 7373)]
    port: u16,

    /// The address to listen on; 0.0.0.0 for all of this machine
    #[arg(long, value_name = "ADDR", default_value_t = Ipv4Addr::LOCALHOST.into())]
    host: IpAddr,

    /// A name by which browsers may request this server, as of this machine or a proxy (repeatable); numbers need none
    #[arg(long = "allow-host", value_name = "NAME", value_parser = host_name)]
    names: Vec<String>,
}

/// A name of a machine, without scheme and port.
fn host_name(text: &str) -> Result<String, String> {
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_');
    if !text.is_empty() && text.chars().all(is_name) {
        return Ok(text.to_owned());
    }
    Err("write only the name, as in mybox.lan".to_owned())
}

/// Serves until interrupted.
pub(crate) fn run(arguments: &ServeArgs) -> anyhow::Result<()> {
    let (folder, words, games) = sorted(arguments)?;
    let mut given = Vec::new();
    if !words.is_empty() {
        let sides = Sides { words: &words, limit: None, hash: None };
        for engine in sides.engines()? {
            given.extend(shown(&engine)?);
        }
    }
    if let Some(folder) = folder {
        for engine in Run::open(folder)?.config.engines {
            // It may be missing here; its games can be viewed all the same.
            match shown(&engine) {
                Ok(engine) => given.extend(engine),
                Err(error) => super::note(&format!("{}: {error}", engine.name)),
            }
        }
    }
    let explore = Explore::new(given, super::measured::measurements()?, games, folder.is_some());
    let place =
        Place { host: arguments.host, port: arguments.port, names: arguments.names.clone() };
    let serving = Serving::new(folder, Box::new(explore), &place)?;
    let links = serving.links().join("\n");
    super::print(&format!("{links}  (Ctrl-C ends it)\n"))?;
    if arguments.host.is_unspecified() {
        super::note("from another machine: this one's address in place of 127.0.0.1");
    }
    serving.answer(super::remark);
    Ok(())
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
            games.add(path)?;
        } else if folder.replace(path.as_path()).is_some() {
            bail!("{}: one run at a time is served", path.display());
        }
    }
    words.extend(arguments.engines.iter().cloned());
    Ok((folder, words, games))
}

/// An engine as it is shown: `None` for a UCI engine, whose evaluation has no terms, and for a built-in evaluator as
/// its document has it, which is shown anyway.
fn shown(engine: &EngineConfig) -> anyhow::Result<Option<ShownEvaluator>> {
    let EngineKind::Evaluator(config) = &engine.kind else {
        return Ok(None);
    };
    let is_own =
        config.external.is_some() || !config.params.is_empty() || !config.disable.is_empty();
    if !is_own {
        return Ok(None);
    }
    Ok(Some(ShownEvaluator::given(&engine.name, config)?))
}
