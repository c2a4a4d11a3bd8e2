//! Engines that other build systems than cargo make, as their authors type it.

use std::fs;
use std::process::Command;

use serde_json::Value;

use crate::common::{Contents, Files, stderr, stdout};
use crate::project::{MENDED, Project, QUICKLY};

/// Builds the engine in another way than cargo.
const RUSTC: &str = "rustc --edition 2024 -O -o";

/// The project without cargo's files.
fn without_cargo() -> Project {
    let project = Project::new();
    for file in ["Cargo.toml", "Cargo.lock"] {
        fs::remove_file(project.join(file)).unwrap();
    }
    project
}

#[test]
fn a_makefile_is_found_and_written_down() {
    if Command::new("make").arg("--version").output().is_err() {
        eprintln!("make is not here: Makefiles are not tested");
        return;
    }
    let project = without_cargo();
    fs::create_dir(project.join("src")).unwrap();
    project.write("Makefile", "help:\n\t@echo try make -C src\n");
    project.write("src/Makefile", format!("EXE = other\nall:\n\t{RUSTC} $(EXE) ../tiny.rs\n"));
    project.commit("A Makefile");
    let printed = project.text("regress tiny --init");
    printed.must_have(&["regress.toml: tiny, built by `make EXE=tiny in src`"]);
    project.refused("regress --init", &["regress.toml is there already"]);
    let settings = project.read("regress.toml");
    settings.must_have(&["engine = \"tiny\"", "dir = \"src\"", "\nnodes = 10000", "\nhash = 0 "]);
    // A test in a second, and the name and the command from the file.
    let quick = settings
        .replace("elo1 = 10", "elo1 = 50\nmax_pairs = 300")
        .replace("max_moves = 200", "max_moves = 100")
        .replace("score = 900, both = true", "score = 300, both = false");
    project.write("regress.toml", quick);
    project.commit("Settings of its tests");
    project.change(MENDED);
    let output = project.run("regress --nodes 100 --events ndjson");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let events: Vec<Value> =
        stdout(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(events[0]["event"], "test_started");
    let last = events.last().unwrap();
    assert_eq!(last["result"]["verdict"], "improved", "{last}");
    let games = events.iter().filter(|e| e["event"] == "game_finished");
    assert!(games.count() as u64 >= last["result"]["games"].as_u64().unwrap());
    // The page of both versions.
    project.text("versions report --plots plots");
    let page = project.read("versions/report.html");
    page.must_have(&["Elo of tiny over version 2", "improved"]);
    assert!(project.read("plots/versions-tiny.svg").contains("<svg"));
}

#[test]
fn the_program_is_the_only_one_that_is_made_and_must_be_of_the_commit() {
    let project = without_cargo();
    project.commit("No cargo");
    project.change(MENDED);
    project.refused("regress tiny", &["no Cargo.toml, Makefile", "--init"]);
    let build = |command: &str| format!("versions build HEAD tiny --build '{command}'");
    let one = build(&format!("mkdir out && {RUSTC} out/x tiny.rs"));
    project.text(&one).must_have(&["bench 2835"]);
    let two = build(&format!("{RUSTC} a tiny.rs && cp a b"));
    project.refused(&two, &["several programs: a, b", "--program"]);
    project.refused(&build("true"), &["which made no program"]);
    project.refused(
        &format!("{} --program /bin/true", build("true")),
        &["\"/bin/true\" is outside of the project"],
    );
    project.refused(&format!("{} --program ../x", build("true")), &["belongs to no commit"]);
    project.refused(
        &build("echo first; echo last words; false"),
        &["last words", "Nothing was archived"],
    );
}

#[test]
fn another_compiler_or_command_is_another_build() {
    let project = Project::new();
    let build = |cc: &str, command: &str| {
        let line = format!("versions build HEAD tiny --name {cc} --build '{command}'");
        let mut arena = project.command(&line);
        let output = arena.env("CC", cc).env("MAKEFLAGS", "-j9").output();
        let output = output.unwrap();
        assert!(output.status.success(), "{}", stderr(&output));
        stderr(&output)
    };
    let command = format!("test -z \"$MAKEFLAGS\" && {RUSTC} tiny tiny.rs");
    build("one", &command).must_have(&["Building"]);
    build("one", &command).must_lack(&["Building"]);
    build("two", &command).must_have(&["Building"]);
    // Without a name it gets one that is free.
    for (flag, number) in [("-O", ""), ("-Onone", "-2")] {
        let line = format!("versions build HEAD tiny --build ': {flag}; {command}'");
        let head = &project.git("rev-parse HEAD")[..10];
        project.text(&line).must_have(&[&format!("tiny-{head}{number}: ")]);
    }
    let shown = project.text("versions show two --json");
    let shown: Value = serde_json::from_str(&shown).unwrap();
    assert!(shown["build"].as_str().unwrap().starts_with("CC=two "));
}

#[test]
fn cargos_only_program_needs_no_name_and_no_lock_file() {
    let project = Project::new();
    fs::remove_file(project.join("Cargo.lock")).unwrap();
    project.commit("No lock file");
    project.change(MENDED);
    let output = project.run("regress --config quick.toml");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    stdout(&output).must_have(&["tiny: ", "improved: "]);
    stderr(&output).must_have(&["no Cargo.lock is committed"]);
    let manifest = project.read("Cargo.toml");
    project
        .write("Cargo.toml", format!("{manifest}[[bin]]\nname = \"second\"\npath = \"tiny.rs\"\n"));
    project.refused("regress", &["name the engine", "second, tiny"]);
}

#[test]
fn a_side_that_fails_in_all_its_games_is_no_verdict() {
    let project = Project::new();
    project.change(("println!(\"bestmove {}\", written(mv))", "println!(\"bestmove a1a1\")"));
    project.change(MENDED);
    let output = project.run(&format!("{QUICKLY} --option Hash=2"));
    assert_eq!(output.status.code(), Some(4), "{}", stderr(&output));
    stdout(&output).must_have(&["worse: ", "failed in every one", "illegal move"]);
    project
        .refused(&format!("{QUICKLY} --option 1:Hash=2"), &["both programs have the same options"]);
}
