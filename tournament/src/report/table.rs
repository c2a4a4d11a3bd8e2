//! The table of a run, for people: plain text under a hundred columns wide.

use std::io::{self, Write};

use super::results::{EngineResult, PairingSummary, Results};

/// Names longer than this are cut off in the table.
const NAME_WIDTH: usize = 28;
/// No line of the table is longer.
const LINE_WIDTH: usize = 98;

/// Writes the ranking, who did what against whom, and how the games ended.
///
/// # Errors
/// If it cannot be written.
pub fn write_table(results: &Results, to: &mut (impl Write + ?Sized)) -> io::Result<()> {
    let ranking = ranking(results);
    heading(results, to)?;
    write_ranking(results, &ranking, to)?;
    head_to_head(results, &ranking, to)?;
    endings(results, to)?;
    notes(results, to)
}

/// Engines by rating, then by points, as indices into the results.
fn ranking(results: &Results) -> Vec<usize> {
    let engines = &results.engines;
    let mut ranking: Vec<usize> = (0..engines.len()).collect();
    let elo = |i: usize| engines[i].elo.unwrap_or(f64::NEG_INFINITY);
    ranking.sort_by(|&a, &b| {
        let by_points = || engines[b].points.total_cmp(&engines[a].points);
        elo(b).total_cmp(&elo(a)).then_with(by_points)
    });
    ranking
}

fn heading(results: &Results, to: &mut (impl Write + ?Sized)) -> io::Result<()> {
    let Results {
        name,
        games,
        planned_games,
        seed,
        ..
    } = results;
    let state = if results.finished {
        "complete"
    } else {
        "unfinished"
    };
    writeln!(
        to,
        "{name}: {games} of {planned_games} games, {state}; seed {seed}"
    )?;
    writeln!(to, "Limits: {}", results.limits)?;
    writeln!(to)
}

fn write_ranking(
    results: &Results,
    ranking: &[usize],
    to: &mut (impl Write + ?Sized),
) -> io::Result<()> {
    let width = name_width(results);
    writeln!(
        to,
        "{:>3} {:<width$} {:>7}  {:<18} {:>13} {:>6} {:>6} {:>6}",
        "", "Engine", "Elo", "95 % interval", "Points", "Score", "Draws", "nps",
    )?;
    for (rank, &index) in ranking.iter().enumerate() {
        let engine = &results.engines[index];
        writeln!(
            to,
            "{:>3} {:<width$} {:>7}{} {:<18} {:>13} {:>6} {:>6} {:>6}",
            rank + 1,
            cut(&engine.name, width),
            signed(engine.elo),
            if engine.rating_from_prior { '*' } else { ' ' },
            interval(engine),
            format!("{}/{}", engine.points, engine.games),
            percent(engine.score),
            percent(engine.draw_rate),
            speed(engine.nps),
        )?;
    }
    writeln!(to)
}

fn name_width(results: &Results) -> usize {
    let lengths = results.engines.iter().map(|e| e.name.chars().count());
    lengths.max().unwrap_or(0).clamp(6, NAME_WIDTH)
}

pub(super) fn cut(name: &str, width: usize) -> String {
    if name.chars().count() <= width {
        return name.to_owned();
    }
    let head: String = name.chars().take(width - 2).collect();
    format!("{head}..")
}

pub(super) fn signed(elo: Option<f64>) -> String {
    match elo {
        // No minus before a zero.
        Some(elo) if elo.abs() < 0.05 => "0.0".to_owned(),
        Some(elo) => format!("{elo:+.1}"),
        None => "-".to_owned(),
    }
}

fn interval(engine: &EngineResult) -> String {
    match (engine.elo_low, engine.elo_high) {
        (Some(low), Some(high)) => format!("[{}, {}]", signed(Some(low)), signed(Some(high))),
        _ => "-".to_owned(),
    }
}

pub(super) fn percent(share: Option<f64>) -> String {
    share.map_or("-".to_owned(), |share| format!("{:.1}%", 100.0 * share))
}

