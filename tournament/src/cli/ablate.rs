//! `evalarena ablate`.

mod text;

use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::Args;
use config::{EngineConfig, EngineKind, EvaluatorConfig, LimitKind};
use lab::ablate::{Ablation, AblationEvent, AblationRow, Candidates, Question};
use lab::positions::{builtin, read};
use match_stats::race::Race;
use players::known_positions::of_all_kinds;
use report::plural;
use report::progress::Progress;
use runner::shard::Shard;
use serde_json::{Value, json};

use super::playing::{Threads, run_folder};
use super::sides::engine_of;
use text::text;

const NODES: u64 = 4_000;
/// Rules that fire in fewer of a thousand positions are too rare for games, unless they are named.
const RARE: f64 = 5.0;

/// Measure what each rule is worth, by games without it
#[derive(Args)]
#[command(
    long_about = "Plays an evaluator against itself without one of its rules, or without a group of rules, and ranks \
        the rules by Elo, with intervals. Elo is that of HAVING the rule, the complete evaluator against the \
        one without it: a rule above 0 helps, one below 0 harms. All games are at fixed nodes and from the \
        same openings, each played twice with colours reversed.\n\n\
        ENGINE is a built-in evaluator (michniewski), an evaluation from outside that gives terms (./mine.so), or one of a configuration with its parameters \
        (my.toml:NAME). Rules are the terms in `evalarena explain`; groups are the headings of the \
        compendium, and subjects (material, pawns, pieces, king, other) in other evaluators. A rule that \
        replaces all others cannot be left out; it is listed.\n\n\
        Games go to rules whose verdict is still open. Every rule gets --first games; then twice as many, \
        and so on up to --games, as long as its interval includes 0 and reaches beyond --elo: then neither \
        its sign is known nor that it is small. The interval is 95 %, for all looks together \
        (docs/statistics.md, Races). With --first equal to --games every rule gets the same number.\n\n\
        Rules that fire in fewer than 5 of a thousand positions are listed but not played, unless --rules names them. \
        The positions are 27,000 from games of the built-in evaluators, or those of --positions.\n\n\
        The games are stored in a folder below runs/, named after the evaluator and the settings, not the \
        rules or the number of games: the same command resumes, and with more rules or games the run grows. \
        At fixed nodes the result does not depend on the number of threads.",
    after_help = "Examples:\n  \
        evalarena ablate michniewski\n  \
        evalarena ablate compendium --groups --games 1000 --first 1000\n  \
        evalarena ablate compendium --rules 'king-attack.*,tandem.*' --elo 15\n  \
        evalarena ablate slate-atkin --rules pawn_doubled --first 2000 --seed 2\n  \
        evalarena ablate my.toml:Mended --nodes 10000 --json"
)]
pub(crate) struct AblateArgs {
    /// The evaluator, by its name or as FILE.toml:NAME
    engine: String,
    /// Only rules, or with --groups groups, with matching names, separated by commas; * matches any text
    #[arg(long, value_name = "GLOBS", value_delimiter = ',')]
    rules: Vec<String>,
    /// Leave out groups of rules instead of single rules
    #[arg(long)]
    groups: bool,
    /// Nodes a move [default: 4000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=u64::MAX / 2))]
    nodes: Option<u64>,
    /// Games of each rule before the first look, an even number
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(8..=20_000_000))]
    first: u32,
    /// The most games of each rule, an even number
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u32).range(8..=20_000_000))]
    games: u32,
    /// The smallest difference of interest: a rule whose interval is within it is small
    #[arg(long, value_name = "ELO", default_value_t = 10.0)]
    elo: f64,
    /// Positions in which firing is counted, as written by `evalarena positions` [default: built in]
    #[arg(long, value_name = "FILE")]
    positions: Option<PathBuf>,
    /// The random seed of the openings [default: from the evaluator's content]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(..=i64::MAX as u64))]
    seed: Option<u64>,
    /// The run's folder [default: runs/NAME, from the engine and settings]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    threads: Threads,
    /// Play only part K of N of the looks that are due, in a folder below the run's; `evalarena merge` joins the parts
    #[arg(long, value_name = "K/N|env")]
    shard: Option<Shard>,
    /// Print one JSON object instead of the table
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &AblateArgs) -> anyhow::Result<()> {
    let race = race(arguments)?;
    let (whole, config) = whole(arguments)?;
    let (positions, labelled) = match &arguments.positions {
        None => (of_all_kinds()?, builtin()?),
        Some(path) => {
            let quiet = read(path, super::warn)?;
            (quiet.iter().map(|position| position.game.clone()).collect(), quiet)
        }
    };
    let question = Question {
        patterns: &arguments.rules,
        groups: arguments.groups,
        rare: if arguments.rules.is_empty() { RARE } else { 0.0 },
        positions: &positions,
        labelled: &labelled,
    };
    let candidates = Candidates::of(&whole.name, &config, &question)?;
    let mut ablation = Ablation::new(&whole, &candidates, arguments.groups, race, arguments.seed)?;
    let folder = run_folder(arguments.out.as_ref(), &ablation.config.run.name);
    let threads = arguments.threads.count();
    super::finish_games_on_interrupt(super::RESUMES)?;
    let mut output = AblateOutput { threads, progress: Progress::hidden() };
    if let Some(shard) = arguments.shard {
        let work = ablation.play_shard(&folder, shard, threads, |event| output.notify(&event))?;
        output.progress.finish();
        return show_shard(arguments, &folder, shard, work);
    }
    ablation.play(&folder, threads, |event| output.notify(&event))?;
    output.progress.finish();
    let outcome = Outcome {
        evaluator: &config.evaluator,
        limits: ablation.config.limits_text(),
        seed: ablation.config.run.seed,
        arguments,
        positions: positions.len(),
        rows: &ablation.rows(),
        candidates: &candidates,
    };
    super::present(arguments.json, &outcome.json(), |width| text(&outcome, width))?;
    if !arguments.json && !outcome.rows.is_empty() {
        super::note(&format!("Games and results: {}", folder.display()));
    }
    Ok(())
}

