//! The width of lines, and breaking sentences.

use std::env;
use std::io::IsTerminal;

use terminal_size::{Width, terminal_size};

use super::table::NARROWEST;

/// Columns of the terminal `to`; `None` if it is no terminal or its width is unknown. COLUMNS takes precedence (POSIX),
/// also without a terminal.
pub fn terminal_width(to: &impl IsTerminal) -> Option<usize> {
    let said = env::var("COLUMNS").ok();
    let said = said.and_then(|columns| columns.parse().ok());
    if let Some(columns) = said.filter(|&columns: &usize| columns > 0) {
        return Some(columns);
    }
    let size = to.is_terminal().then(terminal_size).flatten();
    size.map(|(Width(columns), _)| usize::from(columns))
}

/// A text for `to`, broken between words if the width of its lines is known.
#[must_use]
pub fn broken_for(text: &str, to: &impl IsTerminal) -> String {
    match terminal_width(to) {
        Some(columns) => {
            let broken = broken(text, columns.max(NARROWEST));
            let unended = broken.strip_suffix('\n').filter(|_| !text.ends_with('\n'));
            unended.map_or(broken.clone(), str::to_owned)
        }
        None => text.to_owned(),
    }
}

/// A text whose sentences are broken between words where they are longer than `width`. Lines with two spaces in a row
/// are tables, and stay as they are; so do lines that begin with a position or with the quoted name of a setting, since
/// they are for copying.
#[must_use]
pub fn broken(text: &str, width: usize) -> String {
    let mut out = String::new();
    for line in text.lines() {
        let text = line.trim_start();
        // A FEN has a slash between its eight ranks.
        let is_position = text
            .split(' ')
            .next()
            .is_some_and(|word| word.matches('/').count() == 7);
        let is_setting = text.starts_with('"') && text.contains("\" = ");
        let stays = text.contains("  ") || is_position || is_setting;
        let mut column = 0;
        for word in line.split_inclusive(' ') {
            let length = word.trim_end().chars().count();
            if column > 0 && column + length > width && !stays {
                out.truncate(out.trim_end().len());
                out.push('\n');
                column = 0;
            }
            out.push_str(word);
            column += word.chars().count();
        }
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_are_broken_and_tables_are_not() {
        let text = "One two three four.\n  Engine   Elo\n\n  one: two three, four\n";
        assert_eq!(
            broken(text, 10),
            "One two\nthree\nfour.\n  Engine   Elo\n\n  one: two\nthree,\nfour\n"
        );
        assert_eq!(broken(text, 60), text);
        let position = "  rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n";
        assert_eq!(broken(position, 20), position);
        let setting = "    \"weight.a-long-heading.middlegame\" = 8,\n";
        assert_eq!(broken(setting, 20), setting);
    }
}
