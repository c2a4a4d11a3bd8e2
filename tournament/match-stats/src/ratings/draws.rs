//! The draw rate between equals.
//!
//! Davidson's model (1970): the share of draws is a constant times the geometric mean of the
//! shares of wins and of losses. It is Ordo's too. The constant is the one by which as many draws
//! are expected as there were; it is given as the share of draws between equals (without White's
//! advantage). Ratings do not depend on it.

use super::super::root::bisect;
use super::fit::expected;
use super::meeting::Encounter;

/// The share of draws where White's expected score is p and equals draw at the rate `even`, all
/// between 0 and 1.
#[must_use]
pub fn draw_rate(p: f64, even: f64) -> f64 {
    // Wins times losses is (ratio * draws)^2, and wins are p - draws/2: a quadratic equation.
    let ratio = (1.0 - even) / (2.0 * even);
    let spread = 4.0 * p * (1.0 - p);
    spread / (1.0 + (1.0 + (4.0 * ratio * ratio - 1.0) * spread).sqrt())
}

/// The draw rate at equal strength that gives the draws seen; `None` without games.
pub(super) fn at_equal_strength(theta: &[f64], encounters: &[Encounter]) -> Option<f64> {
    let games: f64 = encounters.iter().map(|e| e.games).sum();
    let draws: f64 = encounters.iter().map(|e| e.draws).sum();
    if games == 0.0 {
        return None;
    }
    if draws == 0.0 || draws == games {
        return Some(draws / games);
    }
    bisect(f64::MIN_POSITIVE.sqrt(), 1.0, |even| {
        let expected =
            encounters.iter().map(|e| e.games * draw_rate(expected(theta, e.white, e.black), even));
        Some(expected.sum::<f64>() - draws)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wins_times_losses_are_to_draws_as_between_equals() {
        for even in [0.1, 0.5, 0.9] {
            assert!((draw_rate(0.5, even) - even).abs() < 1e-12);
            for p in [0.01, 0.3, 0.8] {
                let d = draw_rate(p, even);
                let (win, loss) = (p - d / 2.0, 1.0 - p - d / 2.0);
                let equal = (1.0 - even) / 2.0 / even;
                assert!(((win * loss).sqrt() / d - equal).abs() < 1e-9, "{p} {even}");
            }
        }
    }
}
