//! The UCI engine that plays by Otter's evaluation.

fn main() -> std::process::ExitCode {
    engine_core::cli::run(eval_simplified::otter())
}
