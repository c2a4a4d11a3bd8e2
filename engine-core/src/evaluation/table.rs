//! The terms of a position as a table in lines that are not too long.

use std::fmt::Write as _;

use crate::explain::{Breakdown, Term, centipawns};

/// Characters of a number where there is room.
const NUMBER: usize = 8;

/// The terms that are not zero, below the title and the position, in lines of `width` characters where position
/// and names are not longer. Terms of the form `section.rule` stand under their section's sum. Where there is no
/// room, columns draw together, and then the difference stands alone.
pub(super) fn table(
    (title, fen): (&str, &str),
    of: &Breakdown,
    total: Option<i32>,
    about: &str,
    width: usize,
) -> String {
    let rows = rows(of);
    let layout = Layout::new(&rows, total, width);
    let mut text = if chars(title) + 2 + chars(fen) <= width {
        format!("{title}  {fen}\n")
    } else {
        format!("{title}\n{fen}\n")
    };
    rows.iter().for_each(|row| layout.row(row, &mut text));
    match total {
        Some(total) => layout.total(total, about, width, &mut text),
        None => text += &format!("{about}\n"),
    }
    for (name, value) in of.meta() {
        let value = serde_json::to_string(value).unwrap_or_default();
        writeln!(text, "{name}: {value}").ok();
    }
    text
}

/// Name, White, Black and the difference.
type Row = [String; 4];

fn rows(of: &Breakdown) -> Vec<Row> {
    let mut rows = vec![["term", "White", "Black", "diff"].map(str::to_owned)];
    let mut row = |name: &str, white: i32, black: i32| {
        let [white, black, diff] = [white, black, white - black].map(centipawns);
        rows.push([name.to_owned(), white, black, diff]);
    };
    let posted = || {
        let terms = of.terms().iter();
        terms.filter(|term| (term.white, term.black) != (0, 0))
    };
    let mut sections: Vec<&str> = Vec::new();
    for section in posted().map(section) {
        if sections.contains(&section) {
            continue;
        }
        sections.push(section);
        let terms: Vec<&Term> = posted().filter(|term| self::section(term) == section).collect();
        if terms.first().is_some_and(|term| term.rule.name != section) {
            let white = terms.iter().map(|term| term.white).sum();
            let black = terms.iter().map(|term| term.black).sum();
            row(&section.to_uppercase(), white, black);
        }
        for term in terms {
            row(term.rule.name, term.white, term.black);
        }
    }
    rows
}

/// The text before the point in the term's name; the whole name if it has none.
fn section(term: &Term) -> &'static str {
    let name = term.rule.name;
    name.split_once('.').map_or(name, |(section, _)| section)
}

fn chars(text: &str) -> usize {
    text.chars().count()
}

/// Characters for each column; a number's is nothing if it is left out.
struct Layout {
    name: usize,
    numbers: [usize; 3],
}

impl Layout {
    fn new(rows: &[Row], total: Option<i32>, width: usize) -> Layout {
        let longest = |at: usize| rows.iter().map(|row| chars(&row[at])).max().unwrap_or(0);
        let name = longest(0).max("total".len());
        let diff = longest(3).max(total.map_or(0, |total| total.to_string().len()));
        let layouts = [[NUMBER; 3], [longest(1), longest(2), diff], [0, 0, diff]];
        let mut layouts = layouts.map(|numbers| Layout { name, numbers }).into_iter();
        let fits = layouts.find(|layout| layout.width() <= width);
        fits.unwrap_or(Layout { name: width.saturating_sub(2 + diff), numbers: [0, 0, diff] })
    }

    /// Characters of a line.
    fn width(&self) -> usize {
        let numbers = self.numbers.iter().filter(|&&width| width > 0);
        self.name + 1 + numbers.map(|width| 1 + width).sum::<usize>()
    }

    /// A row; a name for which there is no room has its own line.
    fn row(&self, row: &Row, text: &mut String) {
        let [name, numbers @ ..] = row;
        let mut name = name.as_str();
        if chars(name) > self.name {
            writeln!(text, "{name}").ok();
            name = "";
        }
        write!(text, "{name:0$} ", self.name).ok();
        for (number, &width) in numbers.iter().zip(&self.numbers) {
            if width > 0 {
                write!(text, " {number:>width$}").ok();
            }
        }
        text.push('\n');
    }

    /// The last row, with what it is about behind it or below.
    fn total(&self, total: i32, about: &str, width: usize, text: &mut String) {
        let name = self.name;
        let room = self.width() - name - 2;
        write!(text, "{:name$}  {total:>room$}", "total").ok();
        if self.width() + 2 + chars(about) <= width {
            writeln!(text, "  {about}").ok()
        } else {
            writeln!(text, "\n{about}").ok()
        };
    }
}
