//! Verdicts on an ending: their effects on the whole score, and the choice of the one that applies.

// The values of the document's words for an outcome: it gives no numbers.

/// The factor, in sixteenths, of a verdict that leaves the score as it is.
pub(crate) const UNSCALED: i32 = 16;
/// The factor of a draw by rule or by force, in sixteenths.
const HARD_DRAW: i32 = 0;
/// The factor of a draw, in sixteenths.
const DRAW: i32 = 2;
/// The factor of a usual draw, in sixteenths.
const USUAL_DRAW: i32 = 4;
/// The factor of play in which an advantage grows, in sixteenths, in a full endgame.
const WINNING: i32 = 24;
/// The gain of the side that wins, and its least score, in tenths of a centipawn.
const WIN: i64 = 2_000;
/// The gain of the side that usually wins, and its least score, in tenths of a centipawn.
const USUAL_WIN: i64 = 1_000;

/// The finding of a verdict, from the point of view of the side whose view it was given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Finding {
    pub(crate) outcome: Outcome,
    /// The own side's bonus beside the verdict, after scaling; tenths of a centipawn.
    pub(crate) beside: i64,
    /// True if the verdict is not about exact material; it yields to one that is.
    pub(crate) general: bool,
}

/// The outcome of a verdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// No verdict.
    #[default]
    Silent,
    /// The score stands as it is, despite any general verdict.
    Stands,
    /// The whole score is multiplied by this many sixteenths.
    Scaled(i32),
    /// The own side gains this much, and has at least this much; tenths of a centipawn.
    Wins(i64),
}

impl Finding {
    /// No verdict.
    pub(crate) const SILENT: Finding = Finding::of(Outcome::Silent);
    /// The score stands.
    pub(crate) const STANDS: Finding = Finding::of(Outcome::Stands);
    /// A draw by rule or by force.
    pub(crate) const HARD_DRAW: Finding = Finding::of(Outcome::Scaled(HARD_DRAW));
    /// A draw.
    pub(crate) const DRAW: Finding = Finding::of(Outcome::Scaled(DRAW));
    /// Usually a draw.
    pub(crate) const USUAL_DRAW: Finding = Finding::of(Outcome::Scaled(USUAL_DRAW));
    /// The own side wins.
    pub(crate) const WIN: Finding = Finding::of(Outcome::Wins(WIN));
    /// The own side usually wins.
    pub(crate) const USUAL_WIN: Finding = Finding::of(Outcome::Wins(USUAL_WIN));
    /// A draw, in a verdict that is not about exact material.
    pub(crate) const GENERAL_DRAW: Finding = Finding::of(Outcome::Scaled(DRAW)).general();

    const fn of(outcome: Outcome) -> Finding {
        Finding { outcome, beside: 0, general: false }
    }

    const fn general(self) -> Finding {
        Finding { general: true, ..self }
    }

    /// Play in which an advantage grows, with any material, in proportion to `endgame`, the weight of the
    /// endgame out of the `whole`.
    pub(crate) fn general_winning(endgame: i32, whole: i32) -> Finding {
        let more = (WINNING - UNSCALED) * endgame / whole;
        Finding::of(Outcome::Scaled(UNSCALED + more)).general().when(more > 0)
    }

    /// Play in which an advantage is worth less, down to a draw, in proportion to `endgame`, the weight of
    /// the endgame out of the `whole`; it is not about exact material.
    pub(crate) fn general_drawish(endgame: i32, whole: i32) -> Finding {
        let less = (UNSCALED - DRAW) * endgame / whole;
        Finding::of(Outcome::Scaled(UNSCALED - less)).general().when(less > 0)
    }

    /// The same with a bonus beside it for the own side, in tenths of a centipawn.
    pub(crate) const fn with(self, beside: i64) -> Finding {
        Finding { beside, ..self }
    }

    /// The same if `condition` holds, no verdict otherwise.
    #[inline(always)]
    pub(crate) fn when(self, condition: bool) -> Finding {
        if condition { self } else { Finding::SILENT }
    }
}

/// The verdict that applies among those of a position.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Judgement {
    /// The rule that gives it (its place among all rules), its finding, and true if it was given for White.
    pub(crate) applied: Option<(usize, Finding, bool)>,
}

impl Judgement {
    /// Takes the verdict of the rule at `index`, given in White's or in Black's view.
    #[inline(always)]
    pub(crate) fn consider(&mut self, index: usize, finding: Finding, white: bool) {
        if finding.outcome != Outcome::Silent {
            self.weigh(index, finding, white);
        }
    }

    #[cold]
    fn weigh(&mut self, index: usize, finding: Finding, white: bool) {
        let stronger = |(_, best, _): (usize, Finding, bool)| rank(finding) > rank(best);
        if self.applied.is_none_or(stronger) {
            self.applied = Some((index, finding, white));
        }
    }
}

/// The rank of a verdict: exact ones before general ones, draws before wins, and of several draws the
/// one that leaves least of the score; of equal ones the one with a bonus beside it.
fn rank(finding: Finding) -> (bool, i32, i64) {
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

    fn applied(findings: &[Finding]) -> Option<usize> {
        let mut judgement = Judgement::default();
        for (index, finding) in findings.iter().enumerate() {
            judgement.consider(index, *finding, true);
        }
        judgement.applied.map(|(index, ..)| index)
    }

    #[test]
    fn an_advantage_grows_with_the_endgames_weight() {
        let outcomes = [0, 5, 6, 41, 42].map(|endgame| {
            let finding = Finding::general_winning(endgame, 42);
            finding.outcome
        });
        let scaled = [17, 23, 24].map(Outcome::Scaled);
        assert_eq!(outcomes[..2], [Outcome::Silent; 2]);
        assert_eq!(outcomes[2..], scaled);
    }

    #[test]
    fn a_draw_comes_with_the_endgames_weight() {
        let outcomes = [0, 2, 3, 33, 42].map(|endgame| {
            let finding = Finding::general_drawish(endgame, 42);
            finding.outcome
        });
        assert_eq!(outcomes[..2], [Outcome::Silent; 2]);
        assert_eq!(outcomes[2..], [15, 5, 2].map(Outcome::Scaled));
        assert_eq!(Finding::general_drawish(42, 42), Finding::GENERAL_DRAW);
    }

    #[test]
    fn the_exact_and_the_most_drawish_applies() {
        assert_eq!(applied(&[Finding::SILENT]), None);
        assert_eq!(applied(&[Finding::general_winning(1, 1), Finding::GENERAL_DRAW]), Some(1));
        assert_eq!(applied(&[Finding::GENERAL_DRAW, Finding::WIN, Finding::SILENT]), Some(1));
        assert_eq!(applied(&[Finding::GENERAL_DRAW, Finding::STANDS]), Some(1));
        assert_eq!(applied(&[Finding::DRAW, Finding::HARD_DRAW]), Some(1));
        assert_eq!(applied(&[Finding::USUAL_WIN, Finding::USUAL_DRAW]), Some(1));
        assert_eq!(applied(&[Finding::DRAW, Finding::DRAW.with(350)]), Some(1));
    }
}
