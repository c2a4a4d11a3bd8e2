//! A program that plays.

mod judge;

use std::io;

use engine_core::game::Game;

use crate::connection::Connection;
use crate::failure::{Failure, FailureKind};
use crate::handshake::{self, NotReady, Ready};
use crate::judgement::Judgement;
use crate::launch::Launch;
use crate::line_source::printable;
use crate::log::EngineLog;
use crate::options::Offers;
use crate::position::PositionText;
use crate::processors::Processors;
use crate::task::{Info, Reply, Request};
use crate::think::{self, BestSoFar};
use crate::wait_times::WaitTimes;

/// A program that plays. It runs from its first game on, and ends when this is dropped.
#[derive(Debug)]
pub struct Program {
    launch: Launch,
    /// While it runs.
    connection: Option<Connection>,
    /// Started, and not greeted yet.
    started: Option<Connection>,
    /// The options of the program that runs.
    offers: Offers,
    /// True if the program that runs was set to give wins, draws and losses.
    shows_wdl: bool,
    position: PositionText,
    /// While it ponders: the command that set the position up.
    pondering: Option<String>,
    /// The copy of all lines.
    log: Option<EngineLog>,
}

impl Program {
    /// The program that `launch` describes; it is not started yet.
    #[must_use]
    pub fn new(launch: Launch) -> Program {
        let position = PositionText::new(launch.is_chess960());
        Program {
            launch,
            connection: None,
            started: None,
            offers: Offers::default(),
            shows_wdl: false,
            position,
            pondering: None,
            log: None,
        }
    }

    /// Starts the program if it does not run, to distinguish a machine without room for it from a program
    /// that fails: any other fault of it is reported by [`Program::new_game`].
    ///
    /// # Errors
    /// If the machine has no descriptor, no process or no memory for it.
    pub fn start(&mut self) -> io::Result<()> {
        if self.is_running() {
            return Ok(());
        }
        match handshake::open(&self.launch) {
            Ok(connection) => self.started = Some(connection),
            Err(NotReady::Shortage(error)) => return Err(error),
            Err(NotReady::Failed(_) | NotReady::Option(_)) => {}
        }
        Ok(())
    }

    /// True if it has been started and has not ended since.
    #[must_use]
    pub fn is_running(&self) -> bool {
        self.connection.is_some() || self.started.is_some()
    }

    /// Copies all lines from now on to `log`, too, or nowhere.
    pub fn log_to(&mut self, log: Option<EngineLog>) {
        if let Some(connection) = self.connection.as_mut() {
            connection.copy_to(log.clone());
        }
        self.log = log;
    }

    /// From its next start on it runs on these processors alone.
    pub fn run_on(&mut self, processors: &Processors) {
        self.launch.processors = Some(processors.clone());
    }

    /// A new game begins. A program that does not run, because it never has, rests or failed, is
    /// started.
    ///
    /// # Errors
    /// If it cannot be started, does not take its options, or does not answer.
    pub fn new_game(&mut self) -> Result<(), Failure> {
        self.position.clear();
        self.stop_pondering();
        let mut connection = match self.connection.take() {
            Some(connection) => connection,
            None => {
                let ready = ready(&self.launch, self.started.take(), &self.log)?;
                (self.offers, self.shows_wdl) = (ready.offers, false);
                ready.connection
            }
        };
        handshake::new_game(&mut connection, &self.launch.timeouts)?;
        self.connection = Some(connection);
        Ok(())
    }

    /// Has it think about the position of `task`, and stops it when its time and margin are
    /// over. The caller decides if the answer came in time.
    ///
    /// # Errors
    /// If there is no answer, or none that is a legal move.
    pub fn think(&mut self, task: &Request<'_>) -> Result<Reply, Failure> {
        self.think_aloud(task, &mut |_| {})
    }

    /// As [`Program::think`], and passes `observer` the best line so far on the way, if the task
    /// wants its line.
    ///
    /// # Errors
    /// As [`Program::think`].
    pub fn think_aloud(
        &mut self,
        task: &Request<'_>,
        observer: &mut dyn FnMut(&Info),
    ) -> Result<Reply, Failure> {
        let Some(connection) = &mut self.connection else {
            // Not reached: a game without a new game before it.
            return Err(Failure {
                kind: FailureKind::FailedStart,
                detail: "it is not running".to_owned(),
                log: Vec::new(),
            });
        };
        let thought = think::think(
            connection,
            &mut self.position,
            self.pondering.take(),
            task,
            &self.launch,
            &mut BestSoFar(observer),
        );
        self.guard(thought)
    }

