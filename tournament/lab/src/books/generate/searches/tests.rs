use std::fs;

use super::*;
use players::player::{Reply, Request};
use players::record::Failure;

const SEARCH: Search = Search {
    nodes: 10,
    moves: 2,
    judge_nodes: 20,
};

/// Finds the first legal moves, and counts how often it is asked.
struct Counting(usize);

impl Player for Counting {
    fn new_game(&mut self) -> Result<(), Failure> {
        Ok(())
    }

    fn think(&mut self, _: &Request<'_>) -> Result<Reply, Failure> {
        panic!("not asked")
    }

    fn best_moves(&mut self, game: &Game, _: u64, n: usize) -> Result<Vec<Choice>, Failure> {
        self.0 += 1;
        let moves = game.legal_moves().into_iter().take(n);
        let choice = |(index, mv)| Choice {
            mv,
            score: 7 - 9 * index as i32,
            expected: None,
        };
        Ok(moves.enumerate().map(choice).collect())
    }

    fn scale(&self) -> f64 {
        1.0
    }
}

fn asked(searches: &Searches, fen: &str, purpose: Purpose) -> (usize, Vec<Choice>) {
    let mut player = Counting(0);
    let position = position_from_fen(fen).unwrap();
    let choices = searches.find(&mut player, &position, purpose, "x").unwrap();
    (player.0, choices)
}

const FEN: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
const LATER: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 9 30";

#[test]
fn nothing_is_searched_twice_in_memory_or_from_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("b.searches");
    let searches = Searches::in_file(SEARCH, &path, "x").unwrap();
    let (times, first) = asked(&searches, FEN, Purpose::Propose);
    assert_eq!((times, first.len(), first[1].score), (1, 2, -2));
    assert_eq!(
        asked(&searches, LATER, Purpose::Propose),
        (0, first.clone())
    );
    assert_eq!(asked(&searches, FEN, Purpose::Judge).0, 1);
    drop(searches);
    // Cut off in the middle of its last line.
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, &text[..text.len() - 2]).unwrap();
    let searches = Searches::in_file(SEARCH, &path, "x").unwrap();
    assert_eq!(asked(&searches, FEN, Purpose::Propose), (0, first));
    assert_eq!(asked(&searches, FEN, Purpose::Judge).0, 1);
    drop(searches);
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
}

#[test]
fn searches_of_others_are_refused_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("b.searches");
    drop(Searches::in_file(SEARCH, &path, "x").unwrap());
    let text = fs::read_to_string(&path).unwrap();
    let other = Search {
        nodes: 11,
        ..SEARCH
    };
    for (search, engine) in [(SEARCH, "y"), (other, "x")] {
        let error = Searches::in_file(search, &path, engine).unwrap_err();
        assert!(error.to_string().contains("b.searches:1: "), "{error}");
    }
    for bad in ["X\tfen\te2e4 1", "P\tno fen\te2e4 1", "J\t"] {
        fs::write(&path, format!("{text}{bad}\n")).unwrap();
        let error = Searches::in_file(SEARCH, &path, "x").unwrap_err();
        assert!(error.to_string().contains("b.searches:2: "), "{error}");
    }
    let error = Searches::in_file(SEARCH, folder.path(), "x").unwrap_err();
    assert!(error.to_string().contains("permit writing"), "{error}");
}
