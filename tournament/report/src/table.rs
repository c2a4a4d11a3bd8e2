//! The table of a run, for people: plain text as wide as possible, under a hundred columns, and somewhat wider with
//! intervals drawn as bars.

mod ranking;

use std::collections::HashMap;

use match_stats::ratings::{MAX_REPLAYED_PLAYERS, PRIOR_SD};
use openings::Variant;
use players::record::Termination;

use crate::columns::{Column, Columns};
use crate::document::{Document, NARROWEST, WIDEST, WIDEST_WITH_BARS, plural};
use crate::numbers::{cut, elo_text, los_cell, percent, zero_text};
use crate::results::{EngineResult, ListPlace, PairingSummary, Results};
use crate::verdicts::add_fit;
pub use ranking::Sheet;
use ranking::{add_list, add_ranking, add_side_by_side, name_width};

const NAME_WIDTH: usize = 28;
pub(super) const ADVANTAGE_UNTOLD: &str = "White's advantage cannot be estimated from these games, in which it is confounded with strength: \
     assumed to be 0";

/// The medium of a table: its width, and the use of bars.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Canvas {
    width: usize,
    bars: bool,
}

impl Canvas {
    /// Plain text in lines of `width` columns, between [`NARROWEST`] and [`WIDEST`].
    pub fn plain(width: usize) -> Self {
        Self { width: width.clamp(NARROWEST, WIDEST), bars: false }
    }

    /// The same with bars for intervals where lines have room for them, up to [`WIDEST_WITH_BARS`].
    pub fn with_bars(width: usize) -> Self {
        Self { width: width.clamp(NARROWEST, WIDEST_WITH_BARS), bars: true }
    }
}

/// Warnings of engines that failed, and of verdicts that failures or adjudications may have decided; empty if there are none.
pub fn failure_notes(results: &Results) -> Document {
    let mut document = Document::new();
    always_failed(results, &mut document);
    taint(results, &mut document);
    document
}

/// The ranking, the matrices, and the terminations. With time controls the ranking has them side by side, and the rest follows
/// for each of them.
pub fn results_table(results: &Results, canvas: Canvas) -> Document {
    let mut document = Document::new();
    let (to, width) = (&mut document, canvas.width);
    always_failed(results, to);
    heading(results, to);
    if let Some(place) = &results.list_place {
        add_newcomer(results, place, canvas, to);
        return document;
    }
    to.append(standings_table(results, canvas));
    if results.time_controls.is_empty() {
        add_details(results, width, to);
    }
    for time_control in results.time_controls.iter().filter(|own| own.games > 0) {
        let name = time_control.time_control.as_deref().unwrap_or_default();
        to.sentence(format!("== {name}: {}", time_control.limits));
        to.blank();
        add_details(time_control, width, to);
        to.blank();
    }
    document
}

/// The row of a newcomer to a list: that of the others is in the list, and these games say less of them.
fn add_newcomer(results: &Results, place: &ListPlace, canvas: Canvas, to: &mut Document) {
    add_ranking(results, &[0], canvas, to);
    to.sentence(place.text());
    to.sentence("Elo: logistic, on the scale of the list; ± is the 95 % interval, from game pairs");
    to.sentence("The table by these games alone: evalarena report RUN --format text");
    marks(results, to);
    taint(results, to);
}

fn add_details(results: &Results, width: usize, to: &mut Document) {
    let ranking = results.ranking();
    add_swiss(results, &ranking, (width, name_width(results)), to);
    head_to_head(results, &ranking, width, to);
    endings(results, to);
    notes(results, to);
}

/// The ranking alone, as in [`results_table`].
pub fn standings_table(results: &Results, canvas: Canvas) -> Document {
    let mut document = Document::new();
    match &results.time_controls[..] {
        [] => add_ranking(results, &results.ranking(), canvas, &mut document),
        [first, ..] => {
            let ranking = first.ranking();
            add_side_by_side(results, &ranking, canvas.width, &mut document);
            if results.is_list() {
                add_list(results, &ranking, canvas.width, &mut document);
            }
        }
    }
    document
}

