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

use std::env;
use std::io::{self, BufRead, Write};
use std::process::{ExitCode, abort, exit};
use std::str::FromStr;
use std::thread::{park, sleep};
use std::time::Duration;

use engine_core::evaluator::Evaluator;
use engine_core::game::Game;
use engine_core::key::Key;
use engine_core::options::Configure;
use engine_uci::session;
use evaluators::registry::{self, Visitor};
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Color, Position};

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    match Manners::parse(&arguments) {
        Ok(Manners { evaluator: Some(name), .. }) => match registry::with(&name, Real) {
            Some(()) => ExitCode::SUCCESS,
            None => complain(&format!("there is no evaluator {name}")),
        },
        Ok(manners) => match converse(&manners) {
            Ok(()) => ExitCode::SUCCESS,
            Err(_) => ExitCode::FAILURE,
        },
        Err(message) => complain(&message),
    }
}

fn complain(message: &str) -> ExitCode {
    eprintln!("test-engine: {message}");
    ExitCode::from(2)
}

struct Real;

impl Visitor for Real {
    type Output = ();

    fn visit<E: Evaluator + Configure + Clone>(self, evaluator: E) {
        session::run(evaluator, session::SearchSetup::default(), io::stdin().lock());
    }
}

struct Manners {
    fault: Option<Fault>,
    at: u64,
    sleep: Duration,
    silent: bool,
    /// In centipawns.
    spread: u64,
    evaluator: Option<String>,
}

impl Manners {
    fn parse(arguments: &[String]) -> Result<Manners, String> {
        let mut manners = Manners {
            fault: None,
            at: 1,
            sleep: Duration::from_millis(1000),
            silent: false,
            spread: 0,
            evaluator: None,
        };
        let mut words = arguments.iter();
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or(format!("{word} needs a value"));
            let number =
                |text: &String| text.parse().map_err(|_| format!("{text} is not a number"));
            match word.as_str() {
                "--fault" => manners.fault = Some(value()?.parse()?),
                "--at" => manners.at = number(value()?)?,
                "--sleep" => manners.sleep = Duration::from_millis(number(value()?)?),
                "--silent" => manners.silent = true,
                "--spread" => manners.spread = number(value()?)?,
                "--evaluator" => manners.evaluator = Some(value()?.clone()),
                _ => return Err(format!("{word} is not known")),
            }
        }
        Ok(manners)
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
            "go" if endless && untimed(line) => {}
            "stop" if endless => answer(&board, manners, &mut output)?,
            "go" => {
                searches += 1;
                let fault = manners.fault.filter(|_| searches == manners.at);
                if let Some(fault) = fault {
                    fault.commit(&board, manners.sleep, &mut output)?;
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

fn untimed(go: &str) -> bool {
    ["nodes", "depth", "infinite"].iter().any(|limit| go.contains(limit))
}

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
            (more.is_empty() || more.starts_with(' '))
                && words.into_iter().all(|word| self.game.play_uci(word).is_ok())
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

    /// A king move onto the opponent's king.
    fn illegal_move(&self) -> &'static str {
        match self.game.position().turn() {
            Color::White => "e1e8",
            Color::Black => "e8e1",
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
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

impl FromStr for Fault {
    type Err = String;

    fn from_str(text: &str) -> Result<Fault, String> {
        Ok(match text {
            "abort" => Fault::Abort,
            "exit" => Fault::Exit,
            "illegal" => Fault::Illegal,
            "unparsable" => Fault::Unparsable,
            "null" => Fault::Null,
            "hang" => Fault::Hang,
            "late" => Fault::Late,
            "closed-pipe" => Fault::ClosedPipe,
            "endless-line" => Fault::EndlessLine,
            "not-utf8" => Fault::NotUtf8,
            "endless-search" => Fault::EndlessSearch,
            "no-uciok" => Fault::NoUciok,
            "no-readyok" => Fault::NoReadyok,
            _ => return Err(format!("{text} is not a fault")),
        })
    }
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
            Fault::Illegal => writeln!(output, "bestmove {}", board.illegal_move()),
            Fault::Unparsable => writeln!(output, "bestmove castles"),
            Fault::Null => writeln!(output, "bestmove 0000"),
            Fault::Hang => loop {
                park();
            },
            Fault::Late => {
                sleep(time);
                Ok(())
            }
            Fault::ClosedPipe => close_pipe(),
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

/// Closes standard output and keeps running.
fn close_pipe() -> ! {
    // There is no safe way to close it; the process is replaced by a shell that has closed it.
    let closed = "exec >&-; while :; do sleep 1; done";
    let error = std::os::unix::process::CommandExt::exec(
        std::process::Command::new("sh").args(["-c", closed]),
    );
    eprintln!("test-engine: no shell: {error}");
    exit(1)
}
