//! The Slate & Atkin style static evaluation.
//!
//! # The document
//! *Static Board Evaluation* is a chapter of a text on chess programming by Chris Moreton, the
//! author of Rival. It describes, section by section (pawns, bishops, rooks, knights, queens, king
//! safety), what his program counted: elementary chess knowledge, quick to compute, much of it from
//! Slate and Atkin's CHESS 4.5 (1977), to which the evaluation owes its name here.
//!
//! The document prints many numbers and leaves others open. Those that are open are marked in [`params`], each with the
//! reason for its value. All are options. docs/readings.md has what else is open.
//!
//! # How it is computed
//! [`State`] keeps what changes by the piece that moves (material, advancement, the centre), what changes only with
//! pawns, and who has castled. The rest is read from bitboards, and closeness to a king from tables built once.
//!
//! # A value
//! ```
//! use engine_core::{evaluation::Evaluation, game::Game};
//!
//! let game = Game::parse("8/5k2/8/8/3P4/3P4/8/4K3 w - - 0 1")?;
//! let seen = Evaluation::of(&eval_slate_atkin::slate_atkin(), &game);
//! assert_eq!(seen.total, 246); // Centipawns, from White's side.
//! # Ok::<(), engine_core::game::GameError>(())
//! ```

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
            year: Some(1996),
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
