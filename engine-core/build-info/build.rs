//! Finds out from which commit, and by which compiler, this is built. The tests of the library include it.
//!
//! A release looks at git again whenever a commit or a file that is compiled changes. A debug build is not stamped with
//! a commit: everything above this crate would be compiled again after each one.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

fn main() {
    let variable = |name: &str| env::var(name).unwrap_or_default();
    println!("cargo::rerun-if-changed=build.rs");
    let crate_folder = PathBuf::from(variable("CARGO_MANIFEST_DIR"));
    let root = crate_folder.ancestors().nth(2).unwrap_or(&crate_folder);
    // The package lies elsewhere, perhaps in another project's repository.
    let is_in_workspace = crate_folder.ends_with("engine-core/build-info");
    let checkout = match variable("PROFILE").as_str() {
        "debug" => None,
        _ if !is_in_workspace => None,
        _ => {
            watch(root);
            checkout(root)
        }
    };
    let (commit, modified) = checkout.unwrap_or_default();
    let compiler = Command::new(variable("RUSTC")).arg("--version").output();
    let compiler =
        compiler.map_or_else(|_| String::new(), |output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    for (name, value) in [
        ("COMMIT", commit),
        ("MODIFIED", modified.to_string()),
        ("COMPILER", compiler),
        ("TARGET", variable("TARGET")),
        ("PROFILE", profile(Path::new(&variable("OUT_DIR")), &variable("PROFILE"))),
    ] {
        println!("cargo::rustc-env=BUILD_{name}={value}");
    }
}

/// Has this script run again when another commit is checked out or a file changes.
fn watch(root: &Path) {
    let compiled = compiled(root).into_iter().map(|path| root.join(path));
    for path in heads(root).into_iter().chain(compiled) {
        println!("cargo::rerun-if-changed={}", path.display());
    }
}

/// The name of the profile: the folder above `build` in the path of the script's output. `inherited` is what the
/// script receives, which is debug or release.
fn profile(output: &Path, inherited: &str) -> String {
    let name = output
        .ancestors()
        .find(|path| path.file_name().is_some_and(|name| name == "build"))
        .and_then(Path::parent)
        .and_then(Path::file_name);
    name.map_or_else(|| inherited.to_owned(), |name| name.to_string_lossy().into_owned())
}

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
fn compiled(root: &Path) -> Vec<PathBuf> {
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
fn heads(root: &Path) -> Vec<PathBuf> {
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
