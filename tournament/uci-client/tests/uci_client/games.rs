//! Programs in a game: what they are sent, what their answers mean, moves too many, pondering, and an end.

use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant};

use engine_core::game::Game;
use engine_core::limits::{Clock, Limits};
use engine_core::notation::uci_move;
use uci_client::{Failure, FailureKind, GameLog, Launch, Player, Program, Reply, Request};

use super::{program, rows};

fn clock(remaining: u64, moves_to_go: Option<u32>) -> Option<Clock> {
    let (remaining, increment) = (Duration::from_micros(remaining), Duration::from_millis(100));
    Some(Clock { remaining, increment, moves_to_go })
}

fn ready(first: &str, cases: &str) -> Program {
    launched(program(first, cases))
}

fn launched(launch: Launch) -> Program {
    let mut program = Program::new(launch);
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
    let request = Request::new(&game, &limits, Duration::ZERO);
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
    for [printed, expected] in rows("answers to go") {
        assert_eq!(answer("startpos", printed), expected, "{printed}");
    }
}

#[test]
fn castling_is_written_in_several_ways() {
    for [words, expected] in rows("castling as it is written") {
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
    for [offers, options, expected, message] in rows("options of a program") {
        let offers =
            if offers == "these" { OPTIONS.to_owned() } else { offers.replace('¶', "\n").replace('␛', "\x1b") };
        let mut launch = program("", "uci) echo \"$OFFERS\";;");
        launch.env.insert("OFFERS".to_owned(), offers);
        launch.options = options.replace('¶', "\n").parse().unwrap();
        let mut program = Program::new(launch);
        let started = program.new_game().map(|()| {
            let lines = program.transcript();
            let set = lines.iter().filter_map(|line| line.strip_prefix("> setoption name "));
            set.collect::<Vec<_>>().join("¶")
        });
        match started {
            Ok(set) => assert_eq!(set, expected, "{options}"),
            Err(failure) if expected == "refused" && failure.detail.contains(message) => {}
            Err(failure) => panic!("{options}: {failure:?}, and not {message}"),
        }
    }
}

fn reply_to(program: &mut Program, moves: &str) -> Result<Reply, Failure> {
    let game = Game::parse(&format!("startpos {moves}")).unwrap();
    program.think(&Request::new(&game, &Limits::nodes(1), Duration::ZERO))
}

#[test]
fn the_exchange_goes_to_a_file_and_its_end_is_remembered() {
    let cases = r#"isready) echo 'a word' >&2; echo readyok;;
        go*) i=0; while [ $i -lt 30 ]; do i=$((i+1)); echo "info depth $i"; done; echo 'bestmove e2e4';;"#;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.log");
    let file = GameLog::create(&path).unwrap();
    file.note("game\t1");
    let mut program = Program::new(program("", cases));
    program.log_to(Some(file.with("White one")));
    program.new_game().unwrap();
    reply_to(&mut program, "").unwrap();
    let transcript = program.transcript();
    program.log_to(None);
    program.new_game().unwrap();
    file.finish().unwrap();
    let text = std::fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "# game\\t1");
    let exchanged: Vec<&str> = lines[1..].iter().map(|line| line.split_once(" White one ").unwrap().1).collect();
    assert_eq!(exchanged[..2], ["> uci", "< id name Simple"]);
    assert!(exchanged.contains(&"! a word") && exchanged.contains(&"> go nodes 1"), "{text}");
    let infos = exchanged.iter().filter(|line| line.starts_with("< info depth "));
    assert_eq!((infos.count(), exchanged.last()), (30, Some(&"< bestmove e2e4")));
    assert_eq!(transcript, exchanged[exchanged.len() - 24..]);
    assert_eq!(transcript[0], "< info depth 8");
}

#[test]
fn of_long_lines_the_ends_are_remembered_and_strange_bytes_are_readable() {
    let [a, b, c] = [("a", 100), ("b", 1000), ("c", 100)].map(|(text, times)| text.repeat(times));
    let cases = format!("go*) printf 'caf\\303\\251 \\377\\t\\n' >&2; printf '{a}{b}{c}\\nbestmove e2e4\\nrest';;");
    let mut program = ready("", &cases);
    reply_to(&mut program, "").unwrap();
    let lines = program.transcript();
    let shown = format!("< {a} [1000 bytes] {c}");
    let expected = ["! café \\xff\\t", &shown, "< bestmove e2e4"];
    assert_eq!(lines[lines.len() - 4..][..3], expected);
    assert_eq!(lines[lines.len() - 1], "< rest [4 bytes without a line's end]");
}

