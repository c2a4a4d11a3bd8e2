//! A table that fits its lines: columns move closer, then are left out, then names are cut.

use super::document::{Document, Style};
use super::numbers::cut;

const MIN_NAME_WIDTH: usize = 8;
/// The maximum width of a column; longer cells stick out. (Nothing can be padded beyond 65,535.)
const MAX_WIDTH: usize = 1_000;

/// Rows of cells below their heads. An empty column takes no room.
#[derive(Debug, Default)]
pub struct Columns {
    columns: Vec<Column>,
    rows: Vec<TableRow>,
}

#[derive(Debug)]
enum TableRow {
    Cells(Vec<(Style, String)>),
    Words(String),
}

/// A column, with its properties at full width.
#[derive(Debug, Clone)]
pub struct Column {
    head: String,
    above: &'static str,
    right: bool,
    gap: usize,
    least: usize,
    goes: u8,
    may_be_cut: bool,
}

impl Column {
    /// A left-aligned column, two spaces from the one before it.
    pub fn left(head: &str) -> Column {
        Column { head: head.to_owned(), above: "", right: false, gap: 2, least: 0, goes: 0, may_be_cut: false }
    }

    /// A right-aligned column.
    pub fn right(head: &str) -> Column {
        Column { right: true, ..Column::left(head) }
    }

    /// The same column with `gap` spaces before it.
    pub fn gap(self, gap: usize) -> Column {
        Column { gap, ..self }
    }

    /// The same column, at least `least` characters wide where there is room.
    pub fn least(self, least: usize) -> Column {
        Column { least, ..self }
    }

    /// The same column, at least `wide` characters wide with or without room.
    pub(crate) fn wide(self, wide: usize) -> Column {
        let head = if self.head.is_empty() { String::new() } else { format!("{:>wide$}", self.head) };
        Column { head, ..self }
    }

    /// The same column, left out where there is no room, those with the greatest number first.
    pub fn goes(self, goes: u8) -> Column {
        Column { goes, ..self }
    }

    /// The same column, which may be cut if leaving out columns was not enough.
    pub fn cut(self) -> Column {
        Column { may_be_cut: true, ..self }
    }

    /// The same column with words above its head, right-aligned.
    pub fn above(self, above: &'static str) -> Column {
        Column { above, ..self }
    }
}

struct Slot<'c> {
    at: usize,
    column: &'c Column,
    width: usize,
    is_cut: bool,
}

impl Columns {
    /// A table without rows.
    pub fn new(columns: impl IntoIterator<Item = Column>) -> Columns {
        Columns { columns: columns.into_iter().collect(), rows: Vec::new() }
    }

    /// Adds a row, a cell for each column.
    pub fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.styled(cells.into_iter().map(|cell| (Style::Plain, cell)));
    }

    /// Adds a row of styled cells, one for each column.
    pub fn styled(&mut self, cells: impl IntoIterator<Item = (Style, String)>) {
        self.rows.push(TableRow::Cells(cells.into_iter().collect()));
    }

    /// Adds a line of words between the rows.
    pub fn words(&mut self, words: String) {
        self.rows.push(TableRow::Words(words));
    }

    /// The table in lines of `width` characters, as far as columns can be left out or cut.
    pub fn document(&self, width: usize) -> Document {
        let shown = self.fitted(width);
        let mut document = Document::new();
        let above = above(&shown);
        if !above.is_empty() {
            document.heading(above);
        }
        if self.columns.iter().any(|column| !column.head.is_empty()) {
            let heads = self.columns.iter().map(|c| (Style::Plain, c.head.clone()));
            let pieces = line(&shown, &heads.collect::<Vec<_>>()).into_iter();
            document.heading(pieces.map(|(_, piece)| piece).collect::<String>());
        }
        for row in &self.rows {
            match row {
                TableRow::Cells(cells) => document.pieces(line(&shown, cells)),
                TableRow::Words(words) => document.row(words),
            }
        }
        document
    }

    /// The width of the table with all its columns, as close as they can be.
    pub(crate) fn width(&self) -> usize {
        let all = self.columns.iter().zip(0..).map(|(column, at)| (column.gap, self.natural(at)));
        all.filter(|&(_, width)| width > 0).map(|(gap, width)| gap + width).sum()
    }

    /// True if the column with this head is shown in lines of `width` characters.
    pub fn has(&self, head: &str, width: usize) -> bool {
        self.fitted(width).iter().any(|shown| shown.column.head == head)
    }

    fn fitted(&self, width: usize) -> Vec<Slot<'_>> {
        let natural: Vec<usize> = (0..self.columns.len()).map(|at| self.natural(at)).collect();
        let full = self.columns.iter().enumerate().map(|(at, column)| Slot {
            at,
            column,
            width: natural[at].max(column.least),
            is_cut: false,
        });
        let mut shown: Vec<Slot<'_>> = full.filter(|slot| natural[slot.at] > 0).collect();
        if total(&shown) <= width {
            return shown;
        }
        shown.iter_mut().for_each(|slot| slot.width = natural[slot.at]);
        while total(&shown) > width {
            let last = (0..shown.len()).max_by_key(|&place| shown[place].column.goes);
            match last.filter(|&place| shown[place].column.goes > 0) {
                Some(place) => drop(shown.remove(place)),
                None => break,
            }
        }
        let mut excess = total(&shown).saturating_sub(width);
        for column in shown.iter_mut().filter(|shown| shown.column.may_be_cut) {
            let less = excess.min(column.width.saturating_sub(MIN_NAME_WIDTH));
            column.width -= less;
            column.is_cut = less > 0;
            excess -= less;
        }
        shown
    }

    /// The width of the longest cell of a column, or of its head.
    fn natural(&self, at: usize) -> usize {
        let cells = self.rows.iter().filter_map(|row| match row {
            TableRow::Cells(cells) => cells.get(at),
            TableRow::Words(_) => None,
        });
        let longest = cells.map(|(_, cell)| chars(cell)).max().unwrap_or(0);
        longest.min(MAX_WIDTH).max(chars(&self.columns[at].head))
    }
}

fn chars(text: &str) -> usize {
    text.chars().count()
}

fn total(shown: &[Slot<'_>]) -> usize {
    shown.iter().map(|slot| slot.column.gap + slot.width).sum()
}

fn line(shown: &[Slot<'_>], cells: &[(Style, String)]) -> Vec<(Style, String)> {
    let mut pieces = Vec::new();
    for &Slot { at, column, width, is_cut } in shown {
        let (style, cell) = cells.get(at).map_or((Style::Plain, ""), |(s, cell)| (*s, cell));
        let cell = if is_cut { cut(cell, width) } else { cell.to_owned() };
        let cell = if column.right { format!("{cell:>width$}") } else { format!("{cell:<width$}") };
        pieces.push((style, " ".repeat(column.gap) + &cell));
    }
    while let Some((style, last)) = pieces.pop() {
        let last = last.trim_end();
        if !last.is_empty() {
            pieces.push((style, last.to_owned()));
            break;
        }
    }
    pieces
}

/// The words above the heads; empty if there are none, or no room for them.
fn above(shown: &[Slot<'_>]) -> String {
    let (mut text, mut end) = (String::new(), 0);
    for Slot { column, width, .. } in shown {
        end += column.gap + width;
        let room = end.saturating_sub(chars(&text));
        if !column.above.is_empty() && chars(column.above) < room {
            text += &format!("{:>room$}", column.above);
        }
    }
    text
}
