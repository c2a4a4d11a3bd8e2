//! Words and turns of phrase that are counted; a count may fall and not rise.
//!
//! Things do not talk: a function returns, a rule fires, output prints. A doc line begins with a noun or a verb. When a
//! count has fallen, lower its limit here.

use std::fs;
use std::path::{Path, PathBuf};

use super::workspace;

/// Words with the most that there may be of them in Rust files and documents together.
const LIMITS: [(&str, usize); 18] = [
    ("told", 3),
    ("tell", 0),
    ("tells", 0),
    ("says", 0),
    ("said", 0),
    ("hears", 0),
    ("heard", 2),
    ("speaks", 0),
    ("foretell", 0),
    ("foretold", 0),
    ("so many", 0),
    ("nobody", 6),
    ("somebody", 0),
    ("whoever", 0),
    ("of ours", 1),
    ("the house", 0),
    ("goes on", 1),
    ("one's own", 0),
];
/// The most doc lines that begin as a question.
const QUESTIONS: usize = 9;
/// The words that begin a question.
const INTERROGATIVES: [&str; 9] =
    ["What ", "Whether ", "Who ", "Whose ", "How ", "Where ", "Which ", "Why ", "When "];

/// The Rust files and documents of the workspace, but for this one and what a reader of records expects as it was.
fn texts(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() && !name.starts_with('.') && name != "target" && name != "runs" {
            texts(&path, found);
        }
        let is_text = name.ends_with(".rs") || name.ends_with(".md");
        if is_text && name != "words.rs" && name != "CHANGELOG.md" && name != "RULES.md" {
            found.push(path);
        }
    }
}

/// The number of times that `word` stands in `text` by itself, in small or capital letters.
fn count(text: &str, word: &str) -> usize {
    let inside = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    let places = text.match_indices(word);
    let whole = places.filter(|(at, _)| {
        !inside(text[..*at].chars().next_back()) && !inside(text[at + word.len()..].chars().next())
    });
    whole.count()
}

/// The number of doc lines that begin as a question.
fn questions(text: &str) -> usize {
    let lines = text.lines().map(str::trim_start);
    let docs = lines.filter_map(|line| line.strip_prefix("/// ").or(line.strip_prefix("//! ")));
    docs.filter(|doc| INTERROGATIVES.iter().any(|word| doc.starts_with(word))).count()
}

#[test]
fn words_do_not_return() {
    let mut files = Vec::new();
    texts(&workspace(), &mut files);
    assert!(files.len() > 500);
    let (mut counts, mut asked) = ([0; LIMITS.len()], 0);
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        asked += questions(&text);
        let text = text.to_lowercase();
        for (total, (word, _)) in counts.iter_mut().zip(LIMITS) {
            *total += count(&text, word);
        }
    }
    let over = LIMITS.iter().zip(counts).filter(|((_, limit), count)| count > limit);
    let over: Vec<String> = over
        .map(|((word, limit), count)| format!("\"{word}\": {count}, and {limit} are allowed"))
        .collect();
    assert!(over.is_empty(), "say it otherwise (CONTRIBUTING.md):\n{}", over.join("\n"));
    assert!(
        asked <= QUESTIONS,
        "{asked} doc lines begin as a question, and {QUESTIONS} are allowed: begin with a noun or a verb"
    );
}

#[test]
fn a_word_and_a_question_would_be_found() {
    assert_eq!(count("it told us, untold, told_by: told", "told"), 2);
    assert_eq!(questions("    /// What it is.\n//! Whether it is.\n// Who\n/// It is.\n"), 2);
}
