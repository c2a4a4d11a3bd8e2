//! All rules, in the document's order.
//!
//! # Adding a rule
//! 1. Write it under its heading, at its place in the document, in the form that
//!    [`rules!`](crate::rule) describes: from then on it is posted, shown by `eval` and `--raw`,
//!    offered as an option and listed. Write it for White, for the side that plays up the board: it
//!    is evaluated a second time for Black with the board flipped. Numbers are tenths of a centipawn
//!    and keep the sign that they are stated with; factors are tenths of one.
//! 2. Add worked positions, a line each, to the table beside that file.
//! 3. A feature that several rules share belongs in [`crate::patterns`]; one that is expensive and
//!    used by many in [`crate::board`].
//!
//! # Replacement
//! Nothing is posted and taken back: a rule that yields checks whether the other one is in force, by
//! its name in [`crate::interplay`].
//! * [`View::applies`](crate::view::View::applies) for exclusions by the reading itself, so that its
//!   positions show them (a protected passer is not a plain one).
//! * [`View::replaced_by`](crate::view::View::replaced_by) for conflicts settled between two rules
//!   that describe the same feature, and that neither reading covers.
//!
//! So a rule that is switched off is as if absent: the rules that it replaced count again.

mod attack;
mod basic;
mod beauty;
mod composite;
mod configurations;
mod endgame;
mod endgame_principles;
mod formations;
mod initiative;
mod king_attack;
mod king_security;
mod middlegame;
mod minor_endings;
mod opening;
mod pawns;
mod peculiarities;
mod piece_configurations;
mod rook_endings;
mod tal;
mod techniques;

use crate::interplay::REFERENCED;
use crate::rule::{RuleInfo, Visitor};

/// The files of rules in the document's order, each with its table of worked positions.
macro_rules! chapters {
    ($($file:ident)*) => {
        /// The number of rules.
        pub(crate) const COUNT: usize = 0 $(+ $file::RULES.len())*;

        /// All rules in the document's order.
        pub(crate) static RULES: [RuleInfo; COUNT] = {
            let mut rules = [opening::RULES[0]; COUNT];
            let mut next = 0;
            $({
                let mut at = 0;
                while at < $file::RULES.len() {
                    rules[next] = $file::RULES[at];
                    next += 1;
                    at += 1;
                }
            })*
            rules
        };

        /// The tables of worked positions, in the document's order: the name of the file, and its contents.
        pub(crate) const POSITIONS: &[(&str, &str)] = &[$((
            concat!(stringify!($file), ".md"),
            include_str!(concat!(stringify!($file), ".md")),
        )),*];

        /// Passes the rules of a pass to the visitor.
        #[cfg_attr(not(debug_assertions), inline(always))]
        pub(crate) fn visit<const PASS: u8>(visitor: &mut impl Visitor) {
            let first = 0;
            $(
                $file::visit::<PASS>(visitor, first);
                let first = first + $file::RULES.len();
            )*
            let _ = first;
        }
    };
}

chapters! {
    opening middlegame pawns formations king_security king_attack tal attack piece_configurations
    initiative peculiarities endgame endgame_principles minor_endings rook_endings configurations
    basic composite techniques beauty
}

/// The document's heading of each rule, counted from 0.
pub(crate) const HEADING_OF: [usize; COUNT] = {
    let mut heading_of = [0; COUNT];
    let mut at = 1;
    while at < COUNT {
        let next = !same(RULES[at].section, RULES[at - 1].section);
        heading_of[at] = heading_of[at - 1] + next as usize;
        at += 1;
    }
    heading_of
};

/// The rule whose bonus is weighted, though nothing is posted.
pub(crate) const DEVELOP_OVER_PAWN_PUSH: usize = place_of("opening.develop-over-pawn-push");

/// The number of headings.
pub(crate) const HEADINGS: usize = HEADING_OF[COUNT - 1] + 1;

/// The place of a rule that others refer to, and those of its numbers.
#[derive(Clone, Copy)]
pub(crate) struct Link {
    /// Its place among all rules.
    pub(crate) rule: usize,
    /// The places of the numbers that others use among the rule's numbers.
    pub(crate) numbers: [usize; 5],
}

/// The link of each rule of [`REFERENCED`].
pub(crate) static LINKS: [Link; REFERENCED.len()] = {
    let mut links = [Link { rule: 0, numbers: [0; 5] }; REFERENCED.len()];
    let mut at = 0;
    while at < REFERENCED.len() {
        links[at].rule = place_of(REFERENCED[at].id);
        let names = REFERENCED[at].numbers;
        let stated = RULES[links[at].rule].numbers;
        let mut number = 0;
        while number < names.len() {
            let mut place = 0;
            while !same(names[number], stated[place].name) {
                place += 1;
            }
            links[at].numbers[number] = place;
            number += 1;
        }
        at += 1;
    }
    links
};

/// The place of the rule `id` among all; a missing one is a compile error.
pub(crate) const fn place_of(id: &str) -> usize {
    let mut at = 0;
    while !same(RULES[at].id, id) {
        at += 1;
    }
    at
}

const fn same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    if one.len() != other.len() {
        return false;
    }
    let mut at = 0;
    while at < one.len() {
        if one[at] != other[at] {
            return false;
        }
        at += 1;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The document's numbers stand once: the statement of a rule names them.
    #[test]
    fn statements_name_the_numbers_and_do_not_repeat_them() {
        for rule in &RULES {
            let text = rule.full_statement();
            assert!(!text.contains(['{', '}']) && text.ends_with('.'), "{}: {text}", rule.id);
            for number in rule.numbers {
                let printed = (f64::from(number.tenths.abs()) / 10.0).to_string();
                let words = rule.statement.split(|c: char| !c.is_ascii_digit() && c != '.');
                let repeated = words.into_iter().any(|word| word.trim_matches('.') == printed);
                assert!(!repeated || printed.len() < 2, "{}: {printed}", number.full_name);
            }
        }
        assert_eq!(COUNT, 376);
    }
}
