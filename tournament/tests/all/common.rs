//! Helpers of all tests of the program: commands as they are typed, and assertions about what they print.

// Without `full` not all of them are used.
#![allow(dead_code)]

use std::fs;
use std::ops::{ControlFlow, Deref};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

pub(crate) use engine_core::testkit::Contents;
use pgn_reader::{RawTag, Reader, SanPlus, Skip, Visitor};
use runner::store::Store;
use serde_json::{Value, json};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, EnPassantMode};
use tempfile::{TempDir, tempdir};

/// A UCI engine that misbehaves on request.
pub(crate) const TEST_ENGINE: &str = env!("CARGO_BIN_EXE_test-engine");

/// The configurations of the workspace.
pub(crate) const CONFIGS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../configs");

/// A folder that lasts as long as the test; it serves as its path.
pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn new() -> Folder {
        Folder(tempdir().unwrap())
    }
}

impl Deref for Folder {
    type Target = Path;

    fn deref(&self) -> &Path {
        self.0.path()
    }
}

impl AsRef<Path> for Folder {
    fn as_ref(&self) -> &Path {
        self
    }
}

/// The files of a folder.
pub(crate) trait Files {
    fn write(&self, name: impl AsRef<Path>, contents: impl AsRef<[u8]>);
    fn read(&self, name: impl AsRef<Path>) -> String;
}

impl Files for Path {
    #[track_caller]
    fn write(&self, name: impl AsRef<Path>, contents: impl AsRef<[u8]>) {
        fs::write(self.join(name), contents).unwrap();
    }

    #[track_caller]
    fn read(&self, name: impl AsRef<Path>) -> String {
        fs::read_to_string(self.join(name)).unwrap()
    }
}

/// A folder with this file.
pub(crate) fn folder_of(name: &str, contents: impl AsRef<[u8]>) -> Folder {
    let folder = Folder::new();
    folder.write(name, contents);
    folder
}

/// The program with the words of `line`; those with blanks in them are in quotes, as in a shell.
pub(crate) fn arena(folder: &Path, line: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_evalarena"));
    let words = shlex::split(line).unwrap();
    command.current_dir(folder).args(words);
    command.env_remove("COLUMNS");
    command
}

/// The same after `limits`, a command of the shell.
pub(crate) fn arena_within(folder: &Path, limits: &str, line: &str) -> Command {
    let program = env!("CARGO_BIN_EXE_evalarena");
    let script = format!("{limits} && exec '{program}' {line}");
    let mut shell = Command::new("sh");
    shell.args(["-c", &script]).current_dir(folder);
    shell
}

pub(crate) fn run(folder: &Path, line: &str) -> Output {
    arena(folder, line).output().unwrap()
}

/// A command that must succeed.
#[track_caller]
pub(crate) fn success(folder: &Path, line: &str) -> Output {
    let output = run(folder, line);
    let status = output.status.code();
    assert_eq!(status, Some(0), "{line}: {}", stderr(&output));
    output
}

/// The output of a command that must succeed.
#[track_caller]
pub(crate) fn text(folder: &Path, line: &str) -> String {
    stdout(&success(folder, line))
}

/// The same as JSON.
#[track_caller]
pub(crate) fn json(folder: &Path, line: &str) -> Value {
    serde_json::from_str(&text(folder, &format!("{line} --json"))).unwrap()
}

/// The message of a command that must fail: exit status 2, one message with all of `expected`, nothing printed.
#[track_caller]
pub(crate) fn refused(folder: &Path, line: &str, expected: &[&str]) -> String {
    let output = run(folder, line);
    let message = stderr(&output);
    assert_eq!(output.status.code(), Some(2), "{line}: {message}");
    message.must_have(expected);
    assert_eq!(stdout(&output), "", "{line}");
    message
}

/// The end of a command.
pub(crate) trait Ended {
    /// Its messages, if it ended with this status.
    fn ended(&self, status: i32) -> String;
}

impl Ended for Output {
    #[track_caller]
    fn ended(&self, status: i32) -> String {
        let message = stderr(self);
        assert_eq!(self.status.code(), Some(status), "{message}");
        message
    }
}

pub(crate) fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

