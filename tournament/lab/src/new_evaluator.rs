//! Creates a new evaluation: a crate of this workspace, or a folder with a library in C or C++ or a program in Python.
//!
//! Each is made of tournament/lab/template with another name: it builds, plays and keeps the laws of an evaluation,
//! which the arena's own tests check.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use config::output::replace_file;
use evaluators::registry;

use crate::error::LabError;

const CRATE: &str = include_str!("../template/lib.rs");
const LAWS: &str = include_str!("../template/laws.rs");
const PROGRAM: &str = "//! The UCI engine that plays by this evaluation.\n\n\
    fn main() -> std::process::ExitCode {\n    engine_uci::run(eval_own_idea::OwnIdea)\n}\n";
const MANIFEST: &str = "[package]\nname = \"eval-own-idea\"\n\
    description = \"An evaluation\"\nversion.workspace = true\nedition.workspace = true\n\
    rust-version.workspace = true\nlicense.workspace = true\nrepository.workspace = true\n\
    readme.workspace = true\nkeywords.workspace = true\ncategories.workspace = true\n\n\
    [[bin]]\nname = \"own-idea\"\npath = \"src/main.rs\"\n\n\
    [dependencies]\nengine-core.workspace = true\nengine-uci.workspace = true\nshakmaty.workspace = true\n\n\
    [dev-dependencies]\nengine-core = { workspace = true, features = [\"testkit\"] }\n\n\
    [lints]\nworkspace = true\n";

/// The files in which an evaluator is entered, from the project's folder.
const WORKSPACE: &str = "Cargo.toml";
const DEPENDENCIES: &str = "tournament/evaluators/Cargo.toml";
const REGISTRY: &str = "tournament/evaluators/src/registry.rs";
const LIST: &str = "\nevaluators! {\n";

/// The files that were written and changed.
#[derive(Debug)]
pub struct NewCrate {
    /// The new folder.
    pub folder: PathBuf,
    /// The files in which it was entered.
    pub entered: Vec<PathBuf>,
}

/// The language of an evaluation from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// C, as a shared library.
    C,
    /// C++, as a shared library.
    Cpp,
    /// Python, as a program over a pipe.
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

    fn others(self) -> &'static [(&'static str, &'static str)] {
        const LIBRARY: [(&str, &str); 2] = [
            ("evaluation.h", eval_external::HEADER),
            ("Makefile", include_str!("../template/Makefile")),
        ];
        const PYTHON: [(&str, &str); 1] =
            [("requirements.txt", include_str!("../template/python/requirements.txt"))];
        match self {
            Language::C | Language::Cpp => &LIBRARY,
            Language::Python => &PYTHON,
            Language::UciEval => &[],
        }
    }

    fn template(self) -> &'static str {
        match self {
            Language::C => include_str!("../template/c/own-idea.c"),
            Language::Cpp => include_str!("../template/cpp/own-idea.cpp"),
            Language::Python => include_str!("../template/python/eval_own_idea.py"),
            Language::UciEval => include_str!("../template/uci-eval/eval_own_idea.py"),
        }
    }
}

/// Writes the folder `name` in `here`, whole or not at all. Fails if the name is not valid, or taken.
pub fn new_folder(name: &str, language: Language, here: &Path) -> Result<NewCrate, LabError> {
    check_name(name)?;
    let folder = here.join(name);
    if folder.symlink_metadata().is_ok() {
        return Err(LabError::Message(format!(
            "{} exists already; choose another name",
            folder.display()
        )));
    }
    let source = language.source(name);
    let mut files = vec![(source.as_str(), language.template())];
    files.extend(language.others());
    let part = here.join(format!(".{name}.part"));
    let written = write_files(&part, name, &files).and_then(|()| fs::rename(&part, &folder));
    written.map_err(|source| {
        // What is half written is of no use.
        fs::remove_dir_all(&part).ok();
        failed(&folder, &source)
    })?;
    Ok(NewCrate { folder, entered: Vec::new() })
}

