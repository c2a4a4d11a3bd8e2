//! Evaluations for the tests: libraries built from C, and programs.

#![allow(dead_code, reason = "each test file uses its own part")]

use std::fs::create_dir_all;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

use engine_core::game::Game;
use engine_core::random::RandomGames;
use eval_external::{ExternalEvaluator, Spec, Start};

/// The folder of the tests.
pub(crate) fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests")
}

/// The library of a C file of the folder, compiled with these flags; `None` without a compiler.
pub(crate) fn library(file: &str, flags: &[&str]) -> Option<PathBuf> {
    static NUMBER: AtomicUsize = AtomicUsize::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let place = Path::new(env!("CARGO_TARGET_TMPDIR")).join("eval-external");
    create_dir_all(&place).unwrap();
    let library = place.join(format!("{}-{number}-{file}.so", std::process::id()));
    let mut compiler = Command::new("cc");
    compiler.args(["-O2", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-I"]);
    compiler.arg(folder().parent().unwrap().join("include"));
    compiler.args(flags).arg("-o").arg(&library).arg(folder().join(file));
    let Ok(status) = compiler.status() else {
        println!("skipped: there is no C compiler (cc)");
        return None;
    };
    assert!(status.success(), "cc {file}: {status}");
    Some(library)
}

/// The command of a Python file of the folder; `None` without Python or its package chess.
pub(crate) fn python(file: &str) -> Option<String> {
    let mut chess = Command::new("python3");
    chess.args(["-c", "import chess"]).stderr(Stdio::null());
    if !chess.status().is_ok_and(|status| status.success()) {
        println!("skipped: there is no python3 with the package chess");
        return None;
    }
    Some(format!("python3 '{}'", folder().join(file).display()))
}

/// The evaluation of this name.
pub(crate) fn open(spec: &str) -> ExternalEvaluator {
    let spec: Spec = spec.parse().unwrap();
    ExternalEvaluator::open(&spec, Start::default()).unwrap_or_else(|error| panic!("{error}"))
}

/// Positions of random games, of chess and of Chess960.
pub(crate) fn games(count: usize) -> Vec<Game> {
    let starts = [
        "startpos",
        "startpos",
        "bnrbkrnq/pppppppp/8/8/8/8/PPPPPPPP/BNRBKRNQ w FCfc - 0 1",
        "1r3k1r/p6p/8/8/8/8/P6P/1R3K1R w HBhb - 0 1",
    ];
    let mut random = RandomGames::new(56);
    let mut games = Vec::new();
    for start in starts.iter().cycle() {
        let mut game = Game::parse(start).unwrap();
        for _ in 0..120 {
            games.push(game.clone());
            let Some(mv) = random.pick(&game) else { break };
            game.play(mv);
        }
        if games.len() >= count {
            break;
        }
    }
    games.truncate(count);
    games
}
