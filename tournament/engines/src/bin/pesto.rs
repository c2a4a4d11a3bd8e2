//! The UCI engine that plays by PeSTO's tables.

fn main() -> std::process::ExitCode {
    engine_uci::run(eval_classics::pesto())
}
