use super::*;

fn entry(depth: i32, score: Score) -> Entry {
    Entry {
        mv: PackedMove::NONE,
        score,
        eval: Some(Value::clamped(-35)),
        depth,
        bound: Bound::Lower,
    }
}

#[test]
fn only_stored_entries_are_found() {
    let mut table = Transposition::with_bits(10);
    table.store(12345, 3, entry(7, Score::mate_in(9)));
    let found = table.probe(12345, 5).unwrap();
    assert_eq!(found.score, Score::mate_in(11));
    assert_eq!((found.depth, found.bound), (7, Bound::Lower));
    assert_eq!(found.eval, Some(Value::clamped(-35)));
    assert!(table.probe(12346, 5).is_none());
    table.clear();
    assert!(table.probe(12345, 5).is_none());
}

#[test]
fn a_clone_shares_the_entries() {
    let mut table = Transposition::with_bits(10);
    let shared = table.clone();
    shared.store(12345, 0, entry(7, Score::DRAW));
    assert!(table.probe(12345, 0).is_some());
    table.clear();
    assert!(shared.probe(12345, 0).is_none());
}

#[test]
fn a_full_cluster_gives_up_its_oldest_and_shallowest() {
    let mut table = Transposition::with_clusters(1);
    for key in 1..=4 {
        table.store(key, 0, entry(10 - key as i32, Score::DRAW));
    }
    table.age();
    table.store(5, 0, entry(1, Score::DRAW));
    assert!(table.probe(4, 0).is_none());
    assert!((1..=3).all(|key| table.probe(key, 0).is_some()));
}

#[test]
fn an_entry_that_is_looked_up_is_as_good_as_new() {
    let mut table = Transposition::with_clusters(1);
    for key in 1..=4 {
        table.store(key, 0, entry(10 - key as i32, Score::DRAW));
    }
    table.age();
    let before = table.probe(4, 0).unwrap();
    table.store(5, 0, entry(1, Score::DRAW));
    assert!(table.probe(3, 0).is_none());
    let after = table.probe(4, 0).unwrap();
    assert_eq!(format!("{after:?}"), format!("{before:?}"));
    assert_eq!(after.depth, 6);
}
