//! Piece values of static exchange evaluation, the same for every evaluator.

use shakmaty::Role;

/// The piece values of static exchange evaluation, in centipawns. They belong to the search, so
/// that the order of moves does not change with the evaluator. The king's is never lost.
#[inline]
pub const fn see_value(role: Role) -> i32 {
    match role {
        Role::Pawn => 100,
        Role::Knight => 320,
        Role::Bishop => 330,
        Role::Rook => 500,
        Role::Queen => 900,
        Role::King => 0,
    }
}

/// [`see_value`] by the number of a man, as shakmaty counts them from 1; 0 for none.
pub(crate) const SEE_VALUES: [i32; 8] = {
    let mut values = [0; 8];
    let mut men = 0;
    while men < Role::ALL.len() {
        let role = Role::ALL[men];
        values[role as usize] = see_value(role);
        men += 1;
    }
    values
};
