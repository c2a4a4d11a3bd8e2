//! A tournament that a real Slurm plays: its daemons run on this machine, two nodes on the loopback interface.
//!
//! They need root, and `slurmctld`, `slurmd`, `munged` and Slurm's commands in PATH (Debian: slurmctld, slurmd,
//! slurm-client, munge). No machine is to have daemons by accident: they are started only if EVALARENA_SLURM is set.
//! If they do not start, the test has failed; with EVALARENA_SLURM=try it prints so and ends.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};
use std::{env, fs};

use crate::common::{Ended, Files, Folder, lasting, stderr, stdout, timeless};

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
    wait("tasks to run", || cluster.printed("squeue", &["-h", "-r", "-t", "R"]).lines().count() >= 4);
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

/// The longest wait for anything before the test has failed.
const PATIENCE: Duration = Duration::from_secs(600);
/// The longest wait for the daemons to start.
const START: Duration = Duration::from_secs(60);
/// The time in which a node that comes back has to end what ran there before.
const ENDING: Duration = Duration::from_secs(5);
const NODES: [&str; 2] = ["n1", "n2"];

/// A cluster that is up; it ends with this value.
struct Cluster {
    folder: Folder,
    controller: Option<Child>,
    nodes: Vec<(String, Child)>,
    munge: Option<Child>,
}

impl Cluster {
    /// Starts one; `None` if it is not wanted.
    fn start() -> Option<Self> {
        let demanded = env::var_os("EVALARENA_SLURM")? != "try";
        if let Some(lacks) = lacking() {
            assert!(!demanded, "{lacks}");
            return None;
        }
        let folder = Folder::new();
        folder.write("slurm.conf", config(&folder));
        let mut cluster = Self { munge: munge(), folder, controller: None, nodes: Vec::new() };
        let mut controller = cluster.command("slurmctld", &["-D", "-c"]);
        cluster.controller = Some(controller.spawn().unwrap());
        for node in NODES {
            cluster.start_node(node);
        }
        if !cluster.is_up() {
            assert!(!demanded, "Slurm's daemons did not start");
            // Past libtest, which keeps what `eprintln!` writes.
            io::stderr().write_all(b"nothing is tested with Slurm: its daemons do not start here\n").unwrap();
            return None;
        }
        Some(cluster)
    }

    /// True if both nodes take tasks, after a while.
    fn is_up(&self) -> bool {
        let idle = || {
            let nodes = self.printed("sinfo", &["-h", "-N", "-o", "%N %T"]);
            nodes.matches("idle").count() == NODES.len()
        };
        if !is_soon(idle) {
            return false;
        }
        let mut task = self.command("timeout", &["60", "srun", "-N2", "-n2", "true"]);
        task.status().is_ok_and(|status| status.success())
    }

    fn start_node(&mut self, node: &str) {
        let child = self.command("slurmd", &["-D", "-N", node]).spawn().unwrap();
        self.nodes.push((node.to_owned(), child));
    }

    /// Starts a node that was killed. The controller then ends there what ran before; a task that is put back has the same
    /// number, and would be ended with it if it started at once.
    fn revive_node(&mut self, node: &str) {
        self.start_node(node);
        wait("the node to come back", || self.state(node).trim() == "idle");
        sleep(ENDING);
    }

    /// Kills a node and all that runs there, at once, as a power failure would; returns when the controller takes it for
    /// dead. One that came back earlier would not have its tasks put back into the queue.
    fn kill_node(&mut self, node: &str) {
        // The controller counts a task as running before the node has started it, and what starts later is not killed.
        wait("the node to start its tasks", || {
            let running = self.printed("squeue", &["-h", "-r", "-t", "R", "-w", node]);
            let processes = tasks_of(node, &self.folder).into_iter();
            let started = processes.filter(|&process| is_watcher(process)).count();
            started >= running.lines().count()
        });
        let place = self.nodes.iter().position(|(name, _)| name == node).unwrap();
        let (_, mut child) = self.nodes.remove(place);
        child.kill().unwrap();
        child.wait().unwrap();
        for _ in 0..20 {
            for process in tasks_of(node, &self.folder) {
                kill_9(process);
            }
            sleep(Duration::from_millis(50));
        }
        wait("the node's death to be noticed", || self.state(node).contains("down"));
    }

