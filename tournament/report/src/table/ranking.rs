//! The ranking, with ratings: as text, and as a sheet of cells for the page and for documents in Markdown.

use std::fmt::Write;

use super::{Canvas, NAME_WIDTH, widening_note};
use crate::Measurement;
use crate::bar::{BarScale, LONGEST, SHORTEST};
use crate::columns::{Column, Columns};
use crate::document::{Document, Style};
use crate::r#match::Match;
use crate::numbers::{cut, elo_text, los_cell, percent, reach_text, signed, speed, zero_text};
use crate::results::{EngineResult, Results, SwissStanding};
use crate::verdicts::groups_note;

const GROUPS_WIDTH: usize = 9;

/// The head of the cells of [`rating`].
const RATING: &str = "    Elo         ±";

/// The engines in the order of the first time control, with their results at each.
pub(super) fn add_side_by_side(results: &Results, ranking: &[usize], line: usize, to: &mut Document) {
    // Elo, two marks, its error, groups and score, with separators.
    const CELL: usize = 2 + 7 + 2 + 8 + 1 + GROUPS_WIDTH + 1 + 6;
    // Two time controls in a line if there is room for names beside them, else one.
    let room = match line.saturating_sub(4 + 2 * CELL) {
        little if little < 12 => line - 4 - CELL,
        enough => enough,
    };
    let width = name_width(results).min(room);
    let columns = usize::max(1, (line - 4 - width) / CELL);
    for time_controls in results.time_controls.chunks(columns) {
        let names = time_controls.iter().map(|own| {
            let name = own.time_control.as_deref().unwrap_or_default();
            format!("  {:<1$}", cut(name, CELL - 2), CELL - 2)
        });
        let names: String = names.collect();
        to.heading(format!("{:>3} {:<width$}{}", "", "", names.trim_end()));
        let engine = [Column::right("").gap(0), Column::left("Engine").gap(1).least(width)];
        let own = [
            Column::left(RATING).gap(2),
            Column::left("Group").gap(1).least(GROUPS_WIDTH),
            Column::right("Score").gap(1).least(6),
        ];
        let own = time_controls.iter().flat_map(|_| own.clone());
        let mut table = Columns::new(engine.into_iter().chain(own));
        for (rank, &index) in ranking.iter().enumerate() {
            let name = cut(&results.engines[index].name, width);
            let mut row = vec![plain(format!("{:>3}", rank + 1)), plain(name)];
            for time_control in time_controls {
                let engine = &time_control.engines[index];
                let rating = (rating_style(time_control, engine), rating(engine));
                row.extend([rating, plain(groups(engine)), plain(percent(engine.score))]);
            }
            table.styled(row);
        }
        to.append(table.document(line));
        to.blank();
    }
    add_groups_note(&results.time_controls[0], to);
}

fn plain(cell: String) -> (Style, String) {
    (Style::Plain, cell)
}

fn add_groups_note(results: &Results, to: &mut Document) {
    if groups_width(results) > 0 {
        to.sentence(groups_note(results.differences.len()));
        to.blank();
    }
}

/// The table of the ranking, with intervals on a scale and with speeds if they are wanted. Where there is no room, speed
/// is left out first, then draws, then groups, and then names are cut. Two engines have no ratings: the Elo of their match
/// is the answer, and ratings beside it would be a second one.
fn ranking_columns(results: &Results, ranking: &[usize], scale: Option<BarScale>, has_speed: bool) -> Columns {
    let is_rated = !results.is_match();
    let if_rated = |text: String| if is_rated { text } else { String::new() };
    let has_groups = is_rated && groups_width(results) > 0 && ranking.len() > 1;
    let place = results.list_place.as_ref().filter(|_| ranking.len() == 1).map_or(1, |own| own.place);
    let scores = &SCORES[..SCORES.len() - usize::from(!has_speed)];
    let engine = [
        Column::right("").gap(0),
        Column::left("Engine").gap(1).cut(),
        Column::left(&if_rated(RATING.to_owned())).gap(1),
        Column::left(if has_groups { "Group" } else { "" }).gap(1).goes(1),
        Column::left(&scale.map_or(String::new(), BarScale::head)).gap(1),
    ];
    let score = scores.iter().zip([(13, 0), (6, 0), (6, 2), (6, 3)]);
    let score = score.map(|((title, ..), (wide, goes))| Column::right(title).gap(1).wide(wide).goes(goes));
    let mut table = Columns::new(engine.into_iter().chain(score));
    for (rank, &index) in ranking.iter().enumerate() {
        let engine = &results.engines[index];
        let style = rating_style(results, engine);
        let first = [
            plain(format!("{:>3}", rank + place)),
            plain(cut(&engine.name, NAME_WIDTH)),
            (style, if_rated(rating(engine))),
            plain(if has_groups { groups(engine) } else { String::new() }),
            (style, scale.map_or(String::new(), |scale| scale.bar(engine.elo))),
        ];
        table.styled(first.into_iter().chain(scores.iter().map(|(_, _, cell)| plain(cell(engine)))));
    }
    table
}

