//! Creates a new evaluation: a crate of this workspace, or a folder with a library in C or C++ or a program in Python.
//!
//! Each is made of tournament/lab/template with another name: it builds, plays and keeps the laws of an evaluation,
//! which the arena's own tests check.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow, bail};
use config::disk::{self, replace_file};
use evaluators::registry;

const CRATE: &str = include_str!("../template/lib.rs");
const LAWS: &str = include_str!("../template/laws.rs");
const PROGRAM: &str = "//! The UCI engine that plays by this evaluation.\n\n\
    fn main() -> std::process::ExitCode {\n    engine_uci::run(eval_own_idea::OwnIdea)\n}\n";
const MANIFEST: &str = include_str!("../template/manifest.toml");

/// The files in which an evaluator is entered, from the project's folder.
const WORKSPACE: &str = "Cargo.toml";
const DEPENDENCIES: &str = "tournament/evaluators/Cargo.toml";
const REGISTRY: &str = "tournament/evaluators/src/registry.rs";

/// The new folder, and the files in which it was entered.
#[derive(Debug)]
#[allow(missing_docs, reason = "the names say what the fields are")]
pub struct NewCrate {
    pub folder: PathBuf,
    pub entered: Vec<PathBuf>,
}

/// The language of an evaluation from outside: a shared library, or a program over a pipe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say what the others are")]
pub enum Language {
    C,
    Cpp,
    Python,
    /// Python, as an adapter of a UCI engine's command `eval`.
    UciEval,
}

impl Language {
    /// The source of the evaluation of this name. In Python it is a module, whose name is not that of another one.
    pub fn source(self, name: &str) -> String {
        let template = match self {
            Language::C => "own-idea.c",
            Language::Cpp => "own-idea.cpp",
            Language::Python | Language::UciEval => "eval_own_idea.py",
        };
        named(template, name)
    }

    /// The evaluation of this name as the arena's commands name it in its folder.
    pub fn spec(self, name: &str) -> String {
        match self {
            Language::C | Language::Cpp => format!("./{name}.so"),
            Language::Python | Language::UciEval => format!("eval:python3 {}", self.source(name)),
        }
    }

    /// The files of its folder beside the source, and that.
    fn files(self, source: &str) -> Vec<(&str, &'static str)> {
        let library = [("evaluation.h", eval_external::HEADER), ("Makefile", include_str!("../template/Makefile"))];
        let requirements = ("requirements.txt", include_str!("../template/python/requirements.txt"));
        let (template, others) = match self {
            Language::C => (include_str!("../template/c/own-idea.c"), &library[..]),
            Language::Cpp => (include_str!("../template/cpp/own-idea.cpp"), &library[..]),
            Language::Python => (include_str!("../template/python/eval_own_idea.py"), &[requirements][..]),
            Language::UciEval => (include_str!("../template/uci-eval/eval_own_idea.py"), &[][..]),
        };
        [&[(source, template)], others].concat()
    }
}

/// Writes the folder `name` in `here`, whole or not at all. Fails if the name is not valid, or taken.
pub fn new_folder(name: &str, language: Language, here: &Path) -> anyhow::Result<NewCrate> {
    check_name(name)?;
    let folder = here.join(name);
    if folder.symlink_metadata().is_ok() {
        bail!("{} exists already; choose another name", folder.display());
    }
    let source = language.source(name);
    let part = here.join(format!(".{name}.part"));
    let renamed = || fs::rename(&part, &folder).map_err(|source| disk::named(&folder, source));
    let written = write_files(&part, name, &language.files(&source)).and_then(|()| renamed());
    if written.is_err() {
        // What is half written is of no use.
        fs::remove_dir_all(&part).ok();
    }
    written?;
    Ok(NewCrate { folder, entered: Vec::new() })
}

