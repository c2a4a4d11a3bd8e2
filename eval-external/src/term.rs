//! The terms of an evaluation from outside.

use engine_core::rule::{Aspect, Rule};

use crate::failure::ExternalError;
use crate::names;

/// A term: its rule, and its amounts in tenths of a centipawn from their owner's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExternalTerm {
    /// The rule.
    pub rule: Rule,
    /// To White.
    pub white: i32,
    /// To Black.
    pub black: i32,
}

/// The largest amount, in centipawns: a king counts 20,000 in some evaluations.
const LARGEST: f64 = 1_000_000.0;
pub(crate) const MOST_TERMS: usize = 10_000;

impl ExternalTerm {
    /// The term of this name, with amounts in centipawns; `fen` is for an error.
    pub(crate) fn new(
        name: &str,
        [white, black]: [f64; 2],
        fen: impl Fn() -> String,
    ) -> Result<ExternalTerm, ExternalError> {
        let tenths = |amount: f64| {
            if amount.abs() <= LARGEST {
                Ok((amount * 10.0).round() as i32)
            } else {
                let name = name.to_owned();
                Err(ExternalError::Amount { name, amount, fen: fen() })
            }
        };
        Ok(ExternalTerm { rule: rule(name)?, white: tenths(white)?, black: tenths(black)? })
    }

    /// The term from White's side, in tenths of a centipawn.
    pub(crate) fn balance(&self) -> i32 {
        self.white - self.black
    }
}

/// The rule of a name such as `isolated` or `pawns/isolated`.
fn rule(text: &str) -> Result<Rule, ExternalError> {
    let aspect = |name: &str| Aspect::ALL.into_iter().find(|aspect| aspect.name() == name);
    let of_aspect = text.split_once('/');
    let of_aspect = of_aspect.and_then(|(first, name)| Some((aspect(first)?, name)));
    let (aspect, name) = of_aspect.unwrap_or((Aspect::Other, text));
    Ok(Rule::of(aspect, names::kept("a term's name", name)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_may_have_its_aspect() {
        assert_eq!(rule("pawns/isolated").unwrap(), Rule::pawns("isolated"));
        assert_eq!(rule("isolated").unwrap(), Rule::other("isolated"));
        assert_eq!(rule("mg/eg").unwrap(), Rule::other("mg/eg"));
        assert!(rule("king/").is_err());
    }

    #[test]
    fn amounts_are_tenths_and_numbers() {
        let fen = || "8/8".to_owned();
        let term = ExternalTerm::new("a", [1.25, -0.5], fen).unwrap();
        assert_eq!((term.white, term.black, term.balance()), (13, -5, 18));
        for amount in [f64::NAN, f64::INFINITY, -2e6] {
            let error = ExternalTerm::new("a", [0.0, amount], fen).unwrap_err();
            assert!(error.to_string().contains("in \"8/8\""), "{error}");
        }
    }
}
