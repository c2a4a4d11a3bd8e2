//! Open files.

use crate::board::context::Context;

/// True if there is a file without any pawn; the same for both sides.
#[inline]
pub(crate) fn some_open_file(context: &Context<'_>) -> bool {
    context.open_files().any()
}
