//! By how much moves are searched deeper, or less deeply.

use shakmaty::{Role, Square};

use super::*;
use crate::game::Game;
use crate::params::Params;
use crate::search::material::Material;
use crate::tables::transposition::Transposition;

/// White can take the queen with the rook, and in no other way.
const ONE_CAPTURE: &str = "6k1/5ppp/8/3q4/8/8/5PPP/3R2K1 w - - 0 1";
/// White can take it with either rook.
const TWO_CAPTURES: &str = "6k1/5ppp/8/R2q4/8/8/5PPP/3R2K1 w - - 0 1";
const DEPTH: i32 = 6;

/// The extension of the capture by the rook on d1, of which the table knows that it wins the queen, in a search for `gain`
/// more than the position has.
fn extension(fen: &str, gain: i32, pv: bool, cut: bool, most_doubles: u8) -> SingularVerdict {
    let mut search = Search::new(Material, Transposition::with_bits(10));
    let mut params = Params::MICHNIEWSKI;
    params.singular.most_doubles = most_doubles;
    search.set_params(params);
    let (node, line) = Node::root(&search.evaluator, &Game::parse(fen).unwrap());
    search.line = line;
    search.root_depth = 10;
    let before = Score::from(search.static_eval(&node, None, 0).unwrap().value);
    let takes = EncodedMove::normal(Role::Rook, Square::D1, Square::D5, Some(Role::Queen));
    let entry = Entry {
        mv: PackedMove::of(takes),
        score: before.shifted(900),
        eval: None,
        depth: DEPTH - 2,
        bound: Bound::Lower,
    };
    let facts = NodeFacts {
        depth: DEPTH,
        pv,
        cut,
        improving: false,
        has_pieces: true,
        table_move: entry.mv,
        table_move_is_noisy: true,
        histories: search.history_context(&node),
    };
    let beta = before.shifted(gain);
    search.extension(&node, takes, Some(&entry), beta, &facts).unwrap()
}

fn plies(verdict: SingularVerdict) -> i32 {
    match verdict {
        SingularVerdict::Extend(plies) => plies,
        SingularVerdict::Enough(score) => panic!("{score:?} is enough"),
    }
}

#[test]
fn a_move_that_is_much_better_than_all_others_is_extended() {
    assert_eq!(plies(extension(ONE_CAPTURE, 2000, false, false, 6)), 2);
    // By one ply, where the exact score is wanted, and in a line that has been extended often enough.
    assert_eq!(plies(extension(ONE_CAPTURE, 2000, true, false, 6)), 1);
    assert_eq!(plies(extension(ONE_CAPTURE, 2000, false, false, 0)), 1);
}

#[test]
fn a_move_like_others_is_reduced_where_a_cut_is_expected() {
    assert_eq!(plies(extension(TWO_CAPTURES, 2000, false, false, 6)), 0);
    assert_eq!(plies(extension(TWO_CAPTURES, 2000, false, true, 6)), -1);
}

#[test]
fn two_moves_that_reach_beta_are_enough() {
    let verdict = extension(TWO_CAPTURES, 500, false, true, 6);
    assert!(matches!(verdict, SingularVerdict::Enough(score) if score.above(Score::DRAW) > 300));
    // One alone is not.
    assert_eq!(plies(extension(ONE_CAPTURE, 500, false, true, 6)), 2);
}

#[test]
fn an_evasion_is_extended_while_the_line_may_grow() {
    let game = Game::parse("4r1k1/5ppp/8/8/8/8/3P1PPP/R3K1NR w - - 0 1").unwrap();
    let mut search = Search::new(Material, Transposition::with_bits(10));
    let (node, _) = Node::root(&search.evaluator, &game);
    let facts = NodeFacts {
        depth: 1,
        pv: false,
        cut: false,
        improving: false,
        has_pieces: true,
        table_move: PackedMove::NONE,
        table_move_is_noisy: false,
        histories: search.history_context(&node),
    };
    let evasion = EncodedMove::normal(Role::Knight, Square::G1, Square::E2, None);
    for (root_depth, expected) in [(0, 0), (1, 1)] {
        search.root_depth = root_depth;
        let verdict = search.extension(&node, evasion, None, Score::DRAW, &facts);
        assert_eq!(plies(verdict.unwrap()), expected);
    }
}

#[test]
fn late_moves_are_reduced_by_what_is_known_of_them_and_of_the_node() {
    let search = Search::new(Material, Transposition::with_bits(10));
    let (node, _) = Node::root(&search.evaluator, &Game::default());
    let mv = EncodedMove::normal(Role::Knight, Square::G1, Square::F3, None);
    let usual = NodeFacts {
        depth: 10,
        pv: false,
        cut: false,
        improving: false,
        has_pieces: true,
        table_move: PackedMove::of(mv),
        table_move_is_noisy: false,
        histories: search.history_context(&node),
    };
    let reduction = |facts: &NodeFacts, history, moves| {
        search.late_move_reduction(mv, 10, LateMove { moves, history }, facts)
    };
    let plain = reduction(&usual, 0, 10);
    assert!(plain >= 3);
    let history = search.params.lmr.history;
    assert_eq!(reduction(&usual, history, 10), plain - 1);
    assert_eq!(reduction(&usual, -history, 10), plain + 1);
    for (facts, more) in [
        (NodeFacts { cut: true, ..usual }, search.params.lmr.cut),
        (NodeFacts { pv: true, ..usual }, -1),
        (NodeFacts { table_move_is_noisy: true, ..usual }, 1),
    ] {
        assert_eq!(reduction(&facts, 0, 10), plain + more);
    }
    // The first move is not, and of a search of at least two plies one remains.
    assert_eq!(reduction(&usual, 0, 0), 0);
    assert_eq!(reduction(&usual, -50 * history, 10), 8);
}
