//! `results.json`: a run in numbers.
//!
//! Games count for points and for wins, draws and losses as soon as they are finished. Elo and its intervals count
//! pairs, so a pair of which only one game is finished is left out of them; their number is `half_pairs`.

mod builder;
mod node_scaling;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::{self, Write};

use match_stats::Interval;
use openings::Variant;
use players::record::Termination;
use serde::Serialize;

use crate::evaluations::EvaluationFacts;
use crate::given_elo::GivenElo;
use crate::interval_fields::{Elo, WhiteAdvantage};
use crate::r#match::Match;
use crate::numbers::percent;
use crate::provenance::Provenance;
use crate::verdicts::{DifferenceSummary, RatingFit};
pub use builder::{ResultsBuilder, RunBuilder};
pub use node_scaling::{Crossing, NodeCurve, NodePoint, NodeScaling};

/// A run in numbers. Unbounded or unknown numbers are `None`, in JSON null.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Results {
    /// The origin of the results; `None` while games are played, and on time controls.
    #[serde(flatten)]
    pub provenance: Option<Provenance>,
    /// The run's name.
    pub name: String,
    /// The time control of these games; `None` for all games.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_control: Option<String>,
    /// Games finished.
    pub games: u64,
    /// Games in the schedule.
    pub planned_games: u64,
    /// True if all of them are finished.
    pub finished: bool,
    /// Seed of everything random.
    pub seed: u64,
    /// The chess variant; omitted for standard chess.
    #[serde(skip_serializing_if = "Variant::is_standard")]
    pub variant: Variant,
    /// The limit of the engines, in words.
    pub limits: String,
    /// The engine whose rating is given, if there is just one; without anchors the mean of all is 0.
    pub anchor: Option<String>,
    /// All given ratings.
    pub anchors: Vec<GivenElo>,
    /// Pairs of which both games are finished: the sample for Elo.
    pub pairs: u64,
    /// Pairs of which one game is finished: not in Elo yet.
    pub half_pairs: u64,
    /// White's advantage in Elo, the same for all, from the pairs; `None` if they do not determine it.
    #[serde(flatten, with = "WhiteAdvantage")]
    pub white_advantage: Interval<Option<f64>>,
    /// True if the pairs do not determine White's advantage, and ratings assume 0; see [`match_stats::ratings`].
    pub white_advantage_untold: bool,
    /// Share of draws between equals, White's advantage taken off, 0 to 1.
    pub draw_rate_at_equal_strength: Option<f64>,
    /// Pools of engines connected by games, if there are several: ratings of different pools cannot be compared.
    pub pools: Vec<Vec<String>>,
    /// The match, if there are two engines and a finished pair: its numbers are the ones that are displayed.
    #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
    pub of_two: Option<Match>,
    /// The engines, in the order of the configuration.
    pub engines: Vec<EngineResult>,
    /// The pairings, in the order of their first games.
    pub pairings: Vec<PairingSummary>,
    /// All engines with a finished pair against one another, by their ratings, the strongest first.
    pub differences: Vec<DifferenceSummary>,
    /// The fit of one rating per engine to the results; `None` if there are too few pairings for a test.
    pub rating_fit: Option<RatingFit>,
    /// The number of games with each termination.
    pub terminations: BTreeMap<Termination, u64>,
    /// Time between the moves in which no engine was thinking, in milliseconds a move: the arena's own.
    pub overhead_ms: Option<f64>,
    /// That time as a share of the games' whole time, 0 to 1.
    pub overhead_share: Option<f64>,
    /// The results of each time control alone. The fields above are then of all of them together.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub time_controls: Vec<Results>,
    /// Elo by nodes a move, if the time controls are node limits of different sizes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node_scaling: Option<NodeScaling>,
    /// The meaning of the measurements of evaluations, if there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evaluations: Option<String>,
}

impl Results {
    /// An engine's rating; `None` if it has none, or is not there.
    pub(crate) fn rating_of(&self, name: &str) -> Option<f64> {
        self.engines.iter().find(|engine| engine.name == name)?.elo.value
    }

