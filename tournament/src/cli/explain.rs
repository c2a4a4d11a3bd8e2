//! `evalarena explain`.

use clap::Args;
use engine_core::game::Game;
use evaluators::registry;
use lab::side_by_side::compare;

use super::evaluator_name::{EvaluatorName, opened};

/// Evaluate a position with every evaluator, term by term
#[derive(Args)]
#[command(
    long_about = "Evaluates one position with every evaluator, without search: each term for White and for Black (a \
        penalty is negative for its owner) and their difference from White's point of view, in the \
        evaluator's centipawns; then all evaluators side by side, grouped by subject (material, pawns, \
        pieces, king, other); the sums of these in Michniewski centipawns, by the evaluators' scales; and \
        the terms behind the largest disagreement.\n\n\
        A POSITION is a FEN of four to six fields, or `startpos [moves ...]`, or `fen FEN [moves ...]`, with \
        moves in UCI notation. Moves matter: some evaluators use which pieces have moved and who has \
        castled.",
    after_help = "Examples:\n  \
        evalarena explain startpos moves e2e4 e7e5 g1f3\n  \
        evalarena explain startpos --engine ./mine.so --engine michniewski\n  \
        evalarena explain \"r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4\""
)]
pub(crate) struct ExplainArgs {
    /// The position; quotes around it are not needed
    #[arg(required = true)]
    position: Vec<String>,

    /// Only this evaluator, built in or from outside, such as ./mine.so (repeatable)
    #[arg(long = "engine", alias = "evaluator", value_name = "NAME", value_parser = EvaluatorName)]
    evaluators: Vec<String>,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &ExplainArgs) -> anyhow::Result<()> {
    let game = Game::parse(&arguments.position.join(" "))?;
    let evaluators: Vec<_> = if arguments.evaluators.is_empty() {
        let all = registry::NAMES.iter();
        all.filter_map(|name| registry::evaluator(name)).collect()
    } else {
        let chosen = arguments.evaluators.iter().map(|name| opened(name));
        chosen.collect::<anyhow::Result<_>>()?
    };
    let comparison = compare(&evaluators, &game, &super::measured::measurements()?)?;
    if arguments.json {
        return super::print_json(&comparison);
    }
    super::show(comparison.document(super::line_width()))
}
