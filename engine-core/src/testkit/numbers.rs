//! The numbers of an evaluator, set to others than its document's.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use crate::options::{Configure, OptionKind};

/// As many men as a side can have, and as valuable ones.
pub const FULL_SIDES: [&str; 2] =
    ["8/PPPPPPPP/8/8/1k6/8/8/RNBQKBNR w KQ - 0 1", "rnbqkbnr/8/8/1K6/8/8/pppppppp/8 b kq - 0 1"];

/// Numbers by the options that set them, those with decimals in tenths.
#[derive(Debug, Default)]
pub struct OtherNumbers {
    values: BTreeMap<&'static str, i32>,
    read: RefCell<BTreeSet<String>>,
}

impl OtherNumbers {
    /// Sets every number of an evaluator to what `draw` makes of its default, the least and the most that it can be.
    ///
    /// # Panics
    /// If the evaluator refuses one.
    pub fn set<E: Configure>(
        evaluator: &mut E,
        mut draw: impl FnMut(i32, i32, i32) -> i32,
    ) -> OtherNumbers {
        OtherNumbers::set_by_name(evaluator, |_, default, min, max| draw(default, min, max))
    }

    /// Like `set`, but the name of the option comes first.
    pub(super) fn set_by_name<E: Configure>(
        evaluator: &mut E,
        mut draw: impl FnMut(&str, i32, i32, i32) -> i32,
    ) -> OtherNumbers {
        let mut numbers = OtherNumbers::default();
        for option in evaluator.options() {
            let (value, text) = match option.kind {
                OptionKind::Number { default, min, max } => {
                    let value = draw(option.name, default, min, max);
                    (value, value.to_string())
                }
                OptionKind::Tenths { default, min, max } => {
                    let value = draw(option.name, default, min, max);
                    (value, format!("{:.1}", f64::from(value) / 10.0))
                }
                _ => continue,
            };
            let set = evaluator.set(option.name, &text);
            set.unwrap_or_else(|error| panic!("{error}"));
            numbers.values.insert(option.name, value);
        }
        numbers
    }

    /// Sets them to the least and the most in turn, or to one of them, as it is given for every other number.
    pub fn extreme<E: Configure>(evaluator: &mut E, at_most: [bool; 2]) -> OtherNumbers {
        let mut turn = 0;
        OtherNumbers::set(evaluator, |_, min, max| {
            turn = 1 - turn;
            if at_most[turn] { max } else { min }
        })
    }

    /// Sets them back to the document's.
    pub fn reset<E: Configure>(evaluator: &mut E) -> OtherNumbers {
        OtherNumbers::set(evaluator, |default, _, _| default)
    }

    /// The options.
    pub fn names(&self) -> impl ExactSizeIterator<Item = &'static str> {
        self.values.keys().copied()
    }

    /// The number that `option` sets, or the document's.
    pub fn of(&self, option: &str, document: i32) -> i32 {
        self.read.borrow_mut().insert(option.to_owned());
        self.values.get(option).copied().unwrap_or(document)
    }

    /// The options whose numbers were never looked up, and what was looked up and is no option.
    pub fn unmatched(&self) -> Vec<String> {
        let names: BTreeSet<String> = self.names().map(str::to_owned).collect();
        let read = self.read.borrow();
        names.symmetric_difference(&read).cloned().collect()
    }
}
