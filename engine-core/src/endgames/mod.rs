//! Endgame knowledge of the search, the same for every evaluator: which ones of king and
//! pawn are drawn, and how a bare king is mated.

mod bishop_and_knight;
pub mod kpk;
pub(crate) mod mop_up;
