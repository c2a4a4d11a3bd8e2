//! The processors that a thread, and the programs that it starts, run on (Linux).

use std::fmt;
use std::io;
use std::str::FromStr;

use crate::linux::affinity;

/// The numbers of some processors, from 0, as the system counts them; each once, at least one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Processors(Vec<usize>);

/// More processors than a mask of the system has room for.
const MOST: usize = 1024;

impl FromStr for Processors {
    type Err = String;

    /// Reads numbers and ranges with commas between them, as `taskset -c` does: `0-3,8`.
    fn from_str(text: &str) -> Result<Self, String> {
        let fault = || "write numbers of processors from 0, each once, as in 0-3,8".to_owned();
        let number = |text: &str| -> Option<usize> {
            let number = text.trim().parse().ok()?;
            (number < MOST).then_some(number)
        };
        let mut numbers = Vec::new();
        for part in text.split(',') {
            let (first, last) = part.split_once('-').unwrap_or((part, part));
            let (first, last) = number(first).zip(number(last)).ok_or_else(fault)?;
            if first > last {
                return Err(fault());
            }
            for processor in first..=last {
                if numbers.contains(&processor) {
                    return Err(fault());
                }
                numbers.push(processor);
            }
        }
        Ok(Self(numbers))
    }
}

impl fmt::Display for Processors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let numbers: Vec<String> = self.0.iter().map(usize::to_string).collect();
        f.write_str(&numbers.join(","))
    }
}

impl Processors {
    /// The number of processors.
    #[must_use]
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// The share of one of `workers`, from 0, of which each has as many of its own as the others; `None` if there
    /// is none for each.
    #[must_use]
    pub fn share(&self, worker: usize, workers: usize) -> Option<Processors> {
        let each = self.0.len() / workers.max(1);
        let own = self.0.chunks_exact(each.max(1)).nth(worker);
        own.filter(|_| each > 0).map(|own| Self(own.to_vec()))
    }

    /// The first of them that is not there, or that this process may not use.
    #[must_use]
    pub fn missing(&self) -> Option<usize> {
        let allowed = affinity::allowed();
        self.0.iter().copied().find(|processor| !allowed.contains(processor))
    }

    /// From now on this thread runs on them alone, and so do threads and programs that it starts.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn pin_this_thread(&self) -> io::Result<()> {
        affinity::pin(&self.0)
    }

    /// Does something on them alone, and lets the thread run where it ran before.
    pub(crate) fn during<T>(&self, act: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
        affinity::during(&self.0, act)
    }
}

#[cfg(test)]
mod tests {
    use super::affinity::allowed;
    use super::*;

    #[test]
    fn lists_of_processors() {
        for (text, expected) in [
            ("0", "0"),
            ("0-3,8", "0,1,2,3,8"),
            ("5,2-3", "5,2,3"),
            (" 1 , 2 - 3", "1,2,3"),
            ("1023", "1023"),
        ] {
            let processors: Processors = text.parse().unwrap();
            assert_eq!(processors.to_string(), expected);
        }
        for text in ["", ",", "a", "-1", "3-1", "1,1", "0-2,2", "1024", "0-", "1..3"] {
            assert!(text.parse::<Processors>().is_err(), "{text:?}");
        }
    }

    #[test]
    fn each_worker_has_its_share() {
        let processors: Processors = "0-4".parse().unwrap();
        let share = |worker, workers| processors.share(worker, workers).map(|own| own.to_string());
        assert_eq!(share(0, 2).as_deref(), Some("0,1"));
        assert_eq!(share(1, 2).as_deref(), Some("2,3"));
        assert_eq!(share(4, 5).as_deref(), Some("4"));
        assert_eq!(share(0, 6), None);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_thread_and_what_it_starts_run_on_them_alone() {
        let before = allowed();
        let last = Processors(vec![before[before.len() - 1]]);
        let seen = last.during(|| Ok(allowed())).unwrap();
        assert_eq!((seen, allowed()), (last.0.clone(), before.clone()));
        let pinned = std::thread::spawn({
            let last = last.clone();
            move || {
                last.pin_this_thread().unwrap();
                std::thread::spawn(allowed).join().unwrap()
            }
        });
        assert_eq!(pinned.join().unwrap(), last.0);
        assert_eq!((allowed(), last.missing()), (before, None));
        assert_eq!(Processors(vec![1023]).missing(), Some(1023));
    }
}
