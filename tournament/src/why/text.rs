//! Why, for people.

use std::fmt::Write as _;

use engine_core::explain::centipawns;

use super::{Considered, Why};
use crate::report::column_width;

/// Terms named for a preference.
const NAMED: usize = 4;

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
    /// For people: the moves with their lines, the terms in which these end differently, and the reasons.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = format!(
            "{}, {} nodes a move; {} is to move in\n{}\n\n",
            self.evaluator, self.nodes, self.side, self.fen
        );
        let width = column_width(self.moves.iter().map(|considered| &considered.san));
        for considered in &self.moves {
            let (san, score) = (&considered.san, considered.score_text());
            let line = considered.line.join(" ");
            let depth = considered.depth;
            writeln!(text, "{san:width$}  {score:>7}  depth {depth:>2}  {line}").ok();
        }
        self.table(&mut text);
        for other in self.moves.iter().skip(1) {
            self.preference(other, &mut text);
        }
        text
    }

    /// The terms that differ, a column a move.
    fn table(&self, text: &mut String) {
        text.push('\n');
        let names = self.terms();
        let differs = |name: &&&str| {
            let mut values = self
                .moves
                .iter()
                .map(|considered| self.term(considered, name));
            let first = values.next();
            values.any(|value| Some(value) != first)
        };
        let different: Vec<&&str> = names.iter().filter(differs).collect();
        let width = column_width(different.iter()).max("the same in all".len());
        let mut row = |name: &str, cells: Vec<String>| {
            let cells: String = cells.iter().map(|cell| format!(" {cell:>9}")).collect();
            writeln!(text, "{name:width$} {}", cells.trim_end()).ok();
        };
        let heads = self.moves.iter().map(|considered| considered.san.clone());
        row("at the ends", heads.collect());
        for name in different {
            let cell = |considered| centipawns(self.term(considered, name));
            row(name, self.moves.iter().map(cell).collect());
        }
        let rest = |considered: &Considered| {
            let all = names.iter().filter(|name| !differs(name));
            all.map(|name| self.term(considered, name)).sum::<i32>()
        };
        if self.moves.iter().any(|considered| rest(considered) != 0) {
            let cells = self
                .moves
                .iter()
                .map(|considered| centipawns(rest(considered)));
            row("the same in all", cells.collect());
        }
        let total = |considered: &Considered| (self.sign() * considered.end.total).to_string();
        row("total", self.moves.iter().map(total).collect());
    }

    /// Why the first move is preferred to this one.
    fn preference(&self, other: &Considered, text: &mut String) {
        let best = &self.moves[0];
        let (a, b) = (&best.san, &other.san);
        let (Some(score), Some(other_score)) = (best.score, other.score) else {
            let (best, other) = (best.score_text(), other.score_text());
            writeln!(text, "\n{a} is preferred to {b}: {best}, and {b} {other}.").ok();
            return;
        };
        let (seen, gap) = (
            score - other_score,
            self.sign() * (best.end.total - other.end.total),
        );
        if seen == 0 {
            writeln!(text, "\n{a} and {b} are worth the same.").ok();
            return;
        }
        let named = self.reasons(other).into_iter().take(NAMED);
        let sign = |tenths: i32| if tenths > 0 { "+" } else { "" };
        let named = named.map(|r| format!("{} {}{}", r.term, sign(r.gain), centipawns(r.gain)));
        let named: Vec<String> = named.collect();
        writeln!(
            text,
            "\n{a} is preferred to {b} by {seen} centipawns: {}.",
            named.join(", ")
        )
        .ok();
        if gap != seen {
            writeln!(
                text,
                "(At the ends of these lines it is {gap}: the search saw further than they show.)"
            )
            .ok();
        }
    }
}
