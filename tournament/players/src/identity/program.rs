//! The files that make up a program.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{MAIN_SEPARATOR, Path, PathBuf};

use config::{EvaluatorConfig, ExternalConfig, ProgramConfig};
use engine_uci::bench;
use eval_external::Spec;
use uci_client::Executable;

use super::memo::Memo;
use super::{Identity, search_identity};

/// Files of one program at most: beyond that they are not code.
const MAX_FILES: usize = 64;
/// Bytes of a script at most.
const SCRIPT: u64 = 1 << 16;
/// Scripts that start each other.
const NESTED: usize = 3;
/// Extensions of files that programs write and do not read: they would prevent a run from being resumed.
const WRITTEN: [&str; 8] = ["log", "out", "err", "pid", "tmp", "pgn", "lrn", "exp"];
/// Kinds of files that are read from the folder in which a program is started: networks, libraries, scripts, settings.
const LOADED: [&str; 18] = [
    "nnue", "nn", "net", "bin", "pb", "onnx", "weights", "so", "dylib", "jar", "py", "lua", "js", "toml", "json",
    "ini", "cfg", "conf",
];
/// Parts of the names of options and arguments that name a file to be written.
const OUTPUT: [&str; 4] = ["log", "debug", "learn", "experience"];

/// The identity of a program; `None` if it is not there or cannot be read.
pub(super) fn identity(program: &ProgramConfig, memo: &mut Memo) -> Option<Identity> {
    let mut parts = Parts::new(program.folder.clone().unwrap_or_default());
    parts.add("program", &executable(program.path.as_deref(), &program.command)?, 0);
    parts.arguments(&program.args);
    for (name, value) in &program.options {
        if let Some(text) = value.as_str().filter(|_| !is_output(name)) {
            parts.named(&format!("file of option {name}"), text);
        }
    }
    for (name, value) in &program.env {
        if !is_output(name) {
            parts.named(&format!("file of variable {name}"), value);
        }
    }
    if program.folder.is_some() {
        parts.folder();
    }
    Some(Identity::with(parts.digests(memo)?))
}

/// The file of a program: that of its path, or else the one that is started by this name.
pub(super) fn executable(path: Option<&Path>, name: &str) -> Option<PathBuf> {
    let executable = match path {
        Some(path) => Executable::Path(path.to_owned()),
        None => Executable::Name(name.to_owned()),
    };
    executable.file().ok()
}

struct Parts {
    folder: PathBuf,
    files: BTreeMap<String, PathBuf>,
    seen: BTreeSet<PathBuf>,
}

impl Parts {
    /// None so far, of a program that runs in `folder`.
    pub(super) fn new(folder: PathBuf) -> Self {
        Self { folder, files: BTreeMap::new(), seen: BTreeSet::new() }
    }

    /// The digests of the files by their role; `None` if one cannot be read.
    pub(super) fn digests(self, memo: &mut Memo) -> Option<Vec<(String, String)>> {
        let files = self.files.into_iter();
        let digests = files.map(|(name, path)| {
            let sha256 = memo.sha256(&path).ok()?;
            Some((name, format!("sha256 {sha256}")))
        });
        digests.collect()
    }

    pub(super) fn arguments(&mut self, arguments: &[String]) {
        let mut before = "";
        for argument in arguments {
            let value = argument.split_once('=').map_or(&**argument, |(_, value)| value);
            let is_written = is_output(before) || (argument.contains('=') && is_output(argument));
            if !is_written {
                self.named(&format!("argument {argument}"), argument);
                self.named(&format!("argument {argument}"), value);
                self.command(value);
            }
            before = if argument.starts_with('-') { argument } else { "" };
        }
    }

    /// Takes in the files of the command in `eval:COMMAND`.
    fn command(&mut self, text: &str) {
        let Ok(Spec::Pipe(words)) = text.parse() else { return };
        for word in &words {
            self.named(&format!("argument {word}"), word);
        }
    }

    /// Takes in the file that `text` names, if it is one, from the folder in which the program is started.
    pub(super) fn named(&mut self, what: &str, text: &str) {
        let path = self.folder.join(text);
        if !text.is_empty() && path.is_file() {
            self.add(what, &path, 0);
        }
    }

