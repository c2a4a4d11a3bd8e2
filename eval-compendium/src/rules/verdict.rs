//! Verdicts on an ending: what they say of the whole score, and which of them is heard.

use crate::catalogue::verdicts::{DRAW, HARD_DRAW, USUAL_DRAW, USUAL_WIN, WIN, WINNING};

/// What a verdict says of a position, seen by the side whose view it was given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Finding {
    pub(super) outcome: Outcome,
    /// What the own side gets beside the verdict, after scaling; tenths of a centipawn.
    pub(super) beside: i32,
    /// It speaks of no exact material, and is silent where one that does has spoken.
    pub(super) general: bool,
}

/// The outcome that a verdict foresees.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Outcome {
    /// Nothing is said.
    #[default]
    Silent,
    /// The score stands as it is, whatever general verdicts say.
    Stands,
    /// The whole score is worth so many sixteenths.
    Scaled(i32),
    /// The own side gains so much, and has at least so much; tenths of a centipawn.
    Wins(i32),
}

impl Finding {
    /// No verdict.
    pub(super) const SILENT: Finding = Finding::of(Outcome::Silent);
    /// The score stands.
    pub(super) const STANDS: Finding = Finding::of(Outcome::Stands);
    /// A draw by rule or by force.
    pub(super) const HARD_DRAW: Finding = Finding::of(Outcome::Scaled(HARD_DRAW));
    /// A draw.
    pub(super) const DRAW: Finding = Finding::of(Outcome::Scaled(DRAW));
    /// Usually a draw.
    pub(super) const USUAL_DRAW: Finding = Finding::of(Outcome::Scaled(USUAL_DRAW));
    /// The own side wins.
    pub(super) const WIN: Finding = Finding::of(Outcome::Wins(WIN));
    /// The own side usually wins.
    pub(super) const USUAL_WIN: Finding = Finding::of(Outcome::Wins(USUAL_WIN));
    /// A draw, in a verdict that speaks of no exact material.
    pub(super) const GENERAL_DRAW: Finding = Finding::of(Outcome::Scaled(DRAW)).general();
    /// Play in which an advantage grows, whatever the material.
    pub(super) const GENERAL_WINNING: Finding = Finding::of(Outcome::Scaled(WINNING)).general();

    const fn of(outcome: Outcome) -> Finding {
        Finding {
            outcome,
            beside: 0,
            general: false,
        }
    }

    const fn general(self) -> Finding {
        Finding {
            general: true,
            ..self
        }
    }

    /// The same with something beside it for the own side, in tenths of a centipawn.
    pub(super) const fn with(self, beside: i32) -> Finding {
        Finding { beside, ..self }
    }

    /// The same if `condition` holds, nothing otherwise.
    #[inline(always)]
    pub(super) fn when(self, condition: bool) -> Finding {
        if condition { self } else { Finding::SILENT }
    }
}

/// The verdict that is heard among those of a position.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Judgement {
    /// The rule that gave it (its place among all rules), what it says, and whether it says so of
    /// White.
    pub(super) heard: Option<(usize, Finding, bool)>,
}

impl Judgement {
    /// Hears the verdict of the rule at `index`, given in White's or in Black's view.
    #[inline]
    pub(super) fn hear(&mut self, index: usize, finding: Finding, white: bool) {
        if finding.outcome == Outcome::Silent {
            return;
        }
        let stronger = |(_, heard, _): &(usize, Finding, bool)| rank(finding) > rank(*heard);
        if self.heard.as_ref().is_none_or(stronger) {
            self.heard = Some((index, finding, white));
        }
    }
}

/// How much a verdict weighs: exact ones before general ones, draws before wins, and of several
/// draws the one that leaves least of the score; of equal ones the one with something beside it.
fn rank(finding: Finding) -> (bool, i32, i32) {
    let weight = match finding.outcome {
        Outcome::Silent => i32::MIN,
        Outcome::Stands => -1_000,
        Outcome::Wins(_) => -500,
        Outcome::Scaled(sixteenths) => -sixteenths,
    };
    (!finding.general, weight, finding.beside)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heard(findings: &[Finding]) -> Option<usize> {
        let mut judgement = Judgement::default();
        for (index, finding) in findings.iter().enumerate() {
            judgement.hear(index, *finding, true);
        }
        judgement.heard.map(|(index, ..)| index)
    }

    #[test]
    fn the_exact_and_the_most_drawish_is_heard() {
        assert_eq!(heard(&[Finding::SILENT]), None);
        assert_eq!(
            heard(&[Finding::GENERAL_WINNING, Finding::GENERAL_DRAW]),
            Some(1)
        );
        assert_eq!(
            heard(&[Finding::GENERAL_DRAW, Finding::WIN, Finding::SILENT]),
            Some(1)
        );
        assert_eq!(heard(&[Finding::GENERAL_DRAW, Finding::STANDS]), Some(1));
        assert_eq!(heard(&[Finding::DRAW, Finding::HARD_DRAW]), Some(1));
        assert_eq!(heard(&[Finding::USUAL_WIN, Finding::USUAL_DRAW]), Some(1));
        assert_eq!(heard(&[Finding::DRAW, Finding::DRAW.with(350)]), Some(1));
    }
}
