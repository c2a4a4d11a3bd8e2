//! Engines that are built in other ways than by cargo, as their authors type it; and the arena built twice.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use super::{COMMENT, MENDED, Project, QUICKLY, lines, result};
use crate::common::*;
use crate::left_out::{MAKE, is_there};
use crate::programs::evaluations::{SOURCES, compile, library};

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
    if !is_there(MAKE) {
        return;
    }
    let project = without_cargo();
    project.commit("No cargo");
    refused(&project, "regress tiny --init", &["no Cargo.toml and no Makefile", "--build"]);
    fs::create_dir(project.join("src")).unwrap();
    project.write("src/Makefile", format!("EXE = other\nall:\n\t{RUSTC} $(EXE) ../tiny.rs\n"));
    project.commit("A Makefile");
    let printed = text(&project, "regress tiny --init");
    printed.must_have(&["regress.toml: tiny, built by `make -C src EXE=tiny -> src/tiny`"]);
    refused(&project, "regress --init", &["regress.toml is there already"]);
    let settings = project.read("regress.toml");
    settings.must_have(&["engine = \"tiny\"", "\nnodes = 10000", "\nhash = 0 "]);
    // A test in a second, and the name and the command from the file.
    let quick = settings
        .replace("elo1 = 10", "elo1 = 50\nmax_pairs = 300")
        .replace("max_moves = 200", "max_moves = 100")
        .replace("score = 900, both = true", "score = 300, both = false");
    project.write("regress.toml", quick);
    project.commit("Settings of its tests");
    project.change(MENDED);
    let events = lines(&text(&project, "regress --nodes 100 --events ndjson"));
    assert_eq!(events[0]["event"], "test_started");
    let last = events.last().unwrap();
    assert_eq!(last["result"]["verdict"], "improved", "{last}");
    let games = events.iter().filter(|e| e["event"] == "game_finished");
    assert!(games.count() as u64 >= last["result"]["games"].as_u64().unwrap());
}

#[test]
fn the_program_must_be_made_and_of_the_commit() {
    let project = without_cargo();
    project.commit("No cargo");
    project.change(MENDED);
    for (build, parts) in [
        ("true", &["it made no file tiny", "--program", "Nothing was archived"][..]),
        ("true --program /bin/true", &["\"/bin/true\" is outside of the project"]),
        ("true --program src/../../x", &["belongs to no commit"]),
        ("' '", &["the command that builds the engine is empty"]),
        ("'echo first; echo last words; false'", &["last words", "Nothing was archived"]),
        ("'ln -s /bin/true tiny'", &["tiny is a link to /", "outside of the project", "Nothing was archived"]),
        ("'ln -s /usr/bin there' --program there/env", &["there/env is a link to /", "belongs to no commit"]),
        ("'ln -s . here' --program here/tiny", &["it made no file here/tiny"]),
    ] {
        refused(&project, &format!("regress tiny --build {build}"), parts);
    }
    assert!(project.versions().is_empty());
}

