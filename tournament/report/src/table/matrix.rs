//! Tables of all against all, in as many blocks of columns as the width of a line requires.

use crate::document::Document;
use crate::numbers::cut;

/// The heads of the rows of a matrix.
pub(crate) struct Rows<'n> {
    /// The names, the first rank first.
    pub(crate) names: Vec<&'n str>,
    /// Digits for the rank.
    pub(crate) rank_width: usize,
    /// Characters for the name.
    pub(crate) name_width: usize,
    /// Characters of a whole line.
    pub(crate) line_width: usize,
}

/// The title of a matrix of [`los_cell`]s.
pub(crate) const LOS_TITLE: &str =
    "Probability in percent that the row is stronger than the column:";

/// Adds `cell` for each row and column, below a title.
pub(crate) fn add_matrix(
    title: &str,
    rows: &Rows<'_>,
    cell: impl Fn(usize, usize) -> String,
    to: &mut Document,
) {
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
