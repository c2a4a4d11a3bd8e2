//! Pages for browsers: a run while it is played ([`crate::page`], renewed after new games, with the terms of any
//! position), and the page of an [`Explorer`]. It changes no run, and answers only whom `access` lets in.

mod access;
mod connections;
mod explorer;
mod http;

use std::borrow::Cow;
use std::io;
use std::net::{IpAddr, SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, TryLockError};
use std::thread::{Builder, scope, sleep};
use std::time::{Duration, Instant};

use serde::Serialize;
use serde_json::json;

use crate::page::{Delivery, Page, PageError, explain};
use crate::reports::{ReportError, pgn_of};
use access::{Access, Verdict};
use connections::Connections;
pub use explorer::{Explorer, Refusal};
use http::{Answer, body};
pub use http::{Head, NoHead};
use runner::run::Run;
use runner::store::Store;

/// Renewing the page takes at most one part in this many of the time: the games need the rest.
const SHARE: u32 = 20;
/// The pause when the system has no descriptors or threads left.
const SHORTAGE: Duration = Duration::from_millis(20);
/// The path of the explorer's page; its questions are below it.
const EXPLORE: &str = "/explore";
/// The longest question, in bytes; a longer one, up to `LONGEST`, is read only while few others are.
const QUESTION: usize = 64 << 10;
const LONGEST: usize = 4 << 20;
const LONG_ONES: usize = 3;

