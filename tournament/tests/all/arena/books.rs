//! Books of openings as files.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;

use super::common::{
    Contents, Files, SMALL, arena, folder_with, results, start, stderr, success, wait_until,
};

/// Writes `count` different positions, at most 524,288: a piece on each of four ranks between the pawns.
pub(crate) fn write_book(to: &mut impl Write, count: usize) {
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
        writeln!(to, "4k3/pppppppp/{six}/{five}/{four}/{three}/PPPPPPPP/4K3 {turn} - - 0 1")
            .unwrap();
    }
}

/// Plays and returns the most memory that the process had at any time, in kilobytes.
#[cfg(target_os = "linux")]
pub(crate) fn peak(folder: &Path, book: &str) -> u64 {
    let arguments = format!("run small.toml --fresh --set openings.file={book}");
    peak_of(folder, &arguments)
}

/// The same for any command.
#[cfg(target_os = "linux")]
pub(crate) fn peak_of(folder: &Path, arguments: &str) -> u64 {
    let mut child = start(arena(folder, arguments));
    let status = format!("/proc/{}/status", child.id());
    let mut peak = 0;
    wait_until(&mut child, || {
        let status = fs::read_to_string(&status).unwrap_or_default();
        let line = status.lines().find(|line| line.starts_with("VmHWM:"));
        let number = line.and_then(|line| line.split_whitespace().nth(1)?.parse().ok());
        peak = number.unwrap_or(peak);
        false
    });
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", stderr(&output));
    peak
}

#[cfg(target_os = "linux")]
#[test]
fn a_large_book_takes_little_memory() {
    let folder = folder_with(&SMALL.replace("nodes = 600", "nodes = 50"));
    let path = |name: &str| folder.join(name);
    write_book(&mut File::create(path("little.epd")).unwrap(), 1000);
    let large = 500_000;
    let file = File::create(path("large.epd")).unwrap();
    write_book(&mut BufWriter::new(file), large);
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

/// Plays [`SMALL`] anew with these settings; returns its games, and the output.
fn played(folder: &Path, sets: &[&str]) -> (String, String) {
    let sets: String = sets.iter().map(|set| format!(" --set {set}")).collect();
    let output = success(folder, &format!("run small.toml --out x --fresh{sets}"));
    assert_eq!(results(&folder.join("x"))["games"], 12);
    let games = folder.read("x/games.pgn");
    (games, stderr(&output))
}

#[test]
fn games_are_openings_with_names() {
    let folder = folder_with(SMALL);
    let pgn = "[Opening \"Ruy Lopez\"]\n[ECO \"C60\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 *\n\n\
               [Event \"?\"]\n\n1. d4 d5 2. c4 *\n\n1. c4 *\n";
    folder.write("book.pgn", pgn);
    let in_order = ["openings.file=book.pgn", "openings.order=sequential"];
    let (games, _) = played(&folder, &in_order);
    assert_eq!(games.matches("[Opening \"Ruy Lopez\"]").count(), 6);
    let named = games.matches("[Opening ").count();
    assert_eq!(named, 6, "an unknown name is not a tag");
    let from_the_second = ["openings.start=2", "openings.plies=2"];
    let (games, _) = played(&folder, &[in_order, from_the_second].concat());
    assert_eq!(games.matches("\n1. d4 d5 2. ").count(), 6);
    assert_eq!(games.matches("\n1. c4 ").count(), 6);
}

#[test]
fn a_polyglot_book_is_played() {
    let folder = folder_with(SMALL);
    // Two lines: 1. e4 with weight 1 and 1. d4 with weight 2.
    let entry = |code: u16, weight: u16| {
        let mut entry = 0x463b_9618_1691_fc9c_u64.to_be_bytes().to_vec();
        entry.extend(code.to_be_bytes());
        entry.extend(weight.to_be_bytes());
        entry.extend([0; 4]);
        entry
    };
    let (e2e4, d2d4) = (12 << 6 | 28, 11 << 6 | 27);
    let bytes = [entry(e2e4, 1), entry(d2d4, 2)].concat();
    folder.write("book.bin", bytes);
    for order in ["sequential", "random"] {
        let order = format!("openings.order={order}");
        let (games, _) = played(&folder, &["openings.file=book.bin", &order]);
        let begin = |text: &str| games.matches(text).count();
        assert_eq!((begin("\n1. e4 "), begin("\n1. d4 ")), (6, 6));
    }
}

#[test]
fn the_same_position_twice_is_one_opening_with_a_message() {
    let folder = folder_with(SMALL);
    let pgn = "1. e4 e5 *\n\n1. e4 e5 2. Nf3 Nf6 3. Ng1 Ng8 *\n\n1. d4 *\n";
    folder.write("book.pgn", pgn);
    let in_order = ["openings.file=book.pgn", "openings.order=sequential"];
    let (_, printed) = played(&folder, &in_order);
    printed.must_have(&["1 opening repeats the position of another"]);
}
