use super::Step;

/// Pending: A piece or the king came to a better square.
pub(super) fn is_improvement(_step: &Step<'_>) -> bool {
    false
}
