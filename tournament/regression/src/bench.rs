//! The signature of a program: the nodes of its `bench`, from lines of known forms only.

use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

use uci_client::{Executable, Launch, Process, ReadyStreams, busy_time};

/// The output of a program's `bench`, as a version has it.
#[derive(Debug, PartialEq)]
pub(crate) struct Bench {
    pub(crate) nodes: u64,
    pub(crate) margin_scale: f64,
    pub(crate) eval_scale: Option<f64>,
}

/// A program that is not done by then has no `bench`: OpenBench does not wait longer, either.
const PATIENCE: Duration = Duration::from_secs(60);
/// Nor has one that prints nothing for so long, or that prints more bytes.
const SILENCE: Duration = Duration::from_secs(20);
const MAX_BYTES: usize = 1 << 20;
/// A silent program that does not compute meanwhile waits for commands.
const IDLE: Duration = Duration::from_secs(1);
const COMPUTES: Duration = Duration::from_millis(20);
/// What takes longer is told.
const WORDLESS: Duration = Duration::from_secs(2);

/// Runs `PROGRAM bench` in a folder; the reason, in words, if it has no count. `notify` is told what is waited for.
pub(crate) fn run(
    program: &Path,
    folder: Option<&Path>,
    notify: impl FnMut(&str),
) -> io::Result<Result<Bench, &'static str>> {
    let mut launch = Launch::new(Executable::Path(program.to_owned()));
    launch.args.push("bench".to_owned());
    launch.folder = folder.map(Path::to_owned);
    let text = output(Process::start(launch.command()?)?, notify)?;
    Ok(text.and_then(|text| parse(&text).ok_or("its `bench` prints no count of a known form")))
}

/// What the program prints, first to standard output, until it ends by itself.
fn output(mut process: Process, mut notify: impl FnMut(&str)) -> io::Result<Result<String, &'static str>> {
    let (begun, mut spoken, mut room) = (Instant::now(), Instant::now(), [0; 16 << 10]);
    let (mut text, mut complaints) = (Vec::new(), Vec::new());
    let (mut looked, mut ran, mut is_told) = (Instant::now(), None, false);
    loop {
        let ready = match process.wait(false, Instant::now() + IDLE / 2) {
            Ok(ready) => ready,
            Err(error) if error.kind() == io::ErrorKind::TimedOut => ReadyStreams { output: false, complaints: false },
            // It has ended, even if what it left behind holds the pipe.
            Err(_) => break,
        };
        if ready.output || ready.complaints {
            spoken = Instant::now();
        }
        if ready.complaints {
            let count = process.read_complaints(&mut room);
            complaints.extend_from_slice(&room[..count]);
        }
        if ready.output {
            match process.read(&mut room)? {
                0 => break,
                count => text.extend_from_slice(&room[..count]),
            }
        }
        if text.len() + complaints.len() > MAX_BYTES {
            return Ok(Err("its `bench` prints without end"));
        }
        if spoken.elapsed() > SILENCE {
            return Ok(Err("its `bench` printed nothing for 20 s"));
        }
        if begun.elapsed() > PATIENCE {
            return Ok(Err("its `bench` was not done after 60 s"));
        }
        if !is_told && begun.elapsed() > WORDLESS {
            is_told = true;
            notify("note: waiting for its `bench`, at most 60 s, or 20 s without output");
        }
        if looked.elapsed() >= IDLE {
            let runs = busy_time(process.id());
            // Not before: some stop a search for whatever they are sent.
            if spoken.elapsed() >= IDLE && runs.zip(ran).is_some_and(|(now, then)| now.abs_diff(then) < COMPUTES) {
                process.write_some(b"quit\n").ok();
                process.close_input();
            }
            (looked, ran) = (Instant::now(), runs);
        }
    }
    let ended = process.await_end(Instant::now() + IDLE);
    let all = [text, complaints].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    Ok(if ended.is_some_and(|status| status.success()) { Ok(all.join("\n")) } else { Err("its `bench` failed") })
}

const MARGIN_SCALE: &str = "margin scale ";
const EVAL_SCALE: &str = "evaluation scale ";
/// The mark after an unmeasured number, which is ignored.
const UNMEASURED: &str = "(measured: not yet)";

fn parse(text: &str) -> Option<Bench> {
    Some(Bench {
        nodes: total(text)?,
        margin_scale: positive(text, MARGIN_SCALE).unwrap_or(1.0),
        eval_scale: positive(text, EVAL_SCALE),
    })
}