/// Nodes a second in thousands or millions.
fn speed(nps: Option<f64>) -> String {
    match nps {
        Some(nps) if nps >= 999_500.0 => format!("{:.2}M", nps / 1e6),
        Some(nps) => format!("{:.0}k", nps / 1e3),
        None => "-".to_owned(),
    }
}

/// Wins, draws and losses of the row's engine against the column's, in as many blocks of columns
/// as the width of a line asks for. Two engines need no matrix.
fn head_to_head(
    results: &Results,
    ranking: &[usize],
    to: &mut (impl Write + ?Sized),
) -> io::Result<()> {
    if let [pairing] = &results.pairings[..] {
        return duel(pairing, to);
    }
    let cell = |row: usize, column: usize| cell(results, ranking[row], ranking[column]);
    let engines = ranking.len();
    let cells = (0..engines).flat_map(|row| (0..engines).map(move |column| cell(row, column)));
    let cell_width = cells.map(|cell| cell.len()).max().unwrap_or(0).max(3) + 1;
    let width = name_width(results);
    let columns = usize::max(1, (LINE_WIDTH - width - 4) / cell_width);
    writeln!(to, "Wins-draws-losses of the row against the column:")?;
    for first in (0..engines).step_by(columns) {
        let block = first..usize::min(first + columns, engines);
        write!(to, "{:>3} {:<width$}", "", "")?;
        for column in block.clone() {
            write!(to, "{:>cell_width$}", column + 1)?;
        }
        writeln!(to)?;
        for (row, &index) in ranking.iter().enumerate() {
            let name = cut(&results.engines[index].name, width);
            write!(to, "{:>3} {name:<width$}", row + 1)?;
            for column in block.clone() {
                write!(to, "{:>cell_width$}", cell(row, column))?;
            }
            writeln!(to)?;
        }
        writeln!(to)?;
    }
    Ok(())
}

fn cell(results: &Results, row: usize, column: usize) -> String {
    let between = |p: &&PairingSummary| p.indices == (row, column) || p.indices == (column, row);
    match results.pairings.iter().find(between) {
        Some(p) if p.indices.0 == row => format!("{}-{}-{}", p.wins, p.draws, p.losses),
        Some(p) => format!("{}-{}-{}", p.losses, p.draws, p.wins),
        None => "-".to_owned(),
    }
}

/// The result of a single pairing.
fn duel(pairing: &PairingSummary, to: &mut (impl Write + ?Sized)) -> io::Result<()> {
    let PairingSummary {
        a,
        b,
        wins,
        draws,
        losses,
        penta,
        ..
    } = pairing;
    let bound = |elo: Option<f64>, unbounded: &str| match elo {
        Some(_) => signed(elo),
        None => unbounded.to_owned(),
    };
    writeln!(to, "{a} against {b}: +{wins} ={draws} -{losses}")?;
    if let Some(los) = pairing.los {
        let elo = bound(pairing.elo, "unbounded");
        let low = bound(pairing.elo_low, "unbounded");
        let high = bound(pairing.elo_high, "unbounded");
        writeln!(
            to,
            "Elo {elo} [{low}, {high}], stronger with a probability of {:.1}%",
            100.0 * los
        )?;
        let [ll, ld, even, wd, ww] = penta;
        writeln!(
            to,
            "Pairs by points 0, 1/2, 1, 3/2, 2: {ll} {ld} {even} {wd} {ww}"
        )?;
    }
    writeln!(to)
}

fn endings(results: &Results, to: &mut (impl Write + ?Sized)) -> io::Result<()> {
    if results.terminations.is_empty() {
        return Ok(());
    }
    let kinds = results.terminations.iter();
    let kinds = kinds.map(|(termination, count)| format!("{} {count}", termination.phrase()));
    wrapped("Games ended by: ", &kinds.collect::<Vec<_>>(), to)?;
    taint(results, to)
}

