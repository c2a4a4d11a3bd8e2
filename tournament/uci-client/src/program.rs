//! A program that plays.

mod best_moves;

use std::io;

use engine_core::game::Game;

use crate::choice::Choice;
use crate::connection::Connection;
use crate::failure::{Failure, FailureKind};
use crate::handshake::{self, NotReady, Ready};
use crate::launch::Launch;
use crate::options::Offers;
use crate::position::PositionText;
use crate::task::{Info, Reply, Request};
use crate::think::{self, BestSoFar};
use crate::transcript::printable;
use crate::waited::Waited;

/// A program that plays. It runs from its first game on, and ends when this is dropped.
#[derive(Debug)]
pub struct Program {
    launch: Launch,
    /// While it runs.
    connection: Option<Connection>,
    /// Started, and not spoken to yet.
    started: Option<Connection>,
    /// The options of the program that runs.
    offers: Offers,
    /// How many best moves the program that runs tells of; 0 before it was told.
    lines: usize,
    position: PositionText,
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
            lines: 0,
            position,
        }
    }

    /// Starts the program if it does not run, to tell a machine without room for it from a program
    /// that fails: whatever else is wrong with it, [`Program::new_game`] says.
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

    /// Whether it has been started and has not ended since.
    #[must_use]
    pub fn is_running(&self) -> bool {
        self.connection.is_some() || self.started.is_some()
    }

    /// A new game begins. A program that does not run, because it never has, rests or failed, is
    /// started.
    ///
    /// # Errors
    /// If it cannot be started, does not take its options, or does not answer.
    pub fn new_game(&mut self) -> Result<(), Failure> {
        self.position.clear();
        let mut connection = match self.connection.take() {
            Some(connection) => connection,
            None => {
                let ready = ready(&self.launch, self.started.take())?;
                (self.offers, self.lines) = (ready.offers, 0);
                ready.connection
            }
        };
        handshake::new_game(&mut connection, &self.launch.timeouts)?;
        self.connection = Some(connection);
        Ok(())
    }

    /// Has it think about the position of `task`, and tells it to stop when its time and margin are
    /// over. Whether the answer came in time is for others to say.
    ///
    /// # Errors
    /// If there is no answer, or none that is a legal move.
    pub fn think(&mut self, task: &Request<'_>) -> Result<Reply, Failure> {
        self.think_aloud(task, &mut |_| {})
    }

    /// As [`Program::think`], and tells `observer` what it holds to be best on the way, if the task
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
        let (position, timeouts) = (&mut self.position, &self.launch.timeouts);
        let thought = think::think(
            connection,
            position,
            task,
            timeouts,
            &mut BestSoFar(observer),
        );
        self.guard(thought)
    }

    /// The best `count` moves, fewer where there are fewer, the best first, by a search of about
    /// `nodes` nodes that remembers nothing: of several it tells by its option `MultiPV`.
    ///
    /// # Errors
    /// As [`Program::think`], if it has no `MultiPV`, or if it does not tell so many scores.
    pub fn best_moves(
        &mut self,
        game: &Game,
        nodes: u64,
        count: usize,
    ) -> Result<Vec<Choice>, Failure> {
        let choices = best_moves::best_moves(self, game, nodes, count);
        self.guard(choices)
    }

    /// The last lines exchanged with it, oldest first; none if it does not run.
    #[must_use]
    pub fn transcript(&self) -> Vec<String> {
        let connection = self.connection.as_ref();
        connection.map(Connection::transcript).unwrap_or_default()
    }

    /// How long its threads have waited for a processor by now; `None` if it does not run, or the system does not tell.
    #[must_use]
    pub fn waited(&self) -> Option<Waited> {
        self.connection.as_ref()?.waited()
    }

    /// Lets it end, until the next game.
    pub fn rest(&mut self) {
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
fn ready(launch: &Launch, started: Option<Connection>) -> Result<Ready, Failure> {
    let connection = started.map_or_else(|| handshake::open(launch), Ok);
    let ready = connection.and_then(|connection| handshake::greet(connection, launch));
    ready.map_err(|fault| match fault {
        NotReady::Failed(failure) => failure,
        NotReady::Option(_) | NotReady::Shortage(_) => Failure {
            kind: FailureKind::FailedStart,
            // It quotes the program.
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
    fn options_are_told_without_what_steers_a_terminal() {
        let engine = r#"while read -r line; do case "$line" in
            uci) printf 'option name \033[2JHash type spin min 1 max 4\nuciok\n';;
            isready) echo readyok;;
            go*) echo 'bestmove e2e4';;
        esac; done"#;
        let mut launch = Launch::new(Executable::Name("sh".to_owned()));
        launch.args = vec!["-c".to_owned(), engine.to_owned()];
        let several = Program::new(launch.clone()).best_moves(&Game::default(), 1, 2);
        launch.options.insert("Ponder".to_owned(), true.into());
        let set = Program::new(launch).new_game();
        for failure in [several.unwrap_err(), set.unwrap_err()] {
            assert!(failure.detail.contains("\\u{1b}[2JHash"), "{failure}");
        }
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

    fn asked(program: &mut Program, game: &Game) -> Result<Reply, Failure> {
        program.think(&Request {
            game,
            limits: &engine_core::limits::Limits::nodes(1),
            opponent: None,
            margin: std::time::Duration::ZERO,
            line: false,
        })
    }

    #[test]
    fn a_second_move_is_not_the_answer_to_the_next_question() {
        // Another pawn's move in each position, and each is said twice, the second time late.
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
            let reply = asked(&mut program, &game).unwrap();
            let best = reply.best.map(|mv| mv.to_string());
            assert_eq!(best.as_deref(), Some(expected));
            unasked += reply.unasked;
        }
        assert!(unasked >= 2, "{unasked}");
    }

    #[test]
    fn a_dead_program_whose_output_somebody_holds_is_not_waited_for() {
        let mut program = Program::new(shell("sleep 100 & exit 3"));
        program.new_game().unwrap();
        let failure = asked(&mut program, &Game::default()).unwrap_err();
        assert_eq!(failure.kind, FailureKind::Exit, "{failure}");
    }
}
