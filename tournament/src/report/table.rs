//! The table of a run, for people: plain text as wide as it may be, under a hundred columns.

mod crosstable;
mod endings;
pub(crate) mod fit;
pub(crate) mod matrix;

use std::io::{self, Write};

use match_stats::Interval;

use super::match_summary::MatchSummary;
use super::results::Results;
use super::summaries::EngineResult;
use crosstable::head_to_head;
use endings::{endings, notes};
use fit::letters_note;

/// Names longer than this are cut off in the table.
const NAME_WIDTH: usize = 28;
/// Letters beyond this many are cut off in the table.
const LETTERS_WIDTH: usize = 9;
/// No line of the table is longer, however much room there is.
pub const WIDEST: usize = 98;
/// With less room than this lines are too long.
pub const NARROWEST: usize = 60;
/// Of ratings that are conditional on White's advantage.
pub(super) const ADVANTAGE_UNTOLD: &str = "These games do not tell White's advantage from strength: it was taken to be 0, and ratings \
     and\nintervals hold if it is";

/// Writes the ranking, who did what against whom, and how the games ended, in lines of `width` columns
/// (between [`NARROWEST`] and [`WIDEST`]), but for sentences, which may be longer. With ladders the ranking has
/// them side by side, and the rest follows for each of them.
///
/// # Errors
/// If it cannot be written.
pub fn write_table(
    results: &Results,
    width: usize,
    to: &mut (impl Write + ?Sized),
) -> io::Result<()> {
    let width = width.clamp(NARROWEST, WIDEST);
    always_failed(results, to)?;
    heading(results, to)?;
    write_standings(results, width, to)?;
    if results.ladders.is_empty() {
        head_to_head(results, &ranking(results), width, to)?;
        endings(results, to)?;
        return notes(results, to);
    }
    for ladder in results.ladders.iter().filter(|ladder| ladder.games > 0) {
        let name = ladder.ladder.as_deref().unwrap_or_default();
        writeln!(to, "== {name}: {}\n", ladder.limits)?;
        head_to_head(ladder, &ranking(ladder), width, to)?;
        endings(ladder, to)?;
        notes(ladder, to)?;
        writeln!(to)?;
    }
    Ok(())
}

/// Writes the ranking alone, as [`write_table`] does.
///
/// # Errors
/// If it cannot be written.
pub fn write_standings(
    results: &Results,
    width: usize,
    to: &mut (impl Write + ?Sized),
) -> io::Result<()> {
    let width = width.clamp(NARROWEST, WIDEST);
    match &results.ladders[..] {
        [] => write_ranking(results, &ranking(results), width, to),
        [first, ..] => write_side_by_side(results, &ranking(first), width, to),
    }
}

/// The engines in the order of the first ladder, and what each did on each ladder.
fn write_side_by_side(
    results: &Results,
    ranking: &[usize],
    line: usize,
    to: &mut (impl Write + ?Sized),
) -> io::Result<()> {
    // Elo, two marks, its error, letters and score, with what separates them.
    const CELL: usize = 2 + 7 + 2 + 8 + 1 + LETTERS_WIDTH + 1 + 6;
    // Two ladders in a line where names have room beside them, else one.
    let room = match line.saturating_sub(4 + 2 * CELL) {
        little if little < 12 => line - 4 - CELL,
        enough => enough,
    };
    let width = name_width(results).min(room);
    let columns = usize::max(1, (line - 4 - width) / CELL);
    for ladders in results.ladders.chunks(columns) {
        let (mut names, mut heads) = (String::new(), String::new());
        for ladder in ladders {
            let name = ladder.ladder.as_deref().unwrap_or_default();
            names += &format!("  {:<1$}", cut(name, CELL - 2), CELL - 2);
            heads += &format!("  {:>7}{:>10} ", "Elo", "±");
            heads += &format!("{:<LETTERS_WIDTH$} {:>6}", "Letters", "Score");
        }
        writeln!(to, "{:>3} {:<width$}{}", "", "", names.trim_end())?;
        writeln!(to, "{:>3} {:<width$}{heads}", "", "Engine")?;
        for (rank, &index) in ranking.iter().enumerate() {
            let name = cut(&results.engines[index].name, width);
            write!(to, "{:>3} {name:<width$}", rank + 1)?;
            for ladder in ladders {
                let engine = &ladder.engines[index];
                let score = percent(engine.score);
                write!(to, "  {} {score:>6}", rating(engine, LETTERS_WIDTH + 1))?;
            }
            writeln!(to)?;
        }
        writeln!(to)?;
    }
    write_letters_note(&results.ladders[0], to)
}

