//! Lines on the ratings as a whole.

use match_stats::differences::FAMILY_WISE_ERROR;

use crate::document::Document;
use crate::numbers::{cut, percent};
use crate::verdicts::RatingFit;

/// Names longer than this are cut off, so that two fit into a line.
const NAME_WIDTH: usize = 28;

/// The note on groups in a field with this many differences.
pub(crate) fn groups_note(differences: usize) -> String {
    let alpha = 100.0 * FAMILY_WISE_ERROR;
    format!(
        "Engines sharing a group letter do not differ significantly ({differences} comparisons, {alpha:.0} % family-wise, Holm)."
    )
}

/// Adds the fit of one rating per engine, and the worst residual.
pub(crate) fn add_fit(fit: &RatingFit, to: &mut Document) {
    let test = format!(
        "chi-squared {:.1}, degrees of freedom {}, p = {}",
        fit.chi_squared,
        fit.degrees_of_freedom,
        p_value(fit.p)
    );
    if !fit.fails {
        return to.sentence(format!("The Elo model fits: {test}"));
    }
    to.sentence(format!("The Elo model does not fit: {test}"));
    let name = |name: &str| cut(name, NAME_WIDTH);
    to.sentence(format!(
        "  worst residual: {} against {} scored {}, expected {}",
        name(&fit.worst_a),
        name(&fit.worst_b),
        percent(Some(fit.worst_score)),
        percent(Some(fit.worst_expected))
    ));
}

pub(crate) fn p_value(p: f64) -> String {
    match p {
        p if p < 0.0001 => "less than 0.0001".to_owned(),
        p if p < 0.01 => format!("{p:.4}"),
        p => format!("{p:.2}"),
    }
}
