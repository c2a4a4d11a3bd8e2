//! A UCI engine for tests of the arena: it answers at once with a legal move, always the same in the same position, and
//! misbehaves on request.
//!
//! ```text
//! test-engine [--fault KIND] [--at N] [--sleep MS] [--silent] [--spread CP]
//! test-engine --evaluator NAME
//! ```
//!
//! KIND is its fault at its Nth `go` (the first unless `--at` is given): `abort`, `exit`, `illegal`, `unparsable`,
//! `null`, `hang`, `late` (after MS milliseconds), `closed-pipe`, `endless-line`, `not-utf8`; or a permanent one:
//! `no-uciok`, `no-readyok`, `endless-search` (no answer before `stop`, unless a clock runs). `--silent` leaves its `info` line out. With
//! `--spread` its scores are up to CP centipawns either way, by the position; with `--evaluator` it is the real engine of
//! an evaluator.

use std::io::{self, BufRead, Write};
use std::os::unix::process::CommandExt;
use std::process::{Command, ExitCode, abort, exit};
use std::thread::{park, sleep};
use std::time::Duration;

use clap::{Parser, ValueEnum};
use engine_core::evaluator::Evaluator;
use engine_core::game::Game;
use engine_core::key::Key;
use engine_core::options::Configure;
use engine_uci::session;
use evaluators::registry::{self, Visitor};
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Position};

/// How it behaves.
#[derive(Parser)]
struct Manners {
    #[arg(long, value_name = "KIND")]
    fault: Option<Fault>,
    #[arg(long, value_name = "N", default_value_t = 1)]
    at: u64,
    #[arg(long, value_name = "MS", default_value_t = 1000)]
    sleep: u64,
    #[arg(long)]
    silent: bool,
    #[arg(long, value_name = "CP", default_value_t = 0)]
    spread: u64,
    #[arg(long, value_name = "NAME", value_parser = registry::NAMES.to_vec())]
    evaluator: Option<String>,
}

fn main() -> ExitCode {
    let manners = Manners::parse();
    let ended = match &manners.evaluator {
        Some(name) => registry::with(name, Real),
        None => converse(&manners).ok(),
    };
    ended.map_or(ExitCode::FAILURE, |()| ExitCode::SUCCESS)
}

struct Real;

impl Visitor for Real {
    type Output = ();

    fn visit<E: Evaluator + Configure + Clone>(self, evaluator: E) {
        session::run(evaluator, session::SearchSetup::default(), io::stdin().lock());
    }
}

const OPTIONS: &str = "\
option name Hash type spin default 16 min 1 max 1024
option name Threads type spin default 1 min 1 max 64
option name Clear Hash type button
option name Style type combo default Normal var Solid var Normal var Wild
option name Ponder type check default false
option name Book File type string default <empty>
";

fn converse(manners: &Manners) -> io::Result<()> {
    let mut input = io::stdin().lock();
    let mut output = io::stdout().lock();
    let mut board = Board::default();
    let mut line = String::new();
    let mut searches = 0;
    let endless = manners.fault == Some(Fault::EndlessSearch);
    loop {
        line.clear();
        if input.read_line(&mut line)? == 0 {
            return Ok(());
        }
        let line = line.trim_end();
        match line.split(' ').next().unwrap_or_default() {
            "quit" => return Ok(()),
            "uci" if manners.fault != Some(Fault::NoUciok) => {
                writeln!(output, "id name Test Engine 1.0\nid author nobody")?;
                output.write_all(OPTIONS.as_bytes())?;
                writeln!(output, "uciok")?;
            }
            "isready" if manners.fault != Some(Fault::NoReadyok) => writeln!(output, "readyok")?,
            "position" => board.set(line),
            "go" if endless && UNTIMED.iter().any(|limit| line.contains(limit)) => {}
            "stop" if endless => answer(&board, manners, &mut output)?,
            "go" => {
                searches += 1;
                let fault = manners.fault.filter(|_| searches == manners.at);
                if let Some(fault) = fault {
                    fault.commit(&board, Duration::from_millis(manners.sleep), &mut output)?;
                }
                if fault.is_none_or(Fault::answers) {
                    answer(&board, manners, &mut output)?;
                }
            }
            "setoption" => eprintln!("heard: {line}"),
            _ => {}
        }
        output.flush()?;
    }
}

