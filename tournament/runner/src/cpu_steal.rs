//! Processor time that the host of a virtual machine gives to others ("steal").
//!
//! Linux reports in `/proc/stat` how long its processors were ready to run while the host ran something
//! else. Elsewhere, and in containers that hide it, nothing is known.

use std::fmt;
use std::fs::File;
use std::io::{Read, Seek};
use std::path::Path;
use std::time::Duration;

/// The file in which Linux reports on its processors.
const STAT: &str = "/proc/stat";
/// The unit of `/proc/stat`: `USER_HZ` is 100 in Linux's `include/asm-generic/param.h`, independent of
/// the kernel's own timer; of its platforms only Alpha, for which there is no Rust, has another.
const TICK: Duration = Duration::from_millis(10);

/// Reads the steal again and again: 10 microseconds on two processors, up to 40 after a pause.
///
/// The time is the kernel's, which writes the whole text anew, and grows with the processors.
#[derive(Debug)]
pub(crate) struct CpuStealMeter {
    file: File,
    text: Vec<u8>,
}

impl CpuStealMeter {
    /// The meter of this machine, if it has one.
    pub(crate) fn open() -> Option<CpuStealMeter> {
        CpuStealMeter::at(Path::new(STAT))
    }

    /// A meter that reads `path`, which is written like `/proc/stat`.
    pub(crate) fn at(path: &Path) -> Option<CpuStealMeter> {
        let file = File::open(path).ok()?;
        Some(CpuStealMeter { file, text: Vec::new() })
    }

    /// The current reading; `None` if it cannot be read or shows no steal at all.
    pub(crate) fn read(&mut self) -> Option<Reading> {
        self.text.clear();
        self.file.rewind().ok()?;
        self.file.read_to_end(&mut self.text).ok()?;
        Reading::parse(&self.text)
    }
}

/// A reading of a meter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Reading {
    /// Ticks taken since the machine was started, all processors together; at least 1.
    ticks: u64,
    processors: usize,
}

impl Reading {
    /// Reads the text of `/proc/stat` (proc(5)): steal is field 8 of the line `cpu`, which sums up
    /// the lines `cpu0`, `cpu1` and so on.
    ///
    /// `None` if the field is missing or 0: then there is no host, or it does not report steal.
    fn parse(text: &[u8]) -> Option<Reading> {
        let mut lines =
            text.split(|&byte| byte == b'\n').take_while(|line| line.starts_with(b"cpu"));
        let total = std::str::from_utf8(lines.next()?).ok()?;
        let mut words = total.split_ascii_whitespace();
        words.next().filter(|&word| word == "cpu")?;
        let ticks = words.nth(7)?.parse().ok().filter(|&ticks| ticks > 0)?;
        Some(Reading {
            ticks,
            // There is one, even where none has a line of its own.
            processors: lines.count().max(1),
        })
    }
}

/// The time that a host took from all processors of its virtual machine within an interval.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct CpuSteal {
    /// In steps of 10 milliseconds; the truth lies less than one step away.
    time: Duration,
    processors: usize,
}

impl CpuSteal {
    /// The steal between two readings; `None` if a reading is missing or they make no sense.
    pub(crate) fn between(before: Option<Reading>, after: Option<Reading>) -> Option<CpuSteal> {
        let (before, after) = (before?, after?);
        let ticks = after.ticks.checked_sub(before.ticks)?;
        Some(CpuSteal {
            time: TICK.checked_mul(ticks.try_into().ok()?)?,
            processors: after.processors,
        })
    }
}

impl fmt::Display for CpuSteal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let time = match self.time.as_millis() {
            0 => "less than 10 ms".to_owned(),
            time => format!("{time} ms"),
        };
        write!(f, "the host of this virtual machine took {time} of its ")?;
        match self.processors {
            1 => f.write_str("processor meanwhile"),
            processors => write!(f, "{processors} processors meanwhile"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TWO: &str = "\
cpu  1862458 24 127106 374763 2566 0 375 3060 0 0
cpu0 914282 13 62093 206009 554 0 68 1543 0 0
cpu1 948175 11 65012 168753 2012 0 307 1516 0 0
intr 57855494 0 0 0
ctxt 91480871
";

    fn reading(text: &str) -> Option<Reading> {
        Reading::parse(text.as_bytes())
    }

    #[test]
    fn steal_is_the_eighth_number_of_all_processors() {
        let expected = |ticks, processors| Some(Reading { ticks, processors });
        assert_eq!(reading(TWO), expected(3060, 2));
        // Linux before 2.6.33 had no tenth number.
        let one = "cpu  4 3 2 1 0 0 0 17 0\ncpu0 4 3 2 1 0 0 0 17 0\nintr 5\n";
        assert_eq!(reading(one), expected(17, 1));
    }

    #[test]
    fn an_unusable_text_gives_no_reading() {
        let bare = TWO.replace(" 3060 ", " 0 ");
        for text in [
            &bare,
            "",
            "\n",
            "cpu",
            // Linux before 2.6.11 knew no steal.
            "cpu  4705 150 1120 16250 520 2 17\n",
            "cpu  1 2 3 4 5 6 7 x 0 0\n",
            "cpu  1 2 3 4 5 6 7 -8 0 0\n",
            "cpu  1 2 3 4 5 6 7 99999999999999999999 0 0\n",
            "cpu0 1 2 3 4 5 6 7 8 0 0\n",
            "cpus 1 2 3 4 5 6 7 8 0 0\n",
            "intr 1 2 3 4 5 6 7 8 9\ncpu  1 2 3 4 5 6 7 8 0 0\n",
        ] {
            assert_eq!(reading(text), None, "{text}");
        }
        assert_eq!(Reading::parse(b"cpu 1 2 3 4 5 6 \xff 8\n"), None);
    }

    #[test]
    fn the_time_taken_is_in_milliseconds() {
        let at = |ticks, processors| Some(Reading { ticks, processors });
        let text = |before, after| CpuSteal::between(before, after).map(|steal| steal.to_string());
        for (before, after, expected) in [
            (at(20, 2), at(31, 2), "110 ms of its 2 processors"),
            (at(20, 1), at(21, 1), "10 ms of its processor"),
            (at(20, 2), at(20, 2), "less than 10 ms of its 2 processors"),
        ] {
            let expected = format!("the host of this virtual machine took {expected} meanwhile");
            assert_eq!(text(before, after), Some(expected));
        }
        for (before, after) in [
            (None, at(20, 2)),
            (at(20, 2), None),
            (at(21, 2), at(20, 2)),
            (at(1, 2), at(u64::MAX, 2)),
        ] {
            assert_eq!(text(before, after), None);
        }
    }

    #[test]
    fn a_meter_reads_the_current_text() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("stat");
        assert!(CpuStealMeter::at(&path).is_none());
        std::fs::write(&path, TWO).unwrap();
        let mut meter = CpuStealMeter::at(&path).unwrap();
        assert_eq!(meter.read(), reading(TWO));
        std::fs::write(&path, TWO.replace("3060", "3071")).unwrap();
        assert_eq!(meter.read().unwrap().ticks, 3071);
        std::fs::write(&path, "rubbish").unwrap();
        assert_eq!(meter.read(), None);
    }
}
