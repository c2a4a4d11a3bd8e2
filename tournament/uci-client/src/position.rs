//! The commands `position` and `go` as text, and moves as programs write them.

use std::fmt::Write;

use engine_core::game::Game;
use engine_core::limits::Clock;
use engine_core::notation::{fen_of, uci_move, uci_move_960};
use shakmaty::san::San;
use shakmaty::uci::UciMove;
use shakmaty::{Chess, Color, EnPassantMode, Move, Position};

use crate::task::Request;

/// `position ...`, made longer by the moves since the last time, with room for a `go ...`: both are sent in one piece.
#[derive(Debug, Default)]
pub(super) struct PositionText {
    text: String,
    end: usize,
    /// Moves of the game that are in the text.
    moves: usize,
    chess960: bool,
}

impl PositionText {
    /// The text for a program that is set to play Chess960, or one that is not.
    pub(super) fn new(chess960: bool) -> PositionText {
        PositionText { chess960, ..PositionText::default() }
    }

    pub(super) fn clear(&mut self) {
        self.text.clear();
        (self.end, self.moves) = (0, 0);
    }

    /// Both commands for `task`, with their line ends.
    pub(super) fn commands(&mut self, task: &Request<'_>) -> &str {
        let game = task.game;
        self.text.truncate(self.end);
        if self.end == 0 {
            self.text.push_str("position ");
            self.text.push_str(&start(game));
        }
        for (index, &mv) in game.moves().iter().enumerate().skip(self.moves) {
            let word = if index == 0 { " moves" } else { "" };
            let mv = if self.chess960 { uci_move_960(mv) } else { uci_move(mv) };
            // Writing into a text cannot fail.
            write!(self.text, "{word} {mv}").ok();
        }
        self.moves = game.moves().len();
        self.end = self.text.len();
        self.text.push('\n');
        go(&mut self.text, task);
        &self.text
    }
}

fn start(game: &Game) -> String {
    let setup = |position: &Chess| position.to_setup(EnPassantMode::Legal);
    if setup(game.start()) == setup(&Chess::default()) {
        "startpos".to_owned()
    } else {
        format!("fen {}", fen_of(game.start()))
    }
}

fn go(text: &mut String, task: &Request<'_>) {
    let limits = task.limits;
    text.push_str("go");
    let mut word = |name: &str, number: u128| {
        write!(text, " {name} {number}").ok();
    };
    if let Some(nodes) = limits.nodes {
        word("nodes", nodes.into());
    }
    if let Some(depth) = limits.depth {
        word("depth", depth.unsigned_abs().into());
    }
    if let Some(time) = limits.move_time {
        word("movetime", time.as_millis());
    }
    if let Some(own) = limits.clock {
        let (white, black) = match task.game.position().turn() {
            Color::White => (Some(own), task.opponent),
            Color::Black => (task.opponent, Some(own)),
        };
        let mut clock = |time: &str, increment: &str, clock: Option<Clock>| {
            if let Some(clock) = clock {
                // To some programs, no time means no clock.
                word(time, clock.remaining.as_millis().max(1));
                word(increment, clock.increment.as_millis());
            }
        };
        clock("wtime", "winc", white);
        clock("btime", "binc", black);
        if let Some(moves) = own.moves_to_go {
            word("movestogo", moves.into());
        }
    }
    text.push('\n');
}

/// The move that `word` means, if it is legal, in UCI notation of either case; castling also as king takes rook or `O-O`.
pub(crate) fn legal(word: &str, position: &Chess) -> Option<Move> {
    let uci: Option<UciMove> = word.to_ascii_lowercase().parse().ok();
    if let Some(uci) = uci {
        return uci.to_move(position).ok();
    }
    let castling = word.to_ascii_uppercase().replace('0', "O");
    match &castling[..] {
        "O-O" | "O-O-O" => {
            let san: San = castling.parse().ok()?;
            san.to_move(position).ok()
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use engine_core::game::Game;
    use engine_core::limits::Limits;

    use super::*;

    fn clock(remaining: u64, moves_to_go: Option<u32>) -> Clock {
        Clock {
            remaining: Duration::from_micros(remaining),
            increment: Duration::from_millis(100),
            moves_to_go,
        }
    }

    fn text(of: &mut PositionText, game: &Game, limits: &Limits) -> String {
        let mut task = Request::new(game, limits, Duration::ZERO);
        task.opponent = limits.clock.map(|_| clock(2_000_000, None));
        of.commands(&task).to_owned()
    }

    #[test]
    fn positions_grow_with_the_game() {
        let mut position = PositionText::default();
        let mut game = Game::default();
        let mut commands = |game: &Game| text(&mut position, game, &Limits::nodes(7));
        assert_eq!(commands(&game), "position startpos\ngo nodes 7\n");
        game.play_uci("e2e4").unwrap();
        assert_eq!(commands(&game), "position startpos moves e2e4\ngo nodes 7\n");
        game.play_uci("e7e5").unwrap();
        game.play_uci("g1f3").unwrap();
        let expected = "position startpos moves e2e4 e7e5 g1f3\ngo nodes 7\n";
        assert_eq!(commands(&game), expected);
        assert_eq!(commands(&game), expected, "the same position twice");
        position.clear();
        let fen = "4k3/8/8/8/8/8/8/4K2R w K - 3 20";
        let castled = Game::parse(&format!("fen {fen} moves e1g1")).unwrap();
        let expected = format!("position fen {fen} moves e1g1\ngo depth 4\n");
        assert_eq!(text(&mut position, &castled, &Limits::depth(4)), expected);
    }

    #[test]
    fn clocks_of_both_sides() {
        let mut limits = Limits { clock: Some(clock(900, Some(12))), ..Limits::default() };
        let mut game = Game::default();
        game.play_uci("e2e4").unwrap();
        let go = |game: &Game, limits: &Limits| {
            let text = text(&mut PositionText::default(), game, limits);
            text.lines().nth(1).unwrap_or_default().to_owned()
        };
        let expected = "go wtime 2000 winc 100 btime 1 binc 100 movestogo 12";
        assert_eq!(go(&game, &limits), expected);
        limits.clock = Some(clock(5_000_900, None));
        let expected = "go wtime 5000 winc 100 btime 2000 binc 100";
        assert_eq!(go(&Game::default(), &limits), expected);
        let movetime = Limits { move_time: Some(Duration::from_millis(50)), ..Limits::default() };
        assert_eq!(go(&game, &movetime), "go movetime 50");
    }

    #[test]
    fn castling_is_written_in_several_ways() {
        let game = Game::parse("fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").unwrap();
        let read = |word: &str| legal(word, game.position());
        let (short, long) = (read("e1g1"), read("e1c1"));
        assert!(short.is_some_and(Move::is_castle) && long.is_some_and(Move::is_castle));
        for word in ["e1h1", "E1G1", "O-O", "o-o", "0-0"] {
            assert_eq!(read(word), short, "{word}");
        }
        for word in ["e1a1", "O-O-O", "0-0-0"] {
            assert_eq!(read(word), long, "{word}");
        }
        for word in ["0000", "e1e3", "Kd1", "(none)", ""] {
            assert_eq!(read(word), None, "{word}");
        }
    }
}
