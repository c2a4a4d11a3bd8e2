//! The readings of each rule in a position, before phases: alone, or with replacements settled.

use std::ops::Range;

use engine_core::explain::{Breakdown, Ledger, Meta};

use crate::board::context::Context;
use crate::board::phase::Span;
use crate::post::{NAMES, provisional};
use crate::rule::{AFTER_VERDICT, Amount, Kind, Numbers, SCORE_READERS, TERMS, VERDICTS, Visitor, bounded};
use crate::rules::{COUNT, RULES, visit};
use crate::settings::Settings;
use crate::verdict::{Finding, Judgement, Outcome, UNSCALED};
use crate::view::{OtherRules, View};

/// Lists the reading of each rule alone, in the document's order; `contexts` has White's first. Rules that read the
/// score read `score` (tenths, from White's side) or, without one, the real one. A verdict shows the offset that it
/// names, and its factor as a fact under its own name; `scale16` and `scale_rule` show which verdict applies.
pub(crate) fn raw(contexts: &[Context<'_>; 2], settings: &Settings, score: Option<i64>) -> Breakdown {
    let scores = score.map_or_else(|| provisional(contexts, settings), |score| [score; 2]);
    let others = OtherRules::apart(&settings.interplay);
    let mut readings = Readings::of(contexts, &others, settings, scores);
    readings.restate();
    readings.listed()
}

/// The readings of each rule for White and for Black.
pub(crate) struct Readings<'a> {
    views: [View<'a>; 2],
    settings: &'a Settings,
    /// The amounts of terms, by the rule's place.
    amounts: [[Amount; 2]; COUNT],
    /// The places of the verdicts that fire, and their findings.
    findings: Vec<(usize, [Finding; 2])>,
    judgement: Judgement,
}

impl<'a> Readings<'a> {
    /// Reads every rule, each among the `others`. `scores` are those before the rules that read one
    /// and before the verdicts.
    pub(crate) fn of(
        contexts: &'a [Context<'a>; 2],
        others: &'a OtherRules<'a>,
        settings: &'a Settings,
        scores: [i64; 2],
    ) -> Readings<'a> {
        let view = |context| View::new(context, others, 0);
        let mut readings = Readings {
            views: contexts.each_ref().map(view),
            settings,
            amounts: [[Amount::default(); 2]; COUNT],
            findings: Vec::new(),
            judgement: Judgement::default(),
        };
        visit::<TERMS>(&mut readings);
        readings.read(scores[0]);
        visit::<SCORE_READERS>(&mut readings);
        readings.read(scores[1]);
        visit::<VERDICTS>(&mut readings);
        visit::<AFTER_VERDICT>(&mut readings);
        readings
    }

    /// True if the rule at `place` has the same reading in both.
    pub(crate) fn agree(&self, other: &Readings<'_>, place: usize) -> bool {
        let finding = |readings: &Readings<'_>| {
            let mut findings = readings.findings.iter();
            findings.find(|(at, _)| *at == place).map(|(_, found)| *found)
        };
        self.amounts[place] == other.amounts[place] && finding(self) == finding(other)
    }

    /// Makes a score, in tenths from White's side, visible to the rules that follow.
    fn read(&mut self, score: i64) {
        let [white, black] = &mut self.views;
        (white.score, black.score) = (score, -score);
    }

    /// Shows the restatements of definitions.
    fn restate(&mut self) {
        for (place, rule) in RULES.iter().enumerate() {
            let Kind::Shows(shown) = rule.kind else {
                continue;
            };
            for (amounts, rule) in self.amounts.into_iter().zip(&RULES) {
                if shown.contains(&rule.id) {
                    let sums = self.amounts[place].iter_mut().zip(amounts);
                    sums.for_each(|(sum, amount)| sum.middlegame += amount.middlegame);
                }
            }
        }
    }

    fn listed(self) -> Breakdown {
        let mut terms = self.amounts.map(|amounts| amounts.map(|amount| amount.middlegame));
        for (place, findings) in &self.findings {
            terms[*place] = findings.map(|finding| match finding.outcome {
                Outcome::Wins(offset) => offset + finding.beside,
                _ => finding.beside,
            });
        }
        let mut list = Breakdown::default();
        for (rule, [white, black]) in NAMES.into_iter().zip(terms) {
            list.post(rule, bounded(white), bounded(black));
        }
        let applied = self.judgement.applied;
        let scale16 = match applied.map(|(_, finding, _)| finding.outcome) {
            Some(Outcome::Scaled(sixteenths)) => sixteenths,
            _ => UNSCALED,
        };
        list.note("scale16", || Meta::Number(scale16));
        let rule = applied.map(|(place, ..)| NAMES[place].name);
        list.note("scale_rule", || Meta::Word(rule));
        for (place, findings) in self.findings {
            let factors = findings.into_iter().filter_map(|finding| match finding.outcome {
                Outcome::Scaled(sixteenths) => Some(sixteenths),
                _ => None,
            });
            if let Some(least) = factors.min() {
                list.note(NAMES[place].name, || Meta::Number(least));
            }
        }
        list
    }
}

impl Visitor for Readings<'_> {
    fn term(
        &mut self,
        place: usize,
        _span: Span,
        gate: impl Fn(&Context<'_>) -> bool,
        reading: impl Fn(&View<'_>, &Numbers) -> Amount,
    ) {
        if self.wants(gate) {
            let numbers = self.settings.numbers(place);
            self.amounts[place] = self.views.each_ref().map(|view| reading(view, numbers));
        }
    }

    fn verdict(
        &mut self,
        place: usize,
        gate: impl Fn(&Context<'_>) -> bool,
        reading: impl Fn(&View<'_>, &Numbers) -> Finding,
    ) {
        if !self.wants(gate) {
            return;
        }
        let numbers = self.settings.numbers(place);
        let findings = self.views.each_ref().map(|view| reading(view, numbers));
        if findings == [Finding::SILENT; 2] {
            return;
        }
        for (finding, white) in findings.into_iter().zip([true, false]) {
            self.judgement.consider(place, finding, white);
        }
        self.findings.push((place, findings));
    }

    fn wants_any(&self, _places: Range<usize>) -> bool {
        true
    }

    fn wants(&self, gate: impl Fn(&Context<'_>) -> bool) -> bool {
        gate(&self.views[0])
    }
}
