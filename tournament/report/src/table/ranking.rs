//! The ranking, with ratings.

use super::{Canvas, NAME_WIDTH};
use crate::Measurement;
use crate::bar::{BarScale, LONGEST, SHORTEST};
use crate::columns::{Column, Columns};
use crate::document::{Document, Style};
use crate::r#match::Match;
use crate::numbers::{cut, percent, reach_text, signed, speed};
use crate::results::{EngineResult, Results};
use crate::verdicts::groups_note;

const GROUPS_WIDTH: usize = 9;

/// The engines in the order of the first time control, with their results at each.
pub(super) fn add_side_by_side(
    results: &Results,
    ranking: &[usize],
    line: usize,
    to: &mut Document,
) {
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
        let (mut names, mut heads) = (String::new(), String::new());
        for time_control in time_controls {
            let name = time_control.time_control.as_deref().unwrap_or_default();
            names += &format!("  {:<1$}", cut(name, CELL - 2), CELL - 2);
            heads += &format!("  {:>7}{:>10} ", "Elo", "±");
            heads += &format!("{:<GROUPS_WIDTH$} {:>6}", "Group", "Score");
        }
        to.heading(format!("{:>3} {:<width$}{}", "", "", names.trim_end()));
        to.heading(format!("{:>3} {:<width$}{heads}", "", "Engine"));
        for (rank, &index) in ranking.iter().enumerate() {
            let name = cut(&results.engines[index].name, width);
            let mut row = vec![(Style::Plain, format!("{:>3} {name:<width$}", rank + 1))];
            for time_control in time_controls {
                let engine = &time_control.engines[index];
                let style = rating_style(time_control, engine);
                row.push((Style::Plain, " ".to_owned()));
                row.push((style, format!(" {}", rating(engine))));
                let (groups, score) = (groups(engine), percent(engine.score));
                row.push((Style::Plain, format!(" {groups:<GROUPS_WIDTH$} {score:>6}")));
            }
            to.pieces(row);
        }
        to.blank();
    }
    add_groups_note(&results.time_controls[0], to);
}

fn add_groups_note(results: &Results, to: &mut Document) {
    if groups_width(results) > 0 {
        to.sentence(groups_note(results.differences.len()));
        to.blank();
    }
}

/// Engines by rating, then by points, as indices into the results.
pub(crate) fn ranking(results: &Results) -> Vec<usize> {
    let engines = &results.engines;
    let mut ranking: Vec<usize> = (0..engines.len()).collect();
    let elo = |i: usize| engines[i].elo.value.unwrap_or(f64::NEG_INFINITY);
    ranking.sort_by(|&a, &b| {
        let by_points = || engines[b].points.total_cmp(&engines[a].points);
        elo(b).total_cmp(&elo(a)).then_with(by_points)
    });
    ranking
}

/// The table of the ranking, with intervals on a scale and with speeds if they are wanted. Where there is no room, speed
/// is left out first, then draws, then groups, and then names are cut. Two engines have no ratings: the Elo of their match
/// is the answer, and ratings beside it would be a second one.
fn ranking_columns(
    results: &Results,
    ranking: &[usize],
    scale: Option<BarScale>,
    has_speed: bool,
) -> Columns {
    let is_rated = !results.is_match();
    let if_rated = |head: &str| if is_rated { head.to_owned() } else { String::new() };
    let has_groups = is_rated && groups_width(results) > 0;
    let mut table = Columns::new([
        Column::right("").gap(0),
        Column::left("Engine").gap(1).cut(),
        Column::left(&if_rated(&format!("{:>7}{:>10}", "Elo", "±"))).gap(1),
        Column::left(if has_groups { "Group" } else { "" }).gap(1).goes(1),
        Column::left(&scale.map_or(String::new(), BarScale::head)).gap(1),
        Column::right("Points").gap(1).wide(13),
        Column::right("Score").gap(1).wide(6),
        Column::right("Draws").gap(1).wide(6).goes(2),
        Column::right(if has_speed { "nps" } else { "" }).gap(1).wide(6).goes(3),
    ]);
    for (rank, &index) in ranking.iter().enumerate() {
        let engine = &results.engines[index];
        let style = rating_style(results, engine);
        let groups = if has_groups { groups(engine) } else { String::new() };
        let speed = if has_speed { speed(engine.nps) } else { String::new() };
        table.styled([
            (Style::Plain, format!("{:>3}", rank + 1)),
            (Style::Plain, cut(&engine.name, NAME_WIDTH)),
            (style, if_rated(&rating(engine))),
            (Style::Plain, groups),
            (style, scale.map_or(String::new(), |scale| scale.bar(engine.elo))),
            (Style::Plain, format!("{}/{}", engine.points, engine.games)),
            (Style::Plain, percent(engine.score)),
            (Style::Plain, percent(engine.draw_rate)),
            (Style::Plain, speed),
        ]);
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
        add_match(results, of_two, canvas, to);
    }
    if table.has("Group", canvas.width) {
        add_groups_note(results, to);
    }
}

fn add_match(results: &Results, of_two: &Match, canvas: Canvas, to: &mut Document) {
    let EngineResult { wins, draws, losses, .. } = &results.engines[0];
    let [first, second] = [0, 1].map(|at: usize| cut(&results.engines[at].name, NAME_WIDTH));
    to.sentence(format!("{first} against {second}: +{wins} ={draws} -{losses}"));
    to.append(of_two.document(canvas.bars));
    to.blank();
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
    facts.retain(|(_, _, cell)| engines().any(|engine| !cell(engine).is_empty()));
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

pub(super) const FACTS: [Fact; 4] = [
    ("ns", false, |engine| {
        let found = engine.evaluation.measured.and_then(|m| m.nanoseconds);
        found.map_or(String::new(), |ns| format!("{ns:.0}"))
    }),
    ("Explained", false, |engine| {
        engine.evaluation.measured.and_then(explained).unwrap_or_default()
    }),
    ("Year", false, |engine| engine.evaluation.year.map_or(String::new(), |y| y.to_string())),
    ("Kind", true, |engine| engine.evaluation.kind.clone().unwrap_or_default()),
];

fn explained(measured: Measurement) -> Option<String> {
    let share = 100.0 * measured.explained?;
    let error = measured.explained_error;
    let error = error.map_or(String::new(), |error| format!(" ±{:.1}", 100.0 * error));
    Some(format!("{share:.1}%{error}"))
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
        [] => "each is significantly ahead of the next".to_owned(),
        open => format!("not significantly ahead of the next: {}", open.join(", ")),
    };
    Some(format!("{time_control}: {text}."))
}
