//! Endings that are solved: Syzygy tablebases, read from files, which adjudicate games.
//!
//! Source: <https://www.chessprogramming.org/Syzygy_Bases>; the files are read by shakmaty-syzygy.

use std::env::split_paths;
use std::path::{Path, PathBuf};
use std::{fs, io};

use players::record::GameResult;
use shakmaty::{Chess, Position};
use shakmaty_syzygy::Wdl;

use crate::adjudicate::won_by;

/// The pieces of other kinds than the king, the strongest first, as files are named.
const PIECES: [char; 5] = ['Q', 'R', 'B', 'N', 'P'];

/// The tables of all endings with this many pieces.
#[derive(Debug)]
pub struct Tablebase {
    tables: shakmaty_syzygy::Tablebase<Chess>,
    /// The most pieces of which there are tables.
    pub pieces: usize,
}

/// Adds the tables of a folder; what else is in it is passed over.
fn add_folder(tables: &mut shakmaty_syzygy::Tablebase<Chess>, folder: &Path) -> Result<(), String> {
    let unusable = |error| {
        let folder = folder.display();
        format!(
            "the folder {folder} of Syzygy tables cannot be used: {error}; name one that has files such as KQvK.rtbw"
        )
    };
    for entry in fs::read_dir(folder).map_err(unusable)? {
        let file = entry.map_err(unusable)?.path();
        match tables.add_file(&file) {
            Err(error) if error.kind() != io::ErrorKind::InvalidInput => {
                let file = file.display();
                return Err(format!("{file}: {error}; the table is damaged: get it again, or take it away"));
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
    pub fn open(paths: &str) -> Result<Tablebase, String> {
        let folders: Vec<PathBuf> = split_paths(paths).collect();
        let mut tables = shakmaty_syzygy::Tablebase::new();
        for folder in &folders {
            add_folder(&mut tables, folder)?;
        }
        let pieces = tables.max_pieces();
        if pieces < 3 {
            return Err(format!("there are no Syzygy tables in {paths}; name the folders of files such as KQvK.rtbw"));
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
                return Err(format!(
                    "of the {of} Syzygy tables of {count} pieces {missing} missing in {paths}, such as {first}.rtbw; a \
                     position that they do not have would be played on: add them, or take the tables of {count} pieces away"
                ));
            }
        }
        Ok(Tablebase { tables, pieces })
    }

    /// The result of the position if a capture or a pawn's move led to it, as in other managers: only there the
    /// fifty-move rule does not matter yet, and a win that it takes away is a draw. `None` if no table has it (too many
    /// pieces, castling rights), or it cannot be read.
    pub fn result(&self, position: &Chess) -> Option<GameResult> {
        let too_many = position.board().occupied().count() > self.pieces;
        if too_many || position.castles().any() || position.halfmoves() > 0 {
            return None;
        }
        Some(match self.tables.probe_wdl_after_zeroing(position).ok()? {
            Wdl::Win => won_by(position.turn()),
            Wdl::Loss => won_by(!position.turn()),
            Wdl::CursedWin | Wdl::Draw | Wdl::BlessedLoss => GameResult::Draw,
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
        let longer = armies
            .iter()
            .flat_map(|(least, army)| (*least..PIECES.len()).map(move |at| (at, format!("{army}{}", PIECES[at]))));
        armies = longer.collect();
    }
    armies.into_iter().map(|(_, army)| army).collect()
}
