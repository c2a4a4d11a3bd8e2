//! The rules that there are: one table a heading, in the document's order.
//!
//! A rule stands here with its name, where it stands in the document, when it counts and its
//! numbers as the document prints them; the files in `data` say the same with worked positions, and
//! a test compares the two. What a rule computes is a function in the module `rules`. No number that
//! is worth points stands anywhere else.

pub(crate) mod attack;
pub(crate) mod basic;
pub(crate) mod beauty;
pub(crate) mod composite;
pub(crate) mod configurations;
pub(crate) mod endgame;
pub(crate) mod initiative;
pub(crate) mod intro;
pub(crate) mod king_attack;
pub(crate) mod king_security;
pub(crate) mod middlegame;
pub(crate) mod opening;
pub(crate) mod peculiarities;
pub(crate) mod pieces;
pub(crate) mod simple;
pub(crate) mod techniques;
pub(crate) mod thresholds;
pub(crate) mod verdicts;

/// How many rules there are.
pub(crate) const COUNT: usize = beauty::END;

/// The most numbers that a rule has.
pub(crate) const MAX_NUMBERS: usize = 8;

/// The rules, in parts that follow one another as in the document.
pub const PARTS: [&[RuleInfo]; 16] = [
    intro::RULES,
    opening::RULES,
    middlegame::RULES,
    king_security::RULES,
    king_attack::RULES,
    attack::RULES,
    pieces::RULES,
    initiative::RULES,
    peculiarities::RULES,
    endgame::RULES,
    simple::RULES,
    configurations::RULES,
    basic::RULES,
    composite::RULES,
    techniques::RULES,
    beauty::RULES,
];

/// All rules in the document's order.
pub fn rules() -> impl Iterator<Item = &'static RuleInfo> {
    PARTS.into_iter().flatten()
}

/// What a rule needs to be known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The position alone.
    Static,
    /// What has happened in the game: castled, moved, moved twice.
    History,
    /// Rewards a move; read from the position or from the game wherever that is possible.
    Move,
    /// The search: the root, or several plies.
    Search,
    /// A verdict on the whole score.
    DrawScale,
}

/// When a rule counts; the phases blend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Span {
    /// In the opening.
    Opening,
    /// In the middlegame and in the opening, which inherits it.
    Middlegame,
    /// In the middlegame, but not in the opening, and in the endgame.
    AfterOpening,
    /// In the endgame.
    Endgame,
    /// Always; a rule with two numbers counts with the one of the middlegame and the one of the
    /// endgame, each with its weight.
    All,
}

/// One number of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number {
    /// Its name within the rule.
    pub name: &'static str,
    /// The rule's name, a point, and its own.
    pub full_name: &'static str,
    /// Tenths of a centipawn; tenths of one where it is a factor.
    pub tenths: i32,
}

/// What the catalogue knows of a rule.
#[derive(Clone, Copy, Debug)]
pub struct RuleInfo {
    /// The name by which it is posted and switched.
    pub id: &'static str,
    /// The heading of the document under which it stands.
    pub section: &'static str,
    /// What it needs to be known.
    pub kind: Kind,
    /// When it counts.
    pub span: Span,
    /// Whether it is part of the score. The others are definitions, conditions and restatements:
    /// they show what they read, and other rules may look at whether they are switched on.
    pub adds_to_score: bool,
    /// Its numbers.
    pub numbers: &'static [Number],
    /// What it says, in one or two sentences.
    pub statement: &'static str,
    /// Why there is nothing to compute, for a rule that is no part of an evaluation.
    pub later: Option<&'static str>,
}

/// A rule with `N` numbers: the handle by which code names it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Key<const N: usize> {
    index: u16,
    span: Span,
}

impl<const N: usize> Key<N> {
    const fn new(index: usize, span: Span) -> Key<N> {
        assert!(index < COUNT && N <= MAX_NUMBERS);
        Key {
            index: index as u16,
            span,
        }
    }

    /// Its place among all rules.
    #[inline(always)]
    pub(crate) const fn index(self) -> usize {
        self.index as usize
    }

    /// When it counts.
    #[inline(always)]
    pub(crate) const fn span(self) -> Span {
        self.span
    }
}

/// A printed number (`-30`, `4.5`) in tenths.
const fn tenths(printed: &str) -> i32 {
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

/// The rules under one heading or several: `"Heading" { KEY = "id", kind, span, adds|reads
/// { number: value, .. }; .. }`, with the statement as documentation. `reads` marks a rule that is
/// no part of the score, `later "why"` one that has nothing to compute.
macro_rules! table {
    ($section:literal, from $start:expr; $($rules:tt)*) => {
        super::table! { from $start; $section { $($rules)* } }
    };
    (
        from $start:expr;
        $($section:literal {
            $(
                $(#[doc = $doc:literal])*
                $key:ident = $id:literal, $kind:ident, $span:ident,
                $adds:ident { $($name:ident: $value:literal),* } $(later $why:literal)?;
            )*
        })*
    ) => {
        // A rule that has nothing to compute has a place and a key that nobody asks for.
        #[allow(clippy::upper_case_acronyms, non_camel_case_types, dead_code)]
        enum Place { $($($key,)*)* Count }

        /// One past the place of the last of these rules among all rules.
        pub(crate) const END: usize = $start + Place::Count as usize;

        $($(
            $(#[doc = $doc])*
            #[allow(dead_code)]
            pub(crate) const $key: super::Key<{ <[&str]>::len(&[$(stringify!($name)),*]) }> =
                super::Key::new($start + Place::$key as usize, super::Span::$span);
        )*)*

        /// These rules.
        pub(super) static RULES: &[super::RuleInfo] = &[$($(
            super::RuleInfo {
                id: $id,
                section: $section,
                kind: super::Kind::$kind,
                span: super::Span::$span,
                adds_to_score: super::$adds,
                numbers: &[$(super::Number {
                    name: stringify!($name),
                    full_name: concat!($id, ".", stringify!($name)),
                    tenths: super::tenths(stringify!($value)),
                }),*],
                statement: concat!($($doc),*),
                later: super::later(&[$($why)?]),
            },
        )*)*];
    };
}

use table;

#[allow(non_upper_case_globals)]
const adds: bool = true;
#[allow(non_upper_case_globals)]
const reads: bool = false;

const fn later(why: &[&'static str]) -> Option<&'static str> {
    match why {
        [why] => Some(why),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_stand_where_the_table_says() {
        let ids: Vec<_> = rules().map(|rule| rule.id).collect();
        assert_eq!(ids.len(), COUNT);
        assert_eq!(ids[opening::EARLY_QUEEN.index()], "opening.early-queen");
        assert_eq!(
            ids[king_attack::WEDGE_PAWN.index()],
            "king-attack.wedge-pawn"
        );
        assert_eq!(
            ids[middlegame::SPACE_PAWNS.index()],
            "middlegame.space-pawns"
        );
    }

    #[test]
    fn numbers_are_read_as_printed() {
        assert_eq!(["4.5", "-30", "0", "-0.5"].map(tenths), [45, -300, 0, -5]);
    }
}
