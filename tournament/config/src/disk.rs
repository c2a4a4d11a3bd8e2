//! Files: read whole in bounded memory, as a device or a pipe may have no end, and written whole or not at all; for paths of
//! a user, also to devices and pipes. And words for a shell.

use std::borrow::Cow;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufWriter, ErrorKind, Read, Stdout, Write, stdout};
use std::path::{Path, PathBuf};

use engine_core::memory;
use openings::LimitedReader;

/// The most bytes read from a configuration, from parameters and from records.
const TEXT: u64 = 64 << 20;
/// The most bytes read from a file of positions.
pub const POSITIONS: u64 = 1 << 30;

/// A text of settings.
pub fn text(path: &Path) -> io::Result<String> {
    String::from_utf8(read(path, TEXT)?).map_err(|_| io::Error::new(ErrorKind::InvalidData, "it is not UTF-8 text"))
}

/// A file of positions, or of their results.
pub fn positions(path: &Path) -> io::Result<Vec<u8>> {
    read(path, POSITIONS)
}

fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let file = File::open(path)?;
    // Too little memory is an error here, and does not end the process.
    let length = file.metadata()?.len().min(most);
    if memory::available().is_some_and(|free| free < length) {
        return Err(ErrorKind::OutOfMemory.into());
    }
    bytes.reserve_exact(usize::try_from(length).unwrap_or_default());
    LimitedReader::new(file, most).read_to_end(&mut bytes)?;
    Ok(bytes)
}

const STANDARD_OUTPUT: [&str; 3] = ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"];
/// Links that are followed, as many as Linux follows.
const LINKS: usize = 40;

/// Replaces a file by what `write` writes, at once and entirely, or not at all.
/// Whatever `write` returns, or if the file cannot be written; the old file is then untouched.
pub fn replace_file<E: From<io::Error>>(
    path: &Path,
    write: impl FnOnce(&mut (dyn Write + Send)) -> Result<(), E>,
) -> Result<(), E> {
    let mut name: OsString = path.file_name().unwrap_or_default().to_owned();
    name.push(".new");
    let new = path.with_file_name(name);
    match fs::remove_file(&new) {
        // A link of this name is not followed, and its target is not touched.
        Ok(()) => {}
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        Err(error) => return Err(named(&new, error).into()),
    }
    let written = write_through(path, &new, write);
    if written.is_err() {
        // Nothing is lost if this fails too: the next attempt writes over it.
        let _ = fs::remove_file(&new);
    }
    written?;
    Ok(fs::rename(&new, path).map_err(|error| named(path, error))?)
}

/// As [`replace_file`], for a path given by a user: a link is followed, and anything but a regular file, such as a
/// device or a pipe, is opened and written.
pub fn write_named<E: From<io::Error>>(
    path: &Path,
    write: impl FnOnce(&mut (dyn Write + Send)) -> Result<(), E>,
) -> Result<(), E> {
    let file = match fs::metadata(path) {
        _ if is_standard_output(path) => {
            let mut to = standard_output();
            write(&mut to)?;
            return Ok(to.flush()?);
        }
        Ok(there) if !there.is_file() && !there.is_dir() => File::options().write(true).open(path),
        _ => return replace_file(&followed(path)?, write),
    };
    let mut file = BufWriter::new(NamedOutput { path, to: file.map_err(|error| named(path, error))? });
    write(&mut file)?;
    Ok(file.flush()?)
}

/// Standard output, with its name in errors.
pub fn standard_output() -> NamedOutput<'static, Stdout> {
    NamedOutput { path: Path::new("standard output"), to: stdout() }
}

/// What is written to, with its name and a remedy in errors.
#[derive(Debug)]
pub struct NamedOutput<'p, W> {
    path: &'p Path,
    to: W,
}

impl<W: Write> Write for NamedOutput<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.to.write(bytes).map_err(|error| named(self.path, error))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush().map_err(|error| named(self.path, error))
    }
}

/// True if a path is a name of standard output.
pub fn is_standard_output(path: &Path) -> bool {
    path == Path::new("-") || cfg!(unix) && STANDARD_OUTPUT.iter().any(|name| path == Path::new(name))
}

/// The file to which a link leads, though it may not be there yet.
fn followed(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..LINKS {
        let Ok(to) = fs::read_link(&path) else {
            return Ok(path);
        };
        path = path.parent().unwrap_or(Path::new("")).join(to);
    }
    let error = io::Error::other("too many links lead from one to the next");
    Err(named(&path, error))
}

/// The same error with the file in its message, and a remedy.
pub fn named(path: &Path, error: io::Error) -> io::Error {
    let remedy = match error.kind() {
        // A reader that has enough, and a call that is made again: these are no errors.
        ErrorKind::BrokenPipe | ErrorKind::Interrupted => return error,
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => {
            "make room there, or choose another place, and try again"
        }
        _ => "name a file that can be written",
    };
    io::Error::new(error.kind(), format!("{}: {error}; {remedy}", path.display()))
}

fn write_through<E: From<io::Error>>(
    path: &Path,
    new: &Path,
    write: impl FnOnce(&mut (dyn Write + Send)) -> Result<(), E>,
) -> Result<(), E> {
    let file = File::options().write(true).create_new(true).open(new);
    let mut file = BufWriter::new(NamedOutput { path, to: file.map_err(|error| named(path, error))? });
    write(&mut file)?;
    // Otherwise a loss of power could leave the new name on an empty file.
    let file = file.into_inner().map_err(io::Error::from)?;
    Ok(file.to.sync_all().map_err(|error| named(path, error))?)
}

/// A word for a shell, in quotes if it needs them.
pub fn quoted(word: &str) -> String {
    // Only a zero byte cannot be quoted, and no path or argument has one.
    shlex::try_quote(word).map_or_else(|_| word.to_owned(), Cow::into_owned)
}

/// A path for a shell.
pub fn quoted_path(path: &Path) -> String {
    quoted(&path.to_string_lossy())
}
