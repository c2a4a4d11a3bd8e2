//! Words for a shell: in scripts that are written and in commands that are printed for copying.

use std::path::Path;

/// A word for a shell, in quotes if it needs them.
#[must_use]
pub fn quoted(word: &str) -> String {
    // Only a zero byte cannot be quoted, and no path or argument has one.
    shlex::try_quote(word).map_or_else(|_| word.to_owned(), std::borrow::Cow::into_owned)
}

/// A path for a shell.
#[must_use]
pub fn quoted_path(path: &Path) -> String {
    quoted(&path.to_string_lossy())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_where_they_need_it() {
        assert_eq!(quoted("runs/a-b"), "runs/a-b");
        assert_eq!(quoted("my run; rm -r x"), "'my run; rm -r x'");
        assert_eq!(quoted_path(Path::new("it's")), "\"it's\"");
    }
}
