//! The terms by which one move is better than another.

use serde::ser::{Serialize, Serializer};

use super::{Considered, Why};

/// A reason that a move is better than another, from the side to move.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Reason {
    pub(super) term: &'static str,
    /// In tenths of a centipawn.
    pub(super) gain: i32,
}

impl Serialize for Reason {
    /// A term, and its gain in centipawns.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.term, f64::from(self.gain) / 10.0).serialize(serializer)
    }
}

impl Why {
    /// 1 for White, -1 for Black: what turns White's view into that of the side to move.
    pub(super) fn sign(&self) -> i32 {
        if self.side == "White" { 1 } else { -1 }
    }

    /// A term at the end of a line, in tenths of a centipawn from the side to move.
    pub(super) fn term(&self, considered: &Considered, name: &str) -> i32 {
        let mut terms = considered.end.breakdown.terms().iter();
        let term = terms.find(|term| term.rule.name == name);
        self.sign() * term.map_or(0, |term| term.white - term.black)
    }

    /// The names of all terms, in the order in which they come up.
    pub(super) fn terms(&self) -> Vec<&'static str> {
        let mut names = Vec::new();
        let all = self.moves.iter().flat_map(|c| c.end.breakdown.terms());
        for name in all.map(|term| term.rule.name) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }

    /// The reasons that the first move is better than `other`, the greatest first.
    pub(crate) fn reasons(&self, other: &Considered) -> Vec<Reason> {
        let gain =
            |term| Reason { term, gain: self.term(&self.moves[0], term) - self.term(other, term) };
        let mut reasons: Vec<Reason> = self.terms().into_iter().map(gain).collect();
        reasons.retain(|reason| reason.gain != 0);
        reasons.sort_by_key(|reason| -reason.gain.abs());
        reasons
    }
}
