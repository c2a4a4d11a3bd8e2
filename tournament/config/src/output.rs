//! Writing files: whole or not at all; for paths of a user, also to devices and pipes. And words for a shell.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufWriter, ErrorKind, Write, stdout};
use std::path::{Path, PathBuf};

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
        Err(error) => return Err(named(&new, &error).into()),
    }
    let written = write_through(&new, write);
    if written.is_err() {
        // Nothing is lost if this fails too: the next attempt writes over it.
        let _ = fs::remove_file(&new);
    }
    written?;
    Ok(fs::rename(&new, path).map_err(|error| named(path, &error))?)
}

/// As [`replace_file`], for a path given by a user: a link is followed, and anything but a regular file, such as a
/// device or a pipe, is opened and written.
pub fn write_named<E: From<io::Error>>(
    path: &Path,
    write: impl FnOnce(&mut (dyn Write + Send)) -> Result<(), E>,
) -> Result<(), E> {
    if is_standard_output(path) {
        let mut to = stdout();
        write(&mut to)?;
        return Ok(to.flush()?);
    }
    match fs::metadata(path) {
        Ok(there) if !there.is_file() && !there.is_dir() => {
            let file = File::options().write(true).open(path);
            let mut file = BufWriter::new(file.map_err(|error| named(path, &error))?);
            write(&mut file)?;
            Ok(file.flush().map_err(|error| named(path, &error))?)
        }
        _ => replace_file(&followed(path)?, write),
    }
}

/// True if a path is a name of standard output.
pub fn is_standard_output(path: &Path) -> bool {
    cfg!(unix) && STANDARD_OUTPUT.iter().any(|name| path == Path::new(name))
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
    Err(named(&path, &error))
}

/// The same error with the file in its message.
fn named(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

fn write_through<E: From<io::Error>>(
    path: &Path,
    write: impl FnOnce(&mut (dyn Write + Send)) -> Result<(), E>,
) -> Result<(), E> {
    let file = File::options().write(true).create_new(true).open(path);
    let mut file = BufWriter::new(file.map_err(|error| named(path, &error))?);
    write(&mut file)?;
    // Otherwise a loss of power could leave the new name on an empty file.
    let file = file.into_inner().map_err(io::Error::from)?;
    Ok(file.sync_all()?)
}

/// A word for a shell, in quotes if it needs them.
pub fn quoted(word: &str) -> String {
    // Only a zero byte cannot be quoted, and no path or argument has one.
    shlex::try_quote(word).map_or_else(|_| word.to_owned(), std::borrow::Cow::into_owned)
}

/// A path for a shell.
pub fn quoted_path(path: &Path) -> String {
    quoted(&path.to_string_lossy())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_entirely_or_not_at_all() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pgn");
        replace_file(&path, |to| to.write_all(b"one")).unwrap();
        replace_file(&path, |to| to.write_all(b"two")).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"two");
        let failed = replace_file(&path, |to| {
            to.write_all(b"three")?;
            Err(io::Error::other("stop"))
        });
        assert_eq!(failed.unwrap_err().to_string(), "stop");
        assert_eq!(fs::read(&path).unwrap(), b"two");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_beside_it_is_not_followed() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::write(at("precious"), b"precious").unwrap();
        std::os::unix::fs::symlink(at("precious"), at("games.pgn.new")).unwrap();
        replace_file(&at("games.pgn"), |to| to.write_all(b"games")).unwrap();
        assert_eq!(fs::read(at("precious")).unwrap(), b"precious");
        assert_eq!(fs::read(at("games.pgn")).unwrap(), b"games");
        assert!(!fs::symlink_metadata(at("games.pgn")).unwrap().is_symlink());
    }

    #[test]
    fn a_file_that_cannot_be_replaced_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pgn");
        fs::create_dir(&path).unwrap();
        let error = replace_file(&path, |to| to.write_all(b"one")).unwrap_err();
        assert!(error.to_string().contains("games.pgn: "), "{error}");
    }

    #[cfg(unix)]
    #[test]
    fn what_a_user_names_is_followed_or_written_where_it_is() {
        use std::os::unix::fs::{FileTypeExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let write = |path: &Path, text: &'static [u8]| write_named(path, |to| to.write_all(text));
        symlink("there", at("link")).unwrap();
        write(&at("link"), b"new").unwrap();
        write(&at("link"), b"newer").unwrap();
        assert!(fs::symlink_metadata(at("link")).unwrap().is_symlink());
        assert_eq!(fs::read(at("there")).unwrap(), b"newer");
        let fifo = at("pipe");
        let made = std::process::Command::new("mkfifo").arg(&fifo).status();
        assert!(made.unwrap().success());
        let reader = std::thread::spawn({
            let fifo = fifo.clone();
            move || fs::read(fifo).unwrap()
        });
        write(&fifo, b"through").unwrap();
        assert_eq!(reader.join().unwrap(), b"through");
        assert!(fs::metadata(&fifo).unwrap().file_type().is_fifo());
        symlink("round", at("round")).unwrap();
        let error = write(&at("round"), b"x").unwrap_err();
        assert!(error.to_string().contains("too many links"), "{error}");
        // The files of a run are not looked for elsewhere.
        replace_file(&at("link"), |to| to.write_all(b"own")).unwrap();
        assert_eq!(fs::read(at("there")).unwrap(), b"newer");
    }

    #[test]
    fn words_are_quoted_where_they_need_it() {
        assert_eq!(quoted("runs/a-b"), "runs/a-b");
        assert_eq!(quoted("my run; rm -r x"), "'my run; rm -r x'");
        assert_eq!(quoted_path(Path::new("it's")), "\"it's\"");
    }
}