/// The number after `key` on the first line that begins with it, if it was measured.
fn positive(text: &str, key: &str) -> Option<f64> {
    let rest = text.lines().find_map(|line| line.strip_prefix(key))?;
    let rest = Some(rest).filter(|rest| !rest.ends_with(UNMEASURED))?;
    let number = rest.split_whitespace().next()?.parse().ok();
    number.filter(|&number: &f64| number.is_finite() && number > 0.0)
}

/// The nodes of all positions together. If several lines have counts, those that call themselves a total decide; they agree,
/// or the last is the sum of the others. Everything else could be the count of one position.
fn total(text: &str) -> Option<u64> {
    if text.to_ascii_lowercase().contains("perft") {
        return None;
    }
    let lines = text.split(['\n', '\r']).filter(|line| !line.trim().is_empty());
    let lines: Vec<BenchLine> = lines.map(BenchLine::read).collect();
    let has_speed = |place: Option<usize>| place.and_then(|place| lines.get(place)).is_some_and(|line| line.has_speed);
    let counts = lines.iter().enumerate().filter(|&(place, line)| {
        // Without such company a number of nodes may be anything.
        line.is_total || has_speed(Some(place)) || has_speed(place.checked_sub(1)) || has_speed(Some(place + 1))
    });
    let counts: Vec<(u64, bool)> = counts.filter_map(|(_, line)| Some((line.count?, line.is_total))).collect();
    let totals = counts.iter().filter(|(_, is_total)| *is_total);
    let mut deciding: Vec<u64> = totals.map(|(count, _)| *count).collect();
    if deciding.is_empty() {
        deciding = counts.iter().map(|(count, _)| *count).collect();
    }
    let (&last, before) = deciding.split_last()?;
    let is_sum = before.iter().try_fold(0_u64, |sum, &count| sum.checked_add(count)) == Some(last);
    let agree = is_sum || before.iter().all(|&count| count == last);
    (agree && counts.iter().all(|&(count, _)| count <= last)).then_some(last)
}

/// A line that says nothing but numbers of known meanings, with known words around them; else it is empty.
#[derive(Debug, Default)]
struct BenchLine {
    count: Option<u64>,
    has_speed: bool,
    is_total: bool,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum BenchWord {
    Number(Option<u64>),
    Nodes,
    Speed,
    Unit,
    Other,
}

use BenchWord::{Nodes, Number, Other, Speed, Unit};

impl BenchLine {
    fn read(line: &str) -> Self {
        Self::try_read(&spaced(line)).unwrap_or_default()
    }

    fn try_read(line: &str) -> Option<Self> {
        let (mut words, mut read) = (Vec::new(), Self::default());
        for piece in line.strip_prefix("info string ").unwrap_or(line).split_whitespace() {
            let word = match piece {
                "nodes" | "node" => Nodes,
                "nps" | "knps" | "mnps" => Speed,
                "s" | "sec" | "second" | "seconds" if words.last() == Some(&Nodes) => {
                    words.pop();
                    Speed
                }
                "ms" | "msec" | "milliseconds" | "s" | "sec" | "secs" | "second" | "seconds" => Unit,
                "time" | "elapsed" | "depth" | "threads" | "hash" | "mb" | "positions" => Other,
                "overall" | "total" | "totals" | "result" | "results" | "bench" | "benchmark" | "final" | "sum"
                | "summary" | "signature" | "searched" => {
                    read.is_total = true;
                    continue;
                }
                "visited" | "searching" | "in" | "at" | "and" | "took" | "per" | "n" => continue,
                number => Number(whole(number)?),
            };
            words.push(word);
        }
        // `Bench: 123`
        if let [Number(count)] = words[..] {
            read.count = count.filter(|_| ["bench", "signature"].iter().any(|name| line.starts_with(name)));
            return Some(read);
        }
        read.take(&words).filter(|read| read.count != Some(0))
    }

