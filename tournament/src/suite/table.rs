//! What engines made of a suite, for people.

use std::fmt::{self, Write};

use super::report::{EngineReport, PositionReport, Report, ScoreText};
use crate::report::column_width;
use crate::report::numbers::{cut, percent, speed};

/// Longer names are cut.
const NAME_WIDTH: usize = 24;

/// What is shown below the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Detail {
    /// Nothing.
    None,
    /// The positions that are not solved, and which engine solves what others do not.
    Failed,
    /// Every position.
    All,
}

impl fmt::Display for ScoreText {
    /// Pawns with a sign and two decimals, `+0.35`; mates as `+M5` and `-M3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Cp(cp) => write!(f, "{:+.2}", f64::from(cp) / 100.0),
            Self::Mate { mate } if mate < 0 => write!(f, "-M{}", mate.unsigned_abs()),
            Self::Mate { mate } => write!(f, "+M{mate}"),
        }
    }
}

/// A row an engine, and below it what `detail` asks for.
///
/// # Errors
/// Never: writing into a text cannot fail.
pub fn table(report: &Report, detail: Detail) -> Result<String, fmt::Error> {
    let mut to = String::new();
    let limit = report.limit.map(|limit| format!("; {limit}"));
    let limit = limit.unwrap_or_default().replace(" a move", " a position");
    writeln!(
        to,
        "{}: {} positions{limit}\n",
        report.file, report.positions
    )?;
    ranking(report, &mut to)?;
    failures(report, &mut to)?;
    match detail {
        Detail::None => {}
        Detail::Failed => {
            for engine in &report.engines {
                unsolved(engine, &mut to)?;
            }
            disagreements(report, &mut to)?;
        }
        Detail::All => {
            for engine in &report.engines {
                writeln!(to, "\n{}:", engine.name)?;
                positions(engine.results.iter(), &mut to)?;
            }
            disagreements(report, &mut to)?;
        }
    }
    Ok(to)
}

fn ranking(report: &Report, to: &mut String) -> fmt::Result {
    let names = report.engines.iter().map(|e| e.name.chars().count());
    let width = names.max().unwrap_or(0).clamp("Engine".len(), NAME_WIDTH);
    let has_points = report.max_points.is_some();
    // Above the columns of the mean and the median.
    let indent = width + if has_points { 46 } else { 34 };
    writeln!(to, "{:indent$} {:>21}", "", "Nodes to solution")?;
    let mut row = |cells: [&str; 10]| {
        let [name, solved, share, interval, points, rest @ ..] = cells;
        let points = if has_points {
            format!(" {points:>11}")
        } else {
            String::new()
        };
        let [mean, median, nodes, time, nps] = rest;
        let line = format!(
            "{name:<width$} {solved:>9} {share:>6}  {interval:<14}{points} {mean:>10} {median:>10} \
             {nodes:>8} {time:>8} {nps:>6}"
        );
        writeln!(to, "{}", line.trim_end())
    };
    row([
        "Engine",
        "Solved",
        "Share",
        "95 % interval",
        "Points",
        "mean",
        "median",
        "Nodes",
        "Time",
        "nps",
    ])?;
    for engine in &report.engines {
        let number = |number: Option<f64>| number.map_or("-".to_owned(), |n| format!("{n:.0}"));
        let earned = engine.points.unwrap_or(0);
        row([
            &cut(&engine.name, width),
            &format!("{}/{}", engine.solved, engine.positions),
            &percent(Some(engine.share.value)),
            &format!(
                "[{:.1}, {:.1}]",
                100.0 * engine.share.low,
                100.0 * engine.share.high
            ),
            &format!("{earned}/{}", engine.max_points.unwrap_or(0)),
            &number(engine.mean_nodes_to_solution),
            &number(engine.median_nodes_to_solution),
            &count(engine.nodes),
            &format!("{:.1} s", engine.seconds),
            &speed(engine.nps),
        ])?;
    }
    Ok(())
}

/// Nodes, in thousands or millions if they are many.
fn count(nodes: u64) -> String {
    const MANY: u64 = 100_000;
    if nodes < MANY {
        nodes.to_string()
    } else {
        speed(Some(nodes as f64))
    }
}

/// What programs did wrong.
fn failures(report: &Report, to: &mut String) -> fmt::Result {
    for engine in report.engines.iter().filter(|engine| engine.failures > 0) {
        let mut failed = engine
            .results
            .iter()
            .filter_map(|result| result.failure.as_ref());
        let first = failed.next().map_or("", String::as_str);
        let times = engine.failures;
        writeln!(
            to,
            "\n{} failed at {times} positions, first by {first}",
            engine.name
        )?;
    }
    Ok(())
}

fn unsolved(engine: &EngineReport, to: &mut String) -> fmt::Result {
    let failed = || engine.results.iter().filter(|result| !result.solved);
    match failed().count() {
        0 => writeln!(to, "\n{} solved everything", engine.name),
        count => {
            writeln!(to, "\nNot solved by {} ({count}):", engine.name)?;
            positions(failed(), to)
        }
    }
}

fn positions<'r>(
    results: impl Iterator<Item = &'r PositionReport> + Clone,
    to: &mut String,
) -> fmt::Result {
    let id = column_width(results.clone().map(name));
    let goal = column_width(results.clone().map(|result| &result.goal));
    for result in results {
        let mark = if result.solved { '+' } else { '-' };
        let san = result.san.as_deref().unwrap_or("-");
        write!(
            to,
            "  {mark} {:<id$}  {:<goal$}  {san:<7}",
            name(result),
            result.goal
        )?;
        if let (Some(points), Some(most)) = (result.points, result.max_points) {
            write!(to, " {:>6}", format!("{points}/{most}"))?;
        }
        let score = result
            .score
            .map_or("-".to_owned(), |score| score.to_string());
        write!(
            to,
            " {score:>7} depth {:>2} {:>9} nodes {:>7.3}s",
            result.depth, result.nodes, result.seconds
        )?;
        if let (Some(nodes), Some(seconds)) = (result.nodes_to_solution, result.seconds_to_solution)
        {
            write!(to, "  from {nodes} nodes, {seconds:.3}s on")?;
        }
        if let Some(failure) = &result.failure {
            write!(to, "  {failure}")?;
        }
        writeln!(to)?;
    }
    Ok(())
}

fn name(result: &PositionReport) -> String {
    if result.id.is_empty() {
        format!("{}:{}", result.file, result.line)
    } else {
        result.id.clone()
    }
}

/// The positions that some engines solved and others did not.
fn disagreements(report: &Report, to: &mut String) -> fmt::Result {
    let mut rows = Vec::new();
    for index in 0..report.positions {
        let solvers: Vec<&EngineReport> = report
            .engines
            .iter()
            .filter(|engine| engine.results[index].solved)
            .collect();
        if !solvers.is_empty() && solvers.len() < report.engines.len() {
            let names: Vec<&str> = solvers.iter().map(|engine| engine.name.as_str()).collect();
            rows.push((name(&report.engines[0].results[index]), names.join(", ")));
        }
    }
    if report.engines.len() < 2 || rows.is_empty() {
        return Ok(());
    }
    let width = column_width(rows.iter().map(|(name, _)| name));
    writeln!(to, "\nSolved by some only ({}):", rows.len())?;
    for (name, solvers) in rows {
        writeln!(to, "  {name:<width$}  {solvers}")?;
    }
    Ok(())
}
