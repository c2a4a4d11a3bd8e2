//! The tables of a database, checks that it is a run's and whole, and how the run was played: the settings of its command
//! line, on which no game depends, and the builds of the arena.

use std::path::Path;

use config::{Config, Places};
use match_stats::StopRule;
use players::identity::ArenaBuild;
use rusqlite::config::DbConfig;
use rusqlite::{Connection, OptionalExtension, params};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::{RunInfo, Store, StoreError};
use crate::error::{corrupt, failure};
use crate::shard::Shard;

const SCHEMA: &str = "
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE TABLE games (
    game INTEGER PRIMARY KEY,
    white INTEGER NOT NULL,
    black INTEGER NOT NULL,
    pair INTEGER NOT NULL,
    opening INTEGER NOT NULL,
    opening_name TEXT NOT NULL,
    eco TEXT NOT NULL,
    start_fen TEXT,
    book_moves TEXT NOT NULL,
    moves TEXT NOT NULL,
    lines TEXT,
    outcome TEXT NOT NULL,
    termination TEXT NOT NULL,
    started_ms INTEGER NOT NULL,
    overhead_us INTEGER NOT NULL,
    white_nodes INTEGER NOT NULL,
    white_us INTEGER NOT NULL,
    white_moves INTEGER NOT NULL,
    black_nodes INTEGER NOT NULL,
    black_us INTEGER NOT NULL,
    black_moves INTEGER NOT NULL,
    build TEXT NOT NULL,
    witness TEXT
) STRICT;
CREATE TABLE failures (
    game INTEGER PRIMARY KEY,
    detail TEXT NOT NULL,
    log TEXT NOT NULL
) STRICT;
-- The parts that are in the run, each as it was when all of its games were taken.
CREATE TABLE joined (folder TEXT PRIMARY KEY, stamp TEXT NOT NULL) STRICT;
";

/// The version of the tables' layout and of the meaning of their values. A change of either adds one.
pub(super) const SCHEMA_VERSION: i32 = 5;
pub(super) const CONFIGURATION: &str = "configuration";

/// Marks a SQLite file as a run: "Aren".
pub(super) const APPLICATION_ID: i32 = 0x4172_656e;
pub(super) const HOST: &str = "host";

/// Sets the connection up, and a database in which nothing is yet.
pub(super) fn prepare(connection: &mut Connection, info: &RunInfo) -> rusqlite::Result<()> {
    if !is_empty(connection)? {
        // A foreign database, which is detected after this, must not be changed.
        return connection.pragma_update(None, "synchronous", "NORMAL");
    }
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "NORMAL")?;
    // All or nothing: a process killed in here leaves an empty database.
    let transaction = connection.transaction()?;
    transaction.execute_batch(SCHEMA)?;
    write_info(&transaction, info)?;
    set_meta(&transaction, "software", &info.software)?;
    if let Some(host) = host() {
        set_meta(&transaction, HOST, &host)?;
    }
    transaction.pragma_update(None, "user_version", SCHEMA_VERSION)?;
    transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
    transaction.commit()
}

/// True if nothing was ever created in the database.
pub(super) fn is_empty(connection: &Connection) -> rusqlite::Result<bool> {
    connection.query_row("SELECT NOT EXISTS (SELECT 1 FROM sqlite_schema)", [], |row| row.get(0))
}

/// True if the database has nothing but tables: a view, a trigger or a computed column could do anything when it is
/// read, and never end.
pub(super) fn is_plain(connection: &Connection) -> rusqlite::Result<bool> {
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
    let sql = "SELECT NOT EXISTS (
        SELECT 1 FROM sqlite_schema AS s LEFT JOIN pragma_table_xinfo(s.name) AS c
        WHERE s.type NOT IN ('table', 'index') OR s.type = 'index' AND s.sql IS NOT NULL
            OR s.sql LIKE 'CREATE VIRTUAL%' OR c.hidden <> 0)";
    connection.query_row(sql, [], |row| row.get(0))
}

/// Writes the identity of a run; the program that began it stays the same.
pub(super) fn write_info(connection: &Connection, info: &RunInfo) -> rusqlite::Result<()> {
    set_meta(connection, CONFIGURATION, &info.configuration)?;
    set_meta(connection, "openings", &info.openings)?;
    let versions = serde_json::to_string(&info.versions).unwrap_or_default();
    set_meta(connection, "versions", &versions)?;
    let identities = serde_json::to_string(&info.identities).unwrap_or_default();
    set_meta(connection, "identities", &identities)
}

fn host() -> Option<String> {
    #[cfg(unix)]
    let name = rustix::system::uname().nodename().to_str().ok()?.to_owned();
    #[cfg(not(unix))]
    let name = std::env::var("COMPUTERNAME").ok()?;
    Some(name).filter(|name| !name.is_empty())
}

/// Checks that the database is whole: a damaged one must not be written to.
pub(super) fn check(connection: &Connection, path: &Path) -> Result<(), StoreError> {
    let check = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get::<_, String>(0));
    if check.map_err(failure(path))? == "ok" { Ok(()) } else { Err(corrupt(path)) }
}

