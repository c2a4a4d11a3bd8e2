//! A kill, while building or while playing, loses nothing.

use std::io::Read;
use std::os::unix::process::ExitStatusExt;
use std::process::Stdio;
use std::thread::sleep;
use std::time::Duration;

use runner::store::Store;

use crate::project::{MENDED, Project, QUICKLY};

const LOOK: Duration = Duration::from_millis(2);
const SIGKILL: i32 = 9;

/// Starts a command and kills it as soon as `is_time`, which must come before its end.
fn kill(project: &Project, arguments: &str, mut is_time: impl FnMut() -> bool) {
    let mut command = project.command(arguments);
    let mut child = command
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    while !is_time() && child.try_wait().unwrap().is_none() {
        sleep(LOOK);
    }
    child.kill().unwrap();
    let mut complaints = String::new();
    let status = child.wait().unwrap();
    if status.signal() != Some(SIGKILL) {
        let mut output = child.stderr.unwrap();
        output.read_to_string(&mut complaints).unwrap();
        panic!("{status} before it could be killed: {complaints}");
    }
}

#[test]
fn a_build_that_is_killed_leaves_nothing_half_made() {
    let project = Project::new();
    let build = "versions build HEAD tiny --name first";
    let target = project.path().join("versions/.build/target/release");
    // While the source is written, while cargo runs, while the program is archived.
    let source = project.path().join("versions/.build/source/tiny.rs");
    kill(&project, build, || source.exists());
    assert!(project.versions().is_empty());
    kill(&project, build, || target.exists());
    assert!(project.versions().is_empty());
    project.text(build);
    assert_eq!(project.versions(), ["first"]);
    project.text("versions show first");
}

#[test]
fn a_match_that_is_killed_resumes_and_ends_the_same() {
    let project = Project::new();
    project.change(MENDED);
    // Hundreds of games.
    let long = "--elo1 20 --threads 1";
    let arguments = format!("{QUICKLY} {long}");
    let stored = || {
        let games = project.games();
        let store = games
            .first()
            .and_then(|folder| Store::open_read_only(folder).ok());
        store.and_then(|store| store.count().ok()).unwrap_or(0)
    };
    for more in 1..=2 {
        let before = stored();
        kill(&project, &arguments, || stored() >= before + more);
    }
    let played = stored();
    assert!(played >= 3);
    let (_, gone_on) = project.regress(long);
    assert_eq!(project.games().len(), 1, "it resumed in its folder");
    let (_, whole) = project.regress("--fresh --elo1 20");
    assert_eq!(gone_on["penta"], whole["penta"]);
    assert_eq!(gone_on["verdict"], whole["verdict"]);
    assert!(whole["games"].as_u64().unwrap() > played as u64);
}
