//! Random and mutated lines of UCI: the engine neither ends nor hangs nor grows, and keeps answering.
//!
//! `STORM_LINES` is how many lines (a few thousand without it), `STORM_ENGINE` another program,
//! `STORM_SEED` other lines.

use std::env;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use engine_core::random::RandomGames;

use crate::{memory, rows};

/// Words for the mutation of lines.
const WORDS: &str = ",-1,0,1,99999999999999999999,e1g1,e1h1,e7e8q,a1a1,0000,moves,fen,name,value,infinite,ponder,\
                     searchmoves,depth,mate,KQkq,-,true,\u{1f},é";

/// Lines between two questions whether it is still there.
const BETWEEN: usize = 100;
/// An answer that takes longer is none.
const PATIENCE: Duration = Duration::from_secs(120);
/// Memory that an engine with tables of a few MiB never takes, in KiB.
const TOO_MUCH: u64 = 600 * 1024;

/// A line, whole or damaged, as bytes without an end.
fn line(random: &mut RandomGames) -> Vec<u8> {
    let all: Vec<[&str; 1]> = rows("lines that a GUI might send");
    let pick = |random: &mut RandomGames| all[random.below(all.len())][0];
    let vocabulary: Vec<&str> = WORDS.split(',').collect();
    let mut words: Vec<String> = pick(random).split(' ').map(str::to_owned).collect();
    for _ in 0..random.below(4) {
        let at = random.below(words.len());
        let word = vocabulary[random.below(vocabulary.len())].to_owned();
        match random.below(4) {
            0 => words[at] = word,
            1 => words.insert(at, word),
            2 => words.extend(pick(random).split(' ').map(str::to_owned)),
            _ => {
                let length = words.len();
                words.swap(at, length - 1);
            }
        }
    }
    let mut bytes = words.join(" ").into_bytes();
    if random.below(8) == 0 {
        for _ in 0..random.below(6) {
            let at = random.below(bytes.len() + 1);
            bytes.insert(at, random.below(256) as u8);
        }
    }
    if random.below(2000) == 0 {
        bytes = bytes.repeat(1 + random.below(100_000));
    }
    bytes.retain(|byte| *byte != b'\n');
    tame(bytes)
}

/// The line without what takes long or much by its nature, or ends the conversation.
fn tame(mut bytes: Vec<u8>) -> Vec<u8> {
    let text = String::from_utf8_lossy(&bytes).to_lowercase();
    let words = || text.split_whitespace();
    let has = |wanted: &[&str]| words().any(|word| wanted.contains(&word));
    let large = words().any(|word| word.parse::<u64>().is_ok_and(|number| (4..100_000).contains(&number)));
    if has(&["quit"]) || large && has(&["hash", "threads", "multipv"]) {
        return b"isready".to_vec();
    }
    // Of two numbers the last one counts.
    if has(&["go"]) && !has(&["infinite", "ponder"]) {
        bytes.extend_from_slice(b" nodes 60");
    }
    bytes
}

fn number(name: &str, default: usize) -> usize {
    env::var(name).map_or(default, |text| text.parse().unwrap())
}

/// Sends damaged lines, and asks now and then for an answer to a word that is sent nowhere else.
#[test]
fn it_weathers_the_storm() {
    let mut random = RandomGames::new(number("STORM_SEED", 1) as u64);
    let program = env::var("STORM_ENGINE").unwrap_or_else(|_| crate::ENGINE.to_owned());
    let mut engine = Command::new(program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let from = BufReader::new(engine.stdout.take().unwrap());
    let mut to = engine.stdin.take().unwrap();
    let (found, answers) = channel();
    thread::spawn(move || {
        for line in from.split(b'\n') {
            if line.unwrap().ends_with(b"\"are-you-there\" is not a command; try help") {
                found.send(()).ok();
            }
        }
    });
    let lines = number("STORM_LINES", 3_000);
    for from in (0..lines).step_by(BETWEEN) {
        for _ in 0..BETWEEN {
            to.write_all(&line(&mut random)).unwrap();
            to.write_all(b"\n").unwrap();
        }
        to.write_all(b"stop\nare-you-there\n").unwrap();
        answers.recv_timeout(PATIENCE).unwrap();
        let memory = memory(&engine, "VmRSS:").unwrap_or(0);
        assert!(memory < TOO_MUCH, "{memory} KiB after {from} lines");
        if lines > 100_000 && from % 50_000 == 0 {
            println!("{from} lines, {memory} KiB");
        }
    }
    to.write_all(b"quit\n").unwrap();
    assert!(engine.wait().unwrap().success());
}
