//! Memory does not grow with the number of games.

use std::fs::File;
use std::io::BufWriter;

use crate::books::{peak, write_book};
use crate::common::folder_with;

/// Two engines that answer at once, and games of a single move.
fn instant(pairs: usize) -> String {
    format!(
        "[run]\nname = \"small\"\nformat = \"match\"\npairs = {pairs}\nhash = 1\n\
         [limits]\nnodes = 1\n[adjudication]\nmax_moves = 1\n\
         [[engine]]\nevaluator = \"material\"\n[[engine]]\nevaluator = \"otter\"\n"
    )
}

/// The peak memory of this many games, in kilobytes.
fn peak_of(games: usize) -> u64 {
    let folder = folder_with(&instant(games / 2));
    let book = File::create(folder.join("book.epd")).unwrap();
    write_book(&mut BufWriter::new(book), games / 2);
    peak(&folder, "book.epd")
}

/// Kilobytes that `more` games took beyond those that `few` did.
fn growth(few: usize, more: usize) -> u64 {
    // The first run of a build finds the identities of the engines, and caches them.
    peak_of(2);
    peak_of(more).saturating_sub(peak_of(few))
}

#[test]
fn ten_thousand_games_take_no_more_than_one_thousand() {
    // Openings and finished games take a few bytes each.
    let growth = growth(1_000, 10_000);
    assert!(growth < 3_000, "{growth} kB more");
}

/// `cargo test -p tournament --test arena a_million -- --ignored --nocapture`
#[test]
#[ignore = "takes minutes"]
fn a_million_games_take_no_more_than_a_few_bytes_each() {
    let growth = growth(10_000, 1_000_000);
    println!("a million games took {growth} kB more than ten thousand");
    assert!(growth < 64_000, "{growth} kB more");
}
