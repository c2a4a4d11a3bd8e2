//! The memory of the search.

use engine_core::score::{EVAL_MAX, MAX_PLY, Score, Value};
use engine_core::tables::evaluations::Evaluations;
use engine_core::tables::transposition::{Bound, Entry, PackedMove, Transposition};

fn score(centipawns: i32) -> Score {
    Value::clamped(centipawns).into()
}

#[test]
fn mates_are_counted_in_moves_and_survive_the_table_and_no_value_is_one() {
    for (score, moves) in [
        (Score::mate_in(1), Some(1)),
        (Score::mate_in(3), Some(2)),
        (Score::mated_in(2), Some(-1)),
        (Score::mated_in(4), Some(-2)),
        (Score::mate_in(MAX_PLY), Some(MAX_PLY as i32 / 2)),
        (score(12), None),
        (score(i32::MAX), None),
        ((Value::clamped(-40_000) + -40_000).into(), None),
    ] {
        assert_eq!(score.mate_moves(), moves, "{score:?}");
    }
    for ply in [0, 1, 17, MAX_PLY] {
        let mates = [Score::mate_in(ply + 3), Score::mated_in(ply + 4)];
        for score in mates.into_iter().chain([57, -EVAL_MAX].map(score)) {
            assert_eq!(Score::from_table(score.to_table(ply), ply), score);
        }
    }
}

fn entry(depth: i32, score: Score) -> Entry {
    let eval = Some(Value::clamped(-35));
    Entry { mv: PackedMove::NONE, score, eval, depth, bound: Bound::Lower }
}

#[test]
fn only_stored_entries_are_found_and_a_clone_shares_them() {
    let mut table = Transposition::with_bits(10);
    let shared = table.clone();
    shared.store(12345, 3, entry(7, Score::mate_in(9)));
    let found = table.probe(12345, 5).unwrap();
    assert_eq!(found.score, Score::mate_in(11));
    assert_eq!((found.depth, found.bound), (7, Bound::Lower));
    assert_eq!(found.eval, Some(Value::clamped(-35)));
    assert!(table.probe(12346, 5).is_none());
    table.clear();
    assert!(table.probe(12345, 5).is_none() && shared.probe(12345, 5).is_none());
}

/// A table of four entries with the keys 1 to 4, the first one the deepest, and a new search.
fn full() -> Transposition {
    let mut table = Transposition::with_bits(2);
    for key in 1..=4 {
        table.store(key, 0, entry(10 - key as i32, Score::DRAW));
    }
    table.age();
    table
}

#[test]
fn a_full_cluster_gives_up_its_oldest_and_shallowest() {
    let table = full();
    table.store(5, 0, entry(1, Score::DRAW));
    assert!(table.probe(4, 0).is_none());
    assert!((1..=3).all(|key| table.probe(key, 0).is_some()));
    // An entry that is looked up is as good as new.
    let table = full();
    let before = table.probe(4, 0).unwrap();
    table.store(5, 0, entry(1, Score::DRAW));
    assert!(table.probe(3, 0).is_none());
    let after = table.probe(4, 0).unwrap();
    assert_eq!(format!("{after:?}"), format!("{before:?}"));
    assert_eq!(after.depth, 6);
}

/// The value under `key`: -1 if there was none, and that is stored.
fn kept(table: &mut Evaluations, key: u64) -> i32 {
    table.get(key, || Value::clamped(-1)).cp()
}

#[test]
fn a_value_is_computed_once_whatever_it_is_and_keys_are_distinguished_by_each_bit() {
    let mut table = Evaluations::new(true);
    for (key, cp) in [(1 << 40, 7), (1 << 50 | 3, -EVAL_MAX), (9 << 60 | 5, EVAL_MAX)] {
        assert_eq!(table.get(key, || Value::clamped(cp)).cp(), cp);
        assert_eq!(kept(&mut table, key), cp);
    }
    table.clear();
    assert_eq!(kept(&mut table, 1 << 40), -1);
    for bit in 0..64 {
        let key = 0x0123_4567_89ab_cdef;
        table.clear();
        table.get(key, || Value::clamped(50));
        assert_eq!(kept(&mut table, key ^ 1 << bit), -1, "bit {bit}");
    }
    let mut without_room = Evaluations::new(false);
    without_room.get(1 << 40, || Value::clamped(50));
    assert_eq!(kept(&mut without_room, 1 << 40), -1);
}
