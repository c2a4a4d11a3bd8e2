//! The UCI engine that plays by the Little Chess Evaluation Compendium.

fn main() -> std::process::ExitCode {
    engines::compendium(eval_compendium::compendium())
}
