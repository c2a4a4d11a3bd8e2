//! The rules in the document's order: for each its statement, its numbers, the lines of the document
//! that it reads, the rules that it makes room for, and its worked positions.
#![doc = include_str!("../RULES.md")]

use std::collections::BTreeSet;
use std::fmt::Write;

use engine_core::game::Game;

pub use crate::board::phase::Span;
pub use crate::rule::{Kind, Number, RuleInfo};

use crate::board::context::with_contexts;
use crate::interplay::REFERENCED;
use crate::last_move::EffectScope;
use crate::readings::Readings;
use crate::rules::{COUNT, LINKS, POSITIONS, RULES};
use crate::settings::Settings;
use crate::state::State;
use crate::view::OtherRules;

/// All rules in the document's order.
pub fn rules() -> impl Iterator<Item = &'static RuleInfo> {
    RULES.iter()
}

/// The whole book in Markdown: the text above, which is also in RULES.md.
///
/// # Errors
/// A line of a table of worked positions that cannot be read.
pub fn markdown() -> Result<String, String> {
    let worked = worked_positions()?;
    let room = makes_room(&worked);
    let mut book = String::from(
        "# The rules\n\nEvery number is in centipawns, from the side that has the feature; in proportion all but the \
         introduction counts less. A position links to a diagram.\n",
    );
    let mut section = "";
    for (place, rule) in RULES.iter().enumerate() {
        if rule.section != section {
            section = rule.section;
            let _ = write!(book, "\n## {section}\n");
        }
        let _ = write!(book, "\n### {}\n\n{}\n\n*{}*\n", rule.id, rule.full_statement(), facts(rule));
        if !room[place].is_empty() {
            let others: Vec<_> = room[place].iter().map(|id| format!("`{id}`")).collect();
            let _ = write!(book, "\nMakes room for, or builds on: {}.\n", others.join(", "));
        }
        let mut first = true;
        for case in worked.iter().filter(|case| case.rule == rule.id) {
            book.push_str(if first { "\n" } else { "" });
            first = false;
            book.push_str(&line(case));
        }
    }
    Ok(book)
}

/// Lines, span, numbers and kind of a rule.
fn facts(rule: &RuleInfo) -> String {
    let mut facts = vec![format!("lines {}", rule.lines.replace(" - ", "-")), span(rule.span).to_owned()];
    let kind = match rule.kind {
        Kind::Term => None,
        Kind::ReadsScore => Some("reads the score".to_owned()),
        Kind::Verdict => Some("a verdict on the whole score".to_owned()),
        Kind::AfterVerdict => Some("added after a verdict".to_owned()),
        Kind::Definition => Some("a definition, not added up".to_owned()),
        Kind::Shows(others) => Some(format!("not added up; shows {}", others.join(", "))),
        Kind::Root => Some("chooses at the root of a search, not added up".to_owned()),
    };
    facts.extend(kind);
    facts.extend(rule.claim.map(|elo| format!("worth {elo} Elo, by the document's guess")));
    let numbers = rule.numbers.iter();
    facts.extend(numbers.map(|number| format!("{} {}", number.name, f64::from(number.tenths) / 10.0)));
    facts.join("; ")
}

/// The span of a rule, in words.
fn span(span: Span) -> &'static str {
    match span {
        Span::Opening => "opening",
        Span::Middlegame => "opening and middlegame",
        Span::AfterOpening => "middlegame and endgame",
        Span::Endgame => "endgame",
        Span::All => "always",
    }
}

/// A worked position as a line of a list.
fn line(case: &WorkedPosition) -> String {
    let [white, black] = case.terms.map(|tenths| f64::from(tenths) / 10.0);
    let mut conditions = String::new();
    if let Some(score) = case.score {
        let _ = write!(conditions, "; score {score}");
    }
    if case.scale16 != WorkedPosition::UNSCALED {
        let _ = write!(conditions, "; scales by {}/16", case.scale16);
    }
    match &case.context {
        ReadingContext::Alone => {}
        ReadingContext::Posted(without) if without.is_empty() => {
            conditions.push_str("; among all rules");
        }
        ReadingContext::Posted(without) => {
            let _ = write!(conditions, "; without {}", without.join(", "));
        }
    }
    let position = if case.position.contains("moves") {
        format!("`{}`", case.position)
    } else {
        let address = case.position.replace(' ', "_");
        format!("[`{}`](https://lichess.org/editor/{address})", case.position)
    };
    format!("* {white} : {black}, {}{conditions}: {position}\n", case.why)
}

/// For each rule the rules that it makes room for or builds on, as the worked positions show: its
/// reading of one of them changes when the other rule is switched off.
fn makes_room(worked: &[WorkedPosition]) -> Vec<BTreeSet<&'static str>> {
    let document = Settings::document();
    let without: Vec<Settings> = REFERENCED
        .iter()
        .map(|other| {
            let mut settings = document.clone();
            settings.switch(|id| id != other.id);
            settings
        })
        .collect();
    let mut room = vec![BTreeSet::new(); COUNT];
    for case in worked {
        let Ok(game) = Game::parse(case.position) else {
            continue;
        };
        let scores = [10 * i64::from(case.score.unwrap_or_default()); 2];
        let state = State::root(EffectScope::Everything, &game, &document.interplay);
        with_contexts(&game.position().into(), &state.past, |contexts| {
            let weights = contexts[0].weights;
            let others = OtherRules::counting(&document.interplay, weights);
            let all = Readings::of(contexts, &others, &document, scores);
            for (slot, settings) in without.iter().enumerate() {
                let others = OtherRules::counting(&settings.interplay, weights);
                let fewer = Readings::of(contexts, &others, settings, scores);
                for (place, others) in room.iter_mut().enumerate() {
                    if place != LINKS[slot].rule && !all.agree(&fewer, place) {
                        others.insert(REFERENCED[slot].id);
                    }
                }
            }
        });
    }
    room
}

