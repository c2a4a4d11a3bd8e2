//! `evalarena blunders import`.

use std::path::PathBuf;

use clap::Args;
use lab::blunders::{Added, Blunder, BlunderError, Book};
use lab::suite::read;
use serde_json::json;

use super::BookArgument;

/// Put the positions of EPD files into the book
#[derive(Args)]
#[command(
    long_about = "Adds all positions of EPD files to the book with their best moves (bm), moves to avoid (am) and \
        names (id): all, or none if anything is wrong. Moves of positions that are in the book already are \
        added to their lines. The book is itself EPD, so there is no export."
)]
pub(super) struct BlundersImportArgs {
    /// The EPD files
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    #[command(flatten)]
    book: BookArgument,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &BlundersImportArgs) -> anyhow::Result<()> {
    let positions = read(&arguments.files, None, |repair| {
        crate::cli::remark(&format!("warning: {repair}"));
    })?;
    let path = &arguments.book.book;
    let added = Book::update(path, |book| {
        let mut added = Vec::new();
        for test in &positions {
            if test.goal.best.is_empty() && test.goal.avoid.is_empty() {
                let place = format!("{}:{}", test.file, test.line);
                return Err(BlunderError::OtherGoal(place));
            }
            added.push(book.add(&Blunder {
                position: test.position().clone(),
                best: test.goal.best.clone(),
                avoid: test.goal.avoid.clone(),
                id: test.id.clone(),
                note: None,
                score: None,
            })?);
        }
        Ok(added)
    })?;
    let count = |what| added.iter().filter(|&&added| added == what).count();
    let [new, merged, known] = [Added::New, Added::Merged, Added::Known].map(count);
    let book = path.display();
    if arguments.json {
        let counts =
            json!({ "book": book.to_string(), "new": new, "merged": merged, "known": known });
        return crate::cli::print_json(&counts);
    }
    crate::cli::print(&format!(
        "{book}: {new} added, {merged} added to lines of the same position, {known} there already\n"
    ))
}
