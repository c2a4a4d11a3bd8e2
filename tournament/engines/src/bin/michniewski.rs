//! The UCI engine that plays by Michniewski's Simplified Evaluation Function.

fn main() -> std::process::ExitCode {
    eval_simplified::engine(eval_simplified::michniewski())
}
