//! Engines of which there are two programs: their search is compiled once, here.

use std::process::ExitCode;

use eval_compendium::Compendium;
use eval_simplified::Simplified;

/// A UCI engine that plays by an edition of the compendium.
#[must_use]
pub fn compendium(evaluator: Compendium) -> ExitCode {
    engine_uci::run(evaluator)
}

/// A UCI engine that plays by Michniewski's tables or by Otter's.
#[must_use]
pub fn simplified(evaluator: Simplified) -> ExitCode {
    engine_uci::run(evaluator)
}
