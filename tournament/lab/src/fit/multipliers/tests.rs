use super::*;
use crate::fit::simulated;
use evaluators::registry;

fn with(options: &[(&str, &str)]) -> Box<dyn AnyEvaluator> {
    let mut evaluator = registry::evaluator("slate-atkin").unwrap();
    for (name, value) in options {
        evaluator.set(name, value).unwrap();
    }
    evaluator
}

fn multiplier_of(terms: &[Term], name: &str) -> Estimate {
    let term = terms.iter().find(|term| term.term == name).unwrap();
    term.multiplier.unwrap()
}

#[test]
fn a_term_that_was_doubled_has_one_half() {
    let right = with(&[("pawn_passed", "20"), ("bishop_pair", "60")]);
    let positions = simulated::positions(12_000, &*right, 60.0);
    let doubled =
        terms(&*with(&[("pawn_passed", "40"), ("bishop_pair", "60")]), &positions).unwrap();
    let found = multiplier_of(&doubled, "pawn_passed");
    assert!(found.low < 0.5 && 0.5 < found.high, "{found:?}");
    assert!(found.error < 0.05, "{found:?}");
    // As it is, it is right; turned round, it misleads.
    let as_it_is = terms(&*right, &positions).unwrap();
    let found = multiplier_of(&as_it_is, "pawn_passed");
    assert!(found.low < 1.0 && 1.0 < found.high, "{found:?}");
    let turned =
        terms(&*with(&[("pawn_passed", "20"), ("bishop_pair", "-60")]), &positions).unwrap();
    assert!(multiplier_of(&turned, "bishop_pair").high < 0.0);
    // One in twenty of the others may miss it.
    let known: Vec<Estimate> = as_it_is.iter().filter_map(|term| term.multiplier).collect();
    let hits = known.iter().filter(|found| found.low <= 1.0 && 1.0 <= found.high);
    assert!(known.len() > 10 && hits.count() >= known.len() - 2, "{as_it_is:?}");
}

#[test]
fn a_set_has_the_multiplier_of_the_sum_of_its_terms() {
    let right = with(&[("pawn_passed", "20"), ("bishop_pair", "60")]);
    let positions = simulated::positions(12_000, &*right, 60.0);
    let doubled = with(&[("pawn_passed", "40"), ("bishop_pair", "120")]);
    let terms = terms(&*doubled, &positions).unwrap();
    let sets: [&[&str]; 4] = [
        &["pawn_passed"],
        &["pawn_passed", "bishop_pair"],
        &["nothing"],
        &["nothing", "bishop_pair"],
    ];
    let found = of_sets(&*doubled, &positions, &sets).unwrap();
    assert_eq!(found[0], Some(multiplier_of(&terms, "pawn_passed")));
    assert_eq!(found[2], None);
    assert_eq!(found[3], Some(multiplier_of(&terms, "bishop_pair")));
    let both = found[1].unwrap();
    assert!(both.low < 0.5 && 0.5 < both.high, "{both:?}");
    // It is surer than either alone, since both were doubled.
    assert!(both.error < found[0].unwrap().error.min(found[3].unwrap().error));
}

#[test]
fn the_terms_add_up_to_the_value_and_say_how_often_and_how_much() {
    let compendium = registry::evaluator("compendium").unwrap();
    let mut positions = simulated::positions(200, &*compendium, 200.0);
    // A verdict scales this one.
    positions.push(Position {
        game: engine_core::game::Game::parse("4k3/8/8/8/8/8/2B5/4K2N b - - 0 1").unwrap(),
        ..positions[0].clone()
    });
    for position in &positions {
        let ledger = TermLedger::of(&*compendium, position).unwrap();
        let sum: f64 = ledger.posted.iter().map(|(_, white, black)| white - black).sum();
        assert!((sum - f64::from(ledger.total)).abs() <= 1.0, "{position:?}");
        assert_eq!(ledger.total, compendium.tenths(&position.game).unwrap());
    }
    let terms = terms(&*compendium, &positions).unwrap();
    assert!(terms.windows(2).all(|pair| pair[0].size >= pair[1].size));
    for term in &terms {
        assert!(term.fires > 0.0 && term.fires <= 1.0, "{term:?}");
        let size = term.fires * term.size_where_it_fires;
        assert!((size - term.size).abs() < 1e-9, "{term:?}");
        assert_eq!(term.multiplier.is_some(), term.games >= FEWEST_GAMES, "{term:?}");
    }
}

#[test]
fn of_material_alone_every_factor_is_the_scales() {
    let material = registry::evaluator("material").unwrap();
    let positions = simulated::positions(100, &*material, 200.0);
    let terms = terms(&*material, &positions).unwrap();
    assert_eq!((terms[0].term, terms[0].multiplier), ("material", None));
}
