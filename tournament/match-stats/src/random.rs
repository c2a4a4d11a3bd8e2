//! Random numbers for resampling and for simulations.

use rand_pcg::rand_core::Rng;

const FRACTION_BITS: u32 = 53;

/// Uniform on [0, 1).
pub fn uniform(random: &mut impl Rng) -> f64 {
    (random.next_u64() >> (u64::BITS - FRACTION_BITS)) as f64 / (1_u64 << FRACTION_BITS) as f64
}

/// Uniform on [0, `end`). (Lemire's multiplication without its
/// correction: the bias is below `end` / 2^64.)
pub fn below(random: &mut impl Rng, end: u64) -> u64 {
    ((u128::from(random.next_u64()) * u128::from(end)) >> u64::BITS) as u64
}
