//! Polyglot books, as they are and repaired: random bytes never hit the keys of positions, or their order.

use std::sync::LazyLock;

use openings::check::check as counted;
use openings::{DrawRequest, Order, Source, draw};
use shakmaty::zobrist::Zobrist64;
use shakmaty::{Chess, EnPassantMode, Position};

/// The size of an entry in bytes, and that of its key.
const ENTRY: usize = 16;
const KEY: usize = 8;

/// Half-moves of the lines that are drawn.
const PLIES: u32 = 5;

/// Keys that a repaired book may have: those of the positions within two half-moves.
static KEYS: LazyLock<Vec<[u8; KEY]>> = LazyLock::new(|| {
    let start = Chess::default();
    let mut positions = vec![start.clone()];
    for depth in [1, 2] {
        let last: Vec<Chess> = positions.iter().rev().take(20 * depth).cloned().collect();
        for position in last {
            positions.extend(position.legal_moves().into_iter().map(|mv| {
                let mut after = position.clone();
                after.play_unchecked(mv);
                after
            }));
        }
    }
    let key = |position: &Chess| {
        let Zobrist64(key) = position.zobrist_hash(EnPassantMode::PseudoLegal);
        key.to_be_bytes()
    };
    positions.iter().map(key).collect()
});

/// Draws from both books.
pub fn check(input: &[u8]) {
    drawn(input);
    drawn(&repaired(input));
}

/// Whole entries, sorted, with small key numbers replaced by keys of positions.
fn repaired(input: &[u8]) -> Vec<u8> {
    let (entries, _) = input.as_chunks::<ENTRY>();
    let mut entries: Vec<[u8; ENTRY]> = entries.to_vec();
    for entry in &mut entries {
        let number = usize::from(entry[0]);
        if number < 240 {
            entry[..KEY].copy_from_slice(&KEYS[number % KEYS.len()]);
        }
    }
    entries.sort_unstable();
    entries.concat()
}

/// Drawn openings are distinct, and the same when read twice.
fn drawn(bytes: &[u8]) {
    let path = crate::scratch::file("book.bin", bytes);
    for (order, needed, start) in
        [(Order::Sequential, 3, 1), (Order::Sequential, 2, 2), (Order::Random, 1, 1)]
    {
        let Ok(source) = openings::open(&path, &openings::ReadOptions::default()) else {
            return;
        };
        let request = DrawRequest {
            needed,
            order,
            seed: 1,
            start,
            plies: Some(PLIES),
            skip_bad: false,
            wrap: false,
        };
        let Ok(drawn) = draw(&source, &request) else {
            continue;
        };
        assert_eq!(drawn.len(), needed);
        let mut ends: Vec<Chess> = Vec::new();
        for number in 0..needed {
            let opening = drawn.opening(number).expect("it has just been drawn");
            assert_eq!(opening.already_over(), None);
            assert!(opening.moves.len() <= PLIES as usize && !ends.contains(&opening.position()));
            ends.push(opening.position());
        }
    }
    if let Ok(source @ Source::Polyglot(_)) =
        openings::open(&path, &openings::ReadOptions::default())
        && let Ok(counts) = counted(&source, false, || {})
    {
        assert!(counts.doubles <= counts.openings);
    }
}
