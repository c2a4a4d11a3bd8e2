//! Impossible requests end with a message and exit status 2, and harm nothing; a kill, while building or while playing,
//! loses nothing.

use std::os::unix::fs::symlink;
use std::os::unix::process::ExitStatusExt;
use std::process::Command;

use super::project::{COMMENT, MENDED, Project, QUICKLY};
use crate::common::{Contents, Ended, Files, Folder, arena, start, stderr, stored, wait_until};

const SIGKILL: i32 = 9;

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
    project.refused("regress tiny --params /dev/zero", &["/dev/zero", "MiB"]);
    let elsewhere = Folder::new();
    let mut command = arena(&elsewhere, "regress tiny");
    let above = elsewhere.parent().unwrap();
    let output = command.env("GIT_CEILING_DIRECTORIES", above).output();
    let output = output.unwrap();
    output.ended(2);
    stderr(&output).must_have(&["not inside a git repository"]);
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
        output.ended(2);
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

/// Starts a command and kills it as soon as `is_time`, which must come before its end.
fn kill(project: &Project, arguments: &str, is_time: impl FnMut() -> bool) {
    let mut child = start(project.command(arguments));
    wait_until(&mut child, is_time);
    child.kill().unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.signal(), Some(SIGKILL), "{}", stderr(&output));
}

#[test]
fn a_build_that_is_killed_leaves_nothing_half_made() {
    let project = Project::new();
    project.change(COMMENT);
    let target = project.join("versions/.build/target/release");
    // While the source is written, while cargo runs, while the program is archived.
    let source = project.join("versions/.build/source/tiny.rs");
    kill(&project, QUICKLY, || source.exists());
    assert!(project.versions().is_empty());
    kill(&project, QUICKLY, || target.exists());
    assert!(project.versions().is_empty());
    project.text(QUICKLY);
    assert_eq!(project.versions().len(), 2);
}

#[test]
fn a_match_that_is_killed_resumes_and_ends_the_same() {
    let project = Project::new();
    project.change(MENDED);
    // Hundreds of games.
    let long = "--elo1 20 --threads 1";
    let arguments = format!("{QUICKLY} {long}");
    let games = || project.games().first().map_or(0, |run| stored(run));
    for more in 1..=2 {
        let before = games();
        kill(&project, &arguments, || games() >= before + more);
    }
    let played = games();
    assert!(played >= 3);
    let (_, gone_on) = project.regress(long);
    assert_eq!(project.games().len(), 1, "it resumed in its folder");
    let (_, whole) = project.regress("--fresh --elo1 20");
    assert_eq!(gone_on["penta"], whole["penta"]);
    assert_eq!(gone_on["verdict"], whole["verdict"]);
    assert!(whole["games"].as_u64().unwrap() > played as u64);
}
