//! Random numbers for drawing.

use rand_pcg::rand_core::Rng;

/// Evenly distributed from 0 up to but without `end`. (Lemire's multiplication without its
/// correction: the bias is below `end` / 2^64.)
pub(crate) fn below(random: &mut impl Rng, end: u64) -> u64 {
    ((u128::from(random.next_u64()) * u128::from(end)) >> u64::BITS) as u64
}
