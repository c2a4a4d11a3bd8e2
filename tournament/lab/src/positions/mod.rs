//! Quiet positions from games, with the results of the games: what static values are measured on.
//!
//! [`draw`] takes positions from runs, files of games and files of positions, [`Scorer`] has an engine score
//! them, [`write()`] writes them a line each, [`read`] reads them, and [`TermsTable`] has what evaluators see in them.
//! A line is
//!
//! ```text
//! FEN c8 "startpos moves e2e4 ..."; c9 "1-0"; ce 35; acn 100000; acd 9; id "17";
//! ```
//!
//! with the result in `c9`, as in other collections of this kind, and the number of the game in
//! `id`. `c8` has the moves that led there, since some evaluators look at what has moved; without
//! it the bare position counts. `ce`, `acn` and `acd` are the score from the side to move, the nodes and the depth
//! of a search. Or it is what trainers of networks read (<https://docs.rs/bulletformat>),
//!
//! ```text
//! FEN | score | result
//! ```
//!
//! with White's score and White's points. Lines as tuners of evaluations have them are read, too: `FEN [0.5]`,
//! `FEN;1-0` and the like, with White's score behind or without; and those of Stockfish's tools (`.plain`), and lichess's
//! evaluations, which have no results; for a table of terms bare positions are, and moves alone.

mod draw;
mod lines;
mod others;
mod scorer;

use std::collections::HashMap;
use std::io::{self, Write};

use engine_core::evaluation::Evaluation;
use engine_core::explain::{Breakdown, CENTIPAWN, Ledger as _};
use engine_core::game::Game;
use engine_core::notation::fen_of;
use engine_core::rule::Rule;
use evaluators::{AnyEvaluator, EvaluationError};
use openings::pgn::{self, GivenValue};
use players::player::GivenScore;
use rayon::prelude::*;
use report::csv_text;
use serde::{Serialize, Serializer};
use shakmaty::{Board, Role};

pub(crate) use draw::whole;
pub use draw::{DrawEvent, Recipe, Tally, builtin, draw};
pub use lines::{Format, read, write};
pub(crate) use scorer::ask;
pub use scorer::{ScoreResult, Scorer};

/// A position and the result of the game that it is from.
#[derive(Debug, Clone)]
pub struct Position {
    /// The position, with the moves that led to it if they are known.
    pub game: Game,
    /// The number of its game in the collection. Positions of one game have one result, and are never
    /// counted as if they were independent.
    pub number: usize,
    /// White's half points at the end of the game: 0, 1 or 2; `None` of a position that is from no game.
    pub white_half_points: Option<u8>,
    /// The score of a search, if there was one.
    pub score: Option<PositionScore>,
}

/// The score of a position by a search, as in the operations `ce`, `acn` and `acd` of EPD.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PositionScore {
    /// Centipawns of the engine, from the side to move. A mate in N plies is 32767 less the plies, a mate
    /// against the side to move -32767 and the plies (Edwards, "Portable Game Notation Specification and
    /// Implementation Guide", 1994, section 16.2.5.6); what others call a mate is kept as they write it.
    pub centipawns: i32,
    /// The nodes that were searched, if known.
    pub nodes: Option<u64>,
    /// The depth of the search in plies, if known.
    pub depth: Option<u32>,
}

/// A mate on the board: those that are farther away count less by a ply each.
const MATE: i32 = 32_767;
/// The largest score that is not a mate; mates farther away than that many plies from [`MATE`] are cut off above it.
const MAX_SCORE: i32 = 30_000;

impl From<pgn::GivenScore> for PositionScore {
    fn from(given: pgn::GivenScore) -> Self {
        let centipawns = match given.value {
            GivenValue::Centipawns(cp) => cp,
            GivenValue::Mate(moves) => mate(moves),
        };
        Self { centipawns, nodes: given.nodes, depth: given.depth }
    }
}

/// A score of a search as EPD has it.
fn centipawns(score: GivenScore) -> i32 {
    match score {
        GivenScore::Cp(cp) => cp.clamp(-MAX_SCORE, MAX_SCORE),
        GivenScore::Mate(moves) => mate(moves),
    }
}

fn mate(moves: i32) -> i32 {
    // The side that gives mate makes the last move.
    let plies = moves.saturating_abs().saturating_mul(2) - i32::from(moves > 0);
    let score = (MATE - plies).max(MAX_SCORE + 1);
    if moves > 0 { score } else { -score }
}

/// A stage of the game, by the pieces of both sides: a knight or a bishop 1 point, a rook 2, a queen 4, 24 at the start
/// (the game phase of Fruit, <https://www.chessprogramming.org/Tapered_Eval>).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    /// At least 22 points: no more than a pair of minor pieces is gone.
    Opening,
    /// Between the two.
    Middlegame,
    /// At most 10 points: two rooks and a minor piece on either side, or a queen and one.
    Endgame,
}

impl Stage {
    /// All of them, in the order of a game.
    pub const ALL: [Stage; 3] = [Stage::Opening, Stage::Middlegame, Stage::Endgame];

    /// Its name for people and programs.
    pub const fn name(self) -> &'static str {
        ["opening", "middlegame", "endgame"][self as usize]
    }

    /// The stage of a position.
    pub fn of(board: &Board) -> Stage {
        let points = [(Role::Knight, 1), (Role::Bishop, 1), (Role::Rook, 2), (Role::Queen, 4)];
        let all = points.map(|(role, points)| board.by_role(role).count() * points);
        match all.iter().sum() {
            22.. => Stage::Opening,
            0..=10 => Stage::Endgame,
            _ => Stage::Middlegame,
        }
    }
}

