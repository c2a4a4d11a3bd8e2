//! An evaluation of a position as it is shown: for people as a table, for programs as JSON.

mod table;

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use shakmaty::{Color, Position};

use crate::evaluator::{Evaluator, EvaluatorInfo};
use crate::explain::Breakdown;
use crate::game::Game;
use crate::node::Node;
use crate::notation::fen_of;
use crate::options::Configure;
use crate::rule::Aspect;
use table::table;

/// The evaluation of a game's position, term by term.
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
    /// The terms and the facts beside them.
    #[serde(flatten)]
    pub breakdown: Breakdown,
    /// The evaluator.
    #[serde(skip)]
    pub info: EvaluatorInfo,
}

impl Evaluation {
    /// The evaluation of the game's position.
    pub fn of<E: Evaluator>(evaluator: &E, game: &Game) -> Evaluation {
        let (node, _) = Node::root(evaluator, game);
        Evaluation::new(evaluator.info(), game, evaluator.explain(&node))
    }

    /// The evaluation of the game's position by the evaluator of this `info`.
    #[must_use]
    pub fn new(info: EvaluatorInfo, game: &Game, breakdown: Breakdown) -> Evaluation {
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

    /// The sum of the rules of one aspect, in centipawns from White's side.
    #[must_use]
    pub fn aspect(&self, aspect: Aspect) -> f64 {
        f64::from(self.breakdown.of_aspect(aspect)) / 10.0
    }

    /// A table in centipawns, White, Black and the difference from White's side, in lines of `width` characters
    /// where the position and the names of terms are not longer.
    pub fn table(&self, width: usize) -> String {
        let head = (self.info.title, self.fen.as_str());
        let about = "centipawns from White's side";
        table(head, &self.breakdown, Some(self.total), about, width)
    }
}

/// The reading of each rule of an evaluator alone for a game's position.
///
/// As JSON it is `{"evaluator", "fen", "terms": {name: [white, black]}, "meta": {..}}`, in
/// centipawns; terms that are zero for both sides are left out.
#[derive(Clone, Debug, Serialize)]
pub struct Readings {
    /// The evaluator's name.
    pub evaluator: &'static str,
    /// The position.
    pub fen: String,
    /// The terms and the facts beside them.
    #[serde(flatten)]
    pub breakdown: Breakdown,
    /// The evaluator.
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

    /// The same table as that of an [`Evaluation`].
    pub fn table(&self, width: usize) -> String {
        let head = (self.info.title, self.fen.as_str());
        let about = "each rule alone, before phases and switches: no total";
        table(head, &self.breakdown, None, about, width)
    }
}

impl Serialize for Breakdown {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry("terms", &Terms(self))?;
        map.serialize_entry("meta", &Metadata(self))?;
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

struct Metadata<'b>(&'b Breakdown);

impl Serialize for Metadata<'_> {
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
