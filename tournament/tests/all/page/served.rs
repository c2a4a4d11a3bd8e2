//! `evalarena serve`: the same page while a run is played, and nothing for any other client.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, ChildStderr, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::small_run;
use crate::common::*;

/// A server that ends with the test.
pub(crate) struct Server {
    pub(crate) child: Child,
    pub(crate) url: String,
    /// The messages of a run, which would fail if none could read them.
    _messages: Option<BufReader<ChildStderr>>,
}

impl Server {
    pub(crate) fn of(played: &Path) -> Self {
        Self::started(arena(played, "serve run --listen 0"))
    }

    pub(crate) fn started(mut command: std::process::Command) -> Self {
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let url = line.split_whitespace().next().unwrap().to_owned();
        Self { child, url, _messages: None }
    }

    /// The server beside a run that is played.
    pub(crate) fn of_run(folder: &Path, line: &str) -> Self {
        let mut child = start(arena(folder, line));
        let mut messages = BufReader::new(child.stderr.take().unwrap());
        let mut lines = messages.by_ref().lines().map(Result::unwrap);
        let url = lines.find_map(|line| Some(format!("http{}", line.split_once("http")?.1)));
        Self { child, url: url.unwrap(), _messages: Some(messages) }
    }

    pub(crate) fn host(&self) -> &str {
        self.url.trim_start_matches("http://").split('/').next().unwrap()
    }

    /// The status and the body of an answer.
    pub(crate) fn asked(&self, method: &str, path: &str, host: &str) -> (u16, String) {
        self.with_headers(method, path, &format!("Host: {host}\r\n"), "")
    }

    /// The same to a request with a body.
    pub(crate) fn sent(&self, method: &str, path: &str, host: &str, body: &str) -> (u16, String) {
        let headers = format!("Host: {host}\r\nContent-Length: {}\r\n", body.len());
        self.with_headers(method, path, &headers, body)
    }

    fn with_headers(&self, method: &str, path: &str, headers: &str, body: &str) -> (u16, String) {
        let (head, body) = self.answer(method, path, headers, body);
        (head.split(' ').nth(1).unwrap().parse().unwrap(), body)
    }

