//! Games without comments: moves and results, packed.
//!
//! `cargo run --release -p tournament --features full --example lab_games -- runs/lab-scale/games.pgn
//! configs/lab/scale.pgn.gz` keeps the games on which scales are fitted (docs/statistics.md, Margin scale and evaluation scale).

use std::fs::File;
use std::io::{BufReader, Write};

use anyhow::{Context, bail};
use engine_core::game::Game;
use flate2::{Compression, GzBuilder};
use lab::suite::moves::san;
use openings::{OpeningError, WholeGame};

/// By White's half points.
const RESULTS: [&str; 3] = ["0-1", "1/2-1/2", "1-0"];

fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [from, to] = &arguments[..] else {
        bail!("give a file of games and the .pgn.gz to write");
    };
    let mut text = String::new();
    let (mut unusable, mut elsewhere) = (None, false);
    let start = Game::default();
    let file = File::open(from).with_context(|| from.clone())?;
    let repairs = openings::games_of(from, BufReader::new(file), |shown| {
        match shown {
            Ok(game) if game.opening.start != *start.start() => elsewhere = true,
            Ok(game) => text.push_str(&bare(&game)),
            Err(error) => unusable = Some(error),
        }
        Ok::<(), OpeningError>(())
    })?;
    repairs.iter().for_each(|repair| eprintln!("{from}: {repair}"));
    if let Some(error) = unusable {
        bail!("{from}:{}: {}", error.line, error.reason);
    }
    if elsewhere {
        bail!("{from}: a game does not begin in the start position; leave it out");
    }
    let file = File::create(to).with_context(|| to.clone())?;
    // No name and no time in the header: the same games are the same bytes.
    let mut packer = GzBuilder::new().write(file, Compression::best());
    packer.write_all(text.as_bytes())?;
    packer.finish()?;
    Ok(())
}

fn bare(game: &WholeGame) -> String {
    let result = RESULTS[usize::from(game.white_half_points.min(2))];
    let mut position = Game::new(game.opening.start.clone());
    let mut text = format!("[Result \"{result}\"]\n\n");
    for &mv in &game.opening.moves {
        text += &san(mv, position.position());
        text.push(' ');
        position.play(mv);
    }
    text + result + "\n\n"
}
