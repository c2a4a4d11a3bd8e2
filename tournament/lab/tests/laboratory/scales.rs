//! Scales measured and kept.

use std::fs;

use config::{EngineConfig, EvaluatorConfig};
use engine_core::evaluator::{EvalScale, EvaluatorInfo, MarginScale};
use engine_core::game::Game;
use eval_simplified::MICHNIEWSKI_SCALE;
use evaluators::registry;
use lab::calibration::measured::{FILE, Measurement, Measurements};
use lab::calibration::{change_of, margin_positions, measure};
use lab::fit::accuracy::compare;
use lab::positions::{Format, builtin, read, write};
use serde_json::json;

use super::{engines, named, number, read_file};

/// The built-in numbers are reproduced by a user's way: `evalarena positions` and `evalarena accuracy`.
#[test]
#[cfg_attr(not(feature = "full"), ignore = "takes long: --features full")]
fn the_scale_is_that_of_the_fit_on_the_houses_positions() {
    let positions = builtin().unwrap();
    let mut numbers: Vec<usize> = positions.iter().map(|position| position.number).collect();
    numbers.dedup();
    assert_eq!((positions.len(), numbers.len(), numbers.last()), (15_097, 2_519, Some(&2_519)));
    let mut text = Vec::new();
    for position in &positions {
        write(position, Format::Epd, &mut text).unwrap();
    }
    let positions = read_file("positions.epd", text, |path| read(path, |_| {})).unwrap();
    let names = ["material", "chessbin", "michniewski"];
    let engines = names.map(|name| EngineConfig::of_evaluator(name, 1));
    let games = margin_positions(2, || ()).unwrap();
    let report = json!(compare(&engines, &positions, false, || ()).unwrap());
    let mut keys = Vec::new();
    for name in names {
        let found = measure(&EvaluatorConfig::of(name), &games).unwrap();
        let of_report = named(&report["engines"], "name", name);
        let tenths = |number: f64| (10.0 * number).round();
        assert_eq!(tenths(found.eval_scale), tenths(number(&of_report["eval_scale"])), "{name}");
        let error = number(&of_report["eval_scale_error"]);
        assert_eq!(tenths(found.eval_scale_error), tenths(error), "{name}");
        // The number in the source is from an earlier run of the same seven players.
        let source = registry::info(name).unwrap().eval_scale.centipawns;
        assert!((found.eval_scale - source).abs() < found.eval_scale_error, "{found:?}");
        assert_eq!(found.games, 1_259);
        if name == "michniewski" {
            // It is the unit, with an error of 0, and has the same numbers again.
            let own = (found.margin_scale, found.ratio, found.ratio_error);
            assert_eq!(own, (1.0, 1.0, 0.0));
            assert_eq!(measure(&EvaluatorConfig::of(name), &games).unwrap(), found);
        }
        // An evaluator is known by what it says.
        assert!(!keys.contains(&found.values), "{found:?}");
        keys.push(found.values);
    }
}

#[test]
fn a_capture_that_is_there_is_the_difference_and_neither_mates_nor_outer_tenths_count() {
    let game = |fen: &str| Game::parse(fen).unwrap();
    let michniewski = registry::evaluator("michniewski").unwrap();
    let change = |games: &[Game]| change_of(&*michniewski, games).unwrap();
    // The queen hangs, and nothing else is on the board but kings.
    let hanging = game("4k3/8/8/3q4/8/8/3R4/3K4 w - - 0 1");
    let mate = game("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1");
    let quiet = game("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    assert!((800.0..1100.0).contains(&change(&[mate.clone(), hanging.clone()])));
    assert_eq!(change(&[mate]), 0.0);
    let [one, other] = [&quiet, &hanging].map(|game| change(std::slice::from_ref(game)));
    let mut games = vec![quiet; 8];
    games.extend([hanging.clone(), hanging.clone()]);
    // Of ten the least and the greatest are left out.
    assert!((change(&games) - (7.0 * one + other) / 8.0).abs() < 1e-9);
    games.pop();
    games.push(games[0].clone());
    assert_eq!(change(&games), one);
}

fn measurement(values: &str) -> Measurement {
    Measurement {
        margin_scale: 1.25,
        eval_scale: 300.5,
        measured: "2026-11-24, on 7542 positions of 1259 built-in games".to_owned(),
        values: values.to_owned(),
    }
}

#[test]
fn what_is_written_is_read_again_and_a_wrong_file_is_refused_with_its_name() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(FILE);
    assert_eq!(Measurements::read(&path).unwrap(), Measurements::default());
    let all = Measurements::default().with("x", measurement("00ff")).with("y", measurement("1"));
    all.write(&path).unwrap();
    assert_eq!(Measurements::read(&path).unwrap(), all);
    let good = fs::read_to_string(&path).unwrap();
    assert!(good.contains("[x]\nmargin_scale = 1.25\neval_scale = 300.5\n"), "{good}");
    for (old, new, expected) in [
        ("margin_scale = 1.25", "margin_scale = 0", "margin_scale must be 0.01 to 100"),
        ("eval_scale = 300.5", "eval_scale = nan", "eval_scale 1 to 100000"),
        ("eval_scale = 300.5", "", "missing field `eval_scale`"),
        ("[x]", "[x", "measured.toml: "),
        ("margin_scale", "margin_scales", "unknown field"),
    ] {
        let read = |path: &std::path::Path| Measurements::read(path);
        let error = read_file(FILE, good.replacen(old, new, 1), read).unwrap_err();
        assert!(error.contains(expected) && error.contains(FILE), "{error}");
    }
}

#[test]
fn only_what_an_evaluator_lacks_is_given() {
    let measured = Measurements::default().with("otter", measurement("1"));
    let otter = registry::info("otter").unwrap();
    let unmeasured = EvaluatorInfo {
        margin_scale: MarginScale::UNMEASURED,
        eval_scale: EvalScale::UNMEASURED,
        ..otter
    };
    assert_eq!(measured.applied_to(otter), otter);
    let applied = measured.applied_to(unmeasured);
    assert_eq!((applied.margin_scale.ratio, applied.eval_scale.centipawns), (1.25, 300.5));
    let none = Measurements::default().applied_to(unmeasured);
    assert_eq!(none, unmeasured);
    assert_eq!(none.eval_scale.per(MICHNIEWSKI_SCALE), 1.0);
    assert!(!none.eval_scale.is_measured() && otter.eval_scale.is_measured());
    // A scale in the source takes precedence.
    let half = EvaluatorInfo { eval_scale: otter.eval_scale, ..unmeasured };
    let applied = measured.applied_to(half);
    assert_eq!((applied.margin_scale.ratio, applied.eval_scale), (1.25, otter.eval_scale));
    // Configurations of the house stay as they are.
    let engines = engines(&["otter", "cmd:x"]);
    let mut given = engines.clone();
    assert_eq!(measured.give_all(&mut given).unwrap(), [""; 0]);
    assert_eq!(given, engines);
}
