//! Programs that a build has made, where none is named.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

/// Folders whose programs are a build system's own.
const PASSED_OVER: [&str; 6] =
    [".git", "CMakeFiles", "meson-private", "deps", ".zig-cache", "examples"];
/// The first bytes of programs: ELF, and Mach-O of 64 bits, thin and fat.
const MAGIC: [[u8; 4]; 3] = [*b"\x7fELF", [0xcf, 0xfa, 0xed, 0xfe], [0xca, 0xfe, 0xba, 0xbe]];

/// The programs in a folder and those below it, in the order of their paths.
pub(super) fn below(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let Ok(kind) = entry.file_type() else {
                continue;
            };
            let name = entry.file_name();
            if kind.is_dir() && !PASSED_OVER.iter().any(|other| name == *other) {
                folders.push(entry.path());
            } else if kind.is_file() && is_program(&entry.path()) {
                found.push(entry.path());
            }
        }
    }
    found.sort();
    found
}

/// The one that has the engine's name, or else the only one; `Err` has all of them.
pub(super) fn of_engine(mut made: Vec<PathBuf>, engine: &str) -> Result<PathBuf, Vec<PathBuf>> {
    let mut named = made.iter().filter(|path| path.file_name().is_some_and(|name| name == engine));
    match (named.next(), named.next()) {
        (Some(path), None) => Ok(path.clone()),
        _ if made.len() == 1 => Ok(made.remove(0)),
        _ => Err(made),
    }
}

fn is_program(path: &Path) -> bool {
    let is_library = path.file_name().is_some_and(|name| name.to_string_lossy().contains(".so"));
    !is_library && is_executable(path) && has_magic(path)
}

fn has_magic(path: &Path) -> bool {
    let mut start = [0; 4];
    let read = File::open(path).and_then(|mut file| file.read_exact(&mut start));
    read.is_ok() && MAGIC.contains(&start)
}

#[cfg(unix)]
fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;

    fs::metadata(path).is_ok_and(|file| file.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_executable(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "exe")
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn programs_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        for (name, bytes, mode) in [
            ("bin/engine", b"\x7fELF..." as &[u8], 0o755),
            ("bin/script", b"#!/bin/sh", 0o755),
            ("engine.o", b"\x7fELF...", 0o644),
            ("libx.so.1", b"\x7fELF...", 0o755),
            ("b/CMakeFiles/a.out", b"\x7fELF...", 0o755),
            ("tool", b"\x7fELF...", 0o700),
        ] {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, bytes).unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
        }
        let found = below(folder.path());
        let names = ["bin/engine", "tool"].map(|name| folder.path().join(name));
        assert_eq!(found, names);
        assert_eq!(of_engine(found.clone(), "engine"), Ok(names[0].clone()));
        assert_eq!(of_engine(found.clone(), "other"), Err(found));
        let only = vec![names[1].clone()];
        assert_eq!(of_engine(only, "other"), Ok(names[1].clone()));
        assert_eq!(of_engine(Vec::new(), "other"), Err(Vec::new()));
    }
}
