//! Merges of very many games: shards are made of a played one, with other numbers.

use std::fs::{self, File};
use std::io::BufWriter;
use std::path::Path;
use std::time::Instant;

use rusqlite::Connection;

use crate::books::{peak_of, write_book};
use crate::common::{Contents, Folder, folder_with, run, stdout, stored, success};

/// Games of a shard.
const GAMES: usize = 1_000;

/// A run of `shards` shards, of which the first is played and the others are like it.
fn with_shards(shards: usize, nodes: u32) -> Folder {
    let pairs = shards * GAMES / 2;
    let folder = folder_with(&format!(
        "[run]\nname = \"large\"\nformat = \"match\"\npairs = {pairs}\n[limits]\nnodes = {nodes}\n\
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
fn merged(folder: &Folder, shards: usize) -> u64 {
    let began = Instant::now();
    let merge = "merge runs/large --no-reports --json --quiet";
    let peak = peak_of(folder, merge);
    let seconds = began.elapsed().as_secs_f64();
    let games = shards * GAMES;
    assert_eq!(stored(&folder.join("runs/large")), games);
    let began = Instant::now();
    let again = run(folder, merge);
    let shown = stdout(&again);
    shown.must_have(&[&format!("\"unchanged\":{shards}"), "\"missing\":[]"]);
    println!(
        "{games} games of {shards} shards: {:.0} games a second, {peak} kB; again: {:.2} s",
        games as f64 / seconds,
        began.elapsed().as_secs_f64(),
    );
    peak
}

#[test]
fn memory_does_not_grow_with_shards() {
    let few = merged(&with_shards(2, 1), 2);
    let more = merged(&with_shards(12, 1), 12);
    assert!(more < few + 2_000, "{few} and {more} kB");
}

/// `cargo test --release -p tournament --test arena a_thousand_shards -- --ignored --nocapture`
#[test]
#[ignore = "takes minutes, and eight gigabytes of disk"]
fn a_thousand_shards_of_a_thousand_games_merge_in_flat_memory() {
    let few = merged(&with_shards(30, 200), 30);
    let more = merged(&with_shards(1_000, 200), 1_000);
    assert!(more < few + 8_000, "{few} and {more} kB");
}

#[test]
fn a_shard_that_counted_mates_by_black_a_move_short_is_corrected() {
    // Games enough that Black is mated in one of them.
    let played_out =
        crate::common::SMALL.replace("resign = { moves = 4, score = 900, both = true }", "");
    let folder = folder_with(&played_out.replace("pairs = 2", "pairs = 6"));
    let shard = |part: &str| {
        let words = format!("run small.toml --quiet --shard {part}");
        success(&folder, &words);
    };
    shard("1/2");
    shard("2/2");
    let of_run = folder.join("runs/small");
    let database = of_run.join("shards/2-of-2/run.sqlite");
    let connection = Connection::open(&database).unwrap();
    let right = moves_of(&connection);
    // As the layout before this one kept them.
    let mut short = 0;
    for (game, start, moves) in &right {
        let mut moves: serde_json::Value = serde_json::from_str(moves).unwrap();
        for (ply, mv) in moves.as_array_mut().unwrap().iter_mut().enumerate() {
            let by_black = (start + ply) % 2 == 1;
            if let Some(mate) = mv[1]["mate"].as_i64().filter(|&mate| by_black && mate < 0) {
                mv[1]["mate"] = (mate + 1).into();
                short += 1;
            }
        }
        let sql = "UPDATE games SET moves = ?1 WHERE game = ?2";
        connection.execute(sql, (moves.to_string(), game)).unwrap();
    }
    assert!(short > 0, "Black gave no mate");
    connection.pragma_update(None, "user_version", 2).unwrap();
    drop(connection);
    success(&folder, "merge runs/small");
    let merged = moves_of(&Connection::open(of_run.join("run.sqlite")).unwrap());
    for game in &right {
        assert!(merged.contains(game), "game {}", game.0);
    }
}

/// Each game with the plies of its book and its moves as they are kept.
fn moves_of(connection: &Connection) -> Vec<(i64, usize, String)> {
    let sql = "SELECT game, book_moves, moves FROM games";
    let mut statement = connection.prepare(sql).unwrap();
    let games = statement.query_map([], |row| {
        let book: String = row.get(1)?;
        Ok((row.get(0)?, book.split_whitespace().count(), row.get(2)?))
    });
    games.unwrap().map(Result::unwrap).collect()
}
