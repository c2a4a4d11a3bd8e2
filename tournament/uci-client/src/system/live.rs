//! The programs that are running, so that none outlives the arena when it is interrupted.

use std::io;
use std::process::{Child, Command};
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::mpsc::{Sender, SyncSender, channel, sync_channel};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::{Builder, sleep};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, WaitOptions, kill_process_group, waitpid};

static LIVE: Mutex<Vec<Pid>> = Mutex::new(Vec::new());
static INTERRUPTED: AtomicBool = AtomicBool::new(false);
/// The longest wait for killed programs.
const REAPING: Duration = Duration::from_secs(1);

fn live() -> MutexGuard<'static, Vec<Pid>> {
    LIVE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Starts a program as the leader of its own process group.
pub(crate) fn spawn(command: Command) -> io::Result<(Child, Pid)> {
    // Under the lock: a program is either seen by `kill_all` or not started any more.
    let mut live = live();
    if interrupted() {
        return Err(io::ErrorKind::Interrupted.into());
    }
    let mut child = spawn_lastingly(command)?;
    let Some(pid) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) else {
        child.kill()?;
        return Err(io::Error::other("the system gave it no process number"));
    };
    live.push(pid);
    Ok((child, pid))
}

/// Starts it from a thread that lasts as long as the process: to the kernel a program's parent is the
/// thread that started it.
fn spawn_lastingly(command: Command) -> io::Result<Child> {
    type Order = (Command, SyncSender<io::Result<Child>>);
    static SPAWNER: OnceLock<Sender<Order>> = OnceLock::new();
    let spawner = SPAWNER.get_or_init(|| {
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
    let gone = || io::Error::other("there is no thread to start it from");
    let (answer, answered) = sync_channel(1);
    spawner.send((command, answer)).map_err(|_| gone())?;
    answered.recv().map_err(|_| gone())?
}

/// Kills what is left of a program's group, whose leader has been reaped.
pub(crate) fn forget(pid: Pid) {
    live().retain(|&other| other != pid);
    // Usually the group is empty, and this error means so.
    kill_process_group(pid, Signal::KILL).ok();
}

/// True if [`kill_all`] has been called: what happens to programs now is not their doing.
pub fn interrupted() -> bool {
    INTERRUPTED.load(SeqCst)
}

/// Kills every running program with its children and reaps it. Nothing is started afterwards, and
/// no game that is in play counts; for a process that is about to end.
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
