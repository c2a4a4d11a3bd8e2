//! The tables of a database, and checks that it is a run's and whole.

use std::path::Path;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OptionalExtension, params};

use super::error::failure;
use super::{RunInfo, StoreError};

/// The version of the tables' layout and of the meaning of their values. A change of either adds one.
pub(super) const SCHEMA_VERSION: i32 = 4;

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
    black_moves INTEGER NOT NULL
) STRICT;
CREATE TABLE failures (
    game INTEGER PRIMARY KEY,
    detail TEXT NOT NULL,
    log TEXT NOT NULL
) STRICT;
-- The parts that are in the run, each as it was when all of its games were taken.
CREATE TABLE joined (folder TEXT PRIMARY KEY, stamp TEXT NOT NULL) STRICT;
";

/// The key of the configuration.
pub(super) const CONFIGURATION: &str = "configuration";

/// Marks a SQLite file as a run: "Aren".
pub(super) const APPLICATION_ID: i32 = 0x4172_656e;
/// The machine on which the run was begun.
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
    let sql = "SELECT NOT EXISTS (SELECT 1 FROM sqlite_schema)";
    connection.query_row(sql, [], |row| row.get(0))
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

/// The name of this machine, if the system reports it.
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
    match check.map_err(|error| failure(path, error))?.as_str() {
        "ok" => Ok(()),
        _ => Err(StoreError::Corrupt { path: path.to_owned() }),
    }
}

pub(super) fn set_meta(connection: &Connection, key: &str, value: &str) -> rusqlite::Result<()> {
    let sql = "INSERT OR REPLACE INTO meta (key, value) VALUES (?1, ?2)";
    connection.execute(sql, params![key, value]).map(|_| ())
}

pub(super) fn clear_meta(connection: &Connection, key: &str) -> rusqlite::Result<()> {
    let sql = "DELETE FROM meta WHERE key = ?1";
    connection.execute(sql, [key]).map(|_| ())
}

pub(super) fn meta(connection: &Connection, key: &str) -> rusqlite::Result<Option<String>> {
    let sql = "SELECT value FROM meta WHERE key = ?1";
    connection.query_row(sql, [key], |row| row.get(0)).optional()
}
