//! A result belongs to the programs that played it.

use std::fs::{self, File};
use std::path::Path;
use std::process::Command;

use super::{
    Contents, Ended, Files, Folder, TEST_ENGINE, arena, kill, refused, results, start, stderr, stored, success,
    wait_until, write_program,
};

/// Two copies of a program that plays, and a line that has them play.
const MATCH: &str = "match ./toy1 ./toy2 --nodes 20 --games 8 --set run.seed=5 --threads 1";

fn toys() -> Folder {
    let folder = Folder::new();
    for toy in ["toy1", "toy2"] {
        copy(&folder, toy, 0);
    }
    folder
}

/// The test's engine as `name`, another file for each `version`.
fn copy(folder: &Path, name: &str, version: u8) {
    let mut bytes = fs::read(TEST_ENGINE).unwrap();
    // Bytes after the end of what is loaded have no effect.
    bytes.push(version);
    let new = folder.join("new");
    write_program(&new, bytes);
    fs::rename(new, folder.join(name)).unwrap();
}

/// The messages of a command that must succeed.
fn done(folder: &Path, line: &str) -> String {
    stderr(&success(folder, line))
}

/// The folders of runs, by name, with how many games each has.
fn runs(folder: &Path) -> Vec<(String, usize)> {
    let entries = fs::read_dir(folder.join("runs")).unwrap().flatten();
    let run = |entry: fs::DirEntry| (entry.file_name().into_string().unwrap(), stored(&entry.path()));
    let mut runs: Vec<_> = entries.map(run).collect();
    runs.sort();
    runs
}

#[test]
fn a_match_of_another_program_is_another_run_and_the_old_one_stays() {
    let folder = &toys();
    done(folder, MATCH);
    let first = runs(folder);
    assert_eq!(first.len(), 1);
    done(folder, MATCH).must_have(&["Nothing was played: this is the result of 2"]);

    // Touched, or written again as it was, it is the same program.
    let toy = File::options().write(true).open(folder.join("toy2")).unwrap();
    toy.set_modified(std::time::SystemTime::now()).unwrap();
    copy(folder, "toy2", 0);
    done(folder, MATCH).must_have(&["Nothing was played"]);
    assert_eq!(runs(folder), first);

    copy(folder, "toy2", 1);
    let shown_text = done(folder, MATCH);
    shown_text.must_have(&[
        "engine \"toy2\": its program has changed (it was sha256 ",
        "is kept, and this run begins in runs/",
    ]);
    assert_eq!(shown_text.matches("is kept, and this run begins").count(), 1);
    let (name, games) = &first[0];
    assert_eq!(runs(folder), [(name.clone(), *games), (format!("{name}-2"), *games)]);
    // The same program again finds its own run, and so does the old one.
    done(folder, MATCH).must_have(&["Nothing was played"]);
    copy(folder, "toy2", 0);
    let shown_text = done(folder, MATCH);
    shown_text.must_have(&["Nothing was played"]);
    shown_text.must_lack(&["is kept"]);
    assert_eq!(runs(folder).len(), 2);
}

#[test]
fn without_a_seed_another_program_gets_other_openings() {
    let folder = &toys();
    let line = &MATCH.replace(" --set run.seed=5", "");
    let seeds = || {
        let of = |(name, _)| results(&folder.join("runs").join(name))["seed"].as_u64().unwrap();
        runs(folder).into_iter().map(of).collect::<Vec<_>>()
    };
    done(folder, line);
    done(folder, line).must_have(&["Nothing was played"]);
    copy(folder, "toy1", 1);
    let shown_text = done(folder, line);
    shown_text.must_have(&["engine \"toy1\": its program has changed"]);
    shown_text.must_lack(&["run.seed"]);
    let seeds = seeds();
    assert_eq!(seeds.len(), 2);
    assert_ne!(seeds[0], seeds[1]);
}

