//! The arena built twice, with another number in an evaluator.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use crate::common::{Contents, Folder};

/// `cargo test --release -p tournament --test regress two_builds -- --ignored`
#[test]
#[ignore = "builds the arena twice, some minutes"]
fn the_line_of_a_changed_evaluator_does_not_show_the_old_result() {
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
    assert!(text(&first.stderr).contains("20 games"));
    assert!(text(&play().stderr).contains("Nothing was played"));
    // Built again from files that are equal, it is the same evaluator.
    let params = source.join("eval-simplified/src/params.rs");
    let numbers = fs::read_to_string(&params).unwrap();
    fs::write(&params, &numbers).unwrap();
    build();
    assert!(text(&play().stderr).contains("Nothing was played"));
    let changed = numbers.replace("pawn: 100,", "pawn: 140,");
    assert_ne!(changed, numbers);
    fs::write(&params, changed).unwrap();
    build();
    let second = play();
    let shown = text(&second.stderr);
    shown.must_have(&["engine \"otter\": its evaluation has changed"]);
    assert_eq!(runs(), 2);
    assert_ne!(second.stdout, first.stdout);
    let version = Command::new(source.join("target/quick/evalarena")).arg("--version").output();
    assert!(text(&version.unwrap().stdout).ends_with("+modified\n"));
}

fn succeed(command: &mut Command) -> Output {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
    output
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
