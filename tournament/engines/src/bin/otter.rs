//! The UCI engine that plays by Otter's evaluation.

fn main() -> std::process::ExitCode {
    eval_simplified::engine(eval_simplified::otter())
}
