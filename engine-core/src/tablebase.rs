//! Endings that are solved: Syzygy tablebases, read from files.
//!
//! Source: <https://www.chessprogramming.org/Syzygy_Bases>; the files are read by shakmaty-syzygy.

use std::cmp::Reverse;
use std::env::split_paths;
use std::path::{Path, PathBuf};
use std::{fmt, fs, io};

use shakmaty::{Chess, Move, Position};
use shakmaty_syzygy::{Dtz, MaybeRounded, SyzygyError, Wdl};
use thiserror::Error;

/// The pieces of other kinds than the king, the strongest first, as files are named.
const PIECES: [char; 5] = ['Q', 'R', 'B', 'N', 'P'];

/// The result for the side to move under the fifty-move rule: a win that takes too long is a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// The side to move loses.
    Loss,
    /// Neither side wins, or not within fifty moves.
    Draw,
    /// The side to move wins.
    Win,
}

/// The tables of all endings with this many pieces.
pub struct Tablebase {
    tables: shakmaty_syzygy::Tablebase<Chess>,
    pieces: usize,
}

/// The reason that there are no tables.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the messages describe the fields")]
pub enum TablebaseError {
    /// A folder that cannot be read.
    #[error("the folder {} of Syzygy tables cannot be used: {source}; name one that has files such as KQvK.rtbw", folder.display())]
    Folder { folder: PathBuf, source: io::Error },
    /// A file that has the name of a table and is none.
    #[error("{}: {source}; the table is damaged: get it again, or take it away", file.display())]
    File { file: PathBuf, source: io::Error },
    /// No tables.
    #[error("there are no Syzygy tables in {paths}; name the folders of files such as KQvK.rtbw")]
    Empty { paths: String },
    /// Some of the tables with this many pieces are missing.
    #[error(
        "of the {of} Syzygy tables of {pieces} pieces {} missing in {paths}, such as {first}.rtbw; a position that they \
         do not have would be played on: add them, or take the tables of {pieces} pieces away",
        if *missing == 1 { "1 is".to_owned() } else { format!("{missing} are") }
    )]
    Incomplete { paths: String, pieces: usize, of: usize, missing: usize, first: String },
}

/// Adds the tables of a folder; what else is in it is passed over.
fn add_folder(
    tables: &mut shakmaty_syzygy::Tablebase<Chess>,
    folder: &Path,
) -> Result<(), TablebaseError> {
    let unusable = |source| TablebaseError::Folder { folder: folder.to_owned(), source };
    for entry in fs::read_dir(folder).map_err(unusable)? {
        let file = entry.map_err(unusable)?.path();
        match tables.add_file(&file) {
            Err(error) if error.kind() != io::ErrorKind::InvalidInput => {
                return Err(TablebaseError::File { file, source: error });
            }
            // A name that no table has is not an error.
            _ => {}
        }
    }
    Ok(())
}

impl fmt::Debug for Tablebase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Tablebase of {} pieces", self.pieces)
    }
}

impl Tablebase {
    /// The tables in the folders `paths`, which are divided as in PATH (by colons, on Windows by semicolons).
    /// There must be all tables of win, draw and loss (.rtbw) from three pieces to the most that any of them has.
    ///
    /// # Errors
    /// If a folder cannot be read, or a table is missing or of an impossible size.
    pub fn open(paths: &str) -> Result<Tablebase, TablebaseError> {
        let folders: Vec<PathBuf> = split_paths(paths).collect();
        let mut tables = shakmaty_syzygy::Tablebase::new();
        for folder in &folders {
            add_folder(&mut tables, folder)?;
        }
        let pieces = tables.max_pieces();
        if pieces < 3 {
            let paths = paths.to_owned();
            return Err(TablebaseError::Empty { paths });
        }
        for count in 3..=pieces {
            let all = materials(count);
            let absent = |name: &&String| !is_there(&folders, name);
            let missing: Vec<&String> = all.iter().filter(absent).collect();
            if let Some(first) = missing.first() {
                return Err(TablebaseError::Incomplete {
                    paths: paths.to_owned(),
                    pieces: count,
                    of: all.len(),
                    missing: missing.len(),
                    first: (*first).clone(),
                });
            }
        }
        Ok(Tablebase { tables, pieces })
    }

    /// The most pieces of which there are tables.
    pub fn pieces(&self) -> usize {
        self.pieces
    }

    /// True if tables have such positions: few enough pieces, and no castling rights.
    pub fn has(&self, position: &Chess) -> bool {
        position.board().occupied().count() <= self.pieces && !position.castles().any()
    }

    /// The result of the position if a capture or a pawn's move led to it; `None` if no table has it, or it cannot
    /// be read.
    pub fn after_zeroing(&self, position: &Chess) -> Option<Verdict> {
        if !self.has(position) || position.halfmoves() > 0 {
            return None;
        }
        Some(match self.tables.probe_wdl_after_zeroing(position).ok()? {
            Wdl::Win => Verdict::Win,
            Wdl::Loss => Verdict::Loss,
            Wdl::CursedWin | Wdl::Draw | Wdl::BlessedLoss => Verdict::Draw,
        })
    }

