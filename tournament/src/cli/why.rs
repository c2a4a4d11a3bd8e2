//! `evalarena why`.

use anyhow::{Context, bail};
use clap::Args;
use engine_core::game::Game;
use lab::suite::moves::read;
use lab::why::why;
use shakmaty::{Move, Position};

use super::evaluator_name::{EvaluatorName, opened};

/// Explain why an evaluator prefers one move to another
#[derive(Args)]
#[command(
    long_about = "Searches each of --moves alone, with the same number of nodes, and shows the terms in which the \
        positions at the ends of the principal variations differ: the reasons for the preference. Everything \
        is in the evaluator's centipawns, from the side to move. A single move is compared with the \
        evaluator's own choice.\n\n\
        A POSITION is a FEN, `startpos [moves ...]`, or `fen FEN [moves ...]`; --moves are in UCI notation \
        or SAN.",
    after_help = "Examples:\n  \
        evalarena why startpos --moves e2e4,d2d4 --engine michniewski\n  \
        evalarena why startpos moves e2e4 e7e5 --moves Nf3,Bc4,f4 --engine slate-atkin --nodes 1000000"
)]
pub(crate) struct WhyArgs {
    /// The position; quotes around it are not needed
    #[arg(required = true)]
    position: Vec<String>,

    /// The moves, separated by commas
    #[arg(long, value_name = "MOVES", value_delimiter = ',', required = true)]
    moves: Vec<String>,

    /// The evaluator, built in or from outside, such as ./mine.so
    #[arg(long, value_name = "NAME", value_parser = EvaluatorName)]
    engine: String,

    /// Nodes for each move
    #[arg(long, value_name = "N", default_value_t = 200_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &WhyArgs) -> anyhow::Result<()> {
    let game = Game::parse(&arguments.position.join(" "))?;
    if game.position().is_game_over() {
        bail!("the game is over in this position; there is no move to choose");
    }
    let mut moves: Vec<Move> = Vec::new();
    for text in &arguments.moves {
        let mv = read(text.trim(), game.position()).with_context(|| format!("--moves {text}"))?;
        if !moves.contains(&mv) {
            moves.push(mv);
        }
    }
    let measured = super::measured::measurements()?;
    let evaluator = opened(&arguments.engine)?;
    let found = why(&*evaluator, &game, &moves, arguments.nodes, None, &measured)?;
    if arguments.json {
        return super::print_json(&found);
    }
    super::show(found.document(super::line_width()))
}
