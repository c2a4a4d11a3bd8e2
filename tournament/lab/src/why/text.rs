//! The explanation as text.

use engine_core::explain::centipawns;

use super::{Considered, Why};
use report::{Column, Columns, Document, Style, column_width};

/// Terms named for a preference.
const NAMED: usize = 4;

/// The row of the terms that are the same at the ends of all lines.
const SAME: &str = "the same in all";
/// Characters for a number.
const NUMBER: usize = 9;

impl Considered {
    /// Its score in words.
    fn score_text(&self) -> String {
        match (self.score, self.mate) {
            (Some(score), _) => format!("{score:+}"),
            (None, Some(mate)) if mate < 0 => format!("mated in {}", -mate),
            (None, mate) => format!("mate in {}", mate.unwrap_or(0)),
        }
    }
}

impl Why {
    /// The explanation as text: the moves with their lines, the terms in which these end differently, and the reasons;
    /// tables are in lines of `width` characters, sentences may be longer.
    #[must_use]
    pub fn document(&self, width: usize) -> Document {
        let mut text = Document::new();
        text.sentence(format!(
            "{}, {} nodes a move; {} is to move in",
            self.evaluator, self.nodes, self.side
        ));
        text.row(&self.fen);
        text.blank();
        let name = column_width(self.moves.iter().map(|considered| &considered.san));
        for considered in &self.moves {
            let (san, score) = (&considered.san, considered.score_text());
            let depth = considered.depth;
            let head = format!("{san:name$}  {score:>7}  depth {depth:>2}  ");
            text.hanging([(Style::Plain, head)], considered.line.join(" "));
        }
        self.tables(width, &mut text);
        for other in self.moves.iter().skip(1) {
            self.preference(other, &mut text);
        }
        text
    }

    /// The terms that differ, a column a move: the first and as many others as there is room for, then the first
    /// and the next ones.
    fn tables(&self, width: usize, text: &mut Document) {
        let all: Vec<&Considered> = self.moves.iter().collect();
        let (different, _) = self.compared(&all);
        let longest = column_width(different.iter()).max(SAME.len());
        let others = width.saturating_sub(longest + 1) / (NUMBER + 1);
        let others = others.saturating_sub(1).max(1);
        let (first, rest) = self.moves.split_at(1.min(self.moves.len()));
        let mut blocks: Vec<&[Considered]> = rest.chunks(others).collect();
        if blocks.is_empty() {
            blocks.push(&[]);
        }
        for block in blocks {
            let shown: Vec<&Considered> = first.iter().chain(block).collect();
            text.blank();
            text.append(self.table(&shown).document(width));
        }
    }

    /// The terms in which the ends of these lines differ, and the others.
    fn compared(&self, shown: &[&Considered]) -> (Vec<&'static str>, Vec<&'static str>) {
        self.terms().into_iter().partition(|name| {
            let mut values = shown.iter().map(|considered| self.term(considered, name));
            let first = values.next();
            values.any(|value| Some(value) != first)
        })
    }

    fn table(&self, shown: &[&Considered]) -> Columns {
        let (different, same) = self.compared(shown);
        let heads = shown.iter().map(|c| Column::right(&c.san).gap(1).least(NUMBER));
        let names = Column::left("at the ends").gap(0).least(SAME.len() + 1).cut();
        let mut columns = Columns::new(std::iter::once(names).chain(heads));
        let mut row = |name: &str, cells: &dyn Fn(&Considered) -> String| {
            let cells = shown.iter().map(|&considered| cells(considered));
            columns.cells(std::iter::once(name.to_owned()).chain(cells).collect());
        };
        for name in different {
            row(name, &|considered| centipawns(self.term(considered, name)));
        }
        let rest = |considered: &Considered| -> i32 {
            let terms = same.iter().map(|name| self.term(considered, name));
            terms.sum()
        };
        if shown.iter().any(|considered| rest(considered) != 0) {
            row(SAME, &|considered| centipawns(rest(considered)));
        }
        row("total", &|c| (self.sign() * c.end.total).to_string());
        columns
    }

    /// The preference of the first move to this one.
    fn preference(&self, other: &Considered, text: &mut Document) {
        let best = &self.moves[0];
        let (a, b) = (&best.san, &other.san);
        let (Some(score), Some(other_score)) = (best.score, other.score) else {
            let (best, other) = (best.score_text(), other.score_text());
            text.blank();
            text.sentence(format!("{a} is preferred to {b}: {best}, and {b} {other}."));
            return;
        };
        let (seen, gap) = (score - other_score, self.sign() * (best.end.total - other.end.total));
        if seen == 0 {
            text.blank();
            text.sentence(format!("{a} and {b} are worth the same."));
            return;
        }
        let named = self.reasons(other).into_iter().take(NAMED);
        let sign = |tenths: i32| if tenths > 0 { "+" } else { "" };
        let named = named.map(|r| format!("{} {}{}", r.term, sign(r.gain), centipawns(r.gain)));
        let named: Vec<String> = named.collect();
        text.blank();
        text.sentence(format!(
            "{a} is preferred to {b} by {seen} centipawns: {}.",
            named.join(", ")
        ));
        if gap != seen {
            text.sentence(format!(
                "(At the ends of these lines it is {gap}: the search saw beyond these ends.)"
            ));
        }
    }
}