/// Writes the crate `eval-NAME` into the project around `here` and enters it. Either all of it, or, if a
/// file is not as expected, nothing.
pub fn new_evaluator(name: &str, here: &Path) -> Result<NewCrate, LabError> {
    check_name(name)?;
    let root = here.ancestors().find(|folder| folder.join(REGISTRY).is_file()).ok_or_else(|| {
        LabError::Message(format!(
            "{}: this is not the source of the arena; clone the project and give the command in its folder, or write the \
             evaluation in C, C++ or Python, which needs no source: --language c, cpp or python",
            here.display()
        ))
    })?;
    let folder = root.join(format!("eval-{name}"));
    if registry::NAMES.contains(&name) || folder.exists() {
        return Err(LabError::Message(format!(
            "there is an evaluator {name:?} already; choose another name"
        )));
    }
    let version = env!("CARGO_PKG_VERSION");
    let package = format!("eval-{name} = {{ path = \"eval-{name}\", version = \"={version}\" }}");
    let registered = named("    \"own-idea\" => eval_own_idea::OwnIdea,", name);
    // Everything is read and changed before anything is written.
    let changed = [
        entered(root.join(WORKSPACE), &package, "eval-", last_line)?,
        entered(
            root.join(DEPENDENCIES),
            &format!("eval-{name}.workspace = true"),
            "eval-",
            last_line,
        )?,
        entered(root.join(REGISTRY), &registered, LIST.trim(), end_of_list)?,
    ];
    let part = root.join(format!(".part-eval-{name}"));
    let files = [
        ("Cargo.toml", MANIFEST),
        ("src/lib.rs", CRATE),
        ("src/main.rs", PROGRAM),
        ("tests/laws.rs", LAWS),
    ];
    write_files(&part, name, &files).map_err(|source| failed(&part, &source))?;
    fs::rename(&part, &folder).map_err(|source| failed(&folder, &source))?;
    let mut entered = Vec::new();
    for (path, text) in changed {
        let written = replace_file(&path, |to| to.write_all(text.as_bytes()));
        written.map_err(|source| failed(&path, &source))?;
        entered.push(path);
    }
    Ok(NewCrate { folder, entered })
}

fn failed(path: &Path, source: &io::Error) -> LabError {
    LabError::Message(format!("{}: {source}", path.display()))
}

/// Writes the files of a new folder, in place of one that was interrupted.
fn write_files(folder: &Path, name: &str, files: &[(&str, &str)]) -> io::Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    fs::create_dir(folder)?;
    for (file, text) in files {
        let path = folder.join(file);
        fs::create_dir_all(path.parent().unwrap_or(folder))?;
        fs::write(path, named(text, name))?;
    }
    Ok(())
}

/// A file with a line added at the place that `end` finds; `missing` is what it looks for.
fn entered(
    path: PathBuf,
    line: &str,
    missing: &str,
    end: fn(&str) -> Option<usize>,
) -> Result<(PathBuf, String), LabError> {
    let mut text = fs::read_to_string(&path).map_err(|source| failed(&path, &source))?;
    let end = end(&text).ok_or_else(|| {
        LabError::Message(format!(
            "{}: {missing:?} was not found in it; enter the evaluator by hand (CONTRIBUTING.md)",
            path.display()
        ))
    })?;
    text.insert_str(end, &format!("\n{line}"));
    Ok((path, text))
}

/// The end of the last line that begins with `eval-`.
fn last_line(text: &str) -> Option<usize> {
    let last = text.rfind("\neval-")? + 1;
    Some(last + text[last..].find('\n')?)
}

fn end_of_list(text: &str) -> Option<usize> {
    let list = text.find(LIST)? + LIST.len();
    Some(list + text[list..].find("\n}")?)
}

/// A name of a crate, a program, a file and an option.
fn check_name(name: &str) -> Result<(), LabError> {
    let inside = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    let is_name = name.len() <= 40
        && name.chars().all(inside)
        && name.starts_with(|c: char| c.is_ascii_lowercase())
        && !name.ends_with('-')
        && !name.contains("--");
    if is_name {
        return Ok(());
    }
    Err(LabError::Message(format!(
        "{name:?} cannot name an evaluator; use up to 40 small letters, digits and single hyphens, beginning with a letter"
    )))
}

fn named(text: &str, name: &str) -> String {
    let capital = |word: &str| word[..1].to_uppercase() + &word[1..];
    let camel: String = name.split('-').map(capital).collect();
    text.replace("own-idea", name)
        .replace("own_idea", &name.replace('-', "_"))
        .replace("OwnIdea", &camel)
}

#[cfg(test)]
mod tests {
    use tempfile::{TempDir, tempdir};

    use super::*;

    fn files(folder: &Path) -> Vec<(String, String)> {
        let entries = fs::read_dir(folder).unwrap().map(Result::unwrap);
        let mut files: Vec<(String, String)> = entries
            .map(|entry| {
                let text = fs::read_to_string(entry.path()).unwrap();
                (entry.file_name().into_string().unwrap(), text)
            })
            .collect();
        files.sort();
        files
    }

    #[test]
    fn a_folder_has_its_files_under_its_own_name() {
        for (language, expected) in [
            (Language::C, &["Makefile", "evaluation.h", "two-words.c"][..]),
            (Language::Cpp, &["Makefile", "evaluation.h", "two-words.cpp"]),
            (Language::Python, &["eval_two_words.py", "requirements.txt"]),
            (Language::UciEval, &["eval_two_words.py"]),
        ] {
            let here = tempdir().unwrap();
            let written = new_folder("two-words", language, here.path()).unwrap();
            assert_eq!(written.folder, here.path().join("two-words"));
            assert!(written.entered.is_empty());
            let files = files(&written.folder);
            let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
            assert_eq!(names, expected);
            for (name, text) in &files {
                let is_of_template = text.replace('_', "-").contains("own-idea");
                assert!(!is_of_template, "{name}: {text}");
            }
            assert!(files.iter().any(|(_, text)| text.contains("two-words")));
            assert_eq!(fs::read_dir(here.path()).unwrap().count(), 1);
        }
    }

