//! The UCI engine that plays by the Slate & Atkin style static evaluation.

fn main() -> std::process::ExitCode {
    engine_uci::run(eval_slate_atkin::slate_atkin())
}
