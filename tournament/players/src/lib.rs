//! Players, and the records of their games.
//!
//! [`player`] plays a move, in the process or as a UCI program; [`external`] is an engine with an evaluation from outside;
//! [`identity`] identifies an engine independent of its name; [`record`] is the record of one game; [`scale`] has the
//! worth of an evaluator's centipawns; [`known_positions`] are built in; [`pool`] has players do many jobs at a time, on
//! threads with room for any search.

pub mod external;
pub mod identity;
pub mod known_positions;
pub mod player;
pub mod pool;
pub mod record;
pub mod scale;
