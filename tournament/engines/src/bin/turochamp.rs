//! The UCI engine that plays by Turing's and Champernowne's evaluation.

fn main() -> std::process::ExitCode {
    engine_uci::run(eval_classics::turochamp())
}
