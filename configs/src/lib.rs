//! Files of this folder that the arena has built in, so that they are there wherever it runs.
//!
//! They are a crate because a package holds only files of its own folder.

/// The default of `tournament run`: round-robin.toml.
pub const ROUND_ROBIN: &str = include_str!("../round-robin.toml");

/// The default of `tournament regress`: regress.toml.
pub const REGRESS: &str = include_str!("../regress.toml");

/// The project's own openings, packed PGN: lines that a program which is no contestant proposed and found level.
pub const OPENINGS: &[u8] = include_bytes!("../openings/builtin.pgn.gz");

/// The table of <https://github.com/lichess-org/chess-openings> (CC0 1.0, public domain), packed: a code, an English
/// name and moves in each line.
pub const ECO: &[u8] = include_bytes!("../openings/eco.tsv.gz");

/// The games between all evaluators of the workspace (lab/scale.toml), packed PGN: moves and results.
pub const KNOWN_GAMES: &[u8] = include_bytes!("../lab/scale.pgn.gz");
