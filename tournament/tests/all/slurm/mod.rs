//! A tournament that a real Slurm plays: its daemons run on this machine, two nodes on the loopback interface.
//!
//! They need root, and `slurmctld`, `slurmd`, `munged` and Slurm's commands in PATH (Debian: slurmctld, slurmd,
//! slurm-client, munge). No machine is to have daemons by accident: they are started only if EVALARENA_SLURM is set.
//! If they do not start, the test has failed; with EVALARENA_SLURM=try it prints so and ends.

pub(crate) mod cluster;

use std::fs;

use crate::common::{Ended, Folder, lasting, stderr, stdout, timeless};
use cluster::Cluster;

/// The round robin that is played without a configuration.
const ROUND_ROBIN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../configs/round-robin.toml");
const SMALLER: &str = "--set run.pairs=2 --set limits.nodes=3000";

/// Submits the tournament by the line that the documents have.
fn submit(cluster: &Cluster, folder: &Folder) {
    let line = format!("\"$0\" run my.toml {SMALLER} --array-script slurm --tasks 6 | sbatch");
    let mut shell = cluster.command("sh", &["-c", &line, env!("CARGO_BIN_EXE_evalarena")]);
    let submitted = shell.current_dir(folder).output().unwrap();
    assert!(stdout(&submitted).contains("Submitted batch job"), "{}", stderr(&submitted));
    assert!(stderr(&submitted).contains("evalarena merge runs/round-robin"));
}

fn merged_games(cluster: &Cluster, folder: &Folder) -> serde_json::Value {
    let merged = cluster.arena(folder, "merge runs/round-robin --json");
    merged.ended(0);
    let summary: serde_json::Value = serde_json::from_str(&stdout(&merged)).unwrap();
    summary["missing"].clone()
}

#[test]
fn a_tournament_on_a_cluster_is_that_of_one_machine() {
    let Some(mut cluster) = Cluster::start() else {
        return;
    };
    let folder = &Folder::new();
    fs::copy(ROUND_ROBIN, folder.join("my.toml")).unwrap();
    submit(&cluster, folder);
    cluster.wait_for_running(4);
    // A task that waits is cancelled, and a node dies with all that runs there and comes back.
    let queue = cluster.printed("squeue", &["-h", "-r", "-t", "PD", "-o", "%i"]);
    cluster.printed("scancel", &[queue.lines().last().expect("tasks are waiting")]);
    cluster.kill_node("n1");
    cluster.revive_node("n1");
    cluster.wait_for_all();
    let missing = merged_games(&cluster, folder);
    assert_eq!(missing.as_array().unwrap().len(), 1, "the games of the cancelled task: {missing}");
    submit(&cluster, folder);
    cluster.wait_for_all();
    assert_eq!(merged_games(&cluster, folder), serde_json::json!([]));
    let whole = cluster.arena(folder, &format!("run my.toml --out whole --quiet {SMALLER}"));
    whole.ended(0);
    let [one, many] = ["whole", "runs/round-robin"].map(|run| folder.join(run));
    assert_eq!(timeless(&many), timeless(&one));
    assert_eq!(lasting(&many), lasting(&one));
}
