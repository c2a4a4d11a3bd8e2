//! Posting: phase weights, switches and the one rounding.

use engine_core::explain::{Ledger, Rule};

use super::{Amount, View, Visitor, visit};
use crate::catalogue::{COUNT, HEADINGS, Key};
use crate::context::{Context, Weights};
use crate::settings::Settings;

/// Posts every rule that counts.
#[inline]
pub(crate) fn post<L: Ledger>(contexts: &[Context; 2], settings: &Settings, ledger: &mut L) {
    let view = |context| View {
        context,
        settings,
        raw: false,
    };
    let [white, black] = contexts;
    visit(&mut Poster {
        white: Tally::of(view(white)),
        black: Tally::of(view(black)),
        weights: white.weights,
        settings,
        ledger,
    });
}

/// The names under which rules are posted, by their place.
static NAMES: [Rule; COUNT] = names();

const fn names() -> [Rule; COUNT] {
    let mut names = [Rule(""); COUNT];
    let (mut at, mut heading) = (0, 0);
    while heading < HEADINGS.len() {
        let mut rule = 0;
        while rule < HEADINGS[heading].len() {
            names[at] = Rule(HEADINGS[heading][rule].id);
            at += 1;
            rule += 1;
        }
        heading += 1;
    }
    names
}

struct Poster<'a, L> {
    white: Tally<'a>,
    black: Tally<'a>,
    weights: Weights,
    settings: &'a Settings,
    ledger: &'a mut L,
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
