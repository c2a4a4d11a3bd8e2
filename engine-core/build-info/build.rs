//! Finds out from which commit, and by which compiler, this is built.
//!
//! A release looks at git again whenever a commit or a file that is compiled changes. A debug build is not stamped with
//! a commit: everything above this crate would be compiled again after each one.

#[path = "src/git.rs"]
mod git;

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    let variable = |name: &str| env::var(name).unwrap_or_default();
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/git.rs");
    let crate_folder = PathBuf::from(variable("CARGO_MANIFEST_DIR"));
    let root = crate_folder.ancestors().nth(2).unwrap_or(&crate_folder);
    // The package lies elsewhere, perhaps in another project's repository.
    let is_in_workspace = crate_folder.ends_with("engine-core/build-info");
    let checkout = match variable("PROFILE").as_str() {
        "debug" => None,
        _ if !is_in_workspace => None,
        _ => {
            watch(root);
            git::checkout(root)
        }
    };
    let (commit, modified) = checkout.unwrap_or_default();
    let compiler = Command::new(variable("RUSTC")).arg("--version").output();
    let compiler = compiler.map_or_else(
        |_| String::new(),
        |output| String::from_utf8_lossy(&output.stdout).trim().to_owned(),
    );
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
    let compiled = git::compiled(root).into_iter().map(|path| root.join(path));
    for path in git::heads(root).into_iter().chain(compiled) {
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
