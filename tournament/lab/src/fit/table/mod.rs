//! What was measured, for people.

mod accuracy;
mod terms;

use super::loss::Mean;

/// A mean with its error, with so many decimals.
fn with_error(mean: Mean, decimals: usize) -> String {
    format!("{:.decimals$} ± {:.decimals$}", mean.value, mean.error)
}
