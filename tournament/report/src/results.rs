//! `results.json`: a run in numbers.
//!
//! Games count for points and for wins, draws and losses as soon as they are finished. Elo and its intervals count
//! pairs, so a pair of which only one game is finished is left out of them; their number is `half_pairs`.

mod builder;
mod counts;
mod node_scaling;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::{self, Write};

use match_stats::Interval;
use openings::Variant;
use players::record::Termination;
use serde::Serialize;

use crate::r#match::Match;
use crate::numbers::{GivenElo, WhiteAdvantage, percent};
use crate::provenance::Provenance;
use crate::verdicts::{DifferenceSummary, RatingFit};
pub use builder::{ResultsBuilder, RunBuilder};
pub use counts::{EngineResult, PairingSummary};
pub use node_scaling::{Crossing, NodeCurve, NodePoint, NodeScaling};

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

impl Results {
    /// An engine's rating; `None` if it has none, or is not there.
    pub(crate) fn rating_of(&self, name: &str) -> Option<f64> {
        self.engines.iter().find(|engine| engine.name == name)?.elo.value
    }

    /// A note on the games that decided a match early, and on the others; `None` if all games count.
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
    for results in std::iter::once(results).chain(&results.time_controls) {
        write_rows(results, &mut rows)?;
    }
    Ok(rows.flush()?)
}

