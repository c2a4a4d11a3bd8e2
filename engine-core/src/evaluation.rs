//! An evaluation of a position as it is shown: for people as a table, for programs as JSON.

use std::fmt::Write as _;

use serde::{Serialize, Serializer};
use shakmaty::Position;

use crate::evaluator::{Evaluator, EvaluatorInfo};
use crate::explain::{Breakdown, Term, centipawns, number};
use crate::game::Game;
use crate::node::Node;
use crate::notation::fen_of;
use crate::options::Configure;
use crate::rule::Aspect;

/// The evaluation of a game's position, term by term; or the raw reading of each rule alone, without a sum.
///
/// As JSON it is `{"evaluator", "fen", "total", "relative", "aspects": {name: white less black},
/// "terms": {name: [white, black]}, "meta": {..}}`, in centipawns; terms that are zero for both sides are
/// left out, and of raw readings the sums. Terms add up to the total: what rounding changes is one. A search
/// counts a total beyond the largest value as that.
#[derive(Clone, Debug, Serialize)]
pub struct Evaluation {
    /// The evaluator's name.
    pub evaluator: &'static str,
    /// The position.
    pub fen: String,
    /// None of raw readings.
    #[serde(flatten)]
    sums: Option<Sums>,
    /// The terms, in tenths of a centipawn ([`Breakdown::posted`]), and the facts beside them.
    #[serde(flatten)]
    pub breakdown: Breakdown,
    /// The sum of the terms, in centipawns from White's side.
    #[serde(skip)]
    pub total: i32,
    /// The evaluator.
    #[serde(skip)]
    pub info: EvaluatorInfo,
}

#[derive(Clone, Copy, Debug, Serialize)]
struct Sums {
    total: i32,
    /// From the side to move.
    relative: i32,
    /// Tenths of a centipawn from White's side, in the order of [`Aspect::ALL`].
    #[serde(serialize_with = "serialize_aspects")]
    aspects: [i32; 5],
}

impl Evaluation {
    /// The evaluation of the game's position, by its past if the evaluator looks at it.
    pub fn of<E: Evaluator>(evaluator: &E, game: &Game) -> Evaluation {
        let (node, _) = Node::root(evaluator, game);
        Evaluation::new(evaluator.info(), game, evaluator.explain(&node))
    }

    /// The evaluation of the game's position by the evaluator of this `info`.
    pub fn new(info: EvaluatorInfo, game: &Game, breakdown: Breakdown) -> Evaluation {
        let breakdown = breakdown.settled();
        let total = breakdown.centipawns();
        let sums = Sums {
            total,
            relative: game.position().turn().fold_wb(total, -total),
            aspects: Aspect::ALL.map(|aspect| breakdown.of_aspect(aspect)),
        };
        let fen = fen_of(game.position());
        Evaluation { evaluator: info.name, fen, sums: Some(sums), breakdown, total, info }
    }

    /// The raw readings of the game's position, with `score` (centipawns from White's side) for rules that read it;
    /// `None` for an evaluator that has none.
    pub fn raw<E: Evaluator + Configure>(evaluator: &E, game: &Game, score: Option<i32>) -> Option<Evaluation> {
        let breakdown = evaluator.raw(game, score)?;
        let readings = Evaluation::new(evaluator.info(), game, Breakdown::default());
        Some(Evaluation { sums: None, breakdown, ..readings })
    }

    /// A table in centipawns, White, Black and the difference from White's side, in lines of `width` characters
    /// where the position and the names of terms are not longer. Terms that are zero are left out, those of the form
    /// `section.rule` stand under their section's sum. Where `width` is not enough, columns draw together, and then
    /// the difference stands alone.
    pub fn table(&self, width: usize) -> String {
        let rows = rows(&self.breakdown);
        let total = self.sums.map(|sums| sums.total);
        let layout = Layout::new(&rows, total, width);
        let (title, fen) = (self.info.title, &self.fen);
        let gap = if chars(title) + 2 + chars(fen) <= width { "  " } else { "\n" };
        let mut text = format!("{title}{gap}{fen}\n");
        rows.iter().for_each(|row| layout.row(row, &mut text));
        match total {
            Some(total) => layout.total(total, "centipawns from White's side", width, &mut text),
            None => text += "each rule alone, before phases and switches: no total\n",
        }
        for (name, value) in self.breakdown.meta() {
            let value = serde_json::to_string(value).unwrap_or_default();
            writeln!(text, "{name}: {value}").ok();
        }
        text
    }
}

