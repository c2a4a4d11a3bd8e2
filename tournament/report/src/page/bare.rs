//! A page that has no run: with the style, the men and the policy of the pages of runs.

use engine_core::text::printable;
use maud::{DOCTYPE, PreEscaped, html};
use players::identity::PROJECT;

use super::html::{ASKS_NOBODY, MEN, STYLE, script_hash};

const HELPERS: &str = concat!(include_str!("assets/basics.js"), include_str!("assets/men.js"));

/// The parts of a page.
#[derive(Debug, Clone, Copy)]
pub struct BarePage<'s> {
    /// Its title.
    pub title: &'s str,
    /// Style beside that of all pages.
    pub style: &'s str,
    /// The HTML of its body.
    pub body: &'s str,
    /// Its script, after the helpers of all pages; no other runs.
    pub script: &'s str,
}

impl BarePage<'_> {
    /// The HTML. It may ask its own server, and nothing else.
    #[must_use]
    pub fn html(&self) -> String {
        let script = [HELPERS, self.script].concat();
        let policy = script_hash(&script);
        let page = html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta http-equiv="Content-Security-Policy" content={ (ASKS_NOBODY) "script-src '" (policy) "'; connect-src 'self'" };
                    link rel="icon" href="data:,";
                    title { (self.title) " - " (PROJECT) }
                    style { (PreEscaped(STYLE)) (PreEscaped(self.style)) }
                }
                body {
                    (PreEscaped(MEN))
                    (PreEscaped(self.body))
                    script { (PreEscaped(&script)) }
                }
            }
        };
        printable(&page.into_string()).into_owned()
    }
}