fn show_shard(
    arguments: &AblateArgs,
    run: &Path,
    shard: Shard,
    (games, is_due): (usize, bool),
) -> anyhow::Result<()> {
    let folder = shard.folder(run).display().to_string();
    let value =
        json!({ "shard": shard.to_string(), "folder": folder, "games": games, "is_due": is_due });
    let next = if is_due {
        "when all shards are merged, the same commands play what the next looks need"
    } else {
        "no look is due: the same command without --shard shows the result"
    };
    super::present(arguments.json, &value, |_| {
        format!("shard {shard}: {games} games, in {folder}; {next}")
    })
}

struct AblateOutput {
    threads: usize,
    progress: Progress,
}

impl AblateOutput {
    fn notify(&mut self, event: &AblationEvent<'_>) {
        match *event {
            AblationEvent::Warning(text) => self.progress.note(format!("warning: {text}")),
            AblationEvent::Begun(0) => {}
            AblationEvent::Begun(games) => {
                self.progress.note(format!("already played: {}", plural(games, "game")));
            }
            AblationEvent::Round { open, missing } => {
                self.progress.finish();
                self.progress.note(format!(
                    "{open} open, {} to the next look, {} at a time",
                    plural(missing, "game"),
                    self.threads
                ));
                self.progress = Progress::new(missing, 0, "games");
            }
            AblationEvent::Writing(games) => {
                self.progress.finish();
                self.progress = Progress::new(games, 0, "games written");
            }
            AblationEvent::Game | AblationEvent::Written => {
                self.progress.tick();
            }
        }
    }
}

struct Outcome<'o> {
    evaluator: &'o str,
    limits: String,
    seed: u64,
    arguments: &'o AblateArgs,
    positions: usize,
    rows: &'o [AblationRow],
    candidates: &'o Candidates,
}

impl Outcome<'_> {
    fn json(&self) -> Value {
        let inseparable = self.candidates.inseparable.iter();
        let inseparable = inseparable.map(|(rule, why)| json!({ "name": rule, "why": why }));
        json!({
            "evaluator": self.evaluator,
            "limits": self.limits,
            "seed": self.seed,
            "groups": self.arguments.groups,
            "elo_of_no_consequence": self.arguments.elo,
            "rare_below_per_mille": RARE,
            "positions": self.positions,
            "rows": self.rows,
            "too_rare": self.candidates.rare,
            "not_separable": inseparable.collect::<Vec<_>>(),
        })
    }
}

fn race(arguments: &AblateArgs) -> anyhow::Result<Race> {
    for (option, games) in [("first", arguments.first), ("games", arguments.games)] {
        if !games.is_multiple_of(2) {
            bail!(
                "--{option} {games}: every opening is played twice, with colours reversed; choose an even number"
            );
        }
    }
    let AblateArgs { first, games, .. } = arguments;
    if first > games {
        bail!(
            "--first {first} are more than --games {games}; choose fewer at first, or more at most"
        );
    }
    let [first, most] = [first, games].map(|games| *games as usize / 2);
    Ok(Race::new(arguments.elo, first, most)?)
}

fn whole(arguments: &AblateArgs) -> anyhow::Result<(EngineConfig, EvaluatorConfig)> {
    let nodes = LimitKind::Nodes(arguments.nodes.unwrap_or(NODES));
    let mut engine = engine_of(&arguments.engine, Some(nodes))?;
    super::engines::give_measured(std::slice::from_mut(&mut engine))?;
    let EngineKind::Evaluator(config) = engine.kind.clone() else {
        bail!(
            "{} is an external program, whose rules cannot be left out; name an evaluator",
            arguments.engine
        );
    };
    Ok((engine, config))
}
