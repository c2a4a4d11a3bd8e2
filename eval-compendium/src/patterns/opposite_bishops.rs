//! One bishop each, on squares of different colours or of the same.

use crate::board::context::Context;

/// True if each side has exactly one bishop, on squares of different colours; the same for both sides.
pub(crate) fn opposite_bishops(context: &Context<'_>) -> bool {
    on_one_colour(context) == Some(false)
}

/// True if each side has exactly one bishop, on squares of the same colour; the same for both sides.
pub(crate) fn same_bishops(context: &Context<'_>) -> bool {
    on_one_colour(context) == Some(true)
}

fn on_one_colour(context: &Context<'_>) -> Option<bool> {
    let own = context.own.bishops.single_square()?;
    let enemy = context.enemy.bishops.single_square()?;
    Some(own.is_light() == enemy.is_light())
}
