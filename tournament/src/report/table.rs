//! The table of a run, for people: plain text under a hundred columns wide.

mod crosstable;
mod endings;

use std::io::{self, Write};

use super::results::{EngineResult, Results};
use crosstable::head_to_head;
use endings::{endings, notes};

/// Names longer than this are cut off in the table.
const NAME_WIDTH: usize = 28;
/// No line of the table is longer.
const LINE_WIDTH: usize = 98;
/// Of ratings that are conditional on White's advantage.
pub(super) const ADVANTAGE_UNTOLD: &str = "These games do not tell White's advantage from strength: it was taken to be 0, and ratings \
     and\nintervals hold if it is";

/// Writes the ranking, who did what against whom, and how the games ended. With ladders the ranking
/// has them side by side, and the rest follows for each of them.
///
/// # Errors
/// If it cannot be written.
pub fn write_table(results: &Results, to: &mut (impl Write + ?Sized)) -> io::Result<()> {
    heading(results, to)?;
    write_standings(results, to)?;
    if results.ladders.is_empty() {
        head_to_head(results, &ranking(results), to)?;
        endings(results, to)?;
        return notes(results, to);
    }
    for ladder in results.ladders.iter().filter(|ladder| ladder.games > 0) {
        let name = ladder.ladder.as_deref().unwrap_or_default();
        writeln!(to, "== {name}: {}\n", ladder.limits)?;
        head_to_head(ladder, &ranking(ladder), to)?;
        endings(ladder, to)?;
        notes(ladder, to)?;
        writeln!(to)?;
    }
    Ok(())
}

/// Writes the ranking alone.
///
/// # Errors
/// If it cannot be written.
pub fn write_standings(results: &Results, to: &mut (impl Write + ?Sized)) -> io::Result<()> {
    match &results.ladders[..] {
        [] => write_ranking(results, &ranking(results), to),
        [first, ..] => write_side_by_side(results, &ranking(first), to),
    }
}

/// The engines in the order of the first ladder, and what each did on each ladder.
fn write_side_by_side(
    results: &Results,
    ranking: &[usize],
    to: &mut (impl Write + ?Sized),
) -> io::Result<()> {
    const CELL: usize = 36;
    let width = name_width(results).min(LINE_WIDTH - 4 - 2 * CELL);
    let columns = usize::max(1, (LINE_WIDTH - 4 - width) / CELL);
    for ladders in results.ladders.chunks(columns) {
        let (mut names, mut heads) = (String::new(), String::new());
        for ladder in ladders {
            let name = ladder.ladder.as_deref().unwrap_or_default();
            names += &format!("  {:<34}", cut(name, 34));
            heads += &format!("  {:>7}  {:<18} {:>6}", "Elo", "95 % interval", "Score");
        }
        writeln!(to, "{:>3} {:<width$}{}", "", "", names.trim_end())?;
        writeln!(to, "{:>3} {:<width$}{heads}", "", "Engine")?;
        for (rank, &index) in ranking.iter().enumerate() {
            let name = cut(&results.engines[index].name, width);
            write!(to, "{:>3} {name:<width$}", rank + 1)?;
            for ladder in ladders {
                let engine = &ladder.engines[index];
                let prior = if engine.rating_from_prior { '*' } else { ' ' };
                let (elo, score) = (signed(engine.elo), percent(engine.score));
                write!(to, "  {elo:>7}{prior} {:<18} {score:>6}", interval(engine))?;
            }
            writeln!(to)?;
        }
        writeln!(to)?;
    }
    Ok(())
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

pub(crate) fn cut(name: &str, width: usize) -> String {
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

pub(crate) fn percent(share: Option<f64>) -> String {
    share.map_or("-".to_owned(), |share| format!("{:.1}%", 100.0 * share))
}

/// Nodes a second in thousands or millions.
pub(crate) fn speed(nps: Option<f64>) -> String {
    match nps {
        Some(nps) if nps >= 999_500.0 => format!("{:.2}M", nps / 1e6),
        Some(nps) => format!("{:.0}k", nps / 1e3),
        None => "-".to_owned(),
    }
}

#[cfg(test)]
mod tests;
