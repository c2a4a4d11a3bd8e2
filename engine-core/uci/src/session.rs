//! A conversation with a GUI: commands are answered while a search runs in its own thread.

use std::io::{BufRead, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::{Builder, JoinHandle, park};
use std::time::{Duration, Instant};

use crate::lines::Lines;
use crate::options::{self, EngineOption, engine_option};
use crate::parse::{Command, Go, command, go};
use crate::print;
use engine_core::evaluation::Evaluation;
use engine_core::evaluator::Evaluator;
use engine_core::game::Game;
use engine_core::memory;
use engine_core::notation::fen_of;
use engine_core::options::Configure;
use engine_core::search::{STACK, ThreadPool};
use engine_core::tables::transposition::Transposition;
use engine_core::text::printable;

const HELP: &str = "\
uci                                   who the engine is, and its options
isready                               answers readyok
ucinewgame                            forget the last game
setoption name NAME value VALUE       set one of the options that uci lists
position startpos|fen FEN [moves ...] set up a position
go [depth N] [nodes N] [movetime MS] [wtime MS btime MS winc MS binc MS movestogo N]
   [searchmoves ...] [infinite]       search
stop                                  end the search and answer bestmove
d                                     the position as FEN
eval                                  the evaluation term by term
quit                                  goodbye";

/// Says a line; a GUI that is gone is noticed at the end of its input.
fn say(line: &str) {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{line}").and_then(|()| out.flush()).ok();
}

fn complain(text: &str) {
    // What it quotes may be anything, and a line of UCI is one line.
    let text = printable(text).replace('\n', " ");
    say(&format!("info string error: {text}"));
}

/// Talks UCI until `quit` or the end of the input.
pub fn run<E: Evaluator + Configure + Clone>(evaluator: E, input: impl BufRead) {
    let mut session = Session::new(evaluator);
    for line in Lines::of(input) {
        let Ok(line) = line else { break };
        let line = match line {
            Ok(line) => line,
            Err(fault) => {
                complain(&format!("a line was passed over: {fault}"));
                continue;
            }
        };
        match command(&line) {
            Command::Quit => {
                session.stop();
                return;
            }
            command => session.obey(command),
        }
    }
    session.end_of_input();
}

struct Session<E: Evaluator> {
    /// Not here while it searches.
    search: Option<Box<ThreadPool<E>>>,
    running: Option<JoinHandle<Box<ThreadPool<E>>>>,
    stop: Arc<AtomicBool>,
    game: Game,
    overhead: Duration,
    infinite: bool,
}

impl<E: Evaluator + Configure + Clone> Session<E> {
    fn new(evaluator: E) -> Session<E> {
        let table = Transposition::with_megabytes(options::HASH.0 as usize);
        let search = Box::new(ThreadPool::new(evaluator, table));
        Session {
            stop: search.stop_flag(),
            search: Some(search),
            running: None,
            game: Game::default(),
            overhead: Duration::from_millis(options::OVERHEAD.0),
            infinite: false,
        }
    }

    fn obey(&mut self, command: Command) {
        match command {
            Command::IsReady => say("readyok"),
            Command::Stop => self.stop(),
            Command::Help => say(HELP),
            Command::Uci => self.introduce(),
            Command::NewGame => self.idle().clear(),
            Command::SetOption { name, value } => self.set_option(&name, &value),
            Command::Position(Ok(game)) => {
                self.stop();
                self.game = *game;
            }
            Command::Position(Err(error)) => complain(&error.to_string()),
            Command::Go(words) => match go(&words, &self.game, self.overhead) {
                Ok(go) => self.go(go),
                Err(error) => complain(&error),
            },
            Command::Show => say(&fen_of(self.game.position())),
            Command::Eval => self.explain(),
            Command::Unknown(text) => complain(&format!("\"{text}\" is not a command; try help")),
            Command::Quit | Command::Nothing => {}
        }
    }

    /// The search, after whatever it was doing has been stopped.
    fn idle(&mut self) -> &mut ThreadPool<E> {
        self.stop();
        self.search
            .as_mut()
            .expect("an idle session has its search")
    }

    fn introduce(&mut self) {
        let search = self.idle();
        let info = search.evaluator().info();
        let lines = options::lines(&search.evaluator().options());
        say(&format!(
            "id name {} {}",
            info.title,
            env!("CARGO_PKG_VERSION")
        ));
        say(&format!("id author the evaluation: {}", info.document));
        lines.iter().for_each(|line| say(line));
        say("uciok");
    }

    fn set_option(&mut self, name: &str, value: &str) {
        match engine_option(name, value) {
            Some(Ok(EngineOption::Hash(megabytes))) => self.set_hash(megabytes),
            Some(Ok(EngineOption::ClearHash)) => self.idle().clear(),
            Some(Ok(EngineOption::Overhead(overhead))) => self.overhead = overhead,
            Some(Ok(EngineOption::Threads(threads))) => self.idle().set_threads(threads),
            Some(Ok(EngineOption::Correction(on))) => {
                let search = self.idle();
                search.set_correction(on);
                search.clear();
            }
            Some(Err(error)) => complain(&error),
            None => match self.idle().evaluator_mut().set(name, value) {
                // What the table remembers was said by the evaluator as it was before.
                Ok(()) => self.idle().clear(),
                Err(error) => complain(&error.to_string()),
            },
        }
    }

    /// A table that does not fit would end the process, and not only the option.
    fn set_hash(&mut self, megabytes: usize) {
        let free = memory::available().map_or(u64::MAX, |bytes| bytes >> 20);
        if megabytes as u64 > free {
            complain(&format!(
                "Hash stays as it is: {megabytes} MiB are asked for, and {free} MiB of memory are free"
            ));
            return;
        }
        let search = self.idle();
        search.set_table(Transposition::with_megabytes(megabytes));
    }

    fn explain(&mut self) {
        let game = self.game.clone();
        let evaluation = Evaluation::of(self.idle().evaluator(), &game);
        say(evaluation.table().trim_end());
    }

    fn go(&mut self, mut go: Go) {
        go.limits.started = Some(Instant::now());
        self.stop();
        let Some(mut search) = self.search.take() else {
            return;
        };
        let (game, stop) = (self.game.clone(), Arc::clone(&self.stop));
        self.infinite = go.infinite;
        let thread = Builder::new().stack_size(STACK).spawn(move || {
            let mut told = 0;
            let outcome = search.go(&game, &go.limits, |report| {
                told = report.nodes;
                say(&print::info(report));
                if let Some(chosen) = report.chosen {
                    say(&print::chosen(chosen, &report.line));
                }
            });
            if outcome.nodes > told && outcome.best.is_some() {
                say(&print::last_info(&outcome));
            }
            // An infinite search owes its move only when told to stop, even if it has seen all.
            while go.infinite && !stop.load(Relaxed) {
                park();
            }
            say(&print::best_move(&outcome));
            search
        });
        match thread {
            Ok(handle) => self.running = Some(handle),
            Err(error) => complain(&format!("cannot start a search: {error}")),
        }
    }

    /// Ends the search, if one runs, and waits for its move.
    fn stop(&mut self) {
        self.stop.store(true, Relaxed);
        if let Some(handle) = &self.running {
            handle.thread().unpark();
        }
        self.wait();
    }

    fn wait(&mut self) {
        if let Some(handle) = self.running.take() {
            self.search = handle.join().ok();
        }
        self.stop.store(false, Relaxed);
    }

    /// A search with a limit still answers when the input ends, so that commands can be piped in.
    fn end_of_input(&mut self) {
        if self.infinite {
            self.stop();
        } else {
            self.wait();
        }
    }
}