    /// A note on the games that decided a match early, and on the others; `None` if all games count.
    #[must_use]
    pub fn uncounted(&self) -> Option<String> {
        let of_two = self.of_two.as_ref().filter(|of_two| of_two.is_decided())?;
        let counted = of_two.games;
        let more = self.games.checked_sub(counted).filter(|&more| more > 0)?;
        let points = self.engines.first()?.points - of_two.score * counted as f64;
        let [score, others] = [of_two.score, points / more as f64].map(|s| percent(Some(s)));
        Some(format!(
            "Decided by the first {counted} games in the order of pairs (score {score}); the other {more} ({others}) \
             were played beside or after them and count for points alone"
        ))
    }

    /// True if it is a list of evaluations: of several within several time controls, with their years.
    #[must_use]
    pub fn is_list(&self) -> bool {
        let dated = |engine: &&EngineResult| engine.evaluation.year.is_some();
        self.time_controls.len() > 1
            && !self.is_match()
            && self.engines.iter().filter(dated).count() > 1
    }

    /// The results of each time control, or those of the run.
    pub(crate) fn parts(&self) -> Vec<&Results> {
        match &self.time_controls[..] {
            [] => vec![self],
            time_controls => time_controls.iter().collect(),
        }
    }

    /// True if two engines play: the answer is then `of_two`, and not the ratings.
    #[must_use]
    pub fn is_match(&self) -> bool {
        self.engines.len() == 2
    }
}

/// The results of an engine.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct EngineResult {
    /// Its name.
    pub name: String,
    /// The name that it reports, if it is a program.
    pub version: Option<String>,
    /// Games played.
    pub games: u64,
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// A win is 1, a draw one half.
    pub points: f64,
    /// Points per game, 0 to 1.
    pub score: Option<f64>,
    /// Share of the games that were drawn, 0 to 1.
    pub draw_rate: Option<f64>,
    /// Rating in Elo, above the anchor or the mean of its pool; `None` without a finished pair.
    #[serde(flatten, with = "Elo")]
    pub elo: Interval<Option<f64>>,
    /// True if the results alone give no finite rating; see [`match_stats::ratings`].
    pub rating_from_prior: bool,
    /// Its groups, a letter each: engines that share one are not significantly different (see
    /// [`match_stats::differences::field_groups`]). `None` without a finished pair or with more than 52 groups.
    pub groups: Option<String>,
    /// Games that it ended by a time forfeit: lost, or drawn if the opponent could not mate.
    pub time_forfeits: u64,
    /// Games that it ended by an illegal move.
    pub illegal_moves: u64,
    /// Games that it ended by a failure of any kind, those two included.
    pub failures: BTreeMap<Termination, u64>,
    /// Its games that a failure ended, its own or the opponent's: its rating counts them.
    pub tainted: u64,
    /// Its games that were adjudicated.
    pub adjudicated: u64,
    /// Nodes a second.
    pub nps: Option<f64>,
    /// Mean depth of its moves, in plies.
    pub mean_depth: Option<f64>,
    /// Nodes searched.
    pub nodes: u64,
    /// Time thought, in seconds.
    pub seconds: f64,
    /// Moves made, without book moves.
    pub moves: u64,
    /// Its evaluation; of a time control alone nothing.
    #[serde(flatten)]
    pub evaluation: EvaluationFacts,
}

impl EngineResult {
    /// True if its own failures ended every one of its games, and not all of them were time forfeits (the machine may
    /// be too slow for any engine): it has not shown that it plays chess.
    #[must_use]
    pub fn always_failed(&self) -> bool {
        let failures = self.failures.values().sum::<u64>();
        self.time_forfeits < self.games && failures == self.games
    }
}

