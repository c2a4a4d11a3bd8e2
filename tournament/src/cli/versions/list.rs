//! `evalarena versions list`.

use std::collections::BTreeMap;

use match_stats::Interval;
use regression::versions::strength::{Difference, Strengths};
use regression::versions::{Archive, Entry, History, Version, VersionError};
use report::{Column, Columns, Document};
use serde::Serialize;

/// The characters of a date up to the day.
const DAY: usize = 10;

/// A version with its strength.
#[derive(Serialize)]
pub(super) struct VersionsListRow {
    #[serde(flatten)]
    pub(super) version: Version,
    limits: Option<String>,
    pub(super) previous: Option<Difference>,
    pub(super) first: Option<Difference>,
}

/// Elo with its interval, and a star if it is the sum of several comparisons.
fn elo_text(difference: &Difference) -> String {
    let Interval { value, low, high } = difference.elo;
    let chain = if difference.links > 1 { "*" } else { "" };
    format!("{value:+.1} [{low:+.1}, {high:+.1}]{chain}")
}

/// The versions of an engine.
pub(super) struct Listing {
    pub(super) engine: String,
    /// The limits of the last test: Elo is of tests at these limits.
    pub(super) limits: Option<String>,
    pub(super) rows: Vec<VersionsListRow>,
    /// The first of them that was compared with another.
    pub(super) base: usize,
    /// All its tests, the oldest first.
    pub(super) tests: Vec<Entry>,
}

/// Lists the versions, of one engine or of all.
pub(super) fn run(archive: &Archive, engine: Option<&str>, json: bool) -> anyhow::Result<()> {
    for Listing { engine, rows, .. } in of_engines(archive, engine)? {
        if json {
            crate::cli::print(&lines(&rows)?)?;
        } else {
            crate::cli::show(table(&engine, &rows, crate::cli::line_width()))?;
        }
    }
    Ok(())
}

/// The versions of one engine or of all, with their strength.
pub(super) fn of_engines(archive: &Archive, engine: Option<&str>) -> anyhow::Result<Vec<Listing>> {
    let listing = archive.list()?;
    for error in &listing.unreadable {
        crate::cli::remark(&format!("warning: {error}"));
    }
    let entries = History::of(archive).entries()?;
    let mut engines: BTreeMap<String, Vec<Version>> = BTreeMap::new();
    for version in listing.versions {
        engines.entry(version.engine.clone()).or_default().push(version);
    }
    if let Some(engine) = engine {
        let known: Vec<String> = engines.keys().cloned().collect();
        engines.retain(|name, _| name == engine);
        if engines.is_empty() {
            let given = engine.to_owned();
            return Err(VersionError::NoVersion { given, known }.into());
        }
    }
    if engines.is_empty() {
        crate::cli::remark(
            "There are no versions yet; `evalarena versions build GITREF ENGINE` makes one.",
        );
    }
    let engines = engines.into_iter();
    Ok(engines.map(|(engine, versions)| of_engine(&entries, engine, versions)).collect())
}

fn of_engine(entries: &[Entry], engine: String, versions: Vec<Version>) -> Listing {
    let tests: Vec<Entry> =
        entries.iter().filter(|entry| entry.engine == engine).cloned().collect();
    let mut played = tests.iter().filter(|entry| entry.run.is_some());
    let limits = played.next_back().map(|entry| entry.limits.clone());
    let strengths = Strengths::new(entries, &engine, limits.as_deref().unwrap_or_default());
    let identities: Vec<String> = versions.iter().map(Version::identity).collect();
    let against = |place: usize, other: usize| {
        let difference = strengths.between(&identities[place], &identities[other]);
        difference.filter(|_| place != other)
    };
    // One that was never compared has no part in the scale.
    let compared = identities.iter().position(|identity| strengths.has(identity));
    let base = compared.unwrap_or(0);
    let row = |(place, version)| VersionsListRow {
        version,
        limits: limits.clone(),
        previous: against(place, place.saturating_sub(1)),
        first: against(place, base),
    };
    Listing {
        base,
        rows: versions.into_iter().enumerate().map(row).collect(),
        engine,
        limits,
        tests,
    }
}

/// The day of a time.
pub(super) fn day(date: &str) -> &str {
    date.get(..DAY).unwrap_or(date)
}

fn lines(rows: &[VersionsListRow]) -> anyhow::Result<String> {
    let mut text = String::new();
    for row in rows {
        text.push_str(&serde_json::to_string(row)?);
        text.push('\n');
    }
    Ok(text)
}

fn table(engine: &str, rows: &[VersionsListRow], width: usize) -> Document {
    let limits = rows.first().and_then(|row| row.limits.as_deref());
    let limits = limits.map_or(String::new(), |limits| format!(", Elo at {limits}"));
    let mut text = Document::from(format!("{engine}{limits}"));
    let mut columns = Columns::new([
        Column::left("Version").cut(),
        Column::left("Date").goes(2),
        Column::left("Commit").least(11).goes(3),
        Column::right("Bench").least(10).goes(4),
        Column::left("Against the one before").least(26),
        Column::left("Against the first").goes(1),
    ]);
    let strength = |elo: &Option<Difference>| elo.as_ref().map_or("-".to_owned(), elo_text);
    for row in rows {
        let version = &row.version;
        let nodes = version.bench.map(|nodes| nodes.to_string());
        columns.row([
            version.name.clone(),
            day(&version.date).to_owned(),
            version.commit_text(),
            nodes.unwrap_or_else(|| "none".to_owned()),
            strength(&row.previous),
            strength(&row.first),
        ]);
    }
    text.append(columns.document(width));
    let links = |elo: &Option<Difference>| elo.is_some_and(|elo| elo.links > 1);
    if rows.iter().any(|row| links(&row.previous) || links(&row.first)) {
        text.sentence("  * added along a chain of comparisons");
    }
    if rows.iter().any(|row| row.version.changed) {
        text.sentence("  + with changes that were not committed");
    }
    text
}
