//! The UCI engine that plays by ChessBin's board evaluation.

fn main() -> std::process::ExitCode {
    engine_uci::run(eval_chessbin::chessbin())
}
