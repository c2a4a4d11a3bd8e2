//! PGN tags: `[White "Ann"]`.

use crate::Fault;
use crate::opening::Variant;

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

    /// The variant of chess. Fails if it is none that can be played, or an essential tag cannot be read.
    pub(super) fn variant(&self) -> Result<Variant, Fault> {
        if let Some(broken) = &self.broken {
            return Err(Fault(format!("{broken} is not a tag; write [Name \"value\"]")));
        }
        let Some(name) = self.get("Variant") else { return Ok(Variant::Standard) };
        Variant::of_tag(name).ok_or_else(|| other_rules(name))
    }

    pub(super) fn add(&mut self, line: &mut TagLine<'_>) {
        self.pairs.append(&mut line.pairs);
        if let Some(broken) = line.broken.filter(|text| is_essential(text)) {
            self.broken.get_or_insert_with(|| broken.to_owned());
        }
    }
}

pub(super) fn other_rules(name: &str) -> Fault {
    Fault(format!(
        "it is a game of {name:?}, and only chess and Chess960 can be played, each in a run of its own (openings.variant)"
    ))
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
        let (value, is_quoted) = unescaped(&after[..end]);
        self.pairs.push((name.to_owned(), value));
        self.quoted += usize::from(is_quoted);
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

/// A value as it is meant, and whether it has a quote that is not escaped. A backslash before a quote or a backslash
/// is none; any other is one.
fn unescaped(written: &str) -> (String, bool) {
    let (mut value, mut is_quoted) = (String::with_capacity(written.len()), false);
    let mut letters = written.chars().peekable();
    while let Some(letter) = letters.next() {
        let escaped = letters.next_if(|next| letter == '\\' && matches!(next, '"' | '\\'));
        is_quoted |= letter == '"';
        value.push(escaped.unwrap_or(letter));
    }
    (value.trim().to_owned(), is_quoted)
}
