//! A result belongs to the programs that played it.

use std::fs::{self, File};
use std::path::Path;
use std::process::Command;

use rusqlite::Connection;

use super::evaluations::{compile_other, library};
use super::{
    Contents, Ended, Files, Folder, TEST_ENGINE, arena, kill, refused, results, start, stderr, stored, success,
    wait_until, write_program,
};
use crate::arena::section;

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
    let mut runs: Vec<_> = entries.map(run).filter(|(name, _)| name != ".gitignore").collect();
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
    folder.write("t.toml", section("toys").to_owned() + keys + "\n");
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

/// A run of an evaluation by Black's and White's weights in a file that it reads, the last of its games not played.
fn of_an_evaluation() -> Folder {
    let folder = Folder::new();
    write_program(&folder.join("mine.sh"), section("weighing"));
    folder.write("weights.txt", "special=none; white=12; black=-7");
    folder.write("t.toml", section("a weighing evaluation"));
    done(&folder, "run t.toml --quiet");
    let sql = "DELETE FROM games WHERE game = 5; DELETE FROM meta WHERE key = 'complete'";
    Connection::open(folder.join("runs/t/run.sqlite")).unwrap().execute_batch(sql).unwrap();
    folder
}

#[test]
fn a_run_goes_on_with_an_evaluation_that_says_the_same_and_with_no_other() {
    let folder = &of_an_evaluation();
    let database = Connection::open(folder.join("runs/t/run.sqlite")).unwrap();
    let asked = |sql: &str| database.query_row::<String, _, _>(sql, [], |row| row.get(0)).unwrap();
    let build = asked("SELECT min(build) FROM games");
    assert!(build.starts_with("Evalarena ") && build.contains(", sha256 "), "{build}");
    assert_eq!(asked("SELECT max(build) FROM games"), build);
    let again = "run t.toml";
    let changed = |weights: &str, said: &str| {
        folder.write("weights.txt", weights);
        refused(folder, again, &["engine \"mine\": its ", said, "go on with what began it", "--fresh", "--out"]);
    };
    changed("special=none; white=12; black=-8", "evaluation has changed (it was values ");
    // Of another value that the fixed positions do not show the games know.
    // The start position is one of the fixed ones.
    let fen = asked("SELECT witness ->> 'fen' AS fen FROM games WHERE fen NOT LIKE '%PPPPPPPP/RNBQKBNR%'");
    changed(&format!("special='{fen}'; white=12; black=-7"), &format!("value of \"{fen}\" has changed (it was "));
    // Other bytes and the same values are the same evaluation, and a line says so.
    folder.write("weights.txt", "special=none; white=12; black=-7 # the same");
    write_program(&folder.join("mine.sh"), section("weighing").to_owned() + "# the same\n");
    done(folder, again).must_have(&["engine \"mine\": its program has changed", "and its values have not"]);
    assert_eq!(runs(folder), [("t".to_owned(), 6)]);
    folder.write("weights.txt", "special=none; white=-12; black=7");
    refused(folder, again, &["its evaluation has changed"]);
}

#[test]
fn a_library_that_is_overwritten_while_it_plays_loses_no_game() {
    let Some(folder) = library("michniewski.c", &[]) else { return };
    compile_other(&folder, "other.so");
    fs::copy(folder.join("mine.so"), folder.join("first.so")).unwrap();
    let words = "match ./mine.so material --nodes 300 --games 400 --threads 1 --set run.seed=1 --out t";
    let play_until_overwritten = |with: &str| {
        let before = stored(&folder.join("t"));
        let mut child = start(arena(&folder, words));
        wait_until(&mut child, || stored(&folder.join("t")) >= before + 2);
        // In place: what is loaded changes with the file.
        fs::write(folder.join("mine.so"), fs::read(folder.join(with)).unwrap()).unwrap();
        child
    };
    let other = play_until_overwritten("other.so").wait_with_output().unwrap();
    other.ended(2);
    stderr(&other).must_have(&["engine \"mine\": its ", "while the run was playing"]);
    fs::copy(folder.join("first.so"), folder.join("mine.so")).unwrap();
    let mut same = play_until_overwritten("first.so");
    let played = stored(&folder.join("t"));
    wait_until(&mut same, || stored(&folder.join("t")) >= played + 2);
    assert!(kill(same), "it ended before it could be killed");
    let database = Connection::open(folder.join("t/run.sqlite")).unwrap();
    let failures: i64 = database.query_row("SELECT count(*) FROM failures", [], |row| row.get(0)).unwrap();
    assert_eq!(failures, 0);
}
