//! A position as one side sees it, with the switches and numbers of the rules that rules refer to.

use std::ops::Deref;

use crate::board::context::Context;
use crate::board::phase::Weights;
use crate::board::side::Side;
use crate::interplay::{Interplay, MAX_NUMBERS, ReferencedNumbers, RuleRef, RuleSet};

/// A position as the own side sees it. It dereferences to its [`Context`]: `view.own`, `view.enemy`.
///
/// It is created for each rule, which costs nothing if the rule's reading is inlined.
pub(crate) struct View<'a> {
    context: &'a Context<'a>,
    /// The other rules, as far as this one refers to them.
    pub(crate) others: &'a OtherRules<'a>,
    /// The sum of the rules so far, for the own side, in tenths of a centipawn; 0 for rules that read the position.
    pub(crate) score: i64,
}

/// One of the two sides of a view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Whose {
    Own,
    Enemy,
}

/// The state of the other rules that a rule may read.
pub(crate) struct OtherRules<'a> {
    pub(crate) interplay: &'a Interplay,
    /// True for raw readings: readings exclude what they exclude themselves, and nothing else is settled.
    pub(crate) raw: bool,
    /// The rules for which others make room.
    pub(crate) applying: RuleSet,
    replacing: RuleSet,
}

impl<'a> OtherRules<'a> {
    /// The rules as an evaluation sees them where the phases have these weights.
    #[inline]
    pub(crate) fn counting(interplay: &'a Interplay, weights: Weights) -> OtherRules<'a> {
        OtherRules { interplay, raw: false, applying: interplay.on, replacing: interplay.counting(weights) }
    }

    /// For readings of each rule by itself.
    pub(crate) fn apart(interplay: &'a Interplay) -> OtherRules<'a> {
        OtherRules { interplay, raw: true, applying: RuleSet::ALL, replacing: RuleSet::NONE }
    }
}

impl<'a> Deref for View<'a> {
    type Target = Context<'a>;

    #[inline(always)]
    fn deref(&self) -> &Context<'a> {
        self.context
    }
}

impl<'a> View<'a> {
    /// The position in `context`, with `score` the sum of the rules so far, for the own side, in tenths of a centipawn.
    #[inline(always)]
    pub(crate) fn new(context: &'a Context<'a>, others: &'a OtherRules<'a>, score: i64) -> View<'a> {
        View { context, others, score }
    }

    /// The side for `whose`.
    #[inline(always)]
    pub(crate) fn side(&self, whose: Whose) -> &'a Side {
        match whose {
            Whose::Own => self.context.own,
            Whose::Enemy => self.context.enemy,
        }
    }

    /// The numbers of another rule, for one that builds on them.
    #[inline(always)]
    pub(crate) fn numbers<N: ReferencedNumbers>(&self, other: RuleRef<N>) -> N {
        self.others.interplay.numbers(other)
    }

    /// The numbers of another rule, or zeros if it is switched off.
    #[inline(always)]
    pub(crate) fn numbers_in_force<N: ReferencedNumbers>(&self, other: RuleRef<N>) -> N {
        if self.applies(other) { self.numbers(other) } else { N::take(&[0; MAX_NUMBERS]) }
    }

    /// True if an exclusion that belongs to the reading holds: always in a raw reading, otherwise
    /// while the rule `other`, for which room is made, is switched on.
    #[inline(always)]
    pub(crate) fn applies<N: Copy>(&self, other: RuleRef<N>) -> bool {
        self.others.applying.includes(other)
    }

    /// True if the rule `other` replaces this one where both describe the same feature: never in a raw
    /// reading, otherwise while it is switched on and counts in this phase.
    #[inline(always)]
    pub(crate) fn replaced_by<N: Copy>(&self, other: RuleRef<N>) -> bool {
        self.others.replacing.includes(other)
    }
}
