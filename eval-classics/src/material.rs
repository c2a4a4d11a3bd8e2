//! Material counted by bitboards.

use shakmaty::{Board, ByRole, Color, Role};

/// A value for each kind of man.
pub(crate) type Values = ByRole<i32>;

/// The number of men of a kind.
#[inline]
pub(crate) fn count(board: &Board, color: Color, role: Role) -> i32 {
    (board.by_role(role) & board.by_color(color)).count() as i32
}

/// The sum of the values of a side's men.
#[inline]
pub(crate) fn material(board: &Board, color: Color, values: &Values) -> i32 {
    let value = |role| count(board, color, role) * values.get(role);
    Role::ALL.into_iter().map(value).sum()
}
