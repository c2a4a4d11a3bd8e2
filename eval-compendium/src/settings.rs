//! Numbers and switches: the document's, or an experiment's.

use std::fmt::Write;

use crate::board::phase::{Counting, Weights, words};
use crate::interplay::{Interplay, Slot};
use crate::rule::{Kind, MAX_NUMBERS, Numbers};
use crate::rules::{COUNT, DEVELOP_OVER_PAWN_PUSH, HEADING_OF, HEADINGS, LINKS, RULES};

/// The numbers of all rules, and the rules that are switched on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Settings {
    numbers: [Numbers; COUNT],
    on: [bool; COUNT],
    /// The rules that are switched on and part of the score, by phases.
    pub(crate) counting: Counting<{ words(COUNT) }>,
    /// Definitions that are added up as exceptions.
    on_demand: [bool; COUNT],
    /// The percentages of their numbers with which the rules under each heading count in the middlegame
    /// and in the endgame.
    pub(crate) weights: HeadingWeights,
    /// The state and numbers of rules that other rules refer to.
    pub(crate) interplay: Interplay,
}

impl Settings {
    /// The document's settings.
    pub(crate) fn document() -> Settings {
        let mut numbers = [[0; MAX_NUMBERS]; COUNT];
        for (numbers, rule) in numbers.iter_mut().zip(&RULES) {
            for (number, info) in numbers.iter_mut().zip(rule.numbers) {
                *number = info.tenths.into();
            }
        }
        let on = [true; COUNT];
        let mut settings = Settings {
            interplay: interplay(&numbers, &on),
            numbers,
            on,
            counting: Counting::NONE,
            on_demand: [false; COUNT],
            weights: HeadingWeights::EVEN,
        };
        settings.settle();
        settings
    }

    /// The numbers of the rule at `place`, in tenths of a centipawn (a factor in tenths of one).
    #[inline(always)]
    pub(crate) fn numbers(&self, place: usize) -> &Numbers {
        &self.numbers[place]
    }

    /// The sentence of the rule at `place` with these numbers, and the weight with which they count.
    pub(crate) fn statement(&self, place: usize) -> String {
        let rule = &RULES[place];
        let mut text = rule.stated_with(|at, _| self.numbers[place][at]);
        if place != DEVELOP_OVER_PAWN_PUSH && (!rule.adds() || rule.kind == Kind::Verdict) {
            return text;
        }
        let phases = [&self.weights.middlegame, &self.weights.endgame];
        let weights = [0, 1].map(|phase| rule.span.has_phase(phase).then(|| phases[phase][HEADING_OF[place]]));
        match weights {
            [Some(middlegame), Some(endgame)] if middlegame != endgame => {
                let _ = write!(text, " Of this {middlegame} % counts in the middlegame, {endgame} % in the endgame.");
            }
            [Some(100), _] | [_, Some(100)] => {}
            [Some(weight), _] | [_, Some(weight)] => {
                let _ = write!(text, " Of this {weight} % counts.");
            }
            [None, None] => {}
        }
        text
    }

    /// True if the rule at `place` is switched on.
    pub(crate) fn on(&self, place: usize) -> bool {
        self.on[place]
    }

    /// Sets a number of the rule at `place`.
    pub(crate) fn set_number(&mut self, place: usize, number: usize, tenths: i32) {
        self.numbers[place][number] = tenths.into();
        self.settle();
    }

    /// Sets the percentages of all headings.
    pub(crate) fn set_weights(&mut self, weights: HeadingWeights) {
        self.weights = weights;
        self.settle();
    }

    /// Switches on the rules for which `on` returns true, and the others off.
    pub(crate) fn switch(&mut self, on: impl Fn(&str) -> bool) {
        for (switch, rule) in self.on.iter_mut().zip(&RULES) {
            *switch = on(rule.id);
        }
        self.settle();
    }

    /// True if the definition at `place` is added up as an exception.
    pub(crate) fn set_on_demand(&mut self, place: usize, on: bool) {
        self.on_demand[place] = on;
        self.settle();
    }

    fn settle(&mut self) {
        self.counting = Counting::NONE;
        for (place, rule) in RULES.iter().enumerate() {
            if !self.on[place] || !(rule.adds() || self.on_demand[place]) {
                continue;
            }
            if rule.kind == Kind::Verdict {
                self.counting.always(place);
                continue;
            }
            let weighs = |percent: &[i32]| percent[HEADING_OF[place]] != 0;
            let (before, in_endgame) = (&self.weights.middlegame, &self.weights.endgame);
            self.counting.within(place, rule.span, weighs(before), weighs(in_endgame));
        }
        self.interplay = interplay(&self.numbers, &self.on);
    }
}

/// The state of the rules that others refer to.
fn interplay(numbers: &[Numbers; COUNT], on: &[bool; COUNT]) -> Interplay {
    Interplay::new(|slot| {
        let link = LINKS[slot];
        Slot {
            span: on[link.rule].then_some(RULES[link.rule].span),
            numbers: link.numbers.map(|number| numbers[link.rule][number]),
        }
    })
}

// Weights: the document states numbers and no scale; that they simply add up is a reading of it. Weights, in percent for each
// heading and phase, set the proportion. Rules that read the score read the weighted sum; the thresholds that they compare it
// with belong to the sum as printed and have to be set along with the weights.

/// The percentages with which the numbers of each heading's rules count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct HeadingWeights {
    /// In the middlegame, and in the opening.
    pub(crate) middlegame: [i32; HEADINGS],
    /// In the endgame.
    pub(crate) endgame: [i32; HEADINGS],
}

impl HeadingWeights {
    /// Each number as it is printed.
    pub(crate) const EVEN: HeadingWeights = HeadingWeights { middlegame: [100; HEADINGS], endgame: [100; HEADINGS] };

    /// All rules in this proportion to the piece values of the introduction, which are the unit.
    pub(crate) const fn all(percent: i32) -> HeadingWeights {
        let mut percents = [percent; HEADINGS];
        percents[HEADING_OF[0]] = 100;
        HeadingWeights { middlegame: percents, endgame: percents }
    }
}

/// The weights of the phases under each heading, with the denominator [`Weights::WHOLE`].
pub(crate) struct Proportion {
    middlegame: [i32; HEADINGS],
    endgame: [i32; HEADINGS],
    opening: [i32; HEADINGS],
}

impl Proportion {
    /// The `weights` of a position's phases times those of the `headings`.
    #[inline]
    pub(crate) fn of(weights: Weights, headings: &HeadingWeights) -> Proportion {
        let mut proportion =
            Proportion { middlegame: headings.middlegame, endgame: headings.endgame, opening: headings.middlegame };
        // Loops, which are vectorised; an array's `map` is not always.
        let times = |percents: &mut [i32], weight: i32| {
            for percent in percents {
                *percent *= weight;
            }
        };
        times(&mut proportion.middlegame, weights.middlegame);
        times(&mut proportion.endgame, weights.endgame);
        times(&mut proportion.opening, weights.opening);
        proportion
    }

    /// The weights of the rules under one heading.
    #[inline(always)]
    pub(crate) fn of_heading(&self, heading: usize) -> Weights {
        Weights { middlegame: self.middlegame[heading], endgame: self.endgame[heading], opening: self.opening[heading] }
    }
}
