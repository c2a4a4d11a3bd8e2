//! Who plays, and what is recorded of it.
//!
//! [`registry`] has the evaluators by name, and [`evaluator`] what can be asked of any of them: this is the only crate in
//! which they meet the search. [`player`] plays a move,
//! in the process or as a UCI program; [`identity`] says what an engine is, whatever it is called; [`record`] is what is
//! kept of one game; [`scale`] says what an evaluator's centipawns are worth; [`known_positions`] are those that the
//! program holds; [`pool`] has players do many jobs at a time, on
//! the threads of [`workers`].

pub mod evaluator;
pub mod identity;
pub mod known_positions;
pub mod player;
pub mod pool;
pub mod record;
pub mod registry;
pub mod scale;
pub mod workers;
