//! The UCI engine that plays by Kaufman's material imbalances.

fn main() -> std::process::ExitCode {
    engine_uci::run(eval_classics::kaufman())
}
