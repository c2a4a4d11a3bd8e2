//! The scripts of `.github/workflows/regress.yml`, one after another as the runner has them: each job in a folder of
//! its own, with what an upload and a download leave of the files.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use rusqlite::Connection;

use crate::common::{Contents, Files, Folder, TEST_ENGINE, entries, results, stderr, stdout};

const SCRIPTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../.github/regress");
/// The inputs of the workflow. Eight pairs that are won decide the test, and a shard has six.
const INPUTS: [(&str, &str); 9] = [
    (
        "BUILD",
        "mkdir -p out; cp engine.sh out/engine; chmod +x out/engine",
    ),
    ("PROGRAM", "out/engine"),
    ("BASE", ""),
    ("SHARDS", "2"),
    ("GAMES", "24"),
    ("OPTIONS", "--nodes 100"),
    ("SPRT", "0,200"),
    ("BOOK", ""),
    ("CONCURRENCY", "1"),
];

/// A run of the workflow in the repository of an engine, whose last commit is an improvement.
struct Workflow {
    folder: Folder,
}

impl Workflow {
    fn new() -> Self {
        let workflow = Self {
            folder: Folder::new(),
        };
        fs::create_dir(workflow.path("project")).unwrap();
        workflow.git("init --quiet --initial-branch main");
        // Always the first move that there is.
        workflow.commit(&format!("exec '{TEST_ENGINE}'\n"));
        // After some games it thinks for ever, as long as there is a file.
        let hold = workflow.hold();
        workflow.commit(&format!(
            "searches=0\n\
             while read -r line; do\n\
             case $line in go*) searches=$((searches + 1)) ;; esac\n\
             while [ $searches -gt 60 ] && [ -e '{}' ]; do sleep 0.1; done\n\
             printf '%s\\n' \"$line\"\n\
             [ \"$line\" = quit ] && break\n\
             done | '{TEST_ENGINE}' --evaluator michniewski\n",
            hold.display()
        ));
        workflow
    }

    fn path(&self, below: &str) -> PathBuf {
        self.folder.join(below)
    }

    fn hold(&self) -> PathBuf {
        self.path("hold")
    }

    fn git(&self, line: &str) {
        let mut git = Command::new("git");
        let words = shlex::split(line).unwrap();
        git.current_dir(self.path("project")).args(words);
        for (name, value) in [("NAME", "Tester"), ("EMAIL", "tester@example.org")] {
            git.env(format!("GIT_AUTHOR_{name}"), value);
            git.env(format!("GIT_COMMITTER_{name}"), value);
        }
        let output = git.output().unwrap();
        assert!(output.status.success(), "{line}: {}", stderr(&output));
    }

    fn commit(&self, engine: &str) {
        let text = format!("#!/bin/sh\n{engine}");
        fs::write(self.path("project/engine.sh"), text).unwrap();
        self.git("add --all");
        self.git("commit --quiet --message 'An engine'");
    }

    /// The first job. What the one before has uploaded has other names.
    fn plan(&self, changed: &[(&str, &str)]) -> Output {
        let output = self.path("output");
        let _ = fs::remove_file(&output);
        let _ = fs::remove_dir_all(self.path("uploads"));
        fs::create_dir(self.path("uploads")).unwrap();
        let mut job = Command::new("bash");
        job.arg(format!("{SCRIPTS}/plan.sh"));
        job.current_dir(&self.folder)
            .env("GITHUB_OUTPUT", output)
            .env("GITHUB_RUN_ATTEMPT", "1")
            .env("ARENA", env!("CARGO_BIN_EXE_tournament"))
            .envs(INPUTS)
            .envs(changed.iter().copied());
        job.output().unwrap()
    }

    /// The same, which goes well.
    fn planned(&self, changed: &[(&str, &str)]) {
        let planned = self.plan(changed);
        assert!(planned.status.success(), "{}", stderr(&planned));
    }

    /// A folder with the pack, for a job.
    fn job(&self, name: &str) -> PathBuf {
        let folder = self.path("jobs").join(name);
        let _ = fs::remove_dir_all(&folder);
        pass_on(&self.path("pack"), &folder);
        folder
    }

