//! The UCI engine that plays by Michniewski's Simplified Evaluation Function.

fn main() -> std::process::ExitCode {
    engine_uci::run(eval_simplified::michniewski())
}
