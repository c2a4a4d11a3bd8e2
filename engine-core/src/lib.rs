//! The game tree of the arena: everything that all evaluators share.
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
