//! A running program: its pipes, its end.
//!
//! The thread that plays the game reads the pipe itself, with `poll` for a limit of time: a thread for the
//! reading would cost a second wake-up for each move.

use std::env;
use std::io::{self, ErrorKind, PipeReader, Read, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, id};
use std::sync::atomic::Ordering::SeqCst;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::mpsc::{Sender, SyncSender, channel, sync_channel};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::{Builder, sleep};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{Errno, ioctl_fionbio};
use rustix::process::{Pid, Resource, Rlimit, Signal, WaitOptions, getrlimit, kill_process_group, setrlimit, waitpid};

use super::ReadyStreams;
#[cfg(target_os = "linux")]
use crate::linux::{self, VARIABLE};
use crate::log::FailureKind;
#[cfg(target_os = "linux")]
use rustix::process::{PidfdFlags, pidfd_open};
#[cfg(target_os = "linux")]
use std::os::fd::OwnedFd;

const LOOK: Duration = Duration::from_millis(1);

/// A running program, whose processes are a group. Dropping it kills and reaps them.
#[derive(Debug)]
pub struct Process {
    child: Child,
    stdin: Option<ChildStdin>,
    stdout: Option<ChildStdout>,
    stderr: Option<ChildStderr>,
    /// Once its other end is closed, no wait for output goes on.
    release: Option<PipeReader>,
    status: Option<ExitStatus>,
    /// Readable once it has ended, even if its pipes are still held by others.
    #[cfg(target_os = "linux")]
    end: Option<OwnedFd>,
    /// The mark of its children.
    #[cfg(target_os = "linux")]
    mark: Option<linux::Mark>,
}

/// The environment variable of a program with its mark.
#[cfg(not(target_os = "linux"))]
const VARIABLE: &str = "ARENA_PROGRAM";
/// The number of the next program's mark.
static NEXT: AtomicU64 = AtomicU64::new(0);

impl Process {
    /// Starts a command that `command` has made, with the pipes that it asks for.
    ///
    /// It leads a group of its own, so that its children can be killed with it. Within a program of another arena it
    /// joins that one's group instead, and has its mark: it ends with it.
    pub fn start(mut command: Command) -> io::Result<Process> {
        let mark = env::var_os(VARIABLE).is_none().then(|| format!("{}-{}", id(), NEXT.fetch_add(1, SeqCst)));
        if let Some(mark) = &mark {
            command.process_group(0).env(VARIABLE, mark);
        }
        let mut child = spawn(command)?;
        let process = Process {
            stdin: child.stdin.take(),
            stdout: child.stdout.take(),
            stderr: child.stderr.take(),
            release: None,
            status: None,
            #[cfg(target_os = "linux")]
            end: pidfd_open(Pid::from_child(&child), PidfdFlags::empty()).ok(),
            #[cfg(target_os = "linux")]
            mark: mark.map(linux::Mark),
            child,
        };
        // Our ends only: the program's are its own.
        process.stdin.as_ref().map_or(Ok(()), |stdin| ioctl_fionbio(stdin, true))?;
        Ok(process)
    }

    /// Has waits for output end with an error of the kind `Interrupted` once the other end of `release` is closed.
    pub(crate) fn release_by(&mut self, release: Option<PipeReader>) {
        self.release = release;
    }

    /// Closes its input.
    pub fn close_input(&mut self) {
        self.stdin = None;
    }

    /// Writes all of `bytes`; an error of the kind `TimedOut` if the program has not read them by `deadline`.
    pub(crate) fn write(&mut self, mut bytes: &[u8], deadline: Instant) -> io::Result<()> {
        while !bytes.is_empty() {
            bytes = &bytes[self.write_some(bytes)?..];
            if let Some(stdin) = self.stdin.as_ref().filter(|_| !bytes.is_empty()) {
                wait(&mut [PollFd::new(stdin, PollFlags::OUT)], deadline)?;
            }
        }
        Ok(())
    }

    /// Writes what its input has room for; the number of bytes.
    pub fn write_some(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let stdin = self.stdin.as_mut().ok_or(ErrorKind::BrokenPipe)?;
        stdin.write(bytes).or_else(|error| match error.kind() {
            ErrorKind::WouldBlock | ErrorKind::Interrupted => Ok(0),
            _ => Err(error),
        })
    }

