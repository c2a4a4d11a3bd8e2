//! A sheet in the markup of documents.

use std::fmt::Write;
use std::str::FromStr;

use super::{Sheet, SheetHead};

/// A markup language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SheetFormat {
    /// Markdown, with the tables of GitHub.
    Markdown,
    /// LaTeX, with the rules of booktabs.
    Latex,
}

impl FromStr for SheetFormat {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "markdown" => Ok(Self::Markdown),
            "latex" => Ok(Self::Latex),
            _ => Err("choose markdown or latex".to_owned()),
        }
    }
}

impl Sheet {
    /// The sheet as text, with its notes below.
    #[must_use]
    pub fn text(&self, format: SheetFormat) -> String {
        match format {
            SheetFormat::Markdown => self.markdown(),
            SheetFormat::Latex => self.latex(),
        }
    }

    fn markdown(&self) -> String {
        let line = |cells: &mut dyn Iterator<Item = String>| {
            let cells: Vec<String> = cells.collect();
            format!("| {} |\n", cells.join(" | "))
        };
        let mut text = line(&mut self.heads.iter().map(|head| markdown(&head.title)));
        let rule = |head: &SheetHead| if head.is_text { "---" } else { "--:" }.to_owned();
        text += &line(&mut self.heads.iter().map(rule));
        for row in &self.rows {
            text += &line(&mut row.iter().map(|cell| markdown(cell)));
        }
        for note in &self.notes {
            // Writing to a text cannot fail.
            let _ = write!(text, "\n{}\n", markdown(note));
        }
        text
    }

    fn latex(&self) -> String {
        let line = |cells: &mut dyn Iterator<Item = String>| {
            let cells: Vec<String> = cells.collect();
            format!("{} \\\\\n", cells.join(" & "))
        };
        let columns = self.heads.iter();
        let columns: String = columns.map(|head| if head.is_text { 'l' } else { 'r' }).collect();
        let mut text =
            format!("% \\usepackage{{booktabs}}\n\\begin{{tabular}}{{{columns}}}\n\\toprule\n");
        text += &line(&mut self.heads.iter().map(|head| latex(&head.title)));
        text += "\\midrule\n";
        for row in &self.rows {
            text += &line(&mut row.iter().map(|cell| latex(cell)));
        }
        text += "\\bottomrule\n\\end{tabular}\n";
        for note in &self.notes {
            let _ = write!(text, "\n{}\n", latex(note));
        }
        text
    }
}

/// A text whose characters mean themselves in Markdown.
fn markdown(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        if matches!(c, '\\' | '|' | '*' | '_' | '`' | '<' | '[' | ']') {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

/// A text whose characters mean themselves in LaTeX.
fn latex(text: &str) -> String {
    let mut escaped = String::new();
    let mut before = ' ';
    for c in text.chars() {
        match c {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => {
                escaped.push('\\');
                escaped.push(c);
            }
            '\\' => escaped += "\\textbackslash{}",
            '~' => escaped += "\\textasciitilde{}",
            '^' => escaped += "\\textasciicircum{}",
            '±' => escaped += "$\\pm$",
            '∞' => escaped += "$\\infty$",
            // Of a number; elsewhere it joins words.
            '-' if before == ' ' || before == '[' => escaped += "$-$",
            _ => escaped.push(c),
        }
        before = c;
    }
    escaped
}
