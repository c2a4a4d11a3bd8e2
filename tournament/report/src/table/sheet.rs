//! The standings as a sheet of cells: for the page, and for documents in Markdown.

use std::fmt::Write;

use crate::evaluations::Measurement;
use crate::given_elo::zero_text;
use crate::r#match::Match;
use crate::numbers::{elo_text, los_cell, percent, reach_text, signed, speed};
use crate::table::fit::groups_note;
use crate::table::ranking::ranking;
use crate::{EngineResult, Results};

/// The standings, or the list of evaluations: a row for each engine.
#[derive(Debug, Clone, PartialEq)]
pub struct Sheet {
    pub(crate) heads: Vec<SheetHead>,
    pub(crate) rows: Vec<Vec<String>>,
    pub(crate) notes: Vec<String>,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct SheetHead {
    pub(crate) title: String,
    pub(crate) is_text: bool,
}

impl Sheet {
    /// The standings of a run: the order is that of its first time control.
    #[must_use]
    pub fn of(results: &Results) -> Self {
        let mut sheet = Self { heads: Vec::new(), rows: Vec::new(), notes: notes(results) };
        // A match has its result in all games together.
        let parts = match &results.time_controls[..] {
            several if !several.is_empty() && !results.is_match() => several.iter().collect(),
            _ => vec![results],
        };
        let order = parts.first().map_or_else(Vec::new, |first| ranking(first));
        let engines: Vec<&EngineResult> = order.iter().map(|&i| &results.engines[i]).collect();
        sheet.rows = vec![Vec::new(); engines.len()];
        sheet.add("", false, (1..=engines.len()).map(|rank| rank.to_string()));
        sheet.add("Engine", true, engines.iter().map(|e| e.name.clone()));
        for part in &parts {
            let own: Vec<&EngineResult> = order.iter().map(|&i| &part.engines[i]).collect();
            if !results.is_match() {
                let name = part.time_control.as_deref().unwrap_or("Elo");
                sheet.add(name, false, own.iter().map(|e| elo(e)));
                let groups = own.iter().map(|e| e.groups.clone().unwrap_or_default());
                sheet.add("Group", true, groups);
            }
            if parts.len() == 1 {
                sheet.add_scores(&own);
            }
        }
        if results.is_list() || results.evaluations.is_some() {
            sheet.add_facts(&engines);
        }
        sheet
    }

    /// The sheet in Markdown, with the tables of GitHub, and its notes below.
    #[must_use]
    pub fn markdown(&self) -> String {
        let line = |cells: &mut dyn Iterator<Item = String>| {
            let cells: Vec<String> = cells.collect();
            format!("| {} |\n", cells.join(" | "))
        };
        let mut text = line(&mut self.heads.iter().map(|head| markdown(&head.title)));
        let rule = |head: &SheetHead| if head.is_text { "---" } else { "--:" }.to_owned();
        text += &line(&mut self.heads.iter().map(rule));
        for row in &self.rows {
            text += &line(&mut row.iter().map(|cell| markdown(cell)));
        }
        for note in &self.notes {
            // Writing to a text cannot fail.
            let _ = write!(text, "\n{}\n", markdown(note));
        }
        text
    }

    fn add(&mut self, title: &str, is_text: bool, cells: impl Iterator<Item = String>) {
        self.heads.push(SheetHead { title: title.to_owned(), is_text });
        for (row, cell) in self.rows.iter_mut().zip(cells) {
            row.push(cell);
        }
    }

    fn add_scores(&mut self, engines: &[&EngineResult]) {
        let points = |e: &&EngineResult| format!("{}/{}", e.points, e.games);
        self.add("Points", false, engines.iter().map(points));
        self.add("Score", false, engines.iter().map(|e| percent(e.score)));
        self.add("Draws", false, engines.iter().map(|e| percent(e.draw_rate)));
        self.add("nps", false, engines.iter().map(|e| speed(e.nps)));
    }

