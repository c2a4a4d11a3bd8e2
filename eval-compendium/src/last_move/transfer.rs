use super::Step;

/// Pending: A useless attacker was brought into play.
pub(super) fn is_transfer(_step: &Step<'_>) -> bool {
    false
}
