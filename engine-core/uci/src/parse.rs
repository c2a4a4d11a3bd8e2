//! Lines of the protocol as commands.

use std::time::Duration;

use shakmaty::Move;
use shakmaty::uci::UciMove;

use engine_core::game::{Game, GameError};
use engine_core::limits::{Clock, Limits};

/// One line from the GUI.
#[derive(Debug)]
pub(super) enum Command {
    Uci,
    IsReady,
    NewGame,
    Position(Result<Box<Game>, GameError>),
    Go(Vec<String>),
    Stop,
    SetOption { name: String, value: String },
    Show,
    Eval,
    Help,
    Quit,
    Nothing,
    Unknown(String),
}

/// Reads a line. Unknown words before a command are skipped, as the protocol asks.
pub(super) fn command(line: &str) -> Command {
    let mut words = line.split_whitespace();
    while let Some(word) = words.next() {
        let rest = || words.clone().collect::<Vec<_>>().join(" ");
        return match word {
            "uci" => Command::Uci,
            "isready" => Command::IsReady,
            "ucinewgame" => Command::NewGame,
            "position" => Command::Position(Game::parse(&rest()).map(Box::new)),
            "go" => Command::Go(words.map(str::to_owned).collect()),
            "stop" | "ponderhit" => Command::Stop,
            "setoption" => set_option(&rest()),
            "d" => Command::Show,
            "eval" => Command::Eval,
            "help" => Command::Help,
            "quit" => Command::Quit,
            "debug" | "register" => Command::Nothing,
            _ => continue,
        };
    }
    match line.trim() {
        "" => Command::Nothing,
        text => Command::Unknown(text.to_owned()),
    }
}

/// `name NAME [value VALUE]`, where both may contain spaces.
fn set_option(rest: &str) -> Command {
    let rest = rest.strip_prefix("name").unwrap_or(rest);
    let (name, value) = rest.split_once(" value").unwrap_or((rest, ""));
    Command::SetOption {
        name: name.trim().to_owned(),
        value: value.trim().to_owned(),
    }
}

/// What a `go` command asks for.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Go {
    pub(super) limits: Limits,
    /// Keep the best move back until told to stop.
    pub(super) infinite: bool,
}

/// Reads the words after `go`, said while `game` is on the board.
pub(super) fn go(words: &[String], game: &Game, overhead: Duration) -> Result<Go, String> {
    let white = game.position().turn_is_white();
    let mut reader = Reader { words, next: 0 };
    let mut limits = Limits {
        overhead,
        ..Limits::default()
    };
    let mut infinite = false;
    let (mut remaining, mut increment, mut moves_to_go) = (None, Duration::ZERO, None);
    while let Some(word) = reader.word() {
        match word {
            "infinite" | "ponder" => infinite = true,
            "searchmoves" => limits.search_moves = reader.moves(game)?,
            "nodes" => limits.nodes = Some(reader.number(word)?.max(1)),
            "depth" => limits.depth = Some(small(reader.number(word)?)),
            "mate" => limits.mate = Some(small(reader.number(word)?) as u32),
            "movetime" => limits.move_time = Some(reader.time(word)?),
            "movestogo" => moves_to_go = Some(small(reader.number(word)?.max(1)) as u32),
            "wtime" | "btime" => {
                let time = reader.time(word)?;
                if (word == "wtime") == white {
                    remaining = Some(time);
                }
            }
            "winc" | "binc" => {
                let time = reader.time(word)?;
                if (word == "winc") == white {
                    increment = time;
                }
            }
            _ => return Err(format!("go: \"{word}\" is not known here")),
        }
    }
    limits.clock = remaining.map(|remaining| Clock {
        remaining,
        increment,
        moves_to_go,
    });
    if infinite {
        limits.clock = None;
    }
    infinite |= limits
        == Limits {
            overhead,
            search_moves: limits.search_moves.clone(),
            ..Limits::default()
        };
    Ok(Go { limits, infinite })
}

fn small(number: u64) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX).max(1)
}

trait Turn {
    fn turn_is_white(&self) -> bool;
}

impl Turn for shakmaty::Chess {
    fn turn_is_white(&self) -> bool {
        shakmaty::Position::turn(self).is_white()
    }
}

struct Reader<'w> {
    words: &'w [String],
    next: usize,
}

impl<'w> Reader<'w> {
    fn word(&mut self) -> Option<&'w str> {
        let word = self.words.get(self.next)?;
        self.next += 1;
        Some(word)
    }

    /// Some GUIs send negative times; they count as 0.
    fn number(&mut self, of: &str) -> Result<u64, String> {
        let text = self.word().unwrap_or("nothing");
        match text.parse::<i64>() {
            Ok(number) => Ok(u64::try_from(number).unwrap_or(0)),
            Err(_) => Err(format!("go {of}: \"{text}\" is not a number")),
        }
    }

    fn time(&mut self, of: &str) -> Result<Duration, String> {
        self.number(of).map(Duration::from_millis)
    }

    fn moves(&mut self, game: &Game) -> Result<Vec<Move>, String> {
        let mut moves = Vec::new();
        while let Some(text) = self.words.get(self.next) {
            let Ok(uci) = text.parse::<UciMove>() else {
                break;
            };
            let legal = uci.to_move(game.position());
            moves.push(legal.map_err(|_| format!("go searchmoves: {text} is not legal"))?);
            self.next += 1;
        }
        Ok(moves)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse_go(text: &str) -> Result<Go, String> {
        let words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        go(&words, &Game::default(), Duration::ZERO)
    }

    #[test]
    fn the_clock_of_the_side_to_move_counts() {
        let go = parse_go("wtime 60000 btime 30000 winc 100 binc 200 movestogo 12").unwrap();
        let clock = go.limits.clock.unwrap();
        assert_eq!(clock.remaining, Duration::from_secs(60));
        assert_eq!(clock.increment, Duration::from_millis(100));
        assert_eq!(clock.moves_to_go, Some(12));
        assert!(!go.infinite);
    }

    #[test]
    fn a_bare_go_is_infinite_and_negative_time_is_none() {
        assert!(parse_go("").unwrap().infinite);
        assert!(parse_go("searchmoves e2e4 d2d4").unwrap().infinite);
        let clock = parse_go("wtime -5 btime 10").unwrap().limits.clock.unwrap();
        assert_eq!(clock.remaining, Duration::ZERO);
        assert!(parse_go("depth six").unwrap_err().contains("not a number"));
        assert!(parse_go("sideways 3").unwrap_err().contains("sideways"));
    }

    #[test]
    fn option_names_may_have_spaces() {
        let Command::SetOption { name, value } = command("setoption name Move Overhead value 30")
        else {
            panic!("not an option")
        };
        assert_eq!((name.as_str(), value.as_str()), ("Move Overhead", "30"));
    }

    #[test]
    fn unknown_words_before_a_command_are_skipped() {
        assert!(matches!(command("joho isready"), Command::IsReady));
        assert!(matches!(command("joho"), Command::Unknown(_)));
    }
}