    /// A job of the matrix.
    fn shard(&self, number: usize, attempt: usize, minutes: &str) -> Output {
        let name = format!("shard-{number}-{attempt}");
        let folder = self.job(&name);
        for before in 1..attempt {
            let name = format!("shard-{number}-{before}");
            let upload = self.path("uploads").join(&name);
            pass_on(&upload, &folder.join("earlier").join(&name));
        }
        let mut job = Command::new("bash");
        job.current_dir(&folder)
            .arg("shard.sh")
            .env("SHARD", number.to_string())
            .env("SHARDS", "2")
            .env("MINUTES", minutes);
        let output = job.output().unwrap();
        let uploaded = self.path("uploads").join(name);
        pass_on(&folder.join("run/shards"), &uploaded);
        output
    }

    /// Both of them, from their beginning to their end.
    fn shards(&self) {
        for number in [1, 2] {
            let played = self.shard(number, 1, "10");
            assert!(played.status.success(), "{}", stderr(&played));
        }
    }

    /// The games stored by a job of the matrix: numbers, beginnings and moves.
    fn games(&self, number: usize, attempt: usize) -> Vec<(i64, i64, String)> {
        let store = format!("jobs/shard-{number}-{attempt}/run/shards/{number}-of-2/run.sqlite");
        let store = self.path(&store);
        if !store.exists() {
            return Vec::new();
        }
        let connection = Connection::open(store).unwrap();
        let sql = "SELECT game, started_ms, moves FROM games ORDER BY game";
        let mut statement = connection.prepare(sql).unwrap();
        let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)));
        rows.unwrap().map(Result::unwrap).collect()
    }

    /// The last job: its exit status, its summary and its verdict.
    fn merge(&self) -> (Option<i32>, String, String) {
        let folder = self.job("merge");
        pass_on(&self.path("uploads"), &folder.join("shards"));
        let mut job = Command::new("bash");
        job.current_dir(&folder)
            .arg("merge.sh")
            .env("GITHUB_STEP_SUMMARY", folder.join("summary"))
            .env("GITHUB_OUTPUT", folder.join("output"));
        let status = job.output().unwrap().status.code();
        let printed = |name: &str| folder.read(name);
        (status, printed("summary"), printed("output"))
    }
}

/// Copies a folder as an upload and a download do: nothing in it can be executed any more.
fn pass_on(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    let mut copy = Command::new("cp");
    copy.args(["-r", "--no-preserve=mode"]);
    let copied = copy.arg(from.join(".")).arg(to).output().unwrap();
    assert!(copied.status.success(), "{}", stderr(&copied));
}

#[test]
fn a_shard_whose_time_is_over_resumes_in_the_next_attempt() {
    let workflow = Workflow::new();
    workflow.planned(&[]);
    let output = fs::read_to_string(workflow.path("output")).unwrap();
    assert_eq!(output, "plan=1\nshards=[1,2]\n");
    let second = workflow.shard(2, 1, "10");
    assert!(second.status.success(), "{}", stderr(&second));
    fs::write(workflow.hold(), "").unwrap();
    // On a busy machine no game may have ended in time: the next attempt has more of it.
    let mut attempt = 0;
    for minutes in ["0.03", "0.1", "0.5", "4"] {
        attempt += 1;
        let over = workflow.shard(1, attempt, minutes);
        assert_eq!(over.status.code(), Some(124), "{}", stderr(&over));
        stdout(&over).must_have(&["::warning::Shard 1 has played"]);
        if !workflow.games(1, attempt).is_empty() {
            break;
        }
    }
    let before = workflow.games(1, attempt);
    assert!((1..12).contains(&before.len()), "{}", before.len());
    let (status, summary, verdict) = workflow.merge();
    assert_eq!(status, Some(4), "{summary}");
    assert!(summary.starts_with("### missing"), "{summary}");
    let missing = format!("missing: {}-12\n", before.len() + 1);
    summary.must_have(&[&missing]);
    assert_eq!(verdict, "verdict=missing\n");

    fs::remove_file(workflow.hold()).unwrap();
    let gone_on = workflow.shard(1, attempt + 1, "10");
    assert!(gone_on.status.success(), "{}", stderr(&gone_on));
    let earlier = format!("goes on with what shard-1-{attempt} has");
    stdout(&gone_on).must_have(&[&earlier]);
    let after = workflow.games(1, attempt + 1);
    assert_eq!(after.len(), 12);
    assert!(before.iter().all(|game| after.contains(game)));
    let (status, summary, verdict) = workflow.merge();
    assert_eq!(status, Some(0), "{summary}");
    assert!(summary.starts_with("### improved"), "{summary}");
    summary.must_have(&["24 games of 24"]);
    // The openings depend on the commits, and so does how clearly it is better.
    summary.must_have(&["| games that the test has seen | 16 |"]);
    assert_eq!(verdict, "verdict=improved\n");
    let merged = workflow.path("jobs/merge/run");
    assert_eq!(results(&merged)["games"], 24);
    assert!(merged.join("games.pgn").exists() && merged.join("report.html").exists());
}

