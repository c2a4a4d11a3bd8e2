//! `evalarena ablate`.

use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::Args;
use config::{EngineConfig, EngineKind, EvaluatorConfig, LimitKind};
use lab::ablate::{Ablation, AblationEvent, AblationRow, Candidate, Candidates, Inseparable, Question, verdict_word};
use lab::positions::{builtin, read};
use match_stats::Interval;
use match_stats::race::{Race, RaceVerdict};
use players::known_positions::of_all_kinds;
use report::progress::Progress;
use report::{Column, Columns, Document, plural};
use runner::shard::Shard;
use serde::Serialize;
use serde_json::json;

use super::playing::{Threads, run_folder};
use super::sides::engine_of;

const NODES: u64 = 4_000;
/// Rules that fire in fewer of a thousand positions are too rare for games, unless they are named.
const RARE: f64 = 5.0;

/// Measure what each rule is worth, by games without it
#[derive(Args)]
#[command(long_about = super::help::text("ablate"), after_help = super::help::text("after ablate"))]
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
        groups: arguments.groups,
        elo_of_no_consequence: arguments.elo,
        rare_below_per_mille: RARE,
        positions: positions.len(),
        rows: ablation.rows(),
        too_rare: &candidates.rare,
        not_separable: &candidates.inseparable,
    };
    super::present(arguments.json, &outcome, |width| text(&outcome, width))?;
    if !arguments.json && !outcome.rows.is_empty() {
        super::note(&format!("Games and results: {}", folder.display()));
    }
    Ok(())
}

fn show_shard(arguments: &AblateArgs, run: &Path, shard: Shard, (games, is_due): (usize, bool)) -> anyhow::Result<()> {
    let folder = shard.folder(run).display().to_string();
    let value = json!({ "shard": shard.to_string(), "folder": folder, "games": games, "is_due": is_due });
    let next = if is_due {
        "when all shards are merged, the same commands play what the next looks need"
    } else {
        "no look is due: the same command without --shard shows the result"
    };
    super::present(arguments.json, &value, |_| format!("shard {shard}: {games} games, in {folder}; {next}"))
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

#[derive(Serialize)]
struct Outcome<'o> {
    evaluator: &'o str,
    limits: String,
    seed: u64,
    groups: bool,
    elo_of_no_consequence: f64,
    rare_below_per_mille: f64,
    positions: usize,
    rows: Vec<AblationRow>,
    too_rare: &'o [Candidate],
    not_separable: &'o [Inseparable],
}

fn race(arguments: &AblateArgs) -> anyhow::Result<Race> {
    for (option, games) in [("first", arguments.first), ("games", arguments.games)] {
        if !games.is_multiple_of(2) {
            bail!("--{option} {games}: every opening is played twice, with colours reversed; choose an even number");
        }
    }
    let AblateArgs { first, games, .. } = arguments;
    if first > games {
        bail!("--first {first} are more than --games {games}; choose fewer at first, or more at most");
    }
    let [first, most] = [first, games].map(|games| *games as usize / 2);
    Ok(Race::new(arguments.elo, first, most)?)
}

fn whole(arguments: &AblateArgs) -> anyhow::Result<(EngineConfig, EvaluatorConfig)> {
    let nodes = LimitKind::Nodes(arguments.nodes.unwrap_or(NODES));
    let mut engine = engine_of(&arguments.engine, Some(nodes))?;
    super::engines::give_measured(std::slice::from_mut(&mut engine))?;
    let EngineKind::Evaluator(config) = engine.kind.clone() else {
        bail!("{} is an external program, whose rules cannot be left out; name an evaluator", arguments.engine);
    };
    Ok((engine, config))
}

/// The table and its notes, in lines of `width` characters unless names are longer.
fn text(outcome: &Outcome<'_>, width: usize) -> Document {
    let what = if outcome.groups { "group" } else { "rule" };
    let mut text = Document::from(format!("{}: what each {what} is worth", outcome.evaluator));
    text.sentence(format!("Limits: {}; seed {}", outcome.limits, outcome.seed));
    text.blank();
    if outcome.rows.is_empty() {
        text.sentence("No rule fires often enough for games.");
    } else {
        text.append(table(&outcome.rows, what, width));
        text.blank();
        text.sentence(legend(outcome));
    }
    if !outcome.too_rare.is_empty() {
        let each: Vec<String> = outcome.too_rare.iter().map(rarity).collect();
        text.blank();
        text.sentence(format!(
            "Too rare for games, in fewer than {RARE} of a thousand of {} positions (in how many; the factor, if it \
             fires in 20 games): {}",
            outcome.positions,
            each.join("; ")
        ));
    }
    for Inseparable { name, why } in outcome.not_separable {
        text.blank();
        text.sentence(format!("Not measured: {name}: {why}"));
    }
    text
}

