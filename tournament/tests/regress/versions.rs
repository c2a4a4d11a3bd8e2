//! The archive on the command line.

use std::fs;

use serde_json::Value;

use crate::common::{Contents, Files, signal, start, stderr, stdout, wait_until, write_program};
use crate::project::{MENDED, Project, QUICKLY, SPOILT};

#[test]
fn versions_are_built_added_shown_and_removed() {
    let project = Project::new();
    let build = |arguments: &str| {
        let output = project.run(&format!("versions build {arguments}"));
        assert!(output.status.success(), "{}", stderr(&output));
        (stdout(&output), stderr(&output))
    };
    let commit = project.git("rev-parse HEAD");
    let (line, _) = build("main tiny");
    let usual = format!("tiny-{}", &commit[..10]);
    assert_eq!(line, format!("{usual}: bench 2835\n"));
    let (_, steps) = build("HEAD tiny --name v1");
    // The same source is not built twice.
    steps.must_lack(&["Building"]);
    let shown = project.text("versions show v1 --json");
    let shown: Value = serde_json::from_str(&shown).unwrap();
    assert_eq!((shown["commit"].as_str(), shown["bench"].as_u64()), (Some(&*commit), Some(2835)));

    // A foreign program without a bench, and options to play with.
    let script = project.join("foreign.sh");
    fs::write(&script, "#!/bin/sh\nexit 0\n").unwrap();
    let add = "versions add foreign.sh --name other";
    project.refused(add, &["executable"]);
    write_program(&script, "#!/bin/sh\nexit 0\n");
    assert_eq!(project.text(add), "other: no bench\n");
    let mut names = project.versions();
    names.sort();
    assert_eq!(names, ["other", &usual, "v1"]);

    project.write("versions/v1/tiny", "something else");
    project.refused("versions show v1", &["checksum"]);
    project.text("versions remove v1 other");
    assert_eq!(project.versions(), [usual]);
    assert_eq!(project.git("status --porcelain"), "?? foreign.sh");
}

#[test]
fn a_version_plays_with_its_options() {
    let project = Project::new();
    project.text("versions build HEAD tiny --name plain");
    let add = |name: &str, file: &str| {
        project.write("options.toml", file);
        let add = format!("versions add versions/plain/tiny --name {name}");
        let options = "--params options.toml --commit main";
        project.text(&format!("{add} {options}"));
    };
    add("set", "params = { Hash = 3 }\n");
    add("unset", "# none\n");
    add("wrong", "params = { Hsah = 3 }\n");
    let shown = project.text("versions show set");
    shown.must_have(&["Hash = 3", &project.git("rev-parse HEAD")]);
    // The same program: only with other options is it another player.
    let (_, result) = project.regress("--candidate unset --against plain");
    assert_eq!(result["verdict"], "same");
    let (_, result) = project.regress("--candidate set --against plain");
    assert_eq!(result["verdict"], "not-worse", "{result}");
    assert_ne!(result["games"], 0);
    let wrong = format!("{QUICKLY} --candidate wrong --against plain");
    project.refused(&wrong, &["did you mean \"Hash\"?"]);
}

/// Git takes a file for unchanged if its size and time are those in the index: the time of a file
/// that changes just after a commit may be, to the clock's tick.
#[test]
fn a_change_just_after_a_commit_is_seen() {
    let project = Project::new();
    for value in [51, 52, 53] {
        let (old, new) = (format!("{}, 20_000", value - 1), format!("{value}, 20_000"));
        project.change((&old, &new));
        project.commit("Another value");
        let (old, new) = (format!("{value}, 20_000"), format!("{}, 20_000", value + 100));
        project.change((&old, &new));
        let message = stderr(&project.run("regress none"));
        message.must_have(&["the working tree (changes on"]);
        project.change((&new, &old));
    }
}

#[test]
fn the_list_has_elo_from_what_was_played() {
    let project = Project::new();
    project.text("versions build HEAD tiny --name a");
    // One that was not compared stands between the two that were: dates are a second apart at least.
    std::thread::sleep(std::time::Duration::from_millis(1100));
    project.change(MENDED);
    project.commit("The queen is worth more");
    project.text("versions build HEAD tiny --name b");
    let (_, gain) = project.regress("--candidate b --against a");
    std::thread::sleep(std::time::Duration::from_millis(1100));
    project.change(SPOILT);
    let (_, loss) = project.regress("--against b");
    let text = project.text("versions list --json");
    let rows: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(rows.len(), 3);
    assert_eq!((&rows[0]["name"], &rows[1]["name"]), (&"a".into(), &"b".into()));
    assert_eq!(rows[0]["first"], Value::Null);
    assert_eq!(rows[1]["first"]["elo"], gain["elo"]);
    assert_eq!(rows[1]["previous"], rows[1]["first"]);
    assert_eq!(rows[2]["previous"]["elo_low"], loss["elo_low"]);
    let sum = gain["elo"].as_f64().unwrap() + loss["elo"].as_f64().unwrap();
    let chain = &rows[2]["first"];
    assert!((chain["elo"].as_f64().unwrap() - sum).abs() < 1e-9, "{chain}");
    assert_eq!(chain["links"], 2);
    let table = project.text("versions list tiny");
    assert!(table.starts_with("tiny, Elo at 100 nodes a move\n"), "{table}");
    table.must_have(&["]*\n", "along a chain"]);
    project.refused("versions list tinny", &[]);
}

/// The program's bench shall not outlive the command that started it.
#[test]
#[cfg(target_os = "linux")]
fn a_terminated_command_takes_the_bench_with_it_and_archives_nothing() {
    let project = Project::new();
    let script = "#!/bin/sh\necho $$ > pid\nexec sleep 1000\n";
    write_program(&project.join("slow.sh"), script);
    // No folder for temporary files is needed either.
    let mut command = project.command("versions add slow.sh");
    command.env("TMPDIR", "/no/such/folder");
    let mut child = start(command);
    let pid = || fs::read_to_string(project.join("pid")).unwrap_or_default();
    wait_until(&mut child, || pid().ends_with('\n'));
    signal(&child, rustix::process::Signal::TERM);
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let gone = (0..1000).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(5));
        !std::path::Path::new("/proc").join(pid().trim()).exists()
    });
    assert!(gone, "the bench still runs");
    assert!(project.versions().is_empty());
}
