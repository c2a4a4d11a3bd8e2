//! The pages: of the board, and of a run that is shown while it is played, whose page is renewed after new games and has
//! the terms of any position.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, TryLockError};
use std::time::{Duration, Instant};

use report::page::{Delivery, Page, bare_page, explain};
use report::{ReportError, live_games, live_pgn, pgn_of, write_pgn};
use runner::run::Run;
use runner::store::Store;
use serde_json::json;

use crate::http::Response;
use crate::{json_text, page, text};

/// Renewing the page takes at most one part in this many of the time: the games need the rest.
const SHARE: u32 = 100;

/// The time for which an answer about the state is given again.
const STATE: Duration = Duration::from_millis(500);

pub(crate) struct LiveRun {
    folder: PathBuf,
    page: Mutex<Arc<LivePage>>,
    /// Locked while the next page is made.
    renewal: Mutex<()>,
    /// The answer to the question for the state, and when it was made.
    state: Mutex<Option<(Instant, Arc<str>)>>,
}

struct LivePage {
    html: Arc<str>,
    /// The version of the run that it shows.
    version: String,
    /// The duration of its making, and the end.
    took: Duration,
    at: Instant,
}

impl LivePage {
    fn new(folder: &Path) -> Result<Self, ReportError> {
        let start = Instant::now();
        let Page { version, html, .. } = Page::of(&Run::open(folder)?, Delivery::Live, || {})?;
        Ok(Self { html: html.into(), version, took: start.elapsed(), at: Instant::now() })
    }
}

impl LiveRun {
    pub(crate) fn new(folder: &Path) -> Result<Self, ReportError> {
        Ok(Self {
            page: Mutex::new(Arc::new(LivePage::new(folder)?)),
            folder: folder.to_owned(),
            renewal: Mutex::default(),
            state: Mutex::default(),
        })
    }

    pub(crate) fn response(&self, path: &str, query: &str) -> Result<Response, ReportError> {
        let number = |name: &str| -> Option<usize> {
            let mut pairs = query.split('&').filter_map(|pair| pair.split_once('='));
            pairs.find(|(key, _)| *key == name)?.1.parse().ok()
        };
        Ok(match (path, number("game"), number("ply")) {
            ("/", ..) => page(Arc::clone(&self.renewed()?.html)),
            ("/state", ..) => json_text(200, self.state()?),
            ("/live.pgn", ..) => text(200, &live_pgn(&self.folder)),
            ("/games.pgn", ..) => {
                let mut games = Vec::new();
                write_pgn(&Run::open(&self.folder)?, &mut games, || ())?;
                text(200, &String::from_utf8_lossy(&games))
            }
            ("/pgn", Some(game), _) => match pgn_of(&Run::open(&self.folder)?, game)? {
                Some(pgn) => text(200, &String::from_utf8_lossy(&pgn)),
                None => text(404, "there is no such game"),
            },
            ("/pgn", ..) => text(400, "ask for /pgn?game=1"),
            ("/explain", Some(game), Some(moves)) => {
                json_text(200, json!(explain(&Run::open(&self.folder)?, game, moves)?).to_string())
            }
            ("/explain", ..) => text(400, "ask for /explain?game=1&ply=0"),
            _ => text(404, "there is nothing here"),
        })
    }

    /// The version of the run and the games in play, as of now or shortly before: each page asks once a second.
    fn state(&self) -> Result<Arc<str>, ReportError> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, json)) = state.as_ref().filter(|(made, _)| made.elapsed() < STATE) {
            return Ok(Arc::clone(json));
        }
        let games = live_games(&live_pgn(&self.folder))?;
        let json = json!({ "version": self.version(&self.page())?, "games": games }).to_string();
        Ok(Arc::clone(&state.insert((Instant::now(), json.into())).1))
    }

    /// The page as last made.
    fn page(&self) -> Arc<LivePage> {
        Arc::clone(&self.page.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The version of the run as of now, or as of `page` if that was made too shortly before.
    fn version(&self, page: &LivePage) -> Result<String, ReportError> {
        if page.at.elapsed() < SHARE * page.took {
            return Ok(page.version.clone());
        }
        Ok(Store::open_read_only(&self.folder)?.version()?)
    }

    /// The page as of now. While it is renewed, other requests receive the previous one.
    fn renewed(&self) -> Result<Arc<LivePage>, ReportError> {
        let _renewal = match self.renewal.try_lock() {
            Err(TryLockError::WouldBlock) => return Ok(self.page()),
            Err(TryLockError::Poisoned(renewal)) => renewal.into_inner(),
            Ok(renewal) => renewal,
        };
        let page = self.page();
        if self.version(&page)? == page.version {
            return Ok(page);
        }
        let page = Arc::new(LivePage::new(&self.folder)?);
        *self.page.lock().unwrap_or_else(PoisonError::into_inner) = Arc::clone(&page);
        Ok(page)
    }
}

/// The script of the board: one script of several files, which share their names.
const SCRIPT: &str =
    concat!(include_str!("assets/board.js"), include_str!("assets/values.js"), include_str!("assets/play.js"),);

/// The page of the board; with a link to a run's page, if the server shows one.
pub(crate) fn board_page(has_run: bool) -> String {
    let body = include_str!("assets/explore.html");
    let link = "<h1>Explore</h1>\n<nav aria-label=\"Other pages\"><a href=\"./\">The run's page</a></nav>";
    let with_link = body.replacen("<h1>Explore</h1>", link, 1);
    let body = if has_run { &with_link } else { body };
    bare_page("Explore", include_str!("assets/explore.css"), body, SCRIPT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_script_is_on_the_page_as_it_is() {
        // The policy of the page has its hash: a control character would be escaped, and no script run.
        assert!(board_page(false).contains(SCRIPT) && board_page(true).contains("The run's page"));
    }
}
