//! `results.json`: a run in numbers.
//!
//! Games count for points and for wins, draws and losses as soon as they are finished. Elo and its intervals count
//! pairs, so a pair of which only one game is finished is left out of them; their number is `half_pairs`.

mod builder;
mod counts;
mod node_scaling;
pub(crate) mod swiss;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::{self, Write};

use match_stats::Interval;
use openings::Variant;
use players::record::Termination;
use serde::Serialize;

use crate::r#match::Match;
use crate::numbers::{GivenElo, WhiteAdvantage, percent, signed};
use crate::provenance::Provenance;
use crate::verdicts::{DifferenceSummary, RatingFit};
pub use builder::ResultsBuilder;
pub use counts::{EngineResult, PairingSummary};
pub use node_scaling::{Crossing, NodeCurve, NodePoint, NodeScaling};
pub use swiss::{SwissRound, SwissStanding};

/// A run in numbers. Unbounded or unknown numbers are `None`, in JSON null.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[allow(missing_docs, reason = "docs/formats.md describes the keys")]
pub struct Results {
    /// `None` while games are played, and on time controls.
    #[serde(flatten)]
    pub provenance: Option<Provenance>,
    pub name: String,
    /// The time control of these games; `None` for all games.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_control: Option<String>,
    pub games: u64,
    pub planned_games: u64,
    pub finished: bool,
    pub seed: u64,
    #[serde(skip_serializing_if = "Variant::is_standard")]
    pub variant: Variant,
    pub limits: String,
    pub anchor: Option<String>,
    pub anchors: Vec<GivenElo>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub list_place: Option<ListPlace>,
    pub pairs: u64,
    pub half_pairs: u64,
    #[serde(flatten, with = "WhiteAdvantage")]
    pub white_advantage: Interval<Option<f64>>,
    pub white_advantage_untold: bool,
    pub draw_rate_at_equal_strength: Option<f64>,
    pub pools: Vec<Vec<String>>,
    /// The match, if there are two engines and a finished pair: its numbers are the ones that are displayed.
    #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
    pub of_two: Option<Match>,
    /// In the order of the configuration.
    pub engines: Vec<EngineResult>,
    /// In the order of their first games.
    pub pairings: Vec<PairingSummary>,
    /// All engines with a finished pair against one another, by their ratings, the strongest first.
    pub differences: Vec<DifferenceSummary>,
    pub rating_fit: Option<RatingFit>,
    /// The factor of intervals where results decide who meets whom.
    pub widening: Option<f64>,
    pub terminations: BTreeMap<Termination, u64>,
    pub overhead_ms: Option<f64>,
    pub overhead_share: Option<f64>,
    /// The results of each time control alone. The fields above are then of all of them together.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub time_controls: Vec<Results>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node_scaling: Option<NodeScaling>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evaluations: Option<String>,
}

/// The place of a newcomer on a list of engines whose ratings are given.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[allow(missing_docs, reason = "docs/formats.md describes the keys")]
pub struct ListPlace {
    pub place: usize,
    pub engines: usize,
    pub above: Option<GivenElo>,
    pub below: Option<GivenElo>,
}

impl ListPlace {
    /// The place of the first engine if it plays alone against all others and these have ratings.
    fn of(engines: &[EngineResult], list: &[GivenElo], pairings: &[PairingSummary]) -> Option<Self> {
        let newcomer = engines.first()?;
        let is_list = list.len() > 1 && list.len() + 1 == engines.len() && list.iter().any(|given| given.elo != 0.0);
        let is_alone = list.iter().all(|given| given.name != newcomer.name)
            && pairings.iter().all(|pairing| pairing.indices.0 == 0);
        let elo = newcomer.elo.value.filter(|_| is_list && is_alone)?;
        let (above, below): (Vec<GivenElo>, Vec<_>) = list.iter().cloned().partition(|given| given.elo > elo);
        Some(Self {
            place: above.len() + 1,
            engines: engines.len(),
            above: above.into_iter().min_by(|a, b| a.elo.total_cmp(&b.elo)),
            below: below.into_iter().max_by(|a, b| a.elo.total_cmp(&b.elo)),
        })
    }

    pub(crate) fn text(&self) -> String {
        let beside = |word: &str, given: &Option<GivenElo>| {
            let text = |given: &GivenElo| format!(", {word} {} ({})", given.name, signed(Some(given.elo)));
            given.as_ref().map(text).unwrap_or_default()
        };
        let Self { place, engines, above, below } = self;
        format!("Place {place} of {engines} on the list{}{}", beside("below", above), beside("above", below))
    }
}

impl Results {
    /// An engine's rating; `None` if it has none, or is not there.
    pub(crate) fn rating_of(&self, name: &str) -> Option<f64> {
        self.engines.iter().find(|engine| engine.name == name)?.elo.value
    }

