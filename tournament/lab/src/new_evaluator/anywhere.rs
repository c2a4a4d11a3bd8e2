//! A folder with an evaluation from outside, wherever its author works.

use std::fs;
use std::io;
use std::path::Path;

use super::{NewEvaluatorError, Written, is_name, named};

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
    #[must_use]
    pub fn source(self, name: &str) -> String {
        let template = match self {
            Language::C => "own-idea.c",
            Language::Cpp => "own-idea.cpp",
            Language::Python | Language::UciEval => "eval_own_idea.py",
        };
        named(template, name)
    }

    /// The evaluation of this name as the arena's commands name it in its folder.
    #[must_use]
    pub fn spec(self, name: &str) -> String {
        match self {
            Language::C | Language::Cpp => format!("./{name}.so"),
            Language::Python | Language::UciEval => format!("eval:python3 {}", self.source(name)),
        }
    }

    /// The file beside its source, with their texts.
    fn others(self) -> &'static [(&'static str, &'static str)] {
        const LIBRARY: [(&str, &str); 2] = [
            ("evaluation.h", eval_external::HEADER),
            ("Makefile", include_str!("../../template/Makefile")),
        ];
        const PYTHON: [(&str, &str); 1] =
            [("requirements.txt", include_str!("../../template/python/requirements.txt"))];
        match self {
            Language::C | Language::Cpp => &LIBRARY,
            Language::Python => &PYTHON,
            Language::UciEval => &[],
        }
    }

    fn template(self) -> &'static str {
        match self {
            Language::C => include_str!("../../template/c/own-idea.c"),
            Language::Cpp => include_str!("../../template/cpp/own-idea.cpp"),
            Language::Python => include_str!("../../template/python/eval_own_idea.py"),
            Language::UciEval => include_str!("../../template/uci-eval/eval_own_idea.py"),
        }
    }
}

/// Writes the folder `name` in `here`, whole or not at all.
///
/// # Errors
/// If the name is none or taken, or the folder cannot be written.
pub fn new_folder(
    name: &str,
    language: Language,
    here: &Path,
) -> Result<Written, NewEvaluatorError> {
    if !is_name(name) {
        return Err(NewEvaluatorError::Name(name.to_owned()));
    }
    let folder = here.join(name);
    if folder.symlink_metadata().is_ok() {
        return Err(NewEvaluatorError::Exists(folder));
    }
    let part = here.join(format!(".{name}.part"));
    let written = write_folder(&part, name, language).and_then(|()| fs::rename(&part, &folder));
    written.map_err(|source| {
        // What is half written is of no use.
        fs::remove_dir_all(&part).ok();
        NewEvaluatorError::File { path: folder.clone(), source }
    })?;
    Ok(Written { folder, entered: Vec::new() })
}

fn write_folder(folder: &Path, name: &str, language: Language) -> io::Result<()> {
    // One that was interrupted.
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    fs::create_dir(folder)?;
    let source = language.source(name);
    let own = [(source.as_str(), language.template())];
    for (file, text) in own.iter().chain(language.others()) {
        fs::write(folder.join(file), named(text, name))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use tempfile::tempdir;

    use super::*;

    /// The files of a folder and their texts, by name.
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
            assert!(matches!(error, NewEvaluatorError::Name(_)), "{name}");
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
        assert!(matches!(error, NewEvaluatorError::File { .. }), "{error}");
    }
}
