//! The moves of a game, word by word.

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
        if let [b'(', b'Q' | b'R' | b'B' | b'N' | b'q' | b'r' | b'b' | b'n', b')', ..] =
            self.rest.as_bytes()[length..]
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
const ANNOTATIONS: [&str; 15] = [
    "N", "TN", "D", "RR", "Δ", "ep", "ep.", "e.p", "e.p.", "ch", "ch.", "dbl.ch", "dbl.ch.",
    "mate", "mate.",
];

/// True if a word is an annotation: signs like `!?`, `±` or `+/=`, or some letters.
fn is_annotation(word: &str) -> bool {
    let is_sign = |c: char| "!?=+-/#~,.|^>".contains(c) || !c.is_ascii() && !c.is_alphanumeric();
    word.chars().all(is_sign) || ANNOTATIONS.contains(&word)
}