pub(super) fn set_meta(connection: &Connection, key: &str, value: &str) -> rusqlite::Result<()> {
    let sql = "INSERT OR REPLACE INTO meta (key, value) VALUES (?1, ?2)";
    connection.execute(sql, params![key, value]).map(|_| ())
}

pub(super) fn clear_meta(connection: &Connection, key: &str) -> rusqlite::Result<()> {
    connection.execute("DELETE FROM meta WHERE key = ?1", [key]).map(|_| ())
}

pub(super) fn meta(connection: &Connection, key: &str) -> rusqlite::Result<Option<String>> {
    let sql = "SELECT value FROM meta WHERE key = ?1";
    connection.query_row(sql, [key], |row| row.get(0)).optional()
}

const INVOCATION: &str = "invocation";
const BUILDS: &str = "builds";
const SHARD: &str = "shard";
const PLACES: &str = "places";

/// The command-line settings with which a run was last played.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Invocation {
    /// The command line, as a shell takes it; `None` if none was given.
    pub command: Option<String>,
    /// The stopping rule of the match.
    pub stop: Option<StopRule>,
    /// Tests of the same games before this one, the first first, in words.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub earlier: Vec<String>,
}

impl Invocation {
    /// Of a run of `config` that is played by `command`.
    pub fn of(command: Option<String>, config: &Config) -> Self {
        Self { command, stop: config.run.stop, earlier: Vec::new() }
    }

    /// The test that ends the match, in words; `None` if nothing but the number of games does.
    pub fn test(&self) -> Option<String> {
        self.stop?.words()
    }
}

impl Store {
    /// Stores the settings of the run, in place of the earlier ones.
    pub fn keep_invocation(&self, invocation: &Invocation) -> Result<(), StoreError> {
        self.check_place()?;
        self.keep(INVOCATION, invocation)
    }

    /// True if it has neither settings nor games: the process was killed before it wrote them.
    pub fn is_untouched(&self) -> Result<bool, StoreError> {
        Ok(self.kept::<Invocation>(INVOCATION)?.is_none() && self.count()? == 0)
    }

    /// The stored settings; none before the first session.
    pub fn invocation(&self) -> Result<Invocation, StoreError> {
        Ok(self.kept(INVOCATION)?.unwrap_or_default())
    }

    /// Keeps that a session begins: by which build it is played, from which configuration, and where. A build that played
    /// before is not listed again.
    pub fn begin_session(&self, config: &Config, build: &ArenaBuild) -> Result<(), StoreError> {
        set_meta(&self.connection, CONFIGURATION, &config.text()).map_err(failure(&self.path))?;
        if let Some(Ok(places)) = self.path.parent().map(Places::of) {
            self.keep(PLACES, &places)?;
        }
        self.add_builds(std::slice::from_ref(build))
    }

    /// Adds builds to those by which the run was played.
    pub fn add_builds(&self, builds: &[ArenaBuild]) -> Result<(), StoreError> {
        let mut all = self.builds()?;
        let before = all.len();
        for build in builds {
            if !all.contains(build) {
                all.push(build.clone());
            }
        }
        if all.len() == before { Ok(()) } else { self.keep(BUILDS, &all) }
    }

    /// The builds of the arena by which the run was played, the first first.
    pub fn builds(&self) -> Result<Vec<ArenaBuild>, StoreError> {
        Ok(self.kept(BUILDS)?.unwrap_or_default())
    }

    /// Where it was played last; `None` if that is not known.
    pub fn places(&self) -> Result<Option<Places>, StoreError> {
        self.kept(PLACES)
    }

    /// Takes the place where a part was played, of a run that was merged only.
    pub(crate) fn take_places(&self, part: &Self) -> Result<(), StoreError> {
        let places = if self.places()?.is_none() { part.places()? } else { None };
        let here = self.path.parent().and_then(|folder| places?.of_another(folder).ok());
        here.map_or(Ok(()), |places| self.keep(PLACES, &places))
    }

    /// Keeps which part of a run this is.
    pub(crate) fn keep_shard(&self, shard: Shard) -> Result<(), StoreError> {
        self.keep(SHARD, &shard)
    }

    /// The part of a run that this is; `None` if it is a whole one.
    pub(crate) fn shard(&self) -> Result<Option<Shard>, StoreError> {
        self.kept(SHARD)
    }

    fn keep(&self, key: &str, value: &impl Serialize) -> Result<(), StoreError> {
        // Names are texts and numbers finite: there is nothing that JSON could not hold.
        let text = serde_json::to_string(value).unwrap_or_default();
        set_meta(&self.connection, key, &text).map_err(failure(&self.path))
    }

    /// What is kept under `key`; `None` if it is nothing that this program writes.
    fn kept<T: DeserializeOwned>(&self, key: &str) -> Result<Option<T>, StoreError> {
        let text = meta(&self.connection, key).map_err(failure(&self.path))?;
        Ok(text.and_then(|text| serde_json::from_str(&text).ok()))
    }
}
