use std::time::Duration;

use engine_core::limits::Limits;

use super::*;

/// The nodes of a search of six plies.
fn nodes(evaluator: &str, margin_scale: Option<f64>) -> u64 {
    let mut config = EngineConfig::of_evaluator(evaluator, 1);
    let EngineKind::Evaluator(own) = &mut config.kind else {
        panic!("an evaluator");
    };
    own.margin_scale = margin_scale;
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
fn margin_scale_of_the_configuration_changes_the_tree_and_left_out_it_is_the_evaluators_own() {
    for (evaluator, own) in [("michniewski", 1.0), ("chessbin", 1.44)] {
        let plain = nodes(evaluator, None);
        assert_eq!(nodes(evaluator, Some(own)), plain);
        assert_ne!(nodes(evaluator, Some(2.0 * own)), plain);
        assert_ne!(nodes(evaluator, Some(own / 2.0)), plain);
    }
}

#[cfg(unix)]
#[test]
fn a_program_that_cannot_start_is_refused_with_its_last_words() {
    let refused = |script: &str| {
        let mut config = EngineConfig::of_evaluator("otter", 1);
        config.kind = EngineKind::Program(Box::new(ProgramConfig {
            command: "sh".to_owned(),
            path: None,
            args: vec!["-c".to_owned(), script.to_owned()],
            dir: None,
            folder: None,
            env: std::collections::BTreeMap::new(),
            options: toml::Table::new(),
            scores_from_white: false,
            timeouts: config::Timeouts { start: Duration::from_millis(500), ..Default::default() },
        }));
        probe(&config, false).unwrap_err().to_string()
    };
    for (script, words) in [
        (
            "echo 'error: cannot open network file nn-abc.nnue' >&2; exit 3",
            "exit status 3); it wrote on standard error: error: cannot open network file nn-abc.nnue; check",
        ),
        // Several lines, without a line's end, and after an answer.
        (
            "read -r line; printf 'Traceback:\\n  line 5\\nKeyError: x\\n' >&2; exit 1",
            "standard error: Traceback: /   line 5 / KeyError: x; check",
        ),
        ("printf 'no licence' >&2; kill -TERM $$", "standard error: no licence"),
        // One that keeps running without a word of the protocol.
        ("echo 'waiting for a key' >&2; exec sleep 5", "standard error: waiting for a key"),
    ] {
        let error = refused(script);
        assert!(error.contains(words), "{error}");
    }
    let silent = refused("exit 3");
    assert!(!silent.contains("standard error"), "{silent}");
}
