//! The input of a session: lines of whatever bytes in bounded memory, options, and the limits of a `go`.

use std::io::{self, BufRead, Read};
use std::iter::{self, Peekable};
use std::slice;
use std::time::Duration;

use engine_core::game::Game;
use engine_core::limits::{Clock, Limits};
use shakmaty::uci::UciMove;
use shakmaty::{Move, Position};

/// A longer line is not a line of UCI: the longest legal game takes a thirtieth of it.
const MAX_LINE: usize = 1 << 20;

/// A line, or why it cannot be used. The next one can.
type Line = Result<String, String>;

/// The lines of an input, without their ends.
pub(crate) fn lines(mut input: impl BufRead) -> impl Iterator<Item = io::Result<Line>> {
    iter::from_fn(move || read_line(&mut input).transpose())
}

fn read_line(input: &mut impl BufRead) -> io::Result<Option<Line>> {
    let mut bytes = Vec::new();
    input.take(MAX_LINE as u64 + 1).read_until(b'\n', &mut bytes)?;
    if bytes.is_empty() {
        return Ok(None);
    }
    if bytes.pop_if(|last| *last == b'\n').is_none() && bytes.len() > MAX_LINE {
        input.skip_until(b'\n')?;
        return Ok(Some(Err(format!("it has more than {MAX_LINE} bytes"))));
    }
    bytes.pop_if(|last| *last == b'\r');
    Ok(Some(String::from_utf8(bytes).map_err(|_| "it is not UTF-8 text".to_owned())))
}

