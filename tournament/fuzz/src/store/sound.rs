//! Checks that a database is read soundly.

use std::fs;
use std::path::Path;

use config::Format;
use players::record::GameRecord;
use report::pgn_results;
use report::{Canvas, ResultsBuilder, WIDEST, results_table, write_reports};
use runner::merge::merge;
use runner::run::{OpenRun, Run};
use runner::store::{Store, StoreError};

/// More games than any of the tournaments has.
const GAMES: usize = 40;

/// As a store: with and without moves the games are the same.
pub(super) fn by_itself(folder: &Path) {
    let store = match Store::open_read_only(folder) {
        Ok(store) => store,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    store.count().ok();
    store.finished(GAMES).ok();
    store.is_complete(GAMES).ok();
    let (mut with, mut without) = (Vec::new(), Vec::new());
    let whole = store.visit(|game| keep(&mut with, game));
    let bare = store.visit_without_moves(|game| keep(&mut without, game));
    if whole.is_ok() && bare.is_ok() {
        for game in &mut with {
            game.moves.clear();
            game.book_moves.clear();
        }
        assert_eq!(with, without);
    }
}

fn keep(games: &mut Vec<GameRecord>, game: GameRecord) -> Result<(), StoreError> {
    games.push(game);
    Ok(())
}

/// As a shard: a merged run can be read, and every game of it can be written.
pub(super) fn as_a_shard(folder: &Path) {
    let run = crate::empty_folder("merged");
    let merged = match merge(&run, &[folder.to_owned()], |_| ()) {
        Ok(merged) => merged,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    let results = write_reports(&merged.run, || ()).unwrap_or_else(|error| panic!("{error}"));
    let stored = merged.run.store.count().expect("it has just been read");
    assert_eq!(results.games, stored as u64);
    assert_eq!(stored, merged.summary.added);
    let is_swiss = matches!(merged.run.config.run.format, Format::Swiss { .. });
    if !merged.summary.refused.is_empty() && !is_swiss {
        assert_eq!(stored, 0, "of a shard all games are taken or none");
    }
}

/// As the run that it was: each game is written so that other readers find it as it is stored.
pub(super) fn as_a_run(opened: OpenRun, folder: &Path, anything: bool) {
    let table = |results: &_| {
        let table = results_table(results, Canvas::plain(WIDEST));
        assert!(!table.to_string().is_empty());
    };
    match ResultsBuilder::begun(opened.plan(), opened.store()) {
        Ok(begun) => table(&begun.results()),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    let run = opened.close();
    let results = match write_reports(&run, || ()) {
        Ok(results) => results,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    table(&results);
    let mut games = Vec::new();
    let all = run.store.visit(|game| keep(&mut games, game));
    if all.is_err() || anything {
        return;
    }
    assert_eq!(results.games, games.len() as u64);
    assert!(results.games <= results.planned_games);
    let text = fs::read(folder.join("results.json")).expect("it has just been written");
    let _: serde_json::Value = serde_json::from_slice(&text).expect("JSON");
    read_by_others(&run, folder, &games);
}

/// By the readers for ratings and for positions.
fn read_by_others(run: &Run, folder: &Path, games: &[GameRecord]) {
    let path = folder.join("games.pgn");
    let text = || fs::read_to_string(&path).unwrap_or_default();
    let name = |engine: usize| run.config.engines[engine].name.as_str();
    let mut rated = Vec::new();
    let read = pgn_results::read(&path, None, |_, shown| match shown {
        pgn_results::PgnItem::Game(game) => rated.push(game),
        other => panic!("{other:?}\n{}", text()),
    });
    read.unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(rated.len(), games.len(), "{}", text());
    for (own, other) in games.iter().zip(&rated) {
        let half_points = own.outcome.white_half_points();
        assert_eq!((name(own.white), name(own.black)), (&*other.white, &*other.black));
        assert_eq!(half_points, other.white_half_points, "{}", text());
    }
    let mut whole = Vec::new();
    let read = openings::games_of("games.pgn", text().as_bytes(), |shown| {
        match shown {
            openings::GameEvent::Game(game) => whole.push(*game),
            other => panic!("{other:?}\n{}", text()),
        }
        Ok::<(), openings::OpeningError>(())
    });
    // A file without games is none of games.
    assert!(read.is_ok() || games.is_empty());
    assert_eq!(whole.len(), games.len(), "{}", text());
    for (own, other) in games.iter().zip(&whole) {
        let moves = own.book_moves.iter().chain(own.moves.iter().map(|mv| &mv.uci));
        let count = moves.count();
        assert_eq!(other.opening.moves.len(), count, "{}", text());
        assert_eq!(other.white_half_points, own.outcome.white_half_points());
    }
}