    fn state(&self, node: &str) -> String {
        self.printed("sinfo", &["-h", "-N", "-n", node, "-o", "%T"])
    }

    /// A command that uses this cluster.
    fn command(&self, program: &str, arguments: &[&str]) -> Command {
        let mut command = Command::new(program);
        command.args(arguments);
        command.env("SLURM_CONF", self.folder.join("slurm.conf"));
        command.env_remove("COLUMNS");
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        if arguments.first() == Some(&"-D") {
            command.stdout(Stdio::null()).stderr(Stdio::null());
        }
        command
    }

    /// The output of a command of Slurm.
    fn printed(&self, program: &str, arguments: &[&str]) -> String {
        let output = self.command(program, arguments).output().unwrap();
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    /// The arena, in a folder.
    fn arena(&self, folder: &Path, line: &str) -> Output {
        let words: Vec<&str> = line.split(' ').collect();
        let mut command = self.command(env!("CARGO_BIN_EXE_evalarena"), &words);
        command.current_dir(folder).output().unwrap()
    }

    /// Waits until nothing waits or runs any more. Slurm lets tasks that it puts back wait for two minutes: they
    /// are started at once.
    fn wait_for_all(&self) {
        wait("all jobs to end", || {
            let jobs = self.printed("squeue", &["-h", "-r", "-o", "%i %T %r"]);
            for line in jobs.lines().filter(|line| line.ends_with("BeginTime")) {
                let job = line.split(' ').next().unwrap();
                self.printed("scontrol", &["update", &format!("JobId={job}"), "StartTime=now"]);
            }
            jobs.trim().is_empty()
        });
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        let jobs = self.printed("squeue", &["-h", "-o", "%A"]);
        for job in jobs.lines() {
            self.printed("scancel", &[job]);
        }
        for node in NODES {
            for process in tasks_of(node, &self.folder) {
                kill_9(process);
            }
        }
        let nodes = self.nodes.iter_mut().map(|(_, child)| child);
        for child in nodes.chain(&mut self.controller).chain(&mut self.munge) {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// True once it is so, false if it is not within the time in which daemons start.
fn is_soon(mut is_so: impl FnMut() -> bool) -> bool {
    let mut tries = 0..START.as_secs();
    while !is_so() {
        if tries.next().is_none() {
            return false;
        }
        sleep(Duration::from_secs(1));
    }
    true
}

fn wait(what: &str, mut until: impl FnMut() -> bool) {
    let patience = Instant::now() + PATIENCE;
    while !until() {
        assert!(Instant::now() < patience, "waited in vain for {what}");
        sleep(Duration::from_millis(200));
    }
}

/// The reason that no cluster can be started here.
pub(crate) fn lacking() -> Option<String> {
    if env::var_os("EVALARENA_SLURM").is_none() {
        return Some("EVALARENA_SLURM is not set".to_owned());
    }
    if !rustix::process::geteuid().is_root() {
        return Some("it needs root".to_owned());
    }
    let programs = ["slurmctld", "slurmd", "munged", "sbatch", "squeue", "scontrol"];
    let lacks = programs.iter().find(|program| {
        let path = env::var_os("PATH").unwrap_or_default();
        !env::split_paths(&path).any(|folder| folder.join(program).exists())
    });
    lacks.map(|program| format!("{program} is not installed"))
}

/// Starts munge, by which the daemons know each other, unless it runs. Where it does not start, they do not either.
fn munge() -> Option<Child> {
    let answers = || {
        let answer = Command::new("munge").arg("-n").output();
        answer.is_ok_and(|output| output.status.success())
    };
    if answers() {
        return None;
    }
    let _ = fs::create_dir_all("/run/munge");
    let _ = Command::new("chown").args(["munge:munge", "/run/munge"]).status();
    let mut command = Command::new("runuser");
    command.args(["-u", "munge", "--", "/usr/sbin/munged", "--foreground"]);
    command.stdout(Stdio::null()).stderr(Stdio::null());
    let child = command.spawn().ok()?;
    is_soon(answers);
    Some(child)
}

/// Processes of jobs on a node, and those that watch them.
fn tasks_of(node: &str, folder: &Path) -> Vec<u32> {
    let entries = fs::read_dir("/proc").unwrap().flatten();
    let ids = entries.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    let is_of = |id: &u32| {
        let environment = fs::read(format!("/proc/{id}/environ")).unwrap_or_default();
        let has = |text: String| environment.split(|&byte| byte == 0).any(|word| word == text.as_bytes());
        has(format!("SLURMD_NODENAME={node}")) && has(format!("SLURM_CONF={}", folder.join("slurm.conf").display()))
    };
    let tasks: Vec<u32> = ids.filter(is_of).collect();
    // The watcher is the parent of a task that is none itself.
    let watchers = tasks.iter().filter_map(|id| parent(*id));
    let watchers: BTreeSet<u32> = watchers.filter(|id| is_watcher(*id)).collect();
    watchers.into_iter().chain(tasks.iter().copied()).collect()
}

fn parent(process: u32) -> Option<u32> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("PPid:"))?;
    line.trim().parse().ok()
}

fn is_watcher(process: u32) -> bool {
    let name = fs::read_to_string(format!("/proc/{process}/comm"));
    name.is_ok_and(|name| name.trim() == "slurmstepd")
}

fn kill_9(process: u32) {
    let id = i32::try_from(process).ok().and_then(rustix::process::Pid::from_raw);
    if let Some(id) = id {
        let _ = rustix::process::kill_process(id, rustix::process::Signal::KILL);
    }
}

fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.local_addr().unwrap().port()
}

fn config(folder: &Path) -> String {
    let host = rustix::system::uname().nodename().to_str().unwrap().to_owned();
    let at = folder.display();
    for part in ["state", "spool.n1", "spool.n2"] {
        fs::create_dir(folder.join(part)).unwrap();
    }
    let nodes = NODES.map(|node| {
        format!(
            "NodeName={node} NodeHostname={host} NodeAddr=127.0.0.1 Port={} CPUs=2 RealMemory=1000 State=UNKNOWN\n",
            free_port()
        )
    });
    format!(
        "ClusterName=loop\nSlurmctldHost={host}(127.0.0.1)\nSlurmctldPort={}\nSlurmUser=root\nSlurmdUser=root\n\
         AuthType=auth/munge\nCredType=cred/munge\nStateSaveLocation={at}/state\nSlurmdSpoolDir={at}/spool.%n\n\
         SlurmctldPidFile={at}/slurmctld.pid\nSlurmdPidFile={at}/slurmd.%n.pid\n\
         SlurmctldLogFile={at}/slurmctld.log\nSlurmdLogFile={at}/slurmd.%n.log\n\
         ProctrackType=proctrack/linuxproc\nTaskPlugin=task/none\nJobAcctGatherType=jobacct_gather/none\n\
         SelectType=select/cons_tres\nSelectTypeParameters=CR_Core\nSchedulerType=sched/backfill\n\
         SchedulerParameters=sched_min_interval=0,sched_interval=1,batch_sched_delay=0,bf_interval=1\n\
         MpiDefault=none\nSwitchType=switch/none\nReturnToService=2\nSlurmctldTimeout=60\nSlurmdTimeout=10\n\
         InactiveLimit=0\nKillWait=5\nMaxJobCount=20000\nSlurmdParameters=config_overrides\n\
         {}PartitionName=p Nodes=n1,n2 Default=YES MaxTime=INFINITE State=UP\n",
        free_port(),
        nodes.concat(),
    )
}
