//! The UCI engine that plays by Shannon's evaluation.

fn main() -> std::process::ExitCode {
    engine_uci::run(eval_classics::shannon())
}
