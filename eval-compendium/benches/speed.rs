//! What an evaluation costs, over positions of random games.

use divan::{Bencher, black_box};
use engine_core::evaluator::Evaluator;
use engine_core::game::Game;
use engine_core::node::Node;
use engine_core::testkit::RandomGames;
use eval_compendium::{State, compendium};

fn main() {
    divan::main();
}

/// Every eighth position of random games, up to the given ply.
fn nodes(plies: usize) -> Vec<Node<State>> {
    let evaluator = compendium();
    let mut random = RandomGames::new(3);
    let mut nodes = Vec::new();
    for _ in 0..50 {
        let mut game = Game::default();
        for ply in 0..plies {
            let Some(mv) = random.pick(&game) else { break };
            game.play(mv);
            if ply % 8 == 0 {
                nodes.push(Node::root(&evaluator, &game).0);
            }
        }
    }
    nodes
}

/// One pass over the positions; divide by the number that `items/s` is given for.
#[divan::bench(args = [16, 80, 200])]
fn evaluate(bencher: Bencher<'_, '_>, plies: usize) {
    let (evaluator, nodes) = (compendium(), nodes(plies));
    bencher
        .counter(divan::counter::ItemsCount::new(nodes.len()))
        .bench_local(|| {
            for node in &nodes {
                black_box(evaluator.evaluate(black_box(node), &mut ()));
            }
        });
}