/// Name and value after `setoption`, of the form `name NAME [value VALUE]`, where both may contain spaces.
pub(crate) fn option(words: &[&str]) -> [String; 2] {
    let words = words.strip_prefix(&["name"]).unwrap_or(words);
    let at = words.iter().position(|word| *word == "value");
    let (name, value) = words.split_at(at.unwrap_or(words.len()));
    [name.join(" "), value.get(1..).unwrap_or_default().join(" ")]
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Go {
    pub(crate) limits: Limits,
    /// Keep the best move back until `stop`.
    pub(crate) infinite: bool,
    /// Keep it back until the move that is expected has been played.
    pub(crate) ponder: bool,
    /// Count the leaves at this depth instead, in plies.
    pub(crate) perft: Option<u32>,
    pub(crate) ignored: Vec<String>,
}

/// The times that a `go` command gives, White's first.
#[derive(Debug, Default)]
struct Times {
    remaining: [Option<Duration>; 2],
    increment: [Option<Duration>; 2],
    moves_to_go: Option<u32>,
}

impl Times {
    /// The clock of the side to move. One side's alone is taken to mean both; an increment alone is all the time.
    fn clock(&self, white: bool) -> Option<Clock> {
        let own = |times: [Option<Duration>; 2]| {
            let [ours, theirs] = if white { times } else { [times[1], times[0]] };
            ours.or(theirs)
        };
        let increment = own(self.increment);
        let remaining = own(self.remaining).or(increment.map(|_| Duration::ZERO));
        remaining.map(|remaining| Clock {
            remaining,
            increment: increment.unwrap_or_default(),
            moves_to_go: self.moves_to_go,
        })
    }
}

/// Reads the words after `go`, received while `game` is on the board. Words that are not known and moves
/// that are not legal are passed over, as the protocol requires.
///
/// # Errors
/// If a limit is not a number.
pub(crate) fn go(words: &[&str], game: &Game, overhead: Duration) -> Result<Go, String> {
    let mut reader = Reader(words.iter().peekable());
    let mut go = Go::default();
    let mut times = Times::default();
    go.limits.overhead = overhead;
    while let Some(word) = reader.word() {
        let limits = &mut go.limits;
        match word {
            "infinite" => go.infinite = true,
            "ponder" => go.ponder = true,
            "searchmoves" => {
                let (moves, others) = reader.moves(game);
                limits.search_moves.extend(moves);
                go.ignored.extend(others);
            }
            "nodes" => limits.nodes = Some(reader.number(word)?.max(1)),
            "depth" => limits.depth = Some(reader.small(word)?),
            "mate" => limits.mate = Some(reader.small(word)?.unsigned_abs()),
            "movetime" => limits.move_time = Some(reader.time(word)?),
            "movestogo" => times.moves_to_go = Some(reader.small(word)?.unsigned_abs()),
            "wtime" => times.remaining[0] = Some(reader.time(word)?),
            "btime" => times.remaining[1] = Some(reader.time(word)?),
            "winc" => times.increment[0] = Some(reader.time(word)?),
            "binc" => times.increment[1] = Some(reader.time(word)?),
            "perft" => go.perft = Some(u32::try_from(reader.number(word)?).unwrap_or(u32::MAX)),
            _ => go.ignored.push(format!("\"{word}\" is not known here")),
        }
    }
    let unbounded = Limits { overhead, search_moves: go.limits.search_moves.clone(), ..Limits::default() };
    go.limits.clock = times.clock(game.position().turn().is_white());
    go.infinite |= go.limits == unbounded;
    if go.infinite {
        go.limits.clock = None;
    }
    Ok(go)
}

struct Reader<'w>(Peekable<slice::Iter<'w, &'w str>>);

impl<'w> Reader<'w> {
    fn word(&mut self) -> Option<&'w str> {
        self.0.next().copied()
    }

    /// Some GUIs send negative times; they count as 0, and what is too large as the largest number.
    fn number(&mut self, of: &str) -> Result<u64, String> {
        let text = self.word().unwrap_or("nothing");
        let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(format!("go {of}: \"{text}\" is not a number"));
        }
        if text.starts_with('-') {
            return Ok(0);
        }
        Ok(digits.parse().unwrap_or(u64::MAX))
    }

    fn small(&mut self, of: &str) -> Result<i32, String> {
        let number = self.number(of)?;
        Ok(i32::try_from(number).unwrap_or(i32::MAX).max(1))
    }

    /// A day is as good as a year, and can be calculated with.
    fn time(&mut self, of: &str) -> Result<Duration, String> {
        const MAX_TIME: u64 = 1000 * 60 * 60 * 24 * 365;
        let milliseconds = self.number(of)?;
        Ok(Duration::from_millis(milliseconds.min(MAX_TIME)))
    }

    /// The moves that follow, and what is wrong with those that are not legal.
    fn moves(&mut self, game: &Game) -> (Vec<Move>, Vec<String>) {
        let (mut moves, mut others) = (Vec::new(), Vec::new());
        while let Some(Ok(uci)) = self.0.peek().map(|text| text.parse::<UciMove>()) {
            match (uci.to_move(game.position()), self.word()) {
                (Ok(mv), _) => moves.push(mv),
                (Err(_), text) => others.push(format!("{} is not legal", text.unwrap_or_default())),
            }
        }
        (moves, others)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bad_line_does_not_spoil_the_next() {
        let (long, longest) = ("x".repeat(MAX_LINE + 1), "y".repeat(MAX_LINE));
        let (long, last) = (long.as_bytes(), longest.as_bytes());
        let text = [b"one\r\n\nc\xf4t\xe9\n", long, b"\n", last, b"\nlast"].concat();
        let lines: Vec<Line> = lines(&*text).map(Result::unwrap).collect();
        assert_eq!(lines[..2], ["one", ""].map(|line| Ok(line.to_owned())));
        assert!(lines[2].as_ref().unwrap_err().contains("UTF-8"));
        assert!(lines[3].as_ref().unwrap_err().contains("more than 1048576 bytes"));
        assert_eq!(lines[4..], [longest.as_str(), "last"].map(|line| Ok(line.to_owned())));
    }

    #[test]
    fn option_names_and_values_may_have_spaces() {
        for (line, expected) in [
            ("name Move Overhead value 30", ["Move Overhead", "30"]),
            ("name Clear Hash", ["Clear Hash", ""]),
            (" name  Disable value a*, b*", ["Disable", "a*, b*"]),
            ("name Disable value", ["Disable", ""]),
        ] {
            let words: Vec<&str> = line.split_whitespace().collect();
            assert_eq!(option(&words), expected, "{line}");
        }
    }

    fn parse_go(text: &str) -> Result<Go, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        go(&words, &Game::default(), Duration::ZERO)
    }

    #[test]
    fn the_clock_of_the_side_to_move_counts_and_one_alone_is_a_clock() {
        let go = parse_go("wtime 60000 btime 30000 winc 100 binc 200 movestogo 12").unwrap();
        let clock = go.limits.clock.unwrap();
        assert_eq!(clock.remaining, Duration::from_secs(60));
        assert_eq!((clock.increment, clock.moves_to_go), (Duration::from_millis(100), Some(12)));
        assert!(!go.infinite);
        for (text, milliseconds) in [
            ("btime 30000", Some(30_000)),
            ("wtime 20000", Some(20_000)),
            ("winc 100", Some(0)),
            ("wtime -5 btime 10", Some(0)),
            ("movestogo 3", None),
            ("wtime 5 infinite", None),
        ] {
            let clock = parse_go(text).unwrap().limits.clock;
            let expected = milliseconds.map(Duration::from_millis);
            assert_eq!(clock.map(|clock| clock.remaining), expected, "{text}");
        }
    }

    #[test]
    fn limits_come_in_any_mix_and_order_and_unusable_words_are_passed_over() {
        let go = parse_go("depth 7 mate 3 ponder nodes 99 wtime 5 movetime 1000").unwrap();
        assert!(go.ponder && !go.infinite && go.limits.clock.is_some());
        let Limits { depth, mate, nodes, .. } = go.limits;
        assert_eq!((depth, mate, nodes), (Some(7), Some(3), Some(99)));
        for text in ["", "searchmoves e2e4 d2d4", "wtime 5 infinite"] {
            assert!(parse_go(text).unwrap().infinite, "{text}");
        }
        assert_eq!(parse_go("perft 3").unwrap().perft, Some(3));
        let huge = parse_go("nodes 99999999999999999999999 wtime 99999999999999999999").unwrap();
        assert_eq!(huge.limits.nodes, Some(u64::MAX));
        assert!(parse_go("depth six").unwrap_err().contains("not a number"));
        let go = parse_go("sideways depth 4 searchmoves e2e5 e2e4").unwrap();
        assert_eq!((go.limits.depth, go.limits.search_moves.len()), (Some(4), 1));
        assert_eq!(go.ignored, ["\"sideways\" is not known here", "e2e5 is not legal"]);
    }
}