/// The name of an evaluator's columns, and the evaluator.
pub type TermsColumn = (String, Box<dyn AnyEvaluator>);

/// A table of what evaluators see, with a line for each position: the position as FEN, White's points in its game, if it is
/// from one, the game's number, the ply that is played from it, its stage, and the score in centipawns from the side to
/// move, if there is one.
///
/// As comma-separated values there follow, of each evaluator, its value in centipawns from White's side, its terms, to White
/// and to Black, in centipawns from their owner's side, and the rest: what verdicts on the whole position and rounding
/// change, so that the value is the sum of White's terms and the rest less Black's. As JSON a line is an object, and
/// `evaluations` has the [`Evaluation`] of each.
pub struct TermsTable<W: Write> {
    to: W,
    is_json: bool,
    columns: Vec<Terms>,
}

/// An evaluator, and the place of each rule that it posts.
struct Terms {
    name: String,
    evaluator: Box<dyn AnyEvaluator>,
    places: HashMap<Rule, usize>,
}

#[derive(Serialize)]
struct JsonLine<'p> {
    fen: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<f64>,
    game: usize,
    ply: usize,
    stage: Stage,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<i32>,
    #[serde(serialize_with = "as_map")]
    evaluations: Vec<(&'p str, Evaluation)>,
}

fn as_map<S: Serializer>(pairs: &[(&str, Evaluation)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(pairs.iter().map(|(name, evaluation)| (name, evaluation)))
}

impl<W: Write> TermsTable<W> {
    /// A table, with its heading if it is of comma-separated values.
    pub fn new(columns: Vec<TermsColumn>, is_json: bool, to: W) -> io::Result<TermsTable<W>> {
        let heading = ["fen", "result", "game", "ply", "stage", "score"];
        let mut heading: Vec<String> = heading.map(str::to_owned).into();
        let columns = columns.into_iter().map(|(name, evaluator)| {
            let posting = evaluator.rules().into_iter().filter(|declared| declared.posts);
            let rules: Vec<Rule> = posting.map(|declared| declared.rule).collect();
            heading.push(format!("{name}.value"));
            for rule in &rules {
                let rule = rule.name_among(rules.iter().copied());
                heading.extend(["white", "black"].map(|side| format!("{name}.{rule}.{side}")));
            }
            heading.push(format!("{name}.rest"));
            Terms { name, evaluator, places: rules.into_iter().zip(0..).collect() }
        });
        let mut table = TermsTable { columns: columns.collect(), is_json, to };
        if !is_json {
            let mut rows = csv::Writer::from_writer(&mut table.to);
            rows.write_record(heading.iter().map(|head| csv_text(head).into_owned()))?;
            rows.flush()?;
        }
        Ok(table)
    }

    /// Adds positions, in their order. Fails if they cannot be written, or an evaluation from outside fails.
    pub fn write(&mut self, positions: &[Position]) -> anyhow::Result<()> {
        let (is_json, columns) = (self.is_json, &*self.columns);
        let lines = positions.par_iter().map(|position| {
            let mut line = Vec::new();
            if is_json { json_line(position, columns, &mut line) } else { csv_line(position, columns, &mut line) }?;
            line.push(b'\n');
            Ok(line)
        });
        let lines = lines.collect::<anyhow::Result<Vec<Vec<u8>>>>()?;
        Ok(lines.iter().try_for_each(|line| self.to.write_all(line))?)
    }

    /// Writes what is left.
    pub fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

fn json_line(position: &Position, columns: &[Terms], to: &mut Vec<u8>) -> anyhow::Result<()> {
    let Position { game, number, white_half_points, score } = position;
    let evaluations = columns.iter().map(|Terms { name, evaluator, .. }| Ok((&**name, evaluator.explain(game)?)));
    let line = JsonLine {
        fen: fen_of(game.position()),
        result: white_half_points.map(|points| f64::from(points) / 2.0),
        game: *number,
        ply: game.moves().len() + 1,
        stage: Stage::of(shakmaty::Position::board(game.position())),
        score: score.map(|score| score.centipawns),
        evaluations: evaluations.collect::<Result<_, EvaluationError>>()?,
    };
    Ok(serde_json::to_writer(to, &line)?)
}

// No cell needs quotes: FENs have no commas.
fn csv_line(position: &Position, columns: &[Terms], to: &mut Vec<u8>) -> anyhow::Result<()> {
    let Position { game, number, white_half_points, score } = position;
    let (fen, ply) = (fen_of(game.position()), game.moves().len() + 1);
    let result = white_half_points.map_or(String::new(), |points| (f64::from(points) / 2.0).to_string());
    let stage = Stage::of(shakmaty::Position::board(game.position())).name();
    let score = score.map_or(String::new(), |score| score.centipawns.to_string());
    write!(to, "{fen},{result},{number},{ply},{stage},{score}")?;
    for Terms { evaluator, places, .. } in columns {
        let breakdown = Breakdown::from(&evaluator.record(game)?).settled();
        let (value, mut rest) = (breakdown.total(), breakdown.total());
        let mut cells = vec![[0; 2]; places.len()];
        for term in breakdown.terms() {
            if let Some(&place) = places.get(&term.rule) {
                cells[place] = [term.white, term.black];
                rest -= term.white - term.black;
            }
        }
        for &tenths in [value].iter().chain(cells.as_flattened()).chain(&[rest]) {
            let (sign, size) = (if tenths < 0 { "-" } else { "" }, tenths.abs());
            match size % CENTIPAWN {
                0 => write!(to, ",{sign}{}", size / CENTIPAWN),
                tenth => write!(to, ",{sign}{}.{tenth}", size / CENTIPAWN),
            }?;
        }
    }
    Ok(())
}