/// The reason that a run cannot be shown.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say what the fields are")]
pub enum ServeError {
    /// The address.
    #[error(
        "cannot listen on port {} of {}: {reason}; choose another port with --port, or any free one with --port 0",
        address.port(), address.ip()
    )]
    Listen { address: SocketAddr, reason: io::Error },
    /// No random numbers for a token.
    #[error(
        "this machine has no random numbers for a token: {0}; listen on 127.0.0.1, without --host"
    )]
    Token(#[from] getrandom::Error),
    /// The run.
    #[error(transparent)]
    Page(#[from] PageError),
}

/// The address of a server.
#[derive(Debug, Clone)]
pub struct Place {
    /// The address to listen on.
    pub host: IpAddr,
    /// The port; 0 for any free one.
    pub port: u16,
    /// Other names by which browsers may request it.
    pub names: Vec<String>,
}

/// A page, with the facts of its making.
struct ServedPage {
    html: String,
    /// The version of the run that it shows.
    version: String,
    /// The duration of its making, and the end.
    took: Duration,
    at: Instant,
}

/// A run that is shown.
struct ServedRun {
    folder: PathBuf,
    made: Mutex<Arc<ServedPage>>,
    /// Locked while the next page is made.
    making: Mutex<()>,
}

/// A server.
pub struct Serving {
    listener: TcpListener,
    access: Access,
    run: Option<ServedRun>,
    explorer: Box<dyn Explorer>,
    /// Long questions that are being read.
    long_ones: AtomicUsize,
}

#[derive(Serialize)]
struct State {
    version: String,
}

/// An answer.
enum Response<'s> {
    Page(Arc<ServedPage>),
    Explorer(&'s str),
    Text(u16, &'static str, String),
    Enter { cookie: String, to: String },
}

impl Serving {
    /// Listens at `place` and makes the first page of the run in a folder, if there is one to show.
    ///
    /// # Errors
    /// If there is no run in the folder, or the port is taken.
    pub fn new(
        run: Option<&Path>,
        explorer: Box<dyn Explorer>,
        place: &Place,
    ) -> Result<Self, ServeError> {
        let run = run.map(ServedRun::new).transpose()?;
        let address = SocketAddr::new(place.host, place.port);
        let listen = |reason| ServeError::Listen { address, reason };
        let listener = TcpListener::bind(address).map_err(listen)?;
        let address = listener.local_addr().map_err(listen)?;
        Ok(Self {
            access: Access::new(address, &place.names)?,
            listener,
            run,
            explorer,
            long_ones: AtomicUsize::new(0),
        })
    }

    /// The links to the server: for this machine, and by each of its names.
    #[must_use]
    pub fn links(&self) -> Vec<String> {
        self.access.links()
    }

    /// Answers browsers until the program ends, each on its own thread; `remark` receives errors.
    pub fn answer(&self, remark: impl Fn(&str) + Sync) {
        let connections = &Connections::new();
        let remark = &remark;
        scope(|scope| {
            loop {
                let Ok((stream, _)) = self.listener.accept() else {
                    // A descriptor is missing, or the browser has gone.
                    connections.end_oldest();
                    sleep(SHORTAGE);
                    continue;
                };
                let connection = connections.add(stream);
                let answer = move || self.answer_one(&connection.stream, remark);
                if Builder::new().spawn_scoped(scope, answer).is_err() {
                    sleep(SHORTAGE);
                }
            }
        });
    }

    fn answer_one(&self, stream: &TcpStream, remark: &(impl Fn(&str) + Sync)) {
        let response = match Head::read(stream) {
            Ok((head, begun)) => self.answer_to(&head, begun, stream).unwrap_or_else(|error| {
                remark(&error.to_string());
                text(500, error.to_string())
            }),
            Err(NoHead::Malformed) => text(400, "this is no request of HTTP".to_owned()),
            Err(NoHead::TooLong) => text(431, "this request is too long".to_owned()),
            Err(NoHead::Gone) => return,
        };
        let mut more = String::new();
        let (status, kind, body) = match &response {
            Response::Page(made) => (200, HTML, made.html.as_bytes()),
            Response::Explorer(page) => (200, HTML, page.as_bytes()),
            Response::Text(status, kind, body) => (*status, *kind, body.as_bytes()),
            Response::Enter { cookie, to } => {
                more = format!("Set-Cookie: {cookie}\r\nLocation: {to}\r\n");
                (303, HTML, &b""[..])
            }
        };
        let answer = Answer { status, kind, more: &more, body };
        // A browser that has gone needs no answer.
        let _ = answer.write(stream);
    }

    fn answer_to(
        &self,
        head: &Head,
        begun: Vec<u8>,
        stream: &TcpStream,
    ) -> Result<Response<'_>, ReportError> {
        match self.access.verdict(head) {
            Verdict::Granted => {}
            Verdict::Enter { cookie, to } => return Ok(Response::Enter { cookie, to }),
            Verdict::Refused(words) => return Ok(text(403, words.to_owned())),
        }
        let (path, query) = head.target.split_once('?').unwrap_or((&head.target, ""));
        let question = path.strip_prefix(EXPLORE).and_then(|rest| rest.strip_prefix('/'));
        match (head.method.as_str(), question, &self.run) {
            ("POST", Some(question), _) => Ok(self.asked(question, head, begun, stream)),
            ("GET", Some(_), _) => Ok(text(405, "ask by POST, with JSON".to_owned())),
            ("GET", None, Some(run)) if path != EXPLORE => run.answer_to(path, query),
            ("GET", None, _) if matches!(path, "/" | EXPLORE) => {
                Ok(Response::Explorer(self.explorer.page()))
            }
            ("GET", None, _) => Ok(text(404, "there is nothing here".to_owned())),
            _ => Ok(text(405, "this server only shows".to_owned())),
        }
    }

    /// The explorer's answer, or the reason that there is none, as JSON.
    fn asked(
        &self,
        question: &str,
        head: &Head,
        begun: Vec<u8>,
        stream: &TcpStream,
    ) -> Response<'static> {
        let Some(length) = head.body else {
            return refused(411, "the length of the question is missing");
        };
        if length > LONGEST {
            let words = "this is longer than 4 MiB; give the file to `evalarena serve`";
            return refused(413, words);
        }
        let _long_one = if length > QUESTION {
            let Some(slot) = LongOne::of(&self.long_ones) else {
                return refused(503, "others send long texts at the moment; try again soon");
            };
            Some(slot)
        } else {
            None
        };
        let Ok(body) = body(stream, begun, length) else {
            return refused(400, "the question has not come whole");
        };
        match self.explorer.answer(question, &body) {
            Ok(answer) => Response::Text(200, JSON, answer),
            Err(Refusal { status, words }) => refused(status, &words),
        }
    }
}

/// A long question that is being read and answered.
struct LongOne<'c>(&'c AtomicUsize);

impl<'c> LongOne<'c> {
    fn of(count: &'c AtomicUsize) -> Option<Self> {
        let slot = Self(count);
        // The one that is too many is counted off when it is dropped.
        (count.fetch_add(1, Ordering::AcqRel) < LONG_ONES).then_some(slot)
    }
}

impl Drop for LongOne<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::AcqRel);
    }
}

