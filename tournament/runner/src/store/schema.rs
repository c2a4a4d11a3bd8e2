//! The tables of a database.

/// The version of the tables' layout and of the meaning of their values. A change of either adds one.
pub(super) const SCHEMA_VERSION: i32 = 3;
/// The oldest layout that is read; a store that is opened for playing is brought up to date.
pub(super) const OLDEST_VERSION: i32 = 2;

/// The SQL that creates them.
pub(super) const SCHEMA: &str = "
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
";
