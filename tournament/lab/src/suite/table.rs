//! The results of engines on a suite as a table.

use super::report::{EngineReport, Mates, PositionReport, SuiteReport};
use players::player::GivenScore;
use report::numbers::{cut, percent, speed};
use report::{Column, Columns, Document, plural};

const NAME_WIDTH: usize = 24;

/// The details below the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Detail {
    /// The positions that are not solved, and which engine solves what others do not.
    Failed,
    /// Every position.
    All,
}

/// Pawns with a sign and two decimals, `+0.35`; mates as `+M5` and `-M3`.
fn score(score: GivenScore) -> String {
    match score {
        GivenScore::Cp(cp) => format!("{:+.2}", f64::from(cp) / 100.0),
        GivenScore::Mate(moves) => {
            format!("{}M{}", if moves < 0 { '-' } else { '+' }, moves.unsigned_abs())
        }
    }
}

/// A row an engine, and below it what `detail` asks for, in lines of `width` characters but for sentences.
pub fn table(report: &SuiteReport, detail: Option<Detail>, width: usize) -> Document {
    let mut to = Document::new();
    let limit = report.limit.map(|limit| format!("; {limit}"));
    let limit = limit.unwrap_or_default().replace(" a move", " a position");
    to.sentence(format!("{}: {}{limit}", report.file, plural(report.positions, "position")));
    to.blank();
    ranking(report, width, &mut to);
    mates(report, width, &mut to);
    add_relapses(report, &mut to);
    failures(report, &mut to);
    let Some(detail) = detail else { return to };
    for engine in &report.engines {
        let name = &engine.name;
        let is_shown = |result: &&PositionReport| detail == Detail::All || !result.solved;
        let shown = engine.results.iter().filter(is_shown);
        to.blank();
        to.sentence(match (detail, shown.clone().count()) {
            (Detail::All, _) => format!("{name}:"),
            (Detail::Failed, 0) => format!("{name} solved everything"),
            (Detail::Failed, count) => format!("Not solved by {name} ({count}):"),
        });
        positions(shown, width, &mut to);
    }
    disagreements(report, width, &mut to);
    to
}

fn ranking(report: &SuiteReport, width: usize, to: &mut Document) {
    let points = report.engines.iter().any(|engine| engine.max_points.is_some());
    let mut columns = Columns::new([
        Column::left("Engine").gap(0).cut(),
        Column::right("Solved").gap(1).least(9),
        Column::right("Share").gap(1).least(6),
        Column::left("95 % interval").least(14).goes(1),
        Column::right(if points { "Points" } else { "" }).gap(1).least(11),
        Column::right("mean").gap(1).least(10).goes(2),
        Column::right("median").gap(1).least(10).goes(3).above("Nodes to solution"),
        Column::right("Nodes").gap(1).least(8).goes(4),
        Column::right("Time").gap(1).least(8).goes(5),
        Column::right("nps").gap(1).least(6).goes(6),
    ]);
    for engine in &report.engines {
        let number = |number: Option<f64>| number.map_or("-".to_owned(), |n| format!("{n:.0}"));
        let [low, high] = [engine.share.low, engine.share.high].map(|share| 100.0 * share);
        let of = |most: u64| format!("{}/{most}", engine.points.unwrap_or(0));
        columns.row([
            cut(&engine.name, NAME_WIDTH),
            format!("{}/{}", engine.solved, report.positions),
            percent(Some(engine.share.value)),
            format!("[{low:.1}, {high:.1}]"),
            engine.max_points.map_or(String::new(), of),
            number(engine.mean_nodes_to_solution),
            number(engine.median_nodes_to_solution),
            count(engine.nodes),
            format!("{:.1} s", engine.seconds),
            speed(engine.nps),
        ]);
    }
    to.append(columns.document(width));
}

