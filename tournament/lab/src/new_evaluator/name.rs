//! The name of a new evaluator, and the templates with it in place of their own.

/// True if it can name a crate, a program, a file and an option.
pub(super) fn is_name(name: &str) -> bool {
    let inside = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    name.len() <= 40
        && name.chars().all(inside)
        && name.starts_with(|c: char| c.is_ascii_lowercase())
        && !name.ends_with('-')
        && !name.contains("--")
}

/// The template with this name in place of its own.
pub(super) fn named(text: &str, name: &str) -> String {
    let capital = |word: &str| word[..1].to_uppercase() + &word[1..];
    let camel: String = name.split('-').map(capital).collect();
    text.replace("own-idea", name)
        .replace("own_idea", &name.replace('-', "_"))
        .replace("OwnIdea", &camel)
}
