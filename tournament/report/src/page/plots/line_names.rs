//! Names beside the ends of lines.

use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::theme::{INK, series};
use crate::numbers::cut;

/// The width of the names, their maximum length, and their distance.
pub(super) const NAMES: u32 = 170;
const CHARACTERS: usize = 22;
const APART: i32 = 16;

/// The end of a line, in pixels.
pub(super) struct LineEnd<'n> {
    pub(super) name: &'n str,
    /// The number of its colour.
    pub(super) series: usize,
    pub(super) at: (i32, i32),
}

/// Writes the names in a column beside the last end, from the top down without overlap; `lowest` is the last pixel for them.
pub(super) fn line_names(
    mut ends: Vec<LineEnd<'_>>,
    lowest: i32,
    page: &DrawingArea<SVGBackend<'_>, Shift>,
) -> Result<(), Box<dyn std::error::Error>> {
    ends.sort_by_key(|end| end.at.1);
    // A name moves up if there is no room below for the remaining ones.
    let mut least = APART / 2;
    let count = ends.len() as i32;
    let column = ends.iter().map(|end| end.at.0).max().unwrap_or(0) + 10;
    for (place, end) in ends.into_iter().enumerate() {
        let (x, y) = end.at;
        let most = lowest - APART * (count - 1 - place as i32);
        let at = y.min(most).max(least);
        least = at + APART;
        let left = Pos::new(HPos::Left, VPos::Center);
        let style = TextStyle::from(("sans-serif", 14)).color(&INK).pos(left);
        let to_name = PathElement::new([(x + 2, y), (column, at)], series(end.series));
        page.draw(&to_name)?;
        let name = cut(end.name, CHARACTERS);
        page.draw(&Text::new(name, (column + 3, at), style))?;
    }
    Ok(())
}
