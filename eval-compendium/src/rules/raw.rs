//! What each rule alone says of a position, before phases, switches and interplay.

use engine_core::explain::{Breakdown, Ledger, Meta};

use super::post::{NAMES, provisional};
use super::verdict::{Finding, Judgement, Outcome};
use super::{Amount, View, Visitor, after_scaling, positional, score_readers, verdicts};
use crate::catalogue::verdicts::UNSCALED;
use crate::catalogue::{COUNT, Key};
use crate::context::Context;
use crate::settings::Settings;

/// Lists what each rule says, in the document's order; `contexts` has White's first. Rules that
/// read the score read `score` (tenths, from White's side) or, without one, the real one. A
/// verdict shows the offset that it names, and its factor as a fact under its own name; `scale16`
/// and `scale_rule` tell which one is heard.
pub(crate) fn raw(contexts: &[Context; 2], settings: &Settings, score: Option<i32>) -> Breakdown {
    let scores = score.map_or_else(|| provisional(contexts, settings), |score| [score; 2]);
    let view = |context| View {
        raw: true,
        ..View::new(context, settings)
    };
    let mut raw = Raw {
        views: contexts.each_ref().map(view),
        terms: [None; COUNT],
        factors: Vec::new(),
        judgement: Judgement::default(),
    };
    positional(&mut raw);
    raw.read(scores[0]);
    score_readers(&mut raw);
    raw.read(scores[1]);
    verdicts(&mut raw);
    after_scaling(&mut raw);
    raw.readings()
}

struct Raw<'a> {
    views: [View<'a>; 2],
    /// What each rule gives to White and to Black, by its place.
    terms: [Option<[i32; 2]>; COUNT],
    /// Places and factors of the verdicts that scale.
    factors: Vec<(usize, i32)>,
    judgement: Judgement,
}

impl Raw<'_> {
    /// Shows the rules that follow a score, in tenths from White's side.
    fn read(&mut self, score: i32) {
        let [white, black] = &mut self.views;
        (white.score, black.score) = (score, -score);
    }

    fn readings(self) -> Breakdown {
        let mut readings = Breakdown::default();
        for (index, term) in self.terms.into_iter().enumerate() {
            if let Some([white, black]) = term {
                readings.post(NAMES[index], white, black);
            }
        }
        let heard = self.judgement.heard;
        let scale16 = match heard.map(|(_, finding, _)| finding.outcome) {
            Some(Outcome::Scaled(sixteenths)) => sixteenths,
            _ => UNSCALED,
        };
        readings.note("scale16", || Meta::Number(scale16));
        let rule = heard.map(|(index, ..)| NAMES[index].0);
        readings.note("scale_rule", || Meta::Word(rule));
        for (index, sixteenths) in self.factors {
            readings.note(NAMES[index].0, || Meta::Number(sixteenths));
        }
        readings
    }
}

impl Visitor for Raw<'_> {
    fn rule<const N: usize, A: Into<Amount>>(
        &mut self,
        key: Key<N>,
        reading: impl Fn(&View<'_>, [i32; N]) -> A,
    ) {
        let term = self.views.each_ref().map(|view| {
            let amount: Amount = reading(view, view.settings.numbers(key)).into();
            amount.middlegame
        });
        self.terms[key.index()] = Some(term);
    }

    fn verdict<const N: usize>(
        &mut self,
        key: Key<N>,
        reading: impl Fn(&View<'_>, [i32; N]) -> Finding,
    ) {
        let findings = self
            .views
            .each_ref()
            .map(|view| reading(view, view.settings.numbers(key)));
        for (finding, white) in findings.into_iter().zip([true, false]) {
            self.judgement.hear(key.index(), finding, white);
        }
        let factor = |finding: Finding| match finding.outcome {
            Outcome::Scaled(sixteenths) => Some(sixteenths),
            _ => None,
        };
        if let Some(least) = findings.into_iter().filter_map(factor).min() {
            self.factors.push((key.index(), least));
        }
        self.terms[key.index()] = Some(findings.map(|finding| match finding.outcome {
            Outcome::Wins(offset) => offset + finding.beside,
            _ => finding.beside,
        }));
    }
}
