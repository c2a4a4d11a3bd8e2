//! The rules in the document's order: for each its statement, its numbers, the lines of the document
//! that it reads, the rules that it makes room for, and its worked positions.
#![doc = include_str!("../RULES.md")]

use std::collections::BTreeSet;
use std::fmt::Write;

use engine_core::game::Game;

pub use crate::board::phase::Span;
pub use crate::rule::{Kind, Number, RuleInfo};
pub use crate::worked::{MalformedLine, ReadingContext, WorkedPosition, worked_positions};

use crate::board::context::with_contexts;
use crate::interplay::REFERENCED;
use crate::last_move::EffectScope;
use crate::readings::Readings;
use crate::rules::{COUNT, LINKS, RULES};
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
pub fn markdown() -> Result<String, MalformedLine> {
    let worked = worked_positions()?;
    let room = makes_room(&worked);
    let mut book = String::from(
        "# The rules\n\nEvery number is in centipawns, from the side that has the feature. A position links to a \
         diagram.\n",
    );
    let mut section = "";
    for (place, rule) in RULES.iter().enumerate() {
        if rule.section != section {
            section = rule.section;
            let _ = write!(book, "\n## {section}\n");
        }
        let _ =
            write!(book, "\n### {}\n\n{}\n\n*{}*\n", rule.id, rule.full_statement(), facts(rule));
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
    let mut facts =
        vec![format!("lines {}", rule.lines.replace(" - ", "-")), span(rule.span).to_owned()];
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
    facts.extend(
        numbers.map(|number| format!("{} {}", number.name, f64::from(number.tenths) / 10.0)),
    );
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
        let scores = [10 * case.score.unwrap_or_default(); 2];
        let state = State::root(EffectScope::Everything, &game, document.interplay());
        with_contexts(&game.position().into(), state.past(), |contexts| {
            let weights = contexts[0].weights;
            let others = OtherRules::counting(document.interplay(), weights);
            let all = Readings::of(contexts, &others, &document, scores);
            for (slot, settings) in without.iter().enumerate() {
                let others = OtherRules::counting(settings.interplay(), weights);
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
