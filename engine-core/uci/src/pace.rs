//! The rate of `info` lines: a search that finishes a hundred iterations at once must not bury its
//! GUI under them.

use std::time::Instant;

/// So many lines may come at once.
const BURST: f64 = 60.0;
/// And this many a second after them.
const A_SECOND: f64 = 20.0;

/// The lines that may be printed now, and those that wait for something newer or for the end.
#[derive(Debug)]
pub(crate) struct Pace {
    /// Lines that may still be printed.
    left: f64,
    as_of: Instant,
    held: Vec<String>,
    /// True if the present iteration is reported.
    told: bool,
}

impl Pace {
    /// Nothing has been printed yet.
    pub(crate) fn new() -> Pace {
        Pace {
            left: BURST,
            as_of: Instant::now(),
            held: Vec::new(),
            told: false,
        }
    }

    /// True if a line may be printed at `now`.
    fn may_say(&mut self, now: Instant) -> bool {
        let gained = now.duration_since(self.as_of).as_secs_f64() * A_SECOND;
        self.left = (self.left + gained).min(BURST);
        self.as_of = now;
        self.left >= 1.0
    }

    /// Says `line` of an iteration's result, or keeps it. The lines of an iteration stay together: `first`
    /// begins them.
    pub(crate) fn result(
        &mut self,
        first: bool,
        line: String,
        now: Instant,
        say: impl FnOnce(&str),
    ) {
        if first {
            self.told = self.may_say(now);
            self.held.clear();
        }
        if self.told {
            self.left -= 1.0;
            say(&line);
        } else {
            self.held.push(line);
        }
    }

    /// Says `line`, which something newer is to follow, or forgets it.
    pub(crate) fn passing(&mut self, line: &str, now: Instant, say: impl FnOnce(&str)) {
        if self.may_say(now) {
            self.left -= 1.0;
            say(line);
        }
    }

    /// Says what was kept.
    pub(crate) fn end(&mut self, say: impl FnMut(&String)) {
        self.held.iter().for_each(say);
        self.held.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn iterations_stay_whole_and_the_last_one_is_always_told() {
        let mut pace = Pace::new();
        let start = pace.as_of;
        let mut said = Vec::new();
        for depth in 0..100 {
            for rank in 0..3 {
                let line = format!("{depth} {rank}");
                pace.result(rank == 0, line, start, |line| said.push(line.to_owned()));
            }
        }
        assert_eq!(said.len(), 60);
        pace.passing("bound", start, |_| panic!("too many lines"));
        pace.end(|line| said.push(line.clone()));
        assert_eq!(said[60..], ["99 0", "99 1", "99 2"]);
        // A second later there is room again, and nothing is kept.
        let later = start + Duration::from_secs(1);
        pace.result(true, "new".to_owned(), later, |line| {
            said.push(line.to_owned());
        });
        assert_eq!(said[63], "new");
        pace.end(|_| panic!("nothing was kept"));
    }
}
