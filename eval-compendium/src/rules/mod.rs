//! The rules: a file for each stretch of the document, a function for each rule.
//!
//! # How to add a rule
//! 1. Find its key in [`crate::catalogue`] (`king_attack::WEDGE_PAWN`) and the file of its stretch
//!    below this module: the file's first lines list the keys that belong there.
//! 2. Write a function over a [`View`] and the rule's numbers, in the order of the catalogue:
//!    ```text
//!    /// A minor directly in front of an unmoved own d- or e-pawn costs 20.
//!    fn minor_blocks_center_pawn(view: &View<'_>, [penalty]: [i32; 1]) -> i32 {
//!        let blocked = view.own.pawns & (D2 | E2) & down(view.own.minors);
//!        penalty * count(blocked)
//!    }
//!    ```
//!    A [`View`] dereferences to a [`Context`]: `view.own`, `view.enemy`, `view.occupied` and so on.
//!    Write every rule for White, for the side that plays up the board: it is called a second time
//!    for Black with the board turned round. Numbers are tenths of a centipawn and keep the sign
//!    that the catalogue gives them; factors are tenths of one ([`factor`]). A rule with a number
//!    for the middlegame and one for the endgame returns an [`Amount`]. Phases, switches and
//!    rounding are no concern of a rule.
//! 3. Name it in the file's `visit`, at its place in the document:
//!    `rules.rule(opening::MINOR_BLOCKS_CENTER_PAWN, minor_blocks_center_pawn);`. From then on it
//!    is built: posted, shown by `eval`, offered as an option, and held to its examples. A rule
//!    that the catalogue marks `reads` is registered in the same way; it is shown by `--raw` only
//!    and returns what its examples show (`terms_of` in `data/part1.toml` says what that is).
//! 4. Numbers of other rules come through [`View::numbers`]. A number that is worth points stands
//!    in the catalogue, a threshold of a reading in `catalogue::thresholds`; sets of squares are
//!    constants beside the rule.
//!
//! # What replaces what
//! Nothing is posted and taken back: a rule that yields asks whether the other one is in force.
//! * [`View::applies`] for what the reading itself excludes, so that the examples show it (a
//!   protected passer is no plain one): true in a raw reading, and otherwise as long as the other
//!   rule is switched on. `if view.applies(PROTECTED_PASSER) { passers &= !protected }`.
//! * [`View::replaced_by`] for what the catalogue settles between two rules (their `interplay`)
//!   and the reading does not know: false in a raw reading, and otherwise true where the other
//!   rule is switched on and counts in this phase.
//!
//! So a rule that is switched off is as if absent: what it replaced counts again. What two rules
//! share (a set of squares, a condition) is a function in the file of the first of them; what many
//! share, and all that is dear, belongs into [`crate::context`], computed once.
//!
//! # How to try it
//! `cargo test -p eval-compendium --test examples` runs every position of `data/part1.toml` for
//! both colours and lists what is pending; `RULE=king-attack cargo test -p eval-compendium --test
//! examples` runs only rules whose id contains the text, and fails if there are none or if they
//! are pending. An expected value is never changed to make a test pass. `cargo test --test corpus
//! -- --nocapture` shows how often each rule fires in games and fails for one that never does (or
//! list it there in `SILENT` with the reason). `tests/switches.rs` fails for a number that changes
//! no reading: add a position to its `MORE`, or excuse a number that the document gives twice.

mod intro;
mod king_attack;
mod king_security;
mod middlegame;
mod opening;
mod post;
mod space;

use std::ops::Deref;
use std::sync::LazyLock;

use engine_core::explain::{Breakdown, Ledger, Rule};
use shakmaty::Bitboard;

use crate::catalogue::{COUNT, Key, rules};
use crate::context::Context;
use crate::settings::Settings;

pub(crate) use post::post;

/// Calls every rule that is written, in the document's order.
fn visit(rules: &mut impl Visitor) {
    intro::visit(rules);
    opening::visit(rules);
    middlegame::visit(rules);
    king_security::visit(rules);
    king_attack::visit(rules);
}

/// What is done with each rule: it is posted, shown, or only counted as written.
trait Visitor {
    /// Takes the rule `key`, which `reading` computes for the side that a view's own side is.
    fn rule<const N: usize, A: Into<Amount>>(
        &mut self,
        key: Key<N>,
        reading: impl Fn(&View<'_>, [i32; N]) -> A,
    );
}

/// What a rule is worth to the own side, in tenths of a centipawn, before phases.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Amount {
    /// With the middlegame's number; the one that a raw reading shows.
    middlegame: i32,
    /// With the endgame's number.
    endgame: i32,
}

