//! A hash by which a changed text is recognised.

/// FNV-1a, 64 bits. (Fowler, Noll, Vo; <http://www.isthe.com/chongo/tech/comp/fnv/>.)
#[derive(Debug, Clone, Copy)]
pub struct Fingerprint(pub u64);

impl Default for Fingerprint {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Fingerprint {
    /// Adds more text.
    pub fn add(&mut self, text: &str) {
        const PRIME: u64 = 0x0100_0000_01b3;
        for byte in text.bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(PRIME);
        }
    }
}
