//! The firing rate of each rule in games: a rule that never fires is written wrongly.

use std::collections::BTreeMap;

use crate::common::{game, worked};
use engine_core::game::Game;
use engine_core::options::Configure;
use engine_core::testkit::RandomGames;
use eval_compendium::book::{Kind, rules};
use eval_compendium::compendium;

/// Rules that need not fire here, with the reason.
const NEED_NOT_FIRE: &[(&str, &str)] = &[
    ("intro.three-phases", "a definition that is worth nothing by itself"),
    ("endgame.composite.scope", "it defines how the other rules are added up"),
    ("endgame.passer.central-exception", "it takes two other rules back and is worth 0"),
    ("blockade.rook-on-passer", "the document does not mention a rook, which is worth 0"),
    ("endgame.simple.scope", "it defines how the other rules are added up"),
];

/// Random games from the start position and from every worked position of the data, which are close to
/// patterns.
fn positions(mut look: impl FnMut(&Game, Option<i32>)) {
    let mut random = RandomGames::new(7);
    let mut play = |mut game: Game, score: Option<i32>, plies: usize| {
        for _ in 0..plies {
            look(&game, score);
            let Some(mv) = random.pick(&game) else { return };
            game.play(mv);
        }
    };
    for _ in 0..40 {
        play(Game::default(), None, 200);
    }
    for case in worked() {
        play(game(case.position), case.score, 12);
    }
}

#[test]
fn every_written_rule_fires_somewhere() {
    let evaluator = compendium();
    let mut fired: BTreeMap<&str, usize> = BTreeMap::new();
    let mut seen = 0;
    positions(|game, score| {
        seen += 1;
        let readings = evaluator.raw(game, score).unwrap();
        for term in readings.terms() {
            *fired.entry(term.rule.name).or_default() +=
                usize::from((term.white, term.black) != (0, 0));
        }
        // A verdict shows its factor.
        for (name, _) in readings.meta() {
            *fired.entry(name).or_default() += 1;
        }
    });
    println!("of {seen} positions:");
    let mut never = Vec::new();
    for rule in rules() {
        let id = rule.id;
        let times = fired.get(id).copied().unwrap_or(0);
        let exempt = NEED_NOT_FIRE.iter().any(|(known, _)| *known == id);
        // A rule of the root has no reading of a position.
        if rule.kind != Kind::Root {
            println!("{times:7}  {id}");
            if times == 0 && !exempt {
                never.push(id);
            }
            assert!(!exempt || times == 0, "{id} is listed as one that need not fire, and fires");
        }
    }
    assert!(never.is_empty(), "never fired: {never:?}");
}