pub(super) fn add_ranking(results: &Results, ranking: &[usize], canvas: Canvas, to: &mut Document) {
    // There are bars if all columns but speed leave room for them.
    let room = canvas.width.saturating_sub(1);
    let room = room.saturating_sub(ranking_columns(results, ranking, None, false).width());
    let has_bars = canvas.bars && !results.is_match() && room >= SHORTEST;
    let ratings = results.engines.iter().map(|engine| engine.elo);
    let scale = BarScale::of(ratings, room.min(LONGEST)).filter(|_| has_bars);
    let has_speed = scale.is_none() || room >= LONGEST + 7;
    let table = ranking_columns(results, ranking, scale, has_speed);
    to.append(table.document(canvas.width));
    to.blank();
    if let Some(of_two) = &results.of_two {
        let EngineResult { wins, draws, losses, .. } = &results.engines[0];
        let [first, second] = [0, 1].map(|at: usize| cut(&results.engines[at].name, NAME_WIDTH));
        to.sentence(format!("{first} against {second}: +{wins} ={draws} -{losses}"));
        to.append(of_two.document(canvas.bars));
        to.blank();
    }
    if table.has("Group", canvas.width) {
        add_groups_note(results, to);
    }
}

/// The style of a rating. Those relative to an anchor's rating, such as 2800, are all far from zero: none of them is
/// above or below it.
fn rating_style(results: &Results, engine: &EngineResult) -> Style {
    let zero_matters = results.anchors.iter().all(|anchor| anchor.elo == 0.0);
    if zero_matters { Style::of(engine.elo) } else { Style::Plain }
}

/// Elo with its marks (for a prior, and for games that a failure ended) and half its interval.
fn rating(engine: &EngineResult) -> String {
    let prior = if engine.rating_from_prior { '*' } else { ' ' };
    let failure = if engine.tainted > 0 { '!' } else { ' ' };
    let (elo, half) = (signed(engine.elo.value), reach_text(engine.elo));
    format!("{elo:>7}{prior}{failure}{half:>8}")
}

fn groups(engine: &EngineResult) -> String {
    cut(engine.groups.as_deref().unwrap_or("-"), GROUPS_WIDTH)
}

/// Room for the groups and a space; 0 with fewer than two differences.
fn groups_width(results: &Results) -> usize {
    let groups = results.engines.iter().flat_map(|e| &e.groups);
    let longest = groups.map(|text| text.len().clamp(5, GROUPS_WIDTH) + 1);
    let longest = longest.max().filter(|_| results.differences.len() > 1);
    longest.unwrap_or(0)
}

pub(super) fn name_width(results: &Results) -> usize {
    let lengths = results.engines.iter().map(|e| e.name.chars().count());
    lengths.max().unwrap_or(0).clamp(6, NAME_WIDTH)
}

/// Adds years, kinds, prices and explained variances, and how the list is to be read.
pub(super) fn add_list(results: &Results, ranking: &[usize], line: usize, to: &mut Document) {
    let engines = || ranking.iter().map(|&index| &results.engines[index]);
    let mut facts = FACTS.to_vec();
    facts.retain(|(_, _, cell)| engines().any(|engine| !matches!(&*cell(engine), "" | "?")));
    let column = |&(title, is_text, _): &Fact| {
        if is_text { Column::left(title).cut() } else { Column::right(title) }
    };
    let name = std::iter::once(Column::left("Engine").cut());
    let mut table = Columns::new(name.chain(facts.iter().map(column)));
    for engine in engines() {
        let mut cells = vec![cut(&engine.name, NAME_WIDTH)];
        cells.extend(facts.iter().map(|(_, _, cell)| cell(engine)));
        table.row(cells);
    }
    to.append(table.document(line));
    to.blank();
    for note in list_notes(results) {
        to.sentence(note);
    }
    to.blank();
}

