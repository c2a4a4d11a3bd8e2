//! What the search knows of the last endings, the same for every evaluator: which ones of king and
//! pawn are drawn, and how a bare king is mated.

mod bishop_and_knight;
pub mod kpk;
pub(crate) mod mop_up;
