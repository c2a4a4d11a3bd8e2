use super::*;

#[test]
fn the_whole_exchange_goes_to_a_file() {
    let engine = r#"while read -r line; do case "$line" in
        uci) echo 'id name Talker'; echo uciok;;
        isready) echo 'a word' >&2; sleep 0.05; echo readyok;;
        go*) for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30; do
            echo "info depth $i"; done; echo 'bestmove e2e4';;
        quit) exit;;
    esac; done"#;
    let path = std::env::temp_dir().join(format!("log-{}.log", std::process::id()));
    let file = crate::GameLog::create(&path).unwrap();
    file.note("game 1");
    let mut program = Program::new(Launch::shell(engine));
    program.log_to(Some(file.with("White one")));
    program.new_game().unwrap();
    reply_to(&mut program, &Limits::depth(30), &Game::default()).unwrap();
    program.log_to(None);
    program.new_game().unwrap();
    file.finish().unwrap();
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "# game 1");
    let exchanged: Vec<&str> =
        lines[1..].iter().map(|line| line.split_once(" White one ").unwrap().1).collect();
    assert_eq!(exchanged[..3], ["> uci", "< id name Talker", "< uciok"]);
    assert!(exchanged.contains(&"! a word") && exchanged.contains(&"> go depth 30"), "{text}");
    let infos = exchanged.iter().filter(|line| line.starts_with("< info depth "));
    assert_eq!((infos.count(), exchanged.last()), (30, Some(&"< bestmove e2e4")));
}

#[test]
fn options_are_set_in_their_order() {
    let engine = r#"while read -r line; do case "$line" in
        uci) for name in A Hash Threads; do echo "option name $name type spin min 1 max 64"; done; echo uciok;;
        isready) echo readyok;;
        quit) exit;;
    esac; done"#;
    let mut launch = Launch::shell(engine);
    for (name, value) in [("Threads", 4), ("hash", 16), ("A", 1)] {
        launch.options.insert(name.to_owned(), value.into());
    }
    let mut program = Program::new(launch);
    program.new_game().unwrap();
    let lines = program.transcript();
    let set = lines.iter().filter(|line| line.starts_with("> setoption"));
    let expected = ["Threads value 4", "Hash value 16", "A value 1"];
    let expected = expected.map(|option| format!("> setoption name {option}"));
    assert!(set.eq(&expected), "{lines:?}");
}

#[test]
fn control_characters_in_options_are_escaped() {
    let engine = r#"while read -r line; do case "$line" in
        uci) printf 'option name \033[2JHash type spin min 1 max 4\nuciok\n';;
        isready) echo readyok;;
        go*) echo 'bestmove e2e4';;
    esac; done"#;
    let mut launch = Launch::shell(engine);
    launch.options.insert("Ponder".to_owned(), true.into());
    let failure = Program::new(launch).new_game().unwrap_err();
    assert!(failure.detail.contains("\\u{1b}[2JHash"), "{failure}");
}

fn shell(go: &str) -> Launch {
    let engine = format!(
        "while read -r line; do case \"$line\" in uci) echo uciok;; isready) echo readyok;;
        position*) moves=\"$line\";; go*) {go};; quit) exit;; esac; done"
    );
    let mut launch = Launch::shell(engine);
    launch.timeouts.hang = Duration::from_secs(60);
    launch
}

fn reply_to(program: &mut Program, limits: &Limits, game: &Game) -> Result<Reply, Failure> {
    program.think(&Request::new(game, limits, Duration::ZERO))
}

#[test]
fn a_second_move_is_not_the_answer_to_the_next_go() {
    // Another pawn's move in each position, each printed twice, the second time late.
    let go = "case \"$moves\" in *g8f6) mv=c2c3;; *a7a6) mv=b2b3;; *) mv=a2a3;; esac; echo info depth 1 score cp 1; \
        echo bestmove $mv; sleep 0.1; echo bestmove $mv";
    let mut program = Program::new(shell(go));
    program.new_game().unwrap();
    let mut unasked = 0;
    for (moves, expected) in
        [("", "a2-a3"), ("moves h2h3 a7a6", "b2-b3"), ("moves h2h3 a7a6 h3h4 g8f6", "c2-c3")]
    {
        let game = Game::parse(&format!("startpos {moves}")).unwrap();
        let reply = reply_to(&mut program, &Limits::nodes(1), &game).unwrap();
        let best = reply.best.map(|mv| mv.to_string());
        assert_eq!(best.as_deref(), Some(expected));
        unasked += reply.unasked;
    }
    assert!(unasked >= 2, "{unasked}");
}

