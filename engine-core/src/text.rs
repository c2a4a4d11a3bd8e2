//! Text that somebody else wrote, made fit for a terminal.

use std::borrow::Cow;
use std::fmt::Write;

/// The text with every control character written as `\u001b`, but for line breaks and tabs: a name, a
/// file or a program cannot move a cursor, change colours or hide what stands before it. In JSON it says
/// the same as before.
#[must_use]
pub fn printable(text: &str) -> Cow<'_, str> {
    let steers = |c: char| c.is_control() && c != '\n' && c != '\t';
    if !text.contains(steers) {
        return Cow::Borrowed(text);
    }
    let mut safe = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        match steers(c) {
            // Writing into a text cannot fail.
            true => write!(safe, "\\u{:04x}", u32::from(c)).unwrap_or(()),
            false => safe.push(c),
        }
    }
    Cow::Owned(safe)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_steers_a_terminal_is_spelt_out_and_the_rest_untouched() {
        let plain = "Réti\t1.\n\u{202f}½";
        assert!(matches!(printable(plain), Cow::Borrowed(text) if text == plain));
        let foreign = "a\u{1b}[2Jb\rc\u{7f}\u{9b}31m";
        assert_eq!(printable(foreign), "a\\u001b[2Jb\\u000dc\\u007f\\u009b31m");
    }
}
