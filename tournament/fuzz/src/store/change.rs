//! Lines that change a database.

use std::fs;
use std::path::Path;

use rusqlite::types::Value;
use rusqlite::{Connection, params};

/// The columns that can be changed, by table.
const GAMES: [&str; 21] = [
    "game",
    "white",
    "black",
    "pair",
    "opening",
    "opening_name",
    "eco",
    "start_fen",
    "book_moves",
    "moves",
    "lines",
    "outcome",
    "termination",
    "started_ms",
    "overhead_us",
    "white_nodes",
    "white_us",
    "white_moves",
    "black_nodes",
    "black_us",
    "black_moves",
];
const FAILURES: [&str; 3] = ["game", "detail", "log"];
/// The maximum of lines that count.
const LINES: usize = 40;

/// Applies the lines, and skips those without a meaning; true if bytes were changed.
pub(super) fn all(database: &Path, changes: &[u8]) -> bool {
    let lines = || changes.split(|&byte| byte == b'\n').take(LINES);
    let connection = Connection::open(database).expect("a database that was played");
    for line in lines() {
        // Changes that the tables refuse have no effect.
        row(&connection, line);
    }
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
    let mut words = std::str::from_utf8(line).ok()?.split_whitespace();
    let is_poke = words.next()? == "poke";
    let numbers = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
    is_poke.then_some(numbers)
}

/// Changes or deletes a row; `None` if the line is empty, or the table refuses the change.
fn row(connection: &Connection, line: &[u8]) -> Option<()> {
    let mut words = line.splitn(4, |&byte| byte == b' ');
    let mut word = || std::str::from_utf8(words.next()?).ok();
    let (first, row) = (word()?, word()?);
    if first == "delete" {
        let table = ["games", "failures", "meta"].into_iter().find(|table| *table == row)?;
        let sql = format!("DELETE FROM {table} WHERE rowid = ?1");
        return connection.execute(&sql, [word()?]).ok().map(drop);
    }
    let column = word()?;
    let value = value(words.next()?)?;
    match first {
        "games" => {
            let column = GAMES.into_iter().find(|known| *known == column)?;
            let sql = format!("UPDATE games SET {column} = ?1 WHERE game = ?2");
            connection.execute(&sql, params![value, row]).ok()?;
        }
        "failures" => {
            let column = FAILURES.into_iter().find(|known| *known == column)?;
            let made = "INSERT INTO failures SELECT ?1, '', '' WHERE NOT EXISTS \
                        (SELECT * FROM failures WHERE game = ?1)";
            let number: i64 = row.parse().ok()?;
            connection.execute(made, [number]).ok()?;
            let sql = format!("UPDATE failures SET {column} = ?1 WHERE game = ?2");
            connection.execute(&sql, params![value, number]).ok()?;
        }
        "meta" => {
            let sql = "INSERT INTO meta VALUES (?1, ?2)";
            connection.execute("DELETE FROM meta WHERE key = ?1", [column]).ok()?;
            connection.execute(sql, params![column, value]).ok()?;
        }
        _ => {}
    }
    Some(())
}

/// `n`, `i NUMBER`, `r NUMBER`, `t TEXT` or `b BYTES`; in a text `\n` is a line break and `\0` a zero.
fn value(text: &[u8]) -> Option<Value> {
    let (kind, rest) = text.split_first()?;
    let rest = rest.strip_prefix(b" ").unwrap_or(rest);
    let number = || std::str::from_utf8(rest).ok();
    Some(match kind {
        b'n' => Value::Null,
        b'i' => Value::Integer(number()?.parse().ok()?),
        b'r' => Value::Real(number()?.parse().ok()?),
        b't' => {
            let text = String::from_utf8_lossy(rest);
            Value::Text(text.replace("\\n", "\n").replace("\\0", "\0"))
        }
        b'b' => Value::Blob(rest.to_vec()),
        _ => return None,
    })
}
