//! `evalarena check` and `openings check`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::bail;
use clap::{Args, Subcommand};
use config::{EngineKind, EvaluatorConfig};
use engine_core::evaluator::EvaluatorInfo;
use lab::calibration::{FILE, MeasuredScale, Measurements, measure};
use lab::laws;
use openings::check::{Counts, check as check_openings};
use openings::{ReadOptions, Source, Variant};
use players::known_positions::of_all_kinds;
use players::player::{Finding, Outcome, check, checks, configured, from_outside};
use regression::git::today;
use report::progress::Progress;
use report::{Document, Style, plural};
use serde::Serialize;
use serde_json::json;

use super::engines::margin_positions;
use super::show;
use super::sides::engine_of;

/// Check a UCI engine, or the laws of an evaluation
#[derive(Args)]
#[command(long_about = super::help::text("check"), after_help = super::help::text("after check"))]
pub(crate) struct CheckArgs {
    /// The engine
    engine: String,
    /// Games from whose positions the margin scale of an evaluation is measured; 0: check the laws alone
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u32).range(0..=10_000))]
    games: u32,
    /// Print one JSON object with all findings
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &CheckArgs) -> anyhow::Result<ExitCode> {
    let engine = engine_of(&arguments.engine, None)?;
    super::stop_programs_on_interrupt("interrupted")?;
    let report = Report { engine: &engine.name, json: arguments.json };
    if let EngineKind::Evaluator(config) = &engine.kind {
        return check_evaluation(&report, config, arguments.games);
    }
    let findings = report.print_each(checks(), |found| Ok(check(&engine, found)?))?;
    report.summarize(&findings, None)
}

struct Report<'e> {
    engine: &'e str,
    json: bool,
}

impl Report<'_> {
    /// Prints the findings of `examine`, `count` of them, as they come.
    fn print_each(
        &self,
        count: usize,
        examine: impl FnOnce(&mut dyn FnMut(&Finding)) -> anyhow::Result<Vec<Finding>>,
    ) -> anyhow::Result<Vec<Finding>> {
        let mut part = "";
        let mut written = Ok(());
        // Printing findings as they come is progress enough.
        let progress = if self.json { Progress::new(count, 0, "checks") } else { Progress::hidden() };
        let findings = examine(&mut |finding| {
            progress.advance(1, |_| finding.name.to_owned());
            if self.json || written.is_err() {
                return;
            }
            let heading = if part == finding.part { String::new() } else { format!("{}\n", finding.part) };
            part = finding.part;
            written = super::print(&heading).and_then(|()| super::show(line(finding)));
        })?;
        progress.finish();
        written?;
        Ok(findings)
    }

    /// Prints how many passed, or all of it for programs; returns the exit status.
    fn summarize(&self, findings: &[Finding], scales: Option<&MeasuredScale>) -> anyhow::Result<ExitCode> {
        let count = |outcome| findings.iter().filter(|f| f.outcome == outcome).count();
        let [passed, noted, failed] = [Outcome::Passed, Outcome::Noted, Outcome::Failed].map(count);
        let engine = self.engine;
        if self.json {
            let lines = findings.iter().map(|Finding { part, name, outcome, detail }| {
                json!({ "part": part, "check": name, "outcome": word(*outcome), "detail": detail })
            });
            let mut report = json!({
                "engine": engine,
                "passed": passed,
                "noted": noted,
                "failed": failed,
                "findings": lines.collect::<Vec<_>>(),
            });
            if let Some(scales) = scales {
                report["scales"] = serde_json::to_value(scales)?;
            }
            super::print_json(&report)?;
        } else if !findings.is_empty() {
            let all = findings.len();
            super::print(&format!("\n{engine}: {passed} of {all} passed, {noted} noted, {failed} failed\n"))?;
        }
        Ok(if is_failed(findings) { ExitCode::FAILURE } else { ExitCode::SUCCESS })
    }
}

fn is_failed(findings: &[Finding]) -> bool {
    findings.iter().any(|finding| finding.outcome == Outcome::Failed)
}

fn word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Passed => "ok",
        Outcome::Noted => "note",
        Outcome::Failed => "FAILED",
    }
}

fn line(finding: &Finding) -> Document {
    let Finding { name, detail, .. } = finding;
    let style = match finding.outcome {
        Outcome::Passed => Style::Plain,
        Outcome::Noted => Style::Warning,
        Outcome::Failed => Style::Below,
    };
    let found = if detail.is_empty() { (*name).to_string() } else { format!("{name}: {detail}") };
    let word = format!("{:<6}", word(finding.outcome));
    let head = [(Style::Plain, "  ".into()), (style, word), (Style::Plain, " ".into())];
    let mut document = Document::new();
    document.hanging(head, found);
    document
}

