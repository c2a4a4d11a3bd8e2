//! Engines that are built in other ways than by cargo, as their authors type it; and what their sides read.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use super::{COMMENT, MENDED, Project, QUICKLY, lines, result};
use crate::arena::rows;
use crate::common::*;
use crate::left_out::{MAKE, is_there};
use crate::programs::evaluations::{SOURCES, compile, library, write_other};

const RUSTC: &str = "rustc --edition 2024 -O -o";

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

fn table() -> toml::Table {
    super::PARTS.split("#### ").next().unwrap().parse().unwrap()
}

/// A program that answers `bench`, and plays with the manners of a file.
fn engine(manners: &str) -> String {
    format!(
        "#!/bin/sh\nread -r manners < \"{manners}\"\n\
         test \"$1\" = bench && {{ echo 1${{#manners}}00 nodes 5 nps; exit; }}\nexec {TEST_ENGINE} $manners\n"
    )
}

#[test]
fn makefiles_as_public_engines_have_them() {
    if !is_there(MAKE) {
        return;
    }
    for case in table()["project"].as_array().unwrap() {
        let project = Project::empty();
        let own = |(name, text): (&String, &toml::Value)| Some((name.clone(), text.as_str()?.to_owned()));
        let texts = case.as_table().unwrap().iter().filter_map(own);
        let mut texts: std::collections::BTreeMap<String, String> = texts.collect();
        let [way, made, options] = ["way", "made", "options"].map(|key| texts.remove(key).unwrap_or_default());
        texts.insert("engine.sh".to_owned(), engine("/dev/null"));
        for (name, text) in texts {
            fs::create_dir_all(project.join(&name).parent().unwrap()).unwrap();
            write_program(&project.join(name), text);
        }
        project.commit(&way);
        let init = format!("regress foo --init {options}");
        if let Some(says) = case.get("says") {
            let says: Vec<&str> = says.as_array().unwrap().iter().map(|part| part.as_str().unwrap()).collect();
            refused(&project, &init, &says);
        } else {
            text(&project, &init).must_have(&[&format!(" -> {made}`; commit it")]);
            let files = project.join("versions").join(&project.versions()[0]).join("tree");
            assert!(files.join(&made).is_file() && !files.join("build/main.o").exists(), "{way}");
        }
    }
}

#[test]
fn each_side_plays_with_its_own_files() {
    let quick = "--nodes 10 --elo1 100 --build 'sed \"s#TOP#$PWD#\" engine.sh > tiny; chmod +x tiny'";
    for manners in ["${0%/*}/manners", "${0%/*}/nets/manners", "manners", "nets/manners", "TOP/nets/manners"] {
        let project = Project::empty();
        fs::create_dir(project.join("nets")).unwrap();
        let set = |text: &str| ["manners", "nets/manners"].map(|file| project.write(file, text));
        let quiet = if manners == "manners" { "--at 1 --silent\n" } else { "--silent\n" };
        set(quiet);
        project.write("engine.sh", engine(manners));
        // Its `bench` is as long as its manners; where that is the same on both sides, the file decides.
        let (message, parts, unchanged) = match manners {
            "manners" => ("A program that reads a file", ["manners differs", "and not by `bench`"], 0),
            _ => ("A program that reads a file. Bench:\n\nBench: 700", ["says bench 700", "counts 1800"], 3),
        };
        project.commit(message);
        set("--fault illegal\n");
        let output = run(&project, &format!("regress tiny {quick} --max-pairs 20"));
        output.ended(4).must_have(&parts);
        stdout(&output).must_have(&["worse: ", "tiny-tree-", "failed in every one", "illegal move"]);
        set(quiet);
        project.write("engine.sh", engine(manners) + "# Another\n");
        run(&project, &format!("regress tiny {quick} --max-pairs 1")).ended(unchanged);
    }
}

#[test]
fn a_program_that_needs_files_is_not_archived_without_them() {
    let project = Project::empty();
    project.write("manners", "--silent\n");
    write_program(&project.join("tiny"), engine("manners"));
    refused(&project, "regress add tiny", &["its bench is 1800, and 1000 in a folder of its own", "exec ./PROGRAM"]);
    write_program(&project.join("start"), format!("#!/bin/sh\ncd '{}' && exec ./tiny \"$@\"\n", project.display()));
    assert_eq!(text(&project, "regress add start --name tiny"), "tiny: bench 1800\n");
    text(&project, "match tiny otter --nodes 10 --games 2");
}

#[test]
fn the_program_must_be_made_and_of_the_commit() {
    let project = without_cargo();
    project.commit("No cargo");
    project.change(MENDED);
    rows("wrong builds").iter().for_each(|row| drop(refused(&project, row[0], &row[1..])));
    assert!(project.versions().is_empty());
}

/// Neither hooks nor what its configuration, or that of a submodule, names as a filter or a monitor of files.
#[test]
fn git_runs_nothing_that_a_repository_brings_along() {
    let project = without_cargo();
    let mut traps = Command::new("sh");
    traps.args(["-ec", table()["traps"].as_str().unwrap()]).current_dir(&*project).output().unwrap().ended(0);
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
    let runs = || fs::read_dir(folder.join("runs")).unwrap().flatten().filter(|entry| entry.path().is_dir()).count();
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
    fs::copy(format!("{SOURCES}/tests/michniewski.c"), project.join("mine.c")).unwrap();
    for header in ["include/evaluation.h", "tests/evaluation1.h"] {
        fs::copy(format!("{SOURCES}/{header}"), project.join(Path::new(header).file_name().unwrap())).unwrap();
    }
    project.commit("A library");
    write_other(&project, "mine.c");
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