/// A list after some words, in lines that are not too long.
fn wrapped(start: &str, items: &[String], to: &mut (impl Write + ?Sized)) -> io::Result<()> {
    let mut line = start.to_owned();
    for (index, item) in items.iter().enumerate() {
        let separator = if index + 1 < items.len() { "," } else { "" };
        if index > 0 && line.len() + 1 + item.len() > LINE_WIDTH {
            writeln!(to, "{line}")?;
            line = format!("  {item}{separator}");
        } else {
            let space = if index == 0 { "" } else { " " };
            line.push_str(&format!("{space}{item}{separator}"));
        }
    }
    writeln!(to, "{line}")
}

/// Which games were not decided by chess, and whose verdicts hang on them.
fn taint(results: &Results, to: &mut (impl Write + ?Sized)) -> io::Result<()> {
    let tainted = results.terminations.iter().filter(|(t, _)| t.is_tainted());
    let tainted = tainted.map(|(_, count)| count).sum::<u64>();
    if tainted > 0 {
        writeln!(
            to,
            "WARNING: {tainted} games were decided by a clock or a bug, not by chess"
        )?;
    }
    for engine in results.engines.iter().filter(|e| !e.failures.is_empty()) {
        let name = cut(&engine.name, NAME_WIDTH);
        let kinds = engine.failures.iter();
        let kinds = kinds.map(|(kind, count)| format!("{count} by {}", kind.phrase()));
        let kinds: Vec<String> = kinds.collect();
        wrapped(&format!("  {name} lost "), &kinds, to)?;
    }
    for p in &results.pairings {
        let (a, b) = (cut(&p.a, NAME_WIDTH), cut(&p.b, NAME_WIDTH));
        if p.hangs_on_forfeits {
            writeln!(
                to,
                "WARNING: these {} games could have decided who is stronger:\n  {a}, {b}",
                p.tainted
            )?;
        }
        if p.hangs_on_adjudications {
            writeln!(
                to,
                "WARNING: {:.0} % of wrong adjudications ({} games) could undo the verdict:\n  {a}, {b}",
                100.0 * crate::stats::taint::WRONG_ADJUDICATIONS,
                p.adjudicated
            )?;
        }
    }
    Ok(())
}

fn notes(results: &Results, to: &mut (impl Write + ?Sized)) -> io::Result<()> {
    let zero = match &results.anchor {
        Some(anchor) => format!("{anchor} = 0"),
        None => "mean of all = 0".to_owned(),
    };
    writeln!(to, "Elo: logistic, 95 % interval from game pairs, {zero}")?;
    let white = match results.white_advantage {
        Some(_) => format!(
            "{} Elo [{}, {}]",
            signed(results.white_advantage),
            signed(results.white_advantage_low),
            signed(results.white_advantage_high)
        ),
        None => "unknown".to_owned(),
    };
    let draws = percent(results.draw_rate_at_equal_strength);
    writeln!(
        to,
        "White's advantage: {white}; draws between equals: {draws}"
    )?;
    if let (Some(each), Some(share)) = (results.overhead_ms, results.overhead_share) {
        let share = 100.0 * share;
        writeln!(
            to,
            "Overhead between moves: {each:.4} ms a move, {share:.2} % of the time"
        )?;
    }
    for (number, group) in results.groups.iter().enumerate() {
        let names: Vec<String> = group.iter().map(|name| cut(name, NAME_WIDTH)).collect();
        writeln!(to, "Group {}: {}", number + 1, names.join(", "))?;
    }
    if !results.groups.is_empty() {
        writeln!(
            to,
            "The groups have not met: their ratings cannot be compared"
        )?;
    }
    if results.engines.iter().any(|e| e.rating_from_prior) {
        writeln!(
            to,
            "* no finite rating from the results alone: a weak prior (standard deviation {} Elo) \
             stands in",
            crate::stats::ratings::PRIOR_SD
        )?;
    }
    match results.half_pairs {
        0 => Ok(()),
        1 => writeln!(
            to,
            "1 pair is half played: its game counts for points, not for Elo"
        ),
        n => writeln!(
            to,
            "{n} pairs are half played: their games count for points, not for Elo"
        ),
    }
}

#[cfg(test)]
mod tests;