/// Checks the laws of an evaluation from outside, and measures the scales of any on positions from `games` games.
fn check_evaluation(report: &Report<'_>, config: &EvaluatorConfig, games: u32) -> anyhow::Result<ExitCode> {
    if config.external.is_none() && games == 0 {
        bail!("{}: the laws of a built-in evaluator are tests; leave --games 0 out", report.engine);
    }
    let findings = match &config.external {
        None => Vec::new(),
        Some(external) => {
            let evaluation = from_outside(report.engine, config, external, false)?;
            let positions = of_all_kinds()?;
            report.print_each(laws::laws(), |found| Ok(laws::check(&evaluation, &positions, found)))?
        }
    };
    // Values that break the laws have no scale.
    if games == 0 || is_failed(&findings) {
        return report.summarize(&findings, None);
    }
    let info = configured(report.engine, &config.unchanged())?.info();
    // An unusable file is refused before anything is measured.
    let measurements = Measurements::read(Path::new(FILE))?;
    let scale = measure(config, &margin_positions(games)?)?;
    if !is_own(&info) {
        measurements.with(&scale, &today()).write(Path::new(FILE))?;
    }
    if !report.json {
        show(scales(&info, config.external.is_some(), &scale))?;
    }
    report.summarize(&findings, Some(&scale))
}

/// The scales, for people; `is_external` if the evaluation is from outside.
fn scales(info: &EvaluatorInfo, is_external: bool, found: &MeasuredScale) -> Document {
    let mut document = Document::from(format!(
        "scales\n\
         margin scale {:>7.2}          {} positions\n\
         eval scale   {:>7.1} ± {:<6.1} {} positions of {} games\n\
         ratio        {:>7.3} ± {:<6.3} the same\n\n\
         Margin scale: how far a search moves its values, relative to Michniewski's. Eval scale: the centipawns \
         that make an expected score of 73 %. Ratio: of the evaluation scale to that of Michniewski's evaluator on \
         these positions. ± is one standard error, by game.\n",
        found.margin_scale,
        found.margin_scale_positions,
        found.eval_scale,
        found.eval_scale_error,
        found.eval_scale_positions,
        found.games,
        found.ratio,
        found.ratio_error,
    ));
    document.blank();
    if is_own(info) {
        document.sentence(format!(
            "its source has margin scale {} ({}) and evaluation scale {}, which are used; nothing is written",
            info.margin_scale.ratio, info.margin_scale.measured, info.eval_scale.centipawns
        ));
        return document;
    }
    let (margin_scale, eval_scale, date) = (found.margin_scale, found.eval_scale, today());
    let (place, lines) = if is_external {
        (
            "elsewhere, in an [[engine]] of a configuration",
            format!("    margin_scale = {margin_scale:?}\n    eval_scale = {eval_scale:?}"),
        )
    } else {
        (
            "to keep the numbers in the source of the evaluator",
            format!(
                "    margin_scale: MarginScale {{ ratio: {margin_scale:?}, measured: \"{date}\" }},\n    \
                 eval_scale: EvalScale {{ centipawns: {eval_scale:?}, measured: \"{date}\" }},"
            ),
        )
    };
    document.sentence(format!("written: {FILE}, which is read in this folder; {place}:"));
    lines.lines().for_each(|line| document.row(line));
    document
}

fn is_own(info: &EvaluatorInfo) -> bool {
    info.margin_scale.is_measured() && info.eval_scale.is_measured()
}

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
#[command(long_about = super::help::text("openings check"), after_help = super::help::text("after openings check"))]
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

pub(crate) fn run_openings(arguments: &OpeningsArgs) -> anyhow::Result<()> {
    let OpeningsCommand::Check(arguments) = &arguments.command;
    let file = arguments.file.display().to_string();
    let reading = ReadOptions { variant: arguments.variant, ..ReadOptions::default() };
    let source = openings::open(&arguments.file, &reading)?;
    for repair in source.repairs() {
        super::warn(format!("{file}: {repair}"));
    }
    let progress = match &source {
        Source::Book(book) => Progress::new(book.count, 0, "openings read"),
        Source::Polyglot(_) => Progress::open_ended(0, "openings read"),
    };
    let counts = check_openings(&source, arguments.skip_bad, || progress.tick())?;
    progress.finish();
    let report = OpeningsCheckReport { file: &file, counts: &counts };
    super::present(arguments.json, &report, |_| openings_table(&file, &counts))
}

fn openings_table(file: &str, counts: &Counts) -> Document {
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
