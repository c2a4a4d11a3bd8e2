//! Programs that do not outlive the arena, and do not leave processes behind (Linux).
//!
//! The kernel sends a signal to a process whose parent dies, if the process itself has requested that. A foreign
//! program does not. So our own program is started in its place, requests it, and becomes the other: the request stays
//! in force. The orphans of our programs are made our children, each with the mark of its program in its environment.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io;
use std::mem::forget;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio, id};
use std::sync::OnceLock;
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::process::{
    Pid, Signal, WaitOptions, getpid, getppid, kill_process, set_child_subreaper, set_parent_process_death_signal,
    waitpgid, waitpid,
};

/// The program that runs, even if its file was replaced since.
const OWN_PROGRAM: &str = "/proc/self/exe";

/// The environment variable of a program with its mark, by which its children are known.
pub(crate) const VARIABLE: &str = "ARENA_PROGRAM";

/// The argument with which our own program is started to become another one.
static ARGUMENT: OnceLock<&'static str> = OnceLock::new();

/// From now on programs are started by way of our own one: it gets `argument`, our process number, the program and its
/// arguments, and must pass them on to [`become_program`]. Orphans become our children, and are killed.
pub fn launch_through_self(argument: &'static str) {
    ARGUMENT.get_or_init(|| argument);
    // If refused, they go where they always went.
    set_child_subreaper(Some(getpid())).ok();
}

/// Becomes `program`, which is killed when the process `parent` ends. Returns only if that cannot be.
pub fn become_program(parent: u32, program: &OsStr, args: &[OsString]) -> io::Error {
    if let Err(error) = set_parent_process_death_signal(Some(Signal::KILL)) {
        return error.into();
    }
    // It may have ended before.
    let now = getppid().map(|pid| pid.as_raw_nonzero().get().unsigned_abs());
    if now != Some(parent) {
        return io::Error::other("the process that started it has ended");
    }
    Command::new(program).args(args).exec()
}

/// A command that starts `program`, for [`Process::start`](crate::Process::start).
pub fn command(program: &Path) -> Command {
    let Some(argument) = ARGUMENT.get() else {
        return Command::new(program);
    };
    let mut command = Command::new(OWN_PROGRAM);
    command.arg(argument).arg(id().to_string()).arg(program);
    command
}

/// Starts a process that outlives this one a little, to run [`watch`]: this one may be killed.
pub(crate) fn start_watch() {
    if let Some(argument) = ARGUMENT.get().filter(|_| env::var_os(VARIABLE).is_none()) {
        let mut command = Command::new(OWN_PROGRAM);
        command.arg(argument).arg(id().to_string()).env_clear().process_group(0);
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        // The pipe is closed when this process ends, however that happens.
        forget(command.spawn());
    }
}

/// Waits for the end of standard input, the sign that the process `arena` has ended, and kills what its programs left.
pub fn watch(arena: u32) {
    io::copy(&mut io::stdin(), &mut io::sink()).ok();
    repeat_kill(|| kill(processes(), of_arena(arena)) > 0);
}

/// The longest wait for those that were killed.
const BURIAL: Duration = Duration::from_millis(200);

#[derive(Debug, Clone)]
pub(crate) struct Mark(pub(crate) String);

impl Mark {
    fn of(&self, pid: Pid) -> Origin {
        let own = format!("{VARIABLE}={}", self.0);
        origin(pid, |variable| variable == own.as_bytes())
    }
}

#[derive(PartialEq, Eq)]
enum Origin {
    /// That of the programs asked for.
    Ours,
    /// Another's, or it has ended.
    Foreign,
    /// It is just being replaced by what it executes, and has no environment yet.
    Unclear,
}

/// Whose a process is, by a variable that `is_ours`.
fn origin(pid: Pid, is_ours: impl Fn(&[u8]) -> bool) -> Origin {
    let path = format!("/proc/{}/environ", pid.as_raw_nonzero());
    let environment = fs::read(path).unwrap_or_default();
    if environment.split(|&byte| byte == 0).any(is_ours) {
        Origin::Ours
    } else if environment.is_empty() && is_in_exec(pid).unwrap_or(false) {
        Origin::Unclear
    } else {
        Origin::Foreign
    }
}

/// True if a process lives and the place of its environment is not settled yet; see proc_pid_stat(5).
fn is_in_exec(pid: Pid) -> Option<bool> {
    /// The place of `env_end` after the name; the state is the first.
    const ENVIRONMENT_END: usize = 48;
    let stat = fs::read_to_string(format!("/proc/{}/stat", pid.as_raw_nonzero())).ok()?;
    let (_, after_name) = stat.rsplit_once(')')?;
    let mut fields = after_name.split_ascii_whitespace();
    let state = fields.next()?;
    let environment_end = fields.nth(ENVIRONMENT_END - 1)?;
    Some(!matches!(state, "Z" | "X") && environment_end == "0")
}

/// Kills and buries what is left of a program that has ended and whose group was killed.
pub(crate) fn end(group: Pid, mark: &Mark) {
    repeat_kill(|| {
        while let Ok(Some(_)) = waitpgid(group, WaitOptions::NOHANG) {}
        let strays = kill(children(), |pid| mark.of(pid));
        // Not an error: a process of the group lives or is not buried yet.
        strays > 0 || waitpgid(group, WaitOptions::NOHANG).is_ok()
    });
}

/// Kills what all programs leave behind, whose groups were killed; for a process that is about to end.
pub(crate) fn end_all() {
    repeat_kill(|| kill(children(), of_arena(id())) > 0);
}

/// Tells whether a process is of any program of an arena.
fn of_arena(arena: u32) -> impl Fn(Pid) -> Origin {
    let own = format!("{VARIABLE}={arena}-");
    move |pid| origin(pid, |variable| variable.starts_with(own.as_bytes()))
}

/// Repeats `kill`, which returns whether any is left, while there are some or until [`BURIAL`] is over.
fn repeat_kill(mut kill: impl FnMut() -> bool) {
    let patience = Instant::now() + BURIAL;
    let mut clean = 0;
    // The system's lists of children may miss one while others come and go.
    while clean < 2 && Instant::now() < patience {
        clean = if kill() { 0 } else { clean + 1 };
        if clean < 2 {
            sleep(Duration::from_millis(1));
        }
    }
}

/// Kills those processes of [`Origin::Ours`], and buries our children; returns how many there were, with the unclear ones.
fn kill(processes: impl Iterator<Item = Pid>, whose: impl Fn(Pid) -> Origin) -> usize {
    let mut strays = 0;
    for pid in processes {
        let origin = whose(pid);
        if origin == Origin::Ours {
            kill_process(pid, Signal::KILL).ok();
            waitpid(Some(pid), WaitOptions::NOHANG).ok();
        }
        strays += usize::from(origin != Origin::Foreign);
    }
    strays
}

fn children() -> impl Iterator<Item = Pid> {
    let threads = fs::read_dir("/proc/self/task").into_iter().flatten();
    let lists = threads.flatten().filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
    lists.flat_map(|list| list.split_ascii_whitespace().filter_map(pid_of).collect::<Vec<_>>())
}

/// All processes that the system shows.
fn processes() -> impl Iterator<Item = Pid> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    entries.filter_map(|entry| pid_of(entry.file_name().to_str()?))
}

fn pid_of(text: &str) -> Option<Pid> {
    Pid::from_raw(text.parse().ok()?)
}
