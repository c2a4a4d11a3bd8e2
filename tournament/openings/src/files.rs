//! Files of games and positions: by their endings, unpacked, in UTF-8.
//!
//! A file's format is given by the ending of its name, also with `.gz` or `.zst` after it, or of the names of members
//! of a `.zip`; its first bytes show if it is compressed. `-` is standard input, whose first line shows its format.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read, Seek};
use std::path::Path;

use engine_core::epd::EpdRecord;
use flate2::bufread::MultiGzDecoder;
use tempfile::SpooledTempFile;
use zip::ZipArchive;

use crate::OpeningError;
use crate::decoding::{BlankGuard, Zstd, is_utf_16, is_zstd};

const BUFFER: usize = 1 << 18;
/// The bytes of standard input by which its format is recognised.
const LOOKED_AT: usize = 4096;
/// An archive that comes from standard input stays in memory up to this size, in bytes.
const IN_MEMORY: usize = 16 << 20;
const ZIP: &[u8] = b"PK\x03\x04";

/// The content of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Positions, one a line (`.epd`, `.fen`, `.txt`, `.plain`, `.jsonl`).
    Positions,
    /// Games (`.pgn`).
    Games,
    /// A Polyglot book (`.bin`).
    Polyglot,
}

/// The endings of names and what they stand for.
const ENDINGS: [(&str, Kind); 7] = [
    (".epd", Kind::Positions),
    (".fen", Kind::Positions),
    (".txt", Kind::Positions),
    (".plain", Kind::Positions),
    (".jsonl", Kind::Positions),
    (".pgn", Kind::Games),
    (".bin", Kind::Polyglot),
];

impl Kind {
    /// The kind that the lower-case ending of a name stands for.
    fn of(lower_name: &str) -> Option<Self> {
        let known = ENDINGS.iter().find(|(ending, _)| lower_name.ends_with(ending));
        known.map(|&(_, kind)| kind)
    }
}

/// A filter of files by kind.
#[derive(Debug, Clone, Copy)]
pub struct FileFilter {
    /// Kinds of files, and of members of an archive.
    pub kinds: &'static [Kind],
    /// The content assumed of a file with an unknown ending; `None`: such a file is refused.
    pub otherwise: Option<Kind>,
}

impl FileFilter {
    /// Files of games.
    pub const GAMES: Self = Self { kinds: &[Kind::Games], otherwise: None };

    /// Positions, whatever their file is called.
    pub const POSITIONS: Self = Self { kinds: &[Kind::Positions], otherwise: Some(Kind::Positions) };

    pub(crate) const BOOKS: Self = Self { kinds: &[Kind::Positions, Kind::Games, Kind::Polyglot], otherwise: None };

    fn kind(&self, lower_name: &str) -> Option<Kind> {
        match Kind::of(lower_name) {
            Some(kind) if self.kinds.contains(&kind) => Some(kind),
            _ => self.otherwise,
        }
    }

    fn endings(&self) -> String {
        let own = ENDINGS.iter().filter(|(_, kind)| self.kinds.contains(kind));
        let own: Vec<&str> = own.map(|&(ending, _)| ending).collect();
        let all = own.join(", ");
        all.rsplit_once(", ").map_or(all.clone(), |(first, last)| format!("{first} or {last}"))
    }
}

/// The reason that a file cannot be read.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages describe the fields")]
pub enum FileError {
    #[error("{file}: {source}; check its name, and that it can be unpacked")]
    Read { file: String, source: io::Error },
    /// It is none of the kind, or an archive without such a file.
    #[error("{0}")]
    Other(String),
}

impl From<FileError> for OpeningError {
    fn from(error: FileError) -> Self {
        match error {
            FileError::Read { file, source } => Self::Read { file, source },
            FileError::Other(message) => Self::Unusable(message),
        }
    }
}

/// The text of a file, or of a member of an archive.
pub struct FileText<'r> {
    /// Its name in messages: the file, and after a slash the member.
    pub name: String,
    /// Its content.
    pub kind: Kind,
    /// The text.
    pub text: Box<dyn BufRead + 'r>,
}

