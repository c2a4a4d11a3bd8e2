//! Files: read up to a bound, and written whole or not at all.

use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::Path;

use config::disk::text;
use config::disk::{quoted, quoted_path, replace_file, write_named};

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
    let taken = folder.path().join("taken");
    fs::create_dir(&taken).unwrap();
    let error = replace_file(&taken, |to| to.write_all(b"one")).unwrap_err();
    assert!(error.to_string().contains("taken: "), "{error}");
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

#[test]
fn a_file_is_read_up_to_its_bound() {
    const MOST: u64 = 64 << 20;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("text");
    File::create(&path).unwrap().set_len(MOST).unwrap();
    assert_eq!(text(&path).unwrap().len() as u64, MOST);
    File::create(&path).unwrap().set_len(MOST + 1).unwrap();
    assert_eq!(text(&path).unwrap_err().kind(), ErrorKind::FileTooLarge);
    fs::write(&path, b"\xff").unwrap();
    assert!(text(&path).unwrap_err().to_string().contains("UTF-8"));
    if cfg!(unix) {
        let error = text(Path::new("/dev/zero")).unwrap_err();
        assert_eq!(error.to_string(), "it has more than 64 MiB");
    }
}
