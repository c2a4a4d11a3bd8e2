//! Stores of an older layout, brought up to date.

use rusqlite::{Connection, OptionalExtension, params};

use super::mates::correct;
use super::rows::{moves_from_json, moves_to_json};
use super::schema::SCHEMA_VERSION;

/// Brings a store of the second layout up to date, all or nothing.
pub(super) fn upgrade(connection: &mut Connection) -> rusqlite::Result<()> {
    let transaction = connection.transaction()?;
    correct_table(&transaction, "games")?;
    let sql = "SELECT 1 FROM sqlite_schema WHERE name = 'set_aside'";
    let has_more: Option<i64> = transaction.query_row(sql, [], |row| row.get(0)).optional()?;
    if has_more.is_some() {
        correct_table(&transaction, "set_aside")?;
    }
    transaction.pragma_update(None, "user_version", SCHEMA_VERSION)?;
    transaction.commit()
}

fn correct_table(connection: &Connection, table: &str) -> rusqlite::Result<()> {
    let with_mates = format!("SELECT rowid FROM {table} WHERE moves LIKE '%\"mate\":%'");
    let mut statement = connection.prepare(&with_mates)?;
    let rows: Vec<i64> = statement.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
    let read = format!("SELECT start_fen, book_moves, moves FROM {table} WHERE rowid = ?1");
    let mut read = connection.prepare(&read)?;
    let write = format!("UPDATE {table} SET moves = ?2 WHERE rowid = ?1");
    let mut write = connection.prepare(&write)?;
    for row in rows {
        let (start_fen, book_moves, json): (Option<String>, String, String) =
            read.query_row([row], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
        // A damaged row stays as it is, to be reported when it is read.
        if let Ok(mut moves) = moves_from_json(&json) {
            let book_moves = book_moves.split_whitespace().count();
            correct(&mut moves, start_fen.as_deref(), book_moves);
            write.execute(params![row, moves_to_json(&moves)?])?;
        }
    }
    Ok(())
}
