//! Impossible requests end with a message and exit status 2, and harm nothing.

use std::fs;
use std::os::unix::fs::symlink;
use std::process::Command;

use tempfile::tempdir;

use crate::project::{MENDED, Project, stderr};

/// A command that must fail; returns its message.
fn refused(project: &Project, arguments: &[&str]) -> String {
    let output = project.run(arguments);
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    stderr(&output)
}

#[test]
fn unknown_names_are_refused_with_suggestions() {
    let project = Project::new();
    project.git(&["tag", "release-1"]);
    let message = refused(&project, &["regress", "tiny", "--against", "relase-1"]);
    assert!(message.contains("did you mean \"release-1\"?"), "{message}");
    let message = refused(&project, &["regress", "tiny"]);
    assert!(
        message.contains("--against"),
        "the first commit has none before it: {message}"
    );
    project.change(MENDED);
    let message = refused(&project, &["regress", "tinny"]);
    assert!(message.contains("did you mean \"tiny\"?"), "{message}");
    let message = refused(&project, &["regress", "tiny", "--elo0", "5", "--elo1", "1"]);
    assert!(message.contains("must be below"), "{message}");
    let elsewhere = tempdir().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_tournament"));
    command.env_remove("COLUMNS");
    command.env(
        "GIT_CEILING_DIRECTORIES",
        elsewhere.path().parent().unwrap(),
    );
    let output = command
        .current_dir(elsewhere.path())
        .args(["regress", "tiny"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(
        stderr(&output).contains("not inside a git repository"),
        "{}",
        stderr(&output)
    );
}

#[test]
fn settings_without_an_end_are_not_read_to_it() {
    let project = Project::new();
    project.change(MENDED);
    let message = refused(&project, &["regress", "tiny", "--params", "/dev/zero"]);
    assert!(
        message.contains("/dev/zero") && message.contains("MiB"),
        "{message}"
    );
}

#[test]
fn a_build_that_fails_shows_why_and_leaves_the_archive_as_it_was() {
    let project = Project::new();
    let built = project.run(&["versions", "build", "HEAD", "tiny", "--name", "first"]);
    assert!(built.status.success(), "{}", stderr(&built));
    project.change(("fn main() {", "fn main() { let x: u8 = \"not a number\";"));
    let message = refused(&project, &["regress", "tiny"]);
    assert!(
        message.contains("cannot be built from the working tree"),
        "{message}"
    );
    assert!(message.contains("mismatched types"), "{message}");
    assert_eq!(project.versions(), ["first"]);
    // No lock file that fits: it is unknown what would be built.
    project.git(&["checkout", "--quiet", "."]);
    fs::remove_file(project.path().join("Cargo.lock")).unwrap();
    let message = refused(&project, &["regress", "tiny"]);
    assert!(message.contains("--locked"), "{message}");
    assert_eq!(project.versions(), ["first"]);
}

#[test]
fn without_cargo_or_git_nothing_is_built() {
    let project = Project::new();
    project.change(MENDED);
    let programs = tempdir().unwrap();
    let run = || {
        let mut command = project.command(&["regress", "tiny"]);
        let output = command.env("PATH", programs.path()).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
        stderr(&output)
    };
    let message = run();
    assert!(message.contains("git was not found in PATH"), "{message}");
    let found = Command::new("sh")
        .args(["-c", "command -v git"])
        .output()
        .unwrap();
    let git = String::from_utf8(found.stdout).unwrap();
    symlink(git.trim(), programs.path().join("git")).unwrap();
    let message = run();
    assert!(message.contains("cargo was not found in PATH"), "{message}");
    assert!(project.versions().is_empty());
}
