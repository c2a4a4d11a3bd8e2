//! Tournaments that were played, as the bytes of their databases.

use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use config::Config;
use evaluators::registry;
use runner::run::{Begin, OpenRun, Tournament};
use runner::store::DATABASE;
use rusqlite::Connection;

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

pub(super) fn tournament(number: usize) -> &'static Fixture {
    &FIXTURES[number % FIXTURES.len()]
}

pub(super) struct Fixture {
    config: Config,
    pub(super) strict: Vec<u8>,
    /// The same with columns that take anything.
    pub(super) loose: Vec<u8>,
}

impl Fixture {
    fn new(text: &str) -> Fixture {
        crate::file("openings.pgn", OPENINGS.as_bytes());
        let path = crate::file("run.toml", [text, COMMON].concat().as_bytes());
        let config = Config::load(&path, &[], registry::NAMES).expect("a configuration");
        let folder = crate::empty_folder("made");
        let planned = Tournament::new(config.clone()).expect("a tournament");
        let probed = planned.probe(|_| {}).expect("evaluators that play");
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
    pub(super) fn reopened(&self, folder: &Path) -> Option<OpenRun> {
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