/// A column: its title, whether it has texts, and its cell of an engine.
type Fact = (&'static str, bool, fn(&EngineResult) -> String);

const SCORES: [Fact; 4] = [
    ("Points", false, |engine| format!("{}/{}", engine.points, engine.games)),
    ("Score", false, |engine| percent(engine.score)),
    ("Draws", false, |engine| percent(engine.draw_rate)),
    ("nps", false, |engine| speed(engine.nps)),
];

const FACTS: [Fact; 4] = [
    ("ns", false, |engine| {
        let found = engine.evaluation.measured.and_then(|m| m.nanoseconds);
        found.map_or(String::new(), |ns| format!("{ns:.0}"))
    }),
    ("Explained", false, |engine| engine.evaluation.measured.and_then(explained).unwrap_or_default()),
    ("Year", false, |engine| engine.evaluation.year.map_or("?".to_owned(), |y| y.to_string())),
    ("Kind", true, |engine| engine.evaluation.kind.clone().unwrap_or_default()),
];

fn explained(measured: Measurement) -> Option<String> {
    let share = 100.0 * measured.explained?;
    let error = measured.explained_error;
    let error = error.map_or(String::new(), |error| format!(" ±{:.1}", 100.0 * error));
    Some(format!("{share:.1}%{error}"))
}

/// Notes on a list of evaluations: its scales, and the neighbours that do not differ significantly.
fn list_notes(results: &Results) -> Vec<String> {
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
    let order = results.ranking();
    let compared = order.windows(2).filter_map(|two| {
        let [a, b] = [two[0], two[1]].map(|index| results.engines[index].name.as_str());
        let mut all = results.differences.iter();
        let between = all.find(|d| [(a, b), (b, a)].contains(&(&*d.a, &*d.b)))?;
        Some((a, between.significant))
    });
    let (ahead, open): (Vec<_>, Vec<_>) = compared.partition(|(_, significant)| *significant);
    let open: Vec<&str> = open.into_iter().map(|(a, _)| a).collect();
    let text = match &open[..] {
        [] if ahead.is_empty() => return None,
        [] => "each is significantly ahead of the next".to_owned(),
        open => format!("not significantly ahead of the next: {}", open.join(", ")),
    };
    Some(format!("{time_control}: {text}."))
}

/// The standings, or the list of evaluations: a row for each engine.
#[derive(Debug, Clone, PartialEq)]
pub struct Sheet {
    /// The titles, each with true if the column has texts.
    pub(crate) heads: Vec<(String, bool)>,
    pub(crate) rows: Vec<Vec<String>>,
    pub(crate) notes: Vec<String>,
}

impl Sheet {
    /// The standings of a run: the order is that of its first time control.
    pub fn of(results: &Results) -> Self {
        let mut sheet = Self { heads: Vec::new(), rows: Vec::new(), notes: notes(results) };
        // A match has its result in all games together.
        let parts = if results.is_match() { vec![results] } else { results.parts() };
        let order = parts.first().map_or_else(Vec::new, |first| first.ranking());
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
            if let Some(rounds) = own.iter().filter_map(|e| Some(e.swiss.as_ref()?.rounds.len())).max() {
                sheet.add_rounds(rounds, &order, &own);
            }
            if parts.len() == 1 {
                sheet.add_facts(&SCORES, &own);
            }
        }
        if results.is_list() || results.evaluations.is_some() {
            sheet.add_facts(&FACTS, &engines);
        }
        sheet
    }

    /// Adds the points, Buchholz and rounds of a Swiss tournament.
    fn add_rounds(&mut self, rounds: usize, order: &[usize], own: &[&EngineResult]) {
        let standings = || own.iter().filter_map(|engine| engine.swiss.as_ref());
        self.add("Swiss points", false, standings().map(|standing| standing.points.to_string()));
        self.add("Buchholz", false, standings().map(|standing| standing.buchholz.to_string()));
        for round in 0..rounds {
            let cell = |standing: &SwissStanding| {
                let played = standing.rounds[round]?;
                let place = order.iter().position(|&engine| engine == played.opponent)?;
                Some(format!("{}:{}", place + 1, played.points))
            };
            let cells = standings().map(|standing| cell(standing).unwrap_or("free".to_owned()));
            self.add(&format!("R{}", round + 1), false, cells);
        }
    }

    /// The sheet in Markdown, with the tables of GitHub, and its notes below.
    pub fn markdown(&self) -> String {
        let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
        let rule = |(_, is_text): &(String, bool)| if *is_text { "---" } else { "--:" }.to_owned();
        let mut text = line(self.heads.iter().map(|(title, _)| markdown(title)).collect());
        text += &line(self.heads.iter().map(rule).collect());
        for row in &self.rows {
            text += &line(row.iter().map(|cell| markdown(cell)).collect());
        }
        for note in &self.notes {
            // Writing to a text cannot fail.
            let _ = write!(text, "\n{}\n", markdown(note));
        }
        text
    }

    fn add(&mut self, title: &str, is_text: bool, cells: impl Iterator<Item = String>) {
        self.heads.push((title.to_owned(), is_text));
        for (row, cell) in self.rows.iter_mut().zip(cells) {
            row.push(cell);
        }
    }

    /// Adds those of these columns that are not empty.
    fn add_facts(&mut self, facts: &[Fact], engines: &[&EngineResult]) {
        for &(title, is_text, cell) in facts {
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
    notes.extend(results.widening.map(|factor| widening_note(factor) + "."));
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