    /// Has it think about the position of `task` while the other side does, if it ponders ([`Launch::ponders`]).
    /// If that position is the next one that it has to search, it continues; else it is stopped before.
    pub fn ponder(&mut self, task: &Request<'_>) {
        let Some(connection) = self.connection.as_mut().filter(|_| self.launch.ponders()) else {
            return;
        };
        // The game may go another way: nothing of this is kept for the next position.
        let mut position = PositionText::new(self.launch.is_chess960());
        let commands = position.commands(task);
        self.pondering = think::ponder(connection, commands, &self.launch.timeouts);
    }

    /// Stops it if it ponders: its move is not wanted. One that does not stop gets no more commands.
    pub fn stop_pondering(&mut self) {
        if let (Some(_), Some(connection)) = (self.pondering.take(), self.connection.as_mut()) {
            let stopped = think::stop_pondering(connection, &self.launch.timeouts);
            // It is started again for the next game.
            self.guard(stopped).ok();
        }
    }

    /// The score of the position for the side to move, by a search of about `nodes` nodes that remembers nothing.
    ///
    /// # Errors
    /// As [`Program::think`], or if it gives no score.
    pub fn judge(&mut self, game: &Game, nodes: u64) -> Result<Judgement, Failure> {
        let judgement = judge::judge(self, game, nodes);
        self.guard(judgement)
    }

    /// The last lines exchanged with it, oldest first; none if it does not run.
    #[must_use]
    pub fn transcript(&self) -> Vec<String> {
        let connection = self.connection.as_ref();
        connection.map(Connection::transcript).unwrap_or_default()
    }

    /// The time so far that its threads have waited for a processor; `None` if it does not run, or it is not known.
    #[must_use]
    pub fn waited(&self) -> Option<WaitTimes> {
        self.connection.as_ref()?.waited()
    }

    /// Lets it end, until the next game.
    pub fn rest(&mut self) {
        self.pondering = None;
        let running = [self.connection.take(), self.started.take()];
        for connection in running.into_iter().flatten() {
            connection.quit(self.launch.timeouts.quit);
        }
    }

    /// Keeps the connection only if all went well.
    fn guard<T>(&mut self, result: Result<T, Failure>) -> Result<T, Failure> {
        if result.is_err() {
            self.connection = None;
        }
        result
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.rest();
    }
}

