//! `evalarena serve`.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use board::{Board, BoardEvaluator, Collection};
use clap::Args;
use config::{EngineConfig, EngineKind};
use evaluators::registry;
use openings::files::{self, FileFilter};
use runner::run::Run;
use web::{MAX_SEARCH_TIME, Server};

use super::sides::Sides;

/// Analyse positions, games and a running tournament in a browser
#[derive(Args)]
#[command(
    long_about = "Opens an analysis board: set up a position or paste a FEN or PGN, and compare the evaluators term by \
        term, with the moves that they choose and why; or play against one. PGN files are opened with their games. \
        Evaluators of configurations and of --engine are shown beside the built-in ones.\n\n\
        With a run's folder it serves the page of `report` and keeps it up to date, with the evaluators' terms for \
        every position of every game; the board is at /explore then. It changes nothing in the run, but searches from \
        the board take time from its games: two at a time, of up to a million nodes.\n\n\
        It listens on 127.0.0.1 only, unless --host names another address: then the printed URL contains a token, and \
        requests without it are refused. Ctrl-C ends it.",
    after_help = "Examples:\n  \
        evalarena serve\n  \
        evalarena serve games.pgn.gz --engine ./mine.so\n  \
        evalarena serve runs/round-robin\n  \
        evalarena serve my.toml --host 0.0.0.0"
)]
pub(crate) struct ServeArgs {
    /// A run's folder, PGN files, configurations (.toml)
    files: Vec<PathBuf>,

    /// Also show this evaluator, such as ./mine.so or my.toml:NAME (repeatable)
    #[arg(long = "engine", value_name = "NAME")]
    engines: Vec<String>,

    /// The port to listen on; 0 for any free port
    #[arg(long, value_name = "N", default_value_t = 7373)]
    port: u16,

    /// The address to listen on; 0.0.0.0 for all of this machine
    #[arg(long, value_name = "ADDR", default_value_t = Ipv4Addr::LOCALHOST.into())]
    host: IpAddr,
}

/// Serves until interrupted.
pub(crate) fn run(arguments: &ServeArgs) -> anyhow::Result<()> {
    let (folder, words, games) = sorted(arguments)?;
    let builtin = registry::NAMES.iter().filter_map(|name| registry::evaluator(name));
    let mut evaluators: Vec<BoardEvaluator> = builtin.map(BoardEvaluator::built_in).collect();
    if !words.is_empty() {
        let sides = Sides { words: &words, limit: None };
        for engine in sides.engines()? {
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
    let measured = super::measured::measurements()?;
    for evaluator in &mut evaluators {
        evaluator.info = measured.applied_to(evaluator.info);
    }
    let board = Board::new(evaluators, games, Some(MAX_SEARCH_TIME));
    let server = Server::new(folder, board, SocketAddr::new(arguments.host, arguments.port))?;
    super::print(&format!("{}  (Ctrl-C ends it)\n", server.link()))?;
    if arguments.host.is_unspecified() {
        super::note("from another machine: this one's address in place of 127.0.0.1");
    }
    server.answer(super::remark);
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
            files::visit(path, FileFilter::GAMES, None, |text| -> anyhow::Result<()> {
                games.add(text.text, &format!("{}:", text.name)).context(text.name)
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
    let is_own =
        config.external.is_some() || !config.params.is_empty() || !config.disable.is_empty();
    Ok(is_own.then(|| web::configured(&engine.name, config)).transpose()?)
}
