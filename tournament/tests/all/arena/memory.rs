//! Memory grows neither with the number of games nor with that of openings.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;
use rusqlite::Connection;

use runner::store::{Store, StoreError};

use super::*;

/// Writes `count` different positions, at most 524,288: a piece on each of four ranks between the pawns.
fn write_book(to: &mut impl Write, count: usize) {
    for number in 0..count {
        let mut rest = number;
        let mut rank = |kinds: &[u8]| {
            let (file, kind) = (rest % 8, rest / 8 % kinds.len());
            rest /= 8 * kinds.len();
            let spaces = |n: usize| if n == 0 { String::new() } else { n.to_string() };
            let kind = char::from(kinds[kind]);
            format!("{}{kind}{}", spaces(file), spaces(7 - file))
        };
        let (three, four) = (rank(b"NBRQ"), rank(b"NR"));
        let (five, six) = (rank(b"nr"), rank(b"nbrq"));
        let turn = if rest == 0 { 'w' } else { 'b' };
        writeln!(to, "4k3/pppppppp/{six}/{five}/{four}/{three}/PPPPPPPP/4K3 {turn} - - 0 1").unwrap();
    }
}

/// Plays and returns the most memory that the process had at any time, in kilobytes.
fn peak(folder: &Path, book: &str) -> u64 {
    peak_of(folder, &format!("run small.toml --fresh --set openings.file={book}"))
}

/// The same for any command.
fn peak_of(folder: &Path, arguments: &str) -> u64 {
    let mut child = start(arena(folder, arguments));
    let status = format!("/proc/{}/status", child.id());
    let mut peak = 0;
    wait_until(&mut child, || {
        let status = fs::read_to_string(&status).unwrap_or_default();
        let line = status.lines().find(|line| line.starts_with("VmHWM:"));
        peak = line.and_then(|line| line.split_whitespace().nth(1)?.parse().ok()).unwrap_or(peak);
        false
    });
    child.wait_with_output().unwrap().ended(0);
    peak
}

#[test]
fn a_large_book_takes_little_memory() {
    let folder = folder_with(&SMALL.replace("nodes = 200", "nodes = 50"));
    let path = |name: &str| folder.join(name);
    write_book(&mut File::create(path("little.epd")).unwrap(), 1000);
    let large = 500_000;
    write_book(&mut BufWriter::new(File::create(path("large.epd")).unwrap()), large);
    let file = File::create(path("large.epd.gz")).unwrap();
    let mut packer = BufWriter::new(GzEncoder::new(file, Compression::fast()));
    write_book(&mut packer, large);
    packer.into_inner().unwrap().finish().unwrap();
    let little = peak(&folder, "little.epd");
    let size = fs::metadata(path("large.epd")).unwrap().len() / 1024;
    for book in ["large.epd", "large.epd.gz"] {
        let more = peak(&folder, book).saturating_sub(little);
        // The index takes half a megabyte; what is unpacked stays in memory up to 16.
        assert!(more < 20_000 && more < size * 3 / 4, "{book}: {more} of {size} kB");
    }
}

/// A process without room for a thread or for its data ends with a sentence, whichever thread it is, and loses no game.
#[cfg(target_os = "linux")]
#[test]
fn limits_of_processes_and_of_memory_end_in_a_sentence() {
    use std::os::unix::fs::PermissionsExt;
    use std::os::unix::process::CommandExt;

    let folder = Folder::new();
    fs::set_permissions(&folder, PermissionsExt::from_mode(0o777)).unwrap();
    let processes = [1, 3, 6].map(|most| format!("prlimit --nproc={most} --pid $$"));
    let memory = [40_000, 200_000, 300_000].map(|kilobytes| format!("ulimit -v {kilobytes}"));
    for limits in [processes, memory] {
        let mut refused = 0;
        for limits in limits {
            let line = "match otter material --games 8 --nodes 500 --threads 3 --fresh --out run";
            let mut command = arena_within(&folder, &limits, line);
            if rustix::process::geteuid().is_root() {
                // The system lets root have any number of processes, and counts those of one user.
                command.uid(54_321);
            }
            let output = command.output().unwrap();
            let message = stderr(&output);
            match output.status.code() {
                Some(0) => {}
                // It cannot run what is in the folder of another user.
                Some(126 | 127) => return,
                Some(2) if message.contains("error: ") && !message.contains("bug") => refused += 1,
                _ => panic!("{limits}: {}: {message}", output.status),
            }
            if let Ok(store) = Store::open_read_only(&folder.join("run")) {
                let visited: Result<(), StoreError> = store.visit(|game| {
                    assert_eq!(game.failure, None);
                    Ok(())
                });
                visited.unwrap();
            }
        }
        assert!(refused > 0);
    }
}

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

#[test]
fn five_thousand_games_take_no_more_than_five_hundred() {
    // The first run of a build finds the identities of the engines, and caches them.
    peak_of_games(2);
    let growth = peak_of_games(5_000).saturating_sub(peak_of_games(500));
    // Openings and finished games take a few bytes each.
    assert!(growth < 2_000, "{growth} kB more");
}

/// Games of a shard.
const GAMES: usize = 500;

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
    success(&folder, &format!("run small.toml --shard 1/{shards} --quiet"));
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
    stdout(&run(&folder, merge)).must_have(&[&format!("\"unchanged\":{shards}"), "\"missing\":[]"]);
    peak
}

#[test]
fn memory_does_not_grow_with_shards() {
    let (few, more) = (merged(2), merged(7));
    // The page packs the moves of 2,500 more games, 5 MB; the games themselves would take 13 MB.
    assert!(more < few + 10_000, "{few} and {more} kB");
}