fn write_rows<W: Write>(results: &Results, rows: &mut csv::Writer<W>) -> Result<(), csv::Error> {
    let number = |number: Option<f64>| number.map_or(String::new(), |number| number.to_string());
    let mut engines: Vec<_> = results.engines.iter().collect();
    let elo = |engine: &EngineResult| engine.elo.value.unwrap_or(f64::NEG_INFINITY);
    engines.sort_by(|a, b| elo(b).total_cmp(&elo(a)));
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
pub(crate) mod tests {
    use config::Config;
    use players::record::{FailureKind, GameResult};
    use runner::sample;
    use serde_json::{Value, json};

    use super::*;

    const CRASH: Termination = Termination::Failure(FailureKind::Crash);

    pub(crate) fn results(half_points: &[u8]) -> Results {
        results_of(&sample::config(), half_points)
    }

    pub(crate) fn results_of(config: &Config, half_points: &[u8]) -> Results {
        let mut builder = ResultsBuilder::new(config, sample::schedule(config).len());
        for game in sample::games(config, half_points) {
            builder.add(&game);
        }
        builder.results()
    }

    #[test]
    fn games_and_pairs_are_counted() {
        // Otter scores 3/2 against material and 1 against chessbin; of material against chessbin there is one game.
        let results = results(&[2, 1, 0, 2, 1]);
        assert_eq!((results.games, results.planned_games, results.finished), (5, 18, false));
        assert_eq!((results.pairs, results.half_pairs), (2, 1));
        let otter = &results.engines[0];
        assert_eq!((otter.games, otter.wins, otter.draws, otter.losses), (4, 2, 1, 1));
        let shares = (otter.points, otter.score, otter.draw_rate);
        assert_eq!(shares, (2.5, Some(0.625), Some(0.25)));
        let pairings = results.pairings.iter().map(|p| (p.indices, p.games, p.penta));
        let expected = [
            ((0, 1), 2, [0, 0, 0, 1, 0]),
            ((0, 2), 2, [0, 0, 1, 0, 0]),
            ((1, 2), 1, [0, 0, 0, 0, 0]),
        ];
        assert!(pairings.eq(expected), "{:?}", results.pairings);
        assert_eq!(results.pairings[2].los, None);
        assert!(results.terminations.values().eq(&[3, 2]));
        assert_eq!(results.engines[1].elo.value, Some(0.0), "the anchor");

        let complete = self::results(&[2, 1, 0, 2, 1, 1, 2, 1, 0, 2, 1, 1, 2, 1, 0, 2, 1, 1]);
        assert!(complete.finished && complete.half_pairs == 0 && complete.pairs == 9);
        assert!(complete.engines.iter().all(|e| !e.rating_from_prior));
        let empty = self::results(&[]);
        assert_eq!((empty.games, empty.finished), (0, false));
        let mut engines = empty.engines.iter();
        assert!(engines.all(|e| e.elo.value.is_none() && e.score.is_none()));
    }

    #[test]
    fn nodes_time_and_depth_belong_to_the_mover() {
        let results = results(&[2]);
        // White moved twice, to depths 10 and 12; Black once, to depth 11.
        let [otter, material, chessbin] = &results.engines[..] else { panic!("three engines") };
        assert_eq!((otter.moves, otter.nodes, otter.mean_depth), (2, 10_000, Some(11.0)));
        assert_eq!((material.moves, material.mean_depth), (1, Some(11.0)));
        assert!((otter.nps.unwrap() - 5000.0 / 0.052).abs() < 1e-6, "{otter:?}");
        let none = (chessbin.nps, chessbin.mean_depth, chessbin.elo.value);
        assert_eq!(none, (None, None, None));

        // With Black to move in the position and no book, the first move is Black's.
        let config = sample::config();
        let mut game = sample::games(&config, &[2]).remove(0);
        game.start_fen = Some("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1".to_owned());
        game.book_moves.clear();
        game.moves.truncate(1);
        let mut builder = ResultsBuilder::new(&config, 18);
        builder.add(&game);
        assert_eq!(builder.results().engines[1].mean_depth, Some(10.0));
    }

    #[test]
    fn json_has_numbers_or_null() {
        let mut bytes = Vec::new();
        write_json(&results(&[2, 2, 1, 1]), &mut bytes).unwrap();
        let json: Value = serde_json::from_slice(&bytes).unwrap();
        assert_eq!((&json["games"], &json["anchor"]), (&json!(4), &json!("material")));
        let (pairing, engine) = (&json["pairings"][0], &json["engines"][0]);
        assert_eq!(pairing["a"], "An \"Otter\"");
        assert_eq!(pairing["penta"], json!([0, 0, 0, 0, 1]));
        assert!(pairing["elo"].is_null() && pairing["elo_high"].is_null());
        assert!(pairing["elo_low"].is_number() && pairing["los"].is_number());
        assert!(engine["elo"].is_number() && engine["elo_low"].is_number());
        assert_eq!(json["terminations"], json!({"checkmate": 2, "fifty-moves": 2}));
        assert_eq!(json["engines"][1]["rating_from_prior"], true);
    }

    /// Otter against material: four games, of which the first three are ended by failures.
    fn with_failures(half_points: [u8; 4], failures: usize) -> Results {
        let config = sample::config();
        let mut builder = ResultsBuilder::new(&config, 18);
        // Two pairs of the same two engines: games 0 and 1, and the first pair of the next opening.
        let games = sample::schedule(&config);
        let games = (0..18).map(|index| games.game(index).unwrap());
        let games = games.filter(|game| game.white + game.black == 1).take(4);
        for (number, (game, points)) in games.zip(half_points).enumerate() {
            let outcome = match (points, game.white) {
                (1, _) => GameResult::Draw,
                (2, 0) | (0, 1) => GameResult::WhiteWins,
                _ => GameResult::BlackWins,
            };
            let mut game = sample::game(&config, game.index, outcome);
            if number < failures {
                game.termination = CRASH;
            }
            builder.add(&game);
        }
        builder.results()
    }

    #[test]
    fn wins_by_forfeits_alone_are_flagged_and_rows_are_marked() {
        // Too few games for a significant difference: the flag alone is set.
        let all = with_failures([2, 2, 2, 1], 3);
        assert!(all.pairings[0].won_by_forfeits_alone && all.pairings[0].tainted == 3);
        assert!(all.engines.iter().map(|engine| engine.tainted).eq([3, 3, 0]));
        assert_eq!(all.engines[1].failures[&CRASH], 3);
        assert!(all.engines[0].failures.is_empty());
        // One win by chess, or no win at all.
        assert!(!with_failures([2, 2, 2, 0], 3).pairings[0].won_by_forfeits_alone);
        assert!(!with_failures([1, 1, 1, 1], 0).pairings[0].won_by_forfeits_alone);
        // A draw by a failure is charged to the engine to move: three moves have been made.
        let drawn = with_failures([1, 1, 1, 1], 1);
        assert!(!drawn.pairings[0].won_by_forfeits_alone);
        assert_eq!(drawn.engines[1].failures[&CRASH], 1);
    }

    #[test]
    fn who_loses_every_game_on_time_alone_has_not_always_failed() {
        let config = sample::config();
        let [time, illegal] =
            [FailureKind::TimeForfeit, FailureKind::IllegalMove].map(Termination::Failure);
        for (kinds, always) in [
            ([illegal, illegal], [false, true]),
            ([time, illegal], [false, true]),
            ([time, time], [false, false]),
            ([illegal, Termination::Checkmate], [false, false]),
        ] {
            let mut builder = ResultsBuilder::new(&config, 18);
            // The first two games are Otter's against material, which loses both.
            for (mut game, kind) in sample::games(&config, &[2, 2]).into_iter().zip(kinds) {
                game.termination = kind;
                builder.add(&game);
            }
            let engines = builder.results().engines;
            assert_eq!([engines[0].always_failed(), engines[1].always_failed()], always);
        }
    }

    #[test]
    fn no_text_is_a_formula() {
        for formula in ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1"] {
            assert_eq!(csv_text(formula), format!("'{formula}"));
        }
        assert!(["", "Otter", "a=b"].iter().all(|text| csv_text(text) == *text));
    }
}