impl From<i32> for Amount {
    #[inline(always)]
    fn from(tenths: i32) -> Amount {
        Amount {
            middlegame: tenths,
            endgame: tenths,
        }
    }
}

/// A position as one side sees it, with the numbers and switches that rules look at.
struct View<'a> {
    context: &'a Context,
    settings: &'a Settings,
    /// Each rule for itself: readings exclude what they exclude, and nothing else is settled.
    raw: bool,
}

impl Deref for View<'_> {
    type Target = Context;

    #[inline(always)]
    fn deref(&self) -> &Context {
        self.context
    }
}

impl View<'_> {
    /// The numbers of a rule, for another one that builds on them.
    #[inline]
    fn numbers<const N: usize>(&self, key: Key<N>) -> [i32; N] {
        self.settings.numbers(key)
    }

    /// Whether an exclusion that belongs to the reading holds: always in a raw reading, otherwise
    /// while the rule `other`, for which room is made, is switched on.
    #[inline]
    fn applies<const N: usize>(&self, other: Key<N>) -> bool {
        self.raw || self.settings.on(other)
    }

    /// Whether the rule `other` takes this one's place where both describe the same feature: never
    /// in a raw reading, otherwise while it is switched on and counts in this phase.
    #[inline]
    fn replaced_by<const N: usize>(&self, other: Key<N>) -> bool {
        let weight = self.context.weights.of_span(other.span());
        !self.raw && self.settings.on(other) && !weight.is_nothing()
    }
}

/// The number of squares in the set.
#[inline(always)]
fn count(set: Bitboard) -> i32 {
    set.count() as i32
}

/// 1 or 0.
#[inline(always)]
fn once(condition: bool) -> i32 {
    i32::from(condition)
}

/// `amount` times a factor in tenths of one, as the catalogue keeps it; halves of a tenth go away
/// from zero.
#[inline]
fn factor(amount: i32, tenths: i32) -> i32 {
    let product = amount * tenths;
    (product + 5 * product.signum()) / 10
}

/// Whether the rule at `index` is written.
pub(crate) fn is_built(index: usize) -> bool {
    static BUILT: LazyLock<[bool; COUNT]> = LazyLock::new(|| {
        let mut written = Written([false; COUNT]);
        visit(&mut written);
        written.0
    });
    BUILT[index]
}

struct Written([bool; COUNT]);

impl Visitor for Written {
    fn rule<const N: usize, A: Into<Amount>>(
        &mut self,
        key: Key<N>,
        _reading: impl Fn(&View<'_>, [i32; N]) -> A,
    ) {
        self.0[key.index()] = true;
    }
}

/// Where a rule of the catalogue stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It is written.
    Built,
    /// It is no part of an evaluation; this is why.
    Later(&'static str),
    /// It is still to be written.
    Pending,
}

/// All rules by name with their status, in the document's order.
pub fn statuses() -> impl Iterator<Item = (&'static str, Status)> {
    rules().enumerate().map(|(index, rule)| {
        let status = match rule.later {
            _ if is_built(index) => Status::Built,
            Some(why) => Status::Later(why),
            None => Status::Pending,
        };
        (rule.id, status)
    })
}

/// Lists what each rule alone says of a position, White's context first.
pub(crate) fn raw(contexts: &[Context; 2], settings: &Settings, readings: &mut Breakdown) {
    let view = |context| View {
        context,
        settings,
        raw: true,
    };
    visit(&mut Raw {
        views: contexts.each_ref().map(view),
        readings,
    });
}

struct Raw<'a> {
    views: [View<'a>; 2],
    readings: &'a mut Breakdown,
}

impl Visitor for Raw<'_> {
    fn rule<const N: usize, A: Into<Amount>>(
        &mut self,
        key: Key<N>,
        reading: impl Fn(&View<'_>, [i32; N]) -> A,
    ) {
        let Some(rule) = rules().nth(key.index()) else {
            return;
        };
        let [white, black] = self.views.each_ref().map(|view| {
            let amount: Amount = reading(view, view.settings.numbers(key)).into();
            amount.middlegame
        });
        self.readings.post(Rule(rule.id), white, black);
    }
}