/// Adds, before anything else, the engines that have not shown that they play chess.
fn always_failed(results: &Results, to: &mut Document) {
    let failed: Vec<_> = results.engines.iter().filter(|e| e.always_failed()).collect();
    for engine in &failed {
        let (name, games) = (cut(&engine.name, NAME_WIDTH), plural(engine.games, "game"));
        to.warning(format!("{name} failed in every one of its {games}"));
    }
    if !failed.is_empty() {
        to.sentence("Results against it are not evidence of strength, and ratings that include them are unreliable.");
        to.blank();
    }
}

fn heading(results: &Results, to: &mut Document) {
    let Results { name, games, planned_games, seed, .. } = results;
    let state = results.state("decided");
    to.sentence(format!("{name}: {games} of {}, {state}; seed {seed}", plural(planned_games, "game")));
    if results.variant == Variant::Chess960 {
        to.sentence("Variant: Chess960");
    }
    to.sentence(format!("Limits: {}", results.limits));
    let provenance = results.provenance.as_ref();
    let earlier = provenance.map_or(&[][..], |provenance| &provenance.earlier_tests);
    if !earlier.is_empty() {
        let earlier = earlier.join("; ");
        to.sentence(format!(
            "Another test looked at these games before ({earlier}): the error rates of this one do not hold"
        ));
    }
    to.blank();
}

pub(crate) struct Rows<'n> {
    pub(crate) names: Vec<&'n str>,
    pub(crate) rank_width: usize,
    pub(crate) name_width: usize,
    pub(crate) line_width: usize,
}

pub(crate) const LOS_TITLE: &str = "Probability in percent that the row is stronger than the column:";

/// Adds `cell` for each row and column, below a title.
pub(crate) fn add_matrix(title: &str, rows: &Rows<'_>, cell: impl Fn(usize, usize) -> String, to: &mut Document) {
    let (rank, width, players) = (rows.rank_width, rows.name_width, rows.names.len());
    let cells = (0..players).flat_map(|row| (0..players).map(move |column| (row, column)));
    let lengths = cells.map(|(row, column)| cell(row, column).len());
    let cell_width = lengths.max().unwrap_or(0).max(3) + 1;
    let room = rows.line_width.saturating_sub(width + rank + 1);
    let columns = usize::max(1, room / cell_width);
    to.sentence(title);
    for first in (0..players).step_by(columns) {
        let block = first..usize::min(first + columns, players);
        let line = |start: String, cell: &dyn Fn(usize) -> String| {
            let cells = block.clone().map(|column| format!("{:>cell_width$}", cell(column)));
            start + &cells.collect::<String>()
        };
        let start = format!("{:>rank$} {:<width$}", "", "");
        to.heading(line(start, &|column| (column + 1).to_string()));
        for (row, name) in rows.names.iter().enumerate() {
            let start = format!("{:>rank$} {:<width$}", row + 1, cut(name, width));
            to.row(line(start, &|column| cell(row, column)));
        }
        to.blank();
    }
}

/// The probability that the row's engine is stronger than the column's, then wins, draws and losses of the one against
/// the other. Two engines need no matrix: their match stands below the ranking.
fn head_to_head(results: &Results, ranking: &[usize], width: usize, to: &mut Document) {
    if results.is_match() {
        return;
    }
    let name = |&index: &usize| results.engines[index].name.as_str();
    let rows = Rows {
        names: ranking.iter().map(name).collect(),
        rank_width: 3,
        name_width: name_width(results).min(width / 3),
        line_width: width,
    };
    if !results.differences.is_empty() {
        let both = results.differences.iter().flat_map(|d| {
            let (a, b) = (d.a.as_str(), d.b.as_str());
            [((a, b), d.los), ((b, a), 1.0 - d.los)]
        });
        let los: HashMap<(&str, &str), f64> = both.collect();
        let cell = |row: usize, column: usize| los_cell(los.get(&(rows.names[row], rows.names[column])).copied());
        add_matrix(LOS_TITLE, &rows, cell, to);
    }
    let title = "Wins-draws-losses of the row against the column:";
    let cell = |row: usize, column: usize| match results.between(ranking[row], ranking[column]) {
        Some([wins, draws, losses]) => format!("{wins}-{draws}-{losses}"),
        None => "-".to_owned(),
    };
    add_matrix(title, &rows, cell, to);
}

