//! Numbers and switches: the document's, or an experiment's.

use std::array;

use crate::catalogue::{COUNT, Key, MAX_NUMBERS, rules};

/// The numbers of all rules and which of them are switched on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Settings {
    numbers: [[i32; MAX_NUMBERS]; COUNT],
    on: [bool; COUNT],
    counts: [bool; COUNT],
    karpov: bool,
}

impl Settings {
    /// As the document has it.
    pub(crate) fn document() -> Settings {
        let mut settings = Settings {
            numbers: [[0; MAX_NUMBERS]; COUNT],
            on: [true; COUNT],
            counts: [false; COUNT],
            karpov: false,
        };
        for (numbers, rule) in settings.numbers.iter_mut().zip(rules()) {
            for (number, info) in numbers.iter_mut().zip(rule.numbers) {
                *number = info.tenths;
            }
        }
        settings.settle();
        settings
    }

    /// The rule's numbers in the order of the catalogue, in tenths of a centipawn (a factor in
    /// tenths of one).
    #[inline(always)]
    pub(crate) fn numbers<const N: usize>(&self, key: Key<N>) -> [i32; N] {
        let numbers = &self.numbers[key.index()];
        array::from_fn(|at| numbers[at])
    }

    /// Whether the rule is switched on.
    #[inline(always)]
    pub(crate) fn on<const N: usize>(&self, key: Key<N>) -> bool {
        self.on[key.index()]
    }

    /// Whether the rule is switched on and part of the score.
    #[inline(always)]
    pub(crate) fn counts<const N: usize>(&self, key: Key<N>) -> bool {
        self.counts[key.index()]
    }

    /// Sets a number of the rule at `index`.
    pub(crate) fn set_number(&mut self, index: usize, number: usize, tenths: i32) {
        self.numbers[index][number] = tenths;
    }

    /// Switches on the rules for which `on` says so, and the others off.
    pub(crate) fn switch(&mut self, on: impl Fn(&str) -> bool) {
        for (switch, rule) in self.on.iter_mut().zip(rules()) {
            *switch = on(rule.id);
        }
        self.settle();
    }

    /// Whether the preference that the document states twice counts a second time.
    pub(crate) fn set_karpov(&mut self, karpov: bool) {
        self.karpov = karpov;
        self.settle();
    }

    fn settle(&mut self) {
        for (index, rule) in rules().enumerate() {
            let twice = self.karpov && rule.id == KARPOV;
            self.counts[index] = self.on[index] && (rule.adds_to_score || twice);
        }
    }
}

/// The rule that counts only if the option `karpov` is set.
const KARPOV: &str = "middlegame.karpov-composition-5-2";
