//! UCI as the arena reads it: a program whose output is the input.
//!
//! The program is this one, started again: a [`parrot`]. The first line's digits are the game in play, the number of
//! best moves requested (0: it plays), and the option to set. The rest is its output: up to a line `uciok` its
//! greeting, if there is such a line, then its thoughts.

use std::env;
use std::fs;
use std::io::{self, BufRead, Write};
use std::path::PathBuf;
use std::sync::{LazyLock, Mutex, PoisonError};
use std::time::Duration;

use engine_core::game::Game;
use engine_core::limits::Limits;
use engine_core::score::EVAL_MAX;
use uci_client::{Executable, Failure, Launch, NotReady, Program, Reply, Request, probe};

/// The environment variable with the file of the parrot's output.
const WORDS: &str = "FUZZ_PARROT";
/// Longer than anything takes here.
const PATIENCE: Duration = Duration::from_secs(5);
/// Games in play.
const GAMES: [&str; 4] = [
    "startpos",
    "startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6",
    "fen 3r1n2/2P1P3/8/8/8/k7/8/4K2R w K - 0 1",
    "fen 7k/8/8/8/8/8/5q2/3R3K w - - 99 70",
];

/// In the process that is the program: writes until it receives `quit`, and ends.
pub fn parrot() {
    let Ok(words) = env::var(WORDS) else { return };
    // Problems of the pipe are the arena's to notice.
    talk(&PathBuf::from(words)).ok();
    std::process::exit(0);
}

fn talk(words: &PathBuf) -> io::Result<()> {
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let text = fs::read(words)?;
        let (greeting, thoughts) = parts(&text);
        match line?.split_whitespace().next() {
            Some("uci") => out.write_all(&[greeting, b"\nuciok\n"].concat())?,
            Some("isready") => out.write_all(b"readyok\n")?,
            Some("go") => out.write_all(&[thoughts, b"\nbestmove 0000\n"].concat())?,
            Some("quit") => break,
            _ => {}
        }
        out.flush()?;
    }
    Ok(())
}

/// The greeting, and the thoughts up to the line that ends them.
fn parts(text: &[u8]) -> (&[u8], &[u8]) {
    let (greeting, thoughts) = match line_of(text, |line| line == b"uciok") {
        Some((start, end)) => (&text[..start], &text[end..]),
        None => (&text[..0], text),
    };
    let answer = line_of(thoughts, |line| line.starts_with(b"bestmove"));
    (greeting, &thoughts[..answer.map_or(thoughts.len(), |(_, end)| end)])
}

/// The start and end of the first such line.
fn line_of(text: &[u8], is_it: impl Fn(&[u8]) -> bool) -> Option<(usize, usize)> {
    let mut start = 0;
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        if is_it(line.trim_ascii()) {
            return Some((start, start + line.len()));
        }
        start += line.len();
    }
    None
}

/// Plays against the program.
pub fn check(input: &[u8]) {
    // A program that has been greeted is used until it fails.
    static GREETED: LazyLock<Mutex<(Program, bool)>> =
        LazyLock::new(|| Mutex::new((Program::new(launch(0)), false)));
    let ([game, count, option], text) = crate::choices(input);
    crate::scratch::file("words", text);
    let game = Game::parse(GAMES[game % GAMES.len()]).expect("a game of the list");
    let task = Task { game, count: count % 5 };
    if !parts(text).0.is_empty() {
        let launch = launch(option);
        match probe(&launch, None) {
            Ok(probed) => {
                let name = probed.id_name;
                assert!(name.is_none_or(|name| !name.contains(char::is_control)));
            }
            Err(NotReady::Failed(failure)) => readable(&failure),
            Err(other) => drop(other.to_string()),
        }
        let mut program = Program::new(launch);
        if let Err(failure) = program.new_game() {
            return readable(&failure);
        }
        task.put_to(&mut program);
        return;
    }
    let mut greeted = GREETED.lock().unwrap_or_else(PoisonError::into_inner);
    let (program, runs) = &mut *greeted;
    if !*runs {
        program.new_game().expect("a parrot that greets as it should");
    }
    *runs = task.put_to(program);
}

fn launch(option: usize) -> Launch {
    let own = env::current_exe().expect("a program has a path");
    let mut launch = Launch::new(Executable::Path(own));
    let words = crate::scratch::folder().join("words");
    launch.env.insert(WORDS.to_owned(), words.display().to_string());
    let options: [(&str, toml::Value); 6] = [
        ("", false.into()),
        ("Hash", 16.into()),
        ("Style", "Risky".into()),
        ("Clear Hash", true.into()),
        ("Ponder", false.into()),
        ("Nalimov Path", "".into()),
    ];
    let (name, value) = options[option % options.len()].clone();
    launch.options.extend((!name.is_empty()).then(|| (name.to_owned(), value)));
    launch.timeouts.hang = PATIENCE;
    launch.timeouts.start = PATIENCE;
    launch
}

struct Task {
    game: Game,
    /// Best moves; 0 for a move in a game.
    count: usize,
}

impl Task {
    /// True if the program is fit for the next one.
    fn put_to(&self, program: &mut Program) -> bool {
        let failed = match self.count {
            0 => self.play(program).map(|reply| self.sound(&reply)),
            _ => self.judge(program),
        };
        if let Err(failure) = &failed {
            readable(failure);
        }
        failed.is_ok()
    }

    fn play(&self, program: &mut Program) -> Result<Reply, Failure> {
        let limits = Limits::nodes(1000);
        let task = Request { line: true, ..Request::new(&self.game, &limits, Duration::ZERO) };
        program.think_aloud(&task, &mut |info| {
            assert!(self.game.legal_moves().contains(&info.best), "{info:?}");
        })
    }

    /// A reply can be played, its line too, and its numbers are in range.
    fn sound(&self, reply: &Reply) {
        assert_eq!(reply.best, reply.line.first().copied(), "{reply:?}");
        let mut game = self.game.clone();
        for &mv in &reply.line {
            assert!(game.legal_moves().contains(&mv), "{reply:?}");
            game.play(mv);
        }
        let centipawns = reply.score.and_then(|score| score.cp());
        assert!(centipawns.is_none_or(|cp| cp.abs() <= EVAL_MAX), "{reply:?}");
    }

    fn judge(&self, program: &mut Program) -> Result<(), Failure> {
        let judgement = program.judge(&self.game, 1000)?;
        let points = judgement.expected;
        assert!(points.is_none_or(|points| (0.0..=1.0).contains(&points)));
        Ok(())
    }
}

/// The text of a failure can be shown on a terminal.
fn readable(failure: &Failure) {
    let Failure { detail, log, .. } = failure;
    let mut texts = log.iter().chain([detail]);
    assert!(!texts.any(|text| text.contains(char::is_control)), "{failure:?}");
}
