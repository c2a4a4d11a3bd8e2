//! The UCI engine that plays by the Little Chess Evaluation Compendium, in proportion.

fn main() -> std::process::ExitCode {
    engine_uci::run(eval_compendium::in_proportion())
}
