//! Validates the statistics on simulated games, whose truth is known: the coverage of intervals, the error rates of
//! sequential tests, the verdicts of races and the bias of ratings. Prints the tables of docs/statistics.md in
//! Markdown, or one of them.
//!
//!     cargo run --release -p match-stats --example simulate -- [TABLE] [--trials N] [--seed N]
//!
//! TABLE: matches, unequal, tests, looks, ratings, field, openings or races. N trials is the number of matches in a row
//! (default 20000); tests and tournaments, which take longer, are fewer. The same seed (default 1) gives the same
//! tables on any number of threads.

mod field;
mod ladder;
mod matches;
mod openings;
mod race;
#[cfg(test)]
mod runs;
mod sequential;
#[cfg(test)]
mod tests;
mod world;

use std::process::ExitCode;

use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;
use rayon::prelude::*;

use world::World;

const USAGE: &str = "usage: simulate [TABLE] [--trials N] [--seed N]";

type NamedTable = (&'static str, fn(Effort) -> Table);

const TABLES: [NamedTable; 8] = [
    ("matches", matches::table),
    ("unequal", matches::unequal),
    ("tests", sequential::table),
    ("looks", sequential::looks),
    ("ratings", ladder::table),
    ("field", field::table),
    ("openings", openings::table),
    ("races", race::table),
];

/// Realistic worlds: balanced openings of which some favour White, with few draws and
/// with many, and one without any of this.
const WORLDS: [World; 4] = [
    World::new(0.0, 0.3, 0.0),
    World::new(35.0, 0.4, 0.3),
    World::new(60.0, 0.7, 0.6),
    World::new(20.0, 0.85, 0.3),
];

#[derive(Clone, Copy)]
struct Effort {
    /// The seed of everything.
    seed: u64,
    /// Matches in each row; sequential tests, races and tournaments, which take longer, are half of it.
    trials: usize,
}

impl Effort {
    /// The results of independent trials, each with its own random numbers.
    fn trials<T: Send>(
        self,
        row: usize,
        count: usize,
        trial: impl Fn(&mut Pcg64Mcg) -> T + Sync,
    ) -> Vec<T> {
        let run = |number: usize| {
            let place = ((row as u64) << 40) + number as u64;
            let seed = self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ place;
            trial(&mut Pcg64Mcg::seed_from_u64(seed))
        };
        (0..count).into_par_iter().map(run).collect()
    }
}

/// A table with a heading: a share or a number as text in each column of a row.
struct Table {
    title: &'static str,
    /// The cells of the heading, with ` | ` between them.
    head: &'static str,
    rows: Vec<Vec<String>>,
}

impl Table {
    fn markdown(&self) -> String {
        let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
        let rule = vec!["---".to_owned(); self.head.split(" | ").count()];
        let rows: String = self.rows.iter().map(|row| line(row)).collect();
        format!("{}\n\n| {} |\n{}{rows}", self.title, self.head, line(&rule))
    }
}

/// Percent of those that are true.
fn percent(of: impl Iterator<Item = bool>) -> f64 {
    let of: Vec<bool> = of.collect();
    100.0 * of.iter().filter(|&&hit| hit).count() as f64 / of.len() as f64
}

fn share(of: impl Iterator<Item = bool>) -> String {
    format!("{:.1} %", percent(of))
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some((tables, effort)) = parsed(&arguments) else {
        let names = TABLES.map(|(name, _)| name);
        eprintln!("{USAGE}\nTABLE is one of {}", names.join(", "));
        return ExitCode::from(2);
    };
    for (_, table) in tables {
        println!("{}", table(effort).markdown());
    }
    ExitCode::SUCCESS
}

fn parsed(arguments: &[String]) -> Option<(Vec<NamedTable>, Effort)> {
    let mut effort = Effort { seed: 1, trials: 20_000 };
    let mut tables = Vec::new();
    let mut left = arguments.iter();
    while let Some(argument) = left.next() {
        match argument.as_str() {
            "--trials" => effort.trials = left.next()?.parse().ok().filter(|&n| n > 0)?,
            "--seed" => effort.seed = left.next()?.parse().ok()?,
            name => tables.push(TABLES.into_iter().find(|(known, _)| *known == name)?),
        }
    }
    if tables.is_empty() {
        tables = TABLES.to_vec();
    }
    Some((tables, effort))
}
