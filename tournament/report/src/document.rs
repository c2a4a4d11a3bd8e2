//! Text for people: sentences and rows of tables, for a terminal of any width, with colours or without.

use std::env;
use std::fmt::{self, Display};
use std::io::IsTerminal;

use anstyle::AnsiColor;
use engine_core::notation::printable;
use match_stats::Interval;
use terminal_size::{Width, terminal_size};

/// The maximum width of a table without bars.
pub const WIDEST: usize = 98;
/// The maximum width of a table with bars.
pub const WIDEST_WITH_BARS: usize = 120;
/// The minimum width: with less room lines are too long.
pub const NARROWEST: usize = 60;

/// A number of things: `plural(1, "game")` is "1 game", with 2 it is "2 games".
pub fn plural(count: impl Display, what: &str) -> String {
    let count = count.to_string();
    let ending = if count == "1" { "" } else { "s" };
    format!("{count} {what}{ending}")
}

/// The meaning of a piece of text, shown as a colour; it repeats what the words and numbers state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Style {
    /// No meaning of its own.
    #[default]
    Plain,
    /// The heads of a table's columns.
    Heading,
    /// A warning.
    Warning,
    /// A number above zero, by its whole interval.
    Above,
    /// A number below zero, by its whole interval.
    Below,
}

impl Style {
    /// The style of a number by its interval.
    pub fn of(interval: Interval<Option<f64>>) -> Self {
        match (interval.low, interval.high) {
            (Some(low), _) if low > 0.0 => Self::Above,
            (_, Some(high)) if high < 0.0 => Self::Below,
            _ => Self::Plain,
        }
    }

    /// The text with its control characters escaped, between the sequences of its colour if it is `coloured`.
    fn of_text(self, text: &str, coloured: bool) -> String {
        let text = printable(text);
        let style = match self {
            Self::Plain => return text.into_owned(),
            _ if !coloured => return text.into_owned(),
            Self::Heading => anstyle::Style::new().bold(),
            Self::Warning => AnsiColor::Yellow.on_default().bold(),
            Self::Above => AnsiColor::Green.on_default(),
            Self::Below => AnsiColor::Red.on_default(),
        };
        format!("{style}{text}{style:#}")
    }
}

/// Lines of text: sentences, which are broken between words where a line ends, and rows, which are not.
#[derive(Debug, Default)]
pub struct Document {
    lines: Vec<DocumentLine>,
}

/// Pieces that are never broken, and a sentence behind them.
#[derive(Debug)]
struct DocumentLine {
    head: Vec<(Style, String)>,
    sentence: Option<(Style, String)>,
}

impl Document {
    /// A document without lines.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a sentence, or one for each line of `text`.
    pub fn sentence(&mut self, text: impl AsRef<str>) {
        self.sentences(Style::Plain, text.as_ref());
    }

    /// Adds a sentence that begins with WARNING.
    pub fn warning(&mut self, text: impl Display) {
        self.sentences(Style::Warning, &format!("WARNING: {text}"));
    }

    fn sentences(&mut self, style: Style, text: &str) {
        let sentences = text.lines().map(|line| Some((style, line.to_owned())));
        let lines = sentences.map(|sentence| DocumentLine { head: Vec::new(), sentence });
        self.lines.extend(lines);
    }

    /// Adds a sentence behind a head; where it is broken, its lines stand below each other.
    pub fn hanging(&mut self, head: impl IntoIterator<Item = (Style, String)>, text: String) {
        let sentence = Some((Style::Plain, text));
        self.lines.push(DocumentLine { head: head.into_iter().collect(), sentence });
    }

    /// Adds an empty line.
    pub fn blank(&mut self) {
        self.row("");
    }

    /// Adds a line that is never broken.
    pub fn row(&mut self, text: impl Into<String>) {
        self.pieces([(Style::Plain, text.into())]);
    }

    /// Adds the heads of a table's columns.
    pub fn heading(&mut self, text: impl Into<String>) {
        self.pieces([(Style::Heading, text.into())]);
    }

    /// Adds a line of styled pieces that is never broken.
    pub fn pieces(&mut self, pieces: impl IntoIterator<Item = (Style, String)>) {
        self.lines.push(DocumentLine { head: pieces.into_iter().collect(), sentence: None });
    }

    /// Adds the lines of another document.
    pub fn append(&mut self, mut other: Document) {
        self.lines.append(&mut other.lines);
    }

    /// The text, its sentences broken at `width` characters, with escape sequences if it is `coloured`.
    /// Control characters of the document itself are escaped.
    pub fn text(&self, width: usize, coloured: bool) -> String {
        let text = |DocumentLine { head, sentence }: &DocumentLine| {
            let pieces = head.iter().map(|(style, piece)| style.of_text(piece, coloured));
            let mut text: String = pieces.collect();
            if let Some((style, sentence)) = sentence {
                let indent = head.iter().map(|(_, piece)| piece.chars().count()).sum();
                let lines = broken(sentence, width.saturating_sub(indent)).into_iter();
                let lines: Vec<_> = lines.map(|line| style.of_text(&line, coloured)).collect();
                text += &lines.join(&format!("\n{:indent$}", ""));
            }
            text
        };
        self.lines.iter().map(|line| text(line) + "\n").collect()
    }

    /// The text for `to`, in lines as wide as its own, or of [`WIDEST`] characters where their width is unknown.
    pub fn text_for(&self, to: &impl IsTerminal) -> String {
        self.text(line_width(to), has_colours(to))
    }
}

/// Plain text with unbroken sentences.
impl Display for Document {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(usize::MAX, false))
    }
}

impl<T: AsRef<str>> From<T> for Document {
    fn from(sentences: T) -> Self {
        let mut document = Self::new();
        document.sentence(sentences);
        document
    }
}

/// The lines of a sentence; a word that is longer than `width` is not broken.
fn broken(sentence: &str, width: usize) -> Vec<String> {
    let (mut lines, mut line, mut column) = (Vec::new(), String::new(), 0_usize);
    for word in sentence.split_inclusive(' ') {
        let length = word.trim_end().chars().count();
        if column > 0 && column.saturating_add(length) > width {
            lines.push(line.trim_end().to_owned());
            (line, column) = (String::new(), 0);
        }
        line.push_str(word);
        column += word.chars().count();
    }
    lines.push(line);
    lines
}

/// Columns of the terminal `to`; `None` if it is not a terminal or its width is unknown. COLUMNS takes precedence (POSIX),
/// also without a terminal.
pub fn terminal_width(to: &impl IsTerminal) -> Option<usize> {
    let columns = env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    columns.filter(|&columns| columns > 0).or_else(|| {
        let (Width(columns), _) = to.is_terminal().then(terminal_size).flatten()?;
        Some(columns.into())
    })
}

/// Characters of a line of `to` that has room for a table: [`WIDEST`] where the width is unknown.
pub fn line_width(to: &impl IsTerminal) -> usize {
    terminal_width(to).unwrap_or(WIDEST).max(NARROWEST)
}

/// True if output to `to` is coloured: on a terminal, unless colours are unwanted.
fn has_colours(to: &impl IsTerminal) -> bool {
    let unwanted = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    to.is_terminal() && !is_dumb() && !unwanted
}

/// True if the terminal can do nothing but print.
pub fn is_dumb() -> bool {
    env::var_os("TERM").is_some_and(|term| term == "dumb")
}
