//! Mates that Black gives, in stores that counted them a move short.

use super::*;

/// A game in which these moves have these mates, as the store keeps them, from `start_fen` on.
fn with_mates(index: usize, start_fen: Option<&str>, mates: &[i32]) -> GameRecord {
    let mut game = game(index);
    let sample = game.moves[1].clone();
    let record =
        |&mate: &i32| MoveRecord { score: Some(MoveScore::Mate { mate }), ..sample.clone() };
    game.moves = mates.iter().map(record).collect();
    game.start_fen = start_fen.map(str::to_owned);
    game
}

fn mates(game: &GameRecord) -> Vec<i32> {
    let mate = |mv: &MoveRecord| match mv.score {
        Some(MoveScore::Mate { mate }) => mate,
        _ => panic!("no mate"),
    };
    game.moves.iter().map(mate).collect()
}

/// Black to move, and White after it.
const BLACK: &str = "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1";

/// Games of the second layout, with what is right: moves of White and Black in turn.
fn cases() -> [(GameRecord, Vec<i32>); 3] {
    [
        // Two moves of the book, and White moves.
        (with_mates(0, None, &[3, -4, -3, 0, 2, 5]), vec![3, -5, -3, -1, 2, 5]),
        (with_mates(1, Some(BLACK), &[0, 3, -1, -3]), vec![-1, 3, -2, -3]),
        // One move of the book, and Black moves.
        (
            GameRecord {
                book_moves: vec!["e2e4".to_owned()],
                ..with_mates(2, None, &[-63, 64, 1])
            },
            vec![-64, 64, 1],
        ),
    ]
}

/// A store of the second layout with the cases in it.
fn old(folder: &Path) -> Vec<Vec<i32>> {
    let store = Store::open(folder, &info("a")).unwrap();
    for (game, _) in &cases() {
        store.insert(game).unwrap();
    }
    let pragma = store.connection.pragma_update(None, "user_version", 2);
    pragma.unwrap();
    cases().into_iter().map(|(_, right)| right).collect()
}

fn read(store: &Store) -> Vec<Vec<i32>> {
    all(store).iter().map(mates).collect()
}

fn version(store: &Store) -> i32 {
    let version = store.connection.pragma_query_value(None, "user_version", |row| row.get(0));
    version.unwrap()
}

#[test]
fn readers_correct_what_an_older_program_wrote() {
    let folder = tempfile::tempdir().unwrap();
    let right = old(folder.path());
    let reader = Store::open_read_only(folder.path()).unwrap();
    assert_eq!((read(&reader), version(&reader)), (right.clone(), 2));
    let one = reader.game(1).unwrap().unwrap();
    assert_eq!(mates(&one), right[1]);
    // A program that plays brings it up to date, once, under the reader's eyes.
    for _ in 0..2 {
        let store = open(&folder);
        assert_eq!((read(&store), version(&store)), (right.clone(), 3));
        assert_eq!(read(&reader), right);
    }
    let store = open(&folder);
    store.insert(&with_mates(7, None, &[1, -1])).unwrap();
    assert_eq!(read(&store)[3], [1, -1]);
}

#[test]
fn games_that_were_set_aside_are_corrected_too() {
    let folder = tempfile::tempdir().unwrap();
    let right = old(folder.path());
    let store = Store::open_read_only(folder.path()).unwrap();
    drop(store);
    let connection = Connection::open(folder.path().join(DATABASE)).unwrap();
    connection
        .execute_batch(
            "CREATE TABLE set_aside AS SELECT '' AS white_player, '' AS black_player, games.*, detail, log
            FROM games LEFT JOIN failures USING (game); DELETE FROM games;",
        )
        .unwrap();
    drop(connection);
    let store = open(&folder);
    let bring_back = "INSERT INTO games SELECT game, white, black, pair, opening, opening_name, eco, start_fen,
        book_moves, moves, lines, outcome, termination, started_ms, overhead_us, white_nodes, white_us, white_moves,
        black_nodes, black_us, black_moves FROM set_aside";
    store.connection.execute(bring_back, []).unwrap();
    assert_eq!(read(&store), right);
}