fn mates(report: &SuiteReport, width: usize, to: &mut Document) {
    let of_engine = report.engines.iter().filter_map(|engine| Some((engine, engine.mates?)));
    let rows: Vec<_> = of_engine.collect();
    let Some((_, Mates { positions, .. })) = rows.first() else {
        return;
    };
    to.blank();
    to.sentence(format!("Mates announced, of {positions} that are known:"));
    to.blank();
    let mut columns = Columns::new([
        Column::left("Engine").gap(0).cut(),
        Column::right("Found").gap(1).least(9),
        Column::right("Best").gap(1).least(6),
        Column::right("Shorter").gap(1).least(8).goes(1),
        Column::right("Wrong").gap(1).least(6),
    ]);
    for (engine, Mates { found, best, shorter, wrong, .. }) in rows {
        let counts = [found, best, shorter, wrong].map(|count| count.to_string());
        columns.row([cut(&engine.name, NAME_WIDTH)].into_iter().chain(counts));
    }
    to.append(columns.document(width));
}

fn count(nodes: u64) -> String {
    const MANY: u64 = 100_000;
    if nodes < MANY { nodes.to_string() } else { speed(Some(nodes as f64)) }
}

fn add_relapses(report: &SuiteReport, to: &mut Document) {
    for engine in &report.engines {
        let Some(again) = engine.lost_again else { continue };
        let lost = report.positions - engine.solved - again;
        to.blank();
        to.sentence(format!("{}: {} solved, {lost} still lost, {again} lost again", engine.name, engine.solved));
        for row in engine.results.iter().filter(|row| !row.solved) {
            let Some(earlier) = &row.solved_before else { continue };
            let played = row.san.as_deref().or(row.failure.as_deref()).unwrap_or("-");
            to.sentence(format!(
                "  lost again: {}: {}, and it plays {played}; solved on {earlier}",
                row.name(),
                row.goal
            ));
        }
    }
}

fn failures(report: &SuiteReport, to: &mut Document) {
    for engine in report.engines.iter().filter(|engine| engine.failures > 0) {
        let mut failed = engine.results.iter().filter_map(|result| result.failure.as_ref());
        let first = failed.next().map_or("", String::as_str);
        let times = engine.failures;
        to.blank();
        to.sentence(format!("{} failed at {times} positions, first by {first}", engine.name));
    }
}

fn positions<'r>(results: impl Iterator<Item = &'r PositionReport>, width: usize, to: &mut Document) {
    let mut columns = Columns::new([
        Column::left("").cut(),
        Column::left("").cut(),
        Column::left("").least(7),
        Column::right("").gap(1).goes(2),
        Column::right("").gap(1).least(7).goes(1),
        Column::left("").gap(1).goes(4),
        Column::right("").gap(1).least(15).goes(3),
        Column::right("").gap(1).least(8).goes(5),
        Column::left("").goes(6),
        Column::left("").cut(),
    ]);
    for result in results {
        let mark = if result.solved { '+' } else { '-' };
        let points = result.points.zip(result.max_points);
        let found = result.nodes_to_solution.zip(result.seconds_to_solution);
        columns.row([
            format!("{mark} {}", result.name()),
            result.goal.clone(),
            result.san.clone().unwrap_or_else(|| "-".to_owned()),
            points.map_or(String::new(), |(points, most)| format!("{points}/{most}")),
            result.score.map_or("-".to_owned(), score),
            format!("depth {:>2}", result.depth),
            format!("{} nodes", result.nodes),
            format!("{:.3}s", result.seconds),
            found.map_or(String::new(), |(nodes, seconds)| format!("from {nodes} nodes, {seconds:.3}s on")),
            result.failure.clone().unwrap_or_default(),
        ]);
    }
    to.append(columns.document(width));
}

fn disagreements(report: &SuiteReport, width: usize, to: &mut Document) {
    let mut rows = Vec::new();
    for index in 0..report.positions {
        let solvers: Vec<&EngineReport> = report.engines.iter().filter(|engine| engine.results[index].solved).collect();
        if !solvers.is_empty() && solvers.len() < report.engines.len() {
            let names: Vec<&str> = solvers.iter().map(|engine| engine.name.as_str()).collect();
            rows.push((report.engines[0].results[index].name(), names.join(", ")));
        }
    }
    if report.engines.len() < 2 || rows.is_empty() {
        return;
    }
    to.blank();
    to.sentence(format!("Solved by some only ({}):", rows.len()));
    let mut columns = Columns::new([Column::left("").cut(), Column::left("").cut()]);
    for (name, solvers) in rows {
        columns.row([name, solvers]);
    }
    to.append(columns.document(width));
}