#[test]
fn each_verdict_has_its_exit_status() {
    let workflow = Workflow::new();
    workflow.planned(&[("BASE", "HEAD"), ("SPRT", "0,5")]);
    let (status, summary, _) = workflow.merge();
    assert_eq!(status, Some(2), "{summary}");
    summary.must_have(&["no shard has stored a game"]);
    workflow.shards();
    let (status, summary, verdict) = workflow.merge();
    assert_eq!(status, Some(3), "{summary}");
    summary.must_have(&["| 24 |"]);
    assert_eq!(verdict, "verdict=undecided\n");
    // A shard of another match cannot be merged.
    let other = [("BASE", "HEAD"), ("OPTIONS", "--nodes 50")];
    let kept = workflow.path("kept");
    fs::rename(workflow.path("uploads/shard-1-1"), &kept).unwrap();
    workflow.planned(&other);
    let played = workflow.shard(2, 1, "10");
    assert!(played.status.success(), "{}", stderr(&played));
    fs::rename(kept, workflow.path("uploads/shard-1-1")).unwrap();
    let (status, summary, verdict) = workflow.merge();
    assert_eq!(status, Some(2), "{summary}");
    assert_eq!(verdict, "verdict=error\n");
    // Backwards, the improvement is a loss.
    workflow.git("checkout --quiet 'HEAD^'");
    workflow.planned(&[("BASE", "main")]);
    workflow.shards();
    let (status, summary, verdict) = workflow.merge();
    assert_eq!(status, Some(1), "{summary}");
    assert!(summary.starts_with("### worse"), "{summary}");
    assert_eq!(verdict, "verdict=worse\n");
}

#[test]
fn planning_errors_are_reported_before_anything_is_played() {
    let workflow = Workflow::new();
    let wrong = [
        ("BASE", "nowhere", "nowhere is no commit"),
        ("BASE", "--all", "--all is no commit"),
        (
            "BUILD",
            "mkdir -p out; false; true",
            "the build of base failed",
        ),
        ("PROGRAM", "out/other", "left no file out/other"),
        ("SHARDS", "0", "from 1 to 256"),
        ("SHARDS", "257", "from 1 to 256"),
        ("SHARDS", "2; true", "from 1 to 256"),
        ("BOOK", "book.epd", "no file book.epd"),
    ];
    for (key, value, printed) in wrong {
        let planned = workflow.plan(&[(key, value)]);
        assert_eq!(planned.status.code(), Some(2), "{key}={value}");
        stderr(&planned).must_have(&[printed]);
    }
    // A branch of which the checkout has only what the remote calls it, and a book.
    workflow.git("update-ref refs/remotes/origin/stable 'HEAD^'");
    fs::write(workflow.path("project/my book.epd"), "").unwrap();
    workflow.planned(&[("BASE", "stable"), ("BOOK", "my book.epd")]);
    let words = fs::read_to_string(workflow.path("pack/words")).unwrap();
    assert!(words.ends_with("--book\nbook/my book.epd\n"), "{words}");
    let packed: Vec<String> = entries(&workflow.path("pack"))
        .iter()
        .map(|path| path.file_name().unwrap().to_string_lossy().into_owned())
        .collect();
    let all = "base book change commits merge.sh shard.sh tournament words";
    assert_eq!(packed.join(" "), all);
}
