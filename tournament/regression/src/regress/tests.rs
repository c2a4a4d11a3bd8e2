use super::*;
use config::{DrawRule, ResignRule};

/// A program whose centipawns are 4.25 to one of Michniewski's, and one of whose half of one is.
#[test]
fn rules_are_scaled_so_that_games_end_late_rather_than_soon() {
    let rules = |draw, resign| Adjudication {
        draw: Some(DrawRule { after: 40, moves: 8, score: draw }),
        resign: Some(ResignRule { moves: 4, score: resign, both: true }),
        ..Adjudication::default()
    };
    assert_eq!(scaled(&rules(10, 900), [4.25, 0.5]), rules(5, 3825));
    assert_eq!(scaled(&rules(10, 900), [1.0, 1.0]), rules(10, 900));
    assert_eq!(scaled(&rules(1, 1), [0.1, 0.1]), rules(0, 1));
}
