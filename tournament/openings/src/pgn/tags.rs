//! PGN tags: `[White "Ann"]`.

/// The tags of a game. Names are the same in capital and in small letters.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tags {
    pairs: Vec<(String, String)>,
    /// Essential tags that cannot be read.
    broken: Option<String>,
}

/// Essential tags: without them a game is a different one. Others that cannot be read are skipped.
const ESSENTIAL: [&str; 10] =
    ["White", "Black", "Result", "Round", "FEN", "SetUp", "Variant", "Opening", "Variation", "ECO"];

impl Tags {
    /// The value of a tag; of several of the same name that of the last.
    pub fn get(&self, name: &str) -> Option<&str> {
        let mut pairs = self.pairs.iter().rev();
        let (_, value) = pairs.find(|(own, _)| own.eq_ignore_ascii_case(name))?;
        Some(value)
    }

    /// The same, unless it is `?` or `-`.
    pub fn known(&self, name: &str) -> Option<&str> {
        self.get(name).filter(|value| !matches!(*value, "" | "?" | "-"))
    }

    /// All of them, in their order.
    pub fn pairs(&self) -> impl Iterator<Item = (&str, &str)> {
        self.pairs.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    pub(super) fn broken(&self) -> Option<&str> {
        self.broken.as_deref()
    }

    pub(super) fn add(&mut self, line: &mut TagLine<'_>) {
        self.pairs.append(&mut line.pairs);
        if let Some(broken) = line.broken.filter(|text| is_essential(text)) {
            self.broken.get_or_insert_with(|| broken.to_owned());
        }
    }
}

fn is_essential(text: &str) -> bool {
    let inner = text.trim_start_matches('[').trim_start();
    ESSENTIAL.iter().any(|name| {
        let after = inner.get(name.len()..);
        let is_named = inner.get(..name.len()).is_some_and(|own| own.eq_ignore_ascii_case(name));
        is_named && after.is_some_and(|after| !after.starts_with(|c: char| c.is_alphanumeric()))
    })
}

/// The content of a line that begins with a tag.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct TagLine<'t> {
    pub(super) pairs: Vec<(String, String)>,
    /// The number of them with unescaped quotes in their values.
    pub(super) quoted: usize,
    /// Text that begins like a tag and is not one.
    pub(super) broken: Option<&'t str>,
    pub(super) rest: &'t str,
}

/// True if a line is to be read as tags and not as moves.
pub(super) fn is_tag_line(text: &str) -> bool {
    let inner = text.strip_prefix('[').map(str::trim_start);
    inner.is_some_and(|inner| inner.starts_with(|c: char| c.is_alphabetic()))
}

/// True if a line is one or more complete tags.
pub(super) fn is_all_tags(text: &str) -> bool {
    let line = tag_line(text);
    !line.pairs.is_empty() && line.broken.is_none() && line.rest.is_empty()
}

/// Splits a line that begins with a tag.
pub(super) fn tag_line(text: &str) -> TagLine<'_> {
    let mut line = TagLine { rest: text.trim(), ..TagLine::default() };
    while is_tag_line(line.rest) {
        if line.take_tag().is_none() {
            line.broken = Some(std::mem::take(&mut line.rest));
        }
    }
    line
}

impl TagLine<'_> {
    /// Takes the tag with which the rest begins; `None` if it is broken.
    fn take_tag(&mut self) -> Option<()> {
        let inner = self.rest.strip_prefix('[')?.trim_start();
        let end = inner.find(|c: char| c.is_whitespace() || matches!(c, '"' | ']'))?;
        let (name, after) = inner.split_at(end);
        let after = after.trim_start().strip_prefix('"')?;
        // A value may end with a backslash that escapes nothing.
        let (end, rest) = closing(after, true).or_else(|| closing(after, false))?;
        let written = &after[..end];
        self.pairs.push((name.to_owned(), unescaped(written)));
        self.quoted += usize::from(has_bare_quote(written));
        self.rest = rest;
        Some(())
    }
}

