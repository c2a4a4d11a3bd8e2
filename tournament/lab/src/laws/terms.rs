//! The law of terms.

use engine_core::explain::{centipawns, rounded};
use engine_core::notation::fen_of;
use shakmaty::Position;
use uci_client::check::Outcome;

use super::{Examination, LawVerdict, MOST_ERRORS, judged};

/// The sum of the terms is the value.
pub(super) fn add_up(examination: &mut Examination<'_>) -> LawVerdict {
    let Examination { subject, samples, .. } = examination;
    let (mut errors, mut remainders) = (Vec::new(), Vec::new());
    let mut rules = Vec::new();
    for sample in samples.iter() {
        let terms = match subject.terms(&sample.game) {
            Ok(terms) => terms,
            Err(error) => {
                errors.push(error);
                if errors.len() == MOST_ERRORS {
                    break;
                }
                continue;
            }
        };
        let position = sample.game.position();
        let white = position.turn().fold_wb(sample.value, -sample.value);
        let sum: i32 = terms.iter().map(|term| term.white - term.black).sum();
        if !terms.is_empty() && rounded(sum) != white {
            let (fen, sum) = (fen_of(position), centipawns(sum));
            remainders.push(format!(
                "\"{fen}\" has the value {white} from White's side, and its terms add up to {sum}"
            ));
        }
        for term in terms {
            if !rules.contains(&term.rule) {
                rules.push(term.rule);
            }
        }
    }
    if !errors.is_empty() {
        return judged(&errors, samples.len(), String::new());
    }
    if rules.is_empty() {
        let detail = "it has no terms: explanations show the value alone";
        return (Outcome::Noted, detail.to_owned());
    }
    match judged(&remainders, samples.len(), format!("{} terms", rules.len())) {
        (Outcome::Failed, detail) => (
            Outcome::Noted,
            format!("{detail}; explanations list what is left as \"not in the terms\""),
        ),
        passed => passed,
    }
}
