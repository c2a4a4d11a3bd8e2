//! The table of a run, for people: plain text as wide as possible, under a hundred columns, and somewhat wider with
//! intervals drawn as bars.

mod bar;
mod crosstable;
mod endings;
pub(crate) mod fit;
pub(crate) mod matrix;
pub(crate) mod ranking;

use std::io::{self, Write};

use openings::Variant;

use super::match_summary::MatchSummary;
use super::numbers::cut;
use super::results::Results;
use crosstable::head_to_head;
use endings::{endings, notes};
use ranking::{ranking, write_ranking, write_side_by_side};

/// Names longer than this are cut off in the table.
const NAME_WIDTH: usize = 28;
/// The maximum width of a table without bars.
pub const WIDEST: usize = 98;
/// The maximum width of a table with bars.
pub const WIDEST_WITH_BARS: usize = 120;
/// The minimum width: with less room lines are too long.
pub const NARROWEST: usize = 60;
/// The note on ratings that are conditional on White's advantage.
pub(super) const ADVANTAGE_UNTOLD: &str = "White's advantage cannot be estimated from these games, in which it is confounded with strength:\n\
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
        Self {
            width: width.clamp(NARROWEST, WIDEST),
            bars: false,
        }
    }

    /// The same with bars for intervals where lines have room for them, up to [`WIDEST_WITH_BARS`].
    #[must_use]
    pub fn with_bars(width: usize) -> Self {
        Self {
            width: width.clamp(NARROWEST, WIDEST_WITH_BARS),
            bars: true,
        }
    }
}

/// Writes the ranking, the matrices, and the terminations, in lines of the canvas's width, except for sentences, which
/// may be longer. With ladders the ranking has them side by side, and the rest follows for each of them.
///
/// # Errors
/// If it cannot be written.
pub fn write_table(
    results: &Results,
    canvas: Canvas,
    to: &mut (impl Write + ?Sized),
) -> io::Result<()> {
    let width = canvas.width;
    always_failed(results, to)?;
    heading(results, to)?;
    write_standings(results, canvas, to)?;
    if results.ladders.is_empty() {
        head_to_head(results, &ranking(results), width, to)?;
        endings(results, to)?;
        return notes(results, to);
    }
    for ladder in results.ladders.iter().filter(|ladder| ladder.games > 0) {
        let name = ladder.ladder.as_deref().unwrap_or_default();
        writeln!(to, "== {name}: {}\n", ladder.limits)?;
        head_to_head(ladder, &ranking(ladder), width, to)?;
        endings(ladder, to)?;
        notes(ladder, to)?;
        writeln!(to)?;
    }
    Ok(())
}

/// Writes the ranking alone, as [`write_table`] does.
///
/// # Errors
/// If it cannot be written.
pub fn write_standings(
    results: &Results,
    canvas: Canvas,
    to: &mut (impl Write + ?Sized),
) -> io::Result<()> {
    match &results.ladders[..] {
        [] => write_ranking(results, &ranking(results), canvas, to),
        [first, ..] => write_side_by_side(results, &ranking(first), canvas.width, to),
    }
}

/// Writes, before anything else, the engines that have not shown that they play chess.
fn always_failed(results: &Results, to: &mut (impl Write + ?Sized)) -> io::Result<()> {
    let mut any = false;
    for engine in results.engines.iter().filter(|e| e.always_failed()) {
        let (name, games) = (cut(&engine.name, NAME_WIDTH), engine.games);
        writeln!(
            to,
            "WARNING: {name} failed in every one of its {games} games"
        )?;
        any = true;
    }
    if any {
        writeln!(
            to,
            "Results against it say nothing about strength, and ratings that include them are unreliable.\n"
        )?;
    }
    Ok(())
}

fn heading(results: &Results, to: &mut (impl Write + ?Sized)) -> io::Result<()> {
    let Results {
        name,
        games,
        planned_games,
        seed,
        ..
    } = results;
    let decided = results
        .of_two
        .as_ref()
        .is_some_and(MatchSummary::is_decided);
    let state = match (results.finished, decided) {
        (true, _) => "complete",
        (false, true) => "decided",
        (false, false) => "unfinished",
    };
    writeln!(
        to,
        "{name}: {games} of {planned_games} games, {state}; seed {seed}"
    )?;
    if results.variant == Variant::Chess960 {
        writeln!(to, "Variant: Chess960")?;
    }
    writeln!(to, "Limits: {}", results.limits)?;
    let provenance = results.provenance.as_ref();
    let earlier = provenance.map_or(&[][..], |provenance| &provenance.earlier_tests);
    if !earlier.is_empty() {
        let earlier = earlier.join("; ");
        writeln!(
            to,
            "Another test looked at these games before ({earlier}): the error rates of this one do not hold"
        )?;
    }
    writeln!(to)
}

#[cfg(test)]
mod tests;