/// An engine that moves a2a3 after it has pondered and h2h3 otherwise; `early` and `obey` are shell functions.
const PONDERER: &str = "while read -r line; do case \"$line\" in
    uci) echo 'option name Ponder type check default false'; echo uciok;;
    isready) echo readyok;;
    go\\ ponder*) echo info depth 7 score cp 70; early; pondering=1;;
    go*) echo info depth 1 score cp 10; echo bestmove h2h3 ponder h7h6;;
    ponderhit) echo bestmove a2a3 ponder e7e5; pondering=;;
    stop) case \"$pondering\" in 1) obey;; esac; pondering=;;
    quit) exit;; esac; done";

fn ponderer(early: &str, obey: &str) -> Program {
    let functions = format!("early() {{ {early}; }}; obey() {{ {obey}; }}; ");
    let mut launch = Launch::shell(functions + PONDERER);
    launch.options.insert("ponder".to_owned(), true.into());
    launch.timeouts.ready = Duration::from_millis(500);
    let mut program = Program::new(launch);
    program.new_game().unwrap();
    program
}

/// Its reply to this answer after it pondered on e7e5, and what it was sent from then on.
fn pondered(program: &mut Program, answer: &str) -> (Result<Reply, Failure>, Vec<String>) {
    let limits = Limits { move_time: Some(Duration::from_secs(20)), ..Default::default() };
    let request = |game| Request::new(game, &limits, Duration::ZERO);
    let game = |moves: &str| Game::parse(&format!("startpos moves {moves}")).unwrap();
    let expected = game("e2e4 e7e5");
    program.ponder(&request(&expected));
    // Time for the program to print its findings.
    std::thread::sleep(Duration::from_millis(200));
    let played = game(&format!("e2e4 {answer}"));
    let reply = program.think(&request(&played));
    let lines = program.transcript();
    let sent = lines.iter().filter_map(|line| line.strip_prefix("> "));
    let sent: Vec<String> =
        sent.skip_while(|line| !line.starts_with("go ponder")).map(str::to_owned).collect();
    (reply, sent)
}

#[test]
fn a_program_ponders_on_the_answer_that_it_expects() {
    let mut program = ponderer("true", "echo bestmove d2d4");
    let (reply, sent) = pondered(&mut program, "e7e5");
    let reply = reply.unwrap();
    assert_eq!(reply.best.unwrap().to_string(), "a2-a3");
    assert_eq!((reply.depth, reply.unasked), (7, 0));
    assert!(reply.score.is_some());
    assert_eq!(sent, ["go ponder movetime 20000", "ponderhit"]);
}

#[test]
fn a_program_that_pondered_on_another_answer_thinks_anew() {
    let mut program = ponderer("true", "echo bestmove d2d4");
    let (reply, sent) = pondered(&mut program, "c7c5");
    let reply = reply.unwrap();
    // Neither the move nor the score of the other position.
    assert_eq!(reply.best.unwrap().to_string(), "h2-h3");
    assert_eq!((reply.depth, reply.unasked), (1, 0));
    assert_eq!(sent[1..], ["stop", "position startpos moves e2e4 c7c5", "go movetime 20000"]);
    assert_eq!(reply.ponder.unwrap().to_string(), "h7-h6");
}

#[test]
fn a_program_that_does_not_wait_for_ponderhit_is_sent_go_again() {
    for answer in ["e7e5", "c7c5"] {
        let mut program = ponderer("echo bestmove b2b4", "true");
        let (reply, sent) = pondered(&mut program, answer);
        let reply = reply.unwrap();
        assert_eq!(reply.best.unwrap().to_string(), "h2-h3", "{answer}");
        assert_eq!((reply.depth, reply.unasked), (1, 1), "{answer}");
        assert!(!sent.iter().any(|line| line == "stop" || line == "ponderhit"), "{sent:?}");
    }
}

#[test]
fn a_program_that_does_not_stop_pondering_has_failed() {
    let mut program = ponderer("true", "true");
    let failure = pondered(&mut program, "c7c5").0.unwrap_err();
    assert_eq!(failure.kind, FailureKind::Hang, "{failure}");
    assert!(failure.detail.contains("bestmove after stop"), "{failure}");
    // At the end of a game that costs nothing: it is started again for the next.
    let mut program = ponderer("true", "true");
    let limits = Limits::default();
    program.ponder(&Request::new(&Game::default(), &limits, Duration::ZERO));
    program.stop_pondering();
    assert!(!program.is_running());
    program.new_game().unwrap();
}

#[test]
fn a_dead_program_whose_output_somebody_holds_is_not_waited_for() {
    let mut program = Program::new(shell("sleep 100 & exit 3"));
    program.new_game().unwrap();
    let failure = reply_to(&mut program, &Limits::nodes(1), &Game::default()).unwrap_err();
    assert_eq!(failure.kind, FailureKind::Exit, "{failure}");
}