/// Hands the text of a file to `visit`, or those of all members of an archive that pass `filter`, one after the other.
///
/// In an archive files that some systems add (`__MACOSX`, names that begin with a dot) are skipped, and, beside
/// others, texts called README, LICENSE or the like and other `.txt`.
/// Fails if there is no such text or it cannot be opened, or whatever `visit` returns.
pub fn visit<E: From<FileError>>(
    path: &Path,
    filter: FileFilter,
    mut visit: impl FnMut(FileText<'_>) -> Result<(), E>,
) -> Result<(), E> {
    let is_stdin = is_stdin(path);
    let name = if is_stdin { "standard input".to_owned() } else { path.display().to_string() };
    let failed = |source| FileError::Read { file: name.clone(), source };
    let input: Box<dyn Read> =
        if is_stdin { Box::new(io::stdin().lock()) } else { Box::new(File::open(path).map_err(failed)?) };
    let mut input = BufReader::with_capacity(BUFFER, input);
    // A pipe may give fewer bytes at a time than show the packing.
    let mut start = Vec::new();
    (&mut input).take(ZIP.len() as u64).read_to_end(&mut start).map_err(failed)?;
    let is_zip = start == ZIP;
    let mut input = Cursor::new(start).chain(input);
    if is_zip {
        if !is_stdin {
            let archive = BufReader::with_capacity(BUFFER, File::open(path).map_err(failed)?);
            return members(&name, archive, filter, &mut visit);
        }
        let mut archive = SpooledTempFile::new(IN_MEMORY);
        io::copy(&mut input, &mut archive).map_err(failed)?;
        return members(&name, archive, filter, &mut visit);
    }
    let lower = name.to_lowercase();
    let packing = [".gz", ".zst", ".zstd"].into_iter().find_map(|end| lower.strip_suffix(end));
    let kind = filter.kind(packing.unwrap_or(&lower));
    if kind.is_none() && !is_stdin {
        let endings = filter.endings();
        return Err(FileError::Other(format!(
            "{name}: a file of this kind ends in {endings}, each also with .gz or .zst after it, or in .zip"
        ))
        .into());
    }
    let text = unpacked(input).map_err(failed)?;
    visit(text_of(name, kind.filter(|_| !is_stdin), filter, text)?)
}

/// The content of a file, decompressed if its first bytes are those of gzip or Zstandard.
fn unpacked<'r>(mut file: impl BufRead + 'r) -> io::Result<Box<dyn BufRead + 'r>> {
    Ok(match file.fill_buf()? {
        [0x1f, 0x8b, ..] => Box::new(BufReader::with_capacity(BUFFER, MultiGzDecoder::new(file))),
        start if is_zstd(start) => Box::new(BufReader::with_capacity(BUFFER, Zstd::new(file))),
        _ => Box::new(file),
    })
}

/// True if a path stands for standard input.
pub fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// A text that is neither compressed nor in a two-byte encoding, to be read in place.
pub(crate) fn plain(path: &Path) -> io::Result<Option<(Kind, File)>> {
    let kind = Kind::of(&path.display().to_string().to_lowercase());
    let Some(kind) = kind.filter(|_| !is_stdin(path)) else {
        return Ok(None);
    };
    let mut file = File::open(path)?;
    let mut start = Vec::new();
    if !file.metadata()?.is_file() {
        return Ok(None);
    }
    (&mut file).take(16).read_to_end(&mut start)?;
    let is_packed = matches!(start[..], [0x1f, 0x8b, ..]) || is_zstd(&start);
    let is_other = is_packed || start.starts_with(ZIP) || is_utf_16(&start);
    Ok((kind == Kind::Polyglot || !is_other).then_some((kind, file)))
}

/// A text whose kind is given by its name, or else by its first line.
fn text_of<'r>(
    name: String,
    kind: Option<Kind>,
    filter: FileFilter,
    mut text: Box<dyn BufRead + 'r>,
) -> Result<FileText<'r>, FileError> {
    let failed = |source| FileError::Read { file: name.clone(), source };
    if kind == Some(Kind::Polyglot) {
        return Ok(FileText { name, kind: Kind::Polyglot, text });
    }
    let (start, mut text) = beginning(&mut text).map(|start| (start, text)).map_err(failed)?;
    if is_utf_16(&start) {
        let remedy = "convert it to UTF-8 by `iconv -f utf-16 -t utf-8`";
        return Err(FileError::Other(format!("{name}: it is in UTF-16; {remedy}")));
    }
    let whole = BlankGuard::new(Cursor::new(start).chain(text));
    text = Box::new(BufReader::with_capacity(BUFFER, whole));
    let kind = match (kind, filter.kinds) {
        (Some(kind), _) | (None, &[kind]) => kind,
        (None, _) => {
            let start = beginning(&mut text).map_err(failed)?;
            let kind = kind_of(&start);
            text = Box::new(BufReader::new(Cursor::new(start).chain(text)));
            kind
        }
    };
    Ok(FileText { name, kind, text })
}

