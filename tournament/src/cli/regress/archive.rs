//! `evalarena regress list`, `add` and `remove`: the archive of builds.

use std::path::{Path, PathBuf, absolute};

use anyhow::Context;
use clap::Subcommand;
use config::Parameters;
use match_stats::Interval;
use regression::git::{Repository, now};
use regression::{Archive, Difference, Entry, Strengths, Version, no_version};
use report::{Column, Columns, Document};
use serde::Serialize;

use super::project::signature;
use crate::cli::help::text;

#[derive(Subcommand)]
pub(crate) enum ArchiveCommand {
    /// List archived builds, with Elo against the previous and the first one
    #[command(long_about = text("regress list"))]
    List {
        /// Only versions of this engine
        engine: Option<String>,
        /// Print one JSON object a line
        #[arg(long)]
        json: bool,
    },
    /// Archive a copy of any UCI program, or of an evaluation's shared library
    #[command(long_about = text("regress add"))]
    Add {
        /// The program
        file: PathBuf,
        /// The version's name [default: the file's]
        #[arg(long)]
        name: Option<String>,
        /// UCI options to play with: a TOML file with options = { NAME = VALUE }
        #[arg(long, value_name = "FILE")]
        params: Option<PathBuf>,
    },
    /// Remove versions; results against them are kept
    Remove {
        /// The versions
        #[arg(required = true)]
        names: Vec<String>,
    },
}

pub(super) fn run(command: &ArchiveCommand, here: &Path) -> anyhow::Result<()> {
    let archive = Archive::below(&Repository::around(here)?.root);
    match command {
        ArchiveCommand::List { engine, json } => list(&archive, engine.as_deref(), *json),
        ArchiveCommand::Add { file, name, params } => {
            crate::cli::stop_programs_on_interrupt("interrupted; nothing was archived")?;
            let params = params.as_deref().map(Parameters::options).transpose()?.unwrap_or_default();
            let engine = file.file_stem().unwrap_or_default().to_string_lossy();
            let version = Version::new(name.as_deref().unwrap_or(&engine).to_owned(), &engine, now());
            add(&archive, file, Version { params, ..version })
        }
        ArchiveCommand::Remove { names } => {
            for name in names {
                archive.remove(name)?;
                crate::cli::print(&format!("removed {name}\n"))?;
            }
            Ok(())
        }
    }
}

fn add(archive: &Archive, file: &Path, version: Version) -> anyhow::Result<()> {
    // A bare name would be searched for in PATH.
    let program = absolute(file).with_context(|| file.display().to_string())?;
    let notify = |line: &str| crate::cli::note(line);
    let version = archive.add(&program, version, notify)?;
    crate::cli::print(&format!("{}: {}\n", version.name, signature(&version)))
}

/// A version with its strength.
#[derive(Serialize)]
struct VersionsListRow<'v> {
    #[serde(flatten)]
    version: &'v Version,
    limits: Option<String>,
    previous: Option<Difference>,
    first: Option<Difference>,
}

fn list(archive: &Archive, engine: Option<&str>, json: bool) -> anyhow::Result<()> {
    let (mut versions, unreadable) = archive.list()?;
    unreadable.iter().for_each(crate::cli::warn);
    let entries = archive.entries()?;
    versions.sort_by(|a, b| a.engine.cmp(&b.engine));
    if let Some(engine) = engine {
        let mut known: Vec<String> = versions.iter().map(|known| known.engine.clone()).collect();
        known.dedup();
        versions.retain(|version| version.engine == engine);
        if versions.is_empty() {
            return Err(no_version(engine, &known));
        }
    }
    if versions.is_empty() {
        crate::cli::remark("There are no versions yet; `evalarena regress` archives what it builds.");
    }
    for versions in versions.chunk_by(|a, b| a.engine == b.engine) {
        let (engine, rows) = (&versions[0].engine, rows(&entries, versions));
        if json {
            rows.iter().try_for_each(crate::cli::print_json)?;
        } else {
            crate::cli::show(table(engine, &rows, crate::cli::line_width()))?;
        }
    }
    Ok(())
}

fn rows<'v>(entries: &[Entry], versions: &'v [Version]) -> Vec<VersionsListRow<'v>> {
    let engine = &versions[0].engine;
    let mut played = entries.iter().filter(|entry| entry.engine == *engine && entry.run.is_some());
    let limits = played.next_back().map(|entry| entry.limits.clone());
    let strengths = Strengths::new(entries, engine, limits.as_deref().unwrap_or_default());
    let identities: Vec<String> = versions.iter().map(Version::identity).collect();
    let against = |place: usize, other: usize| {
        let difference = strengths.between(&identities[place], &identities[other]);
        difference.filter(|_| place != other)
    };
    // One that was never compared has no part in the scale.
    let compared = identities.iter().position(|identity| strengths.has(identity));
    let row = |(place, version): (usize, &'v Version)| VersionsListRow {
        version,
        limits: limits.clone(),
        previous: against(place, place.saturating_sub(1)),
        first: against(place, compared.unwrap_or(0)),
    };
    versions.iter().enumerate().map(row).collect()
}

/// Elo with its interval, and a star if it is the sum of several comparisons.
fn elo_text(difference: &Difference) -> String {
    let Interval { value, low, high } = difference.elo;
    let chain = if difference.links > 1 { "*" } else { "" };
    format!("{value:+.1} [{low:+.1}, {high:+.1}]{chain}")
}

fn table(engine: &str, rows: &[VersionsListRow<'_>], width: usize) -> Document {
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
        let version = row.version;
        let nodes = version.bench.map(|nodes| nodes.to_string());
        columns.row([
            version.name.clone(),
            version.date.chars().take(10).collect(),
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