    /// The head and the body of an answer.
    fn answer(&self, method: &str, path: &str, headers: &str, body: &str) -> (String, String) {
        let mut stream = TcpStream::connect(self.host()).unwrap();
        let head = format!("{method} {path} HTTP/1.1\r\n{headers}Connection: close\r\n\r\n");
        stream.write_all([head.as_bytes(), body.as_bytes()].concat().as_slice()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        (head.to_owned(), body.to_owned())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn it_answers_its_own_pages_and_only_shows() {
    let played = small_run();
    let server = Server::of(&played);
    let own = server.host();
    assert!(own.starts_with("127.0.0.1:"), "{own}");
    let status = |method: &str, path: &str, host: &str| server.asked(method, path, host).0;
    assert_eq!(status("GET", "/", own), 200);
    assert_eq!(status("GET", "/state", "localhost:8080"), 200);
    assert_eq!(status("GET", "/explore", "evil.example"), 403);
    assert_eq!(status("POST", "/", own), 405);
    assert_eq!(server.asked("HEAD", "/state", own), (200, String::new()));
    assert_eq!(status("HEAD", "/", "evil.example"), 403);
    assert_eq!(status("GET", "/../run.sqlite", own), 404);
    for wrong in ["game=x", "game=1", "game=-1&ply=3", "game=1&ply=many"] {
        assert_eq!(status("GET", &format!("/explain?{wrong}"), own), 400, "{wrong}");
    }
    let printed = server.asked("GET", "/explain?ply=3&game=1&x", own).1;
    let printed: Value = serde_json::from_str(&printed).unwrap();
    assert_eq!(printed.as_array().unwrap().len(), 3, "{printed}");
    assert_eq!(server.asked("GET", "/explain?game=99999&ply=3", own).1, "[]");
    let from = |origin: &str| {
        let headers = format!("Host: {own}\r\nOrigin: {origin}\r\nContent-Length: 2\r\n");
        server.with_headers("POST", "/explore/games", &headers, "{}").0
    };
    assert_eq!((from(&format!("http://{own}")), from("http://evil.example")), (200, 403));
    let (head, _) = server.answer("GET", "/explore", &format!("Host: {own}\r\n"), "");
    for guard in ["frame-ancestors 'none'", "nosniff", "no-referrer", "no-store"] {
        assert!(head.contains(guard), "{head}");
    }
    let (_, port) = own.split_once(':').unwrap();
    refused(&played, &format!("serve run --listen {port}"), &[port, "--listen"]);
    refused(&played, &format!("run run.toml --out other --quiet --serve={port}"), &[port, "--serve"]);
    refused(&played, "serve nowhere", &["nowhere"]);
    // Games are sent as they stand in games.pgn.
    let sent = |game: u64| server.asked("GET", &format!("/pgn?game={game}"), own);
    let games = results(&played.join("run"))["games"].as_u64().unwrap();
    let all: Vec<_> = (1..=games).map(sent).collect();
    assert!(all.iter().all(|(status, _)| *status == 200));
    let all: String = all.into_iter().map(|(_, pgn)| pgn).collect();
    assert_eq!(all, played.read("run/games.pgn"));
    assert_eq!((sent(0).0, sent(games + 1).0), (404, 404));
    assert_eq!(server.asked("GET", "/pgn?game=x", own).0, 400);
    assert!(server.asked("GET", "/games.pgn", own).1.starts_with(&sent(1).1));
}

#[test]
fn elsewhere_a_token_is_needed() {
    let folder = Folder::new();
    let server = Server::started(arena(&folder, "serve --listen 0.0.0.0:0"));
    let own = server.host().to_owned();
    let (_, token) = server.url.split_once("?token=").unwrap();
    for path in ["/", "/?token=00000000000000000000000000000000", "/state?token="] {
        assert_eq!(server.asked("GET", path, &own).0, 403, "{path}");
    }
    let (head, _) = server.answer("GET", &format!("//evil.example/?a=b&token={token}"), "Host: arena.example\r\n", "");
    assert!(head.contains("Location: ./?a=b\r\n"), "{head}");
    assert_eq!(server.sent("POST", &format!("/explore/games?token={token}"), &own, "{}").0, 403);
    let enter = format!("/explore?fen=x&token={token}");
    let (head, _) = server.answer("GET", &enter, &format!("Host: {own}\r\n"), "");
    assert!(head.starts_with("HTTP/1.1 303"), "{head}");
    assert!(head.contains("Location: explore?fen=x\r\n"), "{head}");
    let cookie = head.lines().find_map(|line| line.strip_prefix("Set-Cookie: ")).unwrap();
    assert!(cookie.ends_with("HttpOnly; SameSite=Lax"), "{cookie}");
    let cookie = cookie.split(';').next().unwrap();
    for (origin, status) in [("", 200), ("Origin: http://evil.example\r\n", 403)] {
        let headers = format!("Host: {own}\r\nCookie: a=b; {cookie}\r\n{origin}Content-Length: 2\r\n");
        let (found, _) = server.with_headers("POST", "/explore/games", &headers, "{}");
        assert_eq!(found, status, "{origin}");
    }
}

/// A connection on which this is sent, as far as the server takes it.
pub(crate) fn sent(server: &Server, bytes: &[u8]) -> TcpStream {
    let mut stream = TcpStream::connect(server.host()).unwrap();
    let _ = stream.set_write_timeout(Some(Duration::from_secs(1)));
    let _ = stream.write_all(bytes);
    stream
}

pub(crate) fn answer(mut stream: TcpStream) -> String {
    let mut answer = String::new();
    let _ = stream.read_to_string(&mut answer);
    answer.lines().next().unwrap_or_default().to_owned()
}

#[test]
fn hostile_clients_are_refused_and_block_no_other_client() {
    let played = small_run();
    let mut server = Server::of(&played);
    let own = server.host().to_owned();
    let post =
        |length: &str| format!("POST / HTTP/1.1\r\nHost: {own}\r\nContent-Length: {length}\r\n\r\n").into_bytes();
    for length in ["18446744073709551615", "1000000000000", "2000000", "-1", "x"] {
        let refused = answer(sent(&server, &post(length)));
        assert_eq!(refused, "HTTP/1.1 405 Method Not Allowed", "{length}");
    }
    let endless = ["GET / HTTP/1.1\r\n", &"X: y\r\n".repeat(1000)].concat();
    let long = format!("GET /{} HTTP/1.1\r\n\r\n", "x".repeat(1 << 20));
    for head in [endless, long] {
        let refused = answer(sent(&server, head.as_bytes()));
        let too_long = "HTTP/1.1 431 Request Header Fields Too Large";
        // What was not read may cost the answer.
        assert!(refused == too_long || refused.is_empty(), "{refused}");
    }
    assert_eq!(answer(sent(&server, b"\x16\x03\x01\r\n\r\n")), "HTTP/1.1 400 Bad Request");
    // Many clients that send nothing, or half a request, or do not read the answer.
    let get = format!("GET / HTTP/1.1\r\nHost: {own}\r\n\r\n");
    let kinds = [String::new(), "GET / HT".to_owned(), get.repeat(50)];
    let waiting: Vec<TcpStream> =
        (0..600).map(|number| sent(&server, kinds[number % kinds.len()].as_bytes())).collect();
    assert_eq!(server.asked("GET", "/", &own).0, 200);
    assert_eq!(server.asked("GET", "/state", &own).0, 200);
    drop(waiting);
    assert!(server.child.try_wait().unwrap().is_none(), "it has ended");
}

#[cfg(target_os = "linux")]
#[test]
fn a_server_that_runs_out_of_descriptors_recovers() {
    let played = small_run();
    let mut server = Server::started(arena_within(&played, "ulimit -n 40", "serve run --listen 0"));
    let waiting: Vec<TcpStream> = (0..100).map(|_| sent(&server, b"GET / HT")).collect();
    drop(waiting);
    assert_eq!(server.asked("GET", "/state", server.host()).0, 200);
    assert!(server.child.try_wait().unwrap().is_none(), "it has ended");
}

#[test]
fn another_run_of_as_many_games_has_another_version() {
    let played = small_run();
    let server = Server::of(&played);
    let own = server.host();
    let version = || server.asked("GET", "/state", own).1;
    let before = version();
    success(&played, "run run.toml --out run --fresh");
    let patience = Instant::now() + Duration::from_secs(60);
    while version() == before && Instant::now() < patience {
        std::thread::sleep(Duration::from_millis(50));
    }
    assert_ne!(version(), before);
}

#[cfg(unix)]
#[test]
fn a_pipe_in_place_of_a_store_is_not_waited_for() {
    let played = small_run();
    let folder = played.join("pipe");
    std::fs::create_dir(&folder).unwrap();
    let made = std::process::Command::new("mkfifo").arg(folder.join("run.sqlite")).status();
    assert!(made.unwrap().success());
    for command in ["serve", "report"] {
        refused(&played, &format!("{command} pipe"), &["not the database of a run"]);
    }
}

#[test]
fn tuned_evaluators_and_those_of_runs_are_shown_and_wrong_words_refused() {
    let folder = Folder::new();
    folder.write("my.toml", "limits = { nodes = 10 }\n[[engine]]\nname = 'Heavy pawns'\nevaluator = 'michniewski'\nparams = { 'value.pawn' = 150 }\n[[engine]]\nevaluator = 'otter'\n");
    let server = Server::started(arena(&folder, "serve my.toml --listen 0"));
    let own = server.host().to_owned();
    let (status, list) = server.sent("POST", "/explore/evaluators", &own, "{}");
    assert_eq!(status, 200);
    let list: Value = serde_json::from_str(&list).unwrap();
    let given = list.as_array().unwrap().iter().filter(|one| one["is_given"] == true);
    assert_eq!(given.map(|one| &one["label"]).collect::<Vec<_>>(), ["Heavy pawns"]);
    let position = json!({ "position": "4k3/8/8/8/8/8/P7/4K3 w - - 0 1" }).to_string();
    let (_, values) = server.sent("POST", "/explore/values", &own, &position);
    let values: Value = serde_json::from_str(&values).unwrap();
    let total = |one: &Value| one["total"].as_i64().unwrap();
    let all = values["evaluators"].as_array().unwrap();
    assert_eq!(total(all.last().unwrap()) - total(&all[1]), 50);
    refused(&folder, "serve nothing.pgn", &["nothing.pgn"]);
    refused(&folder, "serve --engine nothing", &["nothing"]);
    refused(&folder, "serve one two", &["one run at a time"]);
}
