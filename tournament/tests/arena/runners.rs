//! The scripts of `.github/workflows/regress.yml` with engines that mean no harm.

use std::fs;
use std::process::Command;

use rusqlite::Connection;

use crate::common::{Contents, Files, entries, results, stderr, stdout};
use crate::workflow::Workflow;

/// The games stored by a shard: numbers, beginnings and moves.
fn games(workflow: &Workflow, number: usize, attempt: usize) -> Vec<(i64, i64, String)> {
    let store = workflow
        .artifact(&format!("shard-{number}-{attempt}"))
        .join(format!("{number}-of-4/run.sqlite"));
    if !store.exists() {
        return Vec::new();
    }
    let connection = Connection::open(store).unwrap();
    let sql = "SELECT game, started_ms, moves FROM games ORDER BY game";
    let mut statement = connection.prepare(sql).unwrap();
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)));
    rows.unwrap().map(Result::unwrap).collect()
}

#[test]
fn a_shard_whose_time_is_over_resumes_in_the_next_attempt() {
    let mut workflow = Workflow::new();
    workflow.planned(&[]);
    assert_eq!(workflow.output("plan", "waves"), "[[1],[2],[3],[4]]");
    fs::write(workflow.hold(), "").unwrap();
    // On a busy machine no game may have ended in time: the next attempt has more of it.
    let mut attempt = 0;
    for minutes in ["0.03", "0.1", "0.5", "4"] {
        attempt += 1;
        let over = workflow.shard(1, attempt, minutes);
        assert_eq!(over.status.code(), Some(124), "{}", stderr(&over));
        stdout(&over).must_have(&["::warning::Shard 1 has played"]);
        if !games(&workflow, 1, attempt).is_empty() {
            break;
        }
    }
    let before = games(&workflow, 1, attempt);
    assert!((1..6).contains(&before.len()), "{}", before.len());
    let judged = workflow.judge(1, "failure");
    assert_eq!(judged.status, Some(4), "{}", judged.summary);
    assert!(judged.summary.starts_with("### missing"), "{}", judged.summary);
    let missing = format!("missing: {}-24\n", before.len() + 1);
    judged.summary.must_have(&[&missing]);
    assert_eq!(judged.output, "verdict=missing\n");

    fs::remove_file(workflow.hold()).unwrap();
    let gone_on = workflow.shard(1, attempt + 1, "10");
    assert!(gone_on.status.success(), "{}", stderr(&gone_on));
    stdout(&gone_on).must_have(&["resumes what an earlier attempt has played"]);
    let after = games(&workflow, 1, attempt + 1);
    assert_eq!(after.len(), 6);
    assert!(before.iter().all(|game| after.contains(game)));
    // Of each shard the newest upload counts.
    let older = workflow.artifact(&format!("shard-1-{attempt}"));
    older.write("1-of-4/run.sqlite", "no store");
    let judged = workflow.judge(1, "success");
    assert_eq!(judged.status, Some(0), "{}", judged.summary);
    assert!(judged.summary.starts_with("### open so far"), "{}", judged.summary);
    assert_eq!(judged.output, "next=true\n");
}

#[test]
fn no_wave_is_played_after_the_one_that_decides() {
    let mut workflow = Workflow::new();
    workflow.planned(&[]);
    let (wave, judged) = workflow.play();
    assert_eq!((wave, judged.status), (3, Some(0)), "{}", judged.summary);
    assert!(judged.summary.starts_with("### improved"), "{}", judged.summary);
    judged.summary.must_have(&[
        "18 games of 24",
        // The openings depend on the commits, and so does how clearly it is better.
        "| games that the test has seen | 16 |",
    ]);
    assert_eq!(judged.output, "verdict=improved\n");
    let merged = workflow.path("jobs/judge/run");
    assert_eq!(results(&merged)["games"], 18);
    assert!(merged.join("games.pgn").exists() && merged.join("report.html").exists());
    // Backwards, the improvement is a loss.
    workflow.git("checkout --quiet 'HEAD^'");
    workflow.planned(&[("BASE", "main")]);
    let (_, judged) = workflow.play();
    assert_eq!(judged.status, Some(1), "{}", judged.summary);
    assert!(judged.summary.starts_with("### worse"), "{}", judged.summary);
    assert_eq!(judged.output, "verdict=worse\n");
}

