//! Tournaments that Slurm plays, with everything that happens on a cluster.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::cluster::{Cluster, wait};
use crate::common::{
    Contents, Files, Folder, lasting, results, stderr, stdout, timeless, write_program,
};

/// The round robin that is played without a configuration.
const ROUND_ROBIN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../configs/round-robin.toml");

fn status(cluster: &Cluster, folder: &Path) -> Value {
    let output = cluster.arena(folder, &["cluster", "status", "runs/round-robin", "--json"]);
    assert!(output.status.success(), "{}", stderr(&output));
    serde_json::from_str(&stdout(&output)).unwrap()
}

/// The mishaps of clusters: a task that waits is cancelled, a node dies with all that runs there, and a task that runs is
/// started a second time, by hand. Then the node comes back.
fn befall(cluster: &mut Cluster, folder: &Path, tasks: usize) {
    cluster.wait_for_running(4);
    let queue = cluster.printed("squeue", &["-h", "-r", "-t", "PD", "-n", "arena", "-o", "%i"]);
    let last = queue.lines().last().expect("tasks are waiting").to_owned();
    cluster.printed("scancel", &[&last]);
    cluster.kill_node("n1");
    // A shard that runs is started a second time, by hand.
    let name = format!(
        "runs/round-robin/shards/{:0width$}-of-{tasks}",
        3,
        width = tasks.to_string().len()
    );
    wait("the third shard to be begun", || folder.join(&name).join("run.sqlite").exists());
    let shard = format!("3/{tasks}");
    let twice = cluster.arena(folder, &["cluster", "play", "runs/round-robin", "--shard", &shard]);
    let printed = stderr(&twice);
    assert!(twice.status.success() || printed.contains("another process is playing"), "{printed}");
    cluster.revive_node("n1");
    cluster.wait_for_all();
}

/// The round robin as `tasks` tasks, while a node dies, a task is cancelled and one is started twice: games and results
/// are those of one machine.
fn same_as_one_machine(tasks: usize, changes: &[&str]) {
    let Some(mut cluster) = Cluster::start(25) else {
        return;
    };
    let folder = &Folder::new();
    fs::copy(ROUND_ROBIN, folder.join("my.toml")).unwrap();
    let count = tasks.to_string();
    let mut submit = vec!["cluster", "submit", "my.toml", "--tasks", &count];
    let mut whole = vec!["run", "my.toml", "--out", "whole", "--quiet"];
    submit.extend(changes);
    whole.extend(changes);
    let submitted = cluster.arena(folder, &submit);
    assert!(submitted.status.success(), "{}", stderr(&submitted));
    let again = cluster.arena(folder, &submit);
    assert_eq!(again.status.code(), Some(2));
    assert!(stderr(&again).contains("waiting or running already"), "{}", stderr(&again));
    // What is written while tasks wait changes nothing.
    folder.write("my.toml", "nonsense");

    befall(&mut cluster, folder, tasks);

    let left = status(&cluster, folder);
    assert_eq!((&left["waiting"], &left["running"]), (&0.into(), &0.into()), "{left}");
    assert_eq!((&left["done"], &left["failed"]), (&(tasks - 1).into(), &1.into()), "{left}");
    fs::copy(ROUND_ROBIN, folder.join("my.toml")).unwrap();
    let submitted = cluster.arena(folder, &submit);
    assert!(submitted.status.success(), "{}", stderr(&submitted));
    cluster.wait_for_all();
    let done = status(&cluster, folder);
    assert_eq!(done["done"], tasks, "{done}");
    assert_eq!(done["games"], done["planned_games"]);

    let played = cluster.arena(folder, &whole);
    assert!(played.status.success(), "{}", stderr(&played));
    let [one, many] = ["whole", "runs/round-robin"].map(|run| folder.join(run));
    assert_eq!(timeless(&many), timeless(&one));
    assert_eq!(lasting(&many), lasting(&one));
    let other = [&submit[..], &["--set", "limits.nodes=77"]].concat();
    let other = cluster.arena(folder, &other);
    assert_eq!(other.status.code(), Some(2), "{}", stdout(&other));
    assert!(stderr(&other).contains("and is now 77"), "{}", stderr(&other));
    let over = cluster.arena(folder, &submit);
    assert!(stdout(&over).contains("nothing is submitted"), "{}", stderr(&over));
}

#[test]
fn a_tournament_on_a_cluster_is_that_of_one_machine() {
    same_as_one_machine(6, &["--set", "run.pairs=2", "--set", "limits.nodes=3000"]);
}

/// `cargo test -p tournament --test slurm forty -- --ignored`
#[test]
#[ignore = "takes ten minutes"]
fn forty_tasks_of_the_default_round_robin_are_those_of_one_machine() {
    // Two arrays: the cluster allows none of more than 25.
    same_as_one_machine(40, &[]);
}

