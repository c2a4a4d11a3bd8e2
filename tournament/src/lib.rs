//! The arena: plays evaluators against each other and says, with honest error bars, which is
//! stronger and by how much.
//!
//! Read in the order in which a tournament happens:
//!
//! 1. [`config`]: a TOML file, as written and as meant; [`registry`]: the evaluators by name;
//! 2. [`openings`]: where the games start;
//! 3. [`schedule`]: who plays whom from which opening, a pure function of the configuration;
//! 4. [`player`], [`game`] and [`adjudicate`]: one game; [`arena`]: many at a time;
//! 5. [`identity`]: what the engines are, whatever they are called; [`record`]: what is kept of one game, and [`store`]: where it is kept, the run's one truth;
//! 6. [`report`]: the table, `results.json` and `games.pgn`, all made from the store with the arithmetic
//!    of [`match_stats`];
//! 7. [`run`]: all of it together.
//!
//! Beside the tournaments: [`export`] writes a run as tables, [`compare`] shows several side by side; [`side_by_side`] shows evaluators on one position, [`why`] tells
//! why they prefer a move, [`swing`] measures how far a search moves their values, [`scale`] says what these
//! are worth and [`measured`] keeps both of evaluators that have none in their source, [`books`] makes openings and judges them,
//! [`endings`] lets them play what is won and what is drawn, [`suite`] has them solve positions from
//! files in EPD, and [`blunders`] keeps those that they got wrong;
//! [`positions`] draws quiet positions from games, and [`fit`] says how well static values foretell the
//! results and which weights make them foretell better;
//! [`versions`] keeps and builds programs of other days, [`regress`] plays a change against one, and
//! [`spsa`] looks for better numbers by games;
//! [`shard`] is a part of a run that is played elsewhere, [`merge`] joins the parts, and [`cluster`] has Slurm play them;
//! [`repeat`] compares a run with another one of the same games; [`pgn_results`] reads the results of anybody's games.

pub mod ablate;
pub mod adjudicate;
pub mod arena;
pub mod blunders;
pub mod books;
mod bounded;
pub mod calibrate;
pub mod cluster;
pub mod compare;
pub mod config;
pub mod drawn;
pub mod endings;
pub mod export;
pub mod fit;
pub mod game;
pub mod identity;
mod interval_fields;
pub mod known_positions;
pub mod measured;
pub mod merge;
pub mod new_evaluator;
pub mod output;
pub mod page;
mod pauses;
pub mod pgn_results;
pub mod player;
pub mod positions;
pub mod record;
pub mod registry;
pub mod regress;
pub mod repeat;
pub mod report;
pub mod run;
pub mod scale;
pub mod schedule;
pub mod serve;
pub mod shard;
pub mod shell;
pub mod side_by_side;
pub mod spsa;
mod steal;
pub mod store;
pub mod suite;
pub mod swing;
pub mod versions;
pub mod voices;
pub mod wdl;
pub mod why;
mod workers;

pub use workers::ThreadsError;