/// What the letters mean, where there are any.
fn write_letters_note(results: &Results, to: &mut (impl Write + ?Sized)) -> io::Result<()> {
    if letters_width(results) == 0 {
        return Ok(());
    }
    writeln!(to, "{}\n", letters_note(results.differences.len()))
}

/// Engines by rating, then by points, as indices into the results.
fn ranking(results: &Results) -> Vec<usize> {
    let engines = &results.engines;
    let mut ranking: Vec<usize> = (0..engines.len()).collect();
    let elo = |i: usize| engines[i].elo.value.unwrap_or(f64::NEG_INFINITY);
    ranking.sort_by(|&a, &b| {
        let by_points = || engines[b].points.total_cmp(&engines[a].points);
        elo(b).total_cmp(&elo(a)).then_with(by_points)
    });
    ranking
}

/// Before anything else: who has not shown to play chess at all.
fn always_failed(results: &Results, to: &mut (impl Write + ?Sized)) -> io::Result<()> {
    let mut any = false;
    for engine in results.engines.iter().filter(|e| e.always_failed()) {
        let (name, games) = (cut(&engine.name, NAME_WIDTH), engine.games);
        writeln!(
            to,
            "WARNING: {name} failed in every one of its {games} games"
        )?;
        any = true;
    }
    if any {
        writeln!(
            to,
            "What was won against it says nothing of strength, and nor do ratings that count it.\n"
        )?;
    }
    Ok(())
}

fn heading(results: &Results, to: &mut (impl Write + ?Sized)) -> io::Result<()> {
    let Results {
        name,
        games,
        planned_games,
        seed,
        ..
    } = results;
    let decided = results
        .of_two
        .as_ref()
        .is_some_and(MatchSummary::is_decided);
    let state = match results.finished {
        true => "complete",
        false if decided => "decided",
        false => "unfinished",
    };
    writeln!(
        to,
        "{name}: {games} of {planned_games} games, {state}; seed {seed}"
    )?;
    writeln!(to, "Limits: {}", results.limits)?;
    writeln!(to)
}

/// The columns of the ranking.
struct Columns {
    /// Characters for the name.
    name: usize,
    /// Whether there are ratings: of two engines the match has the Elo, and a rating beside it would be a
    /// second answer to one question.
    rated: bool,
    /// Characters for the letters; 0 without them.
    letters: usize,
    draws: bool,
    nps: bool,
}

impl Columns {
    /// As many as a line of `width` has room for: speed is left out first, then draws, then letters, and then
    /// names are cut.
    fn new(results: &Results, width: usize) -> Self {
        let mut columns = Self {
            name: name_width(results),
            rated: !results.is_match(),
            letters: letters_width(results),
            draws: true,
            nps: true,
        };
        columns.nps = columns.width() <= width;
        columns.draws = columns.width() <= width;
        if columns.width() > width {
            columns.letters = 0;
        }
        columns.name -= columns.width().saturating_sub(width).min(columns.name);
        columns
    }

    fn width(&self) -> usize {
        let ratings = if self.rated { 18 + self.letters } else { 0 };
        let rest = [self.draws, self.nps]
            .into_iter()
            .filter(|&is_there| is_there);
        // Rank, name, points and score are always there.
        4 + self.name + ratings + 14 + 7 + 7 * rest.count()
    }