/// Neither hooks nor what its configuration, or that of a submodule, names as a filter or a monitor of files.
#[test]
fn git_runs_nothing_that_a_repository_brings_along() {
    let project = without_cargo();
    project.git("init --quiet part");
    project.git("-C part commit --quiet --allow-empty --message none");
    project.write("part/a.txt", "a");
    project.write("part/.gitattributes", "* filter=trap\n");
    project.git("-C part add .");
    project.write(".gitattributes", "*.rs filter=trap\n*.toml filter=more\n*.part filter=process\n");
    project.write("a.part", "text\n");
    project.git("-c advice.addEmbeddedRepo=false add .");
    project.commit("Filters and a submodule");
    let trap = project.join(".git/trap");
    let trap = |mark: &str| format!("sh -c 'touch {:?}; exec cat'", trap.with_file_name(mark));
    for folder in [".", "part"] {
        for hook in ["post-index-change", "post-checkout"] {
            let path = project.join(folder).join(".git/hooks").join(hook);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            write_program(&path, format!("#!/bin/sh\n{}\n", trap("sprung-hook")));
        }
        for (key, mark) in
            [("filter.trap.clean", "clean"), ("filter.trap.smudge", "smudge"), ("core.fsmonitor", "monitor")]
        {
            let value = trap(&format!("sprung-{mark}"));
            project.git(&format!("-C {folder} config {key} {}", shlex::try_quote(&value).unwrap()));
        }
    }
    project.git(&format!("config filter.process.process {}", shlex::try_quote(&trap("sprung-process")).unwrap()));
    project.git("config filter.process.required true");
    project.write(".git/more", format!("[filter \"more\"]\nclean = {:?}\n", trap("sprung-include")));
    project.git("config include.path more");
    project.change(MENDED);
    project.write("quick.toml", QUICKLY);
    project.write("part/a.txt", "b");
    refused(&project, "regress tiny --build false", &["Nothing was archived"]);
    let sprung: Vec<_> = fs::read_dir(project.join(".git")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert!(!sprung.iter().any(|name| name.to_string_lossy().starts_with("sprung")), "{sprung:?}");
}

/// What it forks is neither waited for nor left, and of what it prints without an end the beginning is shown.
#[cfg(target_os = "linux")]
#[test]
fn a_build_is_bounded_and_leaves_nothing() {
    let project = without_cargo();
    project.commit("No cargo");
    project.change(MENDED);
    let build = "sleep 99 & setsid sleep 99 & head -c 9000000 /dev/zero | tr \\\\0 x; echo; echo last words; exit 1";
    let mark = format!("build-{}", std::process::id());
    let mut command = arena(&project, &format!("regress tiny --build '{build}'"));
    let message = command.env("MARK", &mark).output().unwrap().ended(2);
    message.must_have(&["xxxx\n", "last words", "Nothing was archived"]);
    assert!(message.len() < 100_000, "{} bytes", message.len());
    assert_eq!(crate::programs::with_environment(&mark), 0);
}

#[test]
fn another_compiler_or_command_is_another_build() {
    let project = Project::new();
    project.change(COMMENT);
    let build = |cc: &str, flag: &str| {
        let command = format!(": {flag}; test -z \"$MAKEFLAGS\" && {RUSTC} tiny tiny.rs");
        let mut arena = arena(&project, &format!("regress tiny --build '{command}'"));
        let output = arena.env("CC", cc).env("MAKEFLAGS", "-j9").output().unwrap();
        stdout(&output).must_have(&["same: "]);
        stderr(&output)
    };
    build("one", "-O").must_have(&["Building"]);
    build("one", "-O").must_lack(&["Building"]);
    build("two", "-O").must_have(&["Building"]);
    build("two", "-Onone").must_have(&["Building"]);
    let rows = lines(&text(&project, "regress list --json"));
    let head = format!("tiny-{}", &project.git("rev-parse HEAD")[..10]);
    for (number, cc) in [("", "one"), ("-2", "two"), ("-3", "two")] {
        let name = format!("{head}{number}");
        let row = rows.iter().find(|row| row["name"] == *name).unwrap();
        row["build"].as_str().unwrap().must_have(&[&format!("CC={cc} ")]);
    }
}

#[test]
fn cargos_only_program_needs_no_name_and_no_lock_file() {
    let project = Project::new();
    fs::remove_file(project.join("Cargo.lock")).unwrap();
    project.commit("No lock file");
    project.change(MENDED);
    let output = success(&project, "regress --config quick.toml");
    stdout(&output).must_have(&["tiny: ", "improved: "]);
    stderr(&output).must_have(&["no Cargo.lock is committed"]);
    let manifest = project.read("Cargo.toml");
    project.write("Cargo.toml", format!("{manifest}[[bin]]\nname = \"second\"\npath = \"tiny.rs\"\n"));
    refused(&project, "regress", &["name the engine", "second, tiny"]);
}

#[test]
fn a_side_that_fails_in_all_its_games_is_no_verdict() {
    let project = Project::new();
    project.change(("println!(\"bestmove {}\", written(mv))", "println!(\"bestmove a1a1\")"));
    project.change(MENDED);
    let output = run(&project, &format!("{QUICKLY} --set programs.options.Hash=2"));
    output.ended(4);
    stdout(&output).must_have(&["worse: ", "failed in every one", "illegal move"]);
}

/// `cargo test --release -p tournament --features full --test all two_builds -- --ignored`
#[test]
#[ignore = "builds the arena twice, some minutes"]
fn two_builds_that_differ_in_an_evaluator_or_deep_in_the_search_do_not_share_results() {
    let folder = Folder::new();
    let source = folder.join("source");
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    succeed(Command::new("git").args(["clone", "--quiet"]).args([workspace, &source]));
    let build = || {
        let mut cargo = Command::new("cargo");
        cargo.args(["build", "--quiet", "--profile", "quick", "--locked"]);
        succeed(cargo.current_dir(&source).env_remove("CARGO_TARGET_DIR"));
    };
    let line = "match otter material --nodes 200 --games 20 --set run.seed=3";
    let play = || {
        let mut arena = Command::new(source.join("target/quick/evalarena"));
        succeed(arena.args(line.split(' ')).current_dir(&folder))
    };
    let runs = || fs::read_dir(folder.join("runs")).unwrap().count();
    build();
    let first = play();
    assert!(stderr(&first).contains("20 games"));
    assert!(stderr(&play()).contains("Nothing was played"));
    // Built again from files that are equal, it is the same evaluator.
    let params = source.join("eval-simplified/src/params.rs");
    let numbers = fs::read_to_string(&params).unwrap();
    fs::write(&params, &numbers).unwrap();
    build();
    assert!(stderr(&play()).contains("Nothing was played"));
    let changed = numbers.replace("pawn: 100,", "pawn: 140,");
    assert_ne!(changed, numbers);
    fs::write(&params, changed).unwrap();
    build();
    let second = play();
    let shown = stderr(&second);
    shown.must_have(&["engine \"otter\": its evaluation has changed"]);
    assert_eq!(runs(), 2);
    assert_ne!(second.stdout, first.stdout);
    let version = Command::new(source.join("target/quick/evalarena")).arg("--version").output();
    stdout(&version.unwrap()).must_have(&["+modified\n"]);
    // From the eighth ply on only.
    fs::write(&params, &numbers).unwrap();
    let depth = source.join("engine-core/src/search/depth.rs");
    let text = fs::read_to_string(&depth).unwrap();
    let changed = text.replace("params.divisor) as i8", "params.divisor) as i8 + i8::from(depth >= 8)");
    assert_ne!(changed, text);
    fs::write(&depth, changed).unwrap();
    build();
    stderr(&play()).must_have(&["engine \"otter\": its search has changed (it was bench 6: "]);
    assert_eq!(runs(), 3);
}

fn succeed(command: &mut Command) -> Output {
    let output = command.output().unwrap();
    output.ended(0);
    output
}

#[test]
fn a_library_is_built_from_two_commits_and_compared() {
    let Some(other) = library("michniewski.c", &[]) else { return };
    let project = without_cargo();
    let source = fs::read_to_string(format!("{SOURCES}/tests/michniewski.c")).unwrap();
    project.write("mine.c", &source);
    fs::copy(format!("{SOURCES}/include/evaluation.h"), project.join("evaluation.h")).unwrap();
    project.commit("A library");
    // Rooks and queens are worth next to nothing now.
    let values = "{100, 320, 330, 500, 900,";
    assert!(source.contains(values));
    project.write("mine.c", source.replace(values, "{100, 320, 330, 50, 90,"));
    let line = "regress mine --build 'cc -O2 -shared -fPIC -I. -o mine.so mine.c' --program mine.so \
                --nodes 200 --max-pairs 200 --json";
    let output = run(&project, line);
    output.ended(1);
    assert_eq!(result(&output)["verdict"], "worse");
    let failing = "regress mine --build 'echo no; false' --program mine.so";
    refused(&project, failing, &["`echo no; false` failed:\n  no\n"]);
    // Two files are compared without a repository.
    let folder = &other;
    compile(folder, "old.so", "michniewski.c", &["-O1"]);
    text(folder, "regress ./mine.so --against ./old.so").must_have(&["they search the same tree"]);
    refused(folder, "regress ./mine.so", &["such as --against ./old.so"]);
}
