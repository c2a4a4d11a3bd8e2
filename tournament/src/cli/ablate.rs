//! `evalarena ablate`.

mod again;
mod output;
mod positions;
mod text;

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use super::begin::BeginArguments;
use again::seed_again;
use anyhow::bail;
use clap::Args;
use config::{EngineConfig, EngineKind, EvaluatorConfig, LimitKind};
use lab::ablate::{Ablation, AblationConfig, AblationRow, Candidates, Dealt, Question};
use match_stats::race::Race;
use output::AblateOutput;
use positions::positions;
use runner::shard::Shard;
use serde_json::json;
use text::text;

use super::sides::Sides;

/// Default nodes a move.
const NODES: u64 = 4_000;

/// Measure what each rule of an evaluator is worth, by games without it
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
        Rules that fire in fewer than --rare per mille of positions are listed but not played. The positions \
        are 27,000 from games of the built-in evaluators, or those of --positions.\n\n\
        The games are stored in a folder below runs/, named after the evaluator and the settings, not the \
        rules or the number of games: the same command resumes, and with more rules or games the run grows. \
        At fixed nodes the result does not depend on the number of threads.",
    after_help = "Examples:\n  \
        evalarena ablate michniewski\n  \
        evalarena ablate compendium --groups --games 1000 --first 1000\n  \
        evalarena ablate compendium --rules 'king-attack.*,tandem.*' --elo 15\n  \
        evalarena ablate slate-atkin --again\n  \
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

    /// Rules that fire in fewer per mille of positions are not played
    #[arg(long, value_name = "N", default_value_t = 5.0, value_parser = per_mille)]
    rare: f64,

    /// Positions for --rare, as written by `evalarena positions` [default: built in]
    #[arg(long, value_name = "FILE")]
    positions: Option<PathBuf>,

    /// The opening book: .epd, .pgn or .bin, also .gz or .zip [default: the built-in book]
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,

    /// The random seed of the openings [default: from the evaluator's content]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(..=i64::MAX as u64))]
    seed: Option<u64>,

    /// Play the rules that help or harm again, --games each, from openings of another seed [default: the next one]
    #[arg(long, value_name = "SEED", num_args = 0..=1, conflicts_with = "shard", value_parser = clap::value_parser!(u64).range(..=i64::MAX as u64))]
    again: Option<Option<u64>>,

    /// The run's folder [default: runs/NAME, from the engine and settings]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Games played concurrently [default: one for each core]
    #[arg(value_parser = crate::cli::positive, long, value_name = "N", visible_alias = "concurrency")]
    threads: Option<NonZeroUsize>,

    /// Play only part K of N of the looks that are due, in a folder below the run's; `evalarena merge` joins the parts
    #[arg(long, value_name = "K/N|env")]
    shard: Option<Shard>,

    #[command(flatten)]
    begin: BeginArguments,

    /// Print one JSON object instead of the table
    #[arg(long)]
    json: bool,
}

fn per_mille(text: &str) -> Result<f64, String> {
    let number = text.parse().ok();
    let number = number.filter(|number| (0.0..=1000.0).contains(number));
    number.ok_or_else(|| "choose a number from 0 to 1000".to_owned())
}

/// Plays or resumes, and prints the result.
pub(crate) fn run(arguments: &AblateArgs) -> anyhow::Result<()> {
    let race = race(arguments)?;
    let (whole, config) = whole(arguments)?;
    let positions = positions(arguments.positions.as_deref())?;
    let question = Question {
        patterns: &arguments.rules,
        groups: arguments.groups,
        rare: arguments.rare,
        positions: &positions.all,
        labelled: &positions.quiet,
    };
    let asked = Asked {
        candidates: Candidates::of(&whole.name, &config, &question)?,
        whole,
        arguments,
        threads: super::engines::threads(arguments.threads),
    };
    let mut ablation = asked.ablation(race, arguments.seed, None);
    let folder = arguments.out.clone();
    let folder = folder.unwrap_or_else(|| PathBuf::from("runs").join(ablation.name()));
    let again = seed_again(arguments, ablation.seed())?;
    super::stop_after_games_when_interrupted(
        "interrupted; finished games are saved, the same command resumes",
    )?;
    if let Some(shard) = arguments.shard {
        return asked.play_shard(&mut ablation, &folder, shard);
    }
    let mut rows = asked.play(&mut ablation, &folder)?;
    if let Some(seed) = again {
        asked.play_again(&mut rows, seed)?;
    }
    let outcome = Outcome {
        evaluator: &config.evaluator,
        limits: ablation.limits(),
        seed: ablation.seed(),
        arguments,
        positions: positions.all.len(),
        rows: &rows,
        candidates: &asked.candidates,
    };
    if arguments.json {
        super::print(&outcome.json()?)
    } else {
        super::show(text(&outcome, super::line_width()))?;
        if !rows.is_empty() {
            super::note(&format!("Games and results: {}", folder.display()));
        }
        Ok(())
    }
}

