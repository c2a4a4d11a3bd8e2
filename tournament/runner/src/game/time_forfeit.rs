//! The message about a move that came too late: by how much, and the known causes.

use std::fmt;
use std::time::Duration;

use crate::cpu_steal::CpuSteal;
use players::player::OwnClock;

/// Less than this is usual for any move, and is left out.
const REPORTED: Duration = Duration::from_millis(1);

/// A move that came too late.
pub(super) struct TimeForfeit {
    /// The time that it took.
    pub(super) took: Duration,
    /// The time that it had, without the margin.
    pub(super) had: Duration,
    /// The reading of the player's own clock.
    pub(super) own_clock: Option<OwnClock>,
    /// The time for which the machine held it up, on all of its moves.
    pub(super) held_up: Duration,
    /// The time that a host took from the processors while the player was thinking.
    pub(super) cpu_steal: Option<CpuSteal>,
}

impl fmt::Display for TimeForfeit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let milliseconds = |time: Duration| time.as_secs_f64() * 1000.0;
        let (took, had) = (milliseconds(self.took), milliseconds(self.had));
        write!(f, "{took:.1} ms, and it had {had:.1} ms")?;
        if let Some(OwnClock { shown, at }) = self.own_clock {
            let (shown, at) = (shown.as_millis(), milliseconds(at));
            // A clock that is behind the arena's began late; one that agrees saw the time pass.
            write!(f, "; its own clock showed {shown} ms when the arena's showed {at:.1} ms")?;
        }
        if self.held_up >= REPORTED {
            let held_up = milliseconds(self.held_up);
            write!(
                f,
                "; this machine held it up for {held_up:.1} ms: others had the processor, or the arena was stopped"
            )?;
        }
        if let Some(cpu_steal) = self.cpu_steal {
            write!(f, "; {cpu_steal}")?;
        }
        Ok(())
    }
}
