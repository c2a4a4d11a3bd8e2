//! A run shown to browsers on this machine while it is played: the page of [`crate::page`], made anew when games were
//! finished, and the terms of any position. It listens on loopback alone and changes nothing.

use std::io::{self, Cursor};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::Serialize;
use tiny_http::{Header, Method, Request, Response, Server};

use crate::page::{Delivery, Page, PageError, explain};
use crate::store::Store;

/// The page is made anew so seldom that this share of the time goes into it at most: the games need the rest.
const SHARE: u32 = 20;

/// Why a run cannot be shown.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The port.
    #[error(
        "cannot listen on port {port} of this machine: {reason}; choose another with --port, or any free one with --port 0"
    )]
    Listen {
        /// The port that was asked for.
        port: u16,
        /// Why not.
        reason: String,
    },
    /// The run.
    #[error(transparent)]
    Page(#[from] PageError),
    /// Waiting for browsers.
    #[error("cannot listen any more: {0}")]
    Wait(#[from] io::Error),
}

/// A page as it was made.
struct Made {
    html: String,
    /// Games on it: what tells it from the next.
    version: u64,
    /// How long that took, and when it was done.
    took: Duration,
    at: Instant,
}

/// A server of a run.
pub struct Serving {
    folder: PathBuf,
    server: Server,
    address: SocketAddr,
    made: Made,
}

#[derive(Serialize)]
struct State {
    version: String,
}

type Answer = Response<Cursor<Vec<u8>>>;

impl Serving {
    /// Listens on `port` of this machine, any free one if it is 0, and makes the first page.
    ///
    /// # Errors
    /// If there is no run in `folder`, or the port is taken.
    pub fn new(folder: &Path, port: u16) -> Result<Self, ServeError> {
        let made = make(folder)?;
        let listen = |reason: String| ServeError::Listen { port, reason };
        let server = Server::http((Ipv4Addr::LOCALHOST, port));
        let server = server.map_err(|error| listen(error.to_string()))?;
        let address = server.server_addr().to_ip();
        let address = address.ok_or_else(|| listen("it has no address".to_owned()))?;
        Ok(Self {
            folder: folder.to_owned(),
            server,
            address,
            made,
        })
    }

    /// Where it is to be found.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// Answers browsers until the program ends; `remark` hears of what went wrong.
    ///
    /// # Errors
    /// If no request can be received any more.
    pub fn answer(&mut self, mut remark: impl FnMut(&str)) -> Result<(), ServeError> {
        loop {
            let request = self.server.recv()?;
            let answer = self.answer_to(&request).unwrap_or_else(|error| {
                remark(&error.to_string());
                text(500, error.to_string())
            });
            // A browser that has gone away misses nothing.
            let _ = request.respond(answer);
        }
    }

    fn answer_to(&mut self, request: &Request) -> Result<Answer, PageError> {
        if !self.is_for_us(request) {
            return Ok(text(
                403,
                "this server answers to its own address alone".to_owned(),
            ));
        }
        if *request.method() != Method::Get {
            return Ok(text(405, "this server only shows".to_owned()));
        }
        let (path, query) = request.url().split_once('?').unwrap_or((request.url(), ""));
        match path {
            "/" => {
                self.renew()?;
                Ok(typed(self.made.html.clone(), "text/html; charset=utf-8"))
            }
            "/state" => {
                let version = self.version()?.to_string();
                Ok(json(&State { version }))
            }
            "/explain" => match place(query) {
                Some((game, moves)) => Ok(json(&explain(&self.folder, game, moves)?)),
                None => Ok(text(400, "ask for /explain?game=1&ply=0".to_owned())),
            },
            _ => Ok(text(404, "there is nothing here".to_owned())),
        }
    }

    /// Another page's script may send requests here under a name of its own that leads to this machine: it would be told
    /// of the run.
    fn is_for_us(&self, request: &Request) -> bool {
        let host = request
            .headers()
            .iter()
            .find(|header| header.field.equiv("Host"));
        let port = self.address.port();
        let ours = [format!("127.0.0.1:{port}"), format!("localhost:{port}")];
        host.is_some_and(|host| ours.iter().any(|own| host.value.as_str() == own))
    }

    /// The version of the page that would be shown now.
    fn version(&self) -> Result<u64, PageError> {
        if self.made.at.elapsed() < SHARE * self.made.took {
            return Ok(self.made.version);
        }
        Ok(Store::open_read_only(&self.folder)?.count()? as u64)
    }

    fn renew(&mut self) -> Result<(), PageError> {
        if self.version()? != self.made.version {
            self.made = make(&self.folder)?;
        }
        Ok(())
    }
}

fn make(folder: &Path) -> Result<Made, PageError> {
    let start = Instant::now();
    let page = Page::of_folder(folder, Delivery::Live, || {})?;
    Ok(Made {
        version: page.results.games,
        html: page.html,
        took: start.elapsed(),
        at: Instant::now(),
    })
}

/// The game, from 1, and the moves before the position.
fn place(query: &str) -> Option<(usize, usize)> {
    let value = |name: &str| {
        let mut pairs = query.split('&').filter_map(|pair| pair.split_once('='));
        pairs.find(|(key, _)| *key == name)?.1.parse().ok()
    };
    Some((value("game")?, value("ply")?))
}

fn text(status: u16, words: String) -> Answer {
    typed(words, "text/plain; charset=utf-8").with_status_code(status)
}

fn json(value: &impl Serialize) -> Answer {
    let text = serde_json::to_string(value).unwrap_or_default();
    typed(text, "application/json")
}

fn typed(body: String, kind: &str) -> Answer {
    let response = Response::from_string(body);
    let headers = [
        ("Content-Type", kind),
        ("Cache-Control", "no-store"),
        ("X-Content-Type-Options", "nosniff"),
    ];
    let headers = headers
        .into_iter()
        .filter_map(|(name, value)| Header::from_bytes(name, value).ok());
    headers.fold(response, Response::with_header)
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
