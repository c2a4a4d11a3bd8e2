//! The list of evaluations: what is known of each beside its ratings.

use super::NAME_WIDTH;
use super::sheet::{FACTS, list_notes};
use crate::columns::{Column, Columns};
use crate::document::Document;
use crate::numbers::cut;
use crate::results::Results;

/// Adds years, kinds, prices and explained variances, and how the list is to be read.
pub(super) fn add_list(results: &Results, ranking: &[usize], line: usize, to: &mut Document) {
    let engines = || ranking.iter().map(|&index| &results.engines[index]);
    let mut facts = FACTS.to_vec();
    facts.retain(|(_, _, cell)| engines().any(|engine| !cell(engine).is_empty()));
    let columns =
        facts.iter().map(
            |&(title, is_text, _)| {
                if is_text { Column::left(title).cut() } else { Column::right(title) }
            },
        );
    let mut table = Columns::new([Column::left("Engine").cut()].into_iter().chain(columns));
    for engine in engines() {
        let mut cells = vec![cut(&engine.name, NAME_WIDTH)];
        cells.extend(facts.iter().map(|(_, _, cell)| cell(engine)));
        table.cells(cells);
    }
    to.append(table.document(line));
    to.blank();
    for note in list_notes(results) {
        to.sentence(note);
    }
    to.blank();
}
