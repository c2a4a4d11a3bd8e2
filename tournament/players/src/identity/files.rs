//! The files that make up a program or an evaluation from outside, and the identity of a program: its files, and what it
//! answers to fixed searches.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{MAIN_SEPARATOR, Path, PathBuf};
use std::time::{Duration, Instant};

use config::{EngineConfig, EngineKind, EvaluatorConfig, ExternalConfig, ProgramConfig};
use engine_core::limits::Limits;
use engine_uci::bench;
use eval_external::Spec;
use openings::Fingerprint;
use uci_client::FailureKind::{IllegalMove, NullMove, UnparsableMove};
use uci_client::{Executable, Failure, Request};

use super::memo::{Memo, stamp};
use super::{Identity, Parts, SHA256, answers};
use crate::player::player;

/// Files of one engine at most, and folders below its own: beyond that they are not code.
const MAX_FILES: usize = 64;
const MAX_DEPTH: usize = 3;
/// A larger file beside a program is not hashed.
const MAX_BYTES: u64 = 1 << 28;
/// Extensions of files that programs write and do not read: they would prevent a run from being resumed.
const WRITTEN: [&str; 8] = ["log", "out", "err", "pid", "tmp", "pgn", "lrn", "exp"];
/// Kinds of files that are read from the folder of a program: networks, libraries, scripts, settings.
const LOADED: [&str; 19] = [
    "nnue", "nn", "net", "bin", "pb", "onnx", "weights", "so", "dylib", "dll", "jar", "py", "lua", "js", "toml",
    "json", "ini", "cfg", "conf",
];
/// Parts of the names of options and arguments that name a file to be written.
const OUTPUT: [&str; 4] = ["log", "debug", "learn", "experience"];

/// The files of an engine by their part in it, each once.
#[derive(Default)]
pub(super) struct Files {
    /// Where the engine is started.
    folder: PathBuf,
    /// The program, and files that its configuration names.
    named: BTreeMap<String, PathBuf>,
    /// Files in the folders of these, and in that where it is started.
    beside: BTreeMap<String, PathBuf>,
    seen: BTreeSet<PathBuf>,
    /// True unless it is a program of the system's without arguments: what it does may be anywhere.
    pub(super) can_hide: bool,
}

impl Files {
    /// Those of an engine; `None` if it has none, or its own file is not there.
    pub(super) fn of(engine: &EngineConfig) -> Option<Files> {
        match &engine.kind {
            EngineKind::Program(program) => Self::of_program(program),
            EngineKind::Evaluator(own) => Self::of_evaluation(own, own.external.as_ref()?),
        }
    }

    fn of_program(program: &ProgramConfig) -> Option<Files> {
        let mut files = Files { folder: program.folder.clone().unwrap_or_default(), ..Files::default() };
        let path = executable(program.path.as_deref(), &program.command)?;
        let is_script = fs::File::open(&path).is_ok_and(|file| is_script(file).unwrap_or(false));
        files.can_hide = program.path.is_some() || is_script || !program.args.is_empty();
        files.name("program", &path);
        files.arguments(&program.args);
        for (name, value) in &program.options {
            if let Some(text) = value.as_str().filter(|_| !is_output(name)) {
                files.find(&format!("file of option {name}"), text);
            }
        }
        for (name, value) in &program.env {
            if !is_output(name) {
                files.find(&format!("file of variable {name}"), value);
            }
        }
        let is_found = program.path.is_none();
        files.look_beside(program.folder.as_deref(), is_found, is_script);
        Some(files)
    }

    fn of_evaluation(config: &EvaluatorConfig, external: &ExternalConfig) -> Option<Files> {
        let mut files = Files { folder: external.folder.clone(), can_hide: true, ..Files::default() };
        match config.evaluator.parse::<Spec>().ok()? {
            Spec::Library { path, .. } => {
                let path = external.folder.join(path);
                files.name("library", path.is_file().then_some(&path)?);
                files.look_beside(None, false, false);
            }
            Spec::Pipe(words) => {
                let (command, arguments) = words.split_first()?;
                let is_path = command.contains(MAIN_SEPARATOR);
                let path = is_path.then(|| external.folder.join(command));
                files.name("program", &executable(path.as_deref(), command)?);
                files.arguments(arguments);
                files.look_beside(Some(&external.folder), !is_path, true);
            }
        }
        for (name, value) in &config.params {
            files.find(&format!("file of option {name}"), value.as_str().unwrap_or_default());
        }
        Some(files)
    }

