//! The ratings of engines in several runs, and their differences.

use match_stats::Interval;
use match_stats::corrections::holm;
use match_stats::differences::FAMILY_WISE_ERROR;
use match_stats::ratings::Contrast;
use serde::Serialize;

use super::read::ReadRun;
use crate::interval_fields::Elo;

/// An engine that is in all runs.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct EngineRow {
    /// Its name.
    pub name: String,
    /// Its result in each of the runs, in their order.
    pub runs: Vec<EngineInRun>,
}

/// The result of an engine in a run.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct EngineInRun {
    /// The run.
    pub run: String,
    /// Elo above the mean, in this run, of the engines that are in all runs.
    #[serde(flatten, with = "Elo")]
    pub elo: Interval,
    /// The results alone give no finite rating; see [`match_stats::ratings`].
    pub rating_from_prior: bool,
    /// Games played.
    pub games: u64,
    /// Points per game, 0 to 1.
    pub score: Option<f64>,
    /// Share of the games that were drawn, 0 to 1.
    pub draw_rate: Option<f64>,
    /// Nodes a second.
    pub nps: Option<f64>,
    /// Its difference to the first run; `None` there.
    pub difference: Option<RatingChange>,
}

/// A rating less the one in the first run.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RatingChange {
    /// Elo, with the interval of this difference alone.
    #[serde(flatten, with = "Elo")]
    pub elo: Interval,
    /// The p-value of this difference alone, 0 to 1.
    pub p: f64,
    /// The same, corrected for the number of all such differences by Holm's method.
    pub p_adjusted: f64,
    /// True if the ratings differ significantly, with a family-wise error of 5 %.
    pub significant: bool,
}

/// The engines of `common` in all runs, ordered by strength in the first one; none if some of them are not connected by
/// games in a run.
pub(super) fn rows(runs: &[ReadRun<'_>], common: &[String]) -> Vec<EngineRow> {
    let contrasts = runs.iter().map(|run| contrasts(run, common));
    let Some(contrasts) = contrasts.collect::<Option<Vec<_>>>() else {
        return Vec::new();
    };
    let row = |(place, name): (usize, &String)| EngineRow {
        name: name.clone(),
        runs: runs
            .iter()
            .zip(&contrasts)
            .filter_map(|(run, own)| in_run(run, name, own[place], contrasts[0][place]))
            .collect(),
    };
    let mut rows: Vec<EngineRow> = common.iter().enumerate().map(row).collect();
    judge_together(&mut rows);
    let elo = |row: &EngineRow| row.runs.first().map_or(0.0, |run| run.elo.value);
    rows.sort_by(|a, b| elo(b).total_cmp(&elo(a)));
    rows
}

/// Each engine of `common` above their mean in a run.
fn contrasts(run: &ReadRun<'_>, common: &[String]) -> Option<Vec<Contrast>> {
    let places = common.iter().map(|name| run.place(name));
    run.ratings.above_mean_of(&places.collect::<Option<Vec<_>>>()?)
}

fn in_run(run: &ReadRun<'_>, name: &str, own: Contrast, first: Contrast) -> Option<EngineInRun> {
    let engine = &run.results.engines[run.place(name)?];
    let difference = (run.label != "A").then(|| {
        let change = own.change_from(&first);
        RatingChange { elo: change.elo, p: change.p, p_adjusted: change.p, significant: false }
    });
    Some(EngineInRun {
        run: run.label.clone(),
        elo: own.elo,
        rating_from_prior: engine.rating_from_prior,
        games: engine.games,
        score: engine.score,
        draw_rate: engine.draw_rate,
        nps: engine.nps,
        difference,
    })
}

/// Corrects the verdicts on all differences for their number.
fn judge_together(rows: &mut [EngineRow]) {
    let runs = rows.iter_mut().flat_map(|row| &mut row.runs);
    let mut all: Vec<&mut RatingChange> = runs.filter_map(|run| run.difference.as_mut()).collect();
    let adjusted = holm(&all.iter().map(|change| change.p).collect::<Vec<_>>());
    for (change, p) in all.iter_mut().zip(adjusted) {
        change.p_adjusted = p;
        change.significant = p <= FAMILY_WISE_ERROR;
    }
}
