//! Who did what against whom.

use std::io::{self, Write};

use super::{LINE_WIDTH, cut, name_width, signed};
use crate::report::results::{PairingSummary, Results};

/// Wins, draws and losses of the row's engine against the column's, in as many blocks of columns
/// as the width of a line asks for. Two engines need no matrix.
pub(super) fn head_to_head(
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
