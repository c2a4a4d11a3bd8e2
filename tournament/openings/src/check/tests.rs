use std::fs;
use std::path::Path;

use super::super::{ReadOptions, open};
use super::*;

fn checked(name: &str, text: &str, sample: (usize, u64)) -> BookCheck {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    fs::write(&path, text).unwrap();
    check(&open(Path::new(&path), &ReadOptions::default()).unwrap(), 4, true, sample, || {})
        .unwrap()
}

const GAMES: &str = "\
1. e4 e5 *\n\n1. e3 e5 2. e4 *\n\n1. e4 c5 2. Nf3 e6 3. Bc4 a6 4. O-O *\n\n1. e4 d5 2. exd5 Qxd5 *\n\n\
1. e4 d5 2. exd5 *\n\n1. e4 e5 2. Ke2 *\n\n1. Nf3 Nf6 2. Rg1 g6 3. Rh1 Bg7 4. e4 O-O *\n\n\
1. Nf3 Nf6 2. Nc3 Nc6 3. e4 e5 *\n\n1. e4 e5 2. Nf3 Nc6 3. Nc3 Nf6 *\n";

#[test]
fn a_book_is_counted() {
    let Counts {
        openings,
        skipped,
        complete,
        doubles,
        plies,
        black_to_move,
        cannot_castle,
        captures,
        unequal_material,
        with_eco,
        eco_codes,
        eco_volumes,
    } = checked("b.pgn", GAMES, (0, 1)).counts;
    assert_eq!((openings, skipped, complete, doubles), (9, 0, true, 1));
    let lengths = [(2, 1), (3, 3), (4, 1), (6, 2), (7, 1), (8, 1)];
    assert_eq!(plies, BTreeMap::from(lengths));
    assert_eq!(black_to_move, 4);
    // The king that went to e2; Rg1 and back leaves the other wing.
    assert_eq!(cannot_castle, 1);
    assert_eq!((captures, unequal_material), (2, 1));
    assert_eq!(with_eco, 9);
    let volumes: usize = eco_volumes.values().sum();
    assert_eq!((volumes, eco_volumes[&'B']), (9, 3));
    assert!((4..9).contains(&eco_codes), "{eco_codes}");
}

#[test]
fn a_position_without_its_moves_shows_who_has_castled() {
    let text = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -\nr4rk1/8/8/8/8/8/8/1KR5 w - -\n\
                r3k2r/8/8/8/8/8/8/R4RK1 w - -\n5rk1/8/8/8/8/8/6K1/R6R w - -\n";
    let counts = checked("b.epd", text, (0, 1)).counts;
    assert_eq!((counts.openings, counts.cannot_castle), (4, 2));
    assert_eq!((counts.with_eco, counts.plies[&0]), (0, 4));
}

#[test]
fn the_sample_is_of_the_seed_and_of_all_openings() {
    let key = |checked: BookCheck| -> Vec<Key> { checked.sample.iter().map(Key::of).collect() };
    let all = key(checked("b.pgn", GAMES, (20, 1)));
    assert_eq!(all.len(), 9);
    let mut drawn = HashSet::new();
    for seed in 0..40 {
        let sample = key(checked("b.pgn", GAMES, (3, seed)));
        assert_eq!(sample, key(checked("b.pgn", GAMES, (3, seed))));
        assert_eq!(sample.len(), 3);
        drawn.extend(sample);
    }
    assert_eq!(drawn, all.into_iter().collect());
}

#[test]
fn bad_openings_are_passed_over_and_counted() {
    let text = GAMES.to_owned() + "\n1. e5 *\n\n1. e4 -- *\n\n1. f4 oops *\n";
    let counts = checked("b.pgn", &text, (0, 1)).counts;
    assert_eq!((counts.openings, counts.skipped), (9, 3));
}
