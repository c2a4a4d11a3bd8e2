//! The commit, compiler and profile that a program was built from.
//!
//! Two builds of one commit have the same information: there is no date and no path in it. A build of a source archive
//! has no commit, and neither has a debug build, which would be compiled anew after each one.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

#[cfg(test)]
#[allow(dead_code, reason = "the build script uses all of it")]
#[path = "../build.rs"]
mod build;

/// A program's source and the way it was built.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Build {
    /// The version of the workspace, as in `0.1.0`.
    pub version: Cow<'static, str>,
    /// The commit, 40 hexadecimal digits; `None` if it is not known.
    pub commit: Option<Cow<'static, str>>,
    /// True if files that are compiled differed from the commit.
    pub modified: bool,
    /// The compiler, as in `rustc 1.95.0 (59807616e 2026-04-14)`.
    pub compiler: Cow<'static, str>,
    /// The target triple.
    pub target: Cow<'static, str>,
    /// The profile, as in `release`.
    pub profile: Cow<'static, str>,
}

/// The build of this program.
pub const BUILD: Build = Build {
    version: Cow::Borrowed(env!("CARGO_PKG_VERSION")),
    commit: match env!("BUILD_COMMIT").as_bytes() {
        [] => None,
        _ => Some(Cow::Borrowed(env!("BUILD_COMMIT"))),
    },
    modified: matches!(env!("BUILD_MODIFIED").as_bytes(), b"true"),
    compiler: Cow::Borrowed(env!("BUILD_COMPILER")),
    target: Cow::Borrowed(env!("BUILD_TARGET")),
    profile: Cow::Borrowed(env!("BUILD_PROFILE")),
};

impl Build {
    /// Version and commit in short, as in `0.1.0 36c91cb0a1+modified`; the version alone where no commit is known.
    pub fn short(&self) -> String {
        /// Enough of a commit's name in any repository of this size.
        const DIGITS: usize = 10;
        let Some(commit) = &self.commit else {
            return self.version.to_string();
        };
        let commit = commit.get(..DIGITS).unwrap_or(commit);
        let modified = if self.modified { "+modified" } else { "" };
        format!("{} {commit}{modified}", self.version)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;
    use std::process::Command;

    use super::*;
    use crate::build::checkout;

    #[test]
    fn a_build_in_short() {
        let commit = "36c91cb0a1f2f2c3d4e5f60718293a4b5c6d7e8f";
        let build = |commit: Option<&'static str>, modified| Build {
            version: "1.2.3".into(),
            commit: commit.map(Cow::Borrowed),
            modified,
            ..BUILD
        };
        assert_eq!(build(None, false).short(), "1.2.3");
        assert_eq!(build(Some(commit), false).short(), "1.2.3 36c91cb0a1");
        assert_eq!(build(Some(commit), true).short(), "1.2.3 36c91cb0a1+modified");
    }

    fn git(folder: &Path, arguments: &[&str]) -> String {
        let output = Command::new("git")
            .args(["-c", "user.name=A", "-c", "user.email=a@b.c"])
            .args(arguments)
            .current_dir(folder)
            .output()
            .unwrap();
        assert!(output.status.success(), "{arguments:?}: {output:?}");
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    }

    #[test]
    fn a_checkout_is_known_by_its_commit_and_what_was_changed() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        let write = |path: &str, text: &str| {
            let path = root.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        assert_eq!(checkout(root), None);
        write("Cargo.toml", "[workspace]\n");
        write("some-crate/Cargo.toml", "[package]\n");
        write("some-crate/src/lib.rs", "// one\n");
        write("README.md", "words\n");
        git(root, &["init", "--quiet"]);
        assert_eq!(checkout(root), None, "nothing is committed yet");
        git(root, &["add", "."]);
        git(root, &["commit", "--quiet", "-m", "one"]);
        let commit = git(root, &["rev-parse", "HEAD"]);
        let state = |modified| Some((commit.clone(), modified));
        assert_eq!(checkout(root), state(false));
        // A file that is not compiled changes nothing.
        write("README.md", "other words\n");
        write("some-crate/README.md", "words\n");
        write("runs/round-robin/games.pgn", "*\n");
        assert_eq!(checkout(root), state(false));
        for (path, text) in [
            ("some-crate/src/lib.rs", "// two\n"),
            ("some-crate/src/new.rs", "// new\n"),
            ("another-crate/Cargo.toml", "[package]\n"),
            ("Cargo.lock", "\n"),
        ] {
            let before = fs::read_to_string(root.join(path)).ok();
            write(path, text);
            assert_eq!(checkout(root), state(true), "{path}");
            match before {
                Some(before) => write(path, &before),
                None => fs::remove_file(root.join(path)).unwrap(),
            }
            assert_eq!(checkout(root), state(false), "{path} as it was");
        }
        // A copy of the source inside the repository is not the repository.
        assert_eq!(checkout(&root.join("some-crate")), None);
    }
}
