//! The parts of the search on their own, with an evaluator that counts material.

use shakmaty::{Color, Role, Square};

use super::depth::{LateMove, SingularVerdict, ZeroWindow};
use super::iterative_deepening::{last_moves, root_moves};
use super::report::IterationResult;
use super::*;
use crate::game::Game;
use crate::params::ProbCut;
use crate::position::Position;
use crate::score::{Score, Value};
use crate::tables::transposition::{Bound, Entry, PackedMove};
use crate::testkit::Toy;

fn search(change: impl FnOnce(&mut Params)) -> Search<Toy> {
    let mut search = Search::new(Toy(0), Transposition::with_bits(12));
    let mut params = Params::MICHNIEWSKI;
    change(&mut params);
    search.set_params(params);
    search
}

fn root(search: &mut Search<Toy>, fen: &str) -> Node<()> {
    let (node, line) = Node::root(&Toy(0), &Game::parse(fen).unwrap());
    search.line = line;
    node
}

/// A node of the zero window about which nothing special is known.
fn facts(search: &Search<Toy>, node: &Node<()>, depth: i32) -> NodeFacts {
    NodeFacts { pv: false, ..search.root_facts(node, depth) }
}

const DEPTH: i32 = 6;
/// White can take the queen with the rook, and in no other way.
const ONE_CAPTURE: &str = "6k1/5ppp/8/3q4/8/8/5PPP/3R2K1 w - - 0 1";
/// White can take it with either rook.
const TWO_CAPTURES: &str = "6k1/5ppp/8/R2q4/8/8/5PPP/3R2K1 w - - 0 1";

/// The extension of the capture by the rook on d1, of which the table knows that it wins the queen, in a search for `gain`
/// more than the position has.
fn extension(fen: &str, gain: i32, pv: bool, cut: bool, most_doubles: u8) -> SingularVerdict {
    let mut search = search(|params| params.singular.most_doubles = most_doubles);
    let node = root(&mut search, fen);
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
    let facts = NodeFacts { pv, cut, table_move: entry.mv, table_move_is_noisy: true, ..facts(&search, &node, DEPTH) };
    search.extension(&node, takes, Some(&entry), before.shifted(gain), &facts).unwrap()
}

#[test]
fn a_table_move_is_extended_or_reduced_by_what_the_others_reach() {
    for (fen, gain, pv, cut, most_doubles, plies) in [
        // Much better than all others: two plies.
        (ONE_CAPTURE, 2000, false, false, 6, 2),
        // By one ply, where the exact score is wanted, and in a line that has been extended often enough.
        (ONE_CAPTURE, 2000, true, false, 6, 1),
        (ONE_CAPTURE, 2000, false, false, 0, 1),
        // Like others, and reduced where a cut is expected.
        (TWO_CAPTURES, 2000, false, false, 6, 0),
        (TWO_CAPTURES, 2000, false, true, 6, -1),
        // One move alone that reaches beta is not enough.
        (ONE_CAPTURE, 500, false, true, 6, 2),
    ] {
        let verdict = extension(fen, gain, pv, cut, most_doubles);
        assert!(matches!(verdict, SingularVerdict::Extend(found) if found == plies), "{verdict:?}");
    }
    let two = extension(TWO_CAPTURES, 500, false, true, 6);
    assert!(matches!(two, SingularVerdict::Enough(score) if score.above(Score::DRAW) > 300));
}

#[test]
fn an_evasion_is_extended_while_the_line_may_grow() {
    let mut search = search(|_| {});
    let node = root(&mut search, "4r1k1/5ppp/8/8/8/8/3P1PPP/R3K1NR w - - 0 1");
    let facts = facts(&search, &node, 1);
    let evasion = EncodedMove::normal(Role::Knight, Square::G1, Square::E2, None);
    for (root_depth, expected) in [(0, 0), (1, 1)] {
        search.root_depth = root_depth;
        let verdict = search.extension(&node, evasion, None, Score::DRAW, &facts).unwrap();
        assert!(matches!(verdict, SingularVerdict::Extend(plies) if plies == expected));
    }
}