/// A table of terminations, then the games that were not decided by chess.
fn endings(results: &Results, to: &mut Document) {
    if results.terminations.is_empty() {
        return;
    }
    let phrases = results.terminations.keys().map(|t| t.phrase().len());
    let width = phrases.max().unwrap_or(0).max(20);
    to.heading(format!("{:<width$} {:>8} {:>7}", "Games ended by", "Games", "Share"));
    for (termination, &count) in &results.terminations {
        let share = percent(Some(count as f64 / results.games as f64));
        to.row(format!("{:<width$} {count:>8} {share:>7}", termination.phrase()));
    }
    to.blank();
    taint(results, to);
}

/// The games that were not decided by chess, and the pairings whose verdicts depend on them.
fn taint(results: &Results, to: &mut Document) {
    let tainted = results.failed_games();
    let games = if tainted == 1 { "game was" } else { "games were" };
    if tainted > 0 {
        to.warning(format!("{tainted} {games} ended by time loss or engine failure, not by chess"));
    }
    for engine in results.engines.iter().filter(|e| !e.failures.is_empty()) {
        let name = cut(&engine.name, NAME_WIDTH);
        let kind = |(kind, count): (&Termination, &u64)| format!("{count} by {}", kind.phrase());
        let kinds: Vec<String> = engine.failures.iter().map(kind).collect();
        to.sentence(format!("  {name}: {}", kinds.join(", ")));
    }
    let tainted = |p: &PairingSummary| format!("{} of {} games", p.tainted, p.games);
    let mut add = |warns: bool, head: &str, remark: &dyn Fn(&PairingSummary) -> Option<String>| {
        let shown = results.pairings.iter().filter_map(|p| Some((p, remark(p)?)));
        for (index, (p, remark)) in shown.enumerate() {
            match index {
                0 if warns => to.warning(head),
                0 => to.sentence(head),
                _ => {}
            }
            let (a, b) = (cut(&p.a, NAME_WIDTH), cut(&p.b, NAME_WIDTH));
            to.sentence(format!("  {a}, {b}: {remark}"));
        }
    };
    let all = "all decisive games here were time losses or engine failures:";
    add(true, all, &|p| p.won_by_forfeits_alone.then(|| tainted(p)));
    let some = "time losses or engine failures may have decided these pairings:";
    add(true, some, &|p| (p.hangs_on_forfeits && !p.won_by_forfeits_alone).then(|| tainted(p)));
    let close = "Close verdicts: no longer significant if this many adjudications were wrong by half a point each, all in \
                 favour of the stronger engine:";
    add(false, close, &|p| {
        let count = || format!("{} of {}", p.results_to_undo.unwrap_or(0), p.adjudicated);
        p.hangs_on_adjudications.then(count)
    });
}