    /// Adds a file, and the files that it starts if it is a script.
    pub(super) fn add(&mut self, what: &str, path: &Path, depth: usize) {
        let is_written =
            path.extension().is_some_and(|kind| WRITTEN.iter().any(|written| kind.eq_ignore_ascii_case(written)));
        let Ok(full) = fs::canonicalize(path) else {
            return;
        };
        if (is_written && depth + self.files.len() > 0) || self.files.len() >= MAX_FILES || !self.seen.insert(full) {
            return;
        }
        self.files.insert(what.to_owned(), path.to_owned());
        if depth < NESTED {
            self.script(path, depth);
        }
    }

    /// The files that a script names.
    fn script(&mut self, path: &Path, depth: usize) {
        let is_small = fs::metadata(path).is_ok_and(|file| file.len() <= SCRIPT);
        let text = is_small.then(|| fs::read_to_string(path).ok()).flatten();
        let Some(text) = text.filter(|text| text.starts_with("#!")) else {
            return;
        };
        let beside = path.parent().unwrap_or(Path::new(""));
        // The first line names the interpreter, which belongs to the system.
        for line in text.lines().skip(1).filter(|line| !line.trim_start().starts_with('#')) {
            for word in words(line) {
                let places = [self.folder.join(word), beside.join(word)];
                if let Some(file) = places.iter().find(|place| is_part(place)) {
                    self.add(&format!("script's {word}"), file, depth + 1);
                }
            }
        }
    }

    /// Networks, libraries, scripts and settings in the folder in which the program is started.
    fn folder(&mut self) {
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
        files.sort();
        for path in files.iter().filter(|path| path.is_file()) {
            if is_loaded(path) {
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                self.add(&format!("file {name}"), path, 0);
            }
        }
    }
}

fn is_loaded(path: &Path) -> bool {
    let kind = path.extension().unwrap_or_default();
    LOADED.iter().any(|loaded| kind.eq_ignore_ascii_case(loaded))
}

/// True if a file that a script names is code or a network, and not a marker or a list.
fn is_part(path: &Path) -> bool {
    #[cfg(unix)]
    let can_run = {
        use std::os::unix::fs::PermissionsExt;
        fs::metadata(path).is_ok_and(|file| file.permissions().mode() & 0o111 != 0)
    };
    #[cfg(not(unix))]
    let can_run = false;
    path.is_file() && (can_run || is_loaded(path))
}

/// Words of a line of a script that may name files it reads: not those to which output goes.
fn words(line: &str) -> impl Iterator<Item = &str> {
    let mut to_output = false;
    let ends = |c: char| c.is_whitespace() || "\"'`;|&()<={}".contains(c);
    line.split_inclusive(move |c: char| ends(c) || c == '>').filter_map(move |piece| {
        let word = piece.trim_end_matches(|c: char| ends(c) || c == '>');
        let is_output = to_output && !word.is_empty();
        to_output = piece.ends_with('>') || (to_output && word.is_empty());
        (!word.is_empty() && !is_output).then_some(word)
    })
}

/// True if an option or argument of this name names a file to be written.
fn is_output(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    OUTPUT.iter().any(|word| name.contains(word))
}

/// The identity of an evaluation from outside; `None` if it is not there or cannot be read.
pub(super) fn external_identity(
    config: &EvaluatorConfig,
    external: &ExternalConfig,
    memo: &mut Memo,
) -> Option<Identity> {
    let mut parts = Parts::new(external.folder.clone());
    match config.evaluator.parse::<Spec>().ok()? {
        Spec::Library(path) => {
            let path = external.folder.join(path);
            parts.add("library", path.is_file().then_some(&path)?, 0);
        }
        Spec::Pipe(words) => {
            let (command, arguments) = words.split_first()?;
            let is_path = command.contains(MAIN_SEPARATOR);
            let path = is_path.then(|| external.folder.join(command));
            parts.add("program", &executable(path.as_deref(), command)?, 0);
            parts.arguments(arguments);
        }
    }
    for (name, value) in &config.params {
        let value = value.as_str().unwrap_or_default();
        parts.named(&format!("file of option {name}"), value);
    }
    let mut digests = parts.digests(memo)?;
    let nodes = search_identity(memo)?;
    let search = format!("bench {} of michniewski: {nodes} nodes", bench::DEPTH);
    digests.push(("search".to_owned(), search));
    Some(Identity::with(digests))
}
