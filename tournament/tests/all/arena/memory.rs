//! Memory does not grow with the number of games.

use std::fs::{self, File};
use std::io::BufWriter;
use std::path::Path;

use rusqlite::Connection;

use super::books::{peak, peak_of, write_book};
use super::common::{Contents, Folder, folder_with, run, stdout, stored, success};

/// Two engines that answer at once, and games of a single move.
fn instant(pairs: usize) -> String {
    format!(
        "[run]\nname = \"small\"\nformat = \"match\"\npairs = {pairs}\nhash = 1\n\
         [limits]\nnodes = 1\n[adjudication]\nmax_moves = 1\n\
         [[engine]]\nevaluator = \"material\"\n[[engine]]\nevaluator = \"otter\"\n"
    )
}

/// The peak memory of this many games, in kilobytes.
fn peak_of_games(games: usize) -> u64 {
    let folder = folder_with(&instant(games / 2));
    let book = File::create(folder.join("book.epd")).unwrap();
    write_book(&mut BufWriter::new(book), games / 2);
    peak(&folder, "book.epd")
}

/// Kilobytes that `more` games took beyond those that `few` did.
fn growth(few: usize, more: usize) -> u64 {
    // The first run of a build finds the identities of the engines, and caches them.
    peak_of_games(2);
    peak_of_games(more).saturating_sub(peak_of_games(few))
}

#[test]
fn ten_thousand_games_take_no_more_than_one_thousand() {
    // Openings and finished games take a few bytes each.
    let growth = growth(1_000, 10_000);
    assert!(growth < 3_000, "{growth} kB more");
}

/// `cargo test -p tournament --test all a_million -- --ignored --nocapture`
#[test]
#[ignore = "takes minutes"]
fn a_million_games_take_no_more_than_a_few_bytes_each() {
    let growth = growth(10_000, 1_000_000);
    println!("a million games took {growth} kB more than ten thousand");
    assert!(growth < 64_000, "{growth} kB more");
}

/// Games of a shard.
const GAMES: usize = 1_000;

/// A run of `shards` shards, of which the first is played and the others are like it.
fn with_shards(shards: usize) -> Folder {
    let pairs = shards * GAMES / 2;
    let folder = folder_with(&format!(
        "[run]\nname = \"large\"\nformat = \"match\"\npairs = {pairs}\n[limits]\nnodes = 1\n\
         [openings]\nfile = \"book.epd\"\norder = \"sequential\"\n[adjudication]\nmax_moves = 200\n\
         [[engine]]\nevaluator = \"michniewski\"\n[[engine]]\nevaluator = \"otter\"\n"
    ));
    let book = File::create(folder.join("book.epd")).unwrap();
    write_book(&mut BufWriter::new(book), pairs);
    let part = format!("run small.toml --shard 1/{shards} --quiet");
    success(&folder, &part);
    // The games of the others are those of the first, and not from the openings of their places.
    fs::remove_file(folder.join("book.epd")).unwrap();
    let parts = folder.join("runs/large/shards");
    let width = shards.to_string().len();
    let name = |number: usize| parts.join(format!("{number:0width$}-of-{shards}"));
    assert_eq!(stored(&name(1)), GAMES);
    for number in 2..=shards {
        copy(&name(1), &name(number), number - 1);
    }
    folder
}

/// Makes the shard that is `after` places after the first.
fn copy(first: &Path, shard: &Path, after: usize) {
    fs::create_dir(shard).unwrap();
    let database = shard.join("run.sqlite");
    fs::copy(first.join("run.sqlite"), &database).unwrap();
    let connection = Connection::open(&database).unwrap();
    connection.pragma_update(None, "synchronous", "OFF").unwrap();
    let (games, pairs) = (after * GAMES, after * GAMES / 2);
    let sql = format!(
        "UPDATE games SET game = -1 - game;
         UPDATE games SET game = {games} - 1 - game, pair = pair + {pairs}, opening = opening + {pairs};"
    );
    connection.execute_batch(&sql).unwrap();
}

/// Merges all of it, and again; returns the most kilobytes that it took.
fn merged(shards: usize) -> u64 {
    let folder = with_shards(shards);
    let merge = "merge runs/large --json --quiet";
    let peak = peak_of(&folder, merge);
    assert_eq!(stored(&folder.join("runs/large")), shards * GAMES);
    let again = stdout(&run(&folder, merge));
    again.must_have(&[&format!("\"unchanged\":{shards}"), "\"missing\":[]"]);
    peak
}

#[test]
fn memory_does_not_grow_with_shards() {
    let (few, more) = (merged(2), merged(12));
    // The page packs the moves of ten thousand more games, 20 MB; the games themselves would take 50 MB.
    assert!(more < few + 30_000, "{few} and {more} kB");
}