/// Limits without a clock.
const UNTIMED: [&str; 3] = ["nodes", "depth", "infinite"];

fn answer(board: &Board, manners: &Manners, output: &mut impl Write) -> io::Result<()> {
    let (best, score) = (board.best_move(), board.score(manners.spread));
    if !manners.silent {
        writeln!(output, "info depth 1 score cp {score} nodes 1 time 0 pv {best}")?;
    }
    writeln!(output, "bestmove {best}")
}

#[derive(Default)]
struct Board {
    game: Game,
    /// The command that set it: usually the next one only has two more moves.
    text: String,
}

impl Board {
    /// Executes `position ...`; an unreadable one sets the start position.
    fn set(&mut self, line: &str) {
        let more = line.strip_prefix(&self.text).filter(|_| !self.text.is_empty());
        let played = more.is_some_and(|more| {
            let words = more.split_ascii_whitespace().filter(|&word| word != "moves");
            (more.is_empty() || more.starts_with(' ')) && words.into_iter().all(|word| self.game.play_uci(word).is_ok())
        });
        if !played {
            let text = line.strip_prefix("position ").unwrap_or_default();
            self.game = Game::parse(text).unwrap_or_default();
        }
        self.text.clear();
        self.text.push_str(line);
    }

    /// A legal move that depends only on the position, or the null move.
    fn best_move(&self) -> UciMove {
        let moves = self.game.legal_moves();
        let key = Key::of(self.game.position()).0;
        let best = moves.get((key >> 16) as usize % moves.len().max(1));
        best.map_or(UciMove::Null, |&mv| UciMove::from_move(mv, CastlingMode::Standard))
    }

    /// A score within `spread` either way that depends only on the position.
    fn score(&self, spread: u64) -> i64 {
        let key = Key::of(self.game.position()).0 >> 32;
        (key % (2 * spread + 1)) as i64 - spread as i64
    }
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Fault {
    Abort,
    Exit,
    Illegal,
    Unparsable,
    Null,
    Hang,
    Late,
    ClosedPipe,
    EndlessLine,
    NotUtf8,
    EndlessSearch,
    NoUciok,
    NoReadyok,
}

impl Fault {
    fn answers(self) -> bool {
        matches!(self, Fault::Late | Fault::EndlessSearch | Fault::NoUciok | Fault::NoReadyok)
    }

    /// Commits the fault, instead of an answer or before one.
    fn commit(self, board: &Board, time: Duration, output: &mut impl Write) -> io::Result<()> {
        match self {
            Fault::Abort => {
                eprintln!("about to abort");
                abort()
            }
            Fault::Exit => exit(3),
            Fault::Illegal => {
                // A king move onto the opponent's king.
                let best = board.game.position().turn().fold_wb("e1e8", "e8e1");
                writeln!(output, "bestmove {best}")
            }
            Fault::Unparsable => writeln!(output, "bestmove castles"),
            Fault::Null => writeln!(output, "bestmove 0000"),
            Fault::Hang => loop {
                park();
            },
            Fault::Late => {
                sleep(time);
                Ok(())
            }
            Fault::ClosedPipe => {
                // There is no safe way to close it; the process is replaced by a shell that has closed it and goes on.
                let mut shell = Command::new("sh");
                Err(shell.args(["-c", "exec >&-; while :; do sleep 1; done"]).exec())
            }
            Fault::EndlessLine => {
                output.write_all(b"info string ")?;
                // Twice the arena's limit of a line.
                let kilobyte = [b'x'; 1024];
                (0..2048).try_for_each(|_| output.write_all(&kilobyte))
            }
            Fault::NotUtf8 => output.write_all(b"info string \xff\xfe\nbestmove e2e4\xff\xfe\n"),
            Fault::EndlessSearch | Fault::NoUciok | Fault::NoReadyok => Ok(()),
        }
    }
}
