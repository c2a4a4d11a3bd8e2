use std::time::Duration;

use engine_core::limits::Limits;

use super::*;
use crate::endings::engine;

/// The nodes of a search of six plies.
fn nodes(evaluator: &str, swing: Option<f64>) -> u64 {
    let mut config = engine(evaluator, 1);
    let EngineKind::Evaluator(own) = &mut config.kind else {
        panic!("an evaluator");
    };
    own.swing = swing;
    let mut player = player(&config).unwrap();
    let game = Game::parse("startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6").unwrap();
    let task = Request {
        game: &game,
        limits: &Limits::depth(6),
        opponent: None,
        margin: Duration::ZERO,
        line: false,
    };
    player.think(&task).unwrap().nodes
}

#[test]
fn swing_of_the_configuration_changes_the_tree_and_left_out_it_is_the_evaluators_own() {
    for (evaluator, own) in [("michniewski", 1.0), ("chessbin", 1.44)] {
        let plain = nodes(evaluator, None);
        assert_eq!(nodes(evaluator, Some(own)), plain);
        assert_ne!(nodes(evaluator, Some(2.0 * own)), plain);
        assert_ne!(nodes(evaluator, Some(own / 2.0)), plain);
    }
}
