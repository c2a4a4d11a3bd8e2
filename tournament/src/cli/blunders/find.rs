//! `evalarena blunders find`.

use std::path::PathBuf;

use clap::Args;
use config::{Config, EngineConfig, EngineKind, LimitKind, Selection};
use evaluators::registry;
use lab::blunders::find::{Suspect, suspects};
use lab::blunders::judge::{ConfirmedBlunder, Judge, confirmed, without_repeats};
use lab::blunders::{Added, BlunderError, Book};
use players::player::probe;
use report::Document;
use report::progress::Progress;
use runner::run::Run;

use super::BookArgument;
use crate::cli::engines::{NODES, TABLE, threads};
use crate::cli::measured::give_measured;

/// The nodes of a judge, as a multiple of the engine's.
const DEEPER: u64 = 10;

/// Find blunders in the games of a run
#[derive(Args)]
#[command(
    long_about = "Searches the stored games of a run for moves after which the mover's own score fell by --drop \
        Michniewski centipawns (scores are converted by their evaluator's scale) until its next move, or \
        after which it was mated, and asks a judge: the same evaluator at ten times the nodes, or --judge. A \
        move is a blunder if the judge, too, sees it lose that much against the best move. Scores beyond \
        2000 count as 2000.\n\n\
        With --add blunders are added to the book: am is the move played, bm all moves that lose less than \
        --drop by the judge, best first, ce its value, id the run, game and half-move. Positions are judged \
        without the game before them, as `blunders run` tries them.",
    after_help = "Examples:\n  \
        evalarena blunders find runs/round-robin\n  \
        evalarena blunders find runs/match --engine Otter --drop 300 --judge michniewski --add"
)]
pub(super) struct BlundersFindArgs {
    /// The run's folder
    run: PathBuf,

    /// The loss that makes a blunder, in Michniewski centipawns
    #[arg(long, value_name = "CP", default_value_t = 200, value_parser = clap::value_parser!(i32).range(1..=4000))]
    drop: i32,

    /// Nodes of each search of the judge [default: ten times those of the engine's moves]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=u64::MAX / 2))]
    nodes: Option<u64>,

    /// Only the moves of this engine
    #[arg(long, value_name = "NAME")]
    engine: Option<String>,

    /// The judge: an evaluator, or cmd:COMMAND for a UCI engine
    #[arg(long, value_name = "NAME")]
    judge: Option<String>,

    /// Add them to the book
    #[arg(long)]
    add: bool,

    /// Moves judged concurrently [default: one for each core]
    #[arg(long, value_name = "N", visible_alias = "concurrency")]
    threads: Option<std::num::NonZeroUsize>,

    #[command(flatten)]
    book: BookArgument,

    /// One JSON array
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &BlundersFindArgs) -> anyhow::Result<()> {
    let run = Run::open(&arguments.run)?;
    let suspects = suspects(&run, arguments.engine.as_deref(), arguments.drop)?;
    crate::cli::stop_programs_when_interrupted("interrupted; the book is as it was")?;
    let judges = arguments.judges(&run.config, &suspects)?;
    let path = std::path::absolute(&arguments.run)?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let progress = Progress::new(suspects.len(), 0, "moves");
    let threads = threads(arguments.threads);
    let found = confirmed(&suspects, &judges, (&name, &run.config), threads, || {
        progress.tick();
    });
    progress.finish();
    let found = without_repeats(found?);
    if arguments.add {
        let added = add(arguments, &found)?;
        let book = arguments.book.book.display();
        crate::cli::remark(&format!("{book}: {added} positions added"));
    }
    if arguments.json {
        return crate::cli::print_json(&found);
    }
    crate::cli::show(table(suspects.len(), &found))
}

impl BlundersFindArgs {
    /// A judge for each engine of the run.
    fn judges(&self, config: &Config, suspects: &[Suspect]) -> anyhow::Result<Vec<Judge>> {
        let named = self.named_judge()?;
        let engines = config.engines.iter().enumerate();
        let judges = engines.map(|(index, engine)| {
            let nodes = self.nodes.unwrap_or(match engine.limit {
                LimitKind::Nodes(nodes) => nodes.saturating_mul(DEEPER),
                _ => NODES,
            });
            let mut judge = named.clone().unwrap_or_else(|| engine.clone());
            judge.limit = LimitKind::Nodes(nodes);
            if let EngineKind::Evaluator(evaluator) = &mut judge.kind {
                evaluator.table = evaluator.table.max(TABLE);
            } else if named.is_none() && suspects.iter().any(|suspect| suspect.engine == index) {
                return Err(BlunderError::Judge(engine.name.clone()));
            }
            Ok(Judge { engine: judge, drop: self.drop })
        });
        Ok(judges.collect::<Result<_, _>>()?)
    }

    fn named_judge(&self) -> anyhow::Result<Option<EngineConfig>> {
        let Some(name) = &self.judge else {
            return Ok(None);
        };
        let selection = Selection {
            words: std::slice::from_ref(name),
            file: None,
            limit: None,
            nodes: NODES,
            table: TABLE,
        };
        let mut judges = selection.engines(registry::NAMES)?;
        give_measured(&mut judges)?;
        let judge = judges.pop();
        if let Some(judge) = &judge {
            probe(judge, true)?;
        }
        Ok(judge)
    }
}

/// Adds them to the book; returns the number of lines added or changed.
fn add(arguments: &BlundersFindArgs, found: &[ConfirmedBlunder]) -> Result<usize, BlunderError> {
    Book::update(&arguments.book.book, |book| {
        let mut added = 0;
        for finding in found {
            added += usize::from(book.add(&finding.blunder)? != Added::Known);
        }
        Ok(added)
    })
}

fn table(suspects: usize, found: &[ConfirmedBlunder]) -> Document {
    let mut text = Document::from(format!(
        "{suspects} moves after which the mover's score fell, {} of them blunders by the judge's scores",
        found.len()
    ));
    for finding in found {
        let ConfirmedBlunder { game, ply, engine, played, before, after, .. } = finding;
        let best = finding.best.first().map_or("-", String::as_str);
        text.blank();
        text.sentence(format!(
            "game {game}, half-move {ply}: {engine} played {played}, its score {before:+} fell to {after:+}\n  \
             the judge: {best} {:+}, {played} {:+}",
            finding.judge_best, finding.judge_played
        ));
        text.row(format!("  {}", finding.position));
    }
    text
}
