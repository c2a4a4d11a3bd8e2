//! What games are written in: tags, `[White "Ann"]`, and the words of the moves.

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
    let line = TagLine::read(text);
    !line.pairs.is_empty() && line.broken.is_none() && line.rest.is_empty()
}

impl<'t> TagLine<'t> {
    pub(super) fn read(text: &'t str) -> Self {
        let mut line = Self { rest: text.trim(), ..Self::default() };
        while is_tag_line(line.rest) {
            if line.take_tag().is_none() {
                line.broken = Some(std::mem::take(&mut line.rest));
            }
        }
        line
    }

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

/// A value as it is meant, and whether it has a quote without a backslash; other backslashes stand for themselves.
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

/// Results and White's half points; a draw can be written in short.
pub(super) const RESULTS: [(&str, Option<u8>); 7] = [
    ("1-0", Some(2)),
    ("0-1", Some(0)),
    ("1/2-1/2", Some(1)),
    ("½-½", Some(1)),
    ("1/2", Some(1)),
    ("½", Some(1)),
    ("*", None),
];

/// The result in a word, as the standard writes it, with White's half points.
pub(super) fn result(word: &str) -> Option<(&'static str, Option<u8>)> {
    let plain: String = word.trim().replace(['–', '—', '−', '‑'], "-");
    let (known, half_points) = *RESULTS.iter().find(|(known, _)| *known == plain)?;
    let standard = if half_points == Some(1) { "1/2-1/2" } else { known };
    Some((standard, half_points))
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Word<'t> {
    /// A word in the place of a move.
    Move(&'t str),
    NullMove(&'t str),
    /// A result, as the standard writes it.
    Result(&'static str),
    Comment(&'t str),
    OpenVariation,
}

/// The words of a main line, each with its place in the text. Numbers, annotations and variations are skipped.
pub(super) struct Words<'t> {
    text: &'t str,
    rest: &'t str,
    /// The number of open variations, and the place of the outermost.
    depth: usize,
    variation: usize,
}

impl<'t> Words<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { text, rest: text, depth: 0, variation: 0 }
    }

    /// Takes what stands before `end`, and `end` itself.
    fn take_until(&mut self, end: char) -> &'t str {
        let (taken, rest) = self.rest.split_once(end).unwrap_or((self.rest, ""));
        self.rest = rest;
        taken
    }

    fn word(&mut self) -> &'t str {
        let is_end = |c: char| c.is_whitespace() || "{}();$".contains(c);
        let mut length = self.rest.find(is_end).unwrap_or(self.rest.len()).max(1);
        // A promotion in brackets: a8(Q).
        if let [b'(', b'Q' | b'R' | b'B' | b'N' | b'q' | b'r' | b'b' | b'n', b')', ..] = self.rest.as_bytes()[length..]
            && self.rest[..length].ends_with(['1', '8'])
        {
            length += 3;
        }
        let (word, rest) = self.rest.split_at(length);
        self.rest = rest;
        word
    }
}

impl<'t> Iterator for Words<'t> {
    type Item = (usize, Word<'t>);

    fn next(&mut self) -> Option<Self::Item> {
        while let Some(first) = self.rest.chars().next() {
            let at = self.text.len() - self.rest.len();
            let after = &self.rest[first.len_utf8()..];
            match first {
                '{' => {
                    self.rest = after;
                    let comment = self.take_until('}');
                    if self.depth == 0 {
                        return Some((at, Word::Comment(comment)));
                    }
                }
                ';' => {
                    self.take_until('\n');
                }
                '(' => {
                    if self.depth == 0 {
                        self.variation = at;
                    }
                    (self.rest, self.depth) = (after, self.depth + 1);
                }
                ')' => (self.rest, self.depth) = (after, self.depth.saturating_sub(1)),
                '$' => self.rest = after.trim_start_matches(|c: char| c.is_ascii_digit()),
                c if c.is_whitespace() => self.rest = after,
                _ => {
                    let word = meaning(self.word()).filter(|_| self.depth == 0);
                    if let Some(word) = word {
                        return Some((at, word));
                    }
                }
            }
        }
        let is_open = std::mem::take(&mut self.depth) > 0;
        is_open.then_some((self.variation, Word::OpenVariation))
    }
}

/// The kind of a word; `None` for a number or an annotation.
fn meaning(word: &str) -> Option<Word<'_>> {
    if let Some((standard, _)) = result(word) {
        return Some(Word::Result(standard));
    }
    let bare = word.trim_start_matches(|c: char| c.is_ascii_digit());
    // "12.e4" and "12...", but not the zeros of "0-0".
    let word = match bare.strip_prefix(['.', '…']) {
        Some(after) => after.trim_start_matches(['.', '…']),
        None if bare.is_empty() && !is_null_move(word) && word.len() < 4 => "",
        None => word,
    };
    if is_null_move(word) {
        return Some(Word::NullMove(word));
    }
    (!is_annotation(word)).then_some(Word::Move(word))
}

/// Spellings of a null move: ChessBase, Scid, UCI and others.
fn is_null_move(word: &str) -> bool {
    let word = word.trim_end_matches(['!', '?', '+', '#']);
    ["--", "Z0", "z0", "0000", "@@@@", "null", "pass", "<>"].contains(&word)
}

/// Letters that ChessBase and others use as annotations: novelty, diagram, remark, en passant, check and mate.
const ANNOTATIONS: [&str; 15] =
    ["N", "TN", "D", "RR", "Δ", "ep", "ep.", "e.p", "e.p.", "ch", "ch.", "dbl.ch", "dbl.ch.", "mate", "mate."];

/// True if a word is an annotation: signs like `!?`, `±` or `+/=`, or some letters.
fn is_annotation(word: &str) -> bool {
    let is_sign = |c: char| "!?=+-/#~,.|^>".contains(c) || !c.is_ascii() && !c.is_alphanumeric();
    word.chars().all(is_sign) || ANNOTATIONS.contains(&word)
}
