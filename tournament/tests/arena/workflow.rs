//! A run of `.github/workflows/regress.yml`: its scripts one after another as the runner has them, each job in a folder of
//! its own, which has what a checkout and downloads of artifacts leave there.

use std::collections::BTreeMap;
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

use crate::common::{Files, TEST_ENGINE, stderr};

const SCRIPTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../.github/regress");
/// The inputs of the workflow. Eight pairs that are won decide the test, and a wave has three.
const INPUTS: [(&str, &str); 9] = [
    ("BUILD", "mkdir -p out; cp engine.sh out/engine; chmod +x out/engine"),
    ("PROGRAM", "out/engine"),
    ("BASE", ""),
    ("SHARDS", "1"),
    ("GAMES", "24"),
    ("OPTIONS", "--nodes 100"),
    ("SPRT", "0,200"),
    ("BOOK", ""),
    ("CONCURRENCY", "1"),
];
/// The parts of the games: a shard in each of four waves.
const PARTS: usize = 4;

type Outputs = BTreeMap<String, String>;

/// The verdict of a wave.
#[derive(Debug)]
pub(crate) struct Judged {
    pub(crate) status: Option<i32>,
    pub(crate) summary: String,
    /// All that the job sets as outputs.
    pub(crate) output: String,
}

/// A run of the workflow in the repository of an engine, whose last commit is an improvement.
pub(crate) struct Workflow {
    folder: TempDir,
    /// The outputs of the jobs before.
    outputs: BTreeMap<&'static str, Outputs>,
}

impl Workflow {
    pub(crate) fn new() -> Self {
        // Users without rights must reach it, and see it beside their own /tmp.
        let folder = TempDir::with_prefix_in("workflow.", "/var/tmp").unwrap();
        fs::set_permissions(&folder, Permissions::from_mode(0o755)).unwrap();
        let workflow = Self { folder, outputs: BTreeMap::new() };
        let engine = workflow.path("test-engine");
        fs::copy(TEST_ENGINE, &engine).unwrap();
        fs::create_dir(workflow.path("project")).unwrap();
        workflow.git("init --quiet --initial-branch main");
        // Always the first move that there is.
        workflow.commit(&format!("exec '{}'\n", engine.display()));
        // After some games it thinks for ever, as long as there is a file.
        workflow.commit(&format!(
            "searches=0\n\
             while read -r line; do\n\
             case $line in go*) searches=$((searches + 1)) ;; esac\n\
             while [ $searches -gt 60 ] && [ -e '{}' ]; do sleep 0.1; done\n\
             printf '%s\\n' \"$line\"\n\
             [ \"$line\" = quit ] && break\n\
             done | '{}' --evaluator michniewski\n",
            workflow.hold().display(),
            engine.display(),
        ));
        workflow
    }

    pub(crate) fn path(&self, below: &str) -> PathBuf {
        self.folder.path().join(below)
    }

    pub(crate) fn hold(&self) -> PathBuf {
        self.path("hold")
    }

