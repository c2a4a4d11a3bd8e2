//! The numbers of an evaluator, set to others than its document's.

use crate::options::{Configure, OptionKind};

/// As many men as a side can have, and as valuable ones.
pub const FULL_SIDES: [&str; 2] =
    ["8/PPPPPPPP/8/8/1k6/8/8/RNBQKBNR w KQ - 0 1", "rnbqkbnr/8/8/1K6/8/8/pppppppp/8 b kq - 0 1"];

/// Sets every number of an evaluator to what `draw` makes of the name of its option, its default, the least and the
/// most that it can be, those with decimals in tenths.
///
/// # Panics
/// If the evaluator refuses one.
pub fn set_numbers<E: Configure>(
    evaluator: &mut E,
    mut draw: impl FnMut(&str, i32, i32, i32) -> i32,
) {
    for option in evaluator.options() {
        let text = match option.kind {
            OptionKind::Number { default, min, max } => {
                draw(option.name, default, min, max).to_string()
            }
            OptionKind::Tenths { default, min, max } => {
                format!("{:.1}", f64::from(draw(option.name, default, min, max)) / 10.0)
            }
            _ => continue,
        };
        let set = evaluator.set(option.name, &text);
        set.unwrap_or_else(|error| panic!("{error}"));
    }
}

/// Sets them to the least and the most in turn, or to one of them, as it is given for every other number.
pub fn set_extreme_numbers<E: Configure>(evaluator: &mut E, at_most: [bool; 2]) {
    let mut turn = 0;
    set_numbers(evaluator, |_, _, min, max| {
        turn = 1 - turn;
        if at_most[turn] { max } else { min }
    });
}
