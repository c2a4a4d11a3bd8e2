//! Pages for browsers: a run while it is played, and a board that answers questions about positions.
//!
//! The server changes no run, and answers only whom `access` lets in.

mod access;
mod configured;
mod http;
mod limits;
mod pages;

use std::io;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::sync::Arc;
use std::thread::{Builder, scope, sleep};
use std::time::Duration;

use board::{Board, Refusal};
use report::ReportError;
use serde_json::json;

use access::{Access, Verdict};
pub use configured::configured;
pub use http::{Head, NoHead};
use http::{Response, read_body, write_answer};
use limits::{Connections, Queue};
use pages::{LiveRun, board_page};

/// The pause when the system has no descriptors or threads left.
const SHORTAGE: Duration = Duration::from_millis(20);
/// The path of the board's page; its questions are below it.
const EXPLORE: &str = "/explore";
/// How each document is read, to which the terms of the board have a link.
const READINGS: &str = include_str!("../../../docs/readings.md");
/// The longest question, in bytes.
const MAX_QUESTION: usize = 4 << 20;
/// Searches at a time, those that wait for one of them, and the longest wait.
const SEARCHES: usize = 2;
const WAITING: usize = 8;
const PATIENCE: Duration = Duration::from_secs(30);

/// The most time of a search, for an evaluation from outside that is slow.
pub const MAX_SEARCH_TIME: Duration = Duration::from_secs(20);

/// The reason that nothing is served.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say what the fields are")]
pub enum ServeError {
    #[error(
        "cannot listen on port {} of {}: {reason}; choose another port, or 0 for any free one (`evalarena serve`: --listen; `run` and \
         `match`: --serve)",
        address.port(), address.ip()
    )]
    Listen { address: SocketAddr, reason: io::Error },
    #[error("this machine has no random numbers for a token: {0}; listen on 127.0.0.1")]
    Token(#[from] getrandom::Error),
    #[error(transparent)]
    Page(#[from] ReportError),
}

/// A server.
pub struct Server {
    listener: TcpListener,
    access: Access,
    run: Option<LiveRun>,
    board: Board,
    page: Arc<str>,
    searches: Queue,
    connections: Connections,
}

impl Server {
    /// Listens at `address` and makes the first page of the run in a folder, if there is one to show. Fails if there is
    /// no run in the folder, or the port is taken.
    pub fn new(run: Option<&Path>, board: Board, address: SocketAddr) -> Result<Self, ServeError> {
        let run = run.map(LiveRun::new).transpose()?;
        let listen = |reason| ServeError::Listen { address, reason };
        let listener = TcpListener::bind(address).map_err(listen)?;
        Ok(Self {
            access: Access::new(listener.local_addr().map_err(listen)?)?,
            listener,
            page: board_page(run.is_some()).into(),
            run,
            board,
            searches: Queue::new(SEARCHES, WAITING, PATIENCE),
            connections: Connections::default(),
        })
    }

    /// The link to the server for this machine.
    pub fn link(&self) -> String {
        self.access.link()
    }

    /// Answers browsers until the program ends, each on its own thread; `remark` receives errors.
    pub fn answer(&self, remark: impl Fn(&str) + Sync) {
        let connections = &self.connections;
        let remark = &remark;
        scope(|scope| {
            loop {
                let Ok((stream, _)) = self.listener.accept() else {
                    // A descriptor is missing, or the browser has gone.
                    connections.end_oldest();
                    sleep(SHORTAGE);
                    continue;
                };
                let stream = connections.add(stream);
                let answer = move || {
                    // A browser that has gone needs no answer.
                    let _ = self.answer_one(&stream, remark);
                    connections.remove(&stream);
                };
                if Builder::new().spawn_scoped(scope, answer).is_err() {
                    connections.end_oldest();
                    sleep(SHORTAGE);
                }
            }
        });
    }

    fn answer_one(&self, stream: &Arc<TcpStream>, remark: &(impl Fn(&str) + Sync)) -> io::Result<()> {
        let mut with_body = true;
        let response = match Head::read(stream) {
            Ok((head, begun)) => {
                with_body = !head.wants_no_body;
                self.response(&head, &begun, stream).unwrap_or_else(|error| {
                    remark(&error.to_string());
                    text(500, &error.to_string())
                })
            }
            Err(NoHead::Malformed) => text(400, "this is not a request of HTTP"),
            Err(NoHead::TooLong) => text(431, "this request is too long"),
            Err(NoHead::Gone) => return Ok(()),
        };
        write_answer(stream, &response, with_body)
    }

    fn response(&self, head: &Head, begun: &[u8], stream: &Arc<TcpStream>) -> Result<Response, ReportError> {
        match self.access.verdict(head) {
            Verdict::Granted => {}
            Verdict::Enter { cookie, to } => {
                let headers = format!("Set-Cookie: {cookie}\r\nLocation: {to}\r\n");
                return Ok(Response { status: 303, headers, ..page("".into()) });
            }
            Verdict::Refused(words) => return Ok(text(403, words)),
        }
        let (path, query) = head.target.split_once('?').unwrap_or((&head.target, ""));
        let question = path.strip_prefix(EXPLORE).and_then(|rest| rest.strip_prefix('/'));
        match (head.method.as_str(), question, &self.run) {
            ("POST", Some(question), _) => Ok(match self.board_answer(question, head, begun, stream) {
                Ok(answer) => json_text(200, answer),
                Err((status, words)) => json_text(status, json!({ "error": words }).to_string()),
            }),
            ("GET", Some("readings"), _) => Ok(text(200, READINGS)),
            ("GET", Some(_), _) => Ok(text(405, "ask by POST, with JSON")),
            ("GET", None, Some(run)) if path != EXPLORE => run.response(path, query),
            ("GET", None, _) if matches!(path, "/" | EXPLORE) => Ok(page(Arc::clone(&self.page))),
            ("GET", None, _) => Ok(text(404, "there is nothing here")),
            _ => Ok(text(405, "this server only shows")),
        }
    }

    /// The board's answer as JSON, or the status and the reason that there is none.
    fn board_answer(
        &self,
        question: &str,
        head: &Head,
        begun: &[u8],
        stream: &Arc<TcpStream>,
    ) -> Result<String, (u16, String)> {
        let refused = |status: u16, words: &str| (status, words.to_owned());
        let length = head.body;
        let length = length.ok_or_else(|| refused(411, "the length of the question is missing"))?;
        if length > MAX_QUESTION {
            let words = "this is longer than 4 MiB; give the file to `evalarena serve`";
            return Err(refused(413, words));
        }
        let body = read_body(stream, begun, length);
        let body = body.map_err(|_| refused(400, "the question has not come whole"))?;
        let turn = Board::is_search(question).then(|| {
            // It is answered, however many come after it: few search or wait at a time.
            self.connections.remove(stream);
            self.searches.turn()
        });
        let _turn = turn.transpose().map_err(|words| (503, words))?;
        self.board.answer(question, &body).map_err(|refusal| match refusal {
            Refusal::Invalid(words) => (400, words),
            Refusal::Unknown(words) => (404, words),
        })
    }
}

fn page(html: Arc<str>) -> Response {
    let kind = "text/html; charset=utf-8";
    Response { status: 200, kind, headers: String::new(), body: html }
}

fn text(status: u16, words: &str) -> Response {
    Response { status, kind: "text/plain; charset=utf-8", ..page(words.into()) }
}

fn json_text(status: u16, json: impl Into<Arc<str>>) -> Response {
    Response { status, kind: "application/json", ..page(json.into()) }
}
