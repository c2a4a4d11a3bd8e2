//! Tries for some minutes to make the arena lose a game, count one twice, or leave a program behind.
//!
//! ```text
//! cargo build --release -p tournament --features test-engine
//! cargo run --release -p tournament --features full --example torture -- MINUTES [SEED [ANOTHER]]
//! ```
//!
//! Each round plays a tournament of evaluators, programs, guests and rogues undisturbed, and again with a mishap in
//! each session until it is complete: killed or stopped at a random instant, started with too few descriptors or too
//! little room for files, with its database locked by another, with a library that is touched or overwritten in place
//! while it plays, or played by ANOTHER build of the arena, the same without it. At the end of a round both must have the
//! same games. Then single bits of its store are flipped: as a shard it must be refused or give the same games, and as a run be
//! repaired to them. The exit status is 1 if any of this is not so, or if a program outlived a session.

use std::collections::BTreeMap;
use std::env;
use std::fs::{self, File};
use std::io::read_to_string;
use std::mem::swap;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant, SystemTime};

use anyhow::{Context, bail, ensure};
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::{Rng, SeedableRng};
use runner::store::{DATABASE, Store};
use rusqlite::Connection;
use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;

/// The folder of the run that is disturbed, and of the one that is not.
const DISTURBED: &str = "disturbed";
const WHOLE: &str = "whole";
/// The environment variable by which programs are found.
const MARK: &str = "TORTURE";
/// No session lasts longer before its mishap, in milliseconds.
const LONGEST: u64 = 1500;
/// The first moments, in milliseconds: a database is made and nothing is in it yet.
const AT_ONCE: u64 = 50;
/// Bits that are flipped in each round, one after the other.
const FLIPS: u64 = 20;
/// The longest wait for programs to end after a session.
const BURIAL: Duration = Duration::from_secs(5);

/// What befalls a session: its name, a signal that is sent, and how a session may end so, beside being complete; without a
/// status a signal ended it.
type Mishap = (&'static str, Option<Signal>, &'static [Option<i32>]);

const MISHAPS: [Mishap; 10] = [
    ("killed", Some(Signal::KILL), &[None]),
    ("killed at once", Some(Signal::KILL), &[None]),
    // A signal may come before its handler is installed.
    ("interrupted", Some(Signal::INT), &[None, Some(130)]),
    ("terminated", Some(Signal::TERM), &[None, Some(130)]),
    ("few descriptors", None, &[Some(2)]),
    ("full disk", None, &[Some(2)]),
    ("locked", None, &[Some(2)]),
    ("another build", Some(Signal::KILL), &[None, Some(2)]),
    ("library touched", None, &[]),
    ("library overwritten", None, &[Some(2)]),
];

const COMPLETE: i32 = 0;
/// The same of one in which an engine failed in all of its games.
const ALWAYS_FAILED: i32 = 4;

