//! The description of a rule, and the notation for rules.

mod notation;

use std::ops::Range;

use engine_core::rule::{Aspect, Rule};

use crate::board::context::Context;
use crate::board::phase::Span;
use crate::verdict::Finding;
use crate::view::View;

/// The most numbers of a rule.
pub(crate) const MAX_NUMBERS: usize = 9;

/// A rule's numbers in the order in which it states them, in tenths.
pub(crate) type Numbers = [i32; MAX_NUMBERS];

/// The description of a rule.
#[derive(Clone, Copy, Debug)]
pub struct RuleInfo {
    /// The name by which it is posted and switched.
    pub id: &'static str,
    /// The heading of the document to which it belongs.
    pub section: &'static str,
    /// The lines of the document that it reads.
    pub lines: &'static str,
    /// The worth in Elo that the document claims in brackets, for a few rules, as a guess. A claim for several
    /// rules is on the first of them.
    pub claim: Option<u16>,
    /// The phases in which it counts.
    pub span: Span,
    /// The kind, which decides how its reading is used.
    pub kind: Kind,
    /// The aspect of the position that it evaluates.
    pub(crate) aspect: Aspect,
    /// Its numbers.
    pub numbers: &'static [Number],
    /// The document's statement, paraphrased; `{name}` stands for the number of that name.
    pub(crate) statement: &'static str,
}

/// The use that is made of a rule's reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// It is added to the score.
    Term,
    /// It is added to the score, and reads the sum of the terms before it.
    ReadsScore,
    /// It judges the whole score.
    Verdict,
    /// It is added to the score after a verdict.
    AfterVerdict,
    /// A condition or a restatement, not added up: it shows its reading, and other rules may check
    /// whether it is switched on.
    Definition,
    /// The same, without its own reading: it shows the readings of these rules.
    Shows(&'static [&'static str]),
    /// It chooses between the moves of a search's root; nothing is added up.
    Root,
}

/// One number of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number {
    /// Its name within the rule.
    pub name: &'static str,
    /// The rule's name, a dot, and its own name.
    pub full_name: &'static str,
    /// Tenths of a centipawn, or tenths of one for a factor.
    pub tenths: i32,
}

impl RuleInfo {
    /// The document's statement, paraphrased, with the document's numbers, which are printed without
    /// their signs.
    pub fn full_statement(&self) -> String {
        let mut text = self.statement.trim_start().to_owned();
        for number in self.numbers {
            let printed = format!("{}", f64::from(number.tenths.abs()) / 10.0);
            text = text.replace(&format!("{{{}}}", number.name), &printed);
        }
        text
    }

    /// The name and aspect under which it posts: a verdict judges the whole position.
    pub(crate) const fn rule(&self) -> Rule {
        match self.kind {
            Kind::Verdict | Kind::AfterVerdict => Rule::other(self.id),
            _ => Rule::of(self.aspect, self.id),
        }
    }

    /// True if it is part of the score.
    pub(crate) const fn adds(&self) -> bool {
        use Kind::{AfterVerdict, ReadsScore, Term, Verdict};
        matches!(self.kind, Term | ReadsScore | Verdict | AfterVerdict)
    }
}

/// The worth of a rule to the own side, in tenths of a centipawn, before phases.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Amount {
    /// With the middlegame's number, which a raw reading shows.
    pub(crate) middlegame: i32,
    /// With the endgame's number.
    pub(crate) endgame: i32,
}

impl From<i32> for Amount {
    #[inline(always)]
    fn from(tenths: i32) -> Amount {
        Amount { middlegame: tenths, endgame: tenths }
    }
}

/// A factor that changes nothing, in tenths.
pub(crate) const WHOLE: i32 = 10;

/// `amount` times a factor in tenths of one, as rules state it; halves of a tenth round away from zero.
#[inline]
pub(crate) fn factor(amount: i32, tenths: i32) -> i32 {
    let product = amount * tenths;
    (product + 5 * product.signum()) / 10
}

/// An action on each rule, by its place among all of them: posting it, or showing it.
pub(crate) trait Visitor {
    /// Visits a term, which `reading` computes for the own side of a view; it is zero unless `gate` holds.
    fn term(
        &mut self,
        place: usize,
        span: Span,
        gate: impl Fn(&Context<'_>) -> bool,
        reading: impl Fn(&View<'_>, &Numbers) -> Amount,
    );

    /// Visits a verdict, which `reading` computes for either side's view; it is silent unless `gate` holds.
    fn verdict(
        &mut self,
        place: usize,
        gate: impl Fn(&Context<'_>) -> bool,
        reading: impl Fn(&View<'_>, &Numbers) -> Finding,
    );

    /// True if it visits any of the rules at these places.
    fn wants_some_of(&self, places: Range<usize>) -> bool;

    /// True if `gate` holds, the condition of a whole file of rules; the same for both sides.
    fn wants(&self, gate: impl Fn(&Context<'_>) -> bool) -> bool;
}

/// One of the passes over all rules: the kinds that it visits.
pub(crate) trait Pass {
    /// Terms and definitions.
    const TERMS: bool = false;
    /// Terms that read the score.
    const SCORE_READERS: bool = false;
    /// Verdicts.
    const VERDICTS: bool = false;
    /// True if rules that are added after a verdict are visited.
    const AFTER_VERDICT: bool = false;
}

/// A printed number (`-30`, `4.5`) in tenths.
pub(crate) const fn tenths(printed: &str) -> i32 {
    let bytes = printed.as_bytes();
    let (mut value, mut decimals, mut sign, mut at) = (0, None, 1, 0);
    while at < bytes.len() {
        match bytes[at] {
            b'-' => sign = -1,
            b'.' => decimals = Some(0),
            digit @ b'0'..=b'9' => {
                value = value * 10 + (digit - b'0') as i32;
                if let Some(count) = decimals {
                    decimals = Some(count + 1);
                }
            }
            b' ' => {}
            _ => panic!("not a number"),
        }
        at += 1;
    }
    match decimals {
        None => sign * value * 10,
        Some(1) => sign * value,
        Some(_) => panic!("one decimal, please"),
    }
}

pub(crate) use notation::{claim, gate, info, kind, pass, rules, visit};

#[cfg(test)]
mod tests;
