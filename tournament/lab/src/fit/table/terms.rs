//! The terms of an evaluator.

use crate::fit::multipliers::{FEWEST_GAMES, Term};
use report::{Column, Columns};

/// A row a term, with what the columns mean.
pub(super) fn terms(name: &str, terms: &[Term], width: usize) -> String {
    let mut columns = Columns::new([
        Column::left("term").gap(0).cut(),
        Column::right("speaks").least(7),
        Column::right("size").least(7).goes(1),
        Column::right("where").least(7).goes(2),
        Column::right("multiplier"),
        Column::right("95 %").least(16),
    ]);
    for term in terms {
        let found = term.multiplier;
        columns.row([
            term.term.to_owned(),
            format!("{:.1}%", 100.0 * term.speaks),
            format!("{:.1}", term.size),
            format!("{:.1}", term.size_where_it_speaks),
            found.map_or(String::new(), |found| format!("{:.2}", found.value)),
            found.map_or(String::new(), |found| {
                format!("[{:.2}, {:.2}]", found.low, found.high)
            }),
        ]);
    }
    format!(
        "\n{name}, term by term\n\n{}\nHow often a term speaks, by how many of the evaluator's centipawns it moves \
         the value, on the mean of all positions and of those where it speaks, and the factor on it that foretells all \
         results best, all other terms as they are: 1 is right, 0 says nothing, below 0 misleads. None in fewer than \
         {FEWEST_GAMES} games, nor if there is no other term.\n",
        columns.text(width)
    )
}
