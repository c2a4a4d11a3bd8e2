//! `evalarena suite find`.

use std::path::PathBuf;

use clap::Args;
use config::{EngineConfig, Selection};
use evaluators::registry;
use lab::suite::add::{NewLine, add};
use lab::suite::find::{Blunder, Judge, suspects};
use players::player::probe;
use report::Document;
use report::progress::Progress;
use runner::run::Run;

use crate::cli::engines::{NODES, TABLE, threads};
use crate::cli::measured::give_measured;

/// Find blunders in the games of a run
#[derive(Args)]
#[command(
    long_about = "Searches the stored games of a run for moves after which the mover's own score fell by --drop \
        Michniewski centipawns (scores are converted by their evaluator's scale) until its next move, or \
        after which it was mated, and asks a judge: the same evaluator at ten times the nodes, or --judge. A \
        move is a blunder if the judge, too, sees it lose that much against the best move. Scores beyond \
        2000 count as 2000. Positions are judged without the game before them, as a suite tries them.\n\n\
        Each blunder is printed as a line of a suite: am is the move played, id the run, game and half-move, c0 the \
        scores.",
    after_help = "Examples:\n  \
        evalarena suite find runs/round-robin\n  \
        evalarena suite find runs/match --engine Otter --drop 300 --judge michniewski --add blunders.epd"
)]
pub(super) struct SuiteFindArgs {
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

pub(super) fn run(arguments: &SuiteFindArgs) -> anyhow::Result<()> {
    let run = Run::open(&arguments.run)?;
    let suspects = suspects(&run, arguments.engine.as_deref(), arguments.drop)?;
    crate::cli::stop_programs_when_interrupted("interrupted; nothing is added")?;
    let engine = arguments.judge.as_deref().map(named_judge).transpose()?;
    let judge = Judge { engine, nodes: arguments.nodes, drop: arguments.drop };
    let progress = Progress::new(suspects.len(), 0, "moves");
    let found = judge.confirm(&run.config.engines, &suspects, threads(None), || progress.tick());
    progress.finish();
    let path = std::path::absolute(&arguments.run)?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let lines: Vec<NewLine> = found?.iter().map(|blunder: &Blunder| blunder.line(&name)).collect();
    let count = lines.len();
    crate::cli::remark(&format!(
        "{} moves after which the mover's score fell, {count} of them blunders by the judge's scores",
        suspects.len()
    ));
    match &arguments.add {
        Some(suite) => {
            let added = add(suite, &lines)?;
            crate::cli::print(&format!("{}: {added} positions added\n", suite.display()))
        }
        None => {
            let mut text = Document::new();
            lines.iter().for_each(|line| text.row(line.text()));
            crate::cli::show(text)
        }
    }
}

fn named_judge(name: &str) -> anyhow::Result<EngineConfig> {
    let words = [name.to_owned()];
    let selection =
        Selection { words: &words, file: None, limit: None, nodes: NODES, table: TABLE };
    let mut judges = selection.engines(registry::NAMES)?;
    give_measured(&mut judges)?;
    let judge = judges.remove(0);
    probe(&judge, true)?;
    Ok(judge)
}
