//! `evalarena versions report`.

use std::fs;
use std::path::Path;

use ::report::page::{TestRow, VersionElo, VersionList, VersionRow, VersionsPage};
use anyhow::Context;
use config::output::{is_standard_output, replace_file, write_named};
use regression::versions::strength::Difference;
use regression::versions::{Archive, Entry};

use super::list::{Listing, day, of_engines};

/// Writes the page, and the plots to a folder if there is one.
pub(super) fn run(
    archive: &Archive,
    engine: Option<&str>,
    (out, plots): (Option<&Path>, Option<&Path>),
) -> anyhow::Result<()> {
    let engines = of_engines(archive, engine)?;
    let lists: Vec<VersionList> = engines.into_iter().map(version_list).collect();
    let page = VersionsPage::of(&lists)?;
    if let Some(folder) = plots {
        fs::create_dir_all(folder)
            .with_context(|| format!("{}: cannot make this folder", folder.display()))?;
        for (name, svg) in &page.plots {
            replace_file(&folder.join(name), |file| file.write_all(svg.as_bytes()))?;
        }
    }
    let html = page.html.as_bytes();
    let path = match out {
        Some(path) => {
            write_named(path, |file| file.write_all(html))?;
            path.to_owned()
        }
        None => {
            let path = archive.folder().join("report.html");
            replace_file(&path, |file| file.write_all(html))?;
            path
        }
    };
    if is_standard_output(&path) {
        return Ok(());
    }
    crate::cli::print(&format!("{}\n", path.display()))
}

fn version_list(listing: Listing) -> VersionList {
    let elo = |difference: Option<Difference>| {
        difference.map(|difference| VersionElo { elo: difference.elo, links: difference.links })
    };
    let versions = listing.rows.into_iter().map(|row| VersionRow {
        day: day(&row.version.date).to_owned(),
        commit: row.version.commit_text(),
        bench: row.version.bench,
        previous: elo(row.previous),
        first: elo(row.first),
        name: row.version.name,
    });
    let tests = listing.tests.into_iter().map(|test: Entry| TestRow {
        day: day(&test.date).to_owned(),
        new: test.new.name,
        old: test.old.name,
        limits: test.limits,
        verdict: test.verdict.name().to_owned(),
        elo: test.elo,
        games: test.games,
    });
    VersionList {
        engine: listing.engine,
        limits: listing.limits,
        versions: versions.collect(),
        base: listing.base,
        tests: tests.collect(),
    }
}
