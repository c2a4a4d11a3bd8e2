//! The database of a run, with arbitrary rows: reading it returns an error or sound data.
//!
//! The first line's digits are the tournament and whether its tables keep to their types (0) or take
//! anything (1). Each line that follows changes the database of a tournament that was played:
//!
//! ```text
//! games 3 white i 99        a column of a row: n, i NUMBER, r NUMBER, t TEXT or b BYTES
//! failures 3 detail t text  the same; the row is made if there is none
//! meta 0 versions t {}      a text of that name
//! delete games 3
//! poke 4100 255             a byte of the file
//! ```

#![no_main]
#![forbid(unsafe_code)]

use std::fs;
use std::path::Path;
use std::str::from_utf8;
use std::sync::LazyLock;

use config::{Config, Format};
use evaluators::registry;
use players::record::GameRecord;
use reading::{choices, empty_folder, file};
use report::pgn_results;
use report::{Canvas, ResultsBuilder, WIDEST, results_table, write_reports};
use runner::merge::merge;
use runner::run::{Begin, OpenRun, Run, Tournament};
use runner::store::{DATABASE, Store, StoreError};
use rusqlite::types::Value;
use rusqlite::{Connection, params};

/// The maximum of lines that count.
const LINES: usize = 40;

// The tournaments are played before the time of an input is taken.
libfuzzer_sys::fuzz_target!(init: { LazyLock::force(&FIXTURES); }, |input: &[u8]| check(input));

/// Changes a database, and reads it with every reader.
fn check(input: &[u8]) {
    let ([tournament, loose], changes) = choices(input);
    let loose = loose % 2 == 1;
    let fixture = &FIXTURES[tournament % FIXTURES.len()];
    let folder = empty_folder("run");
    let database = folder.join(DATABASE);
    let whole = if loose { &fixture.loose } else { &fixture.strict };
    fs::write(&database, whole).expect("a file that can be written");
    // With bytes or types of any kind it may have contents that no run could write.
    let anything = change(&database, changes) || loose;
    by_itself(&folder);
    as_a_shard(&folder);
    if let Some(opened) = fixture.reopened(&folder) {
        as_a_run(opened, &folder, anything);
    }
}

/// Applies the lines, and skips those without a meaning; true if bytes were changed.
fn change(database: &Path, changes: &[u8]) -> bool {
    let lines = || changes.split(|&byte| byte == b'\n').take(LINES);
    let connection = Connection::open(database).expect("a database that was played");
    // Changes that the tables refuse have no effect.
    lines().for_each(|line| {
        change_row(&connection, line);
    });
    drop(connection);
    let mut bytes = fs::read(database).expect("a database that was played");
    let pokes: Vec<(usize, u8)> = lines().filter_map(poke).collect();
    for &(place, byte) in &pokes {
        let length = bytes.len();
        bytes[place % length] = byte;
    }
    fs::write(database, bytes).expect("a file that can be written");
    !pokes.is_empty()
}

fn poke(line: &[u8]) -> Option<(usize, u8)> {
    let mut words = from_utf8(line).ok()?.split_whitespace();
    let is_poke = words.next()? == "poke";
    let numbers = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
    is_poke.then_some(numbers)
}

/// Changes or deletes a row; `None` if the line is empty, or the table refuses the change.
fn change_row(connection: &Connection, line: &[u8]) -> Option<()> {
    let mut words = line.splitn(4, |&byte| byte == b' ');
    let mut word = || from_utf8(words.next()?).ok();
    let (first, row, column) = (word()?, word()?, word()?);
    let is_table = |name| ["games", "failures", "meta"].contains(&name);
    if first == "delete" {
        let sql = is_table(row).then(|| format!("DELETE FROM {row} WHERE rowid = ?1"))?;
        return connection.execute(&sql, [column]).ok().map(drop);
    }
    let value = value(words.next()?)?;
    if !is_table(first) || !column.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_') {
        return None;
    }
    if first == "meta" {
        connection.execute("DELETE FROM meta WHERE key = ?1", [column]).ok()?;
        let sql = "INSERT INTO meta VALUES (?1, ?2)";
        return connection.execute(sql, params![column, value]).ok().map(drop);
    }
    let row: i64 = row.parse().ok()?;
    if first == "failures" {
        let made = "INSERT INTO failures SELECT ?1, '', '' WHERE NOT EXISTS \
                    (SELECT * FROM failures WHERE game = ?1)";
        connection.execute(made, [row]).ok()?;
    }
    let sql = format!("UPDATE {first} SET {column} = ?1 WHERE game = ?2");
    connection.execute(&sql, params![value, row]).ok().map(drop)
}

/// `n`, `i NUMBER`, `r NUMBER`, `t TEXT` or `b BYTES`; in a text `\n` is a line break and `\0` a zero.
fn value(text: &[u8]) -> Option<Value> {
    let (kind, rest) = text.split_first()?;
    let rest = rest.strip_prefix(b" ").unwrap_or(rest);
    let number = || from_utf8(rest).ok();
    let text = || String::from_utf8_lossy(rest).replace("\\n", "\n").replace("\\0", "\0");
    Some(match kind {
        b'n' => Value::Null,
        b'i' => Value::Integer(number()?.parse().ok()?),
        b'r' => Value::Real(number()?.parse().ok()?),
        b't' => Value::Text(text()),
        b'b' => Value::Blob(rest.to_vec()),
        _ => return None,
    })
}

