//! The UCI engine that plays by Otter's evaluation.

fn main() -> std::process::ExitCode {
    engines::simplified(eval_simplified::otter())
}
