//! `evalarena check`.

use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::Args;
use config::EngineKind;
use lab::laws;
use players::known_positions::of_all_kinds;
use players::player::{Finding, Outcome, check, checks, from_outside};
use report::progress::Progress;
use report::{Document, Style};
use serde::Serialize;

use super::sides::Sides;

/// Check an engine for UCI compliance, or an evaluation for its laws
#[derive(Args)]
#[command(
    long_about = "Asks a UCI engine some sixty questions, as match runners, graphical interfaces and analysts do: \
        greeting and options; node, depth and time limits; stop, ponder and infinite searches; positions in \
        which move generation is difficult; info lines; processor use while it searches and while it should \
        be idle; and how it ends. It takes about 15 seconds.\n\n\
        Of an evaluation (./mine.so, 'eval:python3 mine.py', uci-eval:stockfish) it checks the laws on some thousand \
        positions: a value within ±30,000, the same one whenever a position is given, from whichever side and \
        whatever the clocks are; terms that add up; options that come back to their defaults; and measures its \
        speed.\n\n\
        `FAILED` would lose games or hang a match; a `note` is harmless.\n\n\
        ENGINE is a UCI engine by its path or its name in PATH, 'cmd:PROGRAM ARGUMENTS', an archived build, \
        an evaluation, or an engine of a configuration with its options, engines.toml:NAME.",
    after_help = "Exit status: 0 if nothing failed, 1 if a check failed, 2 for an error.\n\n\
        Examples:\n  \
        evalarena check stockfish\n  \
        evalarena check 'cmd:/usr/games/gnuchess --uci' --json\n  \
        evalarena check configs/external.toml:Stockfish\n  \
        evalarena check ./mine.so"
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
    let sides = Sides { words: &words, limit: None, hash: None };
    let [engine] = &sides.engines()?[..] else {
        bail!("{}: name one of its engines, FILE.toml:NAME", arguments.engine);
    };
    super::stop_programs_when_interrupted("interrupted")?;
    let report = Report { engine: &engine.name, json: arguments.json };
    let EngineKind::Evaluator(evaluator) = &engine.kind else {
        return report.of(checks(), |found| Ok(check(engine, found)?));
    };
    let Some(external) = &evaluator.external else {
        bail!(
            "{} plays inside the arena, without UCI; check its program, as in \
             `evalarena check ./target/release/{}`",
            engine.name,
            evaluator.evaluator
        );
    };
    let evaluation = from_outside(&engine.name, evaluator, external)?;
    let positions = of_all_kinds()?;
    report.of(laws::laws(), |found| Ok(laws::check(&evaluation, &positions, found)))
}

/// The report on an engine.
struct Report<'e> {
    engine: &'e str,
    /// True if programs read it.
    json: bool,
}

impl Report<'_> {
    /// Prints the findings of `examine`, `count` of them, as they come.
    fn of(
        &self,
        count: usize,
        examine: impl FnOnce(&mut dyn FnMut(&Finding)) -> anyhow::Result<Vec<Finding>>,
    ) -> anyhow::Result<ExitCode> {
        let mut part = "";
        let mut written = Ok(());
        // Printing findings as they come is progress enough.
        let progress =
            if self.json { Progress::new(count, 0, "checks") } else { Progress::hidden() };
        let findings = examine(&mut |finding| {
            progress.advance(1, |_| finding.name.to_owned());
            if self.json || written.is_err() {
                return;
            }
            let heading =
                if part == finding.part { String::new() } else { format!("{}\n", finding.part) };
            part = finding.part;
            written = super::print(&heading).and_then(|()| super::show(line(finding)));
        })?;
        progress.finish();
        written.context("the report")?;
        let failed = findings.iter().any(|f| f.outcome == Outcome::Failed);
        super::print(&summary(self.engine, &findings, self.json)?)?;
        Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
    }
}

/// The report for programs, or the last line for people.
fn summary(engine: &str, findings: &[Finding], json: bool) -> anyhow::Result<String> {
    let count = |outcome| findings.iter().filter(|f| f.outcome == outcome).count();
    let [passed, noted, failed] = [Outcome::Passed, Outcome::Noted, Outcome::Failed].map(count);
    if !json {
        let all = findings.len();
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
    let report = CheckReport { engine, passed, noted, failed, findings: lines.collect() };
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
    let found = if detail.is_empty() { (*name).to_string() } else { format!("{name}: {detail}") };
    let word = format!("{:<6}", word(finding.outcome));
    let head = [(Style::Plain, "  ".into()), (style, word), (Style::Plain, " ".into())];
    let mut document = Document::new();
    document.hanging(head, found);
    document
}
