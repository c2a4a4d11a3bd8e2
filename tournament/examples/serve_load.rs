//! Response times of `evalarena serve` while hostile clients do what no browser does.
//!
//!     cargo run --profile quick -p tournament --example serve_load -- URL PID
//!
//! URL is the address printed by a `serve` that runs, PID its process. Fifty clients send bodies without end, heads
//! without end, requests whose answers they do not read, or nothing; meanwhile 200 ask for the page, one after another
//! on twenty threads. It prints how long these waited and the most memory that the server took (Linux).

use std::env::args;
use std::error::Error;
use std::fs::read_to_string;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{scope, sleep};
use std::time::{Duration, Instant};

/// Clients that do harm.
const HOSTILE: usize = 50;
/// Clients that ask for the page, and threads that they are on.
const HONEST: usize = 200;
const THREADS: usize = 20;
/// Connections that a hostile client leaves open and idle.
const IDLE: usize = 12;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = args().skip(1).collect();
    let [url, pid] = arguments.as_slice() else {
        return Err("give the URL and the process of a server".into());
    };
    let host = url.trim_start_matches("http://").trim_end_matches('/');
    let over = AtomicBool::new(false);
    let (waited, failed) = (Mutex::new(Vec::new()), Mutex::new(0));
    scope(|scope| {
        for client in 0..HOSTILE {
            let over = &over;
            scope.spawn(move || {
                while !over.load(Ordering::Relaxed) {
                    // A server that ends the connection has done right.
                    let _ = harm(client, host, over);
                }
            });
        }
        sleep(Duration::from_secs(1));
        let honest: Vec<_> = (0..THREADS)
            .map(|_| {
                scope.spawn(|| {
                    for _ in 0..HONEST / THREADS {
                        let began = Instant::now();
                        match page(host) {
                            Ok(true) => locked(&waited).push(began.elapsed()),
                            _ => *locked(&failed) += 1,
                        }
                    }
                })
            })
            .collect();
        for thread in honest {
            let _ = thread.join();
        }
        over.store(true, Ordering::Relaxed);
    });
    let mut waited = locked(&waited);
    waited.sort();
    let at = |share: usize| waited.get(waited.len() * share / 100).copied().unwrap_or_default();
    println!(
        "{} answered, {} not; median {:.1} ms, 95 % {:.1} ms",
        waited.len(),
        locked(&failed),
        at(50).as_secs_f64() * 1000.0,
        at(95).as_secs_f64() * 1000.0
    );
    let status = read_to_string(format!("/proc/{pid}/status"))?;
    let peak = status.lines().find(|line| line.starts_with("VmHWM"));
    println!("{}", peak.unwrap_or("memory: unknown"));
    Ok(())
}

fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// Asks for the page; true if all of it came.
fn page(host: &str) -> std::io::Result<bool> {
    let mut stream = TcpStream::connect(host)?;
    stream.set_read_timeout(Some(Duration::from_secs(10)))?;
    write!(stream, "GET / HTTP/1.1\r\nHost: {host}\r\n\r\n")?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    Ok(answer.starts_with("HTTP/1.1 200") && answer.ends_with("</html>"))
}

/// Does one of the harmful things until the server or the measurement ends it.
fn harm(client: usize, host: &str, over: &AtomicBool) -> std::io::Result<()> {
    let mut stream = TcpStream::connect(host)?;
    stream.set_write_timeout(Some(Duration::from_secs(1)))?;
    let post = |length: &str| {
        format!("POST / HTTP/1.1\r\nHost: {host}\r\nContent-Length: {length}\r\n\r\n")
    };
    match client % 6 {
        0 => stream.write_all(post("18446744073709551615").as_bytes())?,
        1 => stream.write_all(post("1000000000000").as_bytes())?,
        2 => stream.write_all(post("2000000").as_bytes())?,
        3 => {
            let request = format!("GET / HTTP/1.1\r\nHost: {host}\r\n\r\n").repeat(100);
            while !over.load(Ordering::Relaxed) {
                stream.write_all(request.as_bytes())?;
            }
        }
        4 => {
            stream.write_all(b"GET / HTTP/1.1\r\n")?;
            while !over.load(Ordering::Relaxed) {
                stream.write_all(b"X-Endless: yes\r\n")?;
            }
        }
        _ => {
            let idle: Vec<_> = (0..IDLE).map(|_| TcpStream::connect(host)).collect();
            for _ in 0..20 {
                if over.load(Ordering::Relaxed) {
                    break;
                }
                sleep(Duration::from_millis(100));
            }
            drop(idle);
        }
    }
    for _ in 0..10 {
        if over.load(Ordering::Relaxed) {
            break;
        }
        sleep(Duration::from_millis(100));
    }
    Ok(())
}
