//! The game tree of the arena: everything that all evaluators share.
//!
//! An evaluation of one's own, what it makes of a game, and a search with it; the crates `eval-*` have published ones:
//!
//! ```
//! use engine_core::evaluation::Evaluation;
//! use engine_core::evaluator::{Evaluator, EvaluatorInfo};
//! use engine_core::explain::Ledger;
//! use engine_core::{game::Game, limits::Limits, node::Node, notation::uci_move, rule::Rule, search::Search};
//! use engine_core::tables::transposition::Transposition;
//!
//! struct Queens;
//!
//! impl Evaluator for Queens {
//!     type State = ();
//!     fn info(&self) -> EvaluatorInfo {
//!         EvaluatorInfo::unmeasured("queens", "Queens")
//!     }
//!     fn root(&self, _: &Game) {}
//!     fn post<L: Ledger>(&self, node: &Node<()>, ledger: &mut L) {
//!         let pieces = node.position().board().material();
//!         let worth = [pieces.white, pieces.black].map(|pieces| 900 * i32::from(pieces.queen));
//!         ledger.post_centipawns(Rule::material("queen"), worth);
//!     }
//! }
//!
//! let game = Game::parse("fen 3qk3/8/8/8/8/8/3R4/4K3 b - - 0 1 moves e8e7")?;
//! assert_eq!(Evaluation::of(&Queens, &game).total, -900);
//! let found = Search::new(Queens, Transposition::with_megabytes(1)).go(&game, &Limits::nodes(1_000), |_| {});
//! assert_eq!(found.best().map(uci_move).as_deref(), Some("d2d8"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! * [`score`]: a static [`Value`](score::Value) and a search [`Score`](score::Score) are
//!   different types.
//! * [`position`]: a [`Position`](position::Position) is what the tree is played upon; shakmaty's is for
//!   whatever comes from outside and goes there.
//! * [`node`]: a [`Node`](node::Node) is a small value, copied and played upon; the evaluator's
//!   state travels in it. A [`Game`](game::Game) is where it comes from, [`move_history`] the facts of its
//!   past.
//! * [`evaluator`]: the contract. One formula posts its terms to a ledger ([`explain`]), which
//!   sums them for the search or itemises them for people ([`evaluation`]). A [`rule`] is declared by
//!   [`rules!`], and left out by a [`rule_mask`].
//!   Its numbers are declared with [`numbers!`], which makes [`options`] of them.
//! * [`choice`]: an evaluator's preferences between the moves of a root.
//! * [`search`]: one search, compiled once for each evaluator, with its [`tables`] and [`limits`].
//! * [`movegen`] and [`see`]: staged legal moves, each an [`EncodedMove`](encoded_move::EncodedMove),
//!   and static exchange evaluation.
//! * [`memory`]: how much of it there is; [`epd`]: positions, one a line; [`notation`]: moves as text, and what others wrote, fit for a terminal,
//!   and what a misspelt name may have meant.
//! * `testkit`, a feature: the proofs that every evaluator has to pass.
//!
//! An engine program of an evaluator is the crate `engine-uci`, below this one.

/// The library of the moves and positions that come from outside: a [`Game`](game::Game) is made of its types.
pub use shakmaty;

pub mod choice;
pub mod encoded_move;
mod endgames;
pub mod epd;
pub mod evaluation;
pub mod evaluator;
pub mod explain;
pub mod game;
pub mod key;
pub mod limits;
mod make_move;
pub mod memory;
pub mod move_history;
pub mod movegen;
pub mod node;
pub mod notation;
pub mod numbers;
pub mod options;
pub mod params;
pub mod position;
pub mod random;
pub mod rule;
pub mod rule_mask;
pub mod score;
pub mod search;
pub mod see;
pub mod tables {
    //! The memory of the search: positions, and good quiet moves.

    pub(crate) mod correction;
    pub mod evaluations;
    pub(crate) mod history;
    pub mod transposition;
}

#[cfg(feature = "testkit")]
pub mod testkit;
