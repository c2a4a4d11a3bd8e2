use engine_core::game::Game;
use engine_core::random::RandomGames;
use match_stats::random::uniform;
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;

use super::*;
use crate::fit::logistic::expected;

const GAMES: usize = 1_500;

/// The centipawns that make an expected score of 73 % in the games below.
const SCALE: f64 = 250.0;

fn recipe(ridge: Option<f64>) -> Recipe {
    Recipe {
        ridge,
        verdicts: Verdicts::None,
    }
}

/// Positions of random games, four of each.
fn random_positions() -> Vec<Position> {
    let games = (1..=GAMES).into_par_iter().map(|number| {
        let mut random = RandomGames::new(number as u64);
        let mut game = Game::default();
        let mut positions = Vec::new();
        while let Some(mv) = random.pick(&game).filter(|_| game.moves().len() < 60) {
            game.play(mv);
            if game.moves().len() % 12 == 11 {
                positions.push(Position {
                    game: game.clone(),
                    number,
                    white_half_points: 1,
                    score: None,
                });
            }
        }
        positions
    });
    games.flatten().collect()
}

/// The compendium with known weights decides the games; these weights, in the order of the options.
fn decided() -> (Vec<Position>, Vec<f64>) {
    let compendium = eval_compendium::compendium();
    let options = features::weights(&compendium);
    let truth = |index: usize| if index.is_multiple_of(3) { 60 } else { 20 };
    let decider = weighted(&compendium, &options, truth).unwrap();
    let mut positions = random_positions();
    let values = values_by(&decider, positions.par_iter());
    let mut random = Pcg64Mcg::seed_from_u64(1);
    for (position, value) in positions.iter_mut().zip(values) {
        let won = uniform(&mut random) < expected(value / SCALE);
        position.white_half_points = 2 * u8::from(won);
    }
    let truth = (0..options.len()).map(|index| f64::from(truth(index)));
    (positions, truth.collect())
}

#[test]
fn known_weights_are_recovered_within_their_errors() {
    let (positions, truth) = decided();
    let report = find("compendium", &positions, recipe(Some(0.0)), || {}).unwrap();
    assert!((report.scale - SCALE).abs() < 25.0, "{}", report.scale);
    assert!(report.move_bonus.abs() < 25.0, "{}", report.move_bonus);
    let (mut seen, mut inside) = (0, 0);
    for (weight, truth) in report.weights.iter().zip(&truth) {
        if weight.speaks < HEARD {
            // Held at the factor, which is not the truth of any.
            assert!(
                (weight.percent - report.factor.value).abs() < 1.0,
                "{weight:?}"
            );
        } else if let Some(error) = weight.error.filter(|_| weight.speaks > 0.02) {
            seen += 1;
            inside += usize::from((weight.percent - truth).abs() < 2.5 * error);
        }
    }
    assert!(
        seen > 8 && inside + 2 >= seen,
        "{inside} of {seen}: {:#?}",
        report.weights
    );
    let loss = |index: usize| report.losses[index].log_loss.value;
    assert!(
        loss(2) < loss(1) && loss(1) < loss(0),
        "{:#?}",
        report.losses
    );
    assert!(report.losses[2].worse.value > -0.01);
}

#[test]
fn a_ridge_is_chosen_and_what_is_shown_is_a_configuration() {
    let (positions, _) = decided();
    let report = find("compendium", &positions, recipe(None), || {}).unwrap();
    let best = report
        .tried
        .iter()
        .map(|tried| tried.log_loss)
        .fold(f64::MAX, f64::min);
    let chosen = report
        .tried
        .iter()
        .find(|tried| tried.ridge == report.ridge);
    assert_eq!(chosen.unwrap().log_loss, best);
    let params: toml::Table = toml::from_str(&report.params()).unwrap();
    let params = params["params"].as_table().unwrap();
    assert_eq!(params.len(), report.weights.len());
    for weight in &report.weights {
        assert_eq!(params[weight.option].as_integer(), Some(weight.set.into()));
    }
    let text = report.text(98).unwrap();
    assert!(text.contains("by cross-validation") && text.contains("with the weights"));
    let strong = find("compendium", &positions, recipe(Some(1e9)), || {}).unwrap();
    for weight in &strong.weights {
        assert!(
            (weight.percent - strong.factor.value).abs() < 0.5,
            "{weight:?}"
        );
    }
}

#[test]
fn what_cannot_be_fitted_is_refused() {
    let (positions, _) = decided();
    let refused = |name, positions: &[Position]| {
        let error = find(name, positions, recipe(None), || {}).unwrap_err();
        error.to_string()
    };
    assert!(refused("otter", &positions).contains("no options"));
    assert!(refused("compendium", &positions[..20]).contains("more games"));
    let mut reversed = positions.clone();
    for position in &mut reversed {
        position.white_half_points = 2 - position.white_half_points;
    }
    assert!(refused("compendium", &reversed).contains("no scale"));
}
