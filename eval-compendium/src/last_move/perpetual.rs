use super::Step;

/// Pending: A pawn of the king's position was taken with check.
pub(super) fn is_check_for_pawn(_step: &Step<'_>) -> bool {
    false
}
