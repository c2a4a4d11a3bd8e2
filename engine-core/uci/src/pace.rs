//! The rate of `info` lines: a search that finishes a hundred iterations at once must not bury its
//! GUI under them.

use std::time::Instant;

/// The most lines at once.
const BURST: f64 = 60.0;
/// Lines a second after them.
const A_SECOND: f64 = 20.0;

/// The lines that may be printed now, and those that wait for something newer or for the end.
#[derive(Debug)]
pub(crate) struct Pace {
    /// Lines that may still be printed.
    left: f64,
    as_of: Instant,
    kept: Vec<String>,
    /// True if the present iteration is reported.
    is_reported: bool,
}

impl Pace {
    /// Nothing has been printed yet.
    pub(crate) fn new() -> Pace {
        Pace { left: BURST, as_of: Instant::now(), kept: Vec::new(), is_reported: false }
    }

    /// True if a line may be printed at `now`.
    fn may_send(&mut self, now: Instant) -> bool {
        let gained = now.duration_since(self.as_of).as_secs_f64() * A_SECOND;
        self.left = (self.left + gained).min(BURST);
        self.as_of = now;
        self.left >= 1.0
    }

    /// Sends `line` of an iteration's result, or keeps it. The lines of an iteration stay together: `first`
    /// begins them.
    pub(crate) fn result(
        &mut self,
        first: bool,
        line: String,
        now: Instant,
        send: impl FnOnce(&str),
    ) {
        if first {
            self.is_reported = self.may_send(now);
            self.kept.clear();
        }
        if self.is_reported {
            self.left -= 1.0;
            send(&line);
        } else {
            self.kept.push(line);
        }
    }

    /// Sends `line`, which something newer is to follow, or forgets it.
    pub(crate) fn passing(&mut self, line: &str, now: Instant, send: impl FnOnce(&str)) {
        if self.may_send(now) {
            self.left -= 1.0;
            send(line);
        }
    }

    /// Sends the lines that were kept.
    pub(crate) fn end(&mut self, send: impl FnMut(&String)) {
        self.kept.iter().for_each(send);
        self.kept.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn iterations_stay_whole_and_the_last_one_is_always_sent() {
        let mut pace = Pace::new();
        let start = pace.as_of;
        let mut sent = Vec::new();
        for depth in 0..100 {
            for rank in 0..3 {
                let line = format!("{depth} {rank}");
                pace.result(rank == 0, line, start, |line| sent.push(line.to_owned()));
            }
        }
        assert_eq!(sent.len(), 60);
        pace.passing("bound", start, |_| panic!("too many lines"));
        pace.end(|line| sent.push(line.clone()));
        assert_eq!(sent[60..], ["99 0", "99 1", "99 2"]);
        // A second later there is room again, and nothing is kept.
        let later = start + Duration::from_secs(1);
        pace.result(true, "new".to_owned(), later, |line| {
            sent.push(line.to_owned());
        });
        assert_eq!(sent[63], "new");
        pace.end(|_| panic!("nothing was kept"));
    }
}
