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
//! evaluations, which have no results.

mod draw;
mod lines;
mod others;
mod scorer;

use std::io::{self, Write};

use engine_core::explain::{Breakdown, Ledger as _, centipawns as tenths};
use engine_core::game::Game;
use engine_core::notation::fen_of;
use evaluators::AnyEvaluator;
use openings::pgn::{self, GivenValue};
use players::player::GivenScore;
use report::csv_text;
use serde::Serialize;
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
    /// White's half points at the end of the game: 0, 1 or 2; `None` of a position with a score that is from no game.
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

/// A table as comma-separated values with a line for each position: the position as FEN, White's points in its game, the
/// game's number, the ply that is played from it, its stage, the score in centipawns from the side to move, if there is
/// one; then, of each evaluator, its value in centipawns from White's side, its terms, to White and to Black, in
/// centipawns from their owner's side, and the rest: what verdicts on the whole position change, so that the value is
/// the sum of White's terms and the rest less Black's.
pub struct TermsTable<W: Write> {
    rows: csv::Writer<W>,
    /// Each evaluator with the rules that it posts.
    columns: Vec<(TermsColumn, Vec<&'static str>)>,
}

impl<W: Write> TermsTable<W> {
    /// A table with its heading.
    pub fn new(columns: Vec<TermsColumn>, to: W) -> io::Result<TermsTable<W>> {
        let with_rules = columns.into_iter().map(|column| {
            let posting = column.1.rules().into_iter().filter(|declared| declared.posts);
            let rules = posting.map(|declared| declared.rule.name).collect();
            (column, rules)
        });
        let columns: Vec<(TermsColumn, Vec<&str>)> = with_rules.collect();
        let heading = ["fen", "result", "game", "ply", "stage", "score"];
        let mut heading: Vec<String> = heading.map(str::to_owned).into();
        for ((name, _), rules) in &columns {
            heading.push(format!("{name}.value"));
            let sides = rules.iter().flat_map(|rule| ["white", "black"].map(|side| (rule, side)));
            heading.extend(sides.map(|(rule, side)| format!("{name}.{rule}.{side}")));
            heading.push(format!("{name}.rest"));
        }
        let mut rows = csv::Writer::from_writer(to);
        rows.write_record(heading.iter().map(|head| csv_text(head).into_owned()))?;
        Ok(TermsTable { rows, columns })
    }

    /// Adds a position.
    pub fn write(&mut self, position: &Position) -> anyhow::Result<()> {
        let board = position.game.position();
        let score = position.score.map(|score| score.centipawns.to_string());
        let mut cells = vec![
            fen_of(board),
            position.white_half_points.map_or(String::new(), |points| (f64::from(points) / 2.0).to_string()),
            position.number.to_string(),
            (position.game.moves().len() + 1).to_string(),
            Stage::of(shakmaty::Position::board(board)).name().to_owned(),
            score.unwrap_or_default(),
        ];
        for ((_, evaluator), rules) in &self.columns {
            let breakdown = Breakdown::from(&evaluator.record(&position.game)?);
            let mut rest = breakdown.total();
            cells.push(tenths(rest));
            for rule in rules {
                let term = breakdown.terms().iter().find(|term| term.rule.name == *rule);
                let [white, black] = term.map_or([0; 2], |term| [term.white, term.black]);
                rest -= white - black;
                cells.extend([white, black].map(tenths));
            }
            cells.push(tenths(rest));
        }
        Ok(self.rows.write_record(cells).map_err(io::Error::from)?)
    }

    /// Writes what is left.
    pub fn flush(&mut self) -> io::Result<()> {
        self.rows.flush()
    }
}