    /// A key that changes when a file of the engine is touched, comes or goes.
    pub(super) fn stamp(&self) -> u64 {
        let mut key = Fingerprint::default();
        for (name, path) in self.named.iter().chain(&self.beside) {
            let stamp = fs::metadata(path).map(|file| stamp(&file)).unwrap_or_default();
            key.add(&format!("{name} {} {stamp:?}\n", path.display()));
        }
        key.0
    }

    /// The digests of the files that are named, and of those beside them; `None` if one of the first cannot be read.
    pub(super) fn digests(self, memo: &mut Memo) -> Option<[Parts; 2]> {
        let mut digest = |(name, path): (String, PathBuf)| {
            let sha256 = memo.sha256(&path).ok()?;
            Some((name, format!("{SHA256}{sha256}")))
        };
        let named = self.named.into_iter().map(&mut digest).collect::<Option<_>>()?;
        Some([named, self.beside.into_iter().filter_map(digest).collect()])
    }

    fn arguments(&mut self, arguments: &[String]) {
        let mut before = "";
        for argument in arguments {
            let value = argument.split_once('=').map_or(&**argument, |(_, value)| value);
            let is_written = is_output(before) || (argument.contains('=') && is_output(argument));
            if !is_written {
                self.find(&format!("argument {argument}"), argument);
                self.find(&format!("argument {argument}"), value);
                // The files of the command in `eval:COMMAND`.
                if let Ok(Spec::Pipe(words)) = value.parse() {
                    words.iter().for_each(|word| self.find(&format!("argument {word}"), word));
                }
            }
            before = if argument.starts_with('-') { argument } else { "" };
        }
    }

    /// Takes in the file that `text` names, if it is one, from the folder in which the program is started.
    fn find(&mut self, what: &str, text: &str) {
        let path = self.folder.join(text);
        let is_written = has_kind(&path, &WRITTEN);
        if !text.is_empty() && path.is_file() && !is_written {
            self.name(what, &path);
        }
    }

    fn name(&mut self, what: &str, path: &Path) {
        if self.is_new(path) {
            self.named.insert(what.to_owned(), path.to_owned());
        }
    }

    fn is_new(&mut self, path: &Path) -> bool {
        self.named.len() + self.beside.len() < MAX_FILES
            && fs::canonicalize(path).is_ok_and(|path| self.seen.insert(path))
    }

    /// Takes in what may be read from the folders of the files that are named, except that of a program that `is_found`
    /// by its name alone, and from the one in which it is started. Scripts may run programs there.
    fn look_beside(&mut self, started: Option<&Path>, is_found: bool, with_programs: bool) {
        let named = self.named.iter().filter(|(what, _)| !is_found || *what != "program");
        let folders = named.filter_map(|(_, path)| path.parent().map(Path::to_owned));
        let folders: BTreeSet<PathBuf> = folders.chain(started.map(Path::to_owned)).collect();
        for folder in folders {
            // Without a name it is the working directory.
            let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { &folder };
            self.look_in(folder, folder, with_programs, MAX_DEPTH);
        }
    }

    fn look_in(&mut self, top: &Path, folder: &Path, with_programs: bool, depth: usize) {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
        paths.sort();
        // A run's folder changes with every game.
        if depth == 0 || paths.iter().any(|path| path.ends_with("run.sqlite")) {
            return;
        }
        for path in &paths {
            let name = path.strip_prefix(top).unwrap_or(path).to_string_lossy();
            let Ok(about) = fs::symlink_metadata(path).and_then(|_| fs::metadata(path)) else { continue };
            let is_read = has_kind(path, &LOADED) || (with_programs && can_run(&about) && !has_kind(path, &WRITTEN));
            let is_link = fs::symlink_metadata(path).is_ok_and(|about| about.is_symlink());
            if about.is_file() && about.len() <= MAX_BYTES && is_read && self.is_new(path) {
                self.beside.insert(format!("file {name}"), path.clone());
            } else if about.is_dir() && !is_link && !is_made(path) {
                self.look_in(top, path, with_programs, depth - 1);
            }
        }
    }
}