    /// Adds what is known of the evaluations, without empty columns.
    fn add_facts(&mut self, engines: &[&EngineResult]) {
        for (title, is_text, cell) in FACTS {
            let cells: Vec<String> = engines.iter().map(|engine| cell(engine)).collect();
            if cells.iter().any(|cell| !cell.is_empty()) {
                self.add(title, is_text, cells.into_iter());
            }
        }
    }
}

fn markdown(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        if matches!(c, '\\' | '|' | '*' | '_' | '`' | '<' | '[' | ']') {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

/// A column: its title, whether it has texts, and its cell of an engine.
type Fact = (&'static str, bool, fn(&EngineResult) -> String);

pub(crate) const FACTS: [Fact; 4] = [
    ("ns", false, |engine| {
        let found = engine.evaluation.measured.and_then(|m| m.nanoseconds);
        found.map_or(String::new(), |ns| format!("{ns:.0}"))
    }),
    ("Explained", false, |engine| {
        let found = engine.evaluation.measured.and_then(explained);
        found.unwrap_or_default()
    }),
    ("Year", false, |engine| {
        let found = engine.evaluation.year;
        found.map_or(String::new(), |year| year.to_string())
    }),
    ("Kind", true, |engine| engine.evaluation.kind.clone().unwrap_or_default()),
];

fn explained(measured: Measurement) -> Option<String> {
    let share = 100.0 * measured.explained?;
    let error = measured.explained_error;
    let error = error.map_or(String::new(), |error| format!(" ±{:.1}", 100.0 * error));
    Some(format!("{share:.1}%{error}"))
}

fn elo(engine: &EngineResult) -> String {
    let prior = if engine.rating_from_prior { "*" } else { "" };
    let failure = if engine.tainted > 0 { "!" } else { "" };
    let (value, reach) = (signed(engine.elo.value), reach_text(engine.elo));
    format!("{value}{prior}{failure} {reach}")
}

fn notes(results: &Results) -> Vec<String> {
    let mut notes = Vec::new();
    if let Some(of_two) = &results.of_two {
        notes.push(match_note(results, of_two));
        return notes;
    }
    let zero = zero_text(&results.anchors, |_| None);
    notes.push(format!("Elo: logistic, {zero}; ± is the 95 % interval, from pairs of games."));
    if let Some(first) = results.time_controls.first() {
        notes.push(groups_note(first.differences.len()));
    } else if results.differences.len() > 1 {
        notes.push(groups_note(results.differences.len()));
    }
    if results.is_list() {
        notes.extend(list_notes(results));
    } else {
        notes.extend(results.evaluations.clone());
    }
    notes
}

fn match_note(results: &Results, of_two: &Match) -> String {
    let engine = &results.engines[0];
    let (elo, los) = of_two.strength();
    format!(
        "{} against {}: +{} ={} -{}, {}, stronger with a probability of {} %",
        engine.name,
        results.engines[1].name,
        engine.wins,
        engine.draws,
        engine.losses,
        elo_text(elo),
        los_cell(los)
    )
}

/// Notes on a list of evaluations: its scales, and the neighbours that do not differ significantly.
pub(crate) fn list_notes(results: &Results) -> Vec<String> {
    let mut notes = vec![
        "Each time control has its own scale and its own groups; ratings of different columns are not to be compared."
            .to_owned(),
    ];
    notes.extend(results.time_controls.iter().filter_map(neighbours));
    notes.extend(results.evaluations.clone());
    notes
}

/// The engines that do not differ significantly from the next in the ranking of a time control; `None` before any are
/// rated.
fn neighbours(results: &Results) -> Option<String> {
    let time_control = results.time_control.as_deref().unwrap_or_default();
    let order = ranking(results);
    let mut compared = 0;
    let mut open = Vec::new();
    for two in order.windows(2) {
        let [a, b] = [two[0], two[1]].map(|index| results.engines[index].name.as_str());
        let of_both =
            |d: &&crate::DifferenceSummary| (d.a == a && d.b == b) || (d.a == b && d.b == a);
        let Some(difference) = results.differences.iter().find(of_both) else {
            continue;
        };
        compared += 1;
        if !difference.significant {
            open.push(a);
        }
    }
    let text = match &open[..] {
        _ if compared == 0 => return None,
        [] => format!("{time_control}: each is significantly ahead of the next."),
        open => {
            format!("{time_control}: not significantly ahead of the next: {}.", open.join(", "))
        }
    };
    Some(text)
}

#[cfg(test)]
mod tests;