    /// Takes each number with the word before it, or else the one after it: `nodes 5 nps 7` and `5 nodes 7 nps`.
    fn take(mut self, mut words: &[BenchWord]) -> Option<Self> {
        while !words.is_empty() {
            let (meaning, number);
            (meaning, number, words) = match *words {
                [Other, Number(_), Unit, ref rest @ ..] | [Other, Unit, Number(_), ref rest @ ..] => {
                    (Other, None, rest)
                }
                [name, Number(number), ref rest @ ..] if !matches!(name, Number(_)) => (name, number, rest),
                [Number(number), unit, ref rest @ ..] if !matches!(unit, Number(_)) => (unit, number, rest),
                _ => return None,
            };
            match meaning {
                Nodes if self.count.is_some() || number.is_none() => return None,
                Nodes => self.count = number,
                Speed => self.has_speed = true,
                _ => {}
            }
        }
        Some(self)
    }
}

/// Marks between thousands.
const THOUSANDS: [char; 4] = [',', '\'', '\u{2019}', '\u{202f}'];

/// The numbers, with their marks, and the words of a line in lower case, with blanks between them.
fn spaced(line: &str) -> String {
    let (mut spaced, mut before) = (String::new(), ' ');
    let line = line.to_lowercase();
    for (at, c) in line.char_indices() {
        let next_is_digit = line[at + c.len_utf8()..].starts_with(|c: char| c.is_ascii_digit());
        let is_mark = match c {
            '-' => !before.is_alphanumeric(),
            c => before.is_ascii_digit() && (c == '.' || THOUSANDS.contains(&c)),
        };
        if c.is_alphanumeric() && before.is_alphanumeric() && c.is_ascii_digit() != before.is_ascii_digit() {
            spaced.push(' ');
        }
        if is_mark && next_is_digit {
            spaced.push(c);
        } else {
            spaced.push(if c.is_alphanumeric() { c } else { ' ' });
            before = c;
        }
    }
    spaced.trim().to_owned()
}

/// A whole number, which may have marks between thousands; `Some(None)` if it has a fraction, `None` if it is none.
fn whole(number: &str) -> Option<Option<u64>> {
    let groups: Vec<&str> = number.split(THOUSANDS).collect();
    let are_thousands = groups[0].len() <= 3 && groups[1..].iter().all(|group| group.len() == 3);
    if (groups.len() == 1 || are_thousands)
        && let Ok(whole) = groups.concat().parse()
    {
        return Some(Some(whole));
    }
    number.parse::<f64>().ok().filter(|_| number.ends_with(|c: char| c.is_ascii_digit())).map(|_| None)
}

/// The nodes of `bench` that the message of a commit names: `Bench: 4,252,962` on a line of its own, the last of them.
pub(crate) fn of_message(message: &str) -> Option<u64> {
    let is_named = |line: &&str| {
        let line = line.trim_start().to_ascii_lowercase();
        ["bench", "signature"].iter().any(|name| line.starts_with(name))
    };
    message.lines().rev().filter(is_named).find_map(|line| BenchLine::read(line).count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scales_are_those_that_were_measured() {
        for row in
            include_str!("../../tests/all/regress/engines.txt").lines().filter_map(|line| line.strip_prefix("scales "))
        {
            let (scales, lines) = row.split_once(": ").unwrap();
            let bench = parse(&format!("{}\n1764914 nodes 4200000 nps\n\n", lines.replace('|', "\n"))).unwrap();
            assert_eq!(format!("{} {:?}", bench.margin_scale, bench.eval_scale), scales, "{lines}");
        }
    }

    #[test]
    fn the_nodes_of_public_engines() {
        let forms = include_str!("../../tests/all/regress/engines.txt").split("\n== ").skip(1);
        for (heading, output) in forms.map(|form| form.split_once('\n').unwrap()) {
            let (_, nodes) = heading.rsplit_once(": ").unwrap();
            let read = total(output).map_or("none".to_owned(), |nodes| nodes.to_string());
            assert_eq!(read, nodes, "{heading}");
        }
    }

    #[test]
    fn the_nodes_that_a_message_names() {
        let messages = include_str!("../../tests/all/regress/engines.txt")
            .lines()
            .filter_map(|line| line.strip_prefix("message "));
        for (nodes, message) in messages.map(|line| line.split_once(": ").unwrap()) {
            let message = message.replace('|', "\n");
            let read = of_message(&message).map_or("none".to_owned(), |nodes| nodes.to_string());
            assert_eq!(read, nodes, "{message}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn programs_without_one() {
        let folder = tempfile::tempdir().unwrap();
        let run_script = |text: &str| {
            let script = folder.path().join("script");
            std::fs::write(&script, format!("#!/bin/sh\n{text}\n")).unwrap();
            std::fs::set_permissions(&script, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
            run(&script, None, |_| ()).unwrap()
        };
        assert!(run(Path::new("/no/such/program"), None, |_| ()).is_err());
        for (text, why) in [
            ("exec yes", "without end"),
            ("while read line; do test $line = quit && exit; done", "no count"),
            ("echo 5 nodes 7 nps; exit 1", "failed"),
        ] {
            assert!(run_script(text).unwrap_err().contains(why), "{text}");
        }
        assert_eq!(run_script("echo 5 nodes 7 nps; sleep 99 &").unwrap().nodes, 5);
    }
}