pub(crate) fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// Starts a command whose output is not read; its messages may be.
pub(crate) fn start(mut command: Command) -> Child {
    command.stdout(Stdio::null()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

/// Waits until it is time, or until the process has ended.
pub(crate) fn wait_until(child: &mut Child, mut is_time: impl FnMut() -> bool) {
    while !is_time() && child.try_wait().unwrap().is_none() {
        sleep(Duration::from_millis(1));
    }
}

/// Kills a process; `false` if it ended before.
pub(crate) fn kill(mut child: Child) -> bool {
    child.kill().is_ok() && child.wait().unwrap().code().is_none()
}

#[cfg(unix)]
pub(crate) fn signal(child: &Child, signal: rustix::process::Signal) {
    let id = rustix::process::Pid::from_child(child);
    rustix::process::kill_process(id, signal).unwrap();
}

/// Writes a file that can be executed.
#[cfg(unix)]
pub(crate) fn write_program(path: &Path, contents: impl AsRef<[u8]>) {
    fs::write(path, contents).unwrap();
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    fs::set_permissions(path, mode).unwrap();
}

/// The number of games stored.
pub(crate) fn stored(run: &Path) -> usize {
    let store = Store::open_read_only(run);
    store.and_then(|store| store.count()).unwrap_or(0)
}

/// The games of a run without what differs from run to run: dates, and the seconds in the comments.
pub(crate) fn timeless(run: &Path) -> String {
    let text = fs::read_to_string(run.join("games.pgn")).unwrap();
    // Where lines break depends on how many digits a time has.
    let lines = text.lines().filter(|line| !line.starts_with("[Date "));
    let is_time = |word: &&str| {
        let seconds = word.strip_suffix('s').unwrap_or("");
        let is_taken = word.starts_with("0:00:") && word.contains('.');
        is_taken || seconds.contains('.') && seconds.parse::<f64>().is_ok()
    };
    let words = lines.flat_map(str::split_whitespace);
    let words: Vec<&str> = words.filter(|word| !is_time(word)).collect();
    words.join(" ")
}

/// The results of a run as a program reads them.
pub(crate) fn results(run: &Path) -> Value {
    let text = fs::read_to_string(run.join("results.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

/// The results without times, speeds and where they come from.
pub(crate) fn lasting(run: &Path) -> Value {
    let mut results = results(run);
    let differing = ["host", "begun", "repeat", "seconds", "nps", "overhead_ms", "overhead_share"];
    strip(&mut results, &differing);
    results
}

/// Removes these keys, however deep they are.
pub(crate) fn strip(value: &mut Value, keys: &[&str]) {
    match value {
        Value::Object(table) => {
            table.retain(|key, _| !keys.contains(&key.as_str()));
            table.values_mut().for_each(|value| strip(value, keys));
        }
        Value::Array(values) => values.iter_mut().for_each(|value| strip(value, keys)),
        _ => {}
    }
}

/// Assertions about objects that show the whole object if they fail.
pub(crate) trait Fields {
    /// Each of these fields has this value; there may be others.
    fn must_have_fields(&self, expected: &Value);
}

impl Fields for Value {
    #[track_caller]
    fn must_have_fields(&self, expected: &Value) {
        for (name, value) in expected.as_object().unwrap() {
            assert_eq!(&self[name], value, "{name} of {self}");
        }
    }
}

/// A game of a PGN: each move in SAN, as the rules have it, and the position after it; the start without a move first.
struct Games(CastlingMode);

impl Games {
    fn place(position: &Chess, san: Option<&SanPlus>) -> Value {
        let fen = Fen::from_position(position, EnPassantMode::Legal).to_string();
        json!([san.map(ToString::to_string), fen])
    }
}

impl Visitor for Games {
    type Tags = Chess;
    type Movetext = (Chess, Vec<Value>);
    type Output = Vec<Value>;

    fn begin_tags(&mut self) -> ControlFlow<Self::Output, Self::Tags> {
        ControlFlow::Continue(Chess::default())
    }

    fn tag(&mut self, tags: &mut Chess, name: &[u8], value: RawTag<'_>) -> ControlFlow<Self::Output> {
        if name == b"FEN" {
            let fen: Fen = value.decode_utf8().unwrap().parse().unwrap();
            *tags = fen.into_position(self.0).unwrap();
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, start: Chess) -> ControlFlow<Self::Output, Self::Movetext> {
        let places = vec![Self::place(&start, None)];
        ControlFlow::Continue((start, places))
    }

    fn begin_variation(&mut self, _: &mut Self::Movetext) -> ControlFlow<Self::Output, Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn san(&mut self, (position, places): &mut Self::Movetext, san: SanPlus) -> ControlFlow<Self::Output> {
        let mv = san.san.to_move(position).unwrap();
        let san = SanPlus::from_move_and_play_unchecked(position, mv);
        places.push(Self::place(position, Some(&san)));
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, (_, places): Self::Movetext) -> Self::Output {
        places
    }
}

/// All games of a PGN.
pub(crate) fn games(pgn: &[u8], mode: CastlingMode) -> Vec<Value> {
    let mut pgn = Reader::new(pgn);
    let games = std::iter::from_fn(|| pgn.read_game(&mut Games(mode)).unwrap());
    games.map(Value::from).collect()
}
