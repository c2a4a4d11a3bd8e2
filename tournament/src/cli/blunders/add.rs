//! `evalarena blunders add`.

use std::path::Path;

use clap::Args;
use engine_core::game::Game;
use lab::blunders::ply::{MovePlace, game};
use lab::blunders::{Added, Blunder, BlunderError, Book};
use lab::suite::moves;
use serde_json::json;
use shakmaty::{Chess, Move};

use super::BookArgument;

/// Put a position into the book
#[derive(Args)]
#[command(
    long_about = "Adds a position to the book. POSITION is a FEN, or `startpos [moves ...]`, or a PGN file (.pgn, also \
        .gz or .zip), in which --ply or --move selects the place; the default is the final position. The \
        position is the one before that move; unless --avoid names another, that move is the one to avoid, \
        if it is not the best one (--best).\n\n\
        If the position is in the book already, the moves are added to its line. An illegal move is refused, \
        and the book is unchanged.",
    after_help = "Examples:\n  \
        evalarena blunders add \"6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1\" --best Ra8\n  \
        evalarena blunders add startpos moves f2f3 e7e5 --avoid g4 --note \"fool's mate\"\n  \
        evalarena blunders add games.pgn --game 12 --move 23b"
)]
pub(super) struct BlundersAddArgs {
    /// A FEN, or a PGN file; quotes around a FEN are not needed
    #[arg(required = true)]
    position: Vec<String>,

    /// A move to avoid, in SAN or UCI (repeatable)
    #[arg(long, value_name = "MOVE")]
    avoid: Vec<String>,

    /// A best move, in SAN or UCI (repeatable)
    #[arg(long, value_name = "MOVE")]
    best: Vec<String>,

    /// A note
    #[arg(long, value_name = "TEXT")]
    note: Option<String>,

    /// Its name [default: a number, or the file and the place]
    #[arg(long, value_name = "TEXT")]
    id: Option<String>,

    /// The game of a PGN file, from 1, if there are several
    #[arg(long, value_name = "N")]
    game: Option<usize>,

    /// The half-move of the game, from 1
    #[arg(long, value_name = "N", conflicts_with = "move_number")]
    ply: Option<usize>,

    /// The move of the game: 23 or 23w for White's, 23b for Black's
    #[arg(long = "move", value_name = "N", value_parser = place)]
    move_number: Option<MovePlace>,

    #[command(flatten)]
    book: BookArgument,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

fn place(text: &str) -> Result<MovePlace, String> {
    let place = MovePlace::of_move(text);
    place.ok_or_else(|| "write 23 or 23w for White's move, 23b for Black's".to_owned())
}

pub(super) fn run(arguments: &BlundersAddArgs) -> anyhow::Result<()> {
    let blunder = arguments.blunder()?;
    let path = &arguments.book.book;
    let added = Book::update(path, |book| {
        let added = book.add(&blunder)?;
        Ok((added, book.positions().len()))
    })?;
    let (added, positions) = added;
    let book = path.display();
    if arguments.json {
        let state = match added {
            Added::New => "new",
            Added::Merged => "merged",
            Added::Known => "known",
        };
        let state = json!({ "book": book.to_string(), "state": state, "positions": positions });
        return crate::cli::print_json(&state);
    }
    let done = match added {
        Added::New => "added",
        Added::Merged => "added to the line of the same position",
        Added::Known => "nothing to add, it is there already",
    };
    let count = match positions {
        1 => "1 position".to_owned(),
        count => format!("{count} positions"),
    };
    crate::cli::print(&format!("{book}: {done}; {count}\n"))
}

impl BlundersAddArgs {
    fn blunder(&self) -> Result<Blunder, BlunderError> {
        let text = self.position.join(" ");
        let (position, played, place) = if is_pgn(&text) {
            let path = Path::new(&text);
            let found = self.place().find(&game(path, self.game)?)?;
            let file = path.file_name().unwrap_or_default().to_string_lossy();
            let number = self.game.map(|number| format!(" game {number}"));
            let place = format!("{file}{} {}", number.unwrap_or_default(), found.number);
            (found.position, found.played, place)
        } else {
            let game = Game::parse(&text)?;
            (game.position().clone(), None, String::new())
        };
        let best = all("--best", &self.best, &position)?;
        let mut avoid = all("--avoid", &self.avoid, &position)?;
        if avoid.is_empty() {
            avoid.extend(played.filter(|played| !best.contains(played)));
        }
        if best.is_empty() && avoid.is_empty() {
            return Err(BlunderError::NoMove);
        }
        Ok(Blunder {
            position,
            best,
            avoid,
            id: self.id.clone().unwrap_or(place),
            note: self.note.clone(),
            score: None,
        })
    }

    fn place(&self) -> MovePlace {
        let ply = self.ply.map(MovePlace::Ply);
        ply.or(self.move_number).unwrap_or(MovePlace::End)
    }
}

fn is_pgn(text: &str) -> bool {
    let lower = text.to_lowercase();
    [".pgn", ".pgn.gz", ".zip"].iter().any(|ending| lower.ends_with(ending))
}

fn all(
    option: &'static str,
    texts: &[String],
    position: &Chess,
) -> Result<Vec<Move>, BlunderError> {
    let moves = texts.iter().map(|text| {
        let mv = moves::read(text, position);
        mv.map_err(|fault| BlunderError::Move { option, fault })
    });
    moves.collect()
}
