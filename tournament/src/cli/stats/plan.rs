//! `evalarena stats --plan`.

use anyhow::{Context, bail};
use match_stats::length::Results;
use match_stats::{Sample, Sprt};
use report::{Column, Columns, Document, WIDEST};
use serde::Serialize;

/// The default share of draws.
const DRAW_RATIO: f64 = 0.4;
#[derive(Serialize)]
struct Plan {
    sprt: Vec<StatsPlanRow>,
    width: f64,
    games_for_width: f64,
}

/// A true difference, and the test's behaviour.
#[derive(Serialize)]
struct StatsPlanRow {
    elo: f64,
    games: f64,
    passes: f64,
}

/// Prints the number of games that the test needs, and an interval of half this width.
pub(super) fn run(
    width: f64,
    draw_ratio: Option<f64>,
    sample: Option<&Sample>,
    sprt: &Sprt,
    json: bool,
) -> anyhow::Result<()> {
    let results = results(draw_ratio, sample)?;
    let (elo0, elo1) = sprt.hypotheses();
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
    let plan = Plan {
        sprt: rows.context("elo0 or elo1 is beyond what results like these can have")?,
        width,
        games_for_width: games
            .with_context(|| format!("no interval reaches {width} Elo to either side"))?,
    };
    if json {
        return super::super::print_json(&plan);
    }
    super::super::show(document(&plan, sprt, own))
}

fn results(draw_ratio: Option<f64>, sample: Option<&Sample>) -> anyhow::Result<Results> {
    if let Some(sample) = sample {
        if draw_ratio.is_some() {
            bail!("counts say how often engines draw; leave out --draw-ratio, or the counts");
        }
        return Results::as_in(sample).context("all counts are 0");
    }
    let draws = draw_ratio.unwrap_or(DRAW_RATIO);
    Results::independent(0.0, draws)
        .with_context(|| format!("--draw-ratio {draws}: it is not between 0 and 1"))
}

fn document(plan: &Plan, sprt: &Sprt, own: f64) -> Document {
    let (elo0, elo1) = sprt.hypotheses();
    let mut document = Document::from(format!("Sequential test of H0: {elo0} against H1: {elo1}"));
    document.blank();
    let mut columns = Columns::new([
        Column::right("true Elo").least(10),
        Column::right("games, mean").least(13),
        Column::right("H1 accepted").least(13),
    ]);
    for StatsPlanRow { elo, games, passes } in &plan.sprt {
        columns.row([
            format!("{elo:.2}"),
            format!("{games:.0}"),
            format!("{:.1}%", 100.0 * passes),
        ]);
    }
    document.append(columns.document(WIDEST));
    document.blank();
    let (width, games) = (plan.width, plan.games_for_width);
    document.sentence(format!(
        "An interval of {width} Elo to either side of {own:.2}: {games:.0} games"
    ));
    document.blank();
    document.sentence(
        "True Elo is logistic, from the first engine's side. Without counts the two games of a pair are supposed not to \
         depend on each other; counts of a match like the one planned show how they do.",
    );
    document
}
