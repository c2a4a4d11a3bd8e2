//! `tournament check`.

use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::Args;
use config::EngineKind;
use players::player::{Finding, Outcome, check, checks};
use report::progress::Progress;
use report::{Document, Style};
use serde::Serialize;

use super::sides::Sides;

/// Check an engine for UCI compliance
#[derive(Args)]
#[command(
    long_about = "Asks a UCI engine some sixty questions, as match runners, graphical interfaces and analysts do: \
        greeting and options; node, depth and time limits; stop, ponder and infinite searches; positions in \
        which move generation is difficult; info lines; processor use while it searches and while it should \
        be idle; and how it ends. It takes about 15 seconds.\n\n\
        `FAILED` would lose games or hang a match; a `note` is harmless.\n\n\
        ENGINE is a UCI engine by its path or its name in PATH, 'cmd:PROGRAM ARGUMENTS', an archived build, \
        or an engine of a configuration with its options, engines.toml:NAME.",
    after_help = "Exit status: 0 if nothing failed, 1 if a check failed, 2 for an error.\n\n\
        Examples:\n  \
        tournament check stockfish\n  \
        tournament check 'cmd:/usr/games/gnuchess --uci' --json\n  \
        tournament check configs/external.toml:Stockfish"
)]
pub(crate) struct CheckArgs {
    /// The engine
    engine: String,

    /// Print one JSON object with all findings
    #[arg(long)]
    json: bool,
}

/// The findings, for programs.
#[derive(Serialize)]
struct CheckReport<'f> {
    engine: &'f str,
    passed: usize,
    noted: usize,
    failed: usize,
    findings: Vec<Line<'f>>,
}

#[derive(Serialize)]
struct Line<'f> {
    part: &'f str,
    check: &'f str,
    outcome: &'f str,
    detail: &'f str,
}

pub(crate) fn run(arguments: &CheckArgs) -> anyhow::Result<ExitCode> {
    let words = [arguments.engine.clone()];
    let sides = Sides {
        words: &words,
        limit: None,
        hash: None,
    };
    let [engine] = &sides.engines()?[..] else {
        bail!(
            "{}: name one of its engines, FILE.toml:NAME",
            arguments.engine
        );
    };
    if let EngineKind::Evaluator(evaluator) = &engine.kind {
        bail!(
            "{} plays inside the arena, without UCI; check its program, as in \
             `tournament check ./target/release/{}`",
            engine.name,
            evaluator.evaluator
        );
    }
    super::stop_programs_when_interrupted("interrupted")?;
    let mut part = "";
    let mut written = Ok(());
    // Printing findings as they come is progress enough.
    let progress = if arguments.json {
        Progress::new(checks(), 0, "checks")
    } else {
        Progress::hidden()
    };
    let findings = check(engine, |finding| {
        progress.advance(1, |_| finding.name.to_owned());
        if arguments.json || written.is_err() {
            return;
        }
        let heading = if part == finding.part {
            String::new()
        } else {
            format!("{}\n", finding.part)
        };
        part = finding.part;
        written = super::print(&heading).and_then(|()| super::show(line(finding)));
    })?;
    progress.finish();
    written.context("the report")?;
    let failed = findings.iter().any(|f| f.outcome == Outcome::Failed);
    super::print(&summary(&engine.name, &findings, arguments.json)?)?;
    Ok(if failed {
        ExitCode::FAILURE
    } else {
        ExitCode::SUCCESS
    })
}

/// The report for programs, or the last line for people.
fn summary(engine: &str, findings: &[Finding], json: bool) -> anyhow::Result<String> {
    let count = |outcome| findings.iter().filter(|f| f.outcome == outcome).count();
    let [passed, noted, failed] = [Outcome::Passed, Outcome::Noted, Outcome::Failed].map(count);
    if !json {
        let all = checks();
        return Ok(format!(
            "\n{engine}: {passed} of {all} passed, {noted} noted, {failed} failed\n"
        ));
    }
    let lines = findings.iter().map(|finding| Line {
        part: finding.part,
        check: finding.name,
        outcome: word(finding.outcome),
        detail: &finding.detail,
    });
    let report = CheckReport {
        engine,
        passed,
        noted,
        failed,
        findings: lines.collect(),
    };
    Ok(serde_json::to_string_pretty(&report)? + "\n")
}

fn word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Passed => "ok",
        Outcome::Noted => "note",
        Outcome::Failed => "FAILED",
    }
}

/// One finding for people.
fn line(finding: &Finding) -> Document {
    let Finding { name, detail, .. } = finding;
    let style = match finding.outcome {
        Outcome::Passed => Style::Plain,
        Outcome::Noted => Style::Warning,
        Outcome::Failed => Style::Below,
    };
    let found = if detail.is_empty() {
        (*name).to_string()
    } else {
        format!("{name}: {detail}")
    };
    let word = format!("{:<6}", word(finding.outcome));
    let head = [
        (Style::Plain, "  ".into()),
        (style, word),
        (Style::Plain, " ".into()),
    ];
    let mut document = Document::new();
    document.hanging(head, found);
    document
}
