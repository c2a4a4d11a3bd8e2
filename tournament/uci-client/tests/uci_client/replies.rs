//! What a program is sent, and what its answers mean.

use std::time::Duration;

use engine_core::game::Game;
use engine_core::limits::{Clock, Limits};
use engine_core::notation::uci_move;
use toml::Value;
use uci_client::{Program, Request};

use super::program;

fn clock(remaining: u64, moves_to_go: Option<u32>) -> Option<Clock> {
    let (remaining, increment) = (Duration::from_micros(remaining), Duration::from_millis(100));
    Some(Clock { remaining, increment, moves_to_go })
}

fn ready(first: &str, cases: &str) -> Program {
    let mut program = Program::new(program(first, cases));
    program.new_game().unwrap();
    program
}

/// The last two lines that were sent.
fn last_two(log: &[String]) -> [&str; 2] {
    let mut sent = log.iter().rev().filter_map(|line| line.strip_prefix("> "));
    let last = sent.next().unwrap();
    [sent.next().unwrap(), last]
}

#[test]
fn positions_grow_with_the_game() {
    let mut program = ready("set -- a2a3 a7a6 a7a6 a7a6", "go*) echo bestmove $1; shift;;");
    let mut game = Game::default();
    for (played, expected) in [
        ("", "position startpos"),
        ("e2e4", "position startpos moves e2e4"),
        ("e7e5 g1f3", "position startpos moves e2e4 e7e5 g1f3"),
        // The same position twice.
        ("", "position startpos moves e2e4 e7e5 g1f3"),
    ] {
        played.split_whitespace().for_each(|mv| game.play_uci(mv).unwrap());
        let limits = Limits::nodes(7);
        program.think(&Request::new(&game, &limits, Duration::ZERO)).unwrap();
        assert_eq!(last_two(&program.transcript()), [expected, "go nodes 7"]);
    }
}

#[test]
fn limits_and_clocks_of_both_sides_are_sent() {
    let castled = "fen 4k3/8/8/8/8/8/8/4K2R w K - 3 20 moves e1g1";
    let short = Limits { clock: clock(900, Some(12)), ..Limits::default() };
    let long = Limits { clock: clock(5_000_900, None), ..Limits::default() };
    let timed = Limits { move_time: Some(Duration::from_millis(50)), ..Limits::default() };
    let black = "startpos moves e2e4";
    for (position, limits, go) in [
        (castled, Limits::depth(4), "go depth 4"),
        (black, short, "go wtime 2000 winc 100 btime 1 binc 100 movestogo 12"),
        ("startpos", long, "go wtime 5000 winc 100 btime 2000 binc 100"),
        (black, timed, "go movetime 50"),
    ] {
        let game = Game::parse(position).unwrap();
        let opponent = limits.clock.and_then(|_| clock(2_000_000, None));
        let margin = Duration::from_secs(20);
        let request = Request { opponent, ..Request::new(&game, &limits, margin) };
        let failure = ready("", "go*) echo bestmove 0000;;").think(&request).unwrap_err();
        assert_eq!(last_two(&failure.log), [&format!("position {position}"), go]);
    }
}

/// The line and the answer that a program expects after it has printed this, or its failure.
fn answer(position: &str, printed: &str) -> String {
    let game = Game::parse(position).unwrap();
    let limits = Limits::nodes(1);
    let request = Request { line: true, ..Request::new(&game, &limits, Duration::ZERO) };
    match ready("", &format!("go*) printf '{printed}\\n';;")).think(&request) {
        Err(failure) => format!("{:?}: {}", failure.kind, failure.detail),
        Ok(reply) => {
            assert_eq!(reply.best, reply.line.first().copied());
            let line: Vec<String> = reply.line.iter().map(|&mv| uci_move(mv).to_string()).collect();
            let ponder = reply.ponder.map(|mv| format!(" ponder {}", uci_move(mv)));
            line.join(" ") + &ponder.unwrap_or_default()
        }
    }
}

#[test]
fn moves_and_what_is_none() {
    for (printed, expected) in [
        ("bestmove e2e4", "e2e4"),
        ("bestmove e2e4 ponder e7e5", "e2e4 ponder e7e5"),
        ("bestmove e2e4 ponder e4e5", "e2e4"),
        ("bestmove e2e4 then e7e5", "e2e4"),
        ("  bestmove E2E4", "e2e4"),
        ("bestmove e2e5", "IllegalMove: bestmove e2e5"),
        ("bestmove e7e8q", "IllegalMove: bestmove e7e8q"),
        ("bestmove P@e4", "IllegalMove: bestmove P@e4"),
        ("bestmove", "UnparsableMove: bestmove"),
        ("bestmove e4", "UnparsableMove: bestmove e4"),
        ("bestmove e2-e4", "UnparsableMove: bestmove e2-e4"),
        ("bestmove e9\\000", "UnparsableMove: bestmove e9\\u{0}"),
        ("bestmove 0000", "NullMove: bestmove 0000"),
        ("bestmove (none)", "NullMove: bestmove (none)"),
        ("bestmove e2e4\\377", "NotUtf8: bestmove e2e4\\xff"),
        // The line begins with the move and is legal.
        ("info score cp 1 pv e2e4 E7E5 g1f3\\nbestmove e2e4", "e2e4 e7e5 g1f3"),
        ("info score cp 1 pv e2e4 e7e5 e4e5 b8c6\\nbestmove e2e4", "e2e4 e7e5"),
        ("info score cp 1 pv e2e4 nonsense\\nbestmove e2e4", "e2e4"),
        ("info score cp 1 pv d2d4 d7d5\\nbestmove e2e4", "e2e4"),
    ] {
        assert_eq!(answer("startpos", printed), expected, "{printed}");
    }
}