#[test]
fn without_a_decision_all_waves_are_played() {
    let mut workflow = Workflow::new();
    let equal = [("BASE", "HEAD"), ("SPRT", "0,5")];
    workflow.planned(&equal);
    let judged = workflow.judge(1, "failure");
    assert_eq!(judged.status, Some(2), "{}", judged.summary);
    judged.summary.must_have(&["no shard has stored a game"]);
    assert_eq!(judged.output, "verdict=error\n");
    let (wave, judged) = workflow.play();
    assert_eq!((wave, judged.status), (4, Some(3)), "{}", judged.summary);
    judged.summary.must_have(&["| 24 |"]);
    assert_eq!(judged.output, "verdict=undecided\n");
    // Without an upload there are games missing, and no wave after the last plays them.
    let kept = workflow.path("kept");
    fs::rename(workflow.artifact("shard-1-1"), &kept).unwrap();
    let judged = workflow.judge(4, "success");
    assert_eq!(judged.status, Some(4), "{}", judged.summary);
    assert_eq!(judged.output, "verdict=missing\n");
    // A shard of another match cannot be merged.
    workflow.planned(&[("BASE", "HEAD"), ("OPTIONS", "--nodes 50")]);
    let played = workflow.shard(2, 1, "10");
    assert!(played.status.success(), "{}", stderr(&played));
    fs::rename(kept, workflow.artifact("shard-1-1")).unwrap();
    let judged = workflow.judge(2, "success");
    assert_eq!(judged.status, Some(2), "{}", judged.summary);
    assert_eq!(judged.output, "verdict=error\n");
}

#[test]
fn planning_errors_are_reported_before_anything_is_built() {
    let mut workflow = Workflow::new();
    let wrong = [
        ("BASE", "nowhere", "nowhere is no commit"),
        ("BASE", "--all", "--all is no commit"),
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
    let planned = workflow.plan(&[]);
    assert!(planned.status.success(), "{}", stderr(&planned));
    let wrong = [
        ("BUILD", "mkdir -p out; false; true", "the build failed"),
        ("PROGRAM", "out/other", "left no file out/other"),
    ];
    for (key, value, printed) in wrong {
        let built = workflow.build("base", &[(key, value)]);
        assert_eq!(built.status.code(), Some(2), "{key}={value}");
        stderr(&built).must_have(&[printed]);
    }
}

#[test]
fn the_book_and_the_branch_of_base_are_taken_as_they_are_there() {
    let mut workflow = Workflow::new();
    workflow.git("checkout --quiet -b stable 'HEAD^'");
    fs::create_dir(workflow.path("project/books")).unwrap();
    let book = workflow.path("project/books/my book.epd");
    fs::write(&book, "that of base\n").unwrap();
    workflow.commit_all();
    // A branch of which the checkout has only what the remote calls it.
    workflow.git("update-ref refs/remotes/origin/there HEAD");
    fs::write(&book, "that of the change\n").unwrap();
    workflow.commit_all();
    let planned = workflow.plan(&[("BASE", "there"), ("BOOK", "books/my book.epd")]);
    assert!(planned.status.success(), "{}", stderr(&planned));
    let plan = workflow.path("jobs/plan/plan");
    let words = plan.read("words");
    assert!(words.ends_with("--book\nbook/my book.epd\n"), "{words}");
    assert_eq!(plan.read("book/my book.epd"), "that of base\n");
    let packed: Vec<String> = entries(&plan)
        .iter()
        .map(|path| path.file_name().unwrap().to_string_lossy().into_owned())
        .collect();
    assert_eq!(packed.join(" "), "book commits words");
    let listed = Command::new("tar")
        .arg("tf")
        .arg(workflow.artifact("plan").join("plan.tar"))
        .output()
        .unwrap();
    stdout(&listed).must_have(&["plan/book/my book.epd"]);
}
