//! `evalarena suite`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::anyhow;
use clap::{Args, Subcommand};
use config::EngineConfig;
use lab::suite::add::{GamePlace, NewLine, add, position_before};
use lab::suite::find::{Judge, suspects};
use lab::suite::{Detail, History, moves, read, solve, table};
use players::player::probe;
use report::{Document, plural};
use runner::run::Run;
use shakmaty::{Chess, Move};

use super::engines::{Engines, give_measured, selected, threads};
use super::help::choices;

/// Solve suites of test positions; keep and retry blunders
#[derive(Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    disable_help_subcommand = true,
    long_about = super::help::text("suite"),
    after_help = super::help::text("after suite")
)]
pub(crate) struct SuiteArgs {
    #[command(subcommand)]
    command: Option<SuiteCommand>,
    /// The EPD files, also .gz, .zst or in a .zip; - is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// An engine, as `evalarena match` names them; FILE.toml for those of a configuration, with the limits they have there
    /// (repeatable) [default: all built-in evaluators]
    #[arg(long = "engine", value_name = "NAME")]
    engines: Vec<String>,
    #[command(flatten)]
    how: Engines,
    /// Skip bad lines, and count them
    #[arg(long)]
    skip_bad: bool,
    /// List these positions
    #[arg(long, value_name = "WHICH", value_parser = choices(LISTS))]
    list: Option<Detail>,
    /// Compare with the earlier runs in this file, and add this one
    #[arg(long, value_name = "FILE")]
    history: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

const LISTS: [(&str, &str, Detail); 2] = [
    ("failed", "Those not solved, and those that only some engines solved", Detail::Failed),
    ("all", "All", Detail::All),
];

#[derive(Subcommand)]
enum SuiteCommand {
    Add(SuiteAddArgs),
    Find(SuiteFindArgs),
}

/// Tries the positions and prints the results, or adds positions; returns the exit status.
pub(crate) fn run(arguments: &SuiteArgs) -> anyhow::Result<ExitCode> {
    match &arguments.command {
        None => try_positions(arguments),
        Some(SuiteCommand::Add(arguments)) => add_position(arguments).map(|()| ExitCode::SUCCESS),
        Some(SuiteCommand::Find(arguments)) => find_blunders(arguments).map(|()| ExitCode::SUCCESS),
    }
}

fn try_positions(arguments: &SuiteArgs) -> anyhow::Result<ExitCode> {
    let positions = read(&arguments.files, arguments.skip_bad, super::warn)?;
    let history = arguments.history.as_deref().map(History::load).transpose()?;
    history.iter().flat_map(|history| &history.warnings).for_each(super::warn);
    super::stop_programs_on_interrupt("interrupted; there is no result")?;
    let probed = arguments.how.chosen(&arguments.engines)?;
    let tries = positions.len() * probed.len();
    let mut solved = vec![0; probed.len()];
    let mut report = super::counted(tries, "positions", |progress| {
        solve(&positions, &probed, arguments.how.threads(), |engine, is_solved| {
            solved[engine] += usize::from(is_solved);
            let name = &probed[engine].0.name;
            progress.advance(1, |_| format!("- {name}: {} solved", solved[engine]));
        })
    })?;
    if let Some(history) = &history {
        history.compare(&mut report);
    }
    // Results are shown even if they cannot be stored.
    let stored = history.map_or(Ok(()), |history| history.append(&report));
    super::present(arguments.json, &report, |_| table(&report, arguments.list, super::requested_line_width()))?;
    stored?;
    Ok(ExitCode::from(u8::from(report.is_worse())))
}

/// Add a position to a suite
#[derive(Args)]
#[command(long_about = super::help::text("suite add"), after_help = super::help::text("after suite add"))]
struct SuiteAddArgs {
    /// The suite
    suite: PathBuf,
    /// A FEN, or a PGN file, also .gz or in a .zip; quotes around a FEN are not needed
    #[arg(required = true)]
    position: Vec<String>,
    /// A move to avoid, in SAN or UCI (repeatable)
    #[arg(long, value_name = "MOVE")]
    avoid: Vec<String>,
    /// A best move, in SAN or UCI (repeatable)
    #[arg(long, value_name = "MOVE")]
    best: Vec<String>,
    /// A note
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
    note: String,
    /// The move of the game: 23 or 23w for White's, 23b for Black's; of several games 12:23b, the end of one 12:
    #[arg(long = "move", value_name = "[GAME:]N", value_parser = GamePlace::of)]
    place: Option<GamePlace>,
}

fn add_position(arguments: &SuiteAddArgs) -> anyhow::Result<()> {
    let added = add(&arguments.suite, &[arguments.line()?])?;
    let done = if added > 0 { "added" } else { "nothing to add, it is there already" };
    super::print(&format!("{}: {done}\n", arguments.suite.display()))
}

impl SuiteAddArgs {
    fn line(&self) -> anyhow::Result<NewLine> {
        let text = self.position.join(" ");
        let lower = text.to_lowercase();
        let is_pgn = [".pgn", ".pgn.gz", ".pgn.zst", ".zip"].iter().any(|end| lower.ends_with(end));
        let (position, played, id) = if is_pgn {
            let path = Path::new(&text);
            let place = self.place.unwrap_or_default();
            let (position, played, at) = position_before(path, place)?;
            let file = path.file_name().unwrap_or_default().to_string_lossy();
            let number = place.0.map(|number| format!(" game {number}")).unwrap_or_default();
            (position, played, format!("{file}{number} {at}"))
        } else {
            (super::position(&self.position)?.position().clone(), None, String::new())
        };
        let best = read_all("--best", &self.best, &position)?;
        let mut avoid = read_all("--avoid", &self.avoid, &position)?;
        if avoid.is_empty() {
            avoid.extend(played.filter(|played| !best.contains(played)));
        }
        anyhow::ensure!(
            !best.is_empty() || !avoid.is_empty(),
            "there is no move to add; name it with --avoid or --best, or a move of a game with --move"
        );
        Ok(NewLine { position, best, avoid, id, note: self.note.clone() })
    }
}

fn read_all(option: &str, texts: &[String], position: &Chess) -> anyhow::Result<Vec<Move>> {
    let read = |text: &String| moves::read(text, position);
    let moves = texts.iter().map(|text| read(text).map_err(|fault| anyhow!("{option} {fault}")));
    moves.collect()
}

/// Find blunders in the games of a run
#[derive(Args)]
#[command(long_about = super::help::text("suite find"), after_help = super::help::text("after suite find"))]
struct SuiteFindArgs {
    /// The run's folder
    run: PathBuf,
    /// Only the moves of this engine
    #[arg(long, value_name = "NAME")]
    engine: Option<String>,
    /// The loss that makes a blunder, in Michniewski centipawns
    #[arg(long, value_name = "CP", default_value_t = 200, value_parser = clap::value_parser!(i32).range(1..=4000))]
    drop: i32,
    /// The judge: an evaluator, or cmd:COMMAND for a UCI engine
    #[arg(long, value_name = "NAME")]
    judge: Option<String>,
    /// Nodes of each search of the judge [default: ten times those of the engine's moves]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=u64::MAX / 2))]
    nodes: Option<u64>,
    /// Add them to this suite instead of printing them
    #[arg(long, value_name = "FILE")]
    add: Option<PathBuf>,
}

fn find_blunders(arguments: &SuiteFindArgs) -> anyhow::Result<()> {
    let run = Run::open(&arguments.run)?;
    let suspects = suspects(&run, arguments.engine.as_deref(), arguments.drop)?;
    super::stop_programs_on_interrupt("interrupted; nothing is added")?;
    let engine = arguments.judge.as_deref().map(parse_judge).transpose()?;
    let judge = Judge { engine, nodes: arguments.nodes, drop: arguments.drop };
    let path = std::path::absolute(&arguments.run)?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let lines = super::counted(suspects.len(), "moves", |progress| {
        let run = (&*name, &run.config.engines[..]);
        judge.confirm(run, &suspects, threads(None), || progress.tick())
    })?;
    let count = lines.len();
    super::remark(&format!(
        "{} after which the mover's score fell, {count} of them blunders by the judge's scores",
        plural(suspects.len(), "move")
    ));
    match &arguments.add {
        Some(suite) => {
            let added = add(suite, &lines)?;
            super::print(&format!("{}: {} added\n", suite.display(), plural(added, "position")))
        }
        None => {
            let mut text = Document::new();
            lines.iter().for_each(|line| text.row(line.text()));
            super::show(text)
        }
    }
}

fn parse_judge(name: &str) -> anyhow::Result<EngineConfig> {
    let mut judges = selected(&[name.to_owned()], None)?;
    give_measured(&mut judges)?;
    let judge = judges.remove(0);
    probe(&judge, true)?;
    Ok(judge)
}
