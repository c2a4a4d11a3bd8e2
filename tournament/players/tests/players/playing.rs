//! Players that are set up as their configuration has it, and many of them at work.

use std::time::Duration;

use config::{EngineConfig, EngineKind, EvaluatorConfig, Selection};
use engine_core::game::Game;
use engine_core::limits::Limits;
use evaluators::registry;
use players::player::{Player, PlayerError, Request, configured, player, probe};
use players::pool::Pool;
use players::scale::of_engine;

fn value(params: &str, position: &str) -> Result<i32, PlayerError> {
    let params = toml::from_str(params).unwrap();
    let config = EvaluatorConfig { params, table: 10, ..EvaluatorConfig::of("compendium") };
    Ok(configured("X", &config)?.tenths(&Game::parse(position).unwrap()).unwrap())
}

#[test]
fn a_star_in_a_parameter_sets_all_that_match_and_a_name_of_its_own_wins() {
    let position = "startpos moves e2e4 a7a6 d2d4 a6a5";
    let value = |params| value(params, position);
    assert_ne!(value("").unwrap(), 0);
    assert_eq!(value("\"weight.*\" = 0").unwrap(), 0);
    assert_ne!(value("\"weight.*\" = 0\n\"weight.*.middlegame\" = 100").unwrap(), 0);
    let error = value("\"nothing.*\" = 0").unwrap_err().to_string();
    assert!(error.contains("no option \"nothing.*\""), "{error}");
    let error = value("\"weight.*\" = 5000").unwrap_err().to_string();
    assert!(error.contains("cannot be \"5000\""), "{error}");
}

/// The nodes of a search of six plies.
fn nodes(evaluator: &str, margin_scale: Option<f64>) -> u64 {
    let mut config = EngineConfig::of_evaluator(evaluator, 1);
    let EngineKind::Evaluator(own) = &mut config.kind else {
        panic!("an evaluator");
    };
    own.margin_scale = margin_scale;
    let mut player = player(&config).unwrap();
    let game = Game::parse("startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6").unwrap();
    player.think(&Request::new(&game, &Limits::depth(6), Duration::ZERO)).unwrap().nodes
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
        let selection = Selection { words: &["cmd:sh".to_owned()], file: None, limit: None, nodes: 1, table: 10 };
        let mut config = selection.engines(&[]).unwrap().remove(0);
        let EngineKind::Program(program) = &mut config.kind else { panic!("a program") };
        program.args = vec!["-c".to_owned(), script.to_owned()];
        program.timeouts.start = Duration::from_millis(500);
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

#[derive(Debug)]
enum Fault {
    Pool,
    Work(usize),
}

impl From<PlayerError> for Fault {
    fn from(_: PlayerError) -> Fault {
        Fault::Pool
    }
}

#[test]
fn jobs_are_done_by_their_engines_and_come_back_in_order() {
    let engines = ["material", "otter"].map(|name| EngineConfig::of_evaluator(name, 1));
    let pool = Pool::new(&engines, 3).unwrap();
    let game = Game::default();
    // The scales of the two differ.
    let scale = |player: &mut dyn Player, job: usize| {
        player.judge(&game, 10).map_err(|_| Fault::Work(job))?;
        Ok::<_, Fault>((job, player.scale()))
    };
    let mut counted = 0;
    let found = pool.each(20, |job| job / 10, scale, |_, _| counted += 1).unwrap();
    assert_eq!(counted, 20);
    for (job, &(number, scale)) in found.iter().enumerate() {
        assert_eq!(number, job);
        assert_eq!(scale, found[10 * (job / 10)].1);
    }
    assert_ne!(found[0].1, found[19].1);
    // Once more, with the players that are idle now.
    assert_eq!(pool.each(20, |job| job / 10, scale, |_, _| ()).unwrap(), found);
    let failed = pool.each(
        20,
        |_| 0,
        |_, job| {
            if job == 7 { Err(Fault::Work(7)) } else { Ok(()) }
        },
        |_, ()| (),
    );
    assert!(matches!(failed, Err(Fault::Work(7))), "{failed:?}");
    let unknown = [EngineConfig::of_evaluator("nothing", 1)];
    let error = Pool::new(&unknown, 1).err().unwrap().to_string();
    assert_eq!(error, "engine \"nothing\": there is no evaluator \"nothing\"");
}

#[test]
fn michniewskis_scale_is_the_unit_and_programs_count_as_they_say() {
    let words = ["michniewski", "compendium", "material", "cmd:./compendium"];
    let words = words.map(str::to_owned);
    let selection = Selection { words: &words, file: None, limit: None, nodes: 1, table: 10 };
    let mut engines = selection.engines(registry::NAMES).unwrap();
    // Parameters do not change it: it is that of the evaluator as its document has it.
    if let EngineKind::Evaluator(own) = &mut engines[1].kind {
        own.params.insert("weight.*".to_owned(), 30.into());
    }
    let [michniewski, compendium, material, program] = &engines[..] else { panic!("{engines:?}") };
    assert_eq!(of_engine(michniewski), 1.0);
    // 392.4 and 238.5 of 214.8.
    assert!((of_engine(compendium) - 1.8268).abs() < 1e-4);
    assert!((of_engine(material) - 1.1103).abs() < 1e-4);
    assert_eq!(of_engine(program), 1.0);
    let mut given = material.clone();
    if let EngineKind::Evaluator(own) = &mut given.kind {
        own.eval_scale = Some(107.4);
    }
    assert_eq!(of_engine(&given), 0.5);
}
