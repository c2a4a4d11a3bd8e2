//! Validates the statistics on simulated games: prints the tables of docs/statistics.md in Markdown, or one of them.
//!
//!     cargo run --release -p match-stats --example simulate -- [TABLE] [--trials N] [--seed N]
//!
//! TABLE: matches, unequal, tests, looks, ratings, field, openings or races. N trials is the number of matches in a row
//! (default 20000); tests and tournaments, which take longer, are fewer. The same seed (default 1) gives the same
//! tables on any number of threads.

use std::process::ExitCode;

use match_stats::simulate::{Effort, Part};

const USAGE: &str = "usage: simulate [TABLE] [--trials N] [--seed N]";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some((parts, effort)) = parsed(&arguments) else {
        let names = Part::ALL.map(Part::name);
        eprintln!("{USAGE}\nTABLE is one of {}", names.join(", "));
        return ExitCode::from(2);
    };
    for part in parts {
        println!("{}", part.table(effort).markdown());
    }
    ExitCode::SUCCESS
}

fn parsed(arguments: &[String]) -> Option<(Vec<Part>, Effort)> {
    let mut effort = Effort {
        seed: 1,
        trials: 20_000,
    };
    let mut parts = Vec::new();
    let mut left = arguments.iter();
    while let Some(argument) = left.next() {
        match argument.as_str() {
            "--trials" => effort.trials = left.next()?.parse().ok().filter(|&n| n > 0)?,
            "--seed" => effort.seed = left.next()?.parse().ok()?,
            name => parts.push(Part::ALL.into_iter().find(|part| part.name() == name)?),
        }
    }
    if parts.is_empty() {
        parts = Part::ALL.to_vec();
    }
    Some((parts, effort))
}
