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

mod board;
mod fault;

use std::env;
use std::io::{self, BufRead, Write};
use std::process::ExitCode;
use std::time::Duration;

use board::Board;
use engine_core::evaluator::Evaluator;
use engine_core::options::Configure;
use engine_uci::session;
use evaluators::registry::{self, Visitor};
use fault::Fault;

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
            let number = |text: &String| text.parse().map_err(|_| format!("{text} is no number"));
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