/// The first bytes of a text, which are taken from it.
fn beginning(text: &mut Box<dyn BufRead + '_>) -> io::Result<Vec<u8>> {
    let mut start = Vec::new();
    text.take(LOOKED_AT as u64).read_to_end(&mut start)?;
    Ok(start)
}

/// The content of a text with this beginning: games, unless the first line is a position.
fn kind_of(start: &[u8]) -> Kind {
    let start = String::from_utf8_lossy(start);
    let mut lines = start.split(['\n', '\r']).map(str::trim);
    let first = lines.find(|line| !line.is_empty() && !line.starts_with(['#', '%', ';']));
    let is_position = first.is_some_and(|line| {
        let fen = line.split('|').next().unwrap_or(line);
        let fen = fen.strip_prefix("fen ").unwrap_or(fen);
        let is_other = ["{\"", "startpos", "position "].iter().any(|start| line.starts_with(start));
        is_other || EpdRecord::read(fen).is_ok_and(|record| record.fen.matches('/').count() >= 7)
    });
    if is_position { Kind::Positions } else { Kind::Games }
}

fn members<E: From<FileError>>(
    file: &str,
    packed: impl Read + Seek,
    filter: FileFilter,
    visit: &mut dyn FnMut(FileText<'_>) -> Result<(), E>,
) -> Result<(), E> {
    let failed =
        |name: &str, error: zip::result::ZipError| FileError::Read { file: name.to_owned(), source: error.into() };
    let mut archive = ZipArchive::new(packed).map_err(|error| failed(file, error))?;
    let mut names = Vec::new();
    for index in 0..archive.len() {
        let member = archive.by_index_raw(index).map_err(|error| failed(file, error))?;
        let name = member.name().map_err(|error| failed(file, error))?;
        if member.is_file() && !is_hidden(&name) {
            names.push((index, name.to_string()));
        }
    }
    let chosen = chosen(&names, FileFilter { otherwise: None, ..filter });
    if chosen.is_empty() {
        return Err(FileError::Other(no_member(file, &filter.endings(), &names)).into());
    }
    for (index, name, kind) in chosen {
        let name = format!("{file}/{name}");
        let member = archive.by_index(index).map_err(|error| failed(&name, error))?;
        let text = Box::new(BufReader::with_capacity(BUFFER, member));
        visit(text_of(name, Some(kind), filter, text)?)?;
    }
    Ok(())
}

/// The message about an archive with these members, three of which are named.
fn no_member(file: &str, endings: &str, members: &[(usize, String)]) -> String {
    let named: Vec<&str> = members.iter().take(3).map(|(_, name)| name.as_str()).collect();
    let named = named.join(", ");
    let has = match members.len() {
        0 => String::new(),
        1..=3 => format!(" (it has {named})"),
        all => format!(" (it has {named} and {} more)", all - 3),
    };
    format!("{file}: no member of the archive ends in {endings}{has}; pack one of these")
}

/// Members that macOS and others add to an archive.
fn is_hidden(name: &str) -> bool {
    let mut parts = name.split(['/', '\\']);
    parts.any(|part| part.eq_ignore_ascii_case("__MACOSX") || part.starts_with('.'))
}

/// The members that are wanted; readmes, licences and texts of no special ending only if there is nothing else.
fn chosen(names: &[(usize, String)], filter: FileFilter) -> Vec<(usize, &str, Kind)> {
    const ABOUT: &str = "readme|read_me|read me|license|licence|copying|changelog|changes|credits|authors";
    let is_about = |name: &str| {
        let last = name.rsplit(['/', '\\']).next().unwrap_or(name);
        ABOUT.split('|').any(|about| last.starts_with(about))
    };
    let mut chosen = Vec::new();
    for (index, name) in names {
        let kind = filter.kind(&name.to_lowercase());
        chosen.extend(kind.map(|kind| (*index, name.as_str(), kind)));
    }
    let any_text = |name: &str| name.ends_with(".txt");
    for is_aside in [&is_about as &dyn Fn(&str) -> bool, &any_text] {
        let is_meant = |name: &str| !is_aside(&name.to_lowercase());
        if chosen.iter().any(|(_, name, _)| is_meant(name)) {
            chosen.retain(|(_, name, _)| is_meant(name));
        }
    }
    chosen
}