/// Writes the crate `eval-NAME` into the project around `here` and enters it. Either all of it, or, if a
/// file is not as expected, nothing.
pub fn new_evaluator(name: &str, here: &Path) -> anyhow::Result<NewCrate> {
    check_name(name)?;
    let root = here.ancestors().find(|folder| folder.join(REGISTRY).is_file()).ok_or_else(|| {
        anyhow!(
            "{}: this is not the source of the arena; clone the project and give the command in its folder, or write the \
             evaluation in C, C++ or Python, which needs no source: --language c, cpp or python",
            here.display()
        )
    })?;
    let folder = root.join(format!("eval-{name}"));
    if registry::NAMES.contains(&name) || folder.exists() {
        bail!("there is an evaluator {name:?} already; choose another name");
    }
    let version = env!("CARGO_PKG_VERSION");
    let package = format!("eval-{name} = {{ path = \"eval-{name}\", version = \"={version}\" }}");
    let registered = named("    \"own-idea\" => eval_own_idea::OwnIdea,", name);
    // Everything is read and changed before anything is written.
    let changed = [
        entered(root.join(WORKSPACE), &package, "eval-")?,
        entered(root.join(DEPENDENCIES), &format!("eval-{name}.workspace = true"), "eval-")?,
        entered(root.join(REGISTRY), &registered, "    \"")?,
    ];
    let part = root.join(format!(".part-eval-{name}"));
    let files = [("Cargo.toml", MANIFEST), ("src/lib.rs", CRATE), ("src/main.rs", PROGRAM), ("tests/laws.rs", LAWS)];
    write_files(&part, name, &files)?;
    fs::rename(&part, &folder).map_err(|source| failed(&folder, source))?;
    let mut entered = Vec::new();
    for (path, text) in changed {
        replace_file::<io::Error>(&path, |to| to.write_all(text.as_bytes()))?;
        entered.push(path);
    }
    Ok(NewCrate { folder, entered })
}

fn failed(path: &Path, source: io::Error) -> anyhow::Error {
    disk::named(path, source).into()
}

/// Writes the files of a new folder, in place of one that was interrupted.
fn write_files(folder: &Path, name: &str, files: &[(&str, &str)]) -> io::Result<()> {
    let made = |error: io::Error| disk::named(folder, error);
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(made)?;
    }
    fs::create_dir(folder).map_err(made)?;
    for (file, text) in files {
        let path = folder.join(file);
        fs::create_dir_all(path.parent().unwrap_or(folder)).map_err(made)?;
        replace_file::<io::Error>(&path, |to| to.write_all(named(text, name).as_bytes()))?;
    }
    Ok(())
}

/// A file with a line added after the last one that begins with `head`.
fn entered(path: PathBuf, line: &str, head: &str) -> anyhow::Result<(PathBuf, String)> {
    let mut text = fs::read_to_string(&path).map_err(|source| failed(&path, source))?;
    let last = text.rfind(&format!("\n{head}")).map(|last| last + 1);
    let end = last.and_then(|last| Some(last + text[last..].find('\n')?)).with_context(|| {
        format!("{}: {head:?} was not found in it; enter the evaluator by hand (CONTRIBUTING.md)", path.display())
    })?;
    text.insert_str(end, &format!("\n{line}"));
    Ok((path, text))
}

/// A name of a crate, a program, a file and an option.
fn check_name(name: &str) -> anyhow::Result<()> {
    let inside = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    let is_name = name.len() <= 40
        && name.chars().all(inside)
        && name.starts_with(|c: char| c.is_ascii_lowercase())
        && !name.ends_with('-')
        && !name.contains("--");
    if is_name {
        return Ok(());
    }
    Err(anyhow!(
        "{name:?} cannot name an evaluator; use up to 40 small letters, digits and single hyphens, beginning with a letter"
    ))
}

fn named(text: &str, name: &str) -> String {
    let capital = |word: &str| word[..1].to_uppercase() + &word[1..];
    let camel: String = name.split('-').map(capital).collect();
    text.replace("own-idea", name).replace("own_idea", &name.replace('-', "_")).replace("OwnIdea", &camel)
}