/// The position of the quote that ends a value, and the text after the tag: the first quote with a bracket, or the end
/// of the line, after it, and after the bracket no end of a tag that does not begin there.
fn closing(after: &str, with_escapes: bool) -> Option<(usize, &str)> {
    let mut escaped = false;
    for (at, letter) in after.char_indices() {
        if letter == '"' && !(escaped && with_escapes) {
            let tail = after[at + 1..].trim_start();
            let rest = tail.strip_prefix(']').map(str::trim);
            let ends = |rest: &&str| !rest.ends_with("\"]") || rest.starts_with('[');
            match rest.filter(ends) {
                Some(rest) => return Some((at, rest)),
                None if tail.is_empty() => return Some((at, "")),
                None => {}
            }
        }
        escaped = letter == '\\' && !escaped;
    }
    None
}

fn has_bare_quote(written: &str) -> bool {
    let mut escaped = false;
    written.chars().any(|letter| {
        let is_bare = letter == '"' && !escaped;
        escaped = letter == '\\' && !escaped;
        is_bare
    })
}

/// A backslash before a quote or a backslash is none; any other is one.
fn unescaped(written: &str) -> String {
    let mut value = String::with_capacity(written.len());
    let mut letters = written.chars().peekable();
    while let Some(letter) = letters.next() {
        match (letter, letters.peek()) {
            ('\\', Some(&next @ ('"' | '\\'))) => {
                value.push(next);
                letters.next();
            }
            _ => value.push(letter),
        }
    }
    value.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (Vec<(String, String)>, usize, &str) {
        let line = tag_line(text);
        assert_eq!(line.broken, None, "{text}");
        (line.pairs, line.quoted, line.rest)
    }

    fn value(text: &str) -> (String, usize) {
        let (mut pairs, quoted, rest) = read(text);
        assert_eq!((pairs.len(), rest), (1, ""), "{text}");
        (pairs.remove(0).1, quoted)
    }

    #[test]
    fn quotes_inside_a_value_are_a_part_of_it() {
        for (text, expected, quoted) in [
            (r#"[White "Ann"]"#, "Ann", 0),
            (r#"[White ""]"#, "", 0),
            (r#"[White "Meyer "Ace" A"]"#, r#"Meyer "Ace" A"#, 1),
            (r#"[Black "Bot "v2""]"#, r#"Bot "v2""#, 1),
            (r#"[White ""Ace" Meyer"]"#, r#""Ace" Meyer"#, 1),
            (r#"[Event "The "Final"] match"]"#, r#"The "Final"] match"#, 1),
            (r#"[White "A \"x\\"]"#, r#"A "x\"#, 0),
            (r#"[Site "C:\chess\"]"#, r"C:\chess\", 0),
            (r#"[ White  "Ann" ] "#, "Ann", 0),
            (r#"[White"Ann"]"#, "Ann", 0),
            (r#"[White "Ann""#, "Ann", 0),
            (r#"[White "a] b"]"#, "a] b", 0),
        ] {
            assert_eq!(value(text), (expected.to_owned(), quoted), "{text}");
        }
    }

    #[test]
    fn several_tags_in_a_line_and_moves_after_them() {
        let (pairs, quoted, rest) =
            read(r#"[White "Ann "A""] [Black "Bob"][Result "1-0"] 1. e4 1-0"#);
        let names: Vec<&str> = pairs.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["White", "Black", "Result"]);
        assert_eq!((pairs[0].1.as_str(), quoted, rest), ("Ann \"A\"", 1, "1. e4 1-0"));
    }

    #[test]
    fn broken_tags_are_recognised() {
        for (text, is_essential) in [
            (r#"[Result "1-0]"#, true),
            ("[White Ann]", true),
            ("[FEN]", true),
            ("[Annotator Ann]", false),
            ("[Whitecap Ann]", false),
        ] {
            let mut line = tag_line(text);
            assert_eq!((line.broken, line.rest), (Some(text), ""));
            let mut tags = Tags::default();
            tags.add(&mut line);
            assert_eq!(tags.broken().is_some(), is_essential, "{text}");
        }
        assert!(!is_tag_line("[%clk 1]") && !is_tag_line("1. e4") && !is_tag_line("[]"));
    }

    #[test]
    fn the_last_of_a_name_counts_and_names_have_no_case() {
        let mut tags = Tags::default();
        tags.add(&mut tag_line(r#"[white "A"] [White "B"] [Round "?"]"#));
        assert_eq!(
            (tags.get("WHITE"), tags.known("Round"), tags.get("FEN")),
            (Some("B"), None, None)
        );
    }
}