#[test]
fn a_second_move_is_not_the_answer_to_the_next_go() {
    // Another pawn's move in each position, each printed twice, the second time late.
    let cases = r#"position*) moves="$line";;
        go*) case "$moves" in *g8f6) mv=c2c3;; *a7a6) mv=b2b3;; *) mv=a2a3;; esac
        echo info depth 1 score cp 1; echo bestmove $mv; sleep 0.1; echo bestmove $mv;;"#;
    let mut program = ready("", cases);
    let mut unasked = 0;
    for (moves, expected) in [("", "a2-a3"), ("moves h2h3 a7a6", "b2-b3"), ("moves h2h3 a7a6 h3h4 g8f6", "c2-c3")] {
        let reply = reply_to(&mut program, moves).unwrap();
        assert_eq!(reply.best.unwrap().to_string(), expected);
        unasked += reply.unasked;
    }
    assert!(unasked >= 2, "{unasked}");
}

#[test]
fn what_is_printed_after_a_move_is_neither_an_answer_nor_charged() {
    let cases = r#"go*) echo info depth 1 score cp 10; echo bestmove h2h3; echo info depth 99 score cp 99; : > "$DONE"
        yes | head -n 49999 >&2; yes info depth 99 score cp 99 | head -n 9999; echo bestmove a2a3;;"#;
    let (launch, done) = signalling(cases);
    let file = GameLog::create(&done.path().join("log")).unwrap();
    let mut program = Program::new(launch);
    program.log_to(Some(file.with("it")));
    program.new_game().unwrap();
    for _ in 0..3 {
        let reply = reply_to(&mut program, "").unwrap();
        assert_eq!((reply.depth, &*reply.best.unwrap().to_string()), (1, "h2-h3"));
        awaited(&done.path().join("done"));
    }
    file.finish().unwrap();
    let log = std::fs::read_to_string(done.path().join("log")).unwrap();
    let exchanged = log.lines().filter_map(|line| line.split_once(" it ").filter(|(_, line)| !line.starts_with('!')));
    let exchanged: Vec<&str> = exchanged.map(|(_, line)| line).collect();
    let whole = ["< readyok", "> position startpos", "> go nodes 1", "< info depth 1 score cp 10", "< bestmove h2h3"];
    let are_whole = exchanged.windows(5).filter(|window| *window == whole).count();
    assert_eq!(are_whole, 3, "what came before is read before the clock runs");
}

/// A program that makes a file `done` in a folder, by the variable DONE.
fn signalling(cases: &str) -> (Launch, tempfile::TempDir) {
    let (mut launch, folder) = (program("", cases), tempfile::tempdir().unwrap());
    launch.env.insert("DONE".to_owned(), folder.path().join("done").display().to_string());
    (launch, folder)
}

/// Waits until an engine has made the file, and deletes it.
fn awaited(file: &Path) {
    let begun = Instant::now();
    while std::fs::remove_file(file).is_err() {
        assert!(begun.elapsed() < Duration::from_secs(60), "it is held up");
        sleep(Duration::from_millis(1));
    }
}

/// An engine that moves a2a3 after it has pondered and h2h3 otherwise; `early` and `obey` are shell functions. It makes
/// a file when it has printed its findings.
const PONDERER: &str = "uci) echo 'option name Ponder type check default false'; echo uciok;;
    go\\ ponder*) echo info depth 7 score cp 70; early; pondering=1; : > \"$DONE\";;
    go*) echo info depth 1 score cp 10; echo bestmove h2h3 ponder h7h6;;
    ponderhit) echo bestmove a2a3 ponder e7e5; pondering=;;
    stop) case \"$pondering\" in 1) obey;; esac; pondering=;;";

fn ponderer(early: &str, obey: &str, done: &Path) -> Program {
    let functions = format!("early() {{ {early}; }}; obey() {{ {obey}; }}");
    let mut launch = program(&functions, PONDERER);
    launch.options.insert("ponder".to_owned(), true.into());
    launch.env.insert("DONE".to_owned(), done.display().to_string());
    if obey == "true" && early == "true" {
        launch.timeouts.ready = Duration::from_millis(500);
    }
    launched(launch)
}

