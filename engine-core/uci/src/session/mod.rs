//! A conversation with a GUI: commands are answered while a search runs in its own thread.

mod settings;
mod work;

use std::io::BufRead;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread::JoinHandle;

use crate::bench;
use crate::board::board;
use crate::go::{Go, go};
use crate::lines::Lines;
use crate::options;
use crate::output;
use crate::parse::{UciCommand, command};
use crate::print::Style;
use crate::wdl;
use engine_core::evaluation::Evaluation;
use engine_core::evaluator::Evaluator;
use engine_core::game::Game;
use engine_core::options::Configure;
use engine_core::params::Params;
use engine_core::search::ThreadPool;
use engine_core::tables::transposition::Transposition;
use engine_core::text::printable;
use settings::Settings;

const HELP: &str = "\
uci                                   who the engine is, and its options
isready                               answers readyok
ucinewgame                            forget the last game
setoption name NAME value VALUE       set one of the options below
position startpos|fen FEN [moves ...] set up a position, of chess or of Chess960
go [depth N] [nodes N] [movetime MS] [wtime MS btime MS winc MS binc MS movestogo N]
   [mate N] [searchmoves ...] [ponder] [infinite]   search
go perft N, or perft N                count the leaves N plies below, move by move
stop                                  end the search and answer bestmove
ponderhit                             the move that was expected has been played
d                                     the board, its FEN and its key
eval                                  the evaluation term by term
bench [N]                             search fixed positions N plies deep; the sum of nodes is always the same
quit                                  goodbye

The options:
";

/// Sends a line; a GUI that is gone is noticed at the end of its input.
fn send(line: &str) {
    output::write_line(line);
}

fn complain(text: &str) {
    // The quoted text may be anything, and a line of UCI is one line.
    let text = printable(text).replace('\n', " ");
    send(&format!("info string error: {text}"));
}

/// A search other than the usual one.
#[derive(Clone, Copy, Debug)]
pub struct SearchSetup {
    /// Its table has two to this power entries; `None`: that of the option Hash.
    pub table: Option<u32>,
    /// Its numbers, for Michniewski's margins.
    pub params: Params,
}

impl Default for SearchSetup {
    fn default() -> SearchSetup {
        SearchSetup { table: None, params: Params::MICHNIEWSKI }
    }
}

/// Runs a UCI session until `quit` or the end of the input.
pub fn run<E: Evaluator + Configure + Clone>(
    evaluator: E,
    setup: SearchSetup,
    input: impl BufRead,
) {
    let mut session = Session::new(evaluator, setup);
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
            UciCommand::Quit => {
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
    running: Option<JoinHandle<Option<Box<ThreadPool<E>>>>>,
    stop: Arc<AtomicBool>,
    pondering: Arc<AtomicBool>,
    /// True if what runs ends only when it is stopped.
    endless: bool,
    /// A search without an end for which there was no thread: it begins when it is to end.
    put_off: Option<Go>,
    game: Game,
    settings: Settings,
}

impl<E: Evaluator + Configure + Clone> Session<E> {
    fn new(evaluator: E, setup: SearchSetup) -> Session<E> {
        let table = match setup.table {
            Some(bits) => Transposition::with_bits(bits),
            None => Transposition::with_megabytes(options::HASH as usize),
        };
        let mut search = Box::new(ThreadPool::new(evaluator, table));
        search.set_params(setup.params);
        Session {
            stop: search.stop_flag(),
            pondering: search.ponder_flag(),
            search: Some(search),
            running: None,
            endless: false,
            put_off: None,
            game: Game::default(),
            settings: Settings::default(),
        }
    }

    fn obey(&mut self, command: UciCommand) {
        match command {
            UciCommand::IsReady => send("readyok"),
            UciCommand::Stop => self.stop(),
            UciCommand::PonderHit => self.ponder_hit(),
            UciCommand::Help => self.help(),
            UciCommand::Uci => self.introduce(),
            UciCommand::NewGame => self.idle().clear(),
            UciCommand::SetOption { name, value } => self.set_option(&name, &value),
            UciCommand::Position(Ok(game)) => {
                self.stop();
                self.game = *game;
            }
            UciCommand::Position(Err(error)) => complain(&error.to_string()),
            UciCommand::Go(words) => match go(&words, &self.game, self.settings.overhead) {
                Ok(go) => {
                    go.ignored.iter().for_each(|text| complain(&format!("go: {text}")));
                    match go.perft {
                        Some(depth) => self.perft(depth),
                        None => self.go(go),
                    }
                }
                Err(error) => complain(&error),
            },
            UciCommand::Bench(words) => match depth_of_bench(&words) {
                Some(depth) => self.bench(depth),
                None => complain("bench takes a depth from 1 to 100, or nothing"),
            },
            UciCommand::Show => send(&board(self.game.position())),
            UciCommand::Eval => self.explain(),
            UciCommand::Unknown(text) => {
                complain(&format!("\"{text}\" is not a command; try help"));
            }
            UciCommand::Quit | UciCommand::Nothing => {}
        }
    }

    /// The search, after whatever it was doing has been stopped.
    fn idle(&mut self) -> &mut ThreadPool<E> {
        self.stop();
        self.search.as_mut().expect("an idle session has its search")
    }

    fn introduce(&mut self) {
        let search = self.idle();
        let info = search.evaluator().info();
        let lines = options::lines(&search.evaluator().options());
        send(&format!("id name {} {}", info.title, build_info::BUILD.short()));
        send(&format!(
            "id author the authors of the arena, the evaluation after {}",
            info.document
        ));
        lines.iter().for_each(|line| send(line));
        send("uciok");
    }

    fn help(&mut self) {
        let options = options::help(&self.idle().evaluator().options());
        send(&format!("{HELP}{}", options.trim_end()));
    }

    fn explain(&mut self) {
        let game = self.game.clone();
        let evaluation = Evaluation::of(self.idle().evaluator(), &game);
        send(evaluation.table(usize::MAX).trim_end());
    }

    /// The notation of moves and scores of the position.
    fn style(&mut self) -> Style {
        let Settings { chess960, shows_wdl, .. } = self.settings;
        let emptiness = wdl::emptiness(self.game.position());
        let scale = self.idle().evaluator().info().eval_scale;
        Style { chess960, wdl: shows_wdl.then_some((scale, emptiness)) }
    }
}

fn depth_of_bench(words: &[String]) -> Option<i32> {
    match words {
        [] => Some(bench::DEPTH),
        [depth] => depth.parse().ok().filter(|depth| (1..=100).contains(depth)),
        _ => None,
    }
}