    /// A note on the games that decided a match early, and on the others; `None` if all games count.
    pub fn uncounted(&self) -> Option<String> {
        let of_two = self.of_two.as_ref().filter(|of_two| of_two.is_decided)?;
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
    pub fn is_list(&self) -> bool {
        let dated = |engine: &&EngineResult| engine.evaluation.year.is_some();
        self.time_controls.len() > 1 && !self.is_match() && self.engines.iter().filter(dated).count() > 1
    }

    /// The results of each time control, or those of the run.
    pub(crate) fn parts(&self) -> Vec<&Results> {
        match &self.time_controls[..] {
            [] => vec![self],
            time_controls => time_controls.iter().collect(),
        }
    }

    /// Wins, draws and losses of an engine against another, by their indices; `None` without a game.
    pub(crate) fn between(&self, one: usize, other: usize) -> Option<[u64; 3]> {
        let is_theirs = |p: &&PairingSummary| [(one, other), (other, one)].contains(&p.indices);
        let p = self.pairings.iter().find(is_theirs)?;
        let [won, lost] = if p.indices.0 == one { [p.wins, p.losses] } else { [p.losses, p.wins] };
        Some([won, p.draws, lost])
    }

    /// Games that were ended by a failure.
    pub(crate) fn failed_games(&self) -> u64 {
        let failures = self.terminations.iter().filter(|(termination, _)| termination.is_failure());
        failures.map(|(_, games)| games).sum()
    }

    /// Its state in words; `decided` is that of a match whose test has ended it.
    pub(crate) fn state<'t>(&self, decided: &'t str) -> &'t str {
        match &self.of_two {
            _ if self.finished => "complete",
            Some(of_two) if of_two.is_decided => decided,
            _ => "unfinished",
        }
    }

    /// Engines by rating, then by points, as indices into the results.
    pub(crate) fn ranking(&self) -> Vec<usize> {
        let mut ranking: Vec<usize> = (0..self.engines.len()).collect();
        let elo = |i: usize| self.engines[i].elo.value.unwrap_or(f64::NEG_INFINITY);
        ranking.sort_by(|&a, &b| {
            let [one, other] = [a, b].map(|i| &self.engines[i]);
            let by_points = || other.points.total_cmp(&one.points);
            let of_swiss = |e: &EngineResult| e.swiss.as_ref().map_or((0.0, 0.0), |s| (s.points, s.buchholz));
            let ((points, buchholz), (more, better)) = (of_swiss(one), of_swiss(other));
            let by_swiss = more.total_cmp(&points).then(better.total_cmp(&buchholz));
            by_swiss.then(elo(b).total_cmp(&elo(a))).then_with(by_points)
        });
        ranking
    }

    /// True if two engines play: the answer is then `of_two`, and not the ratings.
    pub fn is_match(&self) -> bool {
        self.engines.len() == 2
    }
}

/// Writes `results.json`. Fails if it cannot be written.
pub fn write_json(results: &Results, to: &mut (impl Write + ?Sized)) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *to, results)?;
    writeln!(to)
}

const CSV_COLUMNS: &str = "time_control,rank,name,elo,elo_low,elo_high,games,wins,draws,losses,points,score,groups,nps,\
     mean_depth";

/// A text as a cell. A text that looks like a formula has an apostrophe before it, as in spreadsheets.
pub fn csv_text(text: &str) -> Cow<'_, str> {
    if text.starts_with(['=', '+', '-', '@', '\t', '\r']) {
        Cow::Owned(format!("'{text}"))
    } else {
        Cow::Borrowed(text)
    }
}

/// Writes one line per engine, the strongest first, below a heading; for a run with time controls first all together,
/// then each time control. Unknown values are empty, and so is the time control of all together. Fails if it cannot be
/// written.
pub fn write_csv(results: &Results, to: &mut (impl Write + ?Sized)) -> Result<(), csv::Error> {
    let mut rows = csv::Writer::from_writer(to);
    rows.write_record(CSV_COLUMNS.split(','))?;
    let number = |number: Option<f64>| number.map_or(String::new(), |number| number.to_string());
    for results in std::iter::once(results).chain(&results.time_controls) {
        for (place, index) in results.ranking().into_iter().enumerate() {
            let engine = &results.engines[index];
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
    }
    Ok(rows.flush()?)
}

#[cfg(test)]
pub(crate) fn sample_results(config: &config::Config, half_points: &[u8]) -> Results {
    let mut builder = ResultsBuilder::new(config, runner::sample::schedule(config).len());
    runner::sample::games(config, half_points).iter().for_each(|game| builder.add(game));
    builder.results()
}
