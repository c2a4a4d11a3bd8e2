//! The description of a rule, and the notation for rules.

use std::ops::Range;

use engine_core::rule::{Aspect, Rule};
use engine_core::score::EVAL_MAX;

use crate::board::context::Context;
use crate::board::phase::Span;
use crate::verdict::Finding;
use crate::view::View;

/// The most numbers of a rule.
pub(crate) const MAX_NUMBERS: usize = 9;

/// A rule's numbers in the order in which it states them, in tenths. Products of the largest ones are beyond 32 bits.
pub(crate) type Numbers = [i64; MAX_NUMBERS];

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
    /// The document's statement, paraphrased, with the document's numbers.
    pub fn full_statement(&self) -> String {
        self.stated_with(|_, number| number.tenths.into())
    }

    /// The same with other numbers, in tenths, by their places. All are printed without their signs.
    pub(crate) fn stated_with(&self, tenths: impl Fn(usize, &Number) -> i64) -> String {
        let mut text = self.statement.trim_start().to_owned();
        for (at, number) in self.numbers.iter().enumerate() {
            let printed = format!("{}", tenths(at, number).abs() as f64 / 10.0);
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
    pub(crate) middlegame: i64,
    /// With the endgame's number.
    pub(crate) endgame: i64,
}

impl Amount {
    /// The `tenths` in all phases, or in the endgame only if a rule of the middlegame pays for the same feature.
    pub(crate) fn shared(tenths: i64, paid_in_middlegame: bool) -> Amount {
        Amount { middlegame: if paid_in_middlegame { 0 } else { tenths }, endgame: tenths }
    }
}

impl From<i64> for Amount {
    #[inline(always)]
    fn from(tenths: i64) -> Amount {
        Amount { middlegame: tenths, endgame: tenths }
    }
}

/// A factor that changes nothing, in tenths.
pub(crate) const WHOLE: i64 = 10;

/// `amount` times a factor in tenths of one, as rules state it; halves of a tenth round away from zero.
#[inline]
pub(crate) fn factor(amount: i64, tenths: i64) -> i64 {
    let product = amount * tenths;
    (product + 5 * product.signum()) / 10
}

/// Tenths of a centipawn within a hundred times the largest value, which leaves room in 32 bits for what is made of them.
pub(crate) fn bounded(tenths: i64) -> i32 {
    const MOST: i64 = 1_000 * EVAL_MAX as i64;
    tenths.clamp(-MOST, MOST) as i32
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
    fn wants_any(&self, places: Range<usize>) -> bool;

    /// True if `gate` holds, the condition of all rules under a heading; the same for both sides.
    fn wants(&self, gate: impl Fn(&Context<'_>) -> bool) -> bool;
}

/// The pass over terms and definitions.
pub(crate) const TERMS: u8 = 0;
/// The pass over terms that read the score.
pub(crate) const SCORE_READERS: u8 = 1;
/// The pass over verdicts.
pub(crate) const VERDICTS: u8 = 2;
/// The pass over rules that are added after a verdict.
pub(crate) const AFTER_VERDICT: u8 = 3;

/// The pass over all rules that visits those of a kind; `None` if they have no reading.
pub(crate) const fn pass_of(kind: Kind) -> Option<u8> {
    match kind {
        Kind::Term | Kind::Definition => Some(TERMS),
        Kind::ReadsScore => Some(SCORE_READERS),
        Kind::Verdict => Some(VERDICTS),
        Kind::AfterVerdict => Some(AFTER_VERDICT),
        Kind::Shows(_) | Kind::Root => None,
    }
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

/// The last of several, for what is a default and may be set otherwise.
pub(crate) const fn last<T: Copy>(all: &[T]) -> T {
    all[all.len() - 1]
}

/// The rules of one file, in the document's order, under its headings. The form of a rule is
/// ```text
/// /// The document's statement, paraphrased, each number by its name: earns {rank4} or {rank5}.
/// "id" as Aspect [lines of the document] (15 Elo) Span when gate { rank4: 40, rank5: 60 } Kind
/// |view, n| n.rank4 * count(..) + n.rank5 * count(..);
/// ```
/// `(15 Elo)` is the document's claim in brackets behind the rule, if any. `Span` is one of
/// [`Span`](crate::board::phase::Span)'s. `when gate` is optional: a condition on the [`Context`], the
/// same for both sides, without which the rule is silent; after a heading it holds for all rules under
/// it. [`Kind`] is left out for a term; a `Verdict` reads a [`Finding`]. In place of kind and reading
/// `Shows [ids]` names rules that a definition restates, and `Root` means that the rule chooses between
/// moves ([`crate::root`]). A heading, `"Heading" as Aspect;`, may be repeated: its rules are skipped
/// together where none of them counts. Its [`Aspect`] is the default for its rules.
macro_rules! rules {
    ($(
        $section:literal as $aspect:ident $(when $gate:path)?;
        $(
            $(#[doc = $doc:literal])+
            $id:literal $(as $own:ident)? [$($lines:tt)*] $(($claim:literal Elo))? $span:ident $(when $only:path)?
            { $($name:ident: $value:literal),* $(,)? } $($kind:ident)? $([$($shown:literal),*])?
            $(|$view:pat_param, $n:pat_param| $body:expr)?;
        )*
    )*) => {
        /// The descriptions of these rules, in the document's order.
        pub(crate) const RULES: &[$crate::rule::RuleInfo] = &[$($($crate::rule::RuleInfo {
            id: $id,
            section: $section,
            lines: stringify!($($lines)*),
            claim: $crate::rule::last(&[None, $(Some($claim))?]),
            span: $crate::board::phase::Span::$span,
            kind: $crate::rule::kind!($($kind)? $([$($shown),*])?),
            aspect: {
                use engine_core::rule::Aspect;
                $crate::rule::last(&[Aspect::$aspect, $(Aspect::$own)?])
            },
            numbers: &[$($crate::rule::Number {
                name: stringify!($name),
                full_name: concat!($id, ".", stringify!($name)),
                tenths: $crate::rule::tenths(stringify!($value)),
            }),*],
            statement: concat!($($doc),*),
        },)*)*];

        /// Passes the rules of this file that belong to the pass to the visitor; `first` is the place of the
        /// first of them among all rules.
        // Tests are compiled in three quarters of the time without.
        #[cfg_attr(not(debug_assertions), inline(always))]
        pub(crate) fn visit<const PASS: u8>(visitor: &mut impl $crate::rule::Visitor, first: usize) {
            let next = first;
            $(
                let (at, next) = (next, next + [$($id),*].len());
                if visitor.wants_any(at..next) $(&& visitor.wants($gate))? {
                    $(
                        {
                            #[allow(dead_code)]
                            struct Named { $($name: i64),* }
                            $(let reading = |view: &$crate::view::View<'_>, numbers: &$crate::rule::Numbers| {
                                let reading = |$view: &$crate::view::View<'_>, $n: Named| $body;
                                reading(view, Named::of(numbers)).into()
                            };)?
                            impl Named {
                                #[allow(dead_code)]
                                #[inline(always)]
                                fn of(numbers: &$crate::rule::Numbers) -> Named {
                                    let [$($name,)* ..] = *numbers;
                                    Named { $($name),* }
                                }
                            }
                            let gate = |_context: &$crate::board::context::Context<'_>| true $(&& $only(_context))?;
                            $crate::rule::visit!([$($kind)?] PASS visitor at $span gate reading);
                        }
                        let at = at + 1;
                    )*
                    let _ = at;
                }
            )*
            let _ = next;
        }
    };
}

/// The [`Kind`] of a rule; a term is the default.
macro_rules! kind {
    () => {
        $crate::rule::Kind::Term
    };
    ($kind:ident $($shown:tt)?) => {
        $crate::rule::Kind::$kind $((&$shown))?
    };
}

/// Passes one rule to the visitor in the pass that visits its kind.
macro_rules! visit {
    ([Root] $pass:ident $visitor:ident $at:ident $span:ident $gate:ident $reading:ident) => {
        let _ = $gate;
    };
    ([Shows] $pass:ident $visitor:ident $at:ident $span:ident $gate:ident $reading:ident) => {
        let _ = $gate;
    };
    ([Verdict] $pass:ident $visitor:ident $at:ident $span:ident $gate:ident $reading:ident) => {
        if const { $pass == $crate::rule::VERDICTS } {
            $visitor.verdict($at, $gate, $reading);
        }
    };
    ([$($kind:ident)?] $pass:ident $visitor:ident $at:ident $span:ident $gate:ident $reading:ident) => {
        if const { matches!($crate::rule::pass_of($crate::rule::kind!($($kind)?)), Some(pass) if pass == $pass) } {
            $visitor.term($at, $crate::board::phase::Span::$span, $gate, $reading);
        }
    };
}

pub(crate) use {kind, rules, visit};
