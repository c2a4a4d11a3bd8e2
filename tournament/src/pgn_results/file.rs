//! PGN files by their endings, packed or not.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

use flate2::read::MultiGzDecoder;
use openings::results::{Faulty, PgnResult, Scanner};
use zip::ZipArchive;

/// Bytes read at a time.
const BUFFER: usize = 1 << 18;

/// Why a file of games cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum PgnFileError {
    /// It is missing, or cannot be read or unpacked.
    #[error("{}: {source}; name a file of games that ends in .pgn, .pgn.gz or .zip", file.display())]
    Read {
        /// The file.
        file: PathBuf,
        /// What went wrong.
        source: io::Error,
    },
    /// The ending is none that can be read.
    #[error("{}: a file of games ends in .pgn, .pgn.gz or .zip", file.display())]
    Ending {
        /// The file.
        file: PathBuf,
    },
    /// An archive without games.
    #[error("{}: no member of the archive ends in .pgn; pack one of these", file.display())]
    NoMember {
        /// The file.
        file: PathBuf,
    },
}

/// Hands the games of a file to `visit`, one at a time: `.pgn`, `.pgn.gz`, or every `.pgn` of a
/// `.zip`.
///
/// # Errors
/// If the file cannot be read.
pub fn read(
    path: &Path,
    mut visit: impl FnMut(Result<PgnResult, Faulty>),
) -> Result<(), PgnFileError> {
    let failed = |source: io::Error| PgnFileError::Read {
        file: path.to_owned(),
        source,
    };
    let lower = path.to_string_lossy().to_lowercase();
    let file = File::open(path).map_err(failed)?;
    if lower.ends_with(".pgn") {
        return scan(file, &mut visit).map_err(failed);
    }
    if lower.ends_with(".pgn.gz") {
        return scan(MultiGzDecoder::new(file), &mut visit).map_err(failed);
    }
    if !lower.ends_with(".zip") {
        return Err(PgnFileError::Ending {
            file: path.to_owned(),
        });
    }
    let mut archive = ZipArchive::new(file).map_err(|e| failed(e.into()))?;
    let mut found = false;
    for index in 0..archive.len() {
        let member = archive.by_index(index).map_err(|e| failed(e.into()))?;
        let name = member.name().map_err(|e| failed(e.into()))?.to_lowercase();
        if name.ends_with(".pgn") && member.is_file() {
            found = true;
            scan(member, &mut visit).map_err(failed)?;
        }
    }
    found.then_some(()).ok_or_else(|| PgnFileError::NoMember {
        file: path.to_owned(),
    })
}

fn scan(reader: impl Read, visit: &mut impl FnMut(Result<PgnResult, Faulty>)) -> io::Result<()> {
    let mut scanner = Scanner::new(BufReader::with_capacity(BUFFER, reader));
    while let Some(game) = scanner.next_game()? {
        visit(game);
    }
    Ok(())
}
