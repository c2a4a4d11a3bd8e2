use super::Step;

/// Pending: A piece took aim at pawns that are well protected.
pub(super) fn is_erroneous(_step: &Step<'_>) -> bool {
    false
}