#[test]
fn a_program_ponders_on_the_answer_that_it_expects() {
    let [hit, other] = ["e7e5", "c7c5"].map(|mv| format!("position startpos moves e2e4 {mv}"));
    let go = "go movetime 20000";
    // More than a pipe holds: one that is not listened to never makes the file.
    let flood = "yes | head -n 999999 >&2; yes info depth 7 score cp 70 | head -n 99999";
    for (early, obey, answer, expected, sent) in [
        ("true", "echo bestmove d2d4", "e7e5", Ok(("a2-a3", 7, 0)), &["ponderhit"][..]),
        // Neither the move nor the score of the other position.
        ("true", "echo bestmove d2d4", "c7c5", Ok(("h2-h3", 1, 0)), &["stop", &other, go]),
        // One that does not wait for ponderhit is sent go again.
        ("echo bestmove b2b4", "true", "e7e5", Ok(("h2-h3", 1, 1)), &["isready", &hit, go]),
        ("echo bestmove b2b4", "true", "c7c5", Ok(("h2-h3", 1, 1)), &["isready", &other, go]),
        (flood, "echo bestmove d2d4", "e7e5", Ok(("a2-a3", 7, 0)), &["ponderhit"]),
        (flood, "echo bestmove d2d4", "c7c5", Ok(("h2-h3", 1, 0)), &["stop", &other, go]),
        // One that does not stop has failed.
        ("true", "true", "c7c5", Err("no bestmove after stop for 500 ms"), &["stop"]),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let done = folder.path().join("done");
        let mut program = ponderer(early, obey, &done);
        let limits = Limits { move_time: Some(Duration::from_secs(20)), ..Default::default() };
        let game = |moves: &str| Game::parse(&format!("startpos moves {moves}")).unwrap();
        program.ponder(&Request::new(&game("e2e4 e7e5"), &limits, Duration::ZERO));
        awaited(&done);
        let played = game(&format!("e2e4 {answer}"));
        let log = match (program.think(&Request::new(&played, &limits, Duration::ZERO)), expected) {
            (Ok(reply), Ok((best, depth, unasked))) => {
                assert_eq!(reply.best.unwrap().to_string(), best, "{early} {obey} {answer}");
                assert_eq!((reply.depth, reply.unasked), (depth, unasked), "{early} {answer}");
                assert!(reply.score.is_some() && reply.ponder.is_some() == (depth == 1), "{reply:?}");
                program.transcript()
            }
            (Err(failure), Err(detail)) => {
                assert_eq!((failure.kind, &*failure.detail), (FailureKind::Hang, detail));
                failure.log
            }
            (reply, expected) => panic!("{reply:?}, and not {expected:?}"),
        };
        let all = log.iter().filter_map(|line| line.strip_prefix("> "));
        let from_then = all.skip_while(|line| early != flood && *line != "go ponder movetime 20000");
        let from_then: Vec<_> = from_then.skip(usize::from(early != flood)).collect();
        assert_eq!(from_then, sent, "{early} {obey} {answer}");
    }
}

#[test]
fn a_program_that_does_not_stop_at_the_end_of_a_game_is_started_again() {
    let folder = tempfile::tempdir().unwrap();
    let mut program = ponderer("true", "true", &folder.path().join("done"));
    let limits = Limits::default();
    program.ponder(&Request::new(&Game::default(), &limits, Duration::ZERO));
    program.stop_pondering();
    assert!(!program.is_started());
    program.new_game().unwrap();
}

#[test]
fn a_dead_program_whose_output_somebody_holds_is_not_waited_for() {
    let mut program = ready("", "go*) sleep 100 & exit 3;;");
    let failure = reply_to(&mut program, "").unwrap_err();
    assert_eq!((failure.kind, &*failure.detail), (FailureKind::Exit, "exit status 3"));
}

#[test]
fn a_program_that_prints_without_end_is_not_listened_to_for_ever() {
    let cases = "go*) echo bestmove e2e4; echo info; : > \"$DONE\"; while :; do echo info string x; done;;";
    let (mut launch, done) = signalling(cases);
    launch.timeouts.ready = Duration::from_secs(2);
    let mut program = launched(launch);
    reply_to(&mut program, "").unwrap();
    awaited(&done.path().join("done"));
    let failure = reply_to(&mut program, "").unwrap_err();
    assert_eq!((failure.kind, &*failure.detail), (FailureKind::NoReadyok, "no readyok for 2000 ms"));
}