    #[test]
    fn what_is_there_is_not_touched() {
        let here = tempdir().unwrap();
        fs::write(here.path().join("idea"), "mine").unwrap();
        let error = new_folder("idea", Language::C, here.path()).unwrap_err();
        assert!(error.to_string().ends_with("idea exists already; choose another name"), "{error}");
        assert_eq!(fs::read_to_string(here.path().join("idea")).unwrap(), "mine");
        for name in ["", "Idea", "../idea", "a_b", "a.c", "-a"] {
            let error = new_folder(name, Language::Python, here.path()).unwrap_err();
            assert!(error.to_string().contains("cannot name an evaluator"), "{name}: {error}");
        }
        assert_eq!(fs::read_dir(here.path()).unwrap().count(), 1);
    }

    #[test]
    fn an_interrupted_folder_is_written_anew_and_a_failed_one_is_gone() {
        let here = tempdir().unwrap();
        let part = here.path().join(".idea.part");
        fs::create_dir(&part).unwrap();
        fs::write(part.join("old"), "half").unwrap();
        let written = new_folder("idea", Language::C, here.path()).unwrap();
        assert_eq!(files(&written.folder).len(), 3);
        assert!(!part.exists());
        let error = new_folder("idea", Language::C, &here.path().join("nowhere")).unwrap_err();
        assert!(error.to_string().contains("nowhere"), "{error}");
    }

    const FILES: [(&str, &str); 3] = [
        (WORKSPACE, include_str!("../../../Cargo.toml")),
        (DEPENDENCIES, include_str!("../../evaluators/Cargo.toml")),
        (REGISTRY, include_str!("../../evaluators/src/registry.rs")),
    ];

    /// A project of the files that are changed.
    fn project() -> TempDir {
        let folder = tempdir().unwrap();
        for (file, text) in FILES {
            let path = folder.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        folder
    }

    fn added(project: &TempDir, file: &str, before: &str) -> Vec<String> {
        let text = fs::read_to_string(project.path().join(file)).unwrap();
        assert_eq!(text.lines().count(), before.lines().count() + 1, "{file}");
        let new = |line: &&str| !before.lines().any(|old| old == *line);
        text.lines().filter(new).map(str::to_owned).collect()
    }

    #[test]
    fn a_crate_is_written_and_entered() {
        let project = project();
        let written = new_evaluator("two-words", &project.path().join("tournament")).unwrap();
        assert_eq!(written.folder, project.path().join("eval-two-words"));
        let lines = [
            concat!(
                "eval-two-words = { path = \"eval-two-words\", version = \"=",
                env!("CARGO_PKG_VERSION"),
                "\" }"
            ),
            "eval-two-words.workspace = true",
            "    \"two-words\" => eval_two_words::TwoWords,",
        ];
        for ((file, before), line) in FILES.into_iter().zip(lines) {
            assert_eq!(added(&project, file, before), [line], "{file}");
        }
        let library = fs::read_to_string(written.folder.join("src/lib.rs")).unwrap();
        assert!(library.contains("pub struct TwoWords;"), "{library}");
        assert!(!library.to_lowercase().contains("own-idea"), "{library}");
        let manifest: toml::Table =
            fs::read_to_string(written.folder.join("Cargo.toml")).unwrap().parse().unwrap();
        assert_eq!(manifest["package"]["name"].as_str(), Some("eval-two-words"));
        let again = new_evaluator("two-words", project.path()).unwrap_err();
        assert!(again.to_string().contains("already"), "{again}");
    }

    #[test]
    fn what_cannot_be_entered_changes_nothing() {
        let project = project();
        fs::write(project.path().join(REGISTRY), "another registry").unwrap();
        let error = new_evaluator("idea", project.path()).unwrap_err();
        assert!(error.to_string().contains("registry.rs"), "{error}");
        assert!(!project.path().join("eval-idea").exists());
        let manifest = fs::read_to_string(project.path().join(WORKSPACE)).unwrap();
        assert_eq!(manifest, FILES[0].1);
        let nowhere = tempdir().unwrap();
        let error = new_evaluator("idea", nowhere.path()).unwrap_err();
        assert!(error.to_string().contains("clone the project"), "{error}");
        for name in ["", "Idea", "1st", "a--b", "a-", "a_b", "otter", "é"] {
            assert!(new_evaluator(name, project.path()).is_err(), "{name}");
        }
    }
}