/// Loses every game by a move that is none; there is no such program on the first node.
const FAR: &str = "#!/bin/sh
[ \"$SLURMD_NODENAME\" = n1 ] && exit 127
while read -r word rest; do
    case $word in
        uci) echo uciok ;;
        isready) echo readyok ;;
        go) echo bestmove a1a1 ;;
        quit) exit ;;
    esac
done
";

#[test]
fn a_task_that_a_node_cannot_play_is_tried_on_another() {
    let Some(cluster) = Cluster::start(1000) else {
        return;
    };
    let folder = &Folder::new();
    write_program(&folder.join("far.sh"), FAR);
    let config = "[run]\nname = \"far\"\nformat = \"match\"\npairs = 6\n[limits]\nnodes = 100\n\
         [[engine]]\nname = \"Far\"\ncommand = \"./far.sh\"\n[[engine]]\nevaluator = \"material\"\n";
    folder.write("far.toml", config);
    let submit = ["cluster", "submit", "far.toml", "--tasks", "3"];
    let submitted = cluster.arena(folder, &submit);
    assert!(submitted.status.success(), "{}", stderr(&submitted));
    cluster.wait_for_all();
    let logs = logs(&folder.join("runs/far"));
    logs.must_have(&["cannot be played on n1 (status 2); another node is tried", "engine \"Far\""]);
    let results = results(&folder.join("runs/far"));
    assert_eq!(results["games"], 12, "{logs}");
    assert_eq!(results["finished"], true, "{logs}");
    let mut engines = results["engines"].as_array().unwrap().iter();
    let far = engines.find(|engine| engine["name"] == "Far").unwrap();
    assert_eq!(far["illegal_moves"], 12, "{far}");
}

/// A match of some minutes as four tasks.
const LONG: &str = "[run]\nname = \"long\"\nformat = \"match\"\npairs = 40\n[limits]\nnodes = 60000\n\
     [[engine]]\nevaluator = \"otter\"\n[[engine]]\nevaluator = \"material\"\n";

/// Submits it, with these changes.
fn submit_long(cluster: &Cluster, folder: &Path, more: &[&str]) {
    folder.write("long.toml", LONG);
    let mut submit = vec!["cluster", "submit", "long.toml", "--tasks", "4"];
    submit.extend(more);
    let submitted = cluster.arena(folder, &submit);
    assert!(submitted.status.success(), "{}", stderr(&submitted));
}

/// The logs of the tasks and of the job that merges.
fn logs(run: &Path) -> String {
    let logs = fs::read_dir(run.join("cluster/logs")).unwrap().flatten();
    logs.map(|log| fs::read_to_string(log.path()).unwrap()).collect()
}

#[test]
fn cancelled_tasks_end_at_once_and_what_they_have_played_is_merged() {
    let Some(cluster) = Cluster::start(1000) else {
        return;
    };
    let folder = &Folder::new();
    submit_long(&cluster, folder, &[]);
    cluster.wait_for_running(4);
    wait("a game", || {
        let status = cluster.arena(folder, &["cluster", "status", "runs/long", "--json"]);
        // A shard in play is not read.
        assert!(status.status.success(), "{}", stderr(&status));
        fs::read_dir(folder.join("runs/long/shards")).unwrap().count() == 4
    });
    let cancelled = cluster.arena(folder, &["cluster", "cancel", "runs/long"]);
    assert_eq!(stdout(&cancelled), "4 tasks are cancelled\n", "{}", stderr(&cancelled));
    cluster.wait_for_all();
    let printed = logs(&folder.join("runs/long"));
    printed.must_have(&["interrupted; finished games are saved"]);
    printed.must_lack(&["another node", "missing: "]);
    let again = cluster.arena(folder, &["cluster", "cancel", "runs/long"]);
    assert_eq!(stdout(&again), "nothing waits or runs\n");
}

/// `cargo test -p tournament --test slurm out_of_time -- --ignored`
#[test]
#[ignore = "takes minutes"]
fn a_task_that_is_out_of_time_requeues_itself_and_resumes() {
    let Some(cluster) = Cluster::start(1000) else {
        return;
    };
    let folder = &Folder::new();
    // Slurm's shortest time is a minute, and half of it is what a task has.
    submit_long(&cluster, folder, &["--time", "1", "--set", "run.pairs=80"]);
    cluster.wait_for_all();
    let printed = logs(&folder.join("runs/long"));
    printed.must_have(&["resumes when its turn comes"]);
    let results = results(&folder.join("runs/long"));
    assert_eq!(results["finished"], true, "{printed}");
}
