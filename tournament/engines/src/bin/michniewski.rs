//! The UCI engine that plays by Michniewski's Simplified Evaluation Function.

fn main() -> std::process::ExitCode {
    engines::simplified(eval_simplified::michniewski())
}
