//! The page of an engine's versions: their strength, one after the other, from the tests that were played.

use engine_core::text::printable;
use match_stats::Interval;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use players::identity::PROJECT;

use super::PageError;
use super::html::{ASKS_NOBODY, STYLE};
use crate::numbers::signed;
use crate::svg::{Axis, Chart, Margins, elo_tick, series};

/// An engine's versions, the oldest first.
#[derive(Debug, Clone)]
pub struct VersionList {
    /// The engine.
    pub engine: String,
    /// The limits of the tests, in words; `None` if there were none.
    pub limits: Option<String>,
    /// The versions.
    pub versions: Vec<VersionRow>,
    /// The first of them that was compared with another; 0 if none was.
    pub base: usize,
    /// The tests, the oldest first.
    pub tests: Vec<TestRow>,
}

/// A version.
#[derive(Debug, Clone)]
pub struct VersionRow {
    /// Its name.
    pub name: String,
    /// The day of its commit.
    pub day: String,
    /// Its commit, shortened.
    pub commit: String,
    /// The nodes of its `bench`.
    pub bench: Option<u64>,
    /// Elo over the version before it; `None` if nothing connects them.
    pub previous: Option<VersionElo>,
    /// Elo over [`VersionList::base`].
    pub first: Option<VersionElo>,
}

/// A difference in Elo.
#[derive(Debug, Clone, Copy)]
pub struct VersionElo {
    /// The estimate and its interval.
    pub elo: Interval,
    /// The number of tests it is the sum of; 1: the two were compared directly.
    pub links: usize,
}

/// A test of one version against another.
#[derive(Debug, Clone)]
pub struct TestRow {
    /// The day on which it ended.
    pub day: String,
    /// The version that was judged.
    pub new: String,
    /// The version that it was measured by.
    pub old: String,
    /// The limits of both, in words.
    pub limits: String,
    /// The verdict.
    pub verdict: String,
    /// Elo of the new one over the old one.
    pub elo: Interval<Option<f64>>,
    /// Games that counted.
    pub games: u64,
}

/// The page, and the plots on white paper with the names of their files.
#[derive(Debug)]
pub struct VersionsPage {
    /// The HTML.
    pub html: String,
    /// The plots.
    pub plots: Vec<(String, String)>,
}

impl VersionsPage {
    /// The page of these engines.
    ///
    /// # Errors
    /// If a plot cannot be drawn.
    pub fn of(engines: &[VersionList]) -> Result<Self, PageError> {
        let mut plots = Vec::new();
        let mut parts = Vec::new();
        for list in engines {
            let plot = strengths(&list.points());
            if let Some(chart) = &plot {
                plots.push((format!("versions-{}.svg", list.engine), chart.for_file()));
            }
            parts.push(part(list, plot.as_ref()));
        }
        Ok(Self { html: printable(&document(&parts).into_string()).into_owned(), plots })
    }
}

impl VersionList {
    /// The versions whose strength over the first one is known, by their numbers; [`VersionList::base`] is 0.
    fn points(&self) -> Vec<(usize, [f64; 3])> {
        let elo = |(index, version): (usize, &VersionRow)| match (index, version.first) {
            (index, _) if index == self.base => Some((index + 1, [0.0; 3])),
            (_, Some(VersionElo { elo, .. })) => Some((index + 1, [elo.low, elo.value, elo.high])),
            (_, None) => None,
        };
        self.versions.iter().enumerate().filter_map(elo).collect()
    }
}

/// Elo and its interval by the number of the version, from 1; `None` for fewer than two.
fn strengths(points: &[(usize, [f64; 3])]) -> Option<Chart> {
    let [first, .., last] = points else { return None };
    let ends = || points.iter().flat_map(|(_, elo)| *elo);
    let (low, high) = (ends().fold(0.0, f64::min), ends().fold(0.0, f64::max));
    let air = 0.06 * (high - low).max(1.0);
    let range = first.0 as f64 - 0.5..last.0 as f64 + 0.5;
    let x = Axis::linear(range, "Version, as numbered in the table", |x| format!("{x:.0}"));
    let margins = Margins { left: 56.0, right: 10.0, bottom: 44.0 };
    let y = Axis::linear(low - air..high + air, "Elo", elo_tick);
    let mut chart = Chart::new((640.0, 320.0), margins, x, y);
    for &(version, [low, elo, high]) in points {
        chart.line(&[(version as f64, low), (version as f64, high)], series(0), 2.0);
        chart.dot(version as f64, elo, series(0));
    }
    Some(chart)
}

fn document(parts: &[Markup]) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta http-equiv="Content-Security-Policy" content={ (ASKS_NOBODY) "script-src 'none'" };
                link rel="icon" href="data:,";
                title { "Versions - " (PROJECT) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                header { h1 { "Versions" } }
                main {
                    @for part in parts { (part) }
                    @if parts.is_empty() { p { "There are no versions yet." } }
                }
            }
        }
    }
}

