//! The UCI engine that plays by Otter's evaluation.

fn main() -> std::process::ExitCode {
    engine_uci::run(eval_simplified::otter())
}
