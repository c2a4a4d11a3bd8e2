//! Nanoseconds an evaluation, a row for each evaluator: incremental, and from scratch; medians of 101 rounds.
//!
//! A round goes through 1,000 positions of games. The branch predictor cannot learn this many, and their nodes stay in
//! the second-level cache; those of a search are in the first.

use std::hint::black_box;
use std::time::Instant;

use engine_core::evaluator::Evaluator;
use engine_core::game::Game;
use engine_core::node::Node;
use engine_core::options::Configure;
use engine_core::random::RandomGames;
use evaluators::registry::{self, Visitor};
use shakmaty::Move;

use players::known_positions;

const POSITIONS: usize = 1_000;
const ROUNDS: usize = 101;

/// Positions of games with one legal move each, as a search would try it.
fn steps() -> Vec<(Game, Move)> {
    let mut random = RandomGames::new(1);
    let positions = known_positions::of_all_kinds().expect("the built-in games");
    let with_move = |game: Game| random.pick(&game).map(|mv| (game, mv));
    positions.into_iter().filter_map(with_move).take(POSITIONS).collect()
}

/// The median time of `evaluate` over an item, in nanoseconds.
fn median<T>(items: &[T], evaluate: impl Fn(&T)) -> u128 {
    let mut times = [0; ROUNDS];
    for time in &mut times {
        let start = Instant::now();
        items.iter().for_each(&evaluate);
        *time = start.elapsed().as_nanos() / items.len() as u128;
    }
    times.sort_unstable();
    times[ROUNDS / 2]
}

struct Bench<'a>(&'a [(Game, Move)]);

impl Visitor for Bench<'_> {
    type Output = (u128, u128);

    fn visit<E: Evaluator + Configure + Clone>(self, evaluator: E) -> (u128, u128) {
        let child = |(game, mv): &(Game, Move)| {
            let (parent, mut line) = Node::root(&evaluator, game);
            let child = parent.play(&evaluator, *mv, &mut line);
            (parent, *mv, child)
        };
        let children: Vec<_> = self.0.iter().map(child).collect();
        let incremental = median(&children, |(parent, mv, child)| {
            let mut state = *parent.state();
            evaluator.update(&mut state, parent, (*mv).into(), child.position());
            black_box(state);
            black_box(evaluator.evaluate(child));
        });
        let root = |(game, _): &(Game, Move)| {
            let game = Game::new(game.position().clone());
            (Node::root(&evaluator, &game).0, game)
        };
        let roots: Vec<_> = self.0.iter().map(root).collect();
        let from_scratch = median(&roots, |(node, game)| {
            black_box(evaluator.root(game));
            black_box(evaluator.evaluate(node));
        });
        (incremental, from_scratch)
    }
}

fn main() {
    let steps = steps();
    println!("{:<26}{:>12}{:>14}", "evaluator", "incremental", "from scratch");
    for name in registry::NAMES {
        if let Some((incremental, from_scratch)) = registry::with(name, Bench(&steps)) {
            println!("{name:<26}{incremental:>9} ns{from_scratch:>11} ns");
        }
    }
}
