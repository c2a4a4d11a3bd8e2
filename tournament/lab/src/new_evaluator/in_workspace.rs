//! A crate of this workspace, entered wherever an evaluator must be.
//!
//! The crate is tournament/lab/template with another name: it compiles, plays and keeps the laws of an
//! evaluation, which the arena's own tests check.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use config::output::replace_file;
use evaluators::registry;

use super::{NewEvaluatorError, Written, is_name, named};

const LIBRARY: &str = include_str!("../../template/lib.rs");
const LAWS: &str = include_str!("../../template/laws.rs");
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
/// The line before the list of evaluators in the registry.
const LIST: &str = "\nevaluators! {\n";

/// Writes the crate `eval-NAME` into the project around `here` and enters it. Either all of it, or, if a
/// file is not as expected, nothing.
///
/// # Errors
/// If the name is none or taken, or this is not the project.
pub fn new_evaluator(name: &str, here: &Path) -> Result<Written, NewEvaluatorError> {
    if !is_name(name) {
        return Err(NewEvaluatorError::Name(name.to_owned()));
    }
    let is_root = |folder: &&Path| folder.join(REGISTRY).is_file();
    let root = here.ancestors().find(is_root);
    let root = root.ok_or_else(|| NewEvaluatorError::NoProject(here.to_owned()))?;
    let folder = root.join(format!("eval-{name}"));
    if registry::NAMES.contains(&name) || folder.exists() {
        return Err(NewEvaluatorError::Taken(name.to_owned()));
    }
    // Everything is read and changed before anything is written.
    let changed = [
        entered(
            root,
            WORKSPACE,
            "\neval-",
            &format!(
                "eval-{name} = {{ path = \"eval-{name}\", version = \"={}\" }}",
                env!("CARGO_PKG_VERSION")
            ),
        )?,
        entered(root, DEPENDENCIES, "\neval-", &format!("eval-{name}.workspace = true"))?,
        registered(root, name)?,
    ];
    let file = |path: PathBuf| move |source| NewEvaluatorError::File { path, source };
    let part = root.join(format!(".part-eval-{name}"));
    write_crate(&part, name).map_err(file(part.clone()))?;
    fs::rename(&part, &folder).map_err(file(folder.clone()))?;
    let mut entered = Vec::new();
    for (path, text) in changed {
        let written = replace_file(&path, |to| to.write_all(text.as_bytes()));
        written.map_err(file(path.clone()))?;
        entered.push(path);
    }
    Ok(Written { folder, entered })
}

fn write_crate(folder: &Path, name: &str) -> io::Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    fs::create_dir_all(folder.join("src"))?;
    fs::create_dir_all(folder.join("tests"))?;
    for (file, text) in [
        ("Cargo.toml", MANIFEST),
        ("src/lib.rs", LIBRARY),
        ("src/main.rs", PROGRAM),
        ("tests/laws.rs", LAWS),
    ] {
        fs::write(folder.join(file), named(text, name))?;
    }
    Ok(())
}

fn read(path: &Path) -> Result<String, NewEvaluatorError> {
    fs::read_to_string(path)
        .map_err(|source| NewEvaluatorError::File { path: path.to_owned(), source })
}

/// A file with a line added after the last of those with a given beginning.
fn entered(
    root: &Path,
    file: &str,
    like: &str,
    line: &str,
) -> Result<(PathBuf, String), NewEvaluatorError> {
    let path = root.join(file);
    let mut text = read(&path)?;
    let last = text.rfind(like).map(|at| at + 1);
    let end = last.and_then(|at| text[at..].find('\n').map(|length| at + length));
    let end = end.ok_or_else(|| NewEvaluatorError::Unexpected {
        file: path.clone(),
        missing: like.trim().to_owned(),
    })?;
    text.insert_str(end, &format!("\n{line}"));
    Ok((path, text))
}

/// The registry with a line at the end of its list.
fn registered(root: &Path, name: &str) -> Result<(PathBuf, String), NewEvaluatorError> {
    let path = root.join(REGISTRY);
    let mut text = read(&path)?;
    let list = text.find(LIST).map(|at| at + LIST.len());
    let end = list.and_then(|at| text[at..].find("\n}").map(|length| at + length));
    let end = end.ok_or_else(|| NewEvaluatorError::Unexpected {
        file: path.clone(),
        missing: LIST.trim().to_owned(),
    })?;
    let line = named("    \"own-idea\" => eval_own_idea::OwnIdea,", name);
    text.insert_str(end, &format!("\n{line}"));
    Ok((path, text))
}

#[cfg(test)]
mod tests {
    use tempfile::{TempDir, tempdir};

    use super::*;

    const FILES: [(&str, &str); 3] = [
        (WORKSPACE, include_str!("../../../../Cargo.toml")),
        (DEPENDENCIES, include_str!("../../../evaluators/Cargo.toml")),
        (REGISTRY, include_str!("../../../evaluators/src/registry.rs")),
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
