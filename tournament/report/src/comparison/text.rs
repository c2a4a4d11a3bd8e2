//! A comparison for people.

use match_stats::differences::FAMILY_WISE_ERROR;

use super::{ComparedElo, ComparedRow, ComparedRun, Comparison};
use crate::numbers::{cut, percent, reach_text, signed};
use crate::{Column, Columns, Document};

const NAME_WIDTH: usize = 28;

impl Comparison {
    /// The runs, their differences, their engines and pairings, in lines of `width` characters.
    pub fn document(&self, width: usize) -> Document {
        let mut document = Document::new();
        for run in &self.runs {
            run.add_to(&mut document);
        }
        for rows in [&self.engines, &self.pairings].into_iter().filter(|rows| !rows.is_empty()) {
            document.blank();
            document.append(table(rows, width));
        }
        document.blank();
        self.add_notes(&mut document);
        document
    }

    fn add_notes(&self, to: &mut Document) {
        let differences = self.engines.len() * (self.runs.len() - 1);
        if differences > 0 {
            to.sentence(format!(
                "Elo of engines: above the mean of the {} that are in all runs, whatever a run's own zero is; p is of all \
                 {differences} differences together (Holm), * at most {:.0} %",
                self.engines.len(),
                100.0 * FAMILY_WISE_ERROR
            ));
        }
        if !self.pairings.is_empty() {
            to.sentence(
                "Elo of one engine against another: from their games alone; each difference stands alone, and of \
                 twenty between equals one misses 0",
            );
        }
        to.sentence("± is the 95 % interval, of a difference that of the difference alone");
        if !self.only_in_some.is_empty() {
            to.sentence(format!("Not in all runs: {}", self.only_in_some.join(", ")));
        }
    }
}

impl ComparedRun {
    fn add_to(&self, to: &mut Document) {
        let Self { run, folder, name, games, planned_games, seed, limits, software, .. } = self;
        to.row(format!("{run}  {folder}"));
        to.sentence(format!("   {name}: {games} of {planned_games} games, seed {seed}; {limits}; {software}"));
        for line in &self.differs {
            to.sentence(format!("   {line}"));
        }
        if self.shared_games > 0 {
            to.warning(format!(
                "games that are the same in A and {run}, move by move: {}. The runs are not independent samples, and the \
                 intervals and p of differences are wrong as far as they rest on these games",
                self.shared_games
            ));
        }
    }
}

fn table(rows: &[ComparedRow], width: usize) -> Document {
    let head = if rows.iter().all(|row| row.against.is_none()) { "Engine" } else { "Pairing" };
    let mut table = Columns::new([
        Column::left(head).gap(0).cut(),
        Column::left("Run"),
        Column::right("Elo"),
        Column::right("±").gap(1),
        Column::right("from A"),
        Column::right("±").gap(1),
        Column::left("p").gap(2).goes(1),
        Column::right("Score").goes(2),
        Column::right("Games").goes(3),
        Column::right("Draws").goes(4),
    ]);
    for row in rows {
        let against = row.against.as_ref().map(|name| cut(name, NAME_WIDTH));
        let second = against.map_or(String::new(), |name| format!("against {name}"));
        for (place, run) in row.runs.iter().enumerate() {
            let [difference, reach, p] = match &run.difference {
                Some(change) => [signed(change.elo.value), reach_text(change.elo), p_text(change)],
                None => [const { String::new() }; 3],
            };
            table.row([
                match place {
                    0 => cut(&row.name, NAME_WIDTH),
                    1 => second.clone(),
                    _ => String::new(),
                },
                run.run.to_string(),
                signed(run.elo.value),
                reach_text(run.elo),
                difference,
                reach,
                p,
                percent(run.score),
                run.games.to_string(),
                percent(run.draw_rate),
            ]);
        }
    }
    table.document(width)
}

/// The adjusted p-value of a difference, and whether it is significant.
fn p_text(change: &ComparedElo) -> String {
    let text = |p: f64| {
        let mark = if p <= FAMILY_WISE_ERROR { "*" } else { "" };
        if p < 0.0005 { format!("<0.001{mark}") } else { format!("{p:.3}{mark}") }
    };
    change.p_adjusted.map_or(String::new(), text)
}
