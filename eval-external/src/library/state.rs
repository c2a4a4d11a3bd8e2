//! The state that an evaluation keeps from move to move: words of which only the library knows the meaning.

use engine_core::position::Position;

use crate::interface::MAX_STATE;

/// Words of the largest state.
pub(crate) const LARGE: usize = MAX_STATE / size_of::<u64>();
/// Words of a state that costs next to nothing to copy with each node.
pub(crate) const SMALL: usize = 8;

/// A state with room for so many words, as it travels in a node.
#[derive(Clone, Copy, Debug)]
pub struct State<const WORDS: usize = LARGE> {
    pub(crate) words: [u64; WORDS],
}

impl<const WORDS: usize> State<WORDS> {
    /// All 0: the state of an evaluation that keeps none.
    pub(crate) const ZERO: State<WORDS> = State { words: [0; WORDS] };

    /// The number that differs where the value of one position does.
    #[inline]
    pub(crate) fn key(&self) -> u64 {
        self.words[0]
    }
}

/// The words as hexadecimal digits.
pub(crate) fn text(words: &[u64]) -> String {
    words.iter().map(|word| format!("{word:016x}")).collect()
}

/// Reads such a text into as many words; `None` if it is not one.
pub(crate) fn read(text: &str, words: &mut [u64]) -> Option<()> {
    if text.len() != 16 * words.len() || !text.is_ascii() {
        return None;
    }
    for (at, word) in words.iter_mut().enumerate() {
        *word = u64::from_str_radix(&text[16 * at..16 * (at + 1)], 16).ok()?;
    }
    Some(())
}

/// A position of which the value is asked, with its state: empty for an evaluation that keeps none.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place<'a> {
    pub(crate) position: &'a Position,
    pub(crate) state: &'a [u64],
}

/// A copy of both.
pub(crate) type Kept = (Position, Box<[u64]>);

impl Place<'_> {
    pub(crate) fn kept(self) -> Kept {
        (self.position.clone(), self.state.into())
    }
}

/// The place of such a copy.
pub(crate) fn place((position, state): &Kept) -> Place<'_> {
    Place { position, state }
}