/// The results of two engines against each other, from the side of `a`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PairingSummary {
    /// The engine that is first in the configuration.
    pub a: String,
    /// The other.
    pub b: String,
    /// Their places in the configuration.
    #[serde(skip)]
    pub indices: (usize, usize),
    /// Games played.
    pub games: u64,
    /// Games that `a` won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games that `a` lost.
    pub losses: u64,
    /// Pairs by the points of `a`: 0, 1/2, 1, 3/2, 2.
    pub penta: [u64; 5],
    /// Elo of `a` over `b` from the pairs; `None` without a finished one, or if unbounded.
    #[serde(flatten, with = "Elo")]
    pub elo: Interval<Option<f64>>,
    /// Probability that `a` is the stronger one; `None` without a finished pair.
    pub los: Option<f64>,
    /// Points per game, 0 to 1, that the ratings predict for `a` in these pairs; `None` without one.
    pub expected_score: Option<f64>,
    /// Games that a failure ended: a time forfeit, an illegal move, a crash.
    pub tainted: u64,
    /// Games that were adjudicated.
    pub adjudicated: u64,
    /// True if the tainted games could have decided who is stronger.
    pub hangs_on_forfeits: bool,
    /// True if a few wrong adjudications could have decided it; see [`match_stats::forfeits`].
    pub hangs_on_adjudications: bool,
    /// True if all decisive games were won by a failure of the opponent.
    pub won_by_forfeits_alone: bool,
    /// The number of results that, each wrong by half a point in favour of the stronger engine, would make the
    /// difference insignificant; `None` if it is insignificant already.
    pub results_to_undo: Option<u64>,
}

/// Writes `results.json`.
///
/// # Errors
/// If it cannot be written.
pub fn write_json(results: &Results, to: &mut (impl Write + ?Sized)) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *to, results)?;
    writeln!(to)
}

const CSV_COLUMNS: [&str; 15] = [
    "time_control",
    "rank",
    "name",
    "elo",
    "elo_low",
    "elo_high",
    "games",
    "wins",
    "draws",
    "losses",
    "points",
    "score",
    "groups",
    "nps",
    "mean_depth",
];

/// A text as a cell. A text that looks like a formula has an apostrophe before it, as in spreadsheets.
#[must_use]
pub fn csv_text(text: &str) -> Cow<'_, str> {
    if text.starts_with(['=', '+', '-', '@', '\t', '\r']) {
        Cow::Owned(format!("'{text}"))
    } else {
        Cow::Borrowed(text)
    }
}

/// Writes one line per engine, the strongest first, below a heading; for a run with time controls first all together, then
/// each time control. Unknown values are empty, and so is the time control of all together.
///
/// # Errors
/// If it cannot be written.
pub fn write_csv(results: &Results, to: &mut (impl Write + ?Sized)) -> Result<(), csv::Error> {
    let mut rows = csv::Writer::from_writer(to);
    rows.write_record(CSV_COLUMNS)?;
    for results in std::iter::once(results).chain(&results.time_controls) {
        write_rows(results, &mut rows)?;
    }
    Ok(rows.flush()?)
}

fn write_rows<W: Write>(results: &Results, rows: &mut csv::Writer<W>) -> Result<(), csv::Error> {
    let number = |number: Option<f64>| number.map_or(String::new(), |number| number.to_string());
    let mut engines: Vec<_> = results.engines.iter().collect();
    let elo = |elo: Option<f64>| elo.unwrap_or(f64::NEG_INFINITY);
    engines.sort_by(|a, b| elo(b.elo.value).total_cmp(&elo(a.elo.value)));
    for (place, engine) in engines.into_iter().enumerate() {
        rows.write_record([
            csv_text(results.time_control.as_deref().unwrap_or_default()).into_owned(),
            (place + 1).to_string(),
            csv_text(&engine.name).into_owned(),
            number(engine.elo.value),
            number(engine.elo.low),
            number(engine.elo.high),
            engine.games.to_string(),
            engine.wins.to_string(),
            engine.draws.to_string(),
            engine.losses.to_string(),
            engine.points.to_string(),
            number(engine.score),
            engine.groups.clone().unwrap_or_default(),
            number(engine.nps),
            number(engine.mean_depth),
        ])?;
    }
    Ok(())
}

#[cfg(test)]
pub(crate) mod tests;
