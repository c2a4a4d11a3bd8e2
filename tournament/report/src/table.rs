//! The table of a run, for people: plain text as wide as possible, under a hundred columns, and somewhat wider with
//! intervals drawn as bars.

mod endings;
pub(crate) mod fit;
pub(crate) mod matrix;
pub(crate) mod ranking;
pub(crate) mod sheet;

use openings::Variant;

use super::document::{Document, NARROWEST, WIDEST, WIDEST_WITH_BARS};
use super::r#match::Match;
use super::numbers::cut;
use super::results::Results;
use endings::{endings, notes, taint};
use matrix::head_to_head;
use ranking::{add_list, add_ranking, add_side_by_side, ranking};
pub use sheet::Sheet;

const NAME_WIDTH: usize = 28;
/// The note on ratings that are conditional on White's advantage.
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
    #[must_use]
    pub fn plain(width: usize) -> Self {
        Self { width: width.clamp(NARROWEST, WIDEST), bars: false }
    }

    /// The same with bars for intervals where lines have room for them, up to [`WIDEST_WITH_BARS`].
    #[must_use]
    pub fn with_bars(width: usize) -> Self {
        Self { width: width.clamp(NARROWEST, WIDEST_WITH_BARS), bars: true }
    }
}

/// Warnings of engines that failed, and of verdicts that failures or adjudications may have decided; empty if there are none.
#[must_use]
pub fn failure_notes(results: &Results) -> Document {
    let mut document = Document::new();
    always_failed(results, &mut document);
    taint(results, &mut document);
    document
}

/// The ranking, the matrices, and the terminations. With time controls the ranking has them side by side, and the rest follows
/// for each of them.
#[must_use]
pub fn results_table(results: &Results, canvas: Canvas) -> Document {
    let mut document = Document::new();
    let (to, width) = (&mut document, canvas.width);
    always_failed(results, to);
    heading(results, to);
    to.append(standings_table(results, canvas));
    if results.time_controls.is_empty() {
        head_to_head(results, &ranking(results), width, to);
        endings(results, to);
        notes(results, to);
    }
    for time_control in results.time_controls.iter().filter(|own| own.games > 0) {
        let name = time_control.time_control.as_deref().unwrap_or_default();
        to.sentence(format!("== {name}: {}", time_control.limits));
        to.blank();
        head_to_head(time_control, &ranking(time_control), width, to);
        endings(time_control, to);
        notes(time_control, to);
        to.blank();
    }
    document
}

/// The ranking alone, as in [`results_table`].
#[must_use]
pub fn standings_table(results: &Results, canvas: Canvas) -> Document {
    let mut document = Document::new();
    match &results.time_controls[..] {
        [] => add_ranking(results, &ranking(results), canvas, &mut document),
        [first, ..] => {
            let ranking = ranking(first);
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
    let mut any = false;
    for engine in results.engines.iter().filter(|e| e.always_failed()) {
        let (name, games) = (cut(&engine.name, NAME_WIDTH), engine.games);
        to.warning(format!("{name} failed in every one of its {games} games"));
        any = true;
    }
    if any {
        to.sentence("Results against it are not evidence of strength, and ratings that include them are unreliable.");
        to.blank();
    }
}

fn heading(results: &Results, to: &mut Document) {
    let Results { name, games, planned_games, seed, .. } = results;
    let decided = results.of_two.as_ref().is_some_and(Match::is_decided);
    let state = match (results.finished, decided) {
        (true, _) => "complete",
        (false, true) => "decided",
        (false, false) => "unfinished",
    };
    to.sentence(format!("{name}: {games} of {planned_games} games, {state}; seed {seed}"));
    if results.variant == Variant::Chess960 {
        to.sentence("Variant: Chess960");
    }
    to.sentence(format!("Limits: {}", results.limits));
    let provenance = results.provenance.as_ref();
    let earlier = provenance.map_or(&[][..], |provenance| &provenance.earlier_tests);
    if !earlier.is_empty() {
        let earlier = earlier.join("; ");
        to.sentence(format!("Another test looked at these games before ({earlier}): the error rates of this one do not hold"));
    }
    to.blank();
}

#[cfg(test)]
mod tests;