fn main() -> anyhow::Result<ExitCode> {
    let mut arguments = env::args().skip(1);
    let minutes: f64 = arguments.next().context("say how many MINUTES")?.parse()?;
    let seed = arguments.next().map_or(Ok(1), |seed| seed.parse())?;
    let end = Instant::now() + Duration::from_secs_f64(60.0 * minutes);
    let mut torture = Torture::new(seed, arguments.next().map(PathBuf::from))?;
    let (mut rounds, mut games) = (0, 0);
    while Instant::now() < end {
        games += torture.round(rounds)?;
        rounds += 1;
        println!("{rounds} rounds, {games} games, sessions: {:?}", torture.sessions);
    }
    println!("{} differences", torture.differences);
    Ok(if torture.differences == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

struct Torture {
    folder: TempDir,
    arena: PathBuf,
    /// Another build of it.
    other: PathBuf,
    random: Pcg64Mcg,
    mark: String,
    sessions: BTreeMap<&'static str, u64>,
    differences: u64,
}

impl Torture {
    fn new(seed: u64, other: Option<PathBuf>) -> anyhow::Result<Torture> {
        // This program is in target/release/examples.
        let own = env::current_exe()?;
        let target = own.parent().and_then(Path::parent).context("no folder")?;
        let arena = target.join("evalarena");
        let engine = target.join("test-engine");
        ensure!(
            arena.exists() && engine.exists(),
            "{} and {} are needed; build the package first",
            arena.display(),
            engine.display()
        );
        let folder = tempfile::tempdir()?;
        fs::write(folder.path().join("t.toml"), configuration(&engine))?;
        fs::write(folder.path().join("guest.sh"), GUEST)?;
        for (name, worth) in [("mine.so", 100), ("same.so", 100), ("other.so", 70)] {
            compile(folder.path(), name, worth)?;
        }
        Ok(Torture {
            folder,
            other: other.map_or_else(|| Ok(arena.clone()), |other| other.canonicalize())?,
            arena,
            random: Pcg64Mcg::seed_from_u64(seed),
            mark: format!("torture-{}", std::process::id()),
            sessions: BTreeMap::new(),
            differences: 0,
        })
    }

    /// Plays the tournament of this seed both ways and compares; returns the number of games.
    fn round(&mut self, seed: u64) -> anyhow::Result<usize> {
        for run in [WHOLE, DISTURBED] {
            fs::remove_dir_all(self.folder.path().join(run)).ok();
        }
        let whole = self.command(WHOLE, seed, "").status()?;
        ensure!(whole.code() == Some(COMPLETE), "undisturbed: {whole}");
        let mut stored = 0;
        loop {
            // A run that is begun with the other library would be one of that.
            let mishaps = if stored == 0 { MISHAPS.len() - 1 } else { MISHAPS.len() };
            let index = self.below(mishaps as u64) as usize;
            let status = self.session(MISHAPS[index], seed)?;
            let now = self.stored();
            if now < stored {
                self.differ(&format!("{stored} games were stored, and now {now}"));
            }
            stored = now;
            if status == Some(COMPLETE) {
                break;
            }
        }
        let [whole, disturbed] = [self.games(WHOLE)?, self.games(DISTURBED)?];
        let same = whole.bytes().zip(disturbed.bytes()).take_while(|(one, other)| one == other).count();
        if whole != disturbed {
            let [one, other] = [whole, disturbed].map(|games| games.chars().skip(same).take(200).collect::<String>());
            self.differ(&format!("the games of seed {seed}:\n  {one}\n  {other}"));
        }
        for _ in 0..FLIPS {
            self.flip(seed)?;
        }
        Ok(stored)
    }

    /// A session with its mishap; returns its exit status.
    fn session(&mut self, (mishap, signal, allowed): Mishap, seed: u64) -> anyhow::Result<Option<i32>> {
        *self.sessions.entry(mishap).or_default() += 1;
        let limits = match mishap {
            "few descriptors" => format!("ulimit -n {};", 12 + self.below(60)),
            "full disk" => format!("ulimit -f {};", 1 + self.below(600)),
            _ => String::new(),
        };
        let mut command = self.command(DISTURBED, seed, &limits);
        if mishap == "another build" {
            swap(&mut self.arena, &mut self.other);
            command = self.command(DISTURBED, seed, &limits);
            swap(&mut self.arena, &mut self.other);
        }
        let mut child = command.spawn()?;
        let longest = if mishap == "killed at once" { AT_ONCE } else { LONGEST };
        let after = Duration::from_millis(self.below(longest));
        sleep(after);
        let [mine, other, same] = ["mine.so", "other.so", "same.so"].map(|name| self.folder.path().join(name));
        match (signal, mishap) {
            (Some(signal), _) => drop(kill_process(Pid::from_child(&child), signal)),
            (None, "locked") => self.lock(after),
            (None, "library touched") => File::options().append(true).open(mine)?.set_modified(SystemTime::now())?,
            (None, "library overwritten") => {
                fs::copy(other, &mine)?;
                sleep(Duration::from_millis(self.below(LONGEST)));
                fs::copy(same, mine)?;
            }
            _ => {}
        }
        let status = ended(&mut child)?;
        self.await_burial()?;
        if status != Some(COMPLETE) && !allowed.contains(&status) {
            let printed = child.stderr.take().map(read_to_string).transpose()?.unwrap_or_default();
            self.differ(&format!("{mishap} ended with status {status:?}: {printed}"));
        }
        Ok(status)
    }

    /// Flips a bit of the store: as a shard it is refused or gives the same games, and as a run it is repaired to them,
    /// or refused where it is not a database any more.
    fn flip(&mut self, seed: u64) -> anyhow::Result<()> {
        let whole = self.folder.path().join(WHOLE).join(DATABASE);
        let mut bytes = fs::read(whole)?;
        let bit = self.below(8 * bytes.len() as u64);
        bytes[(bit / 8) as usize] ^= 1 << (bit % 8);
        let expected = self.moves(WHOLE)?;
        let [flipped, merged] = ["flipped", "merged"].map(|run| self.folder.path().join(run));
        for run in [&flipped, &merged] {
            fs::remove_dir_all(run).ok();
        }
        fs::create_dir(&flipped)?;
        fs::write(flipped.join(DATABASE), bytes)?;
        let merge = "merge merged flipped --quiet".to_owned();
        let repair = format!("run t.toml --quiet --out flipped --set run.seed={seed} --repair");
        for (arguments, run) in [(merge, "merged"), (repair, "flipped")] {
            let output = self.shell("", &arguments).output()?;
            let is_whole = || self.moves(run).is_ok_and(|moves| moves == expected);
            let printed = String::from_utf8_lossy(&output.stderr).into_owned();
            match output.status.code() {
                Some(2) => {}
                // Of a run whose engines fail in all of their games, as some do here.
                Some(COMPLETE | ALWAYS_FAILED) if is_whole() => {}
                status => self.differ(&format!("bit {bit}, {arguments}: {status:?}: {printed}")),
            }
        }
        // The run can be read, whichever shards were merged.
        if merged.join(DATABASE).exists() {
            let report = self.shell("", "report merged --quiet").output()?;
            if !report.status.success() {
                let printed = String::from_utf8_lossy(&report.stderr).into_owned();
                self.differ(&format!("bit {bit} poisons the merged run: {printed}"));
            }
        }
        Ok(())
    }

    fn lock(&self, time: Duration) {
        let path = self.folder.path().join(DISTURBED).join(DATABASE);
        if let Some(other) = path.exists().then(|| Connection::open(path)) {
            // Without the lock it is tried another time.
            let locked = other.and_then(|other| {
                other.execute_batch("BEGIN IMMEDIATE")?;
                sleep(time);
                other.execute_batch("ROLLBACK")
            });
            locked.ok();
        }
    }

    /// The arena, playing into `run`, after `limits` of the shell.
    fn command(&self, run: &str, seed: u64, limits: &str) -> Command {
        self.shell(limits, &format!("run t.toml --quiet --out {run} --set run.seed={seed}"))
    }

    /// The arena with these arguments, after `limits` of the shell.
    fn shell(&self, limits: &str, arguments: &str) -> Command {
        let mut command = Command::new("sh");
        let script = format!("{limits} exec {:?} {arguments}", self.arena);
        command.args(["-c", &script]).current_dir(self.folder.path());
        command.env(MARK, &self.mark);
        command.stdout(Stdio::null()).stderr(Stdio::piped());
        command
    }

    fn await_burial(&mut self) -> anyhow::Result<()> {
        let patience = Instant::now() + BURIAL;
        while marked(&self.mark)? > 0 {
            if Instant::now() > patience {
                self.differ("a program outlived the arena");
                return Ok(());
            }
            sleep(Duration::from_millis(2));
        }
        Ok(())
    }

    fn stored(&self) -> usize {
        let store = Store::open_read_only(&self.folder.path().join(DISTURBED));
        store.and_then(|store| store.count()).unwrap_or(0)
    }

    /// The moves of a run and their results, without tags and comments.
    fn moves(&self, run: &str) -> anyhow::Result<String> {
        let text = fs::read_to_string(self.folder.path().join(run).join("games.pgn"))?;
        let lines = text.lines().filter(|line| !line.starts_with('['));
        let text = lines.collect::<Vec<_>>().join(" ");
        let parts = text.split('{').map(|part| part.split_once('}').map_or(part, |(_, after)| after));
        let moves: String = parts.collect();
        Ok(moves.split_whitespace().collect::<Vec<_>>().join(" "))
    }

    /// The games of a run without what differs each time: dates, builds, and the seconds in comments.
    fn games(&self, run: &str) -> anyhow::Result<String> {
        let text = fs::read_to_string(self.folder.path().join(run).join("games.pgn"))?;
        let lines = text.lines().filter(|line| !line.starts_with("[Date ") && !line.starts_with("[Software "));
        let is_time = |word: &&str| {
            let seconds = word.strip_suffix('s').unwrap_or_default();
            seconds.contains('.') && seconds.parse::<f64>().is_ok()
        };
        let words = lines.flat_map(str::split_whitespace);
        Ok(words.filter(|word| !is_time(word)).collect::<Vec<_>>().join(" "))
    }

    fn differ(&mut self, what: &str) {
        self.differences += 1;
        println!("DIFFERENCE: {what}");
    }

    fn below(&mut self, end: u64) -> u64 {
        self.random.next_u64() % end
    }
}

fn ended(child: &mut Child) -> anyhow::Result<Option<i32>> {
    let patience = Instant::now() + Duration::from_secs(300);
    while Instant::now() < patience {
        if let Some(status) = child.try_wait()? {
            return Ok(status.code());
        }
        sleep(Duration::from_millis(2));
    }
    child.kill()?;
    bail!("a session did not end")
}

/// The number of processes that have the mark in their environment.
fn marked(mark: &str) -> anyhow::Result<usize> {
    let entries = fs::read_dir("/proc")?.flatten();
    let all = entries.filter_map(|entry| fs::read(entry.path().join("environ")).ok());
    Ok(all.filter(|all| String::from_utf8_lossy(all).contains(mark)).count())
}

/// An evaluation by the length of the position's line. It ends when it sees White's king on a1, and hangs when it
/// sees Black's on a8 behind an empty rank: now and then, and the same in each session.
const GUEST: &str = "echo evaluation 1\n\
    while read -r fen; do case $fen in */K7\\ *) exit 3;; k7/8/*\\ b*) kill -STOP $$;; esac; echo $((${#fen} % 70)); done\n";
/// An evaluation by pawns, each worth WORTH.
const LIBRARY: &str = "#include \"evaluation.h\"\n\
    uint32_t evaluation_interface(void) { return 1; }\nconst char *evaluation_name(void) { return \"Pawns\"; }\n\
    void *evaluation_new(void) { static int it; return &it; }\nvoid evaluation_free(void *it) { (void)it; }\n\
    int32_t evaluation_value(void *it, const evaluation_position *p) {\n\
    int v = WORTH * (__builtin_popcountll(p->men[0][0]) - __builtin_popcountll(p->men[1][0]));\n\
    (void)it; return p->side_to_move ? -v : v; }\n";

fn compile(folder: &Path, library: &str, worth: u32) -> anyhow::Result<()> {
    fs::write(folder.join("mine.c"), LIBRARY)?;
    fs::write(folder.join("evaluation.h"), eval_external::HEADER)?;
    let mut compiler = Command::new("cc");
    compiler.args(["-shared", "-fPIC", &format!("-DWORTH={worth}"), "-o", library, "mine.c"]);
    ensure!(compiler.current_dir(folder).status()?.success(), "cc does not compile mine.c");
    Ok(())
}

/// Two evaluators, two programs that play well, two that fail at their first move of every game; two guests, one of which
/// fails now and then.
fn configuration(engine: &Path) -> String {
    let program = |name: &str, arguments: &[&str]| {
        format!("[[engine]]\nname = {name:?}\ncommand = {engine:?}\nargs = {arguments:?}\n")
    };
    let run = "[run]\nname = \"torture\"\nformat = \"round-robin\"\npairs = 2\n\
         [limits]\nnodes = 200\n[adjudication]\nmax_moves = 60\n\
         [[engine]]\nevaluator = \"material\"\n[[engine]]\nevaluator = \"michniewski\"\n";
    [
        run.to_owned(),
        program("real", &["--evaluator", "otter"]),
        program("tame", &["--spread", "50"]),
        program("crashes", &["--fault", "abort"]),
        program("cheats", &["--fault", "illegal"]),
        "[[engine]]\nevaluation = \"./mine.so\"\n".to_owned(),
        "[[engine]]\nevaluation = \"eval:sh guest.sh\"\ntimeouts = { hang = 10000 }\n".to_owned(),
    ]
    .concat()
}
