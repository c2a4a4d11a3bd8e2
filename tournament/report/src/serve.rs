//! A run shown to browsers on this machine while it is played: the page of [`crate::page`], renewed after new games,
//! and the terms of any position. It listens on loopback alone and changes nothing.

mod connections;
mod http;

use std::borrow::Cow;
use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, TryLockError};
use std::thread::{Builder, scope, sleep};
use std::time::{Duration, Instant};

use serde::Serialize;

use crate::page::{Delivery, Page, PageError, explain};
use connections::Connections;
use http::Answer;
pub use http::{Head, NoHead};
use runner::run::Run;
use runner::store::Store;

/// Renewing the page takes at most one part in this many of the time: the games need the rest.
const SHARE: u32 = 20;
/// The pause when the system has no descriptors or threads left.
const SHORTAGE: Duration = Duration::from_millis(20);

/// The reason that a run cannot be shown.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say what the fields are")]
pub enum ServeError {
    /// The port.
    #[error(
        "cannot listen on port {port} of this machine: {reason}; choose another with --port, or any free one with --port 0"
    )]
    Listen { port: u16, reason: io::Error },
    /// The run.
    #[error(transparent)]
    Page(#[from] PageError),
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

/// A server of a run.
pub struct Serving {
    folder: PathBuf,
    listener: TcpListener,
    address: SocketAddr,
    made: Mutex<Arc<ServedPage>>,
    /// Locked while the next page is made.
    making: Mutex<()>,
}

#[derive(Serialize)]
struct State {
    version: String,
}

/// An answer.
enum Response {
    Page(Arc<ServedPage>),
    Text(u16, &'static str, String),
}

impl Serving {
    /// Listens on `port` of this machine, any free one if it is 0, and makes the first page.
    ///
    /// # Errors
    /// If there is no run in `folder`, or the port is taken.
    pub fn new(folder: &Path, port: u16) -> Result<Self, ServeError> {
        let made = make(folder)?;
        let listen = |reason| ServeError::Listen { port, reason };
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(listen)?;
        Ok(Self {
            folder: folder.to_owned(),
            address: listener.local_addr().map_err(listen)?,
            listener,
            made: Mutex::new(Arc::new(made)),
            making: Mutex::default(),
        })
    }

    /// The URL of the server.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://{}/", self.address)
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

    fn answer_one(&self, stream: &std::net::TcpStream, remark: &(impl Fn(&str) + Sync)) {
        let response = match Head::read(stream) {
            Ok(head) => self.answer_to(&head).unwrap_or_else(|error| {
                remark(&error.to_string());
                text(500, error.to_string())
            }),
            Err(NoHead::Malformed) => text(400, "this is no request of HTTP".to_owned()),
            Err(NoHead::TooLong) => text(431, "this request is too long".to_owned()),
            Err(NoHead::Gone) => return,
        };
        let (status, kind, body) = match &response {
            Response::Page(made) => (200, "text/html; charset=utf-8", made.html.as_bytes()),
            Response::Text(status, kind, body) => (*status, *kind, body.as_bytes()),
        };
        // A browser that has gone needs no answer.
        let _ = Answer { status, kind, body }.write(stream);
    }

    fn answer_to(&self, head: &Head) -> Result<Response, PageError> {
        if !self.is_for_us(head) {
            return Ok(text(
                403,
                "this server answers to its own address alone".to_owned(),
            ));
        }
        if head.method != "GET" {
            return Ok(text(405, "this server only shows".to_owned()));
        }
        let target = head.target.as_str();
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        match path {
            "/" => Ok(Response::Page(self.renewed()?)),
            "/state" => {
                let version = self.version(&self.made())?.into_owned();
                Ok(json(&State { version }))
            }
            "/explain" => match place(query) {
                Some((game, moves)) => Ok(json(&explain(&Run::open(&self.folder)?, game, moves)?)),
                None => Ok(text(400, "ask for /explain?game=1&ply=0".to_owned())),
            },
            _ => Ok(text(404, "there is nothing here".to_owned())),
        }
    }

    /// True if the host is this machine by its usual names: a script of another page could use another name that
    /// resolves to this machine, and read the run.
    fn is_for_us(&self, head: &Head) -> bool {
        let port = self.address.port();
        [format!("127.0.0.1:{port}"), format!("localhost:{port}")].contains(&head.host)
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
    let value = |name: &str| {
        let mut pairs = query.split('&').filter_map(|pair| pair.split_once('='));
        pairs.find(|(key, _)| *key == name)?.1.parse().ok()
    };
    Some((value("game")?, value("ply")?))
}

fn text(status: u16, words: String) -> Response {
    Response::Text(status, "text/plain; charset=utf-8", words)
}

fn json(value: &impl Serialize) -> Response {
    let text = serde_json::to_string(value).unwrap_or_default();
    Response::Text(200, "application/json", text)
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
