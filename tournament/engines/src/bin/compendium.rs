//! The UCI engine that plays by the Little Chess Evaluation Compendium.

fn main() -> std::process::ExitCode {
    eval_compendium::engine(eval_compendium::compendium())
}
