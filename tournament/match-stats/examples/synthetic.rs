//! Writes the games of a random tournament, as PGN without moves: a large input for rating.
//!
//!     cargo run --release -p match-stats --example synthetic -- swiss 10000 1000000 > swiss.pgn
//!     time target/release/evalarena rate swiss.pgn > list.txt
//!
//! `swiss`: random opponents, once or twice, one game at a time. `ladder`: pairs against the hundred
//! next in strength. `gauntlet`: pairs of every player against the ten in the middle. The same arguments
//! give the same games.

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use match_stats::elo::score_from_elo;
use match_stats::random::{below, uniform};
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;

const USAGE: &str = "usage: synthetic swiss|ladder|gauntlet PLAYERS GAMES (200 players or more)";
/// Elo from the weakest to the strongest.
const RANGE: f64 = 1200.0;
/// White's advantage, in Elo.
const ADVANTAGE: f64 = 35.0;
/// Share of draws between equals.
const DRAWS: f64 = 0.4;

/// The pairing scheme.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Swiss,
    Ladder,
    Gauntlet,
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some((kind, players, games)) = parsed(&arguments) else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    match write(kind, players, games) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("the games cannot be written: {error}");
            ExitCode::FAILURE
        }
    }
}

fn parsed(arguments: &[String]) -> Option<(Kind, u64, u64)> {
    let [kind, players, games] = arguments else {
        return None;
    };
    let kind = match kind.as_str() {
        "swiss" => Kind::Swiss,
        "ladder" => Kind::Ladder,
        "gauntlet" => Kind::Gauntlet,
        _ => return None,
    };
    let players = players.parse().ok().filter(|&players| players >= 200)?;
    Some((kind, players, games.parse().ok()?))
}

fn write(kind: Kind, players: u64, games: u64) -> io::Result<()> {
    let mut random = Pcg64Mcg::seed_from_u64(players);
    let mut out = BufWriter::new(io::stdout().lock());
    let at_a_time = if kind == Kind::Swiss { 1 } else { 2 };
    for round in 1..=games / at_a_time {
        let a = below(&mut random, players);
        let b = match kind {
            Kind::Swiss => below(&mut random, players),
            Kind::Ladder => (a + 1 + below(&mut random, 100)).min(players - 1),
            Kind::Gauntlet => players / 2 + below(&mut random, 10),
        };
        // No player meets itself, but its neighbour.
        let b = if a == b { b.checked_sub(1).unwrap_or(1) } else { b };
        for (white, black) in [(a, b), (b, a)].into_iter().take(at_a_time as usize) {
            let ahead = RANGE * (white as f64 - black as f64) / players as f64;
            let result = result(ahead, uniform(&mut random));
            writeln!(
                out,
                "[Event \"synthetic\"]\n[Round \"{round}\"]\n[White \"Player {white}\"]\n\
                 [Black \"Player {black}\"]\n[Result \"{result}\"]\n\n{result}\n"
            )?;
        }
    }
    out.flush()
}

/// The result of a game for a random number `chance` from 0 to 1 if White is `ahead` Elo stronger.
fn result(ahead: f64, chance: f64) -> &'static str {
    let score = score_from_elo(ahead + ADVANTAGE);
    let draws = 2.0 * DRAWS * score.min(1.0 - score);
    if chance < score - draws / 2.0 {
        "1-0"
    } else if chance < score + draws / 2.0 {
        "1/2-1/2"
    } else {
        "0-1"
    }
}