fn notes(results: &Results, to: &mut Document) {
    if let Some(of_two) = &results.of_two {
        to.sentence("Elo: logistic; 95 % intervals, from game pairs");
        if of_two.sprt_los.is_some() {
            to.sentence("Elo and LOS allow for the early stop of the test; nElo does not");
        }
        if let Some(uncounted) = results.uncounted() {
            to.sentence(uncounted);
        }
    } else {
        let zero = zero_text(&results.anchors, |name| results.rating_of(name));
        to.sentence(format!("Elo: logistic, {zero}; ± is the 95 % interval, from game pairs"));
    }
    if let Some(factor) = results.widening {
        to.sentence(widening_note(factor));
    }
    if let Some(fit) = &results.rating_fit {
        add_fit(fit, to);
    }
    let white = match results.white_advantage.value {
        Some(_) => elo_text(results.white_advantage),
        None => "unknown".to_owned(),
    };
    let draws = percent(results.draw_rate_at_equal_strength);
    to.sentence(format!("White's advantage: {white}; draws between equals: {draws}"));
    if results.white_advantage_untold {
        to.sentence(ADVANTAGE_UNTOLD);
    }
    if let (Some(each), Some(share)) = (results.overhead_ms, results.overhead_share) {
        let share = 100.0 * share;
        to.sentence(format!("Overhead between moves: {each:.4} ms a move, {share:.2} % of the time"));
    }
    for (number, pool) in results.pools.iter().enumerate() {
        let names: Vec<String> = pool.iter().map(|name| cut(name, NAME_WIDTH)).collect();
        to.sentence(format!("Pool {}: {}", number + 1, names.join(", ")));
    }
    if !results.pools.is_empty() {
        to.sentence("The pools have no games between them: their ratings cannot be compared");
    }
    if !results.is_match() {
        marks(results, to);
    }
    match results.half_pairs {
        // A decided match has a line on all games that do not count.
        _ if results.uncounted().is_some() => {}
        0 => {}
        1 => to.sentence("1 pair is incomplete: its game counts for points, not for Elo"),
        n => to.sentence(format!("{n} pairs are incomplete: their games count for points, not for Elo")),
    }
}

/// The note on ratings that needed a prior.
pub(crate) fn add_prior(to: &mut Document) {
    to.sentence(format!(
        "* no finite rating from the results alone: a weak prior (standard deviation {PRIOR_SD} Elo) stands in"
    ));
}

fn marks(results: &Results, to: &mut Document) {
    if results.engines.iter().any(|e| e.rating_from_prior) {
        add_prior(to);
    }
    if results.engines.iter().any(|e| e.tainted > 0) {
        to.sentence("! time losses or engine failures ended some of its games; its rating includes them");
    }
}

/// What an interval with the factor of [`match_stats::ratings::widening`] is.
pub(crate) fn widening_note(factor: f64) -> String {
    let effect = if factor.is_finite() {
        format!("intervals are {factor:.2} times those of pairings fixed beforehand")
    } else {
        format!("there are no intervals for more than {MAX_REPLAYED_PLAYERS} players")
    };
    format!("Results decide who meets whom: {effect}")
}

/// Room for a round: two spaces, an opponent's number, a colon and points.
const CELL: usize = 9;

/// Adds the points, Buchholz, and each round's opponent with the points against it.
fn add_swiss(results: &Results, ranking: &[usize], (line, name_width): (usize, usize), to: &mut Document) {
    let mut places = vec![0; ranking.len()];
    ranking.iter().enumerate().for_each(|(place, &engine)| places[engine] = place + 1);
    let standings = || ranking.iter().filter_map(|&engine| results.engines[engine].swiss.as_ref().zip(Some(engine)));
    let rounds = standings().map(|(standing, _)| standing.rounds.len()).max().unwrap_or(0);
    let all: Vec<usize> = (0..rounds).collect();
    for chunk in all.chunks(usize::max(1, line.saturating_sub(4 + name_width + 20) / CELL)) {
        let free = if ranking.len().is_multiple_of(2) { "" } else { "; a free round counts as won" };
        to.sentence(format!("Rounds: the opponent's number and the points against it{free}"));
        let heads = chunk.iter().map(|round| Column::right(&format!("{}", round + 1)));
        let first = [Column::right("").gap(0), Column::left("Engine").gap(1).cut()];
        let points = [Column::right("Points"), Column::right("Buchholz")];
        let mut table = Columns::new(first.into_iter().chain(points).chain(heads));
        for (standing, engine) in standings() {
            let EngineResult { name, .. } = &results.engines[engine];
            let cell = |&round: &usize| match standing.rounds[round] {
                Some(round) => format!("{}:{}", places[round.opponent], round.points),
                None if ranking.len().is_multiple_of(2) => "-".to_owned(),
                None => "free".to_owned(),
            };
            let first = [format!("{:>3}", places[engine]), cut(name, name_width)];
            let points = [standing.points, standing.buchholz].map(|points| points.to_string());
            table.row(first.into_iter().chain(points).chain(chunk.iter().map(cell)));
        }
        to.append(table.document(line));
        to.blank();
    }
}