/// Openings with and without a name, a position and moves.
const OPENINGS: &str = "\
[Event \"1\"]
[ECO \"C60\"]
[Opening \"Ruy Lopez\"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 *

[FEN \"4k3/8/8/8/8/8/4PPPP/4K2R b K - 3 20\"]

20... Kd7 *

[Event \"3\"]

1. d4 d5 *

1. c4 *
";

/// Settings of all of them: short games between evaluators that take hardly any memory.
const COMMON: &str = r#"
openings = { file = "openings.pgn", order = "sequential" }
adjudication = { max_moves = 22 }
pgn = { pv = true }
"#;

const TOURNAMENTS: [&str; 3] = [
    r#"
run = { name = "fuzz", format = "match", pairs = 2, hash = 1 }
limits = { nodes = 20 }
engine = [{ evaluator = "material" }, { evaluator = "otter" }]
"#,
    r#"
run = { name = "fuzz", format = "swiss", rounds = 2, pairs = 1, hash = 1, anchor = "otter" }
limits = { nodes = 20 }
engine = [
    { evaluator = "material" }, { evaluator = "otter" }, { evaluator = "michniewski" },
    { name = "An \"Otter\"", evaluator = "otter" },
]
"#,
    r#"
run = { name = "fuzz", format = "round-robin", pairs = 1, hash = 1 }
time_control = [{ name = "few", limits = { nodes = 10 } }, { name = "more", limits = { nodes = 20 } }]
engine = [{ evaluator = "material" }, { evaluator = "otter" }, { evaluator = "michniewski" }]
"#,
];

static FIXTURES: LazyLock<Vec<Fixture>> =
    LazyLock::new(|| TOURNAMENTS.iter().map(|text| Fixture::new(text)).collect());

struct Fixture {
    config: Config,
    strict: Vec<u8>,
    /// The same with columns that take anything.
    loose: Vec<u8>,
}

impl Fixture {
    fn new(text: &str) -> Fixture {
        file("openings.pgn", OPENINGS.as_bytes());
        let path = file("run.toml", [text, COMMON].concat().as_bytes());
        let config = Config::load(&path, &[], registry::NAMES).expect("a configuration");
        let folder = empty_folder("made");
        let planned = Tournament::new(config.clone()).expect("a tournament");
        let probed = planned.probe(false, |_| {}).expect("evaluators that play");
        let mut opened = probed.open(&folder, Begin::GoOn).expect("an empty folder");
        opened.play(1, |_| {}).expect("games");
        drop(opened);
        let database = folder.join(DATABASE);
        let read = || fs::read(&database).expect("a database that was played");
        let strict = read();
        loosen(&database).expect("a database that was played");
        Fixture { config, strict, loose: read() }
    }

    /// The run in `folder`, if that is still this one.
    fn reopened(&self, folder: &Path) -> Option<OpenRun> {
        let planned = Tournament::new(self.config.clone()).expect("it has been played");
        planned.reopen(folder).map_err(|error| drop(error.to_string())).ok()
    }
}

/// Tables of the same columns without types and keys.
fn loosen(database: &Path) -> rusqlite::Result<()> {
    let connection = Connection::open(database)?;
    for table in ["meta", "games", "failures"] {
        let columns: Vec<String> = connection
            .prepare(&format!("SELECT name FROM pragma_table_info('{table}')"))?
            .query_map([], |row| row.get(0))?
            .collect::<Result<_, _>>()?;
        connection.execute_batch(&format!(
            "ALTER TABLE {table} RENAME TO old; CREATE TABLE {table} ({}); \
             INSERT INTO {table} SELECT * FROM old; DROP TABLE old;",
            columns.join(", ")
        ))?;
    }
    Ok(())
}

/// More games than any of the tournaments has.
const GAMES: usize = 40;

/// As a store: with and without moves the games are the same.
fn by_itself(folder: &Path) {
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
fn as_a_shard(folder: &Path) {
    let run = empty_folder("merged");
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
fn as_a_run(opened: OpenRun, folder: &Path, anything: bool) {
    let table = |results: &_| {
        let table = results_table(results, Canvas::plain(WIDEST));
        assert!(!table.to_string().is_empty());
    };
    match ResultsBuilder::begun(&opened.plan, &opened.store) {
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
        whole.push(shown.unwrap_or_else(|error| panic!("{error:?}\n{}", text())));
        Ok::<(), openings::OpeningError>(())
    });
    assert!(read.iter().flatten().next().is_none(), "{read:?}\n{}", text());
    // A file without games is none of games.
    assert!(read.is_ok() || games.is_empty());
    assert_eq!(whole.len(), games.len(), "{}", text());
    for (own, other) in games.iter().zip(&whole) {
        let moves = own.book_moves.iter().chain(own.moves.iter().map(|mv| &mv.uci));
        assert_eq!(other.opening.moves.len(), moves.count(), "{}", text());
        assert_eq!(other.white_half_points, own.outcome.white_half_points());
    }
}