/// The program made ready for a game; it is started unless it is already.
fn ready(
    launch: &Launch,
    started: Option<Connection>,
    log: &Option<EngineLog>,
) -> Result<Ready, Failure> {
    let connection = started.map_or_else(|| handshake::open(launch), Ok);
    let ready = connection.and_then(|mut connection| {
        connection.copy_to(log.clone());
        handshake::greet(connection, launch)
    });
    ready.map_err(|fault| match fault {
        NotReady::Failed(failure) => failure,
        NotReady::Option(_) | NotReady::Shortage(_) => Failure {
            kind: FailureKind::FailedStart,
            // The message quotes the program.
            detail: printable(fault.to_string().as_bytes()),
            log: Vec::new(),
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::launch::Executable;

    #[test]
    fn the_whole_exchange_goes_to_a_file() {
        let engine = r#"while read -r line; do case "$line" in
            uci) echo 'id name Talker'; echo uciok;;
            isready) echo 'a word' >&2; sleep 0.05; echo readyok;;
            go*) for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30; do
                echo "info depth $i"; done; echo 'bestmove e2e4';;
            quit) exit;;
        esac; done"#;
        let mut launch = Launch::new(Executable::Name("sh".to_owned()));
        launch.args = vec!["-c".to_owned(), engine.to_owned()];
        let path = std::env::temp_dir().join(format!("log-{}.log", std::process::id()));
        let file = crate::GameLog::create(&path).unwrap();
        file.note("game 1");
        let mut program = Program::new(launch);
        program.log_to(Some(file.with("White one")));
        program.new_game().unwrap();
        let task = Request {
            game: &Game::default(),
            limits: &engine_core::limits::Limits::depth(30),
            opponent: None,
            margin: std::time::Duration::ZERO,
            line: false,
        };
        program.think(&task).unwrap();
        program.log_to(None);
        program.new_game().unwrap();
        file.finish().unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::remove_file(&path).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "# game 1");
        let exchanged: Vec<&str> = lines[1..]
            .iter()
            .map(|line| line.split_once(" White one ").unwrap().1)
            .collect();
        assert_eq!(exchanged[..3], ["> uci", "< id name Talker", "< uciok"]);
        assert!(
            exchanged.contains(&"! a word") && exchanged.contains(&"> go depth 30"),
            "{text}"
        );
        let infos = exchanged
            .iter()
            .filter(|line| line.starts_with("< info depth "));
        assert_eq!(
            (infos.count(), exchanged.last()),
            (30, Some(&"< bestmove e2e4"))
        );
    }

    #[test]
    fn options_are_set_in_their_order() {
        let engine = r#"while read -r line; do case "$line" in
            uci) for name in A Hash Threads; do echo "option name $name type spin min 1 max 64"; done; echo uciok;;
            isready) echo readyok;;
            quit) exit;;
        esac; done"#;
        let mut launch = Launch::new(Executable::Name("sh".to_owned()));
        launch.args = vec!["-c".to_owned(), engine.to_owned()];
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
        let mut launch = Launch::new(Executable::Name("sh".to_owned()));
        launch.args = vec!["-c".to_owned(), engine.to_owned()];
        launch.options.insert("Ponder".to_owned(), true.into());
        let failure = Program::new(launch).new_game().unwrap_err();
        assert!(failure.detail.contains("\\u{1b}[2JHash"), "{failure}");
    }

    /// An engine in shell, of which `go` does this.
    fn shell(go: &str) -> Launch {
        let engine = format!(
            "while read -r line; do case \"$line\" in uci) echo uciok;; isready) echo readyok;;
            position*) moves=\"$line\";; go*) {go};; quit) exit;; esac; done"
        );
        let mut launch = Launch::new(Executable::Name("sh".to_owned()));
        launch.args = vec!["-c".to_owned(), engine];
        launch.timeouts.hang = std::time::Duration::from_secs(60);
        launch
    }

    fn reply_to(program: &mut Program, game: &Game) -> Result<Reply, Failure> {
        program.think(&Request {
            game,
            limits: &engine_core::limits::Limits::nodes(1),
            opponent: None,
            margin: std::time::Duration::ZERO,
            line: false,
        })
    }

    #[test]
    fn a_second_move_is_not_the_answer_to_the_next_go() {
        // Another pawn's move in each position, each printed twice, the second time late.
        let go = "case \"$moves\" in *g8f6) mv=c2c3;; *a7a6) mv=b2b3;; *) mv=a2a3;; esac; echo info depth 1 score cp 1; \
            echo bestmove $mv; sleep 0.1; echo bestmove $mv";
        let mut program = Program::new(shell(go));
        program.new_game().unwrap();
        let mut unasked = 0;
        for (moves, expected) in [
            ("", "a2-a3"),
            ("moves h2h3 a7a6", "b2-b3"),
            ("moves h2h3 a7a6 h3h4 g8f6", "c2-c3"),
        ] {
            let game = Game::parse(&format!("startpos {moves}")).unwrap();
            let reply = reply_to(&mut program, &game).unwrap();
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
        let mut launch = Launch::new(Executable::Name("sh".to_owned()));
        let functions = format!("early() {{ {early}; }}; obey() {{ {obey}; }}; ");
        launch.args = vec!["-c".to_owned(), functions + PONDERER];
        launch.options.insert("ponder".to_owned(), true.into());
        launch.timeouts.ready = std::time::Duration::from_millis(500);
        let mut program = Program::new(launch);
        program.new_game().unwrap();
        program
    }

    /// Its reply to this answer after it pondered on e7e5, and what it was sent from then on.
    fn pondered(program: &mut Program, answer: &str) -> (Result<Reply, Failure>, Vec<String>) {
        let limits = engine_core::limits::Limits {
            move_time: Some(std::time::Duration::from_secs(20)),
            ..Default::default()
        };
        let request = |game| Request {
            game,
            limits: &limits,
            opponent: None,
            margin: std::time::Duration::ZERO,
            line: false,
        };
        let game = |moves: &str| Game::parse(&format!("startpos moves {moves}")).unwrap();
        let expected = game("e2e4 e7e5");
        program.ponder(&request(&expected));
        // Time for the program to print its findings.
        std::thread::sleep(std::time::Duration::from_millis(200));
        let played = game(&format!("e2e4 {answer}"));
        let reply = program.think(&request(&played));
        let lines = program.transcript();
        let sent = lines.iter().filter_map(|line| line.strip_prefix("> "));
        let sent: Vec<String> = sent
            .skip_while(|line| !line.starts_with("go ponder"))
            .map(str::to_owned)
            .collect();
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
        assert_eq!(
            sent[1..],
            [
                "stop",
                "position startpos moves e2e4 c7c5",
                "go movetime 20000"
            ]
        );
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
            assert!(
                !sent
                    .iter()
                    .any(|line| line == "stop" || line == "ponderhit"),
                "{sent:?}"
            );
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
        let limits = engine_core::limits::Limits::default();
        program.ponder(&Request {
            game: &Game::default(),
            limits: &limits,
            opponent: None,
            margin: std::time::Duration::ZERO,
            line: false,
        });
        program.stop_pondering();
        assert!(!program.is_running());
        program.new_game().unwrap();
    }

    #[test]
    fn a_dead_program_whose_output_somebody_holds_is_not_waited_for() {
        let mut program = Program::new(shell("sleep 100 & exit 3"));
        program.new_game().unwrap();
        let failure = reply_to(&mut program, &Game::default()).unwrap_err();
        assert_eq!(failure.kind, FailureKind::Exit, "{failure}");
    }
}
