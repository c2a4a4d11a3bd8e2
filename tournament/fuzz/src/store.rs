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

use std::fs;
use std::path::Path;

mod change;
mod fixture;
mod sound;

/// Changes a database, and reads it with every reader.
pub fn check(input: &[u8]) {
    let ([tournament, loose], changes) = crate::choices(input);
    let loose = loose % 2 == 1;
    let fixture = fixture::tournament(tournament);
    let folder = crate::empty_folder("run");
    let database = folder.join(runner::store::DATABASE);
    let whole = if loose { &fixture.loose } else { &fixture.strict };
    fs::write(&database, whole).expect("a file that can be written");
    let poked = change::all(&database, changes);
    read(fixture, &folder, loose || poked);
}

/// Reads it; with `anything` it may have contents that no run could write.
fn read(fixture: &fixture::Fixture, folder: &Path, anything: bool) {
    sound::by_itself(folder);
    sound::as_a_shard(folder);
    if let Some(opened) = fixture.reopened(folder) {
        sound::as_a_run(opened, folder, anything);
    }
}