    pub(crate) fn git(&self, line: &str) {
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

    pub(crate) fn commit(&self, engine: &str) {
        let text = format!("#!/bin/sh\n{engine}");
        fs::write(self.path("project/engine.sh"), text).unwrap();
        self.commit_all();
    }

    pub(crate) fn commit_all(&self) {
        self.git("add --all");
        self.git("commit --quiet --message 'A change'");
    }

    /// The machine of a job, as it is at its beginning.
    fn machine(&self, name: &str) -> PathBuf {
        let folder = self.path("jobs").join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    /// Runs a script in the folder of a job; what it sets as outputs is in the file `output` there.
    fn run(&self, job: &Path, script: &str, environment: &[(&str, &str)]) -> Output {
        let _ = fs::remove_file(job.join("output"));
        let mut bash = Command::new("bash");
        bash.current_dir(job)
            .arg(format!("{SCRIPTS}/{script}"))
            .env("GITHUB_OUTPUT", job.join("output"))
            .env("GITHUB_STEP_SUMMARY", job.join("summary"))
            .env("GITHUB_RUN_ATTEMPT", "1")
            .envs(environment.iter().copied());
        bash.output().unwrap()
    }

    /// The inputs of the workflow, of which some are changed.
    fn inputs<'a>(changed: &[(&'a str, &'a str)]) -> Vec<(&'a str, &'a str)> {
        let mut inputs = INPUTS.to_vec();
        inputs.extend(changed);
        inputs
    }

    /// The first job. What the one before has uploaded has other names.
    pub(crate) fn plan(&mut self, changed: &[(&str, &str)]) -> Output {
        let _ = fs::remove_dir_all(self.path("artifacts"));
        self.outputs.clear();
        let job = self.machine("plan");
        copy(&self.path("project"), &job.join("project"));
        let planned = self.run(&job, "plan.sh", &Self::inputs(changed));
        if planned.status.success() {
            self.hand_over("plan", &job.join("plan.tar"));
            let program = Path::new(env!("CARGO_BIN_EXE_evalarena"));
            let arena = self.machine("arena");
            fs::copy(program, arena.join("evalarena")).unwrap();
            let sum = Command::new("sha256sum").arg(program).output().unwrap();
            let sum = String::from_utf8(sum.stdout).unwrap();
            arena.write("output", format!("sha256={}\n", &sum[..64]));
            self.hand_over("arena", &arena.join("evalarena"));
        }
        planned
    }

    /// Uploads a file of a job, the artifact of that name, and remembers what the job states.
    fn hand_over(&mut self, artifact: &'static str, file: &Path) {
        let uploaded = self.artifact(artifact);
        fs::create_dir_all(&uploaded).unwrap();
        let name = file.file_name().unwrap();
        fs::copy(file, uploaded.join(name)).unwrap();
        let output = file.parent().unwrap().read("output");
        let outputs = output.lines().map(|line| {
            let (key, value) = line.split_once('=').unwrap();
            (key.to_owned(), value.to_owned())
        });
        self.outputs.insert(artifact, outputs.collect());
    }

    pub(crate) fn artifact(&self, name: &str) -> PathBuf {
        self.path("artifacts").join(name)
    }

    pub(crate) fn output(&self, job: &str, key: &str) -> &str {
        &self.outputs[job][key]
    }

    /// The job of one engine.
    pub(crate) fn build(&mut self, side: &'static str, changed: &[(&str, &str)]) -> Output {
        let job = self.machine(side);
        copy(&self.path("project"), &job.join("project"));
        let commit = self.output("plan", side);
        let mut checkout = Command::new("git");
        checkout.args(["-C", "project", "checkout", "--quiet", "--force", commit]);
        assert!(checkout.current_dir(&job).status().unwrap().success());
        let built = self.run(&job, "build.sh", &Self::inputs(changed));
        if built.status.success() {
            self.hand_over(side, &job.join("program"));
        }
        built
    }

    /// All that comes before the games, which goes well.
    pub(crate) fn planned(&mut self, changed: &[(&str, &str)]) {
        let planned = self.plan(changed);
        assert!(planned.status.success(), "{}", stderr(&planned));
        for side in ["base", "change"] {
            let built = self.build(side, changed);
            assert!(built.status.success(), "{}", stderr(&built));
        }
    }

    /// Puts artifacts where a job downloads them to.
    fn download(&self, job: &Path, artifacts: &[&str]) {
        for name in artifacts {
            copy(&self.artifact(name), &job.join("handed").join(name));
        }
    }

    /// A job of a matrix.
    pub(crate) fn shard(&self, number: usize, attempt: usize, minutes: &str) -> Output {
        let job = self.machine(&format!("shard-{number}-{attempt}"));
        self.download(&job, &["plan", "arena", "base", "change"]);
        let earlier: Vec<PathBuf> =
            (1..attempt).map(|before| self.artifact(&format!("shard-{number}-{before}"))).collect();
        // As the host's download has it, which makes no folder for a single artifact.
        match &earlier[..] {
            [single] => copy(single, &job.join("earlier")),
            many => many.iter().for_each(|artifact| {
                copy(artifact, &job.join("earlier").join(artifact.file_name().unwrap()));
            }),
        }
        let sha256 = |of| ("sha256", self.output(of, "sha256")).1;
        let number_text = number.to_string();
        let output = self.run(
            &job,
            "shard.sh",
            &[
                ("ARENA_SHA256", sha256("arena")),
                ("PLAN_SHA256", sha256("plan")),
                ("BASE_SHA256", sha256("base")),
                ("CHANGE_SHA256", sha256("change")),
                ("SHARD", &number_text),
                ("PARTS", self.output("plan", "parts")),
                ("MINUTES", minutes),
            ],
        );
        let uploaded = self.artifact(&format!("shard-{number}-{attempt}"));
        let _ = fs::remove_dir_all(&uploaded);
        if job.join("run/shards").exists() {
            copy(&job.join("run/shards"), &uploaded);
        }
        output
    }

    /// The shard of a wave, from its beginning to its end, and its judge.
    pub(crate) fn wave(&self, number: usize) -> Judged {
        let played = self.shard(number, 1, "10");
        assert!(played.status.success(), "{}", stderr(&played));
        self.judge(number, "success")
    }

    /// All waves until one after which no other is needed.
    pub(crate) fn play(&self) -> (usize, Judged) {
        for number in 1.. {
            let judged = self.wave(number);
            if judged.output != "next=true\n" {
                return (number, judged);
            }
            assert_eq!(judged.status, Some(0), "{}", judged.summary);
        }
        unreachable!()
    }

    /// The job that judges a wave, whose matrix ended so.
    pub(crate) fn judge(&self, wave: usize, played: &str) -> Judged {
        let job = self.machine("judge");
        self.download(&job, &["plan", "arena"]);
        let uploads: Vec<PathBuf> = fs::read_dir(self.path("artifacts"))
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .filter(|path| path.file_name().unwrap().to_string_lossy().starts_with("shard-"))
            .collect();
        match &uploads[..] {
            [single] => copy(single, &job.join("handed/shards")),
            many => many.iter().for_each(|artifact| {
                let name = artifact.file_name().unwrap();
                copy(artifact, &job.join("handed/shards").join(name));
            }),
        }
        let ran = self.run(
            &job,
            "merge.sh",
            &[
                ("ARENA_SHA256", self.output("arena", "sha256")),
                ("PLAN_SHA256", self.output("plan", "sha256")),
                ("PARTS", self.output("plan", "parts")),
                ("PLAYED", played),
                ("LAST", if wave == PARTS { "true" } else { "false" }),
            ],
        );
        let printed = |name: &str| fs::read_to_string(job.join(name)).unwrap_or_default();
        Judged {
            status: ran.status.code(),
            summary: printed("summary") + &stderr(&ran),
            output: printed("output"),
        }
    }
}

/// Copies a folder as an upload and a download do: nothing in it can be executed any more.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    let mut copy = Command::new("cp");
    copy.args(["-r", "--no-dereference", "--no-preserve=mode"]);
    let copied = copy.arg(from.join(".")).arg(to).output().unwrap();
    assert!(copied.status.success(), "{}", stderr(&copied));
}

/// Runs a command of the shell as an engine in play; `None`, with a line, if this machine cannot confine programs as
/// hosted runners can.
pub(crate) fn confined(line: &str) -> Option<Output> {
    let run = |sudo: &[&str], line: &str| {
        let mut words = sudo.to_vec();
        let script = format!("{SCRIPTS}/confine.sh");
        words.extend(["bash", &script, "61001", "", "sh", "-c", line]);
        Command::new(words[0]).args(&words[1..]).output().ok()
    };
    let can = |sudo: &[&str]| run(sudo, "true").is_some_and(|output| output.status.success());
    for sudo in [&[][..], &["sudo", "--non-interactive"]] {
        if can(sudo) {
            return run(sudo, line);
        }
    }
    eprintln!("programs cannot be confined on this machine: not tested");
    None
}

pub(crate) fn can_confine() -> bool {
    confined("true").is_some()
}
