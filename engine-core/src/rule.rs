//! The rules of an evaluation: their names and subjects, and what their documents state.

use std::borrow::Cow;

use serde::Serialize;

/// The subject of a rule: terms of one aspect can be compared between evaluators, whatever their names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Aspect {
    /// Material, and which pieces go well together.
    Material,
    /// Pawn placement and structure; passed pawns.
    Pawns,
    /// Piece placement, mobility and attacks; the king's defenders included.
    Pieces,
    /// King safety, placement and attackers.
    King,
    /// Properties of the whole position: side to move, space, development, verdicts on endings.
    Other,
}

impl Aspect {
    /// All of them, in the order in which tables list them.
    pub const ALL: [Aspect; 5] = [Aspect::Material, Aspect::Pawns, Aspect::Pieces, Aspect::King, Aspect::Other];

    /// Its name for people and programs.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Aspect::Material => "material",
            Aspect::Pawns => "pawns",
            Aspect::Pieces => "pieces",
            Aspect::King => "king",
            Aspect::Other => "other",
        }
    }
}

/// A rule: its name and its subject.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rule {
    /// Its name, unique among those of its aspect within an evaluator.
    pub name: &'static str,
    /// Its subject.
    pub aspect: Aspect,
}

impl Rule {
    /// A rule that counts pieces.
    pub const fn material(name: &'static str) -> Rule {
        Rule::of(Aspect::Material, name)
    }

    /// A rule about pawns.
    pub const fn pawns(name: &'static str) -> Rule {
        Rule::of(Aspect::Pawns, name)
    }

    /// A rule about pieces.
    pub const fn pieces(name: &'static str) -> Rule {
        Rule::of(Aspect::Pieces, name)
    }

    /// A rule about the king.
    pub const fn king(name: &'static str) -> Rule {
        Rule::of(Aspect::King, name)
    }

    /// A rule about the whole position.
    pub const fn other(name: &'static str) -> Rule {
        Rule::of(Aspect::Other, name)
    }

    /// A rule of this aspect.
    pub const fn of(aspect: Aspect, name: &'static str) -> Rule {
        Rule { name, aspect }
    }

    /// Its name; after its aspect and a slash, as evaluations from outside write it, if one of `others` of another aspect
    /// has the same name.
    pub fn name_among(self, mut others: impl Iterator<Item = Rule>) -> Cow<'static, str> {
        if others.any(|other| other.name == self.name && other.aspect != self.aspect) {
            return format!("{}/{}", self.aspect.name(), self.name).into();
        }
        self.name.into()
    }
}

/// A rule as its evaluator declares it, whether or not a position has ever shown it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeclaredRule {
    /// Its name, and what it looks at.
    pub rule: Rule,
    /// The part of the document that it belongs to; the name of its aspect in a document without parts.
    pub group: &'static str,
    /// The Elo that the document claims for it, if any.
    pub claim: Option<u16>,
    /// True if it posts; if not, it chooses between the moves of a search's root.
    pub posts: bool,
    /// The reason that it cannot be left out alone, if there is one.
    pub inseparable: Option<&'static str>,
}

impl DeclaredRule {
    /// A rule of a document without parts and claims, which posts and can be left out.
    pub const fn new(rule: Rule) -> DeclaredRule {
        DeclaredRule { rule, group: rule.aspect.name(), claim: None, posts: true, inseparable: None }
    }

    /// The same rule, which cannot be left out alone for this reason.
    #[must_use]
    pub const fn inseparable(self, reason: &'static str) -> DeclaredRule {
        DeclaredRule { inseparable: Some(reason), ..self }
    }
}

/// A rule in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// A sentence or more about what the rule counts.
    pub text: String,
    /// The lines of the document that state it; empty if the document has no numbered lines.
    pub lines: &'static str,
    /// The options that are its numbers: their names, or what comes before a dot in these. Empty if `text` has the
    /// numbers.
    pub numbers: &'static [&'static str],
}

impl Statement {
    /// The statement of a rule whose document has no numbered lines.
    pub fn new(text: &str, numbers: &'static [&'static str]) -> Statement {
        Statement { text: text.trim_start().to_owned(), lines: "", numbers }
    }

    /// True if the option of this name is one of its numbers.
    pub fn counts_by(&self, option: &str) -> bool {
        let first = option.split_once('.').map_or(option, |(first, _)| first);
        let mut numbers = self.numbers.iter();
        numbers.any(|name| [option, first].contains(name))
    }
}

/// Declares the rules of an evaluator: a constant for each, `ALL` of them in the document's order, and the function
/// `statement` from a rule's name to its [`Statement`]: the comment on the rule, and in brackets the options that are
/// its numbers.
///
/// ```
/// engine_core::rules! {
///     /// The value of each piece.
///     MATERIAL: material("material") ["value"];
///     /// Each piece on one of the four squares in the middle.
///     CENTRE: pieces("centre");
/// }
///
/// assert_eq!(ALL, [MATERIAL, CENTRE]);
/// assert_eq!(CENTRE.name, "centre");
/// let material = statement("material").unwrap();
/// assert_eq!(material.text, "The value of each piece.");
/// assert!(material.counts_by("value.pawn"));
/// assert!(statement("king").is_none());
/// ```
#[macro_export]
macro_rules! rules {
    ($($(#[doc = $text:literal])+ $constant:ident: $aspect:ident($name:literal) $([$($number:literal),+])?;)*) => {
        $(
            $(#[doc = $text])+
            pub(crate) const $constant: $crate::rule::Rule = $crate::rule::Rule::$aspect($name);
        )*
        pub(crate) const ALL: &[$crate::rule::Rule] = &[$($constant),*];

        /// The rule of this name in words.
        pub(crate) fn statement(rule: &str) -> Option<$crate::rule::Statement> {
            match rule {
                $($name => Some($crate::rule::Statement::new(concat!($($text),+), &[$($($number),+)?])),)*
                _ => None,
            }
        }
    };
}
