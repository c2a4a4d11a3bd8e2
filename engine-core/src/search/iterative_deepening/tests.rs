//! Results that an iteration leaves to the next one, and a search to the game's next.

use shakmaty::{Role, Square};

use super::*;
use crate::search::material::Material;
use crate::tables::transposition::Transposition;

/// White can take a pawn with the rook, or lose it.
const FEN: &str = "6k1/p4ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";

fn search() -> Search<Material> {
    Search::new(Material, Transposition::with_bits(12))
}

#[test]
fn moves_that_took_longer_come_first() {
    let mut search = search();
    let game = Game::parse(FEN).unwrap();
    let limits = Limits::depth(5);
    let node = search.prepare(&game, &limits);
    let mut moves = root_moves(&game, &limits);
    let mut found = IterationResult { depth: 0, score: Score::DRAW, choice: None };
    search.deepen(&node, &mut moves, &mut found, &limits, &mut |_| {});
    let nodes: Vec<u64> = moves.iter().map(|mv| mv.nodes).collect();
    assert!(nodes[1..].is_sorted_by(|one, next| one >= next), "{nodes:?}");
    assert_eq!(nodes.iter().sum::<u64>(), search.nodes);
}

#[test]
fn the_root_is_in_the_table_unless_some_of_its_moves_are_left_out() {
    let mut search = search();
    let game = Game::parse(FEN).unwrap();
    let outcome = search.go(&game, &Limits::depth(5), |_| {});
    let (node, _) = Node::root(&Material, &game);
    let key = search.table_key(&node);
    let entry = search.table.probe(key, 0).unwrap();
    assert_eq!((entry.depth, entry.bound), (5, Bound::Exact));
    assert_eq!(entry.score, outcome.score);
    let best: EncodedMove = outcome.best.unwrap().into();
    assert_eq!(entry.mv, PackedMove::of(best));

    search.clear();
    let some = Limits { search_moves: vec![outcome.best.unwrap()], ..Limits::depth(5) };
    search.go(&game, &some, |_| {});
    let entry = search.table.probe(key, 0);
    assert!(entry.is_none_or(|entry| entry.bound != Bound::Exact));
}

#[test]
fn the_last_moves_of_the_game_precede_the_root() {
    let game = Game::parse("startpos moves e2e4 e7e5 g1f3").unwrap();
    let normal = |role, from, to| EncodedMove::normal(role, from, to, None);
    let knight = normal(Role::Knight, Square::G1, Square::F3);
    let pawn = normal(Role::Pawn, Square::E7, Square::E5);
    let expected =
        [PieceTo::of(shakmaty::Color::White, knight), PieceTo::of(shakmaty::Color::Black, pawn)];
    assert!(last_moves(&game).take(2).eq(expected));
    let mut search = search();
    search.prepare(&game, &Limits::depth(1));
    let [knight, pawn] = expected;
    assert_eq!(search.stack.previous_moves(0), [knight, pawn, PieceTo::NONE]);
    assert_eq!(search.stack.previous_moves(1)[1], knight);
    assert_eq!(search.stack.previous_moves(3)[2], knight);
    assert_eq!(search.stack.moved_before(0, 4), PieceTo::NONE);
    // A game that begins here has no moves before.
    search.prepare(&Game::parse(FEN).unwrap(), &Limits::depth(1));
    assert_eq!(search.stack.previous_moves(0), [PieceTo::NONE; 3]);
}
