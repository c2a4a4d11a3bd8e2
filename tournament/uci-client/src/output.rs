//! A program that is run to its end for what it prints.

use std::io;
use std::process::ExitStatus;
use std::time::{Duration, Instant};

use crate::launch::Launch;
use crate::system::Process;

/// The output of a program until it ends by itself, with what it prints to standard error; it gets no input. `None` if it fails, prints more than
/// `most` bytes, or is not done within `patience`: then it is killed, as it is by
/// [`kill_all`](crate::kill_all).
pub fn output(launch: &Launch, patience: Duration, most: usize) -> io::Result<Option<Vec<u8>>> {
    let deadline = Instant::now() + patience;
    let mut process = Process::start(launch)?;
    process.close_input();
    let mut text = Vec::new();
    let mut room = [0; 16 << 10];
    loop {
        let Ok(readable) = process.wait(deadline) else {
            return Ok(None);
        };
        if readable.complaints {
            let count = process.read_complaints(&mut room);
            text.extend_from_slice(&room[..count]);
        }
        if readable.output {
            match process.read(&mut room)? {
                0 => break,
                count => text.extend_from_slice(&room[..count]),
            }
        }
        if text.len() > most {
            return Ok(None);
        }
    }
    Ok(process.ended().filter(ExitStatus::success).map(|_| text))
}
