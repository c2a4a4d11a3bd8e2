//! ProbCut on its own: which captures answer a node, and what the table learns of it.

use shakmaty::{Role, Square};

use super::*;
use crate::game::Game;
use crate::params::{Params, ProbCut};
use crate::search::material::Material;
use crate::tables::transposition::Transposition;

/// White, to move and as strong as Black, can take the queen with the knight.
const WINS_A_QUEEN: &str = "6k1/ppq2ppp/8/3N4/8/8/PPP2PPP/3R2K1 w - - 0 1";
/// Here the king takes the knight in turn.
const WINS_A_QUEEN_FOR_A_KNIGHT: &str = "1k6/ppq2ppp/8/3N4/8/8/PPP2PPP/3R2K1 w - - 0 1";
const DEPTH: i32 = 6;

/// The result of pruning for a window that tests if White, to move in `fen`, gains `gain` in [`DEPTH`] plies, with what the
/// table then knows of the position and the nodes that it took.
fn pruned(
    fen: &str,
    gain: i32,
    known: Option<Entry>,
    change: impl FnOnce(&mut ProbCut),
) -> (Option<Score>, Option<Entry>, u64) {
    let mut search = Search::new(Material, Transposition::with_bits(10));
    let mut params = Params::MICHNIEWSKI;
    params.prob_cut = ProbCut { min_depth: 5, reduction: 4, margin: 100 };
    change(&mut params.prob_cut);
    search.set_params(params);
    let (node, line) = Node::root(&search.evaluator, &Game::parse(fen).unwrap());
    search.line = line;
    let eval = search.static_eval(&node, None, 0).unwrap();
    let task = ZeroWindow::new(Score::from(eval.value).shifted(gain), DEPTH, false);
    let score = search.node_pruning(&node, known.as_ref(), (eval, eval.value), false, task);
    let key = search.table_key(&node);
    (score.unwrap(), search.table.probe(key, 0), search.nodes)
}

#[test]
fn a_capture_that_reaches_more_than_beta_in_fewer_plies_answers() {
    let (score, entry, nodes) = pruned(WINS_A_QUEEN, 700, None, |_| {});
    let enough = Score::from(Value::clamped(800));
    assert!(score.unwrap() >= enough && nodes > 1);
    let entry = entry.unwrap();
    let [from, to] = [Square::D5, Square::C7];
    let takes = EncodedMove::normal(Role::Knight, from, to, Some(Role::Queen));
    assert_eq!((entry.mv, entry.bound), (PackedMove::of(takes), Bound::Lower));
    // The capture, and four plies less than were requested.
    assert_eq!((Some(entry.score), entry.depth), (score, 1 + DEPTH - 4));
}

#[test]
fn beta_alone_is_not_enough() {
    let answers = |gain| pruned(WINS_A_QUEEN_FOR_A_KNIGHT, gain, None, |_| {}).0;
    assert!(answers(470).is_some());
    assert_eq!(answers(510), None);
    let wider = |params: &mut ProbCut| params.margin = 140;
    assert_eq!(pruned(WINS_A_QUEEN_FOR_A_KNIGHT, 470, None, wider).0, None);
}

#[test]
fn shallow_nodes_are_searched_in_full() {
    let later = |params: &mut ProbCut| params.min_depth = DEPTH + 1;
    let (score, entry, nodes) = pruned(WINS_A_QUEEN, 700, None, later);
    assert_eq!((score, entry.is_none(), nodes), (None, true, 0));
}

#[test]
fn a_window_out_of_reach_by_the_table_is_not_tried() {
    let known = |depth, score| Entry {
        mv: PackedMove::NONE,
        score: Score::from(Value::clamped(score)),
        eval: None,
        depth,
        bound: Bound::Upper,
    };
    let result = |known| pruned(WINS_A_QUEEN, 700, Some(known), |_| {});
    let (score, _, nodes) = result(known(3, 799));
    assert_eq!((score, nodes), (None, 0));
    // Known of fewer plies, or so high, it proves nothing.
    assert!(result(known(2, 799)).0.is_some() && result(known(3, 800)).0.is_some());
}

#[test]
fn the_number_of_moves_grows_with_the_depth_and_where_the_side_is_improving() {
    let search = Search::new(Material, Transposition::with_bits(10));
    for (depth, improving, moves) in
        [(1, false, 2), (1, true, 4), (3, false, 6), (3, true, 12), (6, false, 19)]
    {
        assert!(search.comes_late(depth, moves, improving));
        assert!(!search.comes_late(depth, moves - 1, improving));
    }
}
