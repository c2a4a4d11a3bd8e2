//! The Slate & Atkin style static evaluation.
//!
//! # The document
//! *Static Board Evaluation* is a chapter of a text on chess programming by Chris Moreton, the
//! author of Rival. It describes, section by section (pawns, bishops, rooks, knights, queens, king
//! safety), what his program counted: elementary chess knowledge, quick to compute, much of it from
//! Slate and Atkin's CHESS 4.5 (1977), to which the evaluation owes its name here. The text bears
//! no date; its latest source is of 1990, which is given as its year.
//!
//! # What was read how, and why
//! The document prints many numbers and leaves others open. Those that are open are marked in
//! [`params`], each with the reason for its value. All numbers, open or printed, are options.
//!
//! * Fractions are cut towards zero once for each piece. Ranks count from the own first rank.
//! * Pawn advancement runs by rank and real file for both colours. Two values are printed, 3 for c3
//!   and 34 for e7; slopes like CHESS 4.5's meet both.
//! * Doubled and isolated pawns are counted once a file, not once a pawn.
//! * Only the most advanced own pawn of a file can be passed. Any enemy piece in front blocks it, the
//!   king too.
//! * The bishop pair does not look at the colours of squares, the seventh rank not at what a rook
//!   attacks there, rooks on one file and a queen on a bishop's diagonal not at what is between.
//! * A half-open file needs an enemy pawn: without one it is open.
//! * A queen's closeness to the king is measured like a rook's, as in CHESS 4.5.
//! * A quadrant is a quarter of the board, the one in which the king stands, at all stages. Own
//!   queens count one piece there, enemy queens three, the enemy king one, the own king none.
//! * Castling rights decide what has moved: a captured rook counts as moved, and so does one that
//!   has returned. A position given without its past counts a side without rights as having
//!   castled; rights lost in the moves that follow do not make it so.
//! * A king has no value. Mates and draws are found and scored by the search; the static value of
//!   such a position is whatever its pieces give.
//!
//! # How it is computed
//! [`State`] keeps what changes by the piece that moves (material, advancement, the centre), what changes only with
//! pawns, and who has castled. The rest is read from bitboards, and closeness to a king from tables built once.

pub mod params;
mod state;
mod terms;

use engine_core::encoded_move::EncodedMove;
use engine_core::evaluator::{EvalScale, Evaluator, EvaluatorInfo, MarginScale};
use engine_core::explain::Ledger;
use engine_core::game::Game;
use engine_core::node::Node;
use engine_core::options::{Configure, OptionInfo};
use engine_core::position::Position;
use engine_core::rule::{DeclaredRule, Statement};

use params::{DOCUMENT, NUMBERS, Params, Tables};
pub use state::State;

/// The evaluation, by the document's numbers or by others.
#[derive(Clone, Debug)]
pub struct SlateAtkin {
    params: Params,
    tables: Tables,
}

/// The evaluation by the document's numbers.
pub fn slate_atkin() -> SlateAtkin {
    SlateAtkin::new(DOCUMENT)
}

impl SlateAtkin {
    /// The evaluation by the numbers of `params`.
    ///
    /// # Panics
    /// If closeness to a king is worth more than 16 bits hold.
    pub fn new(params: Params) -> SlateAtkin {
        SlateAtkin { tables: Tables::new(&params), params }
    }
}

impl Evaluator for SlateAtkin {
    type State = State;

    fn info(&self) -> EvaluatorInfo {
        EvaluatorInfo {
            name: "slate-atkin",
            title: "Slate & Atkin",
            document: "Static Board Evaluation, Chris Moreton",
            year: 1990,
            margin_scale: MarginScale { ratio: 1.01, measured: "2026-11-21" },
            eval_scale: EvalScale { centipawns: 242.1, measured: "2026-11-22, games of configs/lab/scale.toml" },
        }
    }

    fn rules(&self) -> Vec<DeclaredRule> {
        terms::ALL.iter().copied().map(DeclaredRule::new).collect()
    }

    fn statement(&self, rule: &str) -> Option<Statement> {
        terms::statement(rule)
    }

    fn root(&self, game: &Game) -> State {
        State::root(&self.params, &self.tables, game)
    }

    #[inline]
    fn update(&self, state: &mut State, parent: &Node<State>, mv: EncodedMove, after: &Position) {
        let us = parent.position().turn();
        state.update(&self.params, &self.tables, us, mv, after);
    }

    #[inline]
    fn post<L: Ledger>(&self, node: &Node<State>, ledger: &mut L) {
        terms::post(&self.params, &self.tables, node.position(), node.state(), ledger);
    }

    #[inline]
    fn state_key(&self, node: &Node<State>) -> u64 {
        terms::castling_key(&self.params, node.position(), node.state())
    }
}

impl Configure for SlateAtkin {
    fn options(&self) -> Vec<OptionInfo> {
        NUMBERS.options(&DOCUMENT).collect()
    }

    fn apply(&mut self, option: &OptionInfo, value: &str) {
        if NUMBERS.set(&mut self.params, option.name, value) {
            self.tables = Tables::new(&self.params);
        }
    }
}
