//! `evalarena suite add`.

use std::path::{Path, PathBuf};

use anyhow::anyhow;
use clap::Args;
use engine_core::game::Game;
use lab::suite::add::{MoveNumber, NewLine, add, game, position_before};
use lab::suite::moves;
use shakmaty::{Chess, Move};

/// Add a position to a suite
#[derive(Args)]
#[command(
    long_about = "Adds a position to a suite, which may be new. POSITION is a FEN, or `startpos [moves ...]`, or a PGN \
        file, in which --move selects the place; the default is the final position. The position is the one \
        before that move; unless --avoid names another, that move is the one to avoid, if it is not the best one \
        (--best).",
    after_help = "Examples:\n  \
        evalarena suite add blunders.epd \"6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1\" --best Ra8\n  \
        evalarena suite add blunders.epd games.pgn --game 12 --move 23b --note \"drops the exchange\""
)]
pub(super) struct SuiteAddArgs {
    /// The suite
    suite: PathBuf,

    /// A FEN, or a PGN file, also .gz or in a .zip; quotes around a FEN are not needed
    #[arg(required = true)]
    position: Vec<String>,

    /// A move to avoid, in SAN or UCI (repeatable)
    #[arg(long, value_name = "MOVE")]
    avoid: Vec<String>,

    /// A best move, in SAN or UCI (repeatable)
    #[arg(long, value_name = "MOVE")]
    best: Vec<String>,

    /// A note
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
    note: String,

    /// The game of a PGN file, from 1, if there are several
    #[arg(long, value_name = "N")]
    game: Option<usize>,

    /// The move of the game: 23 or 23w for White's, 23b for Black's
    #[arg(long = "move", value_name = "N", value_parser = move_number)]
    place: Option<MoveNumber>,
}

fn move_number(text: &str) -> Result<MoveNumber, String> {
    let number = MoveNumber::of(text);
    number.ok_or_else(|| "write 23 or 23w for White's move, 23b for Black's".to_owned())
}

pub(super) fn run(arguments: &SuiteAddArgs) -> anyhow::Result<()> {
    let added = add(&arguments.suite, &[arguments.line()?])?;
    let done = if added > 0 { "added" } else { "nothing to add, it is there already" };
    crate::cli::print(&format!("{}: {done}\n", arguments.suite.display()))
}

impl SuiteAddArgs {
    fn line(&self) -> anyhow::Result<NewLine> {
        let text = self.position.join(" ");
        let lower = text.to_lowercase();
        let is_pgn = [".pgn", ".pgn.gz", ".pgn.zst", ".zip"].iter().any(|end| lower.ends_with(end));
        let (position, played, id) = if is_pgn {
            let path = Path::new(&text);
            let found = position_before(&game(path, self.game)?, self.place)?;
            let file = path.file_name().unwrap_or_default().to_string_lossy();
            let number = self.game.map(|number| format!(" game {number}")).unwrap_or_default();
            (found.position, found.played, format!("{file}{number} {}", found.number))
        } else {
            (Game::parse(&text)?.position().clone(), None, String::new())
        };
        let best = all("--best", &self.best, &position)?;
        let mut avoid = all("--avoid", &self.avoid, &position)?;
        if avoid.is_empty() {
            avoid.extend(played.filter(|played| !best.contains(played)));
        }
        anyhow::ensure!(
            !best.is_empty() || !avoid.is_empty(),
            "there is no move to add; name it with --avoid or --best, or a move of a game with --move"
        );
        Ok(NewLine { position, best, avoid, id, note: self.note.clone() })
    }
}

fn all(option: &str, texts: &[String], position: &Chess) -> anyhow::Result<Vec<Move>> {
    let read = |text: &String| moves::read(text, position);
    let moves = texts.iter().map(|text| read(text).map_err(|fault| anyhow!("{option} {fault}")));
    moves.collect()
}
