//! Programs in a game: what is logged, moves too many, pondering, and an end.

use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant};

use engine_core::game::Game;
use engine_core::limits::Limits;
use uci_client::{Failure, FailureKind, GameLog, Program, Reply, Request};

use super::program;

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
    let exchanged: Vec<&str> =
        lines[1..].iter().map(|line| line.split_once(" White one ").unwrap().1).collect();
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
    let cases = format!(
        "go*) printf 'caf\\303\\251 \\377\\t\\n' >&2; printf '{a}{b}{c}\\nbestmove e2e4\\nrest';;"
    );
    let mut program = Program::new(program("", &cases));
    program.new_game().unwrap();
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
    let mut program = Program::new(program("", cases));
    program.new_game().unwrap();
    let mut unasked = 0;
    for (moves, expected) in
        [("", "a2-a3"), ("moves h2h3 a7a6", "b2-b3"), ("moves h2h3 a7a6 h3h4 g8f6", "c2-c3")]
    {
        let reply = reply_to(&mut program, moves).unwrap();
        assert_eq!(reply.best.unwrap().to_string(), expected);
        unasked += reply.unasked;
    }
    assert!(unasked >= 2, "{unasked}");
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
    let mut program = Program::new(launch);
    program.new_game().unwrap();
    program
}

#[test]
fn a_program_ponders_on_the_answer_that_it_expects() {
    let [hit, other] = ["e7e5", "c7c5"].map(|mv| format!("position startpos moves e2e4 {mv}"));
    let go = "go movetime 20000";
    for (early, obey, answer, expected, sent) in [
        ("true", "echo bestmove d2d4", "e7e5", Ok(("a2-a3", 7, 0)), &["ponderhit"][..]),
        // Neither the move nor the score of the other position.
        ("true", "echo bestmove d2d4", "c7c5", Ok(("h2-h3", 1, 0)), &["stop", &other, go]),
        // One that does not wait for ponderhit is sent go again.
        ("echo bestmove b2b4", "true", "e7e5", Ok(("h2-h3", 1, 1)), &["isready", &hit, go]),
        ("echo bestmove b2b4", "true", "c7c5", Ok(("h2-h3", 1, 1)), &["isready", &other, go]),
        // One that does not stop has failed.
        ("true", "true", "c7c5", Err("no bestmove after stop for 500 ms"), &["stop"]),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let done = folder.path().join("done");
        let mut program = ponderer(early, obey, &done);
        let limits = Limits { move_time: Some(Duration::from_secs(20)), ..Default::default() };
        let game = |moves: &str| Game::parse(&format!("startpos moves {moves}")).unwrap();
        program.ponder(&Request::new(&game("e2e4 e7e5"), &limits, Duration::ZERO));
        let begun = Instant::now();
        while !done.exists() {
            assert!(begun.elapsed() < Duration::from_secs(60), "it does not ponder");
            sleep(Duration::from_millis(1));
        }
        let played = game(&format!("e2e4 {answer}"));
        let log = match (program.think(&Request::new(&played, &limits, Duration::ZERO)), expected) {
            (Ok(reply), Ok((best, depth, unasked))) => {
                assert_eq!(reply.best.unwrap().to_string(), best, "{early} {obey} {answer}");
                assert_eq!((reply.depth, reply.unasked), (depth, unasked), "{early} {answer}");
                assert!(
                    reply.score.is_some() && reply.ponder.is_some() == (depth == 1),
                    "{reply:?}"
                );
                program.transcript()
            }
            (Err(failure), Err(detail)) => {
                assert_eq!((failure.kind, &*failure.detail), (FailureKind::Hang, detail));
                failure.log
            }
            (reply, expected) => panic!("{reply:?}, and not {expected:?}"),
        };
        let all = log.iter().filter_map(|line| line.strip_prefix("> "));
        let from_then = all.skip_while(|line| *line != "go ponder movetime 20000").skip(1);
        assert_eq!(from_then.collect::<Vec<_>>(), sent, "{early} {obey} {answer}");
    }
}

#[test]
fn a_program_that_does_not_stop_at_the_end_of_a_game_is_started_again() {
    let folder = tempfile::tempdir().unwrap();
    let mut program = ponderer("true", "true", &folder.path().join("done"));
    let limits = Limits::default();
    program.ponder(&Request::new(&Game::default(), &limits, Duration::ZERO));
    program.stop_pondering();
    assert!(!program.is_running());
    program.new_game().unwrap();
}

#[test]
fn a_dead_program_whose_output_somebody_holds_is_not_waited_for() {
    let mut program = Program::new(program("", "go*) sleep 100 & exit 3;;"));
    program.new_game().unwrap();
    let failure = reply_to(&mut program, "").unwrap_err();
    assert_eq!((failure.kind, &*failure.detail), (FailureKind::Exit, "exit status 3"));
}
