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
    at: usize,
    /// The number of open variations, and the place of the outermost.
    depth: usize,
    variation: usize,
}

impl<'t> Words<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { text, at: 0, depth: 0, variation: 0 }
    }

    fn take(&mut self, length: usize) -> &'t str {
        let taken = &self.text[self.at..self.at + length];
        self.at += length;
        taken
    }

    /// Takes what stands before `end`, and `end` itself.
    fn take_until(&mut self, end: char) -> &'t str {
        let rest = &self.text[self.at..];
        match rest.find(end) {
            Some(length) => {
                let taken = self.take(length);
                self.take(end.len_utf8());
                taken
            }
            None => self.take(rest.len()),
        }
    }

    fn word(&mut self) -> &'t str {
        let rest = &self.text[self.at..];
        let is_end = |c: char| c.is_whitespace() || "{}();$".contains(c);
        let mut length = rest.find(is_end).unwrap_or(rest.len()).max(1);
        // A promotion in brackets: a8(Q).
        if let [b'(', b'Q' | b'R' | b'B' | b'N' | b'q' | b'r' | b'b' | b'n', b')', ..] =
            rest.as_bytes()[length..]
            && rest[..length].ends_with(['1', '8'])
        {
            length += 3;
        }
        self.take(length)
    }
}

impl<'t> Iterator for Words<'t> {
    type Item = (usize, Word<'t>);

    fn next(&mut self) -> Option<Self::Item> {
        while let Some(first) = self.text[self.at..].chars().next() {
            let at = self.at;
            match first {
                '{' => {
                    self.take(1);
                    let comment = self.take_until('}');
                    if self.depth == 0 {
                        return Some((at, Word::Comment(comment)));
                    }
                }
                ';' => {
                    self.take_until('\n');
                }
                '(' => {
                    self.take(1);
                    if self.depth == 0 {
                        self.variation = at;
                    }
                    self.depth += 1;
                }
                ')' => {
                    self.take(1);
                    self.depth = self.depth.saturating_sub(1);
                }
                '$' => {
                    self.take(1);
                    let rest = &self.text[self.at..];
                    let digits = rest.find(|c: char| !c.is_ascii_digit());
                    self.take(digits.unwrap_or(rest.len()));
                }
                c if c.is_whitespace() => {
                    self.take(c.len_utf8());
                }
                _ => {
                    let word = self.word();
                    let word = if self.depth == 0 { meaning(word) } else { None };
                    if let Some(word) = word {
                        return Some((at, word));
                    }
                }
            }
        }
        if std::mem::take(&mut self.depth) > 0 {
            return Some((self.variation, Word::OpenVariation));
        }
        None
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

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(text: &str) -> Vec<&str> {
        let words = Words::new(text).filter_map(|(_, word)| match word {
            Word::Move(word) => Some(word),
            Word::Comment(_) | Word::Result(_) => None,
            other => panic!("{other:?} in {text}"),
        });
        words.collect()
    }

    #[test]
    fn moves_among_all_that_stands_beside_them() {
        for (text, expected) in [
            ("1. e4 e5 2.Nf3 Nc6 3 Bb5 3... a6", &["e4", "e5", "Nf3", "Nc6", "Bb5", "a6"][..]),
            ("1.e4! $14 e5 $132 ± 2. Nf3 ∓ +/- Nc6 =", &["e4!", "e5", "Nf3", "Nc6"]),
            ("1. e4 ⩲ N e5 D 2. Nf3 ∞ Δ Nc6 −+ +− => □", &["e4", "e5", "Nf3", "Nc6"]),
            ("1. e4 (1. d4 (1. c4 {)} zz)) e5 ; (rest\n2. Nf3", &["e4", "e5", "Nf3"]),
            ("1. e4 {a (b [c] 1-0} e5(2. f4)2. Nf3", &["e4", "e5", "Nf3"]),
            ("9. exd6 e.p. Kd7 10. 0-0 0-0-0", &["exd6", "Kd7", "0-0", "0-0-0"]),
            ("50. a8(Q) b1(n)+ 51. a8 (51. b8) Rxh7 ch", &["a8(Q)", "b1(n)", "a8", "Rxh7"]),
            (
                "1. e2-e4! 2.♘f3!! ♞c6 ± 3.Bc4 $3$4 Bc5!? = N 1-0",
                &["e2-e4!", "♘f3!!", "♞c6", "Bc4", "Bc5!?"],
            ),
            ("1… e5 2.…Nc6 1.e2-e4 ...e7e5", &["e5", "Nc6", "e2-e4", "e7e5"]),
        ] {
            assert_eq!(moves(text), expected, "{text}");
        }
    }

    #[test]
    fn results_null_moves_and_open_variations() {
        let words = |text| -> Vec<Word<'_>> { Words::new(text).map(|(_, word)| word).collect() };
        for (text, standard) in
            [("1-0", "1-0"), ("0–1", "0-1"), ("½-½", "1/2-1/2"), ("1/2", "1/2-1/2"), ("*", "*")]
        {
            assert!(matches!(words(text)[..], [Word::Result(own)] if own == standard), "{text}");
        }
        for text in ["--", "Z0", "1. --", "2...Z0", "0000", "<>", "null"] {
            assert!(matches!(words(text)[..], [Word::NullMove(_)]), "{text}");
        }
        assert_eq!(words("e4 (e5 (d4) 1-0"), [Word::Move("e4"), Word::OpenVariation]);
        assert_eq!(words("e4 {open"), [Word::Move("e4"), Word::Comment("open")]);
        assert_eq!(words("}"), [Word::Move("}")]);
    }
}
