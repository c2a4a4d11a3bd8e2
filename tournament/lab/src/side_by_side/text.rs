//! A comparison as text.

use std::ops::Range;

use engine_core::evaluation::Evaluation;
use engine_core::explain::centipawns;
use engine_core::rule::Aspect;

use report::Document;

use super::{Comparison, Disagreement, difference, names_of};

/// Terms named for the widest disagreement.
const NAMED: usize = 3;
/// The headings of the terms and of their worth.
const TITLES: [&str; 2] = ["White less Black", "in Michniewski centipawns"];
/// The narrowest column of numbers.
const NARROWEST: usize = 9;

impl Comparison {
    /// Each evaluator term by term, then all side by side in lines of `width` characters, as many beside
    /// each other as fit, then where they disagree.
    #[must_use]
    pub fn document(&self, width: usize) -> Document {
        let mut text = Document::new();
        for evaluation in &self.evaluations {
            for line in evaluation.table(width).lines() {
                text.row(line);
            }
            text.blank();
        }
        let mut first = 0;
        while first < self.evaluations.len() {
            let block = Block::of(self, first, width);
            block.terms(&mut text);
            block.michniewski(&mut text);
            first = block.columns.end;
        }
        self.widest(&mut text);
        text
    }

    fn widest(&self, text: &mut Document) {
        let Some(Disagreement { high, low, gap, aspects, terms, .. }) = &self.disagreement else {
            text.sentence("All agree.");
            return;
        };
        let aspects = aspects.iter().map(|(a, by)| format!("{} {by:+}", a.name()));
        let terms = terms.iter().take(NAMED);
        let terms = terms.map(|(name, by)| format!("{name} {by:+}"));
        text.sentence(format!("{high} likes White's position {gap} Michniewski centipawns better than {low} does: {}; most of \
             it from {}",
            aspects.collect::<Vec<_>>().join(", "),
            terms.collect::<Vec<_>>().join(", ")));
    }
}

/// As many evaluators as there is room for beside each other.
struct Block<'a> {
    of: &'a Comparison,
    columns: Range<usize>,
    /// Characters for the names of terms.
    names: usize,
    /// Characters of a line.
    line: usize,
}

impl<'a> Block<'a> {
    /// The evaluators from the place `first` on, at least one.
    fn of(of: &'a Comparison, first: usize, width: usize) -> Block<'a> {
        let block = |end: usize| {
            let here: Vec<&Evaluation> = of.evaluations[first..end].iter().collect();
            let terms = Aspect::ALL.map(|aspect| names_of(aspect, &here));
            let longest = terms.iter().flatten().map(|name| 2 + name.len()).max();
            Block {
                of,
                columns: first..end,
                line: width,
                names: longest.unwrap_or(0).max(TITLES[0].len()).max(TITLES[1].len()),
            }
        };
        let ends = (first + 2..=of.evaluations.len()).map(block);
        let fits = ends.take_while(|block| block.width() <= width);
        fits.last().unwrap_or_else(|| block(first + 1))
    }

    fn width(&self) -> usize {
        self.names + self.width_of_cells()
    }

    fn width_of_cells(&self) -> usize {
        self.columns.clone().map(|at| self.cell(at)).sum()
    }

    /// Characters for an evaluator's column, with the space before it.
    fn cell(&self, at: usize) -> usize {
        1 + self.of.evaluations[at].evaluator.len().max(NARROWEST)
    }

    /// A row; where not even one evaluator has room beside the names, a long name has its own line.
    fn row(&self, text: &mut Document, name: &str, cell: impl Fn(usize) -> String) {
        let columns = self.columns.clone();
        let cells = columns.map(|at| format!("{:>1$}", cell(at), self.cell(at)));
        let cells: String = cells.collect();
        let cells = cells.trim_start();
        let room = self.names + self.width_of_cells() - cells.chars().count();
        let short = self.line.saturating_sub(cells.chars().count());
        if name.chars().count() < room.min(short) {
            let room = room.min(short);
            text.row(format!("{name:room$}{cells}").trim_end());
        } else {
            text.row(name);
            if !cells.is_empty() {
                text.row(format!("{cells:>0$}", self.line.min(self.width())));
            }
        }
    }

    fn heads(&self, text: &mut Document, title: &str) {
        self.row(text, title, |at| self.of.evaluations[at].evaluator.to_owned());
    }

    /// Each aspect with its terms, in each evaluator's own centipawns.
    fn terms(&self, text: &mut Document) {
        let all = &self.of.evaluations;
        let here: Vec<&Evaluation> = all[self.columns.clone()].iter().collect();
        self.heads(text, TITLES[0]);
        for aspect in Aspect::ALL {
            let names = names_of(aspect, &here);
            if names.is_empty() {
                continue;
            }
            self.row(text, &aspect.name().to_uppercase(), |at| {
                centipawns(all[at].breakdown.of_aspect(aspect))
            });
            for name in names {
                self.row(text, &format!("  {name}"), |at| {
                    difference(&all[at], name).map_or_else(|| "-".to_owned(), centipawns)
                });
            }
        }
        self.row(text, "total", |at| all[at].total.to_string());
        text.blank();
    }

    /// Each aspect in Michniewski centipawns.
    fn michniewski(&self, text: &mut Document) {
        self.heads(text, TITLES[1]);
        for row in &self.of.aspects {
            self.row(text, row.aspect.name(), |at| {
                format!("{:.0}", row.michniewski[at].round() + 0.0)
            });
        }
        self.row(text, "total", |at| self.of.michniewski_totals[at].to_string());
        self.row(text, "own ones for one", |at| format!("{:.2}", self.of.scales[at]));
        text.blank();
    }
}