fn serialize_aspects<S: Serializer>(tenths: &[i32; 5], serializer: S) -> Result<S::Ok, S::Error> {
    let both = Aspect::ALL.into_iter().zip(*tenths);
    serializer.collect_map(both.map(|(aspect, tenths)| (aspect.name(), number(tenths))))
}

/// Characters of a number where there is room.
const NUMBER: usize = 8;

type Row = [String; 4];

fn rows(of: &Breakdown) -> Vec<Row> {
    let mut rows = vec![["term", "White", "Black", "diff"].map(str::to_owned)];
    let mut row = |name: &str, white: i32, black: i32| {
        let [white, black, diff] = [white, black, white - black].map(centipawns);
        rows.push([name.to_owned(), white, black, diff]);
    };
    let mut sections: Vec<&str> = Vec::new();
    for section in of.posted().map(|(_, term)| section(term)) {
        if sections.contains(&section) {
            continue;
        }
        sections.push(section);
        let terms: Vec<_> = of.posted().filter(|(_, term)| self::section(term) == section).collect();
        if terms.first().is_some_and(|(_, term)| term.rule.name != section) {
            let white = terms.iter().map(|(_, term)| term.white).sum();
            let black = terms.iter().map(|(_, term)| term.black).sum();
            row(&section.to_uppercase(), white, black);
        }
        for (name, term) in terms {
            row(&name, term.white, term.black);
        }
    }
    rows
}

/// The text before the point in the term's name; the whole name if it has none.
fn section(term: &Term) -> &'static str {
    let name = term.rule.name;
    name.split_once('.').map_or(name, |(section, _)| section)
}

fn chars(text: &str) -> usize {
    text.chars().count()
}

/// Characters for each column; a number's is nothing if it is left out.
struct Layout {
    name: usize,
    numbers: [usize; 3],
}

impl Layout {
    fn new(rows: &[Row], total: Option<i32>, width: usize) -> Layout {
        let longest = |at: usize| rows.iter().map(|row| chars(&row[at])).max().unwrap_or(0);
        let name = longest(0).max("total".len());
        let diff = longest(3).max(total.map_or(0, |total| total.to_string().len()));
        let layouts = [[NUMBER; 3], [longest(1), longest(2), diff], [0, 0, diff]];
        let mut layouts = layouts.map(|numbers| Layout { name, numbers }).into_iter();
        let fits = layouts.find(|layout| layout.width() <= width);
        fits.unwrap_or(Layout { name: width.saturating_sub(2 + diff), numbers: [0, 0, diff] })
    }

    fn width(&self) -> usize {
        let numbers = self.numbers.iter().filter(|&&width| width > 0);
        self.name + 1 + numbers.map(|width| 1 + width).sum::<usize>()
    }

    /// A row; a name for which there is no room has its own line.
    fn row(&self, row: &Row, text: &mut String) {
        let [name, numbers @ ..] = row;
        let mut name = name.as_str();
        if chars(name) > self.name {
            writeln!(text, "{name}").ok();
            name = "";
        }
        write!(text, "{name:0$} ", self.name).ok();
        for (number, &width) in numbers.iter().zip(&self.numbers) {
            if width > 0 {
                write!(text, " {number:>width$}").ok();
            }
        }
        text.push('\n');
    }

    /// The last row, with what it is about behind it or below.
    fn total(&self, total: i32, about: &str, width: usize, text: &mut String) {
        let name = self.name;
        let room = self.width() - name - 2;
        write!(text, "{:name$}  {total:>room$}", "total").ok();
        if self.width() + 2 + chars(about) <= width {
            writeln!(text, "  {about}").ok()
        } else {
            writeln!(text, "\n{about}").ok()
        };
    }
}
