//! Endings that are solved: Syzygy tablebases, read from files.
//!
//! Source: <https://www.chessprogramming.org/Syzygy_Bases>; the files are read by shakmaty-syzygy.

use std::cmp::Reverse;
use std::env::split_paths;
use std::path::{Path, PathBuf};
use std::{fs, io};

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
#[derive(Debug)]
pub struct Tablebase {
    tables: shakmaty_syzygy::Tablebase<Chess>,
    /// The most pieces of which there are tables.
    pub pieces: usize,
}

/// The reason that there are no tables.
#[derive(Debug, Error)]
#[error("{0}")]
pub struct TablebaseError(String);

/// Adds the tables of a folder; what else is in it is passed over.
fn add_folder(
    tables: &mut shakmaty_syzygy::Tablebase<Chess>,
    folder: &Path,
) -> Result<(), TablebaseError> {
    let unusable = |error| {
        let folder = folder.display();
        TablebaseError(format!(
            "the folder {folder} of Syzygy tables cannot be used: {error}; name one that has files such as KQvK.rtbw"
        ))
    };
    for entry in fs::read_dir(folder).map_err(unusable)? {
        let file = entry.map_err(unusable)?.path();
        match tables.add_file(&file) {
            Err(error) if error.kind() != io::ErrorKind::InvalidInput => {
                let file = file.display();
                return Err(TablebaseError(format!(
                    "{file}: {error}; the table is damaged: get it again, or take it away"
                )));
            }
            // A name that no table has is not an error.
            _ => {}
        }
    }
    Ok(())
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
            return Err(TablebaseError(format!(
                "there are no Syzygy tables in {paths}; name the folders of files such as KQvK.rtbw"
            )));
        }
        for count in 3..=pieces {
            let all = materials(count);
            let absent = |name: &&String| {
                let file = format!("{name}.rtbw");
                !folders.iter().any(|folder| folder.join(&file).is_file())
            };
            let missing: Vec<&String> = all.iter().filter(absent).collect();
            if let Some(first) = missing.first() {
                let of = all.len();
                let missing = match missing.len() {
                    1 => "1 is".to_owned(),
                    several => format!("{several} are"),
                };
                return Err(TablebaseError(format!(
                    "of the {of} Syzygy tables of {count} pieces {missing} missing in {paths}, such as {first}.rtbw; a \
                     position that they do not have would be played on: add them, or take the tables of {count} pieces away"
                )));
            }
        }
        Ok(Tablebase { tables, pieces })
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
