//! Tests of a change that Slurm plays.

use std::fs;

use serde_json::Value;

use crate::cluster::Cluster;
use crate::common::{Files, Folder, stderr, stdout};
use crate::project::{Project, QUICKLY, SPOILT};

#[test]
fn the_verdict_is_that_of_one_machine_and_what_is_left_is_cancelled() {
    let Some(cluster) = Cluster::start(1000) else {
        return;
    };
    let folder = &Folder::new();
    folder.write("blind.toml", "params = { \"value.queen\" = 500 }\n");
    let test = [
        "regress",
        "michniewski",
        "--params",
        "blind.toml",
        "--nodes",
        "400",
        "--elo1",
        "60",
        "--max-pairs",
        "400",
        "--json",
        "--quiet",
    ];
    let mut cluster_test = test.to_vec();
    cluster_test.extend(["--cluster", "16"]);
    let judged = cluster.arena(folder, &cluster_test);
    assert_eq!(judged.status.code(), Some(1), "{}", stderr(&judged));
    let many: Value = serde_json::from_str(&stdout(&judged)).unwrap();
    assert_eq!(many["verdict"], "worse", "{many}");
    cluster.wait_for_all();
    // The test was clear long before the pairs ran out: tasks were cancelled.
    let run = folder.join("runs/regress").join(many["run"].as_str().unwrap());
    let played = fs::read_dir(run.join("shards")).unwrap().count();
    assert!(played < 16, "every task was played");
    let merged = cluster.arena(folder, &["merge", run.to_str().unwrap(), "--json"]);
    let merged: Value = serde_json::from_str(&stdout(&merged)).unwrap();
    assert_ne!(merged["missing"], serde_json::json!([]), "{merged}");
    // Asked again, nothing is submitted.
    let again = cluster.arena(folder, &cluster_test);
    assert_eq!(again.status.code(), Some(1));

    fs::create_dir(folder.join("one")).unwrap();
    fs::copy(folder.join("blind.toml"), folder.join("one/blind.toml")).unwrap();
    let alone = cluster.arena(&folder.join("one"), &test);
    let one: Value = serde_json::from_str(&stdout(&alone)).unwrap();
    for key in ["verdict", "penta", "games", "llr_gain", "llr_loss", "elo", "run"] {
        assert_eq!(many[key], one[key], "{key}: {many} {one}");
    }
}

#[test]
fn programs_are_built_once_and_travel_by_the_shared_folder() {
    let Some(cluster) = Cluster::start(1000) else {
        return;
    };
    let project = Project::new();
    project.change(SPOILT);
    let judged = |more: &str| -> Value {
        let mut command = project.command(&format!("{QUICKLY} --json {more}"));
        cluster.introduce(&mut command);
        let output = command.output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
        serde_json::from_str(&stdout(&output)).unwrap()
    };
    let many = judged("--cluster 4");
    cluster.wait_for_all();
    assert_eq!(project.versions().len(), 2);
    let run = project.join("runs/regress").join(many["run"].as_str().unwrap());
    let logs = fs::read_dir(run.join("cluster/logs")).unwrap().flatten();
    let logs: String = logs.map(|log| fs::read_to_string(log.path()).unwrap()).collect();
    assert!(logs.contains("shard 1/4"), "{logs}");
    assert!(!logs.contains("Building"), "{logs}");
    let one = judged("--fresh");
    for key in ["verdict", "penta", "games", "llr_gain", "llr_loss", "elo"] {
        assert_eq!(many[key], one[key], "{key}");
    }
}
