//! `tournament positions`.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::Args;
use flate2::{Compression, GzBuilder};
use tournament::positions::{
    Drawer, LAST_PLIES, OPENING_MOVES, Position, PositionsError, Recipe, write,
};
use tournament::report::progress::Progress;
use tournament::report::replace_file;

/// Of games that are left out, as many are reported one by one.
const REPORTED: usize = 20;

/// Draw quiet positions from games, with their results
#[derive(Args)]
#[command(
    long_about = "Draws positions from games (.pgn, .pgn.gz, or the first .pgn of a .zip) and writes \
        them with the results of the games, a line each: what `accuracy` and `weights` measure on.\n\n\
        Positions are quiet: the side to move is not in check, and no capture or promotion wins half \
        a pawn or more by exchanges on its square (static exchange evaluation, the search's values). \
        None is from the first 8 moves or the last 6 plies, and none comes twice. Games without a \
        result, and those that cannot be read, are reported on standard error and left out.\n\n\
        A line is a FEN and EPD operations:\n  \
        FEN c8 \"startpos moves e2e4 ...\"; c9 \"1-0\"; id \"17\";\n\
        c9 is the result and id the number of the game, counted over all files. c8 is how the game \
        came there: some evaluators look at what has moved and who has castled. --bare leaves it \
        out. (`accuracy`, `weights` and `tune` read lines of the form FEN | score | result as well, each as a game of \
        its own.)",
    after_help = "Examples:\n  \
        tournament positions runs/round-robin/games.pgn --out positions.epd.gz\n  \
        tournament positions league.pgn.gz --balanced --out positions.epd.gz\n  \
        tournament positions mine.pgn league.pgn.gz --per-game 10 --seed 2 --bare > positions.epd"
)]
pub(crate) struct Arguments {
    /// The files of games
    #[arg(required = true, value_name = "GAMES")]
    files: Vec<PathBuf>,

    /// The most positions from one game
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u16).range(1..))]
    per_game: u16,

    /// The seed by which they are drawn
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Draw from the stage of the game (opening, middlegame, endgame) of which there are fewest so far
    #[arg(long)]
    balanced: bool,

    /// Where to write them, packed if the name ends in .gz [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Leave out how the game came there
    #[arg(long)]
    bare: bool,
}

/// Draws and writes.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let mut games = Games::default();
    let recipe = Recipe {
        per_game: usize::from(arguments.per_game),
        seed: arguments.seed,
        balanced: arguments.balanced,
    };
    let mut drawer = Drawer::new(recipe);
    let mut progress = Progress::open_ended(0, "games");
    let mut positions = Vec::new();
    for file in &arguments.files {
        let read = openings::games(file, |game| {
            games.count += 1;
            match game {
                Ok(game) => positions.extend(drawer.draw(games.count, &game)),
                Err(unusable) => games.leave_out(&progress, file, unusable),
            }
            progress.advance(1, |_| format!("- {} positions", positions.len()));
        });
        read.map_err(PositionsError::from)?;
    }
    progress.finish();
    if positions.is_empty() {
        bail!(
            "{} games have no quiet position after move {OPENING_MOVES} and before their last \
             {LAST_PLIES} plies; name files with more and longer games that have results",
            games.count
        );
    }
    let all = |to: &mut dyn Write| lines(&positions, !arguments.bare, to);
    let used = games.count - games.left_out;
    let said = format!(
        "{} positions from {used} games; {} games left out\n",
        positions.len(),
        games.left_out
    );
    if let Some(out) = &arguments.out {
        save(out, all)?;
        return super::print(&said);
    }
    let mut text = Vec::new();
    all(&mut text)?;
    super::print(&String::from_utf8(text)?)?;
    eprint!("{said}");
    Ok(())
}

/// How many games there were.
#[derive(Default)]
struct Games {
    count: usize,
    left_out: usize,
}

impl Games {
    fn leave_out(&mut self, progress: &Progress, file: &Path, unusable: openings::Unusable) {
        self.left_out += 1;
        let openings::Unusable { line, reason } = unusable;
        if self.left_out <= REPORTED {
            progress.note(&format!("{}:{line}: left out: {reason}", file.display()));
        }
    }
}

fn lines(positions: &[Position], history: bool, to: &mut dyn Write) -> io::Result<()> {
    let mut each = positions.iter();
    each.try_for_each(|position| write(position, history, to))
}

fn save(path: &Path, all: impl Fn(&mut dyn Write) -> io::Result<()>) -> anyhow::Result<()> {
    let packed = path.extension().is_some_and(|ending| ending == "gz");
    let saved = replace_file(path, |file| {
        if !packed {
            return all(file);
        }
        // No name and no time in the header: the same positions are the same bytes.
        let mut packer = GzBuilder::new().write(file, Compression::default());
        all(&mut packer)?;
        packer.finish()?.flush()
    });
    match saved {
        Ok(()) => Ok(()),
        Err(error) => bail!(
            "{}: {error}; name a file that can be written",
            path.display()
        ),
    }
}
