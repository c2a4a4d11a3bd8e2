//! Games that go to other places.

use super::*;
use crate::schedule::ScheduledGame;

/// Swaps the first two games and has no place for the third, or for games of players other than "a" and "b".
struct Swap {
    third: bool,
}

impl Rearrangement for Swap {
    fn place_of(&self, index: usize) -> Option<ScheduledGame> {
        match index {
            0 | 1 => self.place(1 - index),
            _ => self.third.then(|| self.place(2))?,
        }
    }

    fn players_of(&self, index: usize) -> [String; 2] {
        ["a".to_owned(), format!("of {index}")]
    }

    fn place_between(&self, players: &[String; 2], opening: usize) -> Option<ScheduledGame> {
        let known = players[0] == "a" && players[1] == "of 2" && opening == 3;
        (self.third && known).then(|| self.place(2))?
    }
}

impl Swap {
    fn place(&self, index: usize) -> Option<ScheduledGame> {
        Some(ScheduledGame {
            index,
            white: 5,
            black: 6,
            pair: index / 2,
            opening: 3,
            time_control: 0,
        })
    }
}

#[test]
fn games_go_to_other_places_with_their_failures_or_are_set_aside_and_come_back() {
    let (folder, mut store) = fresh();
    let failed = |index: usize| GameRecord {
        termination: Termination::Failure(FailureKind::Crash),
        failure: Some(Failure {
            kind: FailureKind::Crash,
            detail: format!("of {index}"),
            log: vec!["last".to_owned()],
        }),
        ..game(index)
    };
    let before = [failed(0), game(1), failed(2)];
    for game in &before {
        store.insert(game).unwrap();
    }
    store.mark_complete().unwrap();
    let moved = |from: &GameRecord, to: usize| GameRecord {
        index: to,
        pair: to / 2,
        white: 5,
        black: 6,
        ..from.clone()
    };

    let rearranged = store.rearrange(&info("b"), &Swap { third: false }).unwrap();
    assert_eq!((rearranged.set_aside, rearranged.returned), (1, 0));
    assert_eq!(store.info().configuration, "b");
    assert!(!store.is_complete(store.count().unwrap()).unwrap());
    assert_eq!(all(&store), [moved(&before[1], 0), moved(&before[0], 1)]);

    let rearranged = store.rearrange(&info("c"), &Swap { third: true }).unwrap();
    assert_eq!((rearranged.set_aside, rearranged.returned), (0, 1));
    drop(store);
    let store = Store::open(folder.path(), &info("other")).unwrap();
    assert_eq!(store.info().configuration, "c");
    let after = [moved(&before[0], 0), moved(&before[1], 1), moved(&before[2], 2)];
    assert_eq!(all(&store), after);
}

#[test]
fn a_rearrangement_that_fails_changes_nothing() {
    /// Sends two games to one place.
    struct Clash;
    impl Rearrangement for Clash {
        fn place_of(&self, _: usize) -> Option<ScheduledGame> {
            Swap { third: true }.place(9)
        }
        fn players_of(&self, _: usize) -> [String; 2] {
            Default::default()
        }
        fn place_between(&self, _: &[String; 2], _: usize) -> Option<ScheduledGame> {
            None
        }
    }
    let (_folder, mut store) = fresh();
    let before = [game(0), game(1)];
    for game in &before {
        store.insert(game).unwrap();
    }
    store.rearrange(&info("b"), &Clash).unwrap_err();
    assert_eq!(store.info().configuration, "a");
    assert_eq!(all(&store), before);
}
