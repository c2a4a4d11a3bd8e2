//! Posting: phase weights, switches, the one rounding, and the verdict at the end.

use engine_core::explain::{Ledger, Meta, Rule, Sum};

use super::verdict::{Finding, Judgement, Outcome};
use super::{Amount, View, Visitor, after_scaling, positional, score_readers, verdicts};
use crate::catalogue::verdicts::UNSCALED;
use crate::catalogue::{COUNT, Key, PARTS};
use crate::context::{Context, Weights};
use crate::settings::Settings;

/// Posts every rule that counts.
#[inline]
pub(crate) fn post<L: Ledger>(contexts: &[Context; 2], settings: &Settings, ledger: &mut L) {
    let mut poster = Poster::new(contexts, settings, ledger);
    poster.before_verdicts();
    verdicts(&mut poster);
    poster.judge();
    after_scaling(&mut poster);
}

/// The score that rules read, in tenths from White's side: before them, and before verdicts.
pub(super) fn provisional(contexts: &[Context; 2], settings: &Settings) -> [i32; 2] {
    Poster::new(contexts, settings, &mut Sum::default()).before_verdicts()
}

/// The names under which rules are posted, by their place.
pub(super) static NAMES: [Rule; COUNT] = names();

const fn names() -> [Rule; COUNT] {
    let mut names = [Rule(""); COUNT];
    let (mut at, mut part) = (0, 0);
    while part < PARTS.len() {
        let mut rule = 0;
        while rule < PARTS[part].len() {
            names[at] = Rule(PARTS[part][rule].id);
            at += 1;
            rule += 1;
        }
        part += 1;
    }
    names
}

struct Poster<'a, L> {
    white: Tally<'a>,
    black: Tally<'a>,
    weights: Weights,
    settings: &'a Settings,
    judgement: Judgement,
    ledger: &'a mut L,
}

impl<'a, L: Ledger> Poster<'a, L> {
    #[inline(always)]
    fn new(contexts: &'a [Context; 2], settings: &'a Settings, ledger: &'a mut L) -> Poster<'a, L> {
        let [white, black] = contexts
            .each_ref()
            .map(|context| Tally::of(View::new(context, settings)));
        Poster {
            white,
            black,
            weights: contexts[0].weights,
            settings,
            judgement: Judgement::default(),
            ledger,
        }
    }

    /// Posts what comes before the verdicts; the scores before and after the rules that read one.
    #[inline(always)]
    fn before_verdicts(&mut self) -> [i32; 2] {
        positional(self);
        let before_readers = self.read_score();
        score_readers(self);
        [before_readers, self.read_score()]
    }

    /// Shows the rules that follow the score so far, which it returns from White's side.
    fn read_score(&mut self) -> i32 {
        let score = self.ledger.total();
        self.white.view.score = score;
        self.black.view.score = -score;
        score
    }

    /// Carries out the verdict.
    fn judge(&mut self) {
        let Some((index, finding, white)) = self.judgement.heard else {
            self.note(UNSCALED, None);
            return;
        };
        let rule = NAMES[index];
        let for_side = |tenths| if white { (tenths, 0) } else { (0, tenths) };
        match finding.outcome {
            Outcome::Scaled(sixteenths) => self.ledger.scale(rule, sixteenths),
            Outcome::Wins(least) => {
                let total = self.ledger.total();
                let score = if white { total } else { -total };
                let (white, black) = for_side(least.max(least - score));
                self.ledger.post(rule, white, black);
                self.note(UNSCALED, Some(rule.0));
            }
            Outcome::Stands | Outcome::Silent => self.note(UNSCALED, Some(rule.0)),
        }
        if finding.beside != 0 {
            let (white, black) = for_side(finding.beside);
            self.ledger.post(rule, white, black);
        }
    }

    fn note(&mut self, sixteenths: i32, rule: Option<&'static str>) {
        self.ledger.note("scale16", || Meta::Number(sixteenths));
        self.ledger.note("scale_rule", || Meta::Word(rule));
    }
}

/// What one side has had so far. The ledger takes tenths, weighted terms are fractions: what the
/// rounding of one term leaves over is carried to the next, so that the sum of all terms is
/// rounded once.
struct Tally<'a> {
    view: View<'a>,
    /// The exact sum, times the whole weight.
    exact: i32,
    /// The sum of what has been posted, in tenths.
    posted: i32,
}

impl<'a> Tally<'a> {
    fn of(view: View<'a>) -> Tally<'a> {
        Tally {
            view,
            exact: 0,
            posted: 0,
        }
    }

    /// Takes an exact amount and says what to post for it, in tenths.
    #[inline(always)]
    fn take(&mut self, exact: i32) -> i32 {
        self.exact += exact;
        // Half away from zero.
        let one = Weights::ONE;
        let rounded = (2 * self.exact + one * self.exact.signum()) / (2 * one);
        let post = rounded - self.posted;
        self.posted = rounded;
        post
    }
}

impl<L: Ledger> Visitor for Poster<'_, L> {
    #[inline(always)]
    fn rule<const N: usize, A: Into<Amount>>(
        &mut self,
        key: Key<N>,
        reading: impl Fn(&View<'_>, [i32; N]) -> A,
    ) {
        let weight = self.weights.of_span(key.span());
        if weight.is_nothing() || !self.settings.counts(key) {
            return;
        }
        let numbers = self.settings.numbers(key);
        let [white, black] = [&self.white, &self.black].map(|tally| {
            let amount: Amount = reading(&tally.view, numbers).into();
            amount.middlegame * weight.middlegame + amount.endgame * weight.endgame
        });
        if white != 0 || black != 0 {
            let (white, black) = (self.white.take(white), self.black.take(black));
            self.ledger.post(NAMES[key.index()], white, black);
        }
    }

    #[inline(always)]
    fn verdict<const N: usize>(
        &mut self,
        key: Key<N>,
        reading: impl Fn(&View<'_>, [i32; N]) -> Finding,
    ) {
        if !self.settings.counts(key) {
            return;
        }
        let numbers = self.settings.numbers(key);
        let findings = [&self.white, &self.black].map(|tally| reading(&tally.view, numbers));
        for (finding, white) in findings.into_iter().zip([true, false]) {
            self.judgement.hear(key.index(), finding, white);
        }
    }

    #[inline(always)]
    fn wants(&self, these: impl Fn(&Context) -> bool) -> bool {
        these(self.white.view.context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::rules;

    #[test]
    fn rules_are_posted_under_their_own_names() {
        assert!(
            rules()
                .map(|rule| rule.id)
                .eq(NAMES.iter().map(|rule| rule.0))
        );
    }
}
