//! The UCI engine that plays by the Little Chess Evaluation Compendium, in proportion.

fn main() -> std::process::ExitCode {
    eval_compendium::engine(eval_compendium::in_proportion())
}
