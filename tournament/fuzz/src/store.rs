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

mod fixture;
mod sound;

use std::fs;
use std::path::Path;
use std::str::from_utf8;

use rusqlite::types::Value;
use rusqlite::{Connection, params};

/// The maximum of lines that count.
const LINES: usize = 40;

/// Changes a database, and reads it with every reader.
pub fn check(input: &[u8]) {
    let ([tournament, loose], changes) = crate::choices(input);
    let loose = loose % 2 == 1;
    let fixture = fixture::tournament(tournament);
    let folder = crate::empty_folder("run");
    let database = folder.join(runner::store::DATABASE);
    let whole = if loose { &fixture.loose } else { &fixture.strict };
    fs::write(&database, whole).expect("a file that can be written");
    // With bytes or types of any kind it may have contents that no run could write.
    let anything = change(&database, changes) || loose;
    sound::by_itself(&folder);
    sound::as_a_shard(&folder);
    if let Some(opened) = fixture.reopened(&folder) {
        sound::as_a_run(opened, &folder, anything);
    }
}

/// Applies the lines, and skips those without a meaning; true if bytes were changed.
fn change(database: &Path, changes: &[u8]) -> bool {
    let lines = || changes.split(|&byte| byte == b'\n').take(LINES);
    let connection = Connection::open(database).expect("a database that was played");
    // Changes that the tables refuse have no effect.
    lines().for_each(|line| drop(change_row(&connection, line)));
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
