//! An evaluation of a position as it is shown: for people as a table, for programs as JSON.

use std::fmt::Write as _;

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use shakmaty::{Color, Position};

use crate::evaluator::{Evaluator, EvaluatorInfo};
use crate::explain::{Aspect, Breakdown, Term, centipawns};
use crate::game::Game;
use crate::node::Node;
use crate::notation::fen_of;
use crate::options::Configure;

/// What an evaluator says of a game's position, term by term.
///
/// As JSON it is `{"evaluator", "fen", "total", "relative", "aspects": {name: white less black},
/// "terms": {name: [white, black]}, "meta": {..}}`, in centipawns; terms that are zero for both sides are
/// left out.
#[derive(Clone, Debug, Serialize)]
pub struct Evaluation {
    /// The evaluator's name.
    pub evaluator: &'static str,
    /// The position.
    pub fen: String,
    /// Centipawns from White's side.
    pub total: i32,
    /// Centipawns from the side to move.
    pub relative: i32,
    /// Centipawns from White's side by what the terms look at.
    aspects: Aspects,
    /// The terms, and what else there is to tell.
    #[serde(flatten)]
    pub breakdown: Breakdown,
    /// Whose evaluation it is.
    #[serde(skip)]
    pub info: EvaluatorInfo,
}

impl Evaluation {
    /// The evaluation of the game's position.
    pub fn of<E: Evaluator>(evaluator: &E, game: &Game) -> Evaluation {
        let (node, _) = Node::root(evaluator, game);
        let breakdown = evaluator.explain(&node);
        let info = evaluator.info();
        let total = breakdown.centipawns();
        Evaluation {
            evaluator: info.name,
            fen: fen_of(game.position()),
            total,
            relative: match game.position().turn() {
                Color::White => total,
                Color::Black => -total,
            },
            aspects: Aspects(Aspect::ALL.map(|aspect| breakdown.of_aspect(aspect))),
            breakdown,
            info,
        }
    }

    /// What the rules of one aspect are worth together, in centipawns from White's side.
    #[must_use]
    pub fn aspect(&self, aspect: Aspect) -> f64 {
        f64::from(self.breakdown.of_aspect(aspect)) / 10.0
    }

    /// A table in centipawns: White, Black and the difference from White's side.
    pub fn table(&self) -> String {
        let title = self.info.title;
        let total = self.total;
        let footer = |width: usize| {
            format!(
                "{:width$}  {total:>26}  centipawns from White's side\n",
                "total"
            )
        };
        table(title, &self.fen, &self.breakdown, footer)
    }
}

/// What each rule of an evaluator alone says of a game's position.
///
/// As JSON it is `{"evaluator", "fen", "terms": {name: [white, black]}, "meta": {..}}`, in
/// centipawns; terms that are zero for both sides are left out.
#[derive(Clone, Debug, Serialize)]
pub struct Readings {
    /// The evaluator's name.
    pub evaluator: &'static str,
    /// The position.
    pub fen: String,
    /// The terms, and what else there is to tell.
    #[serde(flatten)]
    pub breakdown: Breakdown,
    /// Whose readings they are.
    #[serde(skip)]
    pub info: EvaluatorInfo,
}

impl Readings {
    /// The readings of the game's position, with `score` (centipawns from White's side) for rules
    /// that read it; `None` for an evaluator that has none.
    pub fn of<E>(evaluator: &E, game: &Game, score: Option<i32>) -> Option<Readings>
    where
        E: Evaluator + Configure,
    {
        let info = evaluator.info();
        Some(Readings {
            evaluator: info.name,
            fen: fen_of(game.position()),
            breakdown: evaluator.raw(game, score)?,
            info,
        })
    }

    /// A table in centipawns: White, Black and the difference from White's side.
    pub fn table(&self) -> String {
        table(self.info.title, &self.fen, &self.breakdown, |_| {
            "each rule alone, before phases and switches: no total\n".to_owned()
        })
    }
}

/// The terms that are not zero as a table. Terms of the form `section.rule` stand under their
/// section's sum.
fn table(title: &str, fen: &str, of: &Breakdown, footer: impl Fn(usize) -> String) -> String {
    let names = of.terms().iter().map(|term| term.rule.name.len());
    let width = names.max().unwrap_or(0).max("total".len());
    let mut text = format!("{title}  {fen}\n");
    let mut row = |cells: [&str; 4]| {
        let [name, white, black, diff] = cells;
        writeln!(text, "{name:width$}  {white:>8} {black:>8} {diff:>8}").ok();
    };
    row(["term", "White", "Black", "diff"]);
    let mut sections: Vec<&str> = Vec::new();
    let posted = |term: &&Term| (term.white, term.black) != (0, 0);
    for term in of.terms().iter().filter(posted) {
        let section = section(term);
        if sections.contains(&section) {
            continue;
        }
        sections.push(section);
        let of_section = of.terms().iter().filter(posted);
        let of_section: Vec<_> = of_section
            .filter(|term| self::section(term) == section)
            .collect();
        let amounts = |white: i32, black: i32| [white, black, white - black].map(centipawns);
        if section != term.rule.name {
            let [white, black, diff] = amounts(
                of_section.iter().map(|term| term.white).sum(),
                of_section.iter().map(|term| term.black).sum(),
            );
            row([&section.to_uppercase(), &white, &black, &diff]);
        }
        for term in of_section {
            let [white, black, diff] = amounts(term.white, term.black);
            row([term.rule.name, &white, &black, &diff]);
        }
    }
    text.push_str(&footer(width));
    for (name, value) in of.meta() {
        let value = serde_json::to_string(value).unwrap_or_default();
        writeln!(text, "{name}: {value}").ok();
    }
    text
}

/// What stands before the point in the term's name; the whole name if it has none.
fn section(term: &Term) -> &'static str {
    let name = term.rule.name;
    name.split_once('.').map_or(name, |(section, _)| section)
}

impl Serialize for Breakdown {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry("terms", &Terms(self))?;
        map.serialize_entry("meta", &MoveHistory(self))?;
        map.end()
    }
}

/// Tenths of a centipawn by aspect, in the order of [`Aspect::ALL`].
#[derive(Clone, Copy, Debug)]
struct Aspects([i32; 5]);

impl Serialize for Aspects {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let both = Aspect::ALL.into_iter().zip(self.0);
        serializer.collect_map(both.map(|(aspect, tenths)| (aspect.name(), number(tenths))))
    }
}

struct Terms<'b>(&'b Breakdown);

impl Serialize for Terms<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let terms = self.0.terms().iter();
        let posted = terms.filter(|term| (term.white, term.black) != (0, 0));
        serializer.collect_map(
            posted.map(|term| (term.rule.name, [number(term.white), number(term.black)])),
        )
    }
}

struct MoveHistory<'b>(&'b Breakdown);

impl Serialize for MoveHistory<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.meta().iter().copied())
    }
}

/// Tenths of a centipawn as a JSON number of centipawns that is whole where it can be.
fn number(tenths: i32) -> serde_json::Number {
    if tenths % 10 == 0 {
        return (tenths / 10).into();
    }
    serde_json::Number::from_f64(f64::from(tenths) / 10.0).unwrap_or(0.into())
}
