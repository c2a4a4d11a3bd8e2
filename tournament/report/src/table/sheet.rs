//! The standings as a sheet of cells: for the page, and for documents in Markdown.

use std::fmt::Write;

use crate::r#match::Match;
use crate::numbers::{elo_text, los_cell, percent, reach_text, signed, speed, zero_text};
use crate::table::ranking::{FACTS, list_notes, ranking};
use crate::verdicts::groups_note;
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
    pub fn of(results: &Results) -> Self {
        let mut sheet = Self { heads: Vec::new(), rows: Vec::new(), notes: notes(results) };
        // A match has its result in all games together.
        let parts = if results.is_match() { vec![results] } else { results.parts() };
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
    let steers = |c: char| matches!(c, '\\' | '|' | '*' | '_' | '`' | '<' | '[' | ']');
    let escape = |c: char| steers(c).then_some('\\').into_iter().chain([c]);
    text.chars().flat_map(escape).collect()
}

fn elo(engine: &EngineResult) -> String {
    let prior = if engine.rating_from_prior { "*" } else { "" };
    let failure = if engine.tainted > 0 { "!" } else { "" };
    let (value, reach) = (signed(engine.elo.value), reach_text(engine.elo));
    format!("{value}{prior}{failure} {reach}")
}

fn notes(results: &Results) -> Vec<String> {
    if let Some(of_two) = &results.of_two {
        return vec![match_note(results, of_two)];
    }
    let zero = zero_text(&results.anchors, |_| None);
    let scale = format!("Elo: logistic, {zero}; ± is the 95 % interval, from pairs of games.");
    let mut notes = vec![scale];
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
