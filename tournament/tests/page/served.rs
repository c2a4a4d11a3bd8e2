//! `tournament serve`: the same page while a run is played, and nothing to anybody else.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};

use serde_json::Value;

use crate::browser::Reader;
use crate::played::{Played, command};

/// A server that ends with the test.
struct Server {
    child: Child,
    url: String,
}

impl Server {
    fn of(played: &Played) -> Self {
        let mut child = command(played.folder.path(), &["serve", "run", "--port", "0"]);
        let mut child = child.stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        let said = child.stdout.take().unwrap();
        BufReader::new(said).read_line(&mut line).unwrap();
        let url = line.split_whitespace().next().unwrap().to_owned();
        Self { child, url }
    }

    fn host(&self) -> &str {
        self.url.trim_start_matches("http://").trim_end_matches('/')
    }

    /// The status and the body of an answer.
    fn asked(&self, method: &str, path: &str, host: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(self.host()).unwrap();
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let status = answer.split(' ').nth(1).unwrap().parse().unwrap();
        let (_, body) = answer.split_once("\r\n\r\n").unwrap();
        (status, body.to_owned())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn it_answers_its_own_address_and_only_shows() {
    let played = Played::small();
    let server = Server::of(&played);
    let own = server.host();
    assert!(own.starts_with("127.0.0.1:"), "{own}");
    assert_eq!(server.asked("GET", "/", own).0, 200);
    assert_eq!(server.asked("GET", "/state", own).0, 200);
    assert_eq!(server.asked("GET", "/", "evil.example").0, 403);
    assert_eq!(server.asked("POST", "/", own).0, 405);
    assert_eq!(server.asked("GET", "/../run.sqlite", own).0, 404);
    assert_eq!(server.asked("GET", "/explain?game=x", own).0, 400);
    let (status, said) = server.asked("GET", "/explain?game=1&ply=3", own);
    assert_eq!(status, 200);
    let said: Value = serde_json::from_str(&said).unwrap();
    assert_eq!(
        said.as_array().unwrap().len(),
        3,
        "three evaluators: {said}"
    );
    assert_eq!(
        server.asked("GET", "/explain?game=99999&ply=3", own).1,
        "[]"
    );
}

#[test]
fn games_that_are_played_meanwhile_appear() {
    let played = Played::small();
    let server = Server::of(&played);
    let Some(reader) = Reader::of(&server.url) else {
        return;
    };
    assert_eq!(reader.value("columns.game.length"), 12);
    // A position for which a file would have no terms.
    reader.value("await openGame(0, 1)");
    reader.wait_until("document.querySelectorAll('#terms .term').length > 0");
    let more = played.tournament(&["run", "run.toml", "--out", "run", "--set", "run.pairs=3"]);
    assert!(
        more.status.success(),
        "{}",
        String::from_utf8_lossy(&more.stderr)
    );
    reader.wait_until("columns.game.length === 18");
    assert!(reader.text("#state").starts_with("18 of 18 games"));
    assert_eq!(reader.text("#count"), "18 of 18 games");
    reader.was_quiet(&server.url);
}

#[test]
fn a_folder_without_a_run_and_a_port_that_is_taken_are_named() {
    let played = Played::small();
    let nothing = played.tournament(&["serve", "nowhere"]);
    assert_eq!(nothing.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&nothing.stderr).contains("nowhere"));
    let server = Server::of(&played);
    let (_, port) = server.host().split_once(':').unwrap();
    let taken = played.tournament(&["serve", "run", "--port", port]);
    assert_eq!(taken.status.code(), Some(2));
    let said = String::from_utf8_lossy(&taken.stderr).into_owned();
    assert!(said.contains(port) && said.contains("--port 0"), "{said}");
}
