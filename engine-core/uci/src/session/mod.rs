//! A conversation with a GUI: commands are answered while a search runs in its own thread.

mod work;

use std::io::BufRead;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread::JoinHandle;
use std::time::Duration;

use engine_core::evaluation::Evaluation;
use engine_core::evaluator::Evaluator;
use engine_core::game::Game;
use engine_core::limits;
use engine_core::memory;
use engine_core::notation::printable;
use engine_core::options::{Configure, OptionError};
use engine_core::params::Params;
use engine_core::search::ThreadPool;
use engine_core::tables::transposition::Transposition;

use crate::bench;
use crate::input::{Go, go, lines, option};
use crate::options::{self, EngineOption, Kind};
use crate::output::{Style, board, emptiness, write_line as send};

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
pub fn run<E: Evaluator + Configure + Clone>(evaluator: E, setup: SearchSetup, input: impl BufRead) {
    let mut session = Session::new(evaluator, setup);
    for line in lines(input) {
        let Ok(line) = line else { break };
        match line {
            Ok(line) => {
                if session.obey(&line) {
                    return;
                }
            }
            Err(fault) => complain(&format!("a line was passed over: {fault}")),
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

/// In MiB.
const HASH: u64 = 16;
const OVERHEAD: u64 = limits::OVERHEAD.as_millis() as u64;

impl<E: Evaluator + Configure + Clone> Session<E> {
    const OPTIONS: [EngineOption<Session<E>>; 10] = [
        EngineOption {
            name: "Hash",
            kind: Kind::Number([1, HASH, 65_536], |session, mb| session.set_hash(mb as usize)),
            help: "the size of the table, in MiB",
        },
        EngineOption {
            name: "Clear Hash",
            kind: Kind::Button(|session| session.idle().search_mut().clear()),
            help: "forgets what was searched",
        },
        EngineOption {
            name: "Threads",
            kind: Kind::Number([1, 1, 256], |session, count| {
                session.idle().set_threads(count as usize);
            }),
            help: "how many threads search together",
        },
        EngineOption {
            name: "MultiPV",
            kind: Kind::Number([1, 1, 256], |session, lines| {
                session.settings.lines = lines as usize;
            }),
            help: "the number of best lines reported; with more than one the move with the best score is played",
        },
        EngineOption {
            name: "Ponder",
            // It is the GUI that lets an engine ponder.
            kind: Kind::Flag(|_, _| ()),
            help: "whether the GUI may let it think on the other side's time; it plays the same",
        },
        EngineOption {
            name: "Move Overhead",
            kind: Kind::Number([0, OVERHEAD, 10_000], |session, ms| {
                session.settings.overhead = Duration::from_millis(ms);
            }),
            help: "the time to keep back for GUI and machine, in milliseconds a move",
        },
        EngineOption {
            // Stockfish's name for it.
            name: "nodestime",
            kind: Kind::Number([0, 0, 1_000_000], |session, nodes| {
                session.settings.clock_nodes = NonZeroU32::new(nodes as u32);
            }),
            help: "the nodes that count as a millisecond of a clock or a move time, for games that can be repeated; 0 for time",
        },
        EngineOption {
            name: "UCI_Chess960",
            kind: Kind::Flag(|session, on| session.settings.chess960 = on),
            help: "castling is written as king takes rook; it is read either way",
        },
        EngineOption {
            name: "UCI_ShowWDL",
            kind: Kind::Flag(|session, on| session.settings.shows_wdl = on),
            help: "scores come with the chances of a win, a draw and a loss, in thousandths",
        },
        EngineOption {
            name: "UCI_AnalyseMode",
            kind: Kind::Flag(|session, on| session.settings.by_score = on),
            help: "the move with the best score is played, whatever else the evaluation prefers",
        },
    ];

    fn new(evaluator: E, setup: SearchSetup) -> Session<E> {
        let table = match setup.table {
            Some(bits) => Transposition::with_bits(bits),
            None => Transposition::with_megabytes(HASH as usize),
        };
        let mut pool = Box::new(ThreadPool::new(evaluator, table));
        let search = pool.search_mut();
        search.set_params(setup.params);
        Session {
            stop: Arc::clone(&search.stop),
            pondering: Arc::clone(&search.pondering),
            search: Some(pool),
            running: None,
            endless: false,
            put_off: None,
            game: Game::default(),
            settings: Settings { overhead: limits::OVERHEAD, lines: 1, ..Settings::default() },
        }
    }

    /// Obeys a line, and returns whether it ends the session. Unknown words before a command are skipped, as the
    /// protocol requires.
    fn obey(&mut self, line: &str) -> bool {
        let words: Vec<&str> = line.split_whitespace().collect();
        for (at, &word) in words.iter().enumerate() {
            let rest = &words[at + 1..];
            match word {
                "uci" => self.introduce(),
                "isready" => send("readyok"),
                "ucinewgame" => self.idle().search_mut().clear(),
                "setoption" => self.set_option(rest),
                "position" => match Game::parse(&rest.join(" ")) {
                    Ok(game) => {
                        self.stop();
                        self.game = game;
                    }
                    Err(error) => complain(&error.to_string()),
                },
                "go" => self.answer_go(rest),
                "perft" => self.answer_go(&words[at..]),
                "stop" => self.stop(),
                "ponderhit" => self.ponder_hit(),
                "d" => send(&board(self.game.position())),
                "eval" => self.explain(),
                "bench" => match depth_of_bench(rest) {
                    Some(depth) => self.bench(depth),
                    None => complain("bench takes a depth from 1 to 100, or nothing"),
                },
                "help" => self.help(),
                "quit" => {
                    self.stop();
                    return true;
                }
                "debug" | "register" => {}
                _ => continue,
            }
            return false;
        }
        if !words.is_empty() {
            complain(&format!("\"{}\" is not a command; try help", line.trim()));
        }
        false
    }

    fn answer_go(&mut self, words: &[&str]) {
        match go(words, &self.game, self.settings.overhead) {
            Ok(go) => {
                go.ignored.iter().for_each(|text| complain(&format!("go: {text}")));
                match go.perft {
                    Some(depth) => self.perft(depth),
                    None => self.go(go),
                }
            }
            Err(error) => complain(&error),
        }
    }

    /// The search, after whatever it was doing has been stopped.
    fn idle(&mut self) -> &mut ThreadPool<E> {
        self.stop();
        self.search.as_mut().expect("an idle session has its search")
    }

    fn introduce(&mut self) {
        let evaluator = &self.idle().search().evaluator;
        let (info, lines) = (evaluator.info(), options::lines(&Self::OPTIONS, &evaluator.options()));
        send(&format!("id name {} {}", info.title, build_info::BUILD.short()));
        send(&format!("id author the authors of the arena, the evaluation after {}", info.document));
        lines.iter().for_each(|line| send(line));
        send("uciok");
    }

    fn help(&mut self) {
        let of_evaluator = self.idle().search().evaluator.options();
        let options = options::help(&Self::OPTIONS, &of_evaluator);
        send(&format!("{HELP}{}", options.trim_end()));
    }

    fn explain(&mut self) {
        let game = self.game.clone();
        let evaluation = Evaluation::of(&self.idle().search().evaluator, &game);
        send(evaluation.table(usize::MAX).trim_end());
    }

    /// The notation of moves and scores of the position.
    fn style(&mut self) -> Style {
        let Settings { chess960, shows_wdl, .. } = self.settings;
        let emptiness = emptiness(self.game.position());
        let scale = self.idle().search().evaluator.info().eval_scale;
        Style { chess960, wdl: shows_wdl.then_some((scale, emptiness)) }
    }

    fn set_option(&mut self, words: &[&str]) {
        let [name, value] = &option(words);
        match options::set(&Self::OPTIONS, self, name, value) {
            Some(Ok(())) => {}
            Some(Err(error)) => complain(&error),
            None => match self.idle().search_mut().evaluator.set(name, value) {
                // The table's entries come from the evaluator as it was before.
                Ok(()) => self.idle().search_mut().clear(),
                Err(OptionError::Unknown { .. }) => {
                    let of_evaluator = self.idle().search().evaluator.options();
                    complain(&options::unknown(&Self::OPTIONS, name, &of_evaluator));
                }
                Err(error) => complain(&error.to_string()),
            },
        }
    }

    /// A table that does not fit would end the process, and not only the option.
    fn set_hash(&mut self, megabytes: usize) {
        let free = memory::available().map_or(u64::MAX, |bytes| bytes >> 20);
        if megabytes as u64 > free {
            complain(&format!("Hash stays as it is: {megabytes} MiB are requested, and {free} MiB of memory are free"));
            return;
        }
        self.idle().search_mut().table = Transposition::with_megabytes(megabytes);
    }
}

fn depth_of_bench(words: &[&str]) -> Option<i32> {
    match words {
        [] => Some(bench::DEPTH),
        [depth] => depth.parse().ok().filter(|depth| (1..=100).contains(depth)),
        _ => None,
    }
}

#[derive(Clone, Copy, Debug, Default)]
struct Settings {
    overhead: Duration,
    clock_nodes: Option<NonZeroU32>,
    lines: usize,
    by_score: bool,
    chess960: bool,
    shows_wdl: bool,
}
