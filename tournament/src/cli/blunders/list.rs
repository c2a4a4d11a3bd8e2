//! `tournament blunders list`.

use clap::Args;
use serde::Serialize;
use tournament::blunders::{Book, key};
use tournament::report::column_width;

use super::BookArgument;

/// Show what is in the book
#[derive(Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    book: BookArgument,

    /// One JSON array
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Row {
    line: usize,
    id: String,
    goal: String,
    position: String,
}

/// Shows it.
pub(super) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let book = Book::load(&arguments.book.book)?;
    let rows: Vec<Row> = book
        .positions()
        .iter()
        .map(|test| Row {
            line: test.line,
            id: test.id.clone(),
            goal: test.goal.text(test.position()),
            position: key(test.position()),
        })
        .collect();
    if arguments.json {
        return crate::cli::print(&(serde_json::to_string(&rows)? + "\n"));
    }
    let id = column_width(rows.iter().map(|row| &row.id));
    let goal = column_width(rows.iter().map(|row| &row.goal));
    let lines = rows.iter().map(|row| {
        let Row {
            line,
            id: name,
            goal: what,
            position,
        } = row;
        format!("{line:>4}  {name:<id$}  {what:<goal$}  {position}\n")
    });
    crate::cli::print(&lines.collect::<String>())
}
