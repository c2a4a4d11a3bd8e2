//! The cost of one evaluation, for every evaluator: incremental, and from scratch.
//!
//! Each iteration goes four times through 250 positions of games, so a time in microseconds reads as nanoseconds for
//! one position. The branch predictor cannot learn this many positions, and their nodes stay in the second-level cache;
//! those of a search are in the first.

use std::hint::black_box;
use std::sync::LazyLock;

use divan::Bencher;
use engine_core::evaluator::Evaluator;
use engine_core::game::Game;
use engine_core::node::Node;
use engine_core::options::Configure;
use engine_core::random::RandomGames;
use evaluators::registry::{self, Visitor};
use shakmaty::Move;

use lab::calibration::margins;

const POSITIONS: usize = 250;
const ROUNDS: usize = 4;

/// Positions of games with one legal move each, as a search would try it.
static STEPS: LazyLock<Vec<(Game, Move)>> = LazyLock::new(|| {
    let mut random = RandomGames::new(1);
    let positions = margins::positions(100, || {}).expect("the built-in book");
    let mut steps: Vec<_> =
        positions.into_iter().filter_map(|game| random.pick(&game).map(|mv| (game, mv))).collect();
    steps.truncate(POSITIONS);
    assert_eq!(steps.len(), POSITIONS);
    steps
});

fn main() {
    divan::main();
}

/// The state after a move, and the value: the cost at a node of the search.
#[divan::bench(args = registry::NAMES)]
fn incremental(bencher: Bencher<'_, '_>, name: &str) {
    registry::with(name, Incremental(bencher));
}

/// The state of a position set up from scratch, and the value.
#[divan::bench(args = registry::NAMES)]
fn from_scratch(bencher: Bencher<'_, '_>, name: &str) {
    registry::with(name, FromScratch(bencher));
}

struct Incremental<'a, 'b>(Bencher<'a, 'b>);

impl Visitor for Incremental<'_, '_> {
    type Output = ();

    fn visit<E: Evaluator + Configure + Clone>(self, evaluator: E) {
        let steps: Vec<_> = STEPS
            .iter()
            .map(|(game, mv)| {
                let (parent, mut line) = Node::root(&evaluator, game);
                let child = parent.play(&evaluator, *mv, &mut line);
                (parent, *mv, child)
            })
            .collect();
        self.0.bench_local(|| {
            for (parent, mv, child) in (0..ROUNDS).flat_map(|_| &steps) {
                let mut state = *parent.state();
                evaluator.update(&mut state, parent, (*mv).into(), child.position());
                black_box(state);
                black_box(evaluator.evaluate(child));
            }
        });
    }
}

struct FromScratch<'a, 'b>(Bencher<'a, 'b>);

impl Visitor for FromScratch<'_, '_> {
    type Output = ();

    fn visit<E: Evaluator + Configure + Clone>(self, evaluator: E) {
        let nodes: Vec<_> = STEPS
            .iter()
            .map(|(game, _)| Game::new(game.position().clone()))
            .map(|game| (Node::root(&evaluator, &game).0, game))
            .collect();
        self.0.bench_local(|| {
            for (node, game) in (0..ROUNDS).flat_map(|_| &nodes) {
                black_box(evaluator.root(game));
                black_box(evaluator.evaluate(node));
            }
        });
    }
}
