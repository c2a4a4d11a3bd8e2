//! A run's table as comma-separated values.

use std::borrow::Cow;
use std::io::Write;

use super::results::Results;

const COLUMNS: [&str; 15] = [
    "ladder",
    "rank",
    "name",
    "elo",
    "elo_low",
    "elo_high",
    "games",
    "wins",
    "draws",
    "losses",
    "points",
    "score",
    "letters",
    "nps",
    "mean_depth",
];

/// A text as a cell. A text that looks like a formula has an apostrophe before it, as in spreadsheets.
#[must_use]
pub fn csv_text(text: &str) -> Cow<'_, str> {
    if text.starts_with(['=', '+', '-', '@', '\t', '\r']) {
        Cow::Owned(format!("'{text}"))
    } else {
        Cow::Borrowed(text)
    }
}

/// Writes one line per engine, the strongest first, below a heading; for a run with time controls first all together, then
/// each time control. Unknown values are empty, and so is the time control of all together.
///
/// # Errors
/// If it cannot be written.
pub fn write_csv(results: &Results, to: &mut (impl Write + ?Sized)) -> Result<(), csv::Error> {
    let mut rows = csv::Writer::from_writer(to);
    rows.write_record(COLUMNS)?;
    for results in std::iter::once(results).chain(&results.time_controls) {
        write_rows(results, &mut rows)?;
    }
    Ok(rows.flush()?)
}

fn write_rows<W: Write>(results: &Results, rows: &mut csv::Writer<W>) -> Result<(), csv::Error> {
    let number = |number: Option<f64>| number.map_or(String::new(), |number| number.to_string());
    let mut engines: Vec<_> = results.engines.iter().collect();
    let elo = |elo: Option<f64>| elo.unwrap_or(f64::NEG_INFINITY);
    engines.sort_by(|a, b| elo(b.elo.value).total_cmp(&elo(a.elo.value)));
    for (place, engine) in engines.into_iter().enumerate() {
        rows.write_record([
            csv_text(results.time_control.as_deref().unwrap_or_default()).into_owned(),
            (place + 1).to_string(),
            csv_text(&engine.name).into_owned(),
            number(engine.elo.value),
            number(engine.elo.low),
            number(engine.elo.high),
            engine.games.to_string(),
            engine.wins.to_string(),
            engine.draws.to_string(),
            engine.losses.to_string(),
            engine.points.to_string(),
            number(engine.score),
            engine.groups.clone().unwrap_or_default(),
            number(engine.nps),
            number(engine.mean_depth),
        ])?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::csv_text;

    #[test]
    fn no_text_is_a_formula() {
        for formula in ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1"] {
            assert_eq!(csv_text(formula), format!("'{formula}"));
        }
        for text in ["", "Otter", "a=b", "e4"] {
            assert_eq!(csv_text(text), text);
        }
    }
}
