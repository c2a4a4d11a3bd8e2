// The state of a checkout, read from git. The build script includes this file, and so do the tests.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Files at the top of the workspace that decide what is compiled.
const FILES: [&str; 4] = ["Cargo.toml", "Cargo.lock", "rust-toolchain.toml", ".cargo/config.toml"];

/// The commit that is checked out in the folder `root`, and whether files that are compiled differ from it; `None` if `root`
/// is not the top of a git checkout, as in a source archive or in a copy inside another repository.
pub(crate) fn checkout(root: &Path) -> Option<(String, bool)> {
    let top = git(root, ["rev-parse", "--show-toplevel"])?;
    if fs::canonicalize(top).ok()? != fs::canonicalize(root).ok()? {
        return None;
    }
    let commit = git(root, ["rev-parse", "--verify", "HEAD"])?;
    let status = ["status", "--porcelain", "--untracked-files=all", "--"].map(PathBuf::from);
    // Words do not change a program.
    let words = PathBuf::from(":(exclude,glob)**/*.md");
    let modified = git(root, status.into_iter().chain(compiled(root)).chain([words]))?;
    Some((commit, !modified.is_empty()))
}

/// The paths that decide what is compiled, relative to the workspace's folder `root`: a few files, each crate's folder.
pub(crate) fn compiled(root: &Path) -> Vec<PathBuf> {
    let files = FILES.iter().map(PathBuf::from);
    let mut paths: Vec<PathBuf> = files.filter(|file| root.join(file).exists()).collect();
    let entries = fs::read_dir(root).into_iter().flatten().flatten();
    let names = entries.map(|entry| PathBuf::from(entry.file_name()));
    let has_crate = |name: &PathBuf| root.join(name).join("Cargo.toml").exists();
    let mut folders: Vec<PathBuf> = names.filter(has_crate).collect();
    folders.sort();
    paths.append(&mut folders);
    paths
}

/// The file that grows when another commit is checked out, and the one that names the current commit.
pub(crate) fn heads(root: &Path) -> Vec<PathBuf> {
    let paths = ["logs/HEAD", "HEAD"].iter().filter_map(|name| {
        let path = root.join(git(root, ["rev-parse", "--git-path", name])?);
        path.exists().then_some(path)
    });
    paths.collect()
}

/// The output of git, without the line end; `None` if it is not there or fails.
fn git(root: &Path, arguments: impl IntoIterator<Item: AsRef<OsStr>>) -> Option<String> {
    let mut command = Command::new("git");
    // No lock is taken: a commit may be under way.
    command.env("GIT_OPTIONAL_LOCKS", "0");
    let output = command.args(arguments).current_dir(root).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim_end_matches(['\r', '\n']).to_owned())
}
