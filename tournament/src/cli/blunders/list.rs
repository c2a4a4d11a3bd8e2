//! `evalarena blunders list`.

use clap::Args;
use lab::blunders::{Book, key};
use report::{Column, Columns, Document};
use serde::Serialize;

use super::BookArgument;

/// Show what is in the book
#[derive(Args)]
pub(super) struct BlundersListArgs {
    #[command(flatten)]
    book: BookArgument,

    /// One JSON array
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct BlundersListRow {
    line: usize,
    id: String,
    goal: String,
    position: String,
}

pub(super) fn run(arguments: &BlundersListArgs) -> anyhow::Result<()> {
    let book = Book::load(&arguments.book.book)?;
    let rows: Vec<BlundersListRow> = book
        .positions()
        .iter()
        .map(|test| BlundersListRow {
            line: test.line,
            id: test.id.clone(),
            goal: test.goal.text(test.position()),
            position: key(test.position()),
        })
        .collect();
    if arguments.json {
        return crate::cli::print_json(&rows);
    }
    crate::cli::show(table(&rows, crate::cli::line_width_if_said()))
}

/// One line per position; without enough room, the position is on the next line.
fn table(rows: &[BlundersListRow], width: usize) -> Document {
    let columns = |below: bool| {
        let mut columns = Columns::new([
            Column::right("").gap(0).least(4),
            Column::left("").cut(),
            Column::left("").cut(),
            Column::left(""),
        ]);
        for row in rows {
            let position = if below { String::new() } else { row.position.clone() };
            columns.row([row.line.to_string(), row.id.clone(), row.goal.clone(), position]);
            if below {
                columns.words(row.position.clone());
            }
        }
        columns.document(if below { width } else { usize::MAX })
    };
    let text = columns(false);
    if text.to_string().lines().all(|line| line.chars().count() <= width) {
        text
    } else {
        columns(true)
    }
}