    /// Waits until there is something to read, or an end of it, or room for input if that `is_awaited`; the error is
    /// `TimedOut` if there is nothing by `deadline`, `BrokenPipe` if it has ended and another process holds its pipes.
    pub fn wait(&self, is_awaited: bool, deadline: Instant) -> io::Result<ReadyStreams> {
        let mut of = Vec::with_capacity(5);
        of.extend(self.release.iter().map(|release| PollFd::new(release, PollFlags::IN)));
        of.extend(self.stdout.iter().map(|stdout| PollFd::new(stdout, PollFlags::IN)));
        of.extend(self.stderr.iter().map(|stderr| PollFd::new(stderr, PollFlags::IN)));
        let stdin = self.stdin.iter().filter(|_| is_awaited);
        of.extend(stdin.map(|stdin| PollFd::new(stdin, PollFlags::OUT)));
        #[cfg(target_os = "linux")]
        of.extend(self.end.iter().map(|end| PollFd::new(end, PollFlags::IN)));
        wait(&mut of, deadline)?;
        let mut ready = of.iter().map(|of| !of.revents().is_empty());
        let mut of = |is_there: bool| is_there && ready.next() == Some(true);
        if of(self.release.is_some()) {
            return Err(ErrorKind::Interrupted.into());
        }
        let (output, complaints) = (of(self.stdout.is_some()), of(self.stderr.is_some()));
        let room = of(is_awaited && self.stdin.is_some());
        if output || complaints || room {
            return Ok(ReadyStreams { output, complaints });
        }
        Err(ErrorKind::BrokenPipe.into())
    }

    /// Its number.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Reads what there is of its output; 0 at its end.
    pub fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        self.stdout.as_mut().map_or(Ok(0), |stdout| uninterrupted(stdout, room))
    }

    /// Reads what there is of its complaints; at their end it is remembered that there are no more.
    pub fn read_complaints(&mut self, room: &mut [u8]) -> usize {
        let stderr = self.stderr.as_mut();
        let count = stderr.and_then(|stderr| uninterrupted(stderr, room).ok());
        if count.unwrap_or(0) == 0 {
            self.stderr = None;
        }
        count.unwrap_or(0)
    }

    /// As [`Process::await_end`], and reads meanwhile: a program that waits for us to read does not end.
    pub(crate) fn end_by(&mut self, deadline: Instant) -> Option<ExitStatus> {
        let mut room = [0; 4096];
        while let Ok(readable) = self.wait(false, deadline) {
            if readable.complaints {
                self.read_complaints(&mut room);
            }
            if readable.output && !matches!(self.read(&mut room), Ok(1..)) {
                break;
            }
        }
        self.await_end(deadline)
    }

    /// Its exit status, if it has ended by `deadline`.
    pub fn await_end(&mut self, deadline: Instant) -> Option<ExitStatus> {
        while self.status.is_none() {
            self.status = self.child.try_wait().ok()?;
            if self.status.is_some() || Instant::now() >= deadline {
                break;
            }
            sleep(LOOK);
        }
        self.status
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if self.status.is_none() {
            self.child.kill().ok();
            self.child.wait().ok();
        }
        let pid = Pid::from_child(&self.child);
        live().retain(|&other| other != pid);
        // What is left of its group: usually that is empty, or it leads none, and this error means so.
        kill_process_group(pid, Signal::KILL).ok();
        #[cfg(target_os = "linux")]
        self.mark.iter().for_each(|mark| linux::end(pid, mark));
    }
}

/// How a program ended.
pub(crate) fn ending(status: ExitStatus) -> (FailureKind, String) {
    /// A shell that started the program reports a signal by a status above this.
    const SHELL_SIGNAL: i32 = 128;
    // Without what else the status has, such as a dump of the memory.
    let named = |signal| ExitStatus::from_raw(signal).to_string().replace("signal: ", "signal ");
    match (status.signal(), status.code()) {
        (Some(signal), _) => (FailureKind::Crash, named(signal)),
        (None, Some(code @ 129..=192)) => {
            let signal = named(code - SHELL_SIGNAL);
            (FailureKind::Exit, format!("exit status {code}, which is a shell's word for {signal}"))
        }
        (None, code) => (FailureKind::Exit, format!("exit status {}", code.unwrap_or_default())),
    }
}