#[test]
fn castling_is_written_in_several_ways() {
    for (words, expected) in [
        ("e8g8 e8h8 E8G8 O-O o-o 0-0", "h2h3 ponder e8g8"),
        ("e8c8 e8a8 O-O-O 0-0-0", "h2h3 ponder e8c8"),
        ("0000 e8e6 Kd8 (none) O", "h2h3"),
    ] {
        for word in words.split(' ') {
            let printed = format!("bestmove h2h3 ponder {word}");
            let found = answer("fen r3k2r/8/8/8/8/8/7P/R3K2R w KQkq - 0 1", &printed);
            assert_eq!(found, expected, "{word}");
        }
    }
}

const OPTIONS: &str = "option name Hash type spin default 16 min 1 max 1024
option name Move Overhead type spin default 10 min 0 max 5000
option name Ponder type check default false
option name Clear Hash type button
option name Style type combo default Normal var Solid var Very Risky var Normal
option name EvalFile type string default <empty>
option
uciok";

#[test]
fn options_are_set_as_uci_writes_them_or_refused() {
    let whole = "\"Hash\": invalid value 4096; choose a whole number from 1 to 1024";
    let unknown = "\"Hsh\": the program has no such option (did you mean \"Hash\"?); \
        its options are: Hash, Move Overhead, Ponder, Clear Hash, Style, EvalFile";
    let style = "\"Style\": invalid value \"Wild\"; choose one of: Solid, Very Risky, Normal";
    let button = "\"Clear Hash\": invalid value \"now\"; it is a button: true presses it";
    let option = |name: &str, value: Value| vec![(name.to_owned(), value)];
    let several = [("Move Overhead", 4.into()), ("hash", 16.into()), ("EvalFile", "x".into())];
    let several: Vec<(String, Value)> =
        several.map(|(name, value)| (name.to_owned(), value)).into();
    let in_order = "Move Overhead value 4\nHash value 16\nEvalFile value x";
    for (offers, options, expected) in [
        (OPTIONS, option("Hash", 64.into()), Ok("Hash value 64")),
        (OPTIONS, option("move overhead", 5.into()), Ok("Move Overhead value 5")),
        (OPTIONS, option("Ponder", true.into()), Ok("Ponder value true")),
        (OPTIONS, option("Clear Hash", true.into()), Ok("Clear Hash")),
        (OPTIONS, option("Clear Hash", false.into()), Ok("")),
        (OPTIONS, option("Style", "very risky".into()), Ok("Style value Very Risky")),
        (OPTIONS, option("EvalFile", "a b.nnue".into()), Ok("EvalFile value a b.nnue")),
        (OPTIONS, option("EvalFile", "".into()), Ok("EvalFile value <empty>")),
        (OPTIONS, several, Ok(in_order)),
        (OPTIONS, option("Hsh", 1.into()), Err(unknown)),
        (OPTIONS, option("Hash", 4096.into()), Err(whole)),
        (OPTIONS, option("Hash", "big".into()), Err("a whole number from 1 to 1024")),
        (OPTIONS, option("Ponder", 1.into()), Err("invalid value 1; choose true or false")),
        (OPTIONS, option("Style", "Wild".into()), Err(style)),
        (OPTIONS, option("Clear Hash", "now".into()), Err(button)),
        ("uciok", option("Hash", 1.into()), Err("no such option; it has none")),
        // The message quotes the program.
        (
            "option name \x1b[2JHash type button\nuciok",
            option("Ponder", 1.into()),
            Err("\\u{1b}[2JHash"),
        ),
    ] {
        let mut launch = program("", "uci) echo \"$OFFERS\";;");
        launch.env.insert("OFFERS".to_owned(), offers.to_owned());
        launch.options.extend(options.clone());
        let mut program = Program::new(launch);
        let started = program.new_game().map(|()| {
            let lines = program.transcript();
            let set = lines.iter().filter_map(|line| line.strip_prefix("> setoption name "));
            set.collect::<Vec<_>>().join("\n")
        });
        match (started, expected) {
            (Ok(set), Ok(expected)) => assert_eq!(set, expected, "{options:?}"),
            (Err(failure), Err(message)) if failure.detail.contains(message) => {}
            (started, expected) => panic!("{options:?}: {started:?}, and not {expected:?}"),
        }
    }
}