    /// A row of the last columns.
    fn tail(&self, [points, score, draws, nps]: [&str; 4]) -> String {
        let mut tail = format!(" {points:>13} {score:>6}");
        for (text, is_there) in [(draws, self.draws), (nps, self.nps)] {
            if is_there {
                tail += &format!(" {text:>6}");
            }
        }
        tail
    }
}

fn write_ranking(
    results: &Results,
    ranking: &[usize],
    width: usize,
    to: &mut (impl Write + ?Sized),
) -> io::Result<()> {
    let columns = Columns::new(results, width);
    let (width, letters) = (columns.name, columns.letters);
    let head = match columns.rated {
        true => format!(" {:>7}{:>10}{:<letters$.letters$}", "Elo", "±", " Letters"),
        false => String::new(),
    };
    let tail = columns.tail(["Points", "Score", "Draws", "nps"]);
    writeln!(to, "{:>3} {:<width$}{head}{tail}", "", "Engine")?;
    for (rank, &index) in ranking.iter().enumerate() {
        let engine = &results.engines[index];
        let rating = match columns.rated {
            true => format!(" {}", rating(engine, letters)),
            false => String::new(),
        };
        let tail = columns.tail([
            &format!("{}/{}", engine.points, engine.games),
            &percent(engine.score),
            &percent(engine.draw_rate),
            &speed(engine.nps),
        ]);
        let name = cut(&engine.name, width);
        writeln!(to, "{:>3} {name:<width$}{rating}{tail}", rank + 1)?;
    }
    writeln!(to)?;
    if let Some(of_two) = &results.of_two {
        write_match(results, of_two, to)?;
    }
    match columns.letters {
        0 => Ok(()),
        _ => write_letters_note(results, to),
    }
}

/// The result of a match, from the side of the first engine.
fn write_match(
    results: &Results,
    of_two: &MatchSummary,
    to: &mut (impl Write + ?Sized),
) -> io::Result<()> {
    let (first, second) = (&of_two.first, &of_two.second);
    let engine = &results.engines[0];
    let (wins, draws, losses) = (engine.wins, engine.draws, engine.losses);
    let (first, second) = (cut(first, NAME_WIDTH), cut(second, NAME_WIDTH));
    writeln!(to, "{first} against {second}: +{wins} ={draws} -{losses}")?;
    of_two.write(to)?;
    writeln!(to)
}

/// Elo, its marks (a prior stands in; a failure ended games), half its interval, and the letters.
fn rating(engine: &EngineResult, letters_width: usize) -> String {
    let prior = if engine.rating_from_prior { '*' } else { ' ' };
    let failure = if engine.tainted > 0 { '!' } else { ' ' };
    let letters = engine.letters.as_deref().unwrap_or("-");
    format!(
        "{:>7}{prior}{failure}{:>8}{:<letters_width$.letters_width$}",
        signed(engine.elo.value),
        error(engine),
        format!(" {}", cut(letters, LETTERS_WIDTH)),
    )
}

/// Room for the letters and a space; 0 if there is a single difference to tell, or none.
fn letters_width(results: &Results) -> usize {
    let letters = results.engines.iter().flat_map(|e| &e.letters);
    let longest = letters.map(|text| text.len().clamp(7, LETTERS_WIDTH) + 1);
    let longest = longest.max().filter(|_| results.differences.len() > 1);
    longest.unwrap_or(0)
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

/// Elo; what is unbounded in words.
pub(super) fn bounded(elo: Option<f64>) -> String {
    match elo {
        Some(_) => signed(elo),
        None => "unbounded".to_owned(),
    }
}

/// Elo with its interval.
pub(super) fn elo_text(elo: Interval<Option<f64>>) -> String {
    let Interval { value, low, high } = elo.map(bounded);
    format!("{value} Elo [{low}, {high}]")
}

/// Half of the 95 % interval; an anchor is given, and has none.
fn error(engine: &EngineResult) -> String {
    match (engine.elo.low, engine.elo.high) {
        (Some(low), Some(high)) if high > low => format!("±{:.1}", (high - low) / 2.0),
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
