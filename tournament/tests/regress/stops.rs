//! A kill, while building or while playing, loses nothing.

use std::os::unix::process::ExitStatusExt;

use crate::common::{start, stderr, stored, wait_until};
use crate::project::{COMMENT, MENDED, Project, QUICKLY};

const SIGKILL: i32 = 9;

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
    let build = QUICKLY;
    let target = project.join("versions/.build/target/release");
    // While the source is written, while cargo runs, while the program is archived.
    let source = project.join("versions/.build/source/tiny.rs");
    kill(&project, build, || source.exists());
    assert!(project.versions().is_empty());
    kill(&project, build, || target.exists());
    assert!(project.versions().is_empty());
    project.text(build);
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
