//! A position as one side sees it, with the switches and numbers that rules ask one another for.

use std::ops::Deref;

use crate::board::context::Context;
use crate::interplay::{Interplay, Other, Set, Stated};

/// A position as the own side sees it. It dereferences to its [`Context`]: `view.own`, `view.enemy`.
pub(crate) struct View<'a> {
    pub(crate) context: &'a Context,
    pub(crate) interplay: &'a Interplay,
    /// Each rule for itself: readings exclude what they exclude, and nothing else is settled.
    pub(crate) raw: bool,
    /// The rules for which others make room.
    applying: Set,
    /// The rules that take the place of others.
    replacing: Set,
    /// What the rules so far have summed up to, for the own side, in tenths of a centipawn; 0 for
    /// rules that read the position.
    pub(crate) score: i32,
}

impl Deref for View<'_> {
    type Target = Context;

    #[inline(always)]
    fn deref(&self) -> &Context {
        self.context
    }
}

impl<'a> View<'a> {
    /// The position as an evaluation sees it.
    pub(crate) fn new(context: &'a Context, interplay: &'a Interplay) -> View<'a> {
        View {
            context,
            interplay,
            raw: false,
            applying: interplay.all_on(),
            replacing: interplay.counting(context.weights),
            score: 0,
        }
    }

    /// The position as each rule for itself sees it.
    pub(crate) fn raw(context: &'a Context, interplay: &'a Interplay) -> View<'a> {
        View {
            raw: true,
            applying: Set::ALL,
            replacing: Set::NONE,
            ..View::new(context, interplay)
        }
    }

    /// The numbers of another rule, for one that builds on them.
    #[inline(always)]
    pub(crate) fn numbers<N: Stated>(&self, other: Other<N>) -> N {
        self.interplay.numbers(other)
    }

    /// The numbers of another rule, or nothing where it is switched off.
    #[inline(always)]
    pub(crate) fn numbers_in_force<N: Stated>(&self, other: Other<N>) -> N {
        if self.applies(other) {
            self.numbers(other)
        } else {
            N::NOTHING
        }
    }

    /// Whether an exclusion that belongs to the reading holds: always in a raw reading, otherwise
    /// while the rule `other`, for which room is made, is switched on.
    #[inline(always)]
    pub(crate) fn applies<N: Copy>(&self, other: Other<N>) -> bool {
        self.applying.includes(other)
    }

    /// The rules for which others make room.
    #[inline(always)]
    pub(crate) fn applying(&self) -> Set {
        self.applying
    }

    /// Whether the rule `other` takes this one's place where both describe the same feature: never
    /// in a raw reading, otherwise while it is switched on and counts in this phase.
    #[inline(always)]
    pub(crate) fn replaced_by<N: Copy>(&self, other: Other<N>) -> bool {
        self.replacing.includes(other)
    }
}
