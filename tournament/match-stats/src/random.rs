//! Random numbers for resampling and for simulations.

use rand_pcg::rand_core::Rng;

/// Bits of a double's fraction.
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

#[cfg(test)]
mod tests {
    use rand_pcg::Pcg64Mcg;
    use rand_pcg::rand_core::SeedableRng;

    use super::*;

    #[test]
    fn every_number_is_drawn_about_as_often() {
        let mut random = Pcg64Mcg::seed_from_u64(1);
        let mut seen = [0; 10];
        for _ in 0..10_000 {
            seen[below(&mut random, 10) as usize] += 1;
            seen[(10.0 * uniform(&mut random)) as usize] += 1;
        }
        // 2,000 each, with a standard deviation of 42.
        assert!(seen.iter().all(|times| (1_800..2_200).contains(times)), "{seen:?}");
    }
}
