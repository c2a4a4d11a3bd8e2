use super::Step;

/// Pending: A pawn of the files a to d that is no passer stepped forward.
pub(super) fn is_pawn_step_on_queenside(_step: &Step<'_>) -> bool {
    false
}

/// Pending: A pawn of the files e to h that is no passer stepped forward.
pub(super) fn is_pawn_step_on_kingside(_step: &Step<'_>) -> bool {
    false
}