fn wait(pipes: &mut [PollFd<'_>], deadline: Instant) -> io::Result<()> {
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        let left =
            Timespec { tv_sec: i64::try_from(left.as_secs()).unwrap_or(i64::MAX), tv_nsec: left.subsec_nanos().into() };
        match poll(pipes, Some(&left)) {
            Ok(0) => return Err(ErrorKind::TimedOut.into()),
            Ok(_) => return Ok(()),
            Err(Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
}

fn uninterrupted(from: &mut impl Read, room: &mut [u8]) -> io::Result<usize> {
    loop {
        match from.read(room) {
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            result => return result,
        }
    }
}

/// File descriptors that a running program takes: its input, its output, its complaints, and the signal of its end.
pub const DESCRIPTORS: u64 = 4;

/// Raises the limit on open files to the highest that the system allows this process.
pub fn raise_descriptor_limit() {
    let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
    let raised = Rlimit { current: maximum, maximum };
    // If refused it stays as it is; a need for more is reported later.
    setrlimit(Resource::Nofile, raised).ok();
}

/// The number of files that this process may have open at a time; `None`: unlimited.
pub fn descriptor_limit() -> Option<u64> {
    getrlimit(Resource::Nofile).current
}

/// True if the machine lacks what a new process needs: descriptors, processes or memory.
pub(crate) fn is_shortage(error: &io::Error) -> bool {
    let lacking = [Errno::MFILE, Errno::NFILE, Errno::AGAIN, Errno::NOMEM];
    Errno::from_io_error(error).is_some_and(|errno| lacking.contains(&errno))
}

static LIVE: Mutex<Vec<Pid>> = Mutex::new(Vec::new());
static INTERRUPTED: AtomicBool = AtomicBool::new(false);
/// The longest wait for killed programs.
const REAPING: Duration = Duration::from_secs(1);

fn live() -> MutexGuard<'static, Vec<Pid>> {
    LIVE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Starts a program as the leader of its own process group.
fn spawn(command: Command) -> io::Result<Child> {
    // Under the lock: a program is either seen by `kill_all` or not started any more.
    let mut live = live();
    if interrupted() {
        return Err(ErrorKind::Interrupted.into());
    }
    let child = spawn_from_lasting_thread(command)?;
    live.push(Pid::from_child(&child));
    Ok(child)
}

/// Starts it from a thread that lasts as long as the process: to the kernel that is the program's parent.
fn spawn_from_lasting_thread(command: Command) -> io::Result<Child> {
    type Order = (Command, SyncSender<io::Result<Child>>);
    static SPAWNER: OnceLock<Sender<Order>> = OnceLock::new();
    let spawner = SPAWNER.get_or_init(|| {
        #[cfg(target_os = "linux")]
        linux::start_watch();
        let (sender, orders) = channel::<Order>();
        // Without the thread orders are not received, which is an error below.
        let thread = Builder::new().name("spawner".to_owned());
        let _ = thread.spawn(move || {
            for (mut command, answer) in orders {
                answer.send(command.spawn()).ok();
            }
        });
        sender
    });
    let no_thread = || io::Error::from(Errno::AGAIN);
    let (answer, answered) = sync_channel(1);
    spawner.send((command, answer)).map_err(|_| no_thread())?;
    answered.recv().map_err(|_| no_thread())?
}

/// True if [`kill_all`] has been called: what happens to programs now is not their doing.
pub fn interrupted() -> bool {
    INTERRUPTED.load(SeqCst)
}

/// Kills and reaps every running program with its children. Nothing is started afterwards, and no game in play counts.
pub fn kill_all() {
    INTERRUPTED.store(true, SeqCst);
    let mut live = live();
    for &pid in live.iter() {
        kill_process_group(pid, Signal::KILL).ok();
    }
    let patience = Instant::now() + REAPING;
    while !live.is_empty() && Instant::now() < patience {
        // An error means that its worker has reaped it.
        live.retain(|&pid| matches!(waitpid(Some(pid), WaitOptions::NOHANG), Ok(None)));
        sleep(Duration::from_millis(1));
    }
    #[cfg(target_os = "linux")]
    crate::linux::end_all();
}
