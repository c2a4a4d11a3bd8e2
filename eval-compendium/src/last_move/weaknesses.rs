use super::Step;

/// Pending: The play went to the wing where the mover stood worse.
pub(super) fn is_on_weaker_wing(_step: &Step<'_>) -> bool {
    false
}

/// Pending: The play went to the centre or the wing beside it, where the mover stood worse.
pub(super) fn is_on_weaker_part(_step: &Step<'_>) -> bool {
    false
}
