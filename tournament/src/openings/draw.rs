//! Which openings are played.

use std::collections::HashSet;

use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::{Rng, SeedableRng};
use shakmaty::Chess;
use shakmaty::fen::Fen;

use super::{Opening, OpeningError, Order};

/// The openings of a tournament.
#[derive(Debug, Clone)]
pub struct Drawn {
    /// The openings, all different, in the order of play.
    pub openings: Vec<Opening>,
    /// How many different ones there were to draw from.
    pub distinct: usize,
    /// How many were dropped because they reach a position that an earlier one reaches.
    pub duplicates: usize,
}

/// Draws `needed` different openings. Two are the same if the games from them start from the same
/// position, however they got there.
///
/// A draw depends on the openings, the order and the seed alone, and more openings drawn from the
/// same file begin with the same ones.
///
/// # Errors
/// [`OpeningError::TooFew`]: a pairing that repeats an opening would repeat its game.
pub fn draw(
    openings: Vec<Opening>,
    needed: usize,
    order: Order,
    seed: u64,
) -> Result<Drawn, OpeningError> {
    let total = openings.len();
    let mut seen: HashSet<Chess> = HashSet::with_capacity(total);
    let mut openings: Vec<Opening> = openings
        .into_iter()
        .filter(|opening| seen.insert(opening.position()))
        .collect();
    let distinct = openings.len();
    let duplicates = total - distinct;
    if distinct < needed {
        return Err(OpeningError::TooFew {
            needed,
            found: distinct,
            duplicates,
        });
    }
    if order == Order::Random {
        shuffle_front(&mut openings, needed, seed);
    }
    openings.truncate(needed);
    Ok(Drawn {
        openings,
        distinct,
        duplicates,
    })
}

/// The first `count` steps of a Fisher-Yates shuffle. Written out, so that the same seed draws the
/// same openings whatever becomes of the random crates' own shuffles.
fn shuffle_front<T>(items: &mut [T], count: usize, seed: u64) {
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    for i in 0..count {
        let j = i + below(&mut random, items.len() - i);
        items.swap(i, j);
    }
}

/// A number below `bound` by multiply and shift. (Lemire, "Fast random integer generation in an
/// interval", 2019; the bias of leaving out the rejection is below bound / 2^64.)
fn below(random: &mut Pcg64Mcg, bound: usize) -> usize {
    let product = u128::from(random.next_u64()) * bound as u128;
    // Less than the bound, so it fits.
    (product >> 64) as usize
}

/// A number that identifies a list of openings: start positions and moves, not names. A run that
/// goes on can tell by it that its book has changed. (FNV-1a, 64 bits.)
#[must_use]
pub fn fingerprint(openings: &[Opening]) -> u64 {
    const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0100_0000_01b3;
    let mut hash = OFFSET;
    for opening in openings {
        let fen = Fen::from_position(&opening.start, shakmaty::EnPassantMode::Legal);
        let text = format!("{fen} {}\n", opening.uci_moves().join(" "));
        for byte in text.bytes() {
            hash = (hash ^ u64::from(byte)).wrapping_mul(PRIME);
        }
    }
    hash
}

#[cfg(test)]
mod tests {
    use shakmaty::Position;

    use super::*;

    /// The twenty openings of one move.
    fn twenty() -> Vec<Opening> {
        let start = Chess::default();
        let moves = start.legal_moves();
        let opening = |mv| Opening {
            name: String::new(),
            start: start.clone(),
            moves: vec![mv],
        };
        moves.into_iter().map(opening).collect()
    }

    fn firsts(drawn: &Drawn) -> Vec<String> {
        drawn.openings.iter().flat_map(Opening::uci_moves).collect()
    }

    #[test]
    fn sequential_takes_the_first() {
        let all = twenty();
        let drawn = draw(all.clone(), 5, Order::Sequential, 9).unwrap();
        assert_eq!(drawn.openings, all[..5]);
    }

    #[test]
    fn random_is_a_stable_function_of_the_seed() {
        let five = draw(twenty(), 5, Order::Random, 1).unwrap();
        assert_eq!(firsts(&five), ["b1c3", "d2d3", "c2c4", "h2h4", "b2b4"]);
        let ten = draw(twenty(), 10, Order::Random, 1).unwrap();
        assert_eq!(ten.openings[..5], five.openings);
        let other = draw(twenty(), 5, Order::Random, 2).unwrap();
        assert_ne!(other.openings, five.openings);
        let mut all = firsts(&draw(twenty(), 20, Order::Random, 3).unwrap());
        all.sort();
        all.dedup();
        assert_eq!(all.len(), 20);
    }

    #[test]
    fn every_opening_has_the_same_chance() {
        let mut counts = [0_u32; 5];
        for seed in 0..5000 {
            let mut items = [0, 1, 2, 3, 4];
            shuffle_front(&mut items, 1, seed);
            counts[items[0]] += 1;
        }
        // Five standard deviations of a binomial count: sqrt(5000 * 0.2 * 0.8) = 28.
        assert!(
            counts.iter().all(|&c| (860..=1140).contains(&c)),
            "{counts:?}"
        );
    }

    #[test]
    fn duplicates_are_dropped_and_counted() {
        let mut openings = twenty();
        let transposed = Opening {
            name: "the same position".to_owned(),
            start: openings[3].position(),
            moves: Vec::new(),
        };
        openings.insert(5, transposed);
        openings.push(openings[0].clone());
        let drawn = draw(openings.clone(), 20, Order::Sequential, 1).unwrap();
        assert_eq!((drawn.distinct, drawn.duplicates), (20, 2));
        assert_eq!(drawn.openings, twenty());
        let error = draw(openings, 21, Order::Random, 1)
            .unwrap_err()
            .to_string();
        assert!(
            error.starts_with("21 different openings are needed and there are only 20 (2 more")
        );
        assert!(error.contains("run.pairs to 20"), "{error}");
    }

    #[test]
    fn fingerprints_tell_moves_and_order() {
        let all = twenty();
        assert_eq!(fingerprint(&all), fingerprint(&twenty()));
        assert_ne!(fingerprint(&all), fingerprint(&all[1..]));
        let mut swapped = all.clone();
        swapped.swap(0, 1);
        assert_ne!(fingerprint(&all), fingerprint(&swapped));
        let mut renamed = all.clone();
        renamed[0].name = "x".to_owned();
        assert_eq!(fingerprint(&all), fingerprint(&renamed));
    }
}