/// The file of a program: that of its path, or else the one that is started by this name.
fn executable(path: Option<&Path>, name: &str) -> Option<PathBuf> {
    let executable = match path {
        Some(path) => Executable::Path(path.to_owned()),
        None => Executable::Name(name.to_owned()),
    };
    executable.file().ok()
}

fn is_script(mut file: impl std::io::Read) -> std::io::Result<bool> {
    let mut start = [0; 2];
    file.read_exact(&mut start)?;
    Ok(start == *b"#!")
}

fn has_kind(path: &Path, kinds: &[&str]) -> bool {
    let kind = path.extension().unwrap_or_default();
    kinds.iter().any(|of| kind.eq_ignore_ascii_case(of))
}

/// True of a folder of things made from others: caches, builds, hidden ones.
fn is_made(folder: &Path) -> bool {
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    name.starts_with(['.', '_']) || ["target", "build", "node_modules", "runs", "versions"].contains(&&*name)
}

#[cfg_attr(not(unix), allow(unused_variables, reason = "a file's name alone says so"))]
fn can_run(file: &fs::Metadata) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        file.permissions().mode() & 0o111 != 0
    }
    #[cfg(not(unix))]
    false
}

/// True if an option or argument of this name names a file to be written.
fn is_output(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    OUTPUT.iter().any(|word| name.contains(word))
}

/// The identity of a program; `None` if it is not there or cannot be read.
pub(super) fn identity(program: &ProgramConfig, engine: &EngineConfig, memo: &mut Memo) -> Option<Identity> {
    let files = Files::of(engine)?;
    let (stamp, can_hide) = (files.stamp(), files.can_hide);
    let [files, beside] = files.digests(memo)?;
    let answers = can_hide.then(|| fixed_searches(program)).flatten().unwrap_or_default();
    Some(Identity { answers, files, beside, stamp })
}

/// The time for a fixed search of a program, after which it is too slow for such a limit.
const PATIENCE: Duration = Duration::from_secs(2);
/// The nodes a second from which on a program is asked to search longer.
const FAST: f64 = 50_000.0;

/// The answers of a program to fixed searches, as keys; without those that are others when it is asked again.
fn fixed_searches(program: &ProgramConfig) -> Option<Parts> {
    let mut program = program.clone();
    program.timeouts.hang = program.timeouts.hang.min(PATIENCE);
    program.timeouts.start = program.timeouts.start.min(2 * PATIENCE);
    let config = EngineConfig { kind: EngineKind::Program(Box::new(program)), ..EngineConfig::of_evaluator("", 1) };
    let mut player = player(&config).ok()?;
    let mut ask = |positions: usize, limits: Limits| {
        let (mut key, mut nodes, since) = (Fingerprint::default(), 0, Instant::now());
        for game in bench::positions().take(positions) {
            player.start().ok()?;
            player.new_game().ok()?;
            match player.think(&Request::new(&game, &limits, PATIENCE)) {
                Ok(reply) => {
                    nodes += reply.nodes;
                    key.add(&format!("{:?} {:?} {} ", reply.best, reply.score, reply.nodes));
                }
                // Another answer than a move is one, too.
                Err(Failure { kind: kind @ (IllegalMove | UnparsableMove | NullMove), .. }) => {
                    key.add(kind.name());
                    break;
                }
                Err(_) => return None,
            }
        }
        Some((format!("answers {:016x}", key.0), nodes as f64 / since.elapsed().as_secs_f64()))
    };
    let mut twice = |positions: usize, limits: fn() -> Limits| {
        let (first, speed) = ask(positions, limits())?;
        (ask(positions, limits())?.0 == first).then_some((first, speed))
    };
    let (search, speed) = twice(6, || Limits::depth(3))?;
    let longer = Some(speed).filter(|&speed| speed > FAST).and_then(|_| twice(3, || Limits::nodes(20_000)));
    let mut parts = answers([("search", search)]);
    parts.extend(longer.map(|(answer, _)| ("longer search".to_owned(), answer)));
    Some(parts)
}
