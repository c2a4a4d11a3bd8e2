//! The UCI engine that plays by the Little Chess Evaluation Compendium, in proportion.

fn main() -> std::process::ExitCode {
    engines::compendium(eval_compendium::in_proportion())
}
