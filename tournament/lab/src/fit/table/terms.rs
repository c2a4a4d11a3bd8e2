//! The terms of an evaluator.

use crate::fit::multipliers::{FEWEST_GAMES, Term};
use report::{Column, Columns, Document};

/// A row a term, with what the columns mean.
pub(super) fn terms(name: &str, terms: &[Term], width: usize) -> Document {
    let mut columns = Columns::new([
        Column::left("term").gap(0).cut(),
        Column::right("fires").least(7),
        Column::right("size").least(7).goes(1),
        Column::right("where").least(7).goes(2),
        Column::right("multiplier"),
        Column::right("95 %").least(16),
    ]);
    for term in terms {
        let found = term.multiplier;
        columns.row([
            term.term.to_owned(),
            format!("{:.1}%", 100.0 * term.fires),
            format!("{:.1}", term.size),
            format!("{:.1}", term.size_where_it_fires),
            found.map_or(String::new(), |found| format!("{:.2}", found.value)),
            found.map_or(String::new(), |found| format!("[{:.2}, {:.2}]", found.low, found.high)),
        ]);
    }
    let mut document = Document::new();
    document.blank();
    document.sentence(format!("{name}, term by term"));
    document.blank();
    document.append(columns.document(width));
    document.blank();
    document.sentence(format!(
        "How often a term fires, by how many of the evaluator's centipawns it moves the value, on the mean of all \
         positions and of those where it fires, and the factor on it that predicts all results best, all other terms as \
         they are: 1 is right, 0 is without information, below 0 misleads. None in fewer than {FEWEST_GAMES} games, nor if \
         there is no other term."
    ));
    document
}
