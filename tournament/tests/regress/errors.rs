//! Impossible requests end with a message and exit status 2, and harm nothing.

use std::os::unix::fs::symlink;
use std::process::Command;

use crate::common::{Contents, Files, Folder, arena, stderr};
use crate::project::{MENDED, Project};

#[test]
fn unknown_names_are_refused_with_suggestions() {
    let project = Project::new();
    project.git("tag release-1");
    project.refused("regress tiny --against relase-1", &["did you mean \"release-1\"?"]);
    // The first commit has none before it.
    project.refused("regress tiny", &["--against"]);
    project.change(MENDED);
    project.refused("regress tinny", &["no bin target named `tinny`", "`tiny`"]);
    project.refused("regress tiny --elo0 5 --elo1 1", &["must be below"]);
    let elsewhere = Folder::new();
    let mut command = arena(&elsewhere, "regress tiny");
    let above = elsewhere.parent().unwrap();
    let output = command.env("GIT_CEILING_DIRECTORIES", above).output();
    let output = output.unwrap();
    assert_eq!(output.status.code(), Some(2));
    stderr(&output).must_have(&["not inside a git repository"]);
}

#[test]
fn settings_without_an_end_are_not_read_to_it() {
    let project = Project::new();
    project.change(MENDED);
    project.refused("regress tiny --params /dev/zero", &["/dev/zero", "MiB"]);
}

#[test]
fn a_build_that_fails_shows_why_and_leaves_the_archive_as_it_was() {
    let project = Project::new();
    project.change(("fn main() {", "fn main() { let x: u8 = \"not a number\";"));
    project.refused("regress tiny", &["cannot be built from the working tree", "mismatched types"]);
    assert!(project.versions().is_empty());
    // A lock file that does not fit: it is unknown what would be built.
    project.git("checkout --quiet .");
    project.write("Cargo.lock", "version = 4\n");
    project.refused("regress tiny", &["--locked"]);
    assert!(project.versions().is_empty());
}

#[test]
fn without_cargo_or_git_nothing_is_built() {
    let project = Project::new();
    project.change(MENDED);
    let programs = Folder::new();
    let run = || {
        let mut command = project.command("regress tiny");
        let output = command.env("PATH", &*programs).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
        stderr(&output)
    };
    let message = run();
    message.must_have(&["git was not found in PATH"]);
    let found = Command::new("sh").args(["-c", "command -v git"]).output().unwrap();
    let git = String::from_utf8(found.stdout).unwrap();
    symlink(git.trim(), programs.join("git")).unwrap();
    let message = run();
    message.must_have(&["cargo was not found in PATH"]);
    assert!(project.versions().is_empty());
}