/// The question, with how it is measured.
struct Asked<'a> {
    arguments: &'a AblateArgs,
    whole: EngineConfig,
    candidates: Candidates,
    threads: usize,
}

impl Asked<'_> {
    /// Games of all candidates, or of those with these names.
    fn ablation(&self, race: Race, seed: Option<u64>, names: Option<&[String]>) -> Ablation {
        let is_asked = |name: &String| names.is_none_or(|names| names.contains(name));
        let candidates = self.candidates.playing.iter();
        Ablation::new(AblationConfig {
            whole: self.whole.clone(),
            candidates: candidates.filter(|one| is_asked(&one.name)).cloned().collect(),
            groups: self.arguments.groups,
            saves_time: self.candidates.saves_time,
            race,
            seed,
            book: self.arguments.book.as_deref(),
        })
    }

    fn play(&self, ablation: &mut Ablation, folder: &Path) -> anyhow::Result<Vec<AblationRow>> {
        let mut output = AblateOutput::new(self.threads);
        let begin = self.arguments.begin.begin();
        ablation.play(folder, self.threads, begin, |event| output.notify(&event))?;
        output.progress.finish();
        Ok(ablation.rows())
    }

    fn play_shard(&self, ablation: &mut Ablation, run: &Path, shard: Shard) -> anyhow::Result<()> {
        let mut output = AblateOutput::new(self.threads);
        let begin = self.arguments.begin.begin();
        let dealt = ablation.play_shard(run, shard, self.threads, begin, |event| {
            output.notify(&event);
        })?;
        output.progress.finish();
        tell_shard(self.arguments, run, shard, dealt)
    }
}

/// Prints what a shard has played, and the next step.
fn tell_shard(
    arguments: &AblateArgs,
    run: &Path,
    shard: Shard,
    dealt: Dealt,
) -> anyhow::Result<()> {
    let folder = shard.folder(run);
    if arguments.json {
        let value = json!({
            "shard": shard.to_string(),
            "folder": folder.display().to_string(),
            "games": dealt.games,
            "is_due": dealt.is_due,
        });
        return super::print_json(&value);
    }
    let next = if dealt.is_due {
        "when all shards are merged, the same commands play what the next looks need"
    } else {
        "no look is due: the same command without --shard shows the result"
    };
    let (games, folder) = (dealt.games, folder.display());
    super::show(format!("shard {shard}: {games} games, in {folder}; {next}\n"))
}

/// The result.
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
    fn json(&self) -> anyhow::Result<String> {
        let rare = self.candidates.rare.iter().map(|candidate| {
            json!({
                "name": candidate.name,
                "rules": candidate.rules,
                "claim": candidate.claim,
                "per_mille": candidate.per_mille,
                "multiplier": candidate.multiplier,
            })
        });
        let inseparable = self.candidates.inseparable.iter();
        let inseparable = inseparable.map(|(rule, why)| json!({ "name": rule, "why": why }));
        let value = json!({
            "evaluator": self.evaluator,
            "limits": self.limits,
            "seed": self.seed,
            "groups": self.arguments.groups,
            "elo_of_no_consequence": self.arguments.elo,
            "rare_below_per_mille": self.arguments.rare,
            "positions": self.positions,
            "rows": self.rows,
            "too_rare": rare.collect::<Vec<_>>(),
            "not_separable": inseparable.collect::<Vec<_>>(),
        });
        Ok(serde_json::to_string(&value)? + "\n")
    }
}

fn pairs(games: u32) -> usize {
    games as usize / 2
}

fn race(arguments: &AblateArgs) -> anyhow::Result<Race> {
    for (option, games) in [("first", arguments.first), ("games", arguments.games)] {
        if !games.is_multiple_of(2) {
            bail!(
                "--{option} {games}: every opening is played twice, with colours reversed; choose an even number"
            );
        }
    }
    if arguments.first > arguments.games {
        bail!(
            "--first {} are more than --games {}; choose fewer at first, or more at most",
            arguments.first,
            arguments.games
        );
    }
    Ok(Race::new(arguments.elo, pairs(arguments.first), pairs(arguments.games))?)
}

/// The evaluator as it is.
fn whole(arguments: &AblateArgs) -> anyhow::Result<(EngineConfig, EvaluatorConfig)> {
    let word = std::slice::from_ref(&arguments.engine);
    let sides = Sides {
        words: word,
        limit: Some(LimitKind::Nodes(arguments.nodes.unwrap_or(NODES))),
        hash: None,
    };
    let mut engines = sides.engines()?;
    super::measured::give_measured(&mut engines)?;
    let count = engines.len();
    let engine = engines.pop().filter(|_| count == 1);
    let Some(engine) = engine else {
        bail!("{word:?} are {count} engines; name one of them: FILE.toml:NAME");
    };
    let EngineKind::Evaluator(config) = engine.kind.clone() else {
        bail!(
            "{} is an external program, whose rules cannot be left out; name an evaluator",
            arguments.engine
        );
    };
    Ok((engine, config))
}