impl ServedRun {
    fn new(folder: &Path) -> Result<Self, PageError> {
        Ok(Self {
            made: Mutex::new(Arc::new(make(folder)?)),
            folder: folder.to_owned(),
            making: Mutex::default(),
        })
    }

    fn answer_to(&self, path: &str, query: &str) -> Result<Response<'static>, ReportError> {
        match path {
            "/" => Ok(Response::Page(self.renewed()?)),
            "/state" => {
                let version = self.version(&self.made())?.into_owned();
                Ok(json(&State { version }))
            }
            "/pgn" => match value(query, "game") {
                Some(game) => self.pgn(game),
                None => Ok(text(400, "ask for /pgn?game=1".to_owned())),
            },
            "/explain" => match place(query) {
                Some((game, moves)) => Ok(json(&explain(&Run::open(&self.folder)?, game, moves)?)),
                None => Ok(text(400, "ask for /explain?game=1&ply=0".to_owned())),
            },
            _ => Ok(text(404, "there is nothing here".to_owned())),
        }
    }

    /// A game as games.pgn has it.
    fn pgn(&self, game: usize) -> Result<Response<'static>, ReportError> {
        let pgn = pgn_of(&Run::open(&self.folder)?, game)?;
        Ok(match pgn {
            Some(pgn) => text(200, String::from_utf8_lossy(&pgn).into_owned()),
            None => text(404, "there is no such game".to_owned()),
        })
    }

    /// The page as last made.
    fn made(&self) -> Arc<ServedPage> {
        Arc::clone(&self.made.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The version of the page as of now.
    fn version<'m>(&self, made: &'m ServedPage) -> Result<Cow<'m, str>, PageError> {
        if made.at.elapsed() < SHARE * made.took {
            return Ok(Cow::Borrowed(&made.version));
        }
        Ok(Cow::Owned(Store::open_read_only(&self.folder)?.version()?))
    }

    /// The page as of now. While it is renewed, other requests receive the previous one.
    fn renewed(&self) -> Result<Arc<ServedPage>, PageError> {
        let making = match self.making.try_lock() {
            Err(TryLockError::WouldBlock) => return Ok(self.made()),
            Err(TryLockError::Poisoned(making)) => making.into_inner(),
            Ok(making) => making,
        };
        let made = self.made();
        if self.version(&made)? == made.version {
            return Ok(made);
        }
        let made = Arc::new(make(&self.folder)?);
        *self.made.lock().unwrap_or_else(PoisonError::into_inner) = Arc::clone(&made);
        drop(making);
        Ok(made)
    }
}

fn make(folder: &Path) -> Result<ServedPage, PageError> {
    let start = Instant::now();
    let page = Page::of(&Run::open(folder)?, Delivery::Live, || {})?;
    Ok(ServedPage {
        version: page.version,
        html: page.html,
        took: start.elapsed(),
        at: Instant::now(),
    })
}

/// The game's number, from 1, and the number of moves before the position.
fn place(query: &str) -> Option<(usize, usize)> {
    Some((value(query, "game")?, value(query, "ply")?))
}

/// The number of this name.
fn value(query: &str, name: &str) -> Option<usize> {
    let mut pairs = query.split('&').filter_map(|pair| pair.split_once('='));
    pairs.find(|(key, _)| *key == name)?.1.parse().ok()
}

const HTML: &str = "text/html; charset=utf-8";
const JSON: &str = "application/json";

fn text(status: u16, words: String) -> Response<'static> {
    Response::Text(status, "text/plain; charset=utf-8", words)
}

fn json(value: &impl Serialize) -> Response<'static> {
    let text = serde_json::to_string(value).unwrap_or_default();
    Response::Text(200, JSON, text)
}

/// The reason that a question is not answered, as JSON.
fn refused(status: u16, words: &str) -> Response<'static> {
    Response::Text(status, JSON, json!({ "error": words }).to_string())
}

#[cfg(test)]
mod tests {
    use super::place;

    #[test]
    fn a_place_has_a_game_and_moves() {
        assert_eq!(place("game=12&ply=3"), Some((12, 3)));
        assert_eq!(place("ply=3&game=12&x"), Some((12, 3)));
        for wrong in ["", "game=1", "game=-1&ply=3", "game=1&ply=many"] {
            assert_eq!(place(wrong), None, "{wrong}");
        }
    }
}
