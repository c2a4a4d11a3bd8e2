//! The page of the board.

use report::page::BarePage;

/// The script: one script of several files, which share their names.
const SCRIPT: &str = concat!(
    include_str!("assets/board.js"),
    include_str!("assets/line.js"),
    include_str!("assets/setup.js"),
    include_str!("assets/values.js"),
    include_str!("assets/searches.js"),
    include_str!("assets/heat.js"),
    include_str!("assets/play.js"),
    include_str!("assets/games.js"),
    include_str!("assets/begin.js"),
);

/// The page; with a link to a run's page, if the server shows one.
pub(crate) fn html(has_run: bool) -> String {
    let body = include_str!("assets/explore.html");
    let link =
        "<h1>Explore</h1>\n<nav aria-label=\"Other pages\"><a href=\"./\">The run's page</a></nav>";
    let with_link = body.replacen("<h1>Explore</h1>", link, 1);
    let page = BarePage {
        title: "Explore",
        style: include_str!("assets/explore.css"),
        body: if has_run { &with_link } else { body },
        script: SCRIPT,
    };
    page.html()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_script_is_on_the_page_as_it_is() {
        // The policy of the page has its hash: a control character would be escaped, and no script run.
        assert!(html(false).contains(SCRIPT) && html(true).contains("The run's page"));
    }
}