fn table(rows: &[AblationRow], what: &str, width: usize) -> Document {
    let head = if what == "group" { "Group" } else { "Rule" };
    // An empty column has no head.
    let head_if = |head: &'static str, is_shown: &dyn Fn(&AblationRow) -> bool| {
        if rows.iter().any(is_shown) { head } else { "" }
    };
    let is_shrunk = |row: &AblationRow| row.shrunk_elo.value.is_some();
    let mut columns = Columns::new([
        Column::left(head).gap(0).cut(),
        Column::right("Elo").least(7),
        Column::right("±").gap(1).least(6),
        Column::right(head_if("Shrunk", &is_shrunk)).goes(7),
        Column::right(head_if("±", &is_shrunk)).gap(1).goes(7),
        Column::right(head_if("Claim", &|row| row.candidate.claim.is_some())).gap(1).goes(3),
        Column::right("Games").goes(2),
        Column::right("‰").goes(1),
        Column::right("Factor").goes(5),
        Column::right("±").gap(1).goes(6),
        Column::right(head_if("ns", &|row| row.cost_ns.is_some())).goes(4),
        Column::left(""),
    ]);
    for row in rows {
        columns.row(cells(row));
    }
    columns.document(width)
}

fn cells(row: &AblationRow) -> [String; 12] {
    let if_known = |known: Interval<Option<f64>>, text: fn(Interval<Option<f64>>) -> String| {
        if known == Interval::UNKNOWN { String::new() } else { text(known) }
    };
    let Candidate { name, claim, per_mille, multiplier: factor, .. } = &row.candidate;
    let cost = row.cost_ns.map(|cost| 0.0 + cost.value.round());
    [
        name.clone(),
        elo(row.elo),
        reach(row.elo),
        if_known(row.shrunk_elo, elo),
        if_known(row.shrunk_elo, reach),
        claim.map_or(String::new(), |claim| claim.to_string()),
        row.games.to_string(),
        per_mille.map_or("-".to_owned(), |n| format!("{n:.0}")),
        factor.map_or(String::new(), |of| format!("{:.2}", of.value)),
        factor.map_or(String::new(), |of| format!("{:.2}", (of.high - of.low) / 2.0)),
        cost.map_or(String::new(), |cost| format!("{cost:.0}")),
        verdict(row),
    ]
}

fn verdict(row: &AblationRow) -> String {
    let holds = |p: Option<f64>| p.is_some_and(|p| p <= 0.05);
    let stars = match row.verdict {
        RaceVerdict::Above | RaceVerdict::Below if holds(row.p_holm) => "**",
        RaceVerdict::Above | RaceVerdict::Below if holds(row.p_false_discovery) => "*",
        _ => "",
    };
    format!("{}{stars}", verdict_word(row.verdict))
}

fn elo(interval: Interval<Option<f64>>) -> String {
    match interval.value {
        // Adding 0 avoids a negative zero.
        Some(elo) => format!("{:+.1}", 0.0 + (10.0 * elo).round() / 10.0),
        None => "unbounded".to_owned(),
    }
}

fn reach(interval: Interval<Option<f64>>) -> String {
    match (interval.low, interval.high) {
        (Some(low), Some(high)) => format!("{:.1}", (high - low) / 2.0),
        _ => "-".to_owned(),
    }
}

fn legend(outcome: &Outcome<'_>) -> String {
    let elo = outcome.elo_of_no_consequence;
    let claims = outcome.rows.iter().any(|row| row.candidate.claim.is_some());
    let claim = if claims { " Claim: the document's own guess, in Elo." } else { "" };
    let costs = outcome.rows.iter().any(|row| row.cost_ns.is_some());
    let cost = if costs { " ns: nanoseconds a node that it costs, by the same games." } else { "" };
    let drawn = if outcome.rows.iter().any(|row| row.shrunk_elo.value.is_some()) {
        " Shrunk: without the luck of being first or last in this list, drawn to its mean."
    } else {
        ""
    };
    format!(
        "Elo of having it, the whole's against the evaluator without it: above 0 it helps. ± is the 95 % \
         interval, all looks together. small: within {elo} Elo of nothing; open: neither that nor its sign is \
         known. Verdicts are of each row alone; * also holds for the list (a share of 5 % at most is wrong), ** for each of \
         it (any is wrong in 5 % of lists).{drawn} ‰: positions of a thousand in which it fires. Factor: \
         the factor on its numbers that predicts results best, with 95 % (1: right, 0: no information, below 0: \
         they mislead).{claim}{cost}\n"
    )
}

/// Accuracy in place of games.
fn rarity(candidate: &Candidate) -> String {
    let claim = candidate.claim.map(|claim| format!(", claims {claim} Elo"));
    let factor = candidate.multiplier.map(|factor| {
        let reach = (factor.high - factor.low) / 2.0;
        format!(", factor {:.1} ± {reach:.1}", factor.value)
    });
    format!(
        "{} {:.1}{}{}",
        candidate.name,
        candidate.per_mille.unwrap_or(0.0),
        factor.unwrap_or_default(),
        claim.unwrap_or_default()
    )
}
