//! PGN as openings, as whole games, and as results for ratings, packed, too; and positions of UCI and EPD.

#![no_main]
#![forbid(unsafe_code)]

use std::path::Path;

use engine_core::epd::EpdRecord;
use engine_core::game::{Game, position_from_fen};
use engine_core::notation::{fen_of, uci_move};
use match_stats::rate;
use match_stats::ratings::Advantage;
use openings::files::{self, FileError, FileFilter};
use openings::{Opening, OpeningError, ReadOptions, Source, games_of};
use report::pgn_results::{self, Collector, PgnItem};
use shakmaty::Position;
use shakmaty::san::SanPlus;

/// Games of an input that are checked in full.
const CLOSELY: usize = 8;
/// More players are not rated, as it takes long by nature.
const PLAYERS: usize = 30;

libfuzzer_sys::fuzz_target!(|input: &[u8]| check(input));

/// Reads the input as a file of games, compressed or not.
fn check(input: &[u8]) {
    let name = match input {
        [0x1f, 0x8b, ..] => "games.pgn.gz",
        [b'P', b'K', ..] => "games.zip",
        _ => "games.pgn",
    };
    let path = reading::file(name, input);
    let whole = as_games(&path);
    let some = as_openings(&path, None, &whole);
    as_openings(&path, Some(3), &whole);
    some.iter().for_each(written_and_read);
    as_results(&path);
    let text = String::from_utf8_lossy(input);
    let games = text.lines().filter_map(|line| Game::parse(line).ok());
    games.take(CLOSELY).for_each(|game| of_uci(&game));
    text.lines().for_each(of_epd);
}

/// A game is written and read again as the same, and its moves are the ones that shakmaty knows.
fn of_uci(game: &Game) {
    let position = game.position();
    let moves: Vec<String> = game.moves().iter().map(|&mv| uci_move(mv)).collect();
    let whole = format!("fen {} moves {}", fen_of(game.start()), moves.join(" "));
    let again = Game::parse(&whole).unwrap_or_else(|error| panic!("{whole}: {error}"));
    assert_eq!(fen_of(again.position()), fen_of(position));
    let (own, known) = (game.legal_moves(), position.legal_moves());
    assert_eq!(own.len(), known.len(), "{}", fen_of(position));
    assert!(own.iter().all(|mv| known.contains(mv)), "{}", fen_of(position));
}

/// Records that are read can be written again.
fn of_epd(line: &str) {
    let Ok(record) = EpdRecord::read(line) else {
        return;
    };
    let Ok(position) = position_from_fen(&record.fen) else {
        return;
    };
    let mut written = fen_of(&position);
    for (code, operand) in &record.operations {
        written += &format!(" {code} {operand};");
    }
    // An open quote has no end to write after.
    if written.matches('"').count() % 2 == 1 {
        return;
    }
    let again = EpdRecord::read(&written).unwrap_or_else(|fault| panic!("{written}: {fault}"));
    assert_eq!(again.operations, record.operations, "{written}");
}

/// The games; `None` for unusable ones.
fn as_games(path: &Path) -> Vec<Option<Opening>> {
    let mut games = Vec::new();
    // Games read before an error count.
    files::visit(path, FileFilter::GAMES, |text| {
        let read = games_of(&text.name, text.text, |shown| {
            games.push(shown.ok().map(|game| game.opening));
            Ok::<(), OpeningError>(())
        });
        read.ok();
        Ok::<(), FileError>(())
    })
    .ok();
    games
}

/// As a book: its openings are among the games, and are read twice as the same. Returns some of them.
fn as_openings(path: &Path, plies: Option<u32>, whole: &[Option<Opening>]) -> Vec<Opening> {
    let mut found = Vec::new();
    let Ok(Source::Book(book)) =
        openings::open(path, &ReadOptions { plies, ..ReadOptions::default() })
    else {
        return found;
    };
    // A book is the first member of an archive, and games are those of all.
    assert!(book.count <= whole.len());
    for (number, whole) in whole.iter().enumerate().take(book.count) {
        if let (None, Some(whole)) = (plies, whole) {
            assert_eq!(book.game(number).ok().as_ref(), Some(whole));
        }
        let Some(Ok(opening)) = book.openings().nth(number) else {
            continue;
        };
        assert_eq!(opening.already_over(), None);
        assert!(plies.is_none_or(|plies| opening.moves.len() <= plies as usize));
        assert_eq!(book.openings().nth(number).and_then(Result::ok).as_ref(), Some(&opening));
        if found.len() < CLOSELY {
            found.push(opening);
        }
    }
    found
}

/// An opening that is written as PGN is read as the same.
fn written_and_read(opening: &Opening) {
    let mut text = String::new();
    if let Some(fen) = opening.start_fen() {
        text += &format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n");
    }
    text.push('\n');
    let mut position = opening.start.clone();
    for &mv in &opening.moves {
        let number = position.fullmoves();
        let dots = position.turn().fold_wb(".", "...");
        let san = SanPlus::from_move_and_play_unchecked(&mut position, mv);
        text += &format!("{number}{dots} {san} {{a comment}} ");
    }
    text += "*\n";
    let path = reading::file("again.pgn", text.as_bytes());
    let Ok(Source::Book(book)) = openings::open(&path, &ReadOptions::default()) else {
        panic!("{text}");
    };
    let first = book.openings().next();
    let again = first.and_then(Result::ok).unwrap_or_else(|| panic!("{text}"));
    assert_eq!((book.count, &again.start), (1, &opening.start), "{text}");
    assert_eq!(again.moves, opening.moves, "{text}");
}

/// Players that are counted can be rated, and none gets more points than games.
fn as_results(path: &Path) {
    let mut collector = Collector::new(Vec::new());
    let mut counted = 0;
    let read = pgn_results::read(path, |_, shown| {
        if let PgnItem::Game(game) = shown {
            assert!(game.white_half_points <= 2 && game.white != game.black, "{game:?}");
            counted += u64::from(collector.add(game));
        }
    });
    if read.is_err() {
        return;
    }
    let collected = collector.finish().expect("nothing is merged");
    let met: u64 = collected.meetings.iter().flat_map(|m| m.by_colour()).flatten().sum();
    assert_eq!(met, counted);
    if collected.players.len() <= PLAYERS {
        let rated = rate(collected.players.len(), &collected.meetings, &[], Advantage::Estimated);
        assert_eq!(rated.players.len(), collected.players.len());
    }
}
