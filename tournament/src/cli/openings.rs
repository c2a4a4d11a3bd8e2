//! `evalarena openings`.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use openings::check::{Counts, check};
use openings::{ReadOptions, Source, Variant};
use report::progress::Progress;
use report::{Document, plural};
use serde::Serialize;

use super::{present, warn};

/// Check opening books
#[derive(Args)]
pub(crate) struct OpeningsArgs {
    #[command(subcommand)]
    command: OpeningsCommand,
}

#[derive(Subcommand)]
enum OpeningsCommand {
    Check(OpeningsCheckArgs),
}

/// Report what is in an opening book
#[derive(Args)]
#[command(
    long_about = super::help::text("openings check"),
    after_help = "Examples:\n  \
        evalarena openings check 8moves_v3.pgn.zip"
)]
struct OpeningsCheckArgs {
    /// The book
    file: PathBuf,
    /// The chess variant of the book
    #[arg(long, value_name = "NAME", default_value = "standard", value_parser = Variant::of_name)]
    variant: Variant,
    /// Skip invalid openings, and count them
    #[arg(long)]
    skip_bad: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct OpeningsCheckReport<'r> {
    file: &'r str,
    #[serde(flatten)]
    counts: &'r Counts,
}

pub(crate) fn run(arguments: &OpeningsArgs) -> anyhow::Result<()> {
    let OpeningsCommand::Check(arguments) = &arguments.command;
    let file = arguments.file.display().to_string();
    let reading = ReadOptions { variant: arguments.variant, ..ReadOptions::default() };
    let source = openings::open(&arguments.file, &reading)?;
    for repair in source.repairs() {
        warn(format!("{file}: {repair}"));
    }
    let progress = match &source {
        Source::Book(book) => Progress::new(book.count, 0, "openings read"),
        Source::Polyglot(_) => Progress::open_ended(0, "openings read"),
    };
    let counts = check(&source, arguments.skip_bad, || progress.tick())?;
    progress.finish();
    let report = OpeningsCheckReport { file: &file, counts: &counts };
    present(arguments.json, &report, |_| table(&file, &counts))
}

fn table(file: &str, counts: &Counts) -> Document {
    let mut text = Document::new();
    let all = counts.openings.max(1) as f64;
    let only = if counts.complete { "" } else { " looked at; there are more" };
    text.sentence(format!("{file}: {}{only}", plural(counts.openings, "opening")));
    if counts.skipped > 0 {
        text.sentence(format!("{} more make no sense and were passed over", counts.skipped));
    }
    for (what, count) in [
        ("end where an earlier one ends", counts.doubles),
        ("end with Black to move", counts.black_to_move),
        ("something was captured", counts.captures),
        ("the sides have other material", counts.unequal_material),
        ("have an ECO code", counts.with_eco),
    ] {
        let share = 100.0 * count as f64 / all;
        text.row(format!("  {what:<30} {count:>8} {share:>6.1} %"));
    }
    let plies = counts.plies.iter().map(|(plies, count)| format!("{plies}: {count}"));
    text.sentence(format!("Half-moves: {}", plies.collect::<Vec<_>>().join(", ")));
    let volumes = counts.eco_volumes.iter().map(|(volume, count)| format!("{volume}: {count}"));
    let volumes = volumes.collect::<Vec<_>>().join(", ");
    text.sentence(format!("ECO: {} codes; {volumes}", counts.eco_codes));
    text
}