fn part(list: &VersionList, plot: Option<&Chart>) -> Markup {
    let title = format!("Elo of {} over version {}, 95 % intervals", list.engine, list.base + 1);
    html! {
        section {
            h2 { (list.engine) }
            @if let Some(limits) = &list.limits { p.soft { "Elo at " (limits) "; tests at other limits do not count" } }
            @if let Some(chart) = plot {
                figure { figcaption { (title) } (PreEscaped(chart.for_page(&title))) }
            } @else {
                p.soft { "No two versions have been compared yet: " code { "evalarena regress" } }
            }
            h3 { "Versions" }
            (versions(list))
            @if !list.tests.is_empty() { h3 { "Tests" } (tests(list)) }
        }
    }
}

fn versions(list: &VersionList) -> Markup {
    let sums = |elo: &Option<VersionElo>| elo.is_some_and(|elo| elo.links > 1);
    let any_sum =
        list.versions.iter().any(|version| sums(&version.previous) || sums(&version.first));
    html! {
        div.wide { table {
            thead { tr {
                th scope="col" { "#" } th.name scope="col" { "Version" } th.text scope="col" { "Date" }
                th.text scope="col" { "Commit" } th scope="col" { "Bench" }
                th scope="col" { "Over the one before" } th scope="col" { "Over version " (list.base + 1) }
            } }
            tbody { @for (index, version) in list.versions.iter().enumerate() { tr {
                td { (index + 1) } td.name { (version.name) } td.text { (version.day) }
                td.text { code { (version.commit) } }
                td { (version.bench.map_or("-".to_owned(), |nodes| nodes.to_string())) }
                td { (elo_text(version.previous)) } td { (elo_text(version.first)) }
            } } }
        } }
        @if any_sum { p.soft { "*: added along a chain of tests" } }
    }
}

fn elo_text(elo: Option<VersionElo>) -> String {
    let Some(VersionElo { elo, links }) = elo else {
        return "-".to_owned();
    };
    let chain = if links > 1 { "*" } else { "" };
    let number = |elo: f64| signed(Some(elo));
    let [value, low, high] = [elo.value, elo.low, elo.high].map(number);
    format!("{value} [{low}, {high}]{chain}")
}

fn tests(list: &VersionList) -> Markup {
    html! {
        div.wide { table {
            thead { tr {
                th.text scope="col" { "Date" } th.name scope="col" { "New" } th.name scope="col" { "Old" }
                th.text scope="col" { "Verdict" } th scope="col" { "Elo" } th.text scope="col" { "95 % interval" }
                th scope="col" { "Games" } th.text scope="col" { "Limit" }
            } }
            tbody { @for test in &list.tests { tr {
                td.text { (test.day) } td.name { (test.new) } td.name { (test.old) } td.text { (test.verdict) }
                td { (signed(test.elo.value)) }
                td.text { "[" (signed(test.elo.low)) ", " (signed(test.elo.high)) "]" }
                td { (test.games) } td.text { (test.limits) }
            } } }
        } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn version(name: &str, first: Option<Interval>) -> VersionRow {
        let elo = first.map(|elo| VersionElo { elo, links: 2 });
        VersionRow {
            name: name.to_owned(),
            day: "2026-11-27".to_owned(),
            commit: "1a2b3c".to_owned(),
            bench: Some(7),
            previous: elo,
            first: elo,
        }
    }

    #[test]
    fn the_page_has_what_is_known_and_runs_nothing_of_a_name() {
        let list = VersionList {
            engine: "<script>x".to_owned(),
            limits: Some("10 nodes a move".to_owned()),
            versions: vec![
                version("a", None),
                version("b", Some(Interval::about(12.0, 5.0))),
                version("c", None),
            ],
            base: 0,
            tests: vec![TestRow {
                day: "2026-11-27".to_owned(),
                new: "b".to_owned(),
                old: "a".to_owned(),
                limits: "10 nodes a move".to_owned(),
                verdict: "improved".to_owned(),
                elo: Interval::UNKNOWN,
                games: 40,
            }],
        };
        let page = VersionsPage::of(std::slice::from_ref(&list)).unwrap();
        assert!(!page.html.contains("<script>"));
        for text in ["+12.0 [+7.0, +17.0]*", "improved", "<svg", "1a2b3c"] {
            assert!(page.html.contains(text), "{text}");
        }
        assert_eq!(list.points(), [(1, [0.0; 3]), (2, [7.0, 12.0, 17.0])]);
        assert_eq!(page.plots.len(), 1);
        // One version alone has no course.
        let alone = VersionList { versions: vec![version("a", None)], ..list };
        let page = VersionsPage::of(&[alone]).unwrap();
        assert!(page.plots.is_empty() && page.html.contains("evalarena regress"));
    }
}
