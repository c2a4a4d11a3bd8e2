//! `evalarena stats` and `accuracy`.

use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::Args;
use config::{EngineConfig, EngineKind};
use lab::fit::accuracy;
use lab::positions;
use match_stats::length::{ASSUMED_DRAWS, Results};
use match_stats::sprt::Model;
use match_stats::stop_rule::StopRule;
use match_stats::{Pentanomial, Sample, Sprt, Wdl};
use report::{Column, Columns, Document, Match, WIDEST};
use serde::Serialize;

use super::engines::selected;
use super::help::choices;

/// Elo, LOS and SPRT from match counts; sample-size planning
#[derive(Args)]
#[command(
    long_about = super::help::text("stats"),
    after_help = super::help::text("after stats")
)]
pub(crate) struct StatsArgs {
    /// Pentanomial counts: pairs in which the first engine scored 0, 1/2, 1, 3/2, 2
    #[arg(long, value_name = "LL,LD,WLDD,WD,WW", value_parser = counts::<5>, conflicts_with = "wdl")]
    penta: Option<[u64; 5]>,
    /// Games: wins, draws and losses of the first engine
    #[arg(long, value_name = "W,D,L", value_parser = counts::<3>)]
    wdl: Option<[u64; 3]>,
    /// H0 of the sequential test, in Elo of the model
    #[arg(long, value_name = "ELO", default_value_t = 0.0, allow_hyphen_values = true)]
    elo0: f64,
    /// H1
    #[arg(long, value_name = "ELO", default_value_t = 10.0, allow_hyphen_values = true)]
    elo1: f64,
    /// The probability of accepting H1 if H0 is true
    #[arg(long, value_name = "P", default_value_t = 0.05)]
    alpha: f64,
    /// The probability of accepting H0 if H1 is true
    #[arg(long, value_name = "P", default_value_t = 0.05)]
    beta: f64,
    /// The scale of elo0 and elo1
    #[arg(long, default_value = "logistic", value_parser = choices(SCALES))]
    model: Model,
    /// Print the number of games that the test needs, and an interval of this half-width in Elo [default: 5]; counts, if
    /// given, provide the variance of results
    #[arg(long, value_name = "WIDTH", num_args = 0..=1, default_missing_value = "5")]
    plan: Option<f64>,
    /// Share of games drawn to plan for without counts, 0 to 1 [default: 0.4]
    #[arg(long, value_name = "SHARE", requires = "plan")]
    draw_ratio: Option<f64>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

const SCALES: [(&str, &str, Model); 2] = [
    ("logistic", "Elo of the score", Model::Logistic),
    ("normalized", "The score's advantage in standard deviations of a game", Model::Normalized),
];

/// More than a billion times the games of any match, and far from where sums overflow.
const MAX_COUNT: u64 = 1 << 48;

fn counts<const N: usize>(text: &str) -> Result<[u64; N], String> {
    let count = |word: &str| word.trim().parse().ok().filter(|&count| count <= MAX_COUNT);
    let counts: Option<Vec<u64>> = text.split(',').map(count).collect();
    let counts = counts.and_then(|counts| counts.try_into().ok());
    counts.ok_or_else(|| format!("{N} counts are needed, with commas between them"))
}

pub(crate) fn run(arguments: &StatsArgs) -> anyhow::Result<()> {
    let elos = (arguments.elo0, arguments.elo1);
    let sprt = Sprt::new(elos, (arguments.alpha, arguments.beta), arguments.model)?;
    let games = |[wins, draws, losses]: [u64; 3]| Sample::Games(Wdl { wins, draws, losses });
    let pairs = arguments.penta.map(|counts| Sample::Pairs(Pentanomial(counts)));
    let sample = pairs.or(arguments.wdl.map(games));
    if sample.is_some_and(|sample| sample.games() == 0) {
        bail!("all counts are 0; without games there is nothing to say");
    }
    if let Some(width) = arguments.plan {
        let plan = plan(width, &results(arguments.draw_ratio, sample.as_ref())?, &sprt)?;
        return super::present(arguments.json, &plan, |_| document(&plan, &sprt));
    }
    let Some(sample) = sample else {
        bail!("give the counts of a match with --penta or --wdl, or ask for a --plan");
    };
    let Some(figures) = Match::new(&sample, Some(StopRule::Sprt(sprt))) else {
        bail!("without games there is nothing to say");
    };
    super::present(arguments.json, &figures, |_| figures.statistics())
}

#[derive(Serialize)]
struct Plan {
    sprt: Vec<StatsPlanRow>,
    width: f64,
    games_for_width: f64,
    /// The difference in the games that the plan goes by.
    #[serde(skip)]
    elo: f64,
}

/// A true difference, and the test's behaviour.
#[derive(Serialize)]
struct StatsPlanRow {
    elo: f64,
    games: f64,
    passes: f64,
}

/// The number of games that the test needs, and an interval of half this width.
fn plan(width: f64, results: &Results, sprt: &Sprt) -> anyhow::Result<Plan> {
    let (elo0, elo1) = (sprt.elo0, sprt.elo1);
    let own = results.elo().unwrap_or(0.0);
    let mut elos = vec![elo0, f64::midpoint(elo0, elo1), elo1, own];
    elos.sort_by(f64::total_cmp);
    elos.dedup();
    let row = |elo: f64| {
        let expected = results.at(elo)?.expected(sprt)?;
        Some(StatsPlanRow { elo, games: expected.games, passes: expected.passes })
    };
    let rows: Option<Vec<StatsPlanRow>> = elos.into_iter().map(row).collect();
    let games = results.games_for_width(width);
    Ok(Plan {
        sprt: rows.context("elo0 or elo1 is beyond what results like these can have")?,
        width,
        games_for_width: games.with_context(|| format!("no interval reaches {width} Elo to either side"))?,
        elo: own,
    })
}

fn results(draw_ratio: Option<f64>, sample: Option<&Sample>) -> anyhow::Result<Results> {
    if let Some(sample) = sample {
        if draw_ratio.is_some() {
            bail!("counts say how often engines draw; leave out --draw-ratio, or the counts");
        }
        return Results::as_in(sample).context("all counts are 0");
    }
    let draws = draw_ratio.unwrap_or(ASSUMED_DRAWS);
    Results::independent(0.0, draws).with_context(|| format!("--draw-ratio {draws}: it is not between 0 and 1"))
}

fn document(plan: &Plan, sprt: &Sprt) -> Document {
    let (elo0, elo1) = (sprt.elo0, sprt.elo1);
    let mut document = Document::from(format!("Sequential test of H0: {elo0} against H1: {elo1}"));
    document.blank();
    let mut columns = Columns::new([
        Column::right("true Elo").least(10),
        Column::right("games, mean").least(13),
        Column::right("H1 accepted").least(13),
    ]);
    for StatsPlanRow { elo, games, passes } in &plan.sprt {
        columns.row([format!("{elo:.2}"), format!("{games:.0}"), format!("{:.1}%", 100.0 * passes)]);
    }
    document.append(columns.document(WIDEST));
    document.blank();
    let Plan { width, games_for_width, elo, .. } = plan;
    document.sentence(format!("An interval of {width} Elo to either side of {elo:.2}: {games_for_width:.0} games"));
    document.blank();
    document.sentence(
        "True Elo is logistic, from the first engine's side. Without counts the two games of a pair are supposed not to \
         depend on each other; counts of a match like the one planned show how they do.",
    );
    document
}

/// Measure how well static values predict game results
#[derive(Args)]
#[command(
    long_about = super::help::text("accuracy"),
    after_help = super::help::text("after accuracy")
)]
pub(crate) struct AccuracyArgs {
    /// The positions, as written by `evalarena positions`
    file: PathBuf,
    /// An evaluator, or FILE.toml for those of a configuration (repeatable)
    #[arg(long = "engine", value_name = "NAME")]
    engines: Vec<String>,
    /// Firing rate, size and multiplier of each term
    #[arg(long)]
    terms: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// The evaluator that others are compared with.
const MATERIAL: &str = "material";

pub(crate) fn run_accuracy(arguments: &AccuracyArgs) -> anyhow::Result<()> {
    let mut engines = selected(&arguments.engines, None)?;
    let asked_for = engines.len();
    let is_material =
        |engine: &EngineConfig| matches!(&engine.kind, EngineKind::Evaluator(config) if config.evaluator == MATERIAL);
    if !engines.iter().any(is_material) {
        // Under a name that no other has.
        let mut material = selected(&[MATERIAL.to_owned()], None)?.remove(0);
        while engines.iter().any(|other| other.name == material.name) {
            material.name.push_str(" alone");
        }
        engines.push(material);
    }
    let positions = positions::read(&arguments.file, super::warn)?;
    let mut report = super::counted(engines.len(), "evaluators", |progress| {
        accuracy::compare(&engines, &positions, arguments.terms, || progress.tick())
    })?;
    for engine in &mut report.engines {
        if engines[asked_for..].iter().any(|added| added.name == engine.name) {
            engine.terms = None;
        }
    }
    super::present(arguments.json, &report, |width| report.document(width))
}
