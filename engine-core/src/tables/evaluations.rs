//! Static values that were computed lately, for evaluators that take long over them: the
//! transposition table keeps those of nodes that were searched, and forgets them with the node.
//!
//! Source: <https://www.chessprogramming.org/Evaluation_Hash_Table>.

use crate::score::Value;

/// Entries, of 8 bytes each: they fit a processor's own cache. A power of two.
const ENTRIES: usize = 1 << 16;
/// The bits of the key that choose the entry, which has room for the others beside the value.
const LOW: u64 = ENTRIES as u64 - 1;

/// The values by the transposition table's key.
#[derive(Debug)]
pub struct Evaluations {
    /// The upper bits of the key, and the value as 16 bits; 0 for none.
    entries: Box<[u64]>,
}

impl Evaluations {
    /// None so far. Without `room` none is ever kept.
    pub fn new(room: bool) -> Evaluations {
        let entries = if room { ENTRIES } else { 0 };
        Evaluations { entries: vec![0; entries].into_boxed_slice() }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.entries.fill(0);
    }

    /// The value under `key`, or that of `evaluate`, which is stored.
    #[inline]
    pub fn get(&mut self, key: u64, evaluate: impl FnOnce() -> Value) -> Value {
        let Some(entry) = self.entries.get_mut((key & LOW) as usize) else {
            return evaluate();
        };
        if *entry != 0 && (*entry ^ key) & !LOW == 0 {
            return Value::clamped(i32::from(*entry as i16));
        }
        let value = evaluate();
        *entry = key & !LOW | u64::from(value.cp() as i16 as u16);
        value
    }
}