    /// The moves that keep what the position is worth and lead towards it: of those that win the ones by which
    /// the next capture or pawn's move is nearest, else all that lose no half point. `None` if a table of
    /// distances (.rtbz) is missing.
    pub fn best_moves(&self, position: &Chess) -> Option<Vec<Move>> {
        let mut ranked = Vec::new();
        for mv in position.legal_moves() {
            let mut after = position.clone();
            after.play_unchecked(mv);
            ranked.push((mv, self.rank(&after, mv.is_zeroing()).ok()?));
        }
        let best = ranked.iter().map(|(_, rank)| *rank).max()?;
        let best = ranked.into_iter().filter(|(_, rank)| *rank == best);
        Some(best.map(|(mv, _)| mv).collect())
    }

    /// The rank of a move to `after`: its result, and of wins the nearest, of losses the farthest.
    fn rank(&self, after: &Chess, zeroing: bool) -> Result<(Verdict, Reverse<i32>), SyzygyError> {
        if after.is_checkmate() {
            return Ok((Verdict::Win, Reverse(0)));
        }
        let dtz = self.tables.probe_dtz(after)?;
        let plies = match dtz {
            // The true distance may be a ply more.
            MaybeRounded::Rounded(Dtz(plies)) => plies + plies.signum(),
            MaybeRounded::Precise(Dtz(plies)) => plies,
        };
        let halfmoves = i32::try_from(after.halfmoves()).unwrap_or(i32::MAX);
        let in_time = plies.abs().saturating_add(halfmoves) <= 100;
        // The next one is this one, however far the one after it is.
        let distance = if zeroing { 1 } else { plies.abs() + 1 };
        Ok(match plies.signum() {
            // The other side is to move.
            -1 if in_time => (Verdict::Win, Reverse(distance)),
            1 if in_time => (Verdict::Loss, Reverse(-distance)),
            _ => (Verdict::Draw, Reverse(0)),
        })
    }
}

fn is_there(folders: &[PathBuf], name: &str) -> bool {
    let file = |folder: &PathBuf| Path::new(folder).join(format!("{name}.rtbw")).is_file();
    folders.iter().any(file)
}

/// The names of all endings with this many pieces, kings included.
fn materials(pieces: usize) -> Vec<String> {
    let others = pieces.saturating_sub(2);
    let mut names = Vec::new();
    for weaker in 0..=others / 2 {
        let (strong, weak) = (armies(others - weaker), armies(weaker));
        for (index, first) in strong.iter().enumerate() {
            // With as many pieces on both sides each pair is named once.
            let from = if others == 2 * weaker { index } else { 0 };
            names.extend(weak[from..].iter().map(|second| format!("K{first}vK{second}")));
        }
    }
    names
}

/// The armies of `pieces` pieces besides the king, the strongest first.
fn armies(pieces: usize) -> Vec<String> {
    let mut armies = vec![(0, String::new())];
    for _ in 0..pieces {
        let longer = armies.iter().flat_map(|(least, army)| {
            (*least..PIECES.len()).map(move |at| (at, format!("{army}{}", PIECES[at])))
        });
        armies = longer.collect();
    }
    armies.into_iter().map(|(_, army)| army).collect()
}

#[cfg(test)]
mod tests {
    use std::fs::{self, File};

    use super::*;

    #[test]
    fn endings_have_names() {
        assert_eq!(materials(3), ["KQvK", "KRvK", "KBvK", "KNvK", "KPvK"]);
        let four = materials(4);
        for name in ["KQQvK", "KBNvK", "KQvKR", "KBvKN", "KPvKP"] {
            assert!(four.iter().any(|other| other == name), "{name}");
        }
        assert_eq!((four.len(), materials(5).len(), materials(6).len()), (30, 110, 365));
    }

    #[test]
    fn folders_without_all_tables_are_refused() {
        let folder = std::env::temp_dir().join(format!("tablebase-{}", std::process::id()));
        let open = || Tablebase::open(&folder.display().to_string());
        let error = |what: &str| {
            let error = open().unwrap_err().to_string();
            assert!(error.contains(what), "{error}");
        };
        error("cannot be used");
        fs::create_dir(&folder).unwrap();
        error("there are no Syzygy tables");
        // Files of a size that tables can have.
        let table =
            |name: &str| File::create(folder.join(format!("{name}.rtbw"))).unwrap().set_len(80);
        for name in ["KQvK", "KRvK", "KBvK", "KNvK"] {
            table(name).unwrap();
        }
        error("of the 5 Syzygy tables of 3 pieces 1 is missing");
        table("KPvK").unwrap();
        assert_eq!(open().unwrap().pieces(), 3);
        table("KQvKR").unwrap();
        error("of the 30 Syzygy tables of 4 pieces 29 are missing");
        // One that was cut short is named.
        let cut = File::create(folder.join("KQvKR.rtbw")).unwrap();
        cut.set_len(81).unwrap();
        error("KQvKR.rtbw");
        fs::remove_dir_all(&folder).unwrap();
    }
}
