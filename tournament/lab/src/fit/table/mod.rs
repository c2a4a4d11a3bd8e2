//! Results as tables.

mod accuracy;
mod terms;

use super::loss::Mean;

/// A mean with its error, with this many decimals.
fn with_error(mean: Mean, decimals: usize) -> String {
    format!("{:.decimals$} ± {:.decimals$}", mean.value, mean.error)
}