#[test]
fn late_moves_are_reduced_by_what_is_known_of_them_and_of_the_node() {
    let mut search = search(|_| {});
    let node = root(&mut search, "startpos");
    let mv = EncodedMove::normal(Role::Knight, Square::G1, Square::F3, None);
    let usual = NodeFacts { table_move: PackedMove::of(mv), ..facts(&search, &node, 10) };
    let reduction =
        |facts: &NodeFacts, history, moves| search.late_move_reduction(mv, 10, LateMove { moves, history }, facts);
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

/// White can take a pawn with the rook, or lose it.
const PAWN: &str = "6k1/p4ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";

#[test]
fn moves_that_took_longer_come_first() {
    let mut search = search(|_| {});
    let game = Game::parse(PAWN).unwrap();
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
fn the_last_moves_of_the_game_precede_the_root() {
    let game = Game::parse("startpos moves e2e4 e7e5 g1f3").unwrap();
    let normal = |role, from, to| EncodedMove::normal(role, from, to, None);
    let knight = PieceTo::of(Color::White, normal(Role::Knight, Square::G1, Square::F3));
    let pawn = PieceTo::of(Color::Black, normal(Role::Pawn, Square::E7, Square::E5));
    assert!(last_moves(&game).take(2).eq([knight, pawn]));
    let mut search = search(|_| {});
    search.prepare(&game, &Limits::depth(1));
    assert_eq!(search.stack.previous_moves(0), [knight, pawn, PieceTo::NONE]);
    assert_eq!(search.stack.previous_moves(1)[1], knight);
    assert_eq!(search.stack.previous_moves(3)[2], knight);
    assert_eq!(search.stack.moved_before(0, 4), PieceTo::NONE);
    // A game that begins here has no moves before.
    search.prepare(&Game::parse(PAWN).unwrap(), &Limits::depth(1));
    assert_eq!(search.stack.previous_moves(0), [PieceTo::NONE; 3]);
}

/// White, to move and as strong as Black, can take the queen with the knight.
const WINS_A_QUEEN: &str = "6k1/ppq2ppp/8/3N4/8/8/PPP2PPP/3R2K1 w - - 0 1";
/// Here the king takes the knight in turn.
const WINS_A_QUEEN_FOR_A_KNIGHT: &str = "1k6/ppq2ppp/8/3N4/8/8/PPP2PPP/3R2K1 w - - 0 1";

/// The result of pruning for a window that tests if White, to move in `fen`, gains `gain` in [`DEPTH`] plies, with what the
/// table then knows of the position and the nodes that it took.
fn pruned(
    fen: &str,
    gain: i32,
    known: Option<Entry>,
    change: impl FnOnce(&mut ProbCut),
) -> (Option<Score>, Option<Entry>, u64) {
    let mut search = search(|params| {
        params.prob_cut = ProbCut { min_depth: 5, reduction: 4, margin: 100 };
        change(&mut params.prob_cut);
    });
    let node = root(&mut search, fen);
    let eval = search.static_eval(&node, None, 0).unwrap();
    let task = ZeroWindow::new(Score::from(eval.value).shifted(gain), DEPTH, false);
    let score = search.node_pruning(&node, known.as_ref(), (eval, eval.value), false, task);
    let key = search.table_key(&node);
    (score.unwrap(), search.table.probe(key, 0), search.nodes)
}

#[test]
fn a_capture_that_reaches_more_than_beta_in_fewer_plies_answers() {
    let (score, entry, nodes) = pruned(WINS_A_QUEEN, 700, None, |_| {});
    assert!(score.unwrap() >= Score::from(Value::clamped(800)) && nodes > 1);
    let entry = entry.unwrap();
    let takes = EncodedMove::normal(Role::Knight, Square::D5, Square::C7, Some(Role::Queen));
    assert_eq!((entry.mv, entry.bound), (PackedMove::of(takes), Bound::Lower));
    // The capture, and four plies less than were requested.
    assert_eq!((Some(entry.score), entry.depth), (score, 1 + DEPTH - 4));
    // Beta alone is not enough.
    let answers = |gain, margin| {
        let wider = |params: &mut ProbCut| params.margin = margin;
        pruned(WINS_A_QUEEN_FOR_A_KNIGHT, gain, None, wider).0
    };
    assert!(answers(470, 100).is_some());
    assert_eq!([answers(510, 100), answers(470, 140)], [None; 2]);
    // Shallow nodes are searched in full.
    let later = |params: &mut ProbCut| params.min_depth = DEPTH + 1;
    let (score, entry, nodes) = pruned(WINS_A_QUEEN, 700, None, later);
    assert_eq!((score, entry.is_none(), nodes), (None, true, 0));
}

#[test]
fn a_capture_that_a_reduced_search_refutes_does_not_answer() {
    // The knight wins the queen, and then the pawn forks the rooks.
    let fork = "6k1/ppq1bpp1/7p/3N4/4p3/8/PPPR1RPP/6K1 w - - 0 1";
    assert_eq!(pruned(fork, 760, None, |_| {}).0, None);
    let unverified = |params: &mut ProbCut| params.reduction = DEPTH;
    assert!(pruned(fork, 760, None, unverified).0.is_some());
}

#[test]
fn a_window_out_of_reach_by_the_table_is_not_tried() {
    let result = |depth, score| {
        let known = Entry {
            mv: PackedMove::NONE,
            score: Score::from(Value::clamped(score)),
            eval: None,
            depth,
            bound: Bound::Upper,
        };
        pruned(WINS_A_QUEEN, 700, Some(known), |_| {})
    };
    let (score, _, nodes) = result(3, 799);
    assert_eq!((score, nodes), (None, 0));
    // Known of fewer plies, or so high, it proves nothing.
    assert!(result(2, 799).0.is_some() && result(3, 800).0.is_some());
}

#[test]
fn the_number_of_moves_grows_with_the_depth_and_where_the_side_is_improving() {
    let search = search(|_| {});
    for (depth, improving, moves) in [(1, false, 2), (1, true, 4), (3, false, 6), (3, true, 12), (6, false, 19)] {
        assert!(search.is_late(depth, moves, improving));
        assert!(!search.is_late(depth, moves - 1, improving));
    }
}

/// The roles of the pieces that are worth taking in `fen` if White, to move with nothing gained, is `behind` alpha, and by how
/// much the score of taking another is above standing pat. A capture may gain 100 centipawns beside the piece.
fn promising(fen: &str, behind: i32) -> (Vec<Role>, i32) {
    let search = search(|params| params.quiescence.delta = 100);
    let position = Position::from(Game::parse(fen).unwrap().position());
    let stand_pat = Score::DRAW;
    let (victims, hope) = search.promising_victims(&position, stand_pat, stand_pat.shifted(behind));
    let roles = victims.into_iter().filter_map(|square| position.board().role_at(square));
    let mut roles: Vec<Role> = roles.collect();
    roles.sort();
    (roles, hope.above(stand_pat))
}

#[test]
fn men_too_small_to_raise_alpha_are_left_out_and_bound_the_score() {
    let all_kinds = "rnbqk3/p7/8/8/8/8/PPPP4/RNBQK3 w - - 0 1";
    for behind in [99, 199] {
        assert_eq!(promising(all_kinds, behind), (Role::ALL.to_vec(), 0));
    }
    // What makes alpha and no more does not raise it. The king cannot be taken.
    for (smaller, worth) in [100, 320, 330, 500, 900].into_iter().enumerate() {
        let found = promising(all_kinds, 100 + worth);
        assert_eq!(found, (Role::ALL[smaller + 1..].to_vec(), 100 + worth));
    }
    // The last pieces are taken whatever they are worth: of three the queen is White's only hope.
    assert_eq!(promising("4k3/q6p/8/8/8/8/8/R3K3 w - - 0 1", 2100).0.len(), 3);
    assert_eq!(promising("4k3/q5pp/8/8/8/8/8/R3K3 w - - 0 1", 2100).0, [Role::King]);
}