#[test]
fn a_version_that_was_archived_again_is_another_one() {
    let folder = &toys();
    let archive = |toy: &str| done(folder, &format!("regress add {toy} --name v1"));
    let play = || done(folder, "match v1 ./toy1 --nodes 20 --games 4");
    let git = Command::new("git").args(["init", "--quiet"]).current_dir(folder).status();
    assert!(git.unwrap().success());
    archive("./toy2");
    play();
    assert!(play().contains("Nothing was played"));
    done(folder, "regress remove v1");
    copy(folder, "toy2", 1);
    archive("./toy2");
    assert!(!play().contains("Nothing was played"));
    assert_eq!(runs(folder).len(), 2);
}

/// A run of `toy1` and `toy2` in a file, with `keys` of the second.
fn with_file(folder: &Path, keys: &str) {
    let text = format!(
        "run = {{ name = \"t\", format = \"match\", pairs = 20 }}\nlimits = {{ nodes = 20 }}\n\
         adjudication = {{ max_moves = 40 }}\n\
         [[engine]]\nname = \"toy1\"\ncommand = \"./toy1\"\n\
         [[engine]]\nname = \"toy2\"\ncommand = \"./toy2\"\n{keys}\n"
    );
    folder.write("t.toml", text);
}

/// Plays some games and kills the arena.
fn begin(folder: &Path) -> usize {
    let mut child = start(arena(folder, "run t.toml --threads 1 --quiet"));
    let games = || stored(&folder.join("runs/t"));
    wait_until(&mut child, || games() >= 2);
    assert!(kill(child), "it ended before it could be killed");
    games()
}

#[test]
fn a_stopped_run_is_not_resumed_with_a_changed_program() {
    let folder = &toys();
    with_file(folder, "");
    let played = begin(folder);
    let again = "run t.toml --quiet --set run.pairs=20";
    let changed = |parts: [&str; 2]| {
        let remedies = ["--fresh", "--out", "begun differently"];
        refused(folder, again, &[&remedies[..], &parts].concat());
    };

    copy(folder, "toy2", 1);
    changed(["engine \"toy2\"", "its program has changed"]);
    assert_eq!(runs(folder)[0].1, played, "a game was lost");
    copy(folder, "toy2", 0);
    // The original resumes, and a finished run is not shown as that of another program.
    done(folder, again);
    assert_eq!(runs(folder)[0].1, 40);
    copy(folder, "toy1", 1);
    changed(["engine \"toy1\"", ""]);
    assert_eq!(runs(folder)[0].1, 40);
    // From the beginning it is played, and the old games are kept.
    done(folder, "run t.toml --fresh --set run.pairs=2");
    assert_eq!(runs(folder), [("t".to_owned(), 4), ("t.old-1".to_owned(), 40)]);
}

#[test]
fn a_program_that_is_replaced_while_a_run_plays_is_not_started() {
    let folder = &toys();
    // Each game ends by a failure, after which the program is started again.
    with_file(folder, "args = [\"--fault\", \"exit\", \"--at\", \"3\"]");
    let words = "run t.toml --threads 1 --quiet --set run.pairs=2000";
    let mut child = start(arena(folder, words));
    let games = || stored(&folder.join("runs/t"));
    wait_until(&mut child, || games() >= 2);
    copy(folder, "toy2", 1);
    let output = child.wait_with_output().unwrap();
    output.ended(2);
    let change = "engine \"toy2\": its program has changed";
    stderr(&output).must_have(&[change, "while the run was playing", "--fresh"]);
    let played = games();
    // The old program resumes.
    refused(folder, words, &[change]);
    assert_eq!(games(), played);
}

#[test]
fn shards_of_different_programs_do_not_become_one_run() {
    let folder = &toys();
    with_file(folder, "");
    let change = "engine \"toy2\": its program has changed";
    done(folder, "run t.toml --quiet --shard 1/2");
    copy(folder, "toy2", 1);
    refused(folder, "run t.toml --quiet --shard 1/2", &[change]);
    done(folder, "run t.toml --quiet --shard 2/2");
    refused(folder, "merge runs/t", &["not shards of this run", change]);
    copy(folder, "toy2", 0);
    done(folder, "run t.toml --quiet --shard 2/2 --fresh");
    done(folder, "merge runs/t runs/t/shards/1-of-2 runs/t/shards/2-of-2");
    assert_eq!(runs(folder), [("t".to_owned(), 40)]);
}