/// A worked position.
#[derive(Clone, Debug)]
pub struct WorkedPosition {
    /// The rule that it shows.
    pub rule: &'static str,
    /// The terms of the rule for White and for Black, in tenths of a centipawn.
    pub terms: [i32; 2],
    /// A FEN or a game.
    pub position: &'static str,
    /// The score for a rule that reads it, in centipawns from White's side.
    pub score: Option<i32>,
    /// The factor, in sixteenths, that the rule puts on the whole score.
    pub scale16: i32,
    /// The context in which the rule is read.
    pub context: ReadingContext,
    /// The feature that the position shows.
    pub why: &'static str,
    /// The table and the line in it.
    pub place: String,
}

/// The context in which a worked position reads its rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadingContext {
    /// By itself, before phases: the raw reading.
    Alone,
    /// In the whole evaluation, with these rules switched off.
    Posted(Vec<&'static str>),
}

impl WorkedPosition {
    /// The factor of a verdict that leaves the score as it is, and of every other rule.
    pub const UNSCALED: i32 = 16;

    /// Reads the cells of a line.
    fn read(cells: &[&'static str], place: String) -> Result<WorkedPosition, &'static str> {
        let &[rule, white, black, position, why] = cells else {
            return Err("not five cells");
        };
        if !RULES.iter().any(|known| known.id == rule) {
            return Err("no such rule");
        }
        if why.is_empty() {
            return Err("there is no reason");
        }
        let terms = [tenths(white), tenths(black)];
        let [Some(white), Some(black)] = terms else {
            return Err("not a number of centipawns");
        };
        let mut parts = position.split(';').map(str::trim);
        let mut case = WorkedPosition {
            rule,
            terms: [white, black],
            position: parts.next().unwrap_or_default(),
            score: None,
            scale16: WorkedPosition::UNSCALED,
            context: ReadingContext::Alone,
            why,
            place,
        };
        for part in parts {
            case.condition(part)?;
        }
        Ok(case)
    }

    fn condition(&mut self, part: &'static str) -> Result<(), &'static str> {
        let number = |text: &str| text.trim().parse().map_err(|_| "not a whole number");
        if part == "posted" {
            self.context = ReadingContext::Posted(Vec::new());
        } else if let Some(others) = part.strip_prefix("without ") {
            self.context = ReadingContext::Posted(others.split(',').map(str::trim).collect());
        } else if let Some(score) = part.strip_prefix("score ") {
            self.score = Some(number(score)?);
        } else if let Some(factor) = part.strip_prefix("scale ") {
            self.scale16 = number(factor)?;
        } else {
            return Err("an unknown condition");
        }
        Ok(())
    }
}

/// Centipawns with at most one decimal, in tenths.
fn tenths(text: &str) -> Option<i32> {
    let tenths = text.parse::<f64>().ok()? * 10.0;
    (tenths.fract() == 0.0).then_some(tenths as i32)
}

/// All worked positions, in the order of the tables.
///
/// A table of worked positions beside the rules has one a line: the rule, its terms for White and Black in centipawns, the position, and the reason. The
/// position is a FEN or a game, followed, each after a semicolon, by further conditions:
/// * `score N`: the score that the rule receives, in centipawns from White's side;
/// * `scale N`: the factor, in sixteenths, that a verdict puts on the whole score;
/// * `posted`: the amounts are not those of the rule alone, but its contribution to the whole
///   evaluation, after phases and replacements;
/// * `without ID, ID`: the same with these rules (or patterns) switched off.
///
/// # Errors
/// The first line that cannot be read.
pub fn worked_positions() -> Result<Vec<WorkedPosition>, String> {
    let mut worked = Vec::new();
    for (table, text) in POSITIONS {
        // The first two lines are the heading.
        for (at, line) in text.lines().enumerate().skip(2) {
            let place = format!("{table}:{}", at + 1);
            let inside = line.trim().strip_prefix('|').and_then(|line| line.strip_suffix('|'));
            let cells: Vec<_> = inside.unwrap_or_default().split('|').map(str::trim).collect();
            let case = WorkedPosition::read(&cells, place.clone());
            worked.push(case.map_err(|what| format!("{place}: {what}: {line}"))?);
        }
    }
    Ok(worked)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &'static str) -> Result<WorkedPosition, &'static str> {
        WorkedPosition::read(&line.split('|').map(str::trim).collect::<Vec<_>>(), String::new())
    }

    #[test]
    fn a_line_has_five_cells_and_its_conditions() {
        let case = read("intro.units | -4.5 | 0 | 8/8 w; score -30; without a.*, b | why").unwrap();
        assert_eq!((case.terms, case.score), ([-45, 0], Some(-30)));
        assert_eq!(case.context, ReadingContext::Posted(vec!["a.*", "b"]));
        assert_eq!(case.position, "8/8 w");
    }

    #[test]
    fn a_line_that_is_wrong_is_refused() {
        for (line, what) in [
            ("intro.units | 0 | 0 | 8/8 w", "not five cells"),
            ("intro.unit | 0 | 0 | 8/8 w | why", "no such rule"),
            ("intro.units | 0.25 | 0 | 8/8 w | why", "not a number of centipawns"),
            ("intro.units | 0 | 0 | 8/8 w; alone | why", "an unknown condition"),
            ("intro.units | 0 | 0 | 8/8 w; score x | why", "not a whole number"),
            ("intro.units | 0 | 0 | 8/8 w |", "there is no reason"),
        ] {
            assert_eq!(read(line).unwrap_err(), what, "{line}");
        }
    }
}
