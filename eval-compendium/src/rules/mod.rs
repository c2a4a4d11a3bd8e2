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
//!    and returns what its examples show (`terms_of` in the files of `data` says what that is).
//!    Rules that look at the sum of the others stand in the file's `score_readers`: they find it in
//!    [`View::score`]. A rule that judges the whole score stands in `verdicts`
//!    (`rules.verdict(basic::TWO_KNIGHTS, two_knights)`) and returns a [`Finding`] for its view's own
//!    side: `Finding::HARD_DRAW.when(condition)`, `Finding::WIN` for the side that wins, with
//!    `.with(tenths)` in the view of the side that gets a number beside the verdict, and
//!    `Finding::STANDS` where an exception takes a verdict back. A rule that counts whatever the
//!    verdict is stands in `after_scaling`. A rule on a side's last move asks
//!    `view.own.past.last.did(LastMove::ERRONEOUS)`; what a move did is told in `last_move`.
//!    Groups of rules for an ending stand behind one question:
//!    `if rules.wants(|context| context.ending == Ending::Pawns) { .. }`.
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
//! `cargo test -p eval-compendium --test examples` runs every position of the files in `data`
//! for both colours and lists what is pending; `RULE=king-attack cargo test -p eval-compendium --test
//! examples` runs only rules whose id contains the text, and fails if there are none or if they
//! are pending. An expected value is never changed to make a test pass. `cargo test --test corpus
//! -- --nocapture` shows how often each rule fires in games and fails for one that never does (or
//! list it there in `SILENT` with the reason). `tests/switches.rs` fails for a number that changes
//! no reading: add a position to its `MORE`, or excuse a number that the document gives twice.

mod attack;
mod basic;
mod beauty;
mod composite;
mod configurations;
mod endgame;
mod endings;
mod initiative;
mod intro;
mod king_attack;
mod king_security;
pub(crate) mod locked;
mod middlegame;
mod opening;
mod peculiarities;
mod pieces;
mod post;
mod raw;
mod simple;
mod space;
mod techniques;
mod verdict;

use std::ops::Deref;
use std::sync::LazyLock;

use shakmaty::Bitboard;

use crate::catalogue::{COUNT, Key, rules};
use crate::context::Context;
use crate::settings::Settings;

pub(crate) use endgame::leads;
pub(crate) use post::post;
pub(crate) use raw::raw;
use verdict::Finding;

/// Calls every rule that is written: terms first, then what builds on their sum.
fn visit(rules: &mut impl Visitor) {
    positional(rules);
    score_readers(rules);
    verdicts(rules);
    after_scaling(rules);
}

/// The rules that read the position, in the document's order.
fn positional(rules: &mut impl Visitor) {
    intro::visit(rules);
    opening::visit(rules);
    middlegame::visit(rules);
    king_security::visit(rules);
    king_attack::visit(rules);
    attack::visit(rules);
    pieces::visit(rules);
    initiative::visit(rules);
    peculiarities::visit(rules);
    endgame::visit(rules);
    simple::visit(rules);
    configurations::visit(rules);
    basic::visit(rules);
    composite::visit(rules);
    techniques::visit(rules);
    beauty::visit(rules);
}

/// The rules that read the score of the ones before ([`View::score`]).
fn score_readers(rules: &mut impl Visitor) {
    initiative::score_readers(rules);
    peculiarities::score_readers(rules);
    endgame::score_readers(rules);
    techniques::score_readers(rules);
}

/// The verdicts on the whole score.
fn verdicts(rules: &mut impl Visitor) {
    endgame::verdicts(rules);
    simple::verdicts(rules);
    configurations::verdicts(rules);
    basic::verdicts(rules);
    techniques::verdicts(rules);
}

/// The rules that are added to what a verdict has left of the score.
fn after_scaling(rules: &mut impl Visitor) {
    basic::after_scaling(rules);
}

/// What is done with each rule: it is posted, shown, or only counted as written.
trait Visitor {
    /// Takes the rule `key`, which `reading` computes for the side that a view's own side is.
    fn rule<const N: usize, A: Into<Amount>>(
        &mut self,
        key: Key<N>,
        reading: impl Fn(&View<'_>, [i32; N]) -> A,
    );

    /// Takes the verdict `key`, which `reading` gives in either side's view.
    fn verdict<const N: usize>(
        &mut self,
        key: Key<N>,
        reading: impl Fn(&View<'_>, [i32; N]) -> Finding,
    );

    /// Whether to bother with rules that are silent unless `these` holds (the same for both
    /// sides): a group of rules costs one question outside its endings.
    fn wants(&self, _these: impl Fn(&Context) -> bool) -> bool {
        true
    }
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
    /// What the rules so far have summed up to, for the own side, in tenths of a centipawn; 0 for
    /// rules that read the position.
    score: i32,
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
    fn new(context: &'a Context, settings: &'a Settings) -> View<'a> {
        View {
            context,
            settings,
            raw: false,
            score: 0,
        }
    }
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

    fn verdict<const N: usize>(
        &mut self,
        key: Key<N>,
        _reading: impl Fn(&View<'_>, [i32; N]) -> Finding,
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
